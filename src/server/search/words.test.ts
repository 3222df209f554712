import { expect, test } from 'vitest';
import { billNumberOf, searchQuery } from './words.ts';

test('every word is looked for as the beginning of a word', () => {
  expect(searchQuery(' Casey  RIV ')).toBe("'casey':* & 'riv':*");
});

test('a word with signs in it is looked for as it is, and in its parts', () => {
  expect(searchQuery("O'Brien")).toBe("(('o''brien':*) | ('o’brien':*) | ('o':* & 'brien':*) | ('obrien':*))");
  expect(searchQuery('ann@ex')).toBe("(('ann@ex':*) | ('ann':* & 'ex':*))");
  expect(searchQuery('back\\slash')).toBe("(('back\\\\slash':*) | ('back':* & 'slash':*))");
});

test.each([
  '(479) 555-0123',
  '479-555-0123',
  '+1 479 555 0123',
  '4795550123',
  '1 (479) 555.0123',
  '479\u2011555\u20110123',
  '479\u2013555\u22120123',
  '+1\u00a0479\u202f555\u20070123',
  '479/555/0123',
  '011 1 479 555 0123',
  '(４７９) ５５５－０１２３',
])('a phone number is one word, however it is spelled: %s', (number) => {
  expect(searchQuery(number)).toContain("'4795550123':*");
  expect(searchQuery(number)).toContain("'14795550123':*");
  expect(searchQuery(`casey ${number}`)).toMatch(/^\(.*'4795550123':\*.*\) & 'casey':\*$/);
});

test('the beginning of a phone number may have spaces in it', () => {
  expect(searchQuery('(479) 55')).toContain("'47955':*");
});

test.each(['', ' ', 'a', ' a ', '&|!', '()', "'", '\\\\', ':*'])('%s is nothing to look for', (typed) => {
  expect(searchQuery(typed)).toBeUndefined();
});

test.each([
  'Y-2026-294',
  'y\u20112026\u2011000294',
  ' Y\u20132026\u2013294\u00a0',
  'Y 2026 000294',
  'Y - 2026 - 000294',
  'Y2026000294',
  '#Y-2026-000294',
  'Bill Y-2026-000294',
  'bill no. Y-2026-294.',
  '“Y-2026-000294”',
  "'Y-2026-000294',",
  'Y/2026/000294',
  'Y.2026.294',
  'Y_2026_000294',
  'No. Y-2026-000294',
  'invoice Y-2026-000294',
  'Receipt no. Y-2026-294',
])('%s is the number of a bill', (typed) => {
  expect(billNumberOf(typed)).toEqual({ end: '000294', whole: 'Y-2026-000294' });
});

test.each(['2026-000294', '2026 000294', '#294', 'Bill 294.', 'Y-294', '2026-294', 'receipt 294'])(
  '%s is the end of the number of a bill',
  (typed) => {
    expect(billNumberOf(typed)).toEqual({ end: '000294', whole: undefined });
  },
);

test.each(['2026000294', 'Oak 1200 5', 'Elm 2026 12', 'bill', '4795550123'])('%s is no number of a bill', (typed) => {
  expect(billNumberOf(typed)).toBeUndefined();
});

test('a number that is copied from a link is a phone number', () => {
  expect(searchQuery('tel:+14795550123')).toBe(searchQuery('+14795550123'));
});
