import { expect, test } from 'vitest';
import { comingDays, isoDate, pastDays } from './visit-days.ts';

const day = (month: number, dayOfMonth: number) => ({ year: 2027, month, day: dayOfMonth });
const skip = (month: number, dayOfMonth: number) =>
  ({ date: day(month, dayOfMonth), skippedBy: 'customer', reason: null, mayTakeBack: false }) as const;
const visits = {
  today: day(3, 10),
  visits: [
    {
      work: { id: '0199a0a0-0000-7000-8000-000000000000', status: 'WORK_STATUS_WORK_COMPLETED' },
      date: day(2, 24),
      startedAt: null,
      completedAt: null,
      charge: null,
      photos: [],
    },
  ],
  upcoming: [day(3, 17), day(3, 31)],
  skippable: [day(3, 31)],
  skips: [skip(3, 24), skip(3, 10), skip(3, 3)],
  openAmount: 0,
  declinedAmount: 0,
  next: null,
  nextDiscount: 0,
} as const;

test('days to come are in order, those skipped among them, from today on', () => {
  expect(
    comingDays({ ...visits, ...arrays() }).map(({ date, isSkippable, skip }) => [
      isoDate(date),
      isSkippable,
      skip !== undefined,
    ]),
  ).toEqual([
    ['2027-03-10', false, true],
    ['2027-03-17', false, false],
    ['2027-03-24', false, true],
    ['2027-03-31', true, false],
  ]);
});

test('days that are over are newest first, those skipped among the visits', () => {
  expect(pastDays({ ...visits, ...arrays() }).map(({ date }) => isoDate(date))).toEqual(['2027-03-03', '2027-02-24']);
});

function arrays() {
  return {
    visits: visits.visits.map((visit) => ({ ...visit, photos: [] })),
    upcoming: [...visits.upcoming],
    skippable: [...visits.skippable],
    skips: [...visits.skips],
  };
}
