import { expect, test } from 'vitest';
import { engagement, place } from './plan-fixtures.ts';
import { canGoTo, movedMessage, moveTo, targetInDirection } from './plan-moves.ts';

const monday = 'DAY_OF_WEEK_MONDAY';
const tuesday = 'DAY_OF_WEEK_TUESDAY';
const wednesday = 'DAY_OF_WEEK_WEDNESDAY';
const a1 = place('a1', 'a', monday);
const b1 = place('b1', 'b', monday, 1);
const a2 = place('a2', 'a', tuesday);
const plan = [a1, b1, a2];
const rowA = { engagement: engagement('a'), place: a1 };
const unscheduled = { engagement: engagement('c') };

test('a row goes to any day but one where its engagement stands already', () => {
  expect(canGoTo(plan, rowA, monday)).toBe(true);
  expect(canGoTo(plan, rowA, tuesday)).toBe(false);
  expect(canGoTo(plan, rowA, 'unscheduled')).toBe(true);
  expect(canGoTo(plan, unscheduled, 'unscheduled')).toBe(false);
  expect(moveTo(plan, rowA, { day: tuesday, sequence: 0 }, 'new')).toEqual(plan);
});

test('a move keeps the id, an assignment gets a new one, and Unscheduled takes the place off', () => {
  expect(moveTo(plan, rowA, { day: wednesday, sequence: 0 }, 'new')).toContainEqual(place('a1', 'a', wednesday));
  const assigned = moveTo(plan, unscheduled, { day: monday, sequence: 1 }, 'new');
  expect(assigned).toContainEqual(place('new', 'c', monday, 1));
  expect(assigned).toContainEqual(place('b1', 'b', monday, 2));
  expect(moveTo(plan, rowA, { day: 'unscheduled', sequence: 0 }, 'new')).toEqual([{ ...b1, sequence: 0 }, a2]);
});

test('arrow keys move within the day, and to the nearest day that is free', () => {
  expect(targetInDirection(plan, rowA, 'up')).toBeUndefined();
  expect(targetInDirection(plan, rowA, 'down')).toEqual({ day: monday, sequence: 1 });
  expect(targetInDirection(plan, rowA, 'after')).toEqual({ day: wednesday, sequence: 0 });
  expect(targetInDirection(plan, rowA, 'before')).toEqual({ day: 'unscheduled', sequence: 0 });
  expect(targetInDirection(plan, unscheduled, 'after')).toEqual({ day: monday, sequence: 2 });
  expect(targetInDirection(plan, unscheduled, 'before')).toBeUndefined();
  expect(targetInDirection(plan, unscheduled, 'down')).toBeUndefined();
});

test('what is said aloud names the day and the position', () => {
  expect(movedMessage(plan, { engagement: engagement('b'), place: b1 }, monday)).toBe(
    'Casey Rivera is on Monday, 2 of 2.',
  );
  expect(movedMessage([b1, a2], rowA, 'unscheduled')).toBe('Casey Rivera is taken off Monday.');
});
