import { expect, test } from 'vitest';
import { expirationLabel, expirationState } from './expiration.ts';

test.each([
  ['10/2026', 'expired'],
  ['12/2025', 'expired'],
  ['11/2026', 'soon'],
  ['12/2026', 'soon'],
  ['01/2027', 'valid'],
  ['11/2030', 'valid'],
])('a card that expires %s is %s in November 2026', (date, state) => {
  const [expMonth, expYear] = date.split('/').map(Number);
  if (!expMonth || !expYear) throw new Error('not a date');
  expect(expirationState({ expMonth, expYear }, { month: 11, year: 2026 })).toBe(state);
});

test('a month has two digits', () => {
  expect(expirationLabel({ expMonth: 4, expYear: 2031 })).toBe('04/2031');
});
