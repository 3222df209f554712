import { expect, test } from 'vitest';
import type { Engagement } from '#contract/engagements.ts';
import { toggleDay, type WeekPlan, weekPlan } from '#domain/plan-order.ts';
import { buildEngagement, buildEngagements, place } from '#web/testing/engagements.ts';
import { isSamePlan, lostEngagements, planGroups, plannable, rebase, savedPlan } from './plan-edits.ts';

const monday = 'DAY_OF_WEEK_MONDAY';
const tuesday = 'DAY_OF_WEEK_TUESDAY';
const wednesday = 'DAY_OF_WEEK_WEDNESDAY';

const base = [place('a1', 'a', monday), place('b1', 'b', monday, 1)];
const now = weekPlan(base);
const rebased = (plan: WeekPlan, there: Engagement[]) => rebase({ base: now, plan }, there);

test('the same day added here and on another device is there once', () => {
  const there = buildEngagements(['a', 'b', 'c'], [...base, place('c1', 'c', monday, 2)]);
  expect(isSamePlan(rebased(toggleDay(now, 'c', monday), there), savedPlan(there))).toBe(true);
});

test('what was saved half way is not left to be saved', () => {
  const plan = { ...toggleDay(now, 'c', tuesday), [monday]: ['b', 'a'] };
  const there = buildEngagements(['a', 'b', 'c'], [...base, place('c1', 'c', tuesday)]);
  expect(rebased(plan, there)).toEqual(plan);
});

test('what was changed on another device stays, of one that was changed on both what was done here', () => {
  const there = buildEngagements(
    ['a', 'b', 'c', 'd'],
    [place('a1', 'a', tuesday), place('b1', 'b', wednesday), place('d1', 'd', tuesday)],
  );
  const moved = toggleDay(toggleDay(now, 'a', monday), 'a', wednesday);
  expect(rebased(toggleDay(moved, 'c', tuesday), there)).toMatchObject({
    [monday]: [],
    [tuesday]: ['c', 'd'],
    [wednesday]: ['a', 'b'],
  });
});

test('an engagement that another worker has claimed drops out of the edits', () => {
  const plan = toggleDay(now, 'c', monday);
  expect(rebased(plan, buildEngagements(['a', 'b'], base))).toEqual(now);
  const edits = { base: now, plan, engagements: buildEngagements(['a', 'b', 'c', 'd']) };
  expect(lostEngagements(edits, buildEngagements(['a', 'b'])).map(({ id }) => id)).toEqual(['c']);
  expect(lostEngagements(edits, buildEngagements(['a', 'b', 'c']))).toEqual([]);
});

test('the plan is Unscheduled first, then Monday to Sunday, each in its order', () => {
  const plan = weekPlan([place('b1', 'b', monday, 1), place('a1', 'a', monday, 0), place('a2', 'a', tuesday)]);
  const groups = planGroups(buildEngagements(['a', 'b', 'c']), plan);
  expect(groups.map(({ day, rows }) => [day, rows.map((row) => [row.engagement.id, row.day, row.index])])).toEqual([
    ['unscheduled', [['c', 'unscheduled', 0]]],
    [
      monday,
      [
        ['a', monday, 0],
        ['b', monday, 1],
      ],
    ],
    [tuesday, [['a', tuesday, 0]]],
    [wednesday, []],
    ['DAY_OF_WEEK_THURSDAY', []],
    ['DAY_OF_WEEK_FRIDAY', []],
    ['DAY_OF_WEEK_SATURDAY', []],
    ['DAY_OF_WEEK_SUNDAY', []],
  ]);
});

test('engagements that have ended are not planned', () => {
  const all = [buildEngagement('a', 'ENGAGEMENT_STATUS_PAUSED'), buildEngagement('b', 'ENGAGEMENT_STATUS_CANCELLED')];
  expect(plannable(all).map(({ id }) => id)).toEqual(['a']);
});
