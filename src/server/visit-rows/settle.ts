import { randomUUIDv7 } from 'node:crypto';
import { type IsoDay, weekOf } from '#domain/iso-days.ts';
import { isEnded, isThere, type Place } from '#domain/reconcile.ts';
import type { Happening, VisitRow } from './fill-store.ts';

/**
 * Gives works and skips to the rows of their visits, until these are written there themselves: each to the row that is on its day,
 * else to the one that was planned there when it was tapped, else to a new one. What neither a work nor a skip tells of any more is planned again.
 * @param from the day from which on works and skips are known
 * @returns all rows as they are then; `was` is as it is in the table, null of a new one
 */
export function settle(
  engagementId: string,
  rows: readonly VisitRow[],
  happened: readonly Happening[],
  from: IsoDay,
): (VisitRow & { was: VisitRow | null })[] {
  const settled = new Map<string, Place>();
  const made: VisitRow[] = [];
  const isFree = ({ id }: VisitRow) => !settled.has(id);
  const inOrder = [...happened].sort((one, other) => (one.day < other.day ? -1 : 1));
  const left = inOrder.filter(({ day, worker, state, offBy }) => {
    const there = rows.filter((row) => row.day === day && isFree(row) && !isEnded(row));
    // Of several on one day the one that was settled so before keeps what settled it.
    const row = there.find((one) => one.state === state) ?? there.find(isThere) ?? there[0];
    if (row) settled.set(row.id, { home: row.home, day, worker: worker ?? row.worker, state, offBy });
    return !row;
  });
  for (const { day, worker, state, offBy, wasOn } of left) {
    const row = rows.find(
      ({ id, state: is }) => id === wasOn && !settled.has(id) && (is === 'planned' || is === 'off'),
    );
    if (row) {
      settled.set(row.id, { home: row.home, day, worker: worker ?? row.worker, state, offBy });
      continue;
    }
    const nth = [...rows, ...made].filter(({ madeFor }) => weekOf(madeFor) === weekOf(day)).length;
    const chosen = { setDay: null, setWorker: null, setAt: 0 };
    made.push({ id: randomUUIDv7(), engagementId, madeFor: day, nth, ...chosen, home: day, day, worker, state, offBy });
  }
  const isUndone = (row: VisitRow) =>
    row.day >= from &&
    !isEnded(row) &&
    (['customer', 'worker', 'employee'] as unknown[]).includes(row.offBy ?? 'worker');
  return [
    ...rows.map((row) => {
      const place = settled.get(row.id);
      if (place) return { ...row, ...place, was: row };
      if (row.state === 'planned' || !isUndone(row)) return { ...row, was: row };
      return { ...row, state: 'planned' as const, offBy: null, was: row };
    }),
    ...made.map((row) => ({ ...row, was: null })),
  ];
}
