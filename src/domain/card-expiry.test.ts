import { expect, test } from 'vitest';
import { lastDayOfCard, nextNoticeDay, noticeOn } from './card-expiry.ts';

const day = (text: string) => Temporal.PlainDate.from(text);

test.each([
  [11, 2026, '2026-11-30'],
  [2, 2028, '2028-02-29'],
  [12, 2026, '2026-12-31'],
])('a card of %i/%i works until %s', (expMonth, expYear, last) => {
  expect(lastDayOfCard({ expMonth, expYear }).toString()).toBe(last);
});

test.each([
  ['2026-10-30', undefined, '2026-10-31'],
  ['2026-10-31', 30, '2026-11-23'],
  ['2026-11-22', 30, '2026-11-23'],
  ['2026-11-23', 7, undefined],
  ['2026-11-30', 7, undefined],
  ['2026-12-01', undefined, undefined],
])('of a card that works until Nov 30, on %s the notice is %s, and the next on %s', (today, notice, next) => {
  const last = day('2026-11-30');
  expect([noticeOn(last, day(today)), nextNoticeDay(last, day(today))?.toString()]).toEqual([notice, next]);
});
