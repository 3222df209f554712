import { expect, test } from 'vitest';
import { noteDifferences } from './address-notes.ts';

test('only the notes that somebody else changed are told', () => {
  const saved = { gateNotes: 'Left of the garage.', dogNotes: '' };
  expect(noteDifferences(saved, { gateNotes: 'Left of the garage. ', dogNotes: '' })).toEqual([]);
  expect(noteDifferences(saved, { gateNotes: '', dogNotes: 'Rex' })).toEqual([
    ['Gate notes', 'Left of the garage.'],
    ['Dog notes', ''],
  ]);
});
