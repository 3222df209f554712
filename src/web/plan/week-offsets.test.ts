import { expect, test } from 'vitest';
import { calendarDay, plainDate } from '#domain/calendar.ts';
import { toggleDay, weekPlan } from '#domain/plan-order.ts';
import { buildEngagement } from '#web/testing/engagements.ts';
import { changedWeekOffsets, mayChooseWeek, type WeekOffsets, weekOffsetOf } from './week-offsets.ts';

const biweekly = (id: string, status?: Parameters<typeof buildEngagement>[1]) => {
  const one = buildEngagement(id, status);
  return { ...one, scheduleTemplate: { ...one.scheduleTemplate, interval: 2 } };
};

test('only a service of every other week that has not begun has a week to choose', () => {
  expect(mayChooseWeek(buildEngagement('a'))).toBe(false);
  expect(mayChooseWeek(biweekly('a'))).toBe(true);
  expect(mayChooseWeek(biweekly('a', 'ENGAGEMENT_STATUS_PROPOSED'))).toBe(true);
  expect(mayChooseWeek(biweekly('a', 'ENGAGEMENT_STATUS_RUNNING'))).toBe(false);
});

test('only what is planned and differs from what is saved is to be saved', () => {
  const [a, b] = [biweekly('a'), biweekly('b')];
  expect(weekOffsetOf({ a: 1 }, a)).toBe(1);
  expect(weekOffsetOf({ a: 1 }, b)).toBe(0);
  const c = biweekly('c');
  const plan = toggleDay(toggleDay(weekPlan([]), 'a', 'DAY_OF_WEEK_MONDAY'), 'b', 'DAY_OF_WEEK_MONDAY');
  expect(changedWeekOffsets({ a: 1, b: 0, c: 1, gone: 1 }, plan, [a, b, c])).toEqual([
    { id: 'a', scheduleTemplate: { weekOffset: 1 } },
  ]);
});

test('what was chosen before a claim stays when the claim begins the service in the next week', () => {
  const before = biweekly('a', 'ENGAGEMENT_STATUS_PROPOSED');
  const start = plainDate(before.scheduleTemplate.startDay);
  const sunday = start.add({ days: 7 - start.dayOfWeek });
  const from = (startDay: Temporal.PlainDate, weekOffset: number) => ({
    ...biweekly('a'),
    scheduleTemplate: { ...biweekly('a').scheduleTemplate, startDay: calendarDay(startDay), weekOffset },
  });
  const plan = toggleDay(weekPlan([]), 'a', 'DAY_OF_WEEK_MONDAY');
  const changed = (chosen: WeekOffsets, now: ReturnType<typeof from>) =>
    changedWeekOffsets(chosen, plan, [now], [before]);
  const claimedLate = from(sunday.add({ days: 1 }), 1);
  expect(changed({}, claimedLate)).toEqual([]);
  expect(changed({ a: 0 }, claimedLate)).toEqual([]);
  expect(changed({ a: 1 }, claimedLate)).toEqual([{ id: 'a', scheduleTemplate: { weekOffset: 0 } }]);
  expect(changed({ a: 1 }, from(sunday, 0))).toEqual([{ id: 'a', scheduleTemplate: { weekOffset: 1 } }]);
});
