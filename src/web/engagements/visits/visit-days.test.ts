import { expect, test } from 'vitest';
import { comingDays, isoDate, pastDays, skipLabel } from './visit-days.ts';

const day = (month: number, dayOfMonth: number) => ({ year: 2027, month, day: dayOfMonth });
const skip = (month: number, dayOfMonth: number) => {
  const visitId = `skipped-${month}-${dayOfMonth}`;
  const rest = { kind: 'skipped', skippedBy: 'customer', reason: null, mayUndo: false } as const;
  return { visitId, date: day(month, dayOfMonth), ...rest };
};
const visitId = '0199a0a0-0000-7000-8000-000000000000';
const visits = {
  today: day(3, 10),
  visits: [
    {
      visitId,
      work: { id: visitId, status: 'WORK_STATUS_WORK_COMPLETED' },
      date: day(2, 24),
      workerName: 'Wren K.',
      tip: null,
      mayTip: false,
      startedAt: null,
      completedAt: null,
      isLeft: false,
      charge: null,
      photos: [],
    },
  ],
  upcoming: [day(3, 17), day(3, 31)],
  moved: [{ date: day(3, 17), originalDay: day(3, 16), workerName: 'Walt B.', reason: 'Storm' }],
  daysOff: [{ day: day(3, 30), name: 'Founders’ Day' }],
  holds: [],
  skippable: [day(3, 31)],
  skips: [skip(3, 24), skip(3, 10), skip(3, 3)],
  notes: [] as never[],
  openAmount: 0,
  onItsWay: 0,
  givenUpAmount: 0,
  isPausedUnpaid: false,
  blockedWhy: null,
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
    ['2027-03-30', false, false],
    ['2027-03-31', true, false],
  ]);
  const days = comingDays({ ...visits, ...arrays() });
  expect(days.map(({ note }) => note)).toEqual([
    undefined,
    'Moved from Tue, Mar 16: Storm. Walt B. comes.',
    undefined,
    'Nobody works: Founders’ Day',
    undefined,
  ]);
});

test('days that are over are newest first, those skipped among the visits', () => {
  expect(pastDays({ ...visits, ...arrays() }).map(({ date }) => isoDate(date))).toEqual(['2027-03-03', '2027-02-24']);
});

test('a visit that was begun and given up is one day, with its reason; a missed one says what it costs', () => {
  const { visits: made, ...rest } = { ...visits, ...arrays() };
  const why = { kind: 'could-not', skippedBy: 'worker', reason: 'The gate is locked' } as const;
  const givenUp = { ...skip(2, 24), visitId, ...why };
  const missed = { ...skip(3, 3), kind: 'missed', skippedBy: null } as const;
  const days = pastDays({ ...rest, visits: made, skips: [missed, givenUp] });
  expect(days.map(({ visit, skip: why }) => [visit !== undefined, why && skipLabel(why, true)])).toEqual([
    [false, 'We missed this visit. Nothing is charged.'],
    [true, 'It could not be done: The gate is locked'],
  ]);
  const today = made.map((visit) => ({ ...visit, date: day(3, 10) }));
  const coming = comingDays({ ...rest, visits: today, upcoming: [], skips: [{ ...givenUp, date: day(3, 10) }] });
  expect(coming).toEqual([]);
});

test('of two visits on one day, what took the one off is not said of the other', () => {
  const both = { ...visits, ...arrays(), skips: [skip(2, 24)] };
  expect(pastDays(both).map(({ visit, skip: why }) => [visit?.visitId, why?.visitId])).toEqual([
    [visitId, undefined],
    [undefined, 'skipped-2-24'],
  ]);
});

test('what was written at a visit of today before it was begun is shown', () => {
  const note = { id: 'n', date: day(3, 10), by: 'Wren O.', reader: 'customer', text: 'Hello', at: '' } as never;
  const days = pastDays({ ...visits, ...arrays(), skips: [], notes: [note] });
  expect(days.map(({ date, notes }) => [isoDate(date), notes.length])).toEqual([
    ['2027-03-10', 1],
    ['2027-02-24', 0],
  ]);
});

function arrays() {
  return {
    visits: visits.visits.map((visit) => ({ ...visit, photos: [] })),
    upcoming: [...visits.upcoming],
    skippable: [...visits.skippable],
    skips: [...visits.skips],
    moved: [...visits.moved],
    daysOff: [...visits.daysOff],
    holds: [],
  };
}
