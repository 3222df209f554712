import type { HolidayEffect } from '#contract/holidays.ts';
import { weekOf } from '#domain/iso-days.ts';
import type { Transaction } from '../database/connection.ts';
import { firstWeekBeyond, wantedInWeek } from '../visits/days.ts';
import type { World } from '../world.ts';
import { selectNames, selectOnWeekday, selectWaiting, type Waiting } from './store.ts';

/** What becomes of no visits. */
export const noEffect: HolidayEffect = { moved: 0, leftOut: 0, workers: [] };

/** @returns the visits that are to come on a day; those without rows yet as their plans want them, by their services */
export async function waitingOn(world: World, transaction: Transaction, day: Temporal.PlainDate): Promise<Waiting[]> {
  const rows = await selectWaiting(transaction, day);
  const week = weekOf(day.toString());
  if (week < firstWeekBeyond(world)) return rows;
  const wanted = await wantedInWeek(transaction, await selectOnWeekday(transaction, day), week);
  const further = [...wanted].flatMap(([id, days]) => {
    const worker = days.find((one) => one.day === day.toString())?.plan.worker;
    return worker ? [{ id, workerProfileId: worker, hasRow: false }] : [];
  });
  return [...rows, ...further];
}

/**
 * @param waiting the visits of a day before it became a day off
 * @returns what became of them, and for each worker how many go to the other day, and how many others are there
 */
export async function effectOf(
  world: World,
  transaction: Transaction,
  { movedTo }: { movedTo: Temporal.PlainDate | null },
  waiting: readonly Waiting[],
): Promise<HolidayEffect> {
  if (!movedTo) return { ...noEffect, leftOut: waiting.length };
  const there = await waitingOn(world, transaction, movedTo);
  const [own, all] = [idsOf(waiting), idsOf(there)];
  // One without a row goes there unless its service has one on that day.
  const moved = waiting.filter(({ id, hasRow }) => all.has(id) === hasRow);
  const others = there.filter(({ id, hasRow }) => !hasRow || !own.has(id));
  const [goes, stays] = [byWorker(moved), byWorker(others)];
  const names = await selectNames(transaction, [...goes.keys()]);
  const workers = names.map(({ id, name }) => ({
    name,
    moved: goes.get(id)?.length ?? 0,
    there: stays.get(id)?.length ?? 0,
  }));
  return { ...noEffect, moved: moved.length, leftOut: waiting.length - moved.length, workers };
}

const idsOf = (visits: readonly Waiting[]) => new Set(visits.map(({ id }) => id));
const byWorker = (visits: readonly Waiting[]) => Map.groupBy(visits, ({ workerProfileId }) => workerProfileId);
