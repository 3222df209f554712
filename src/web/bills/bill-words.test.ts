import { expect, test } from 'vitest';
import { laterSentence, nextSentence, timesLabel, visitsLabel } from './bill-words.ts';

const standing = { nextAt: null, declineMessage: null };

test('a bill says why it is not paid and what happens next, in the business’s days', () => {
  const declined = { declineMessage: 'Your card was declined.', nextAt: '2026-11-24T04:30:00Z' };
  expect(nextSentence({ ...declined, state: 'retrying' })).toBe(
    'Your card was declined. We will try again on Mon, Nov 23.',
  );
  expect(nextSentence({ ...standing, declineMessage: 'It was not confirmed.', state: 'declined' })).toBe(
    'It was not confirmed. We do not try again by ourselves.',
  );
  expect(nextSentence({ ...standing, nextAt: '2026-11-24T20:00:00Z', state: 'to-confirm' })).toBe(
    'The bank waits for a confirmation until Tue, Nov 24.',
  );
  expect(nextSentence({ ...standing, state: 'collecting' })).toBe('It is being charged to the card now.');
  for (const state of ['paid', 'refunded'] as const) expect(nextSentence({ ...standing, state })).toBe('');
});

test('what comes later is said with its day, if that is known', () => {
  expect(laterSentence({ unbilled: null })).toBeUndefined();
  expect(laterSentence({ unbilled: { amount: 2500, on: { year: 2026, month: 11, day: 30 } } })).toBe(
    '$25.00 comes on the next bill, on Mon, Nov 30.',
  );
  expect(laterSentence({ unbilled: { amount: 20, on: null } })).toBe('$0.20 comes on the next bill.');
});

test('days and times are not said twice', () => {
  const [one, other] = [
    { year: 2026, month: 11, day: 2 },
    { year: 2026, month: 11, day: 23 },
  ];
  expect(visitsLabel({ visits: 1, firstDay: one, lastDay: one })).toBe('1 visit, Nov 2, 2026');
  expect(visitsLabel({ visits: 4, firstDay: one, lastDay: other })).toBe('4 visits, Nov 2, 2026 to Nov 23, 2026');
  const completedAt = '2026-11-23T15:25:00Z';
  expect(timesLabel({ startedAt: '2026-11-23T15:05:00Z', completedAt })).toBe('9:05 AM to 9:25 AM');
  expect(timesLabel({ startedAt: '2026-11-23T15:25:00Z', completedAt })).toBe('at 9:25 AM');
  expect(timesLabel({ startedAt: null, completedAt })).toBe('at 9:25 AM');
  expect(timesLabel({ startedAt: null, completedAt: null })).toBeUndefined();
});
