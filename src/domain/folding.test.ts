import { expect, test } from 'vitest';
import { folded, foldingPairs } from './folding.ts';

test('accents and apostrophes go, whatever keyboard has written them', () => {
  expect(['O’Shea', "d'Artagnan", 'Renée', 'Rene\u0301e', 'NUÑEZ', 'Łukasz', 'Phạm'].map(folded)).toEqual([
    'oshea',
    'dartagnan',
    'renee',
    'renee',
    'nunez',
    'lukasz',
    'pham',
  ]);
});

test('each letter that Postgres replaces has one to take its place', () => {
  const { from, to } = foldingPairs;
  expect([...from].slice(0, [...to].length).map(folded)).toEqual([...to]);
  expect(
    [...from]
      .slice([...to].length)
      .map(folded)
      .join(''),
  ).toBe('');
});
