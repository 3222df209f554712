import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type WeekDay, weekDaysInOrder } from './calendar.ts';
import {
  daysInOrder,
  movePlace,
  orderDay,
  type PlanDay,
  placeAt,
  planChanges,
  reconcile,
  removePlace,
  toggleDay,
} from './plan-order.ts';

const monday: WeekDay = 'DAY_OF_WEEK_MONDAY';
const tuesday: WeekDay = 'DAY_OF_WEEK_TUESDAY';
const wednesday: WeekDay = 'DAY_OF_WEEK_WEDNESDAY';
const ids = (plan: readonly PlanDay[]) => daysInOrder(plan, monday).map((place) => place.id);
const threeOnMonday = ['a', 'b', 'c'].reduce<PlanDay[]>(
  (plan, id) => toggleDay(plan, `template-${id}`, monday, id),
  [],
);

test('a new place stands at the end of its day', () => {
  expect(threeOnMonday.map(({ id, sequence }) => [id, sequence])).toEqual([
    ['a', 0],
    ['b', 1],
    ['c', 2],
  ]);
});

test('a move swaps with the neighbour, and at the ends nothing happens', () => {
  expect(ids(movePlace(threeOnMonday, 'b', -1))).toEqual(['b', 'a', 'c']);
  expect(ids(movePlace(threeOnMonday, 'b', 1))).toEqual(['a', 'c', 'b']);
  expect(movePlace(threeOnMonday, 'a', -1)).toEqual(threeOnMonday);
  expect(movePlace(threeOnMonday, 'c', 1)).toEqual(threeOnMonday);
});

test('what changed is told apart into created, updated and deleted', () => {
  const after = toggleDay(toggleDay(threeOnMonday, 'template-a', monday, 'unused'), 'template-d', monday, 'd');
  expect(planChanges(threeOnMonday, after)).toEqual({
    created: [{ id: 'd', scheduleTemplateId: 'template-d', dayOfWeek: monday, sequence: 2 }],
    updated: [
      { id: 'b', scheduleTemplateId: 'template-b', dayOfWeek: monday, sequence: 0 },
      { id: 'c', scheduleTemplateId: 'template-c', dayOfWeek: monday, sequence: 1 },
    ],
    deleted: [threeOnMonday[0]],
  });
});

test('a place goes to any position of its own day, and beyond the end is the end', () => {
  expect(ids(placeAt(threeOnMonday, 'c', monday, 0))).toEqual(['c', 'a', 'b']);
  expect(ids(placeAt(threeOnMonday, 'a', monday, 1))).toEqual(['b', 'a', 'c']);
  expect(ids(placeAt(threeOnMonday, 'a', monday, 99))).toEqual(['b', 'c', 'a']);
});

test('a place that goes to another day keeps its id, and both days are numbered from 0', () => {
  const plan = placeAt(toggleDay(threeOnMonday, 'template-d', tuesday, 'd'), 'b', tuesday, 0);
  expect(ids(plan)).toEqual(['a', 'c']);
  expect(daysInOrder(plan, tuesday).map(({ id, sequence }) => [id, sequence])).toEqual([
    ['b', 0],
    ['d', 1],
  ]);
  expect(planChanges(threeOnMonday, plan).deleted).toEqual([]);
});

test('a place does not go to a day that its engagement is on already', () => {
  const plan = toggleDay(threeOnMonday, 'template-a', tuesday, 'a2');
  expect(placeAt(plan, 'a', tuesday, 0)).toEqual(plan);
});

test('a day takes the order that it is given; what is not named follows', () => {
  expect(ids(orderDay(threeOnMonday, monday, ['c', 'a', 'b']))).toEqual(['c', 'a', 'b']);
  expect(ids(orderDay(threeOnMonday, monday, ['b']))).toEqual(['b', 'a', 'c']);
});

test('another weekday for an engagement is saved as a move of its place', () => {
  const saved = [place('a1', 'a', monday)];
  const plan = reconcile(saved, toggleDay(toggleDay(saved, 'a', monday, 'unused'), 'a', tuesday, 'new'));
  expect(planChanges(saved, plan)).toEqual({ created: [], updated: [place('a1', 'a', tuesday)], deleted: [] });
});

test('a weekday taken off and put back is no change', () => {
  const saved = [place('a1', 'a', monday), place('a2', 'a', tuesday)];
  const plan = toggleDay(toggleDay(saved, 'a', monday, 'unused'), 'a', monday, 'new');
  expect(planChanges(saved, reconcile(saved, plan))).toEqual({ created: [], updated: [], deleted: [] });
});

test('a place that was moved away and a new one in its stead do not meet on the day while they are saved', () => {
  const saved = [place('a1', 'a', tuesday)];
  const plan = reconcile(saved, toggleDay(placeAt(saved, 'a1', wednesday, 0), 'a', tuesday, 'new'));
  expect(planChanges(saved, plan)).toEqual({ created: [place('new', 'a', wednesday)], updated: [], deleted: [] });
});

test('a place that moves to where another one is taken off leaves that one there', () => {
  const saved = [place('a1', 'a', monday), place('a2', 'a', tuesday)];
  const plan = reconcile(saved, placeAt(toggleDay(saved, 'a', tuesday, 'unused'), 'a1', tuesday, 0));
  expect(planChanges(saved, plan)).toEqual({ created: [], updated: [], deleted: [place('a1', 'a', monday)] });
});

test('a plan that is settled has every id once and keeps every engagement on its days', () => {
  const spot = fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom(monday, tuesday, wednesday));
  const places = fc.uniqueArray(fc.tuple(spot, fc.nat({ max: 7 })), { selector: ([, id]) => id, maxLength: 6 });
  const toPlan = (from: [[string, WeekDay], number][]) =>
    from
      .map(([[template, day], id], index) => place(`${template}${id}`, template, day, index))
      .filter((one, index, all) => all.findIndex((other) => spotOf(other) === spotOf(one)) === index);
  const spotOf = ({ scheduleTemplateId, dayOfWeek }: PlanDay) => `${scheduleTemplateId} ${dayOfWeek}`;
  fc.assert(
    fc.property(places, places, (before, after) => {
      const [saved, plan] = [toPlan(before), toPlan(after)];
      const settled = reconcile(saved, plan);
      expect(settled.map(spotOf).sort()).toEqual(plan.map(spotOf).sort());
      expect(new Set(settled.map(({ id }) => id)).size).toBe(plan.length);
      // What is created, and what moves, never meets a day on which the server still has that engagement.
      const { created, updated, deleted } = planChanges(saved, settled);
      const still = new Set(saved.map(spotOf));
      for (const one of created) expect(still.has(spotOf(one))).toBe(false);
      for (const one of updated) expect(deleted.map(spotOf)).not.toContain(spotOf(one));
      for (const one of created) {
        expect(deleted.filter(({ scheduleTemplateId }) => scheduleTemplateId === one.scheduleTemplateId)).toEqual([]);
      }
    }),
  );
});

test('only an engagement with no free place gets a new id', () => {
  const saved = [place('b1', 'b', monday)];
  const plan = reconcile(saved, [place('b1', 'b', monday), place('new', 'a', monday, 1)]);
  expect(planChanges(saved, plan).created).toEqual([place('new', 'a', monday, 1)]);
});

const weekDay = fc.constantFrom(...weekDaysInOrder);
const step = fc.oneof(
  fc.record({ kind: fc.constant('toggle' as const), template: fc.integer({ min: 0, max: 5 }), day: weekDay }),
  fc.record({ kind: fc.constant('move' as const), place: fc.nat(), by: fc.constantFrom(-1 as const, 1 as const) }),
  fc.record({
    kind: fc.constant('drag' as const),
    place: fc.nat(),
    day: weekDay,
    sequence: fc.integer({ min: -1, max: 8 }),
  }),
  fc.record({ kind: fc.constant('order' as const), day: weekDay, seed: fc.array(fc.nat(), { maxLength: 8 }) }),
  fc.record({ kind: fc.constant('remove' as const), place: fc.nat() }),
);

test('any sequence of moves, toggles, drags and orders leaves every day numbered from 0 and loses nothing', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let plan: PlanDay[] = [];
      steps.forEach((one, index) => {
        const before = plan;
        const place = 'place' in one ? plan[one.place % Math.max(plan.length, 1)] : undefined;
        if (one.kind === 'toggle') plan = toggleDay(plan, `template-${one.template}`, one.day, `place-${index}`);
        if (one.kind === 'move' && place) plan = movePlace(plan, place.id, one.by);
        if (one.kind === 'drag' && place) plan = placeAt(plan, place.id, one.day, one.sequence);
        if (one.kind === 'order') plan = orderDay(plan, one.day, shuffled(daysInOrder(plan, one.day), one.seed));
        if (one.kind === 'remove' && place) plan = removePlace(plan, place.id);

        const changed = one.kind === 'toggle' || (one.kind === 'remove' && place) ? 1 : 0;
        expect(Math.abs(plan.length - before.length)).toBe(changed);
        const engagementsOf = (places: PlanDay[]) =>
          places.map(({ id, scheduleTemplateId }) => `${id} ${scheduleTemplateId}`).sort();
        if (changed === 0) expect(engagementsOf(plan)).toEqual(engagementsOf(before));
        const onDays = plan.map(({ scheduleTemplateId, dayOfWeek }) => `${scheduleTemplateId} ${dayOfWeek}`);
        expect(new Set(onDays).size).toBe(plan.length);
        for (const day of weekDaysInOrder) {
          const sequences = daysInOrder(plan, day).map(({ sequence }) => sequence);
          expect(sequences).toEqual(sequences.map((_, position) => position));
        }
      });
    }),
  );
});

/** The ids of places in an order that the numbers decide; a place may be named twice, or not at all. */
function shuffled(places: PlanDay[], seed: number[]): string[] {
  return seed.flatMap((number) => places[number % Math.max(places.length, 1)]?.id ?? []);
}

/** One place of a plan. */
function place(id: string, scheduleTemplateId: string, dayOfWeek: WeekDay, sequence = 0): PlanDay {
  return { id, scheduleTemplateId, dayOfWeek, sequence };
}
