import { expect, test } from 'vitest';
import type { Engagement } from '#contract/engagements.ts';
import { type PlanDay, planCalls, toggleDay, type WantedPlace, type WeekPlan, weekPlan } from '#domain/plan-order.ts';
import { type ApiFailure, toFailure } from '#web/api/failure.ts';
import { buildEngagements, place } from '#web/testing/engagements.ts';
import type { PlanEdits } from './plan-edits.ts';
import { freshEdits, savePlan } from './save-plan.ts';

const monday = 'DAY_OF_WEEK_MONDAY';
const says = (status: number, errorCode: string) => toFailure({ status, data: { message: errorCode, errorCode } });
const claimed = says(409, 'ALREADY_CLAIMED');

/** A server with these engagements, each on its places; what it is told to do goes to `calls`. */
function serverWith(ids: string[], days: PlanDay[] = []) {
  const calls: string[][] = [];
  const lost: string[] = [];
  let there = buildEngagements(ids, days);
  const failures: { failure: ApiFailure; without: string }[] = [];
  return {
    calls,
    lost,
    /** The next save fails, and by then an engagement is gone. */
    failsNext: (failure: ApiFailure, without = '') => failures.push({ failure, without }),
    outside: {
      reload: async () => there,
      saveDays: async (saved: readonly PlanDay[], wanted: readonly WantedPlace[]) => {
        const { created, updated, deleted } = planCalls(saved, wanted, () => 'new');
        calls.push([created, updated, deleted].map((of) => of.map((one) => one.scheduleTemplateId).join(' ')));
        const next = failures.shift();
        if (!next) return;
        there = there.filter(({ id }) => id !== next.without);
        throw next.failure;
      },
      onLost: (_: PlanEdits, gone: readonly Engagement[]) => void lost.push(...gone.map(({ id }) => id)),
    },
  };
}

const edits = (...ids: string[]): PlanEdits => ({
  base: weekPlan([]),
  plan: ids.reduce<WeekPlan>((plan, id) => toggleDay(plan, id, monday), weekPlan([])),
  engagements: buildEngagements(ids),
});

test('of several claims the one that is lost drops out, is named, and the others are saved', async () => {
  const { outside, calls, lost, failsNext } = serverWith(['a', 'b', 'c', 'd']);
  failsNext(claimed, 'b');
  failsNext(says(404, 'NOT_FOUND'), 'd');
  await savePlan(edits('a', 'b', 'c', 'd'), outside);
  expect(calls).toEqual([
    ['a b c d', '', ''],
    ['a c d', '', ''],
    ['a c', '', ''],
  ]);
  expect(lost).toEqual(['b', 'd']);
});

test('a save that fails for another reason ends with that reason, though something was lost meanwhile', async () => {
  const { outside, calls, lost, failsNext } = serverWith(['a', 'b']);
  failsNext(claimed, 'b');
  const failure = says(403, 'NOT_ONBOARDED');
  failsNext(failure);
  await expect(savePlan(edits('a', 'b'), outside)).rejects.toBe(failure);
  expect(calls).toEqual([
    ['a b', '', ''],
    ['a', '', ''],
  ]);
  expect(lost).toEqual(['b']);
});

test('a save that gets no answer, and one after which nothing can be loaded, tell of themselves', async () => {
  const unanswered = toFailure({ status: 'FETCH_ERROR', error: 'TypeError: Failed to fetch' });
  const first = serverWith(['a']);
  first.failsNext(unanswered, 'a');
  await expect(savePlan(edits('a'), first.outside)).rejects.toBe(unanswered);
  expect(first.lost).toEqual([]);

  const second = serverWith(['a']);
  second.failsNext(claimed, 'a');
  let loads = 0;
  const reload = async () => {
    loads += 1;
    if (loads > 1) throw unanswered;
    return await second.outside.reload();
  };
  await expect(savePlan(edits('a'), { ...second.outside, reload })).rejects.toBe(claimed);
});

test('after an answer that was lost only the rest is sent, and edits that nothing is left of are none', async () => {
  const { outside, calls } = serverWith(['a', 'b'], [place('a1', 'a', monday)]);
  await savePlan(edits('a', 'b'), outside);
  expect(calls).toEqual([['b', '', '']]);
  const gone = serverWith([]);
  const { fresh } = await freshEdits(edits('a'), gone.outside);
  expect([fresh.plan, gone.lost]).toEqual([weekPlan([]), ['a']]);
});
