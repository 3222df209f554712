import { expect, test } from 'vitest';
import { movePlace, planChanges, toggleDay } from '#domain/plan-order.ts';
import { lostEngagements, planGroups, plannable, rebase, savedPlan } from './plan-edits.ts';
import { engagement, engagements, place } from './plan-fixtures.ts';

const monday = 'DAY_OF_WEEK_MONDAY';
const tuesday = 'DAY_OF_WEEK_TUESDAY';

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
