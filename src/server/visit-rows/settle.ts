import { randomUUIDv7 } from 'node:crypto';
import { type IsoDay, weekOf } from '#domain/iso-days.ts';
import { isEnded, isThere, type Place } from '#domain/reconcile.ts';
import type { Happening, VisitRow } from './fill-store.ts';

/**
 * Gives skips to the rows of their visits, until these are written there themselves: each to the row that is on its day,
 * else to the one that was planned there last, else to a new one. What no skip tells of any more is planned or begun again.
 * @param from the day from which on skips are known
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
    if (row)
      settled.set(row.id, { home: row.home, day, worker: worker ?? row.worker, ...endOf(row, { state, offBy }) });
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
    const own = { id: randomUUIDv7(), engagementId, madeFor: day, nth, step: null };
    made.push({ ...own, ...chosen, home: day, day, worker, state, offBy });
  }
  const isUndone = (row: VisitRow) =>
    row.day >= from &&
    !isEnded(row) &&
    (row.state === 'missed' || row.state === 'could-not' || ofPeople.includes(row.offBy ?? 'plan'));
  return [
    ...rows.map((row) => {
      const place = settled.get(row.id);
      if (place) return { ...row, ...place, was: row };
      return isUndone(row) ? { ...row, state: stateOf(row), offBy: null, was: row } : { ...row, was: row };
    }),
    ...made.map((row) => ({ ...row, was: null })),
  ];
}

const ofPeople: string[] = ['customer', 'worker', 'employee'];

/** @returns how a visit stands that nothing took off */
const stateOf = ({ step }: VisitRow): Place['state'] =>
  step === null ? 'planned' : step === 'WORK_STATUS_WORK_COMPLETED' ? 'done' : 'begun';

/** @returns how a visit ends that was taken off: one that was begun was given up */
const endOf = ({ step }: VisitRow, end: Pick<Place, 'state' | 'offBy'>) =>
  step !== null && end.state === 'off' ? ({ state: 'could-not', offBy: null } as const) : end;
