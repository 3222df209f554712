import { expect, test } from 'vitest';
import type { WorkStatus } from '#domain/enums.ts';
import { buildJob as job } from '#web/testing/engagements.ts';
import {
  byUrgency,
  daysOfItinerary,
  directionsUrl,
  firstDay,
  nextJob,
  routeOf,
  unfinishedOf,
  yesterdayTitle,
} from './itinerary-columns.ts';

const friday = { year: 2026, month: 11, day: 20 };

test('the day that is shown first is today in its own week, otherwise Monday', () => {
  expect(firstDay({ year: 2026, week: 47 }, friday)).toBe('DAY_OF_WEEK_FRIDAY');
  expect(firstDay({ year: 2026, week: 48 }, friday)).toBe('DAY_OF_WEEK_MONDAY');
  expect(firstDay({ year: 2025, week: 47 }, friday)).toBe('DAY_OF_WEEK_MONDAY');
});

test('jobs stand under their weekday in their order, and today is marked in its own week only', () => {
  const jobs = [job('second', 'DAY_OF_WEEK_FRIDAY', 1), job('first', 'DAY_OF_WEEK_FRIDAY', 0)];
  const days = daysOfItinerary({ year: 2026, week: 47 }, jobs, friday);
  expect(days.map((day) => day.date.day)).toEqual([16, 17, 18, 19, 20, 21, 22]);
  expect(days.filter(({ isToday }) => isToday).map(({ day }) => day)).toEqual(['DAY_OF_WEEK_FRIDAY']);
  expect(days[4]?.jobs.map(({ engagement }) => engagement.id)).toEqual(['first', 'second']);
  expect(daysOfItinerary({ year: 2026, week: 48 }, jobs, friday).some(({ isToday }) => isToday)).toBe(false);
});

test('an address is spelled safely for the road to it', () => {
  const url = new URL(directionsUrl(job('one', 'DAY_OF_WEEK_MONDAY', 0).engagement));
  expect(url.searchParams.get('api')).toBe('1');
  expect(url.searchParams.get('destination')).toBe('1 Main & Elm St #2, Bentonville, AR 72712');
});

test('what was begun yesterday and not finished is there once, also when its steps wait on the phone', () => {
  // The fixture's jobs are of Friday the 20th.
  const saturday = { ...friday, day: 21 };
  const begun = (
    id: string,
    status: 'WORK_STATUS_WORK_STARTED' | 'WORK_STATUS_WORK_COMPLETED',
    undoUntil: string | null,
  ) => ({
    ...job(id, 'DAY_OF_WEEK_FRIDAY', 0),
    work: { id: `work of ${id}`, status, undoUntil },
  });
  const jobs = [
    begun('begun', 'WORK_STATUS_WORK_STARTED', null),
    begun('done', 'WORK_STATUS_WORK_COMPLETED', null),
    begun('just done', 'WORK_STATUS_WORK_COMPLETED', '2026-11-21T14:00:00Z'),
    {
      ...begun('given up', 'WORK_STATUS_WORK_STARTED', null),
      skip: { kind: 'could-not', skippedBy: 'worker', reason: 'Ice' } as const,
    },
    job('untouched', 'DAY_OF_WEEK_FRIDAY', 1),
    job('on the phone', 'DAY_OF_WEEK_FRIDAY', 2),
  ];
  const shown = (one: ReturnType<typeof job>) =>
    one.engagement.id === 'on the phone'
      ? { ...one, work: { id: '', status: 'WORK_STATUS_PENDING', undoUntil: null } as const }
      : one;
  const ids = (today: typeof friday) =>
    unfinishedOf([...jobs, ...jobs], today, shown).map(({ engagement }) => engagement.id);
  expect(ids(saturday)).toEqual(['begun', 'just done', 'on the phone']);
  expect(ids(friday)).toEqual([]);
});

test('today begins with the visit that was begun, and folds away what is done', () => {
  const work = (status: 'WORK_STATUS_PENDING' | 'WORK_STATUS_WORK_COMPLETED', undoUntil: string | null) => ({
    work: { id: 'w', status, undoUntil },
  });
  const done = { ...job('done', 'DAY_OF_WEEK_FRIDAY', 0), ...work('WORK_STATUS_WORK_COMPLETED', null) };
  const justDone = {
    ...job('just done', 'DAY_OF_WEEK_FRIDAY', 1),
    ...work('WORK_STATUS_WORK_COMPLETED', '2026-11-20T15:00:00Z'),
  };
  const open = job('open', 'DAY_OF_WEEK_FRIDAY', 2);
  const begun = { ...job('begun', 'DAY_OF_WEEK_FRIDAY', 3), ...work('WORK_STATUS_PENDING', null) };
  const ids = (jobs: (typeof open)[]) => jobs.map(({ engagement }) => engagement.id);
  const urgent = byUrgency([done, justDone, open, begun]);
  expect(ids(urgent.shown)).toEqual(['begun', 'open']);
  expect(ids(urgent.done)).toEqual(['done', 'just done']);
  expect(nextJob([done, justDone, open])).toBe(open);
  expect(nextJob([done])).toBeUndefined();
});

test('what was finished since does not stand under what is not finished', () => {
  const at = (status: WorkStatus) => ({
    ...job(status, 'DAY_OF_WEEK_FRIDAY', 0),
    work: { id: status, status, undoUntil: null },
  });
  const [begun, done] = [at('WORK_STATUS_WORK_STARTED'), at('WORK_STATUS_WORK_COMPLETED')];
  expect([[begun], [begun, done], [done]].map(yesterdayTitle)).toEqual([
    'Not finished yesterday',
    'Yesterday: 1 not finished',
    'Yesterday',
  ]);
});

test('the whole route leads through its stops to the last one', () => {
  const stops = ['a', 'b', 'c'].map((id, index) => job(id, 'DAY_OF_WEEK_FRIDAY', index));
  const { searchParams } = new URL(routeOf(stops).url);
  const place = '1 Main & Elm St #2, Bentonville, AR 72712';
  expect(searchParams.get('destination')).toBe(place);
  expect(searchParams.get('waypoints')).toBe(`${place}|${place}`);
  expect(new URL(routeOf(stops.slice(0, 1)).url).searchParams.has('waypoints')).toBe(false);
});

test('a bar in a street makes no stop of its own', () => {
  const stops = ['a', 'b'].map((id, index) => job(id, 'DAY_OF_WEEK_FRIDAY', index));
  for (const { engagement } of stops) engagement.serviceAddress.streetAddress1 = '1 Main St | Rear ||Gate';
  const place = '1 Main St Rear Gate, Bentonville, AR 72712';
  const { searchParams } = new URL(routeOf(stops).url);
  expect([searchParams.get('waypoints'), searchParams.get('destination')]).toEqual([place, place]);
});

test.each([
  [1, 1, true],
  [10, 10, true],
  [11, 10, false],
])('of %i stops Maps takes %i, which are all: %s', (count, taken, isWhole) => {
  const stops = Array.from({ length: count }, (_, index) => job(`${index}`, 'DAY_OF_WEEK_FRIDAY', index));
  const { url, ...rest } = routeOf(stops);
  expect(rest).toEqual({ stops: taken, isWhole });
  expect(new URL(url).searchParams.get('waypoints')?.split('|').length ?? 0).toBe(taken - 1);
});
