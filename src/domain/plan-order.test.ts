import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type WeekDay, weekDaysInOrder } from './calendar.ts';
import {
  canGoTo,
  type Day,
  moveTo,
  type PlanDay,
  planCalls,
  spotOf,
  toggleDay,
  type WeekPlan,
  wantedPlaces,
  weekDaysOf,
  weekPlan,
} from './plan-order.ts';

const monday: WeekDay = 'DAY_OF_WEEK_MONDAY';
const tuesday: WeekDay = 'DAY_OF_WEEK_TUESDAY';
const wednesday: WeekDay = 'DAY_OF_WEEK_WEDNESDAY';

/** One place of a plan. */
const place = (id: string, scheduleTemplateId: string, dayOfWeek: WeekDay, sequence = 0): PlanDay => ({
  id,
  scheduleTemplateId,
  dayOfWeek,
  sequence,
});
const saved = [place('a1', 'a', monday), place('b1', 'b', monday, 1), place('c1', 'c', monday, 2)];
const plan = weekPlan(saved);
const calls = (before: readonly PlanDay[], after: WeekPlan) => planCalls(before, wantedPlaces(after), () => 'new');

test('a plan has the schedule templates of each weekday in their order', () => {
  expect(weekPlan([...saved].reverse())[monday]).toEqual(['a', 'b', 'c']);
  expect(Object.keys(plan)).toEqual([...weekDaysInOrder]);
  expect(wantedPlaces(plan).map(({ sequence }) => sequence)).toEqual([0, 1, 2]);
});

test('a weekday is added behind all that are there, and taken off again', () => {
  const toggled = toggleDay(plan, 'd', monday);
  expect(toggled[monday]).toEqual(['a', 'b', 'c', 'd']);
  expect(toggleDay(toggled, 'a', monday)[monday]).toEqual(['b', 'c', 'd']);
  expect(weekDaysOf(toggleDay(toggled, 'a', tuesday), 'a')).toEqual([monday, tuesday]);
});

test('one goes to any position of its own day, and beyond the end is the end', () => {
  expect(moveTo(plan, 'c', monday, monday, 0)[monday]).toEqual(['c', 'a', 'b']);
  expect(moveTo(plan, 'a', monday, monday, 1)[monday]).toEqual(['b', 'a', 'c']);
  expect(moveTo(plan, 'a', monday, monday, 99)[monday]).toEqual(['b', 'c', 'a']);
});

test('one goes to any day but another one that it is on, and is taken off by going to Unscheduled', () => {
  const both = toggleDay(plan, 'a', tuesday);
  expect(canGoTo(both, 'a', monday, monday)).toBe(true);
  expect(canGoTo(both, 'a', monday, tuesday)).toBe(false);
  expect(moveTo(both, 'a', monday, tuesday, 0)).toEqual(both);
  expect(canGoTo(both, 'a', monday, 'unscheduled')).toBe(true);
  expect(canGoTo(both, 'z', 'unscheduled', 'unscheduled')).toBe(false);
  expect(moveTo(both, 'a', monday, wednesday, 0)).toMatchObject({ [monday]: ['b', 'c'], [wednesday]: ['a'] });
  expect(moveTo(both, 'a', monday, 'unscheduled', 0)).toMatchObject({ [monday]: ['b', 'c'], [tuesday]: ['a'] });
});

test('nothing is sent of a plan that is as it was, as when a weekday was taken off and put back', () => {
  const back = toggleDay(toggleDay(plan, 'c', monday), 'c', monday);
  expect(calls(saved, back)).toEqual({ created: [], updated: [], deleted: [] });
});

test('an update names every place of the days that it touches', () => {
  expect(calls(saved, moveTo(plan, 'c', monday, monday, 1))).toEqual({
    created: [],
    updated: [place('a1', 'a', monday), place('c1', 'c', monday, 1), place('b1', 'b', monday, 2)],
    deleted: [],
  });
  const added = calls(saved, moveTo(plan, 'd', 'unscheduled', monday, 2));
  expect(added.created).toEqual([place('new', 'd', monday, 2)]);
  expect(added.updated.map(({ id }) => id)).toEqual(['a1', 'b1', 'new', 'c1']);
  expect(calls(saved, toggleDay(plan, 'd', monday))).toMatchObject({ updated: [], deleted: [] });
  expect(calls(saved, toggleDay(plan, 'a', monday)).deleted).toEqual([saved[0]]);
});

test('another weekday for an engagement is saved as a move of its place', () => {
  const one = [place('a1', 'a', monday)];
  const moved = toggleDay(toggleDay(weekPlan(one), 'a', monday), 'a', tuesday);
  expect(calls(one, moved)).toEqual({ created: [], updated: [place('a1', 'a', tuesday)], deleted: [] });
});

test('a place that stays where it is wanted is neither moved nor taken off in favour of another', () => {
  const one = [place('a1', 'a', tuesday)];
  expect(calls(one, toggleDay(weekPlan(one), 'a', wednesday))).toEqual({
    created: [place('new', 'a', wednesday)],
    updated: [],
    deleted: [],
  });
  const two = [place('a1', 'a', monday), place('a2', 'a', tuesday)];
  expect(calls(two, toggleDay(weekPlan(two), 'a', monday))).toEqual({ created: [], updated: [], deleted: [two[0]] });
});

const templates = ['a', 'b', 'c', 'd', 'e', 'f'];
const weekDay = fc.constantFrom(...weekDaysInOrder);
const step = fc.record({
  template: fc.constantFrom(...templates),
  day: weekDay,
  from: fc.nat(),
  index: fc.nat({ max: 8 }),
  kind: fc.constantFrom('toggle' as const, 'move' as const, 'remove' as const),
});

/** One edit, as the screen offers it. */
function edited(
  before: WeekPlan,
  { template, day, from, index, kind }: typeof step extends fc.Arbitrary<infer S> ? S : never,
) {
  if (kind === 'toggle') return toggleDay(before, template, day);
  const days = weekDaysOf(before, template);
  const start: Day = days[from % Math.max(days.length, 1)] ?? 'unscheduled';
  return moveTo(before, template, start, kind === 'move' ? day : 'unscheduled', index);
}

test('any sequence of edits has each engagement once a day, and loses none that was not taken off', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let now = weekPlan([]);
      for (const one of steps) {
        const before = now;
        now = edited(before, one);
        for (const day of weekDaysInOrder) expect(new Set(now[day]).size).toBe(now[day].length);
        for (const other of templates.filter((template) => template !== one.template)) {
          expect(weekDaysOf(now, other)).toEqual(weekDaysOf(before, other));
        }
        const days = weekDaysOf(now, one.template).length - weekDaysOf(before, one.template).length;
        expect(Math.abs(days)).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test('the calls of any edits have every id once, and never meet a day on which the server still has the engagement', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), fc.array(step, { maxLength: 20 }), (earlier, later) => {
      let ids = 0;
      const newId = () => `id ${ids++}`;
      const first = earlier.reduce(edited, weekPlan([]));
      const there = planCalls([], wantedPlaces(first), newId).created;
      const wanted = wantedPlaces(later.reduce(edited, first));
      const { created, updated, deleted } = planCalls(there, wanted, newId);
      const after = new Map(there.map((one) => [one.id, one]));
      const still = new Set(there.map(spotOf));
      for (const one of created) expect(still.has(spotOf(one))).toBe(false);
      for (const one of updated) expect(deleted.map(spotOf)).not.toContain(spotOf(one));
      for (const one of created) {
        expect(deleted.filter(({ scheduleTemplateId }) => scheduleTemplateId === one.scheduleTemplateId)).toEqual([]);
      }
      for (const one of [...created, ...updated]) after.set(one.id, one);
      for (const { id } of deleted) after.delete(id);
      expect([...after.values()].map(spotOf).sort()).toEqual(wanted.map(spotOf).sort());
    }),
  );
});
