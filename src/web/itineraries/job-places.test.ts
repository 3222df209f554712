import { expect, test } from 'vitest';
import type { Job } from '#contract/itineraries.ts';
import type { WeekDay } from '#domain/calendar.ts';
import { planCalls } from '#domain/plan-order.ts';
import { buildJob } from '#web/testing/engagements.ts';
import { isPast, placesOf, placesOn, swapped } from './job-places.ts';

const monday = 'DAY_OF_WEEK_MONDAY';
const friday = 'DAY_OF_WEEK_FRIDAY';
const sunday = 'DAY_OF_WEEK_SUNDAY';
const on = (id: string, sequence: number, ...days: WeekDay[]) => buildJob(id, days[0] ?? friday, sequence, days);

test('neighbours swap their positions, over one that is not in the plan anymore', () => {
  const first = on('first', 0, friday);
  const gone = buildJob('gone', friday, 1, []);
  const last = on('last', 4, friday);
  const jobs = [first, gone, last];
  const [before, after] = swapped(jobs, first, 1) ?? [];
  expect(before?.map(({ id, sequence }) => [id, sequence])).toEqual([
    [`first ${friday}`, 0],
    [`last ${friday}`, 4],
  ]);
  expect(after?.map(({ sequence }) => sequence)).toEqual([4, 0]);
  expect(swapped(jobs, last, -1)?.[0].map(({ id }) => id)).toEqual([`last ${friday}`, `first ${friday}`]);
  expect([swapped(jobs, first, -1), swapped(jobs, last, 1), swapped(jobs, gone, 1)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('a day that goes and one that comes are one place that moves', () => {
  const calls = (job: Job, ...days: WeekDay[]) => planCalls(placesOf(job), placesOn(job, days), () => 'new');
  expect(calls(on('one', 0, monday, friday), friday, sunday)).toMatchObject({
    created: [],
    updated: [{ id: `one ${monday}`, dayOfWeek: sunday, sequence: 10_000 }],
    deleted: [],
  });
  expect(calls(on('one', 0, monday), monday, sunday)).toMatchObject({
    created: [{ id: 'new', dayOfWeek: sunday }],
    updated: [],
    deleted: [],
  });
  expect(calls(on('one', 0, monday, friday), friday).deleted).toHaveLength(1);
  expect(calls(on('one', 0, monday), monday)).toEqual({ created: [], updated: [], deleted: [] });
});

test('a weekday of the week is over the day after', () => {
  const today = Temporal.PlainDate.from('2027-01-01');
  expect(([monday, friday, sunday] as const).map((day) => isPast(day, today))).toEqual([true, false, false]);
});
