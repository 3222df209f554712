import type { Transaction } from '../database/connection.ts';
import type { World } from '../world.ts';
import {
  beginVisit,
  markRunning,
  selectToBegin,
  type ToBegin,
  takeBackStart,
  unmarkRunning,
  type WorkRow,
} from './begun-store.ts';
import { parkVisits } from './fill-store.ts';
import type { SkipRow } from './off-store.ts';

/** Used by steps and skips, in transactions that hold the engagement's visits locked. */

/** What a service's visits of a day are, and were for a worker who tapped. */
export type DayToBegin = { rows: ToBegin[]; begun: WorkRow | undefined };

/** @returns the visits of a service on a day, and those that a worker had on it at a moment; `begun` is the one that was begun */
export async function visitsToBegin(
  transaction: Transaction,
  tap: Parameters<typeof selectToBegin>[1],
): Promise<DayToBegin> {
  const rows = await selectToBegin(transaction, tap);
  const begun = rows.filter((row) => row.date.equals(tap.date)).find(isBegun);
  return { rows, begun };
}

const isBegun = (row: ToBegin): row is ToBegin & WorkRow => row.status !== null;

/**
 * Begins a visit of a day. Another one that is planned there gives way: `fill`, which comes next, finds it a place.
 * @param skip what took it off, or says that it was missed; it stands no more
 * @returns it; undefined when each visit that it could be is made already
 */
export async function begin(
  { clock }: Pick<World, 'clock'>,
  transaction: Transaction,
  day: DayToBegin,
  visit: { workerProfileId: string; date: Temporal.PlainDate; createdAt: Temporal.Instant },
  skip: Pick<SkipRow, 'id'> | undefined,
): Promise<WorkRow | undefined> {
  const { workerProfileId, date } = visit;
  const begun = openVisit(day, visit, skip);
  if (!begun) return undefined;
  const isOther = (row: ToBegin) => row !== begun && row.state === 'planned' && row.date.equals(date);
  const others = day.rows.filter(isOther).map(({ id }) => id);
  const arrivedAt = clock.now();
  if (others.length > 0) await parkVisits(transaction, others, { at: arrivedAt, by: workerProfileId });
  const wasMissed = skip !== undefined && begun.missedId === skip.id;
  return await beginVisit(transaction, begun.id, { ...visit, arrivedAt, wasMissed });
}

/** @returns the visit of a day that is taken off: the one that was missed there, or the one that would be begun */
export async function visitToTakeOff(
  transaction: Transaction,
  tap: Parameters<typeof selectToBegin>[1],
  missed: Pick<SkipRow, 'id'> | undefined,
): Promise<string | undefined> {
  return openVisit(await visitsToBegin(transaction, tap), tap, missed)?.id;
}

/** @returns the visit that a worker has on a day, or had there at the moment of the tap; else the one that is there now, or was off */
function openVisit(
  { rows }: DayToBegin,
  { date, workerProfileId }: Pick<Parameters<typeof selectToBegin>[1], 'date' | 'workerProfileId'>,
  skip: Pick<SkipRow, 'id'> | undefined,
): ToBegin | undefined {
  const open = rows.filter(({ status }) => status === null);
  const here = open.filter((row) => row.date.equals(date));
  const planned = here.filter(({ state }) => state === 'planned');
  return (
    open.find(({ offId, missedId }) => skip && (offId === skip.id || missedId === skip.id)) ??
    planned.find((row) => row.workerProfileId === workerProfileId) ??
    open.find(({ wasTheirs }) => wasTheirs) ??
    planned[0] ??
    here[0]
  );
}

/**
 * Takes back that a visit was started, so that nobody was told or charged yet. It is planned on that day again, until `fill`.
 * @param by the profile of who does it
 * @returns false when it has a photo, or the worker is on the way: then it stays
 */
export async function undoStart(
  { clock }: Pick<World, 'clock'>,
  transaction: Transaction,
  { id, engagementId }: Pick<WorkRow, 'id' | 'engagementId'>,
  by: string | null,
): Promise<boolean> {
  if (!(await takeBackStart(transaction, id, { at: clock.now(), by }))) return false;
  await unmarkRunning(transaction, engagementId);
  return true;
}

export { markRunning, unmarkRunning };

/** @returns the name of the event that the worker is on the way */
export const onTheWay = ({ id }: Pick<WorkRow, 'id'>) => `on-the-way:${id}`;

/** The moments of a visit's steps, perhaps as the database writes them: making them of text takes time. */
export type StepMoments = Record<
  'travelStartedAt' | 'travelCompletedAt' | 'workStartedAt' | 'workCompletedAt',
  Temporal.Instant | string | null
> & { createdAt: Temporal.Instant | string };

/** @returns the moment of a visit's last step */
export function lastStepAt(work: StepMoments): Temporal.Instant {
  const { workCompletedAt, workStartedAt, travelCompletedAt, travelStartedAt, createdAt } = work;
  return Temporal.Instant.from(workCompletedAt ?? workStartedAt ?? travelCompletedAt ?? travelStartedAt ?? createdAt);
}
