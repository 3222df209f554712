import { expect, test } from 'vitest';
import { buildEngagement } from '#web/testing/engagements.ts';
import { movedOf, movedVisits } from './moved-visits.ts';

const november = (day: number) => ({ year: 2026, month: 11, day });
const job = (id: string, day: number, movedFrom?: number) => ({
  engagement: buildEngagement(id),
  scheduleInstance: {
    dayOfWeek: 'DAY_OF_WEEK_FRIDAY' as const,
    sequence: 0,
    date: november(day),
    ...(movedFrom && { movedFrom: november(movedFrom) }),
  },
});

test('a visit that the office has moved is marked at the weekday that it left, and nowhere else', () => {
  const moved = movedVisits([job('a', 27, 25), job('a', 23), job('a', 30, 28), job('b', 27)]);
  expect(movedOf(moved, 'a', 'DAY_OF_WEEK_WEDNESDAY')).toEqual(['Wed, Nov 25 is on Fri, Nov 27']);
  expect(movedOf(moved, 'a', 'DAY_OF_WEEK_SATURDAY')).toEqual(['Sat, Nov 28 is on Mon, Nov 30']);
  expect(movedOf(moved, 'a', 'DAY_OF_WEEK_MONDAY')).toEqual([]);
  expect(movedOf(moved, 'a', 'unscheduled')).toEqual([]);
  expect(movedOf(moved, 'b', 'DAY_OF_WEEK_FRIDAY')).toEqual([]);
});
