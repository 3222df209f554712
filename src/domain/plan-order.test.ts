import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type WeekDay, weekDaysInOrder } from './calendar.ts';
import { daysInOrder, movePlace, type PlanDay, planChanges, toggleDay } from './plan-order.ts';

const monday: WeekDay = 'DAY_OF_WEEK_MONDAY';
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

const step = fc.oneof(
  fc.record({ template: fc.integer({ min: 0, max: 5 }), day: fc.constantFrom(...weekDaysInOrder) }),
  fc.record({ place: fc.nat(), by: fc.constantFrom(-1 as const, 1 as const) }),
);

test('after any steps every day is numbered from 0 without gaps, and a move loses nothing', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let plan: PlanDay[] = [];
      steps.forEach((one, index) => {
        const before = plan;
        if ('template' in one) {
          plan = toggleDay(plan, `template-${one.template}`, one.day, `place-${index}`);
          expect(Math.abs(plan.length - before.length)).toBe(1);
        } else {
          const place = plan[one.place % Math.max(plan.length, 1)];
          if (place) plan = movePlace(plan, place.id, one.by);
          expect(new Set(plan.map(({ id }) => id))).toEqual(new Set(before.map(({ id }) => id)));
        }
        for (const weekDay of weekDaysInOrder) {
          const sequences = daysInOrder(plan, weekDay).map(({ sequence }) => sequence);
          expect(sequences).toEqual(sequences.map((_, position) => position));
        }
      });
    }),
  );
});
