import { expect, test } from 'vitest';
import { type Day, weekPlan } from '#domain/plan-order.ts';
import { buildEngagement, place } from '#web/testing/engagements.ts';
import { movedMessage, targetInDirection } from './plan-moves.ts';

const monday = 'DAY_OF_WEEK_MONDAY';
const tuesday = 'DAY_OF_WEEK_TUESDAY';
const wednesday = 'DAY_OF_WEEK_WEDNESDAY';
const plan = weekPlan([place('a1', 'a', monday), place('b1', 'b', monday, 1), place('a2', 'a', tuesday)]);
const row = (id: string, day: Day, index: number) => ({ engagement: buildEngagement(id), day, index });
const rowA = row('a', monday, 0);
const unscheduled = row('c', 'unscheduled', 0);

test('arrow keys move within the day, and to the nearest day that is free', () => {
  expect(targetInDirection(plan, rowA, 'up')).toBeUndefined();
  expect(targetInDirection(plan, rowA, 'down')).toEqual({ day: monday, index: 1 });
  expect(targetInDirection(plan, rowA, 'after')).toEqual({ day: wednesday, index: 0 });
  expect(targetInDirection(plan, rowA, 'before')).toEqual({ day: 'unscheduled', index: 0 });
  expect(targetInDirection(plan, unscheduled, 'after')).toEqual({ day: monday, index: 2 });
  expect(targetInDirection(plan, unscheduled, 'before')).toBeUndefined();
  expect(targetInDirection(plan, unscheduled, 'down')).toBeUndefined();
});

test('what is said aloud names the day and the position', () => {
  expect(movedMessage(plan, rowA, monday)).toBe('Casey Rivera is on Monday, 1 of 2.');
  expect(movedMessage(plan, row('b', tuesday, 0), monday)).toBe('Casey Rivera is on Monday, 2 of 2.');
  expect(movedMessage(plan, rowA, 'unscheduled')).toBe('Casey Rivera is taken off Monday.');
});
