import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WeekDay } from '#domain/calendar.ts';
import { movePlace, type PlanDay, placeAt, planChanges, toggleDay } from '#domain/plan-order.ts';
import { lostEngagements, planGroups, plannable, rebase, savedPlan, settle } from './plan-edits.ts';
import { engagement, engagements, place } from './plan-fixtures.ts';

const monday = 'DAY_OF_WEEK_MONDAY';
const tuesday = 'DAY_OF_WEEK_TUESDAY';
const wednesday = 'DAY_OF_WEEK_WEDNESDAY';

test('another weekday for an engagement is saved as a move of its place', () => {
  const saved = [place('a1', 'a', monday)];
  const plan = settle(saved, toggleDay(toggleDay(saved, 'a', monday, 'unused'), 'a', tuesday, 'new'));
  expect(planChanges(saved, plan)).toEqual({ created: [], updated: [place('a1', 'a', tuesday)], deleted: [] });
});

test('a weekday taken off and put back is no change', () => {
  const saved = [place('a1', 'a', monday), place('a2', 'a', tuesday)];
  const plan = toggleDay(toggleDay(saved, 'a', monday, 'unused'), 'a', monday, 'new');
  expect(planChanges(saved, settle(saved, plan))).toEqual({ created: [], updated: [], deleted: [] });
});

test('a place that was moved away and a new one in its stead do not meet on the day while they are saved', () => {
  const saved = [place('a1', 'a', tuesday)];
  const plan = settle(saved, toggleDay(placeAt(saved, 'a1', wednesday, 0), 'a', tuesday, 'new'));
  expect(planChanges(saved, plan)).toEqual({ created: [place('new', 'a', wednesday)], updated: [], deleted: [] });
});

test('a place that moves to where another one is taken off leaves that one there', () => {
  const saved = [place('a1', 'a', monday), place('a2', 'a', tuesday)];
  const plan = settle(saved, placeAt(toggleDay(saved, 'a', tuesday, 'unused'), 'a1', tuesday, 0));
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
      const settled = settle(saved, plan);
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
  const plan = settle(saved, [place('b1', 'b', monday), place('new', 'a', monday, 1)]);
  expect(planChanges(saved, plan).created).toEqual([place('new', 'a', monday, 1)]);
});

test('the same day added here and on another device is there once', () => {
  const plan = rebase(
    { base: [], plan: [place('here', 'a', monday)] },
    [place('there', 'a', monday)],
    engagements('a'),
  );
  expect(plan).toEqual([place('there', 'a', monday)]);
});

test('what is taken off elsewhere leaves no gap behind that would count as an edit', () => {
  const base = [place('a1', 'a', monday), place('b1', 'b', monday, 1), place('c1', 'c', monday, 2)];
  const saved = [place('a1', 'a', monday), place('c1', 'c', monday, 1)];
  expect(planChanges(saved, rebase({ base, plan: base }, saved, engagements('a', 'b', 'c'))).updated).toEqual([]);
});

test('after a save that stopped half way only the rest is left to send', () => {
  const base = [place('a1', 'a', monday), place('b1', 'b', monday, 1)];
  const plan = movePlace(toggleDay(base, 'c', tuesday, 'c1'), 'b1', -1);
  expect(planChanges(base, plan).created).toHaveLength(1);
  const saved = [...base, place('c1', 'c', tuesday)];
  const rest = planChanges(saved, rebase({ base, plan }, saved, engagements('a', 'b', 'c')));
  expect(rest.created).toEqual([]);
  expect(rest.updated.map(({ id }) => id).sort()).toEqual(['a1', 'b1']);
});

test('what was changed on another device stays', () => {
  const base = [place('a1', 'a', monday), place('b1', 'b', monday, 1)];
  const plan = toggleDay(base, 'c', tuesday, 'c1');
  const saved = [place('b1', 'b', monday), place('d1', 'd', tuesday)];
  const changes = planChanges(saved, rebase({ base, plan }, saved, engagements('a', 'b', 'c', 'd')));
  expect(changes.created.map(({ id }) => id)).toEqual(['c1']);
  expect(changes.deleted).toEqual([]);
});

test('an engagement that another worker has claimed drops out of the edits', () => {
  const plan = toggleDay([], 'a', monday, 'a1');
  expect(rebase({ base: [], plan }, [], engagements('b'))).toEqual([]);
  const edits = { base: [], plan, engagements: engagements('a', 'b') };
  expect(lostEngagements(edits, engagements('b')).map(({ id }) => id)).toEqual(['a']);
  expect(lostEngagements(edits, engagements('a'))).toEqual([]);
});

test('the plan is Unscheduled first, then Monday to Sunday, each in its order', () => {
  const plan = [place('b1', 'b', monday, 1), place('a1', 'a', monday, 0), place('a2', 'a', tuesday)];
  const groups = planGroups(engagements('a', 'b', 'c'), plan);
  expect(groups.map(({ day, rows }) => [day, rows.map(({ engagement }) => engagement.id)])).toEqual([
    ['unscheduled', ['c']],
    [monday, ['a', 'b']],
    [tuesday, ['a']],
    ['DAY_OF_WEEK_WEDNESDAY', []],
    ['DAY_OF_WEEK_THURSDAY', []],
    ['DAY_OF_WEEK_FRIDAY', []],
    ['DAY_OF_WEEK_SATURDAY', []],
    ['DAY_OF_WEEK_SUNDAY', []],
  ]);
  expect(groups[1]?.rows.map(({ isFirst, isLast }) => [isFirst, isLast])).toEqual([
    [true, false],
    [false, true],
  ]);
});

test('engagements that have ended are not planned, and a place on no known weekday is none', () => {
  const all = [engagement('a', 'ENGAGEMENT_STATUS_PAUSED'), engagement('b', 'ENGAGEMENT_STATUS_CANCELLED')];
  expect(plannable(all).map(({ id }) => id)).toEqual(['a']);
  const [odd] = engagements('a');
  odd?.scheduleTemplate.scheduleTemplateDays.push({
    id: 'a1',
    scheduleTemplateId: 'a',
    dayOfWeek: 'DAY_OF_WEEK_UNKNOWN',
    sequence: 0,
  });
  expect(savedPlan(odd ? [odd] : [])).toEqual([]);
});
