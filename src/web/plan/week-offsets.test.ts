import { expect, test } from 'vitest';
import { toggleDay, weekPlan } from '#domain/plan-order.ts';
import { buildEngagement } from '#web/testing/engagements.ts';
import { changedWeekOffsets, mayChooseWeek, weekOffsetOf } from './week-offsets.ts';

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
