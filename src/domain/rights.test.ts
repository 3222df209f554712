import { expect, test } from 'vitest';
import { mayDo, type Right } from './rights.ts';
import { whoMay } from './who-may.ts';

test.each<[Right, boolean, boolean, boolean, string]>([
  ['team', true, false, false, 'Only an owner can do this.'],
  ['erase', true, false, false, 'Only an owner can do this.'],
  ['people', true, true, false, 'Only a manager or an owner can do this.'],
  ['money', true, true, false, 'Only a manager or an owner can do this.'],
  ['system', true, true, false, 'Only a manager or an owner can do this.'],
  ['catalogue', true, true, false, 'Only a manager or an owner can do this.'],
])('who has the right %s', (right, owner, manager, office, sentence) => {
  expect([mayDo('owner', right), mayDo('manager', right), mayDo('office', right)]).toEqual([owner, manager, office]);
  expect(mayDo(null, right)).toBe(office);
  expect(whoMay[right]).toBe(sentence);
});
