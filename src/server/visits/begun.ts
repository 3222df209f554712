import type { Transaction } from '../database/connection.ts';
import type { World } from '../world.ts';
import {
  beginVisit,
  hasHadVisit,
  lockToBegin,
  markRunning,
  type Service,
  type Tap,
  type ToBegin,
  takeBackStart,
  unmarkRunning,
  type WorkRow,
} from './begun-store.ts';
import { fillUntil } from './fill.ts';
import { parkVisits } from './fill-store.ts';
import type { SkipRow } from './off-store.ts';

/** A service with what its visits of a day are, and were for a worker who tapped. */
export type DayOfService = {
  engagement: Service;
  /** If the tap names one of them, only that one. */
  rows: ToBegin[];
  /** The one that was begun, named or not. */
  begun: (ToBegin & WorkRow) | undefined;
  /** The one that is planned on the day, named or not. */
  planned: ToBegin | undefined;
  /** What says that a visit of the day does not take place. */
  skip: SkipRow | undefined;
};

/**
 * Keeps everybody else from a service's visits until the transaction ends. What is farther ahead than other rows gets them.
 * @returns it, with its visits of a day, and those that a worker had on it at a moment; undefined when it is not there, or the visit that
 *   the tap names is another service's
 */
export async function lockDay(
  world: Pick<World, 'clock'>,
  transaction: Transaction,
  tap: Tap,
): Promise<DayOfService | undefined> {
  const { engagementId, date } = tap;
  const before = await lockToBegin(transaction, tap);
  const isFilled = before && (await fillUntil(world, transaction, engagementId, date));
  const locked = isFilled ? await lockToBegin(transaction, tap) : before;
  if (!locked || (tap.visitId && !locked.rows.some(({ id }) => id === tap.visitId))) return undefined;
  const { engagement, rows: found } = locked;
  const all = found.filter((row) => row.wasTheirs || row.missedOn?.equals(date) || isOn(row, date));
  const here = all.filter((row) => row.date.equals(date));
  // One that is off by a rule has another one in its place, or none.
  const isNamed = ({ id, state, offId, wasTheirs }: ToBegin) =>
    id === tap.visitId && (state !== 'off' || offId !== null || wasTheirs);
  const named = all.find(isNamed);
  const rows = named ? [named] : all;
  const [skip] = rows.flatMap((row) => skipsOf(row, date));
  return { engagement, rows, skip, begun: here.find(isBegun), planned: here.find(({ state }) => state === 'planned') };
}

const isOn = (row: ToBegin, date: Temporal.PlainDate) => row.date.equals(date) && row.offBy !== 'plan';

/** @returns what took a visit off on a day, or gave it up, or says that it was missed there */
function skipsOf(row: ToBegin, date: Temporal.PlainDate): SkipRow[] {
  const { engagementId, reason, seenAt, offId, offAt, missedId, missedAt, missedOn } = row;
  const { offBy, offWorkerProfileId, missedWorkerProfileId } = row;
  const of = { engagementId, date };
  if (offId && offAt && row.date.equals(date)) {
    const kind = row.state === 'off' ? 'skipped' : 'could-not';
    const workerProfileId = offWorkerProfileId;
    const skippedBy = offBy as SkipRow['skippedBy'];
    return [{ ...of, id: offId, kind, skippedBy, workerProfileId, reason, createdAt: offAt, seenAt: null }];
  }
  if (!missedId || !missedAt || !missedOn?.equals(date)) return [];
  const workerProfileId = missedWorkerProfileId;
  const missed = { kind: 'missed', skippedBy: null, reason: null } as const;
  return [{ ...of, ...missed, id: missedId, workerProfileId, createdAt: missedAt, seenAt }];
}

/** @returns the visit that is to be made on a day, which nobody has begun */
export const visitDueOn = ({ rows }: DayOfService, date: Temporal.PlainDate): ToBegin | undefined =>
  rows.find((row) => row.state === 'planned' && row.date.equals(date));

/** For how long a phone may show a service that has become another worker's. */
const routeKept = { hours: 7 * 24 };

/** @returns whether a worker has, or had until lately, a service or one of its visits around now */
export const hasPartInVisits = async (
  { clock }: Pick<World, 'clock'>,
  transaction: Transaction,
  { id: engagementId, workerProfileId: own }: Service,
  workerProfileId: string,
): Promise<boolean> =>
  own === workerProfileId ||
  (await hasHadVisit(transaction, { engagementId, workerProfileId }, clock.now().subtract(routeKept)));

const isBegun = (row: ToBegin): row is ToBegin & WorkRow => row.status !== null;

/**
 * Begins a visit of a day. Another one that is planned there gives way: `fill`, which comes next, finds it a place.
 * @param row which visit it is
 * @param skip what took it off, or says that it was missed; it stands no more
 */
export async function begin(
  { clock, settings }: Pick<World, 'clock' | 'settings'>,
  transaction: Transaction,
  day: DayOfService,
  row: ToBegin,
  visit: { workerProfileId: string; date: Temporal.PlainDate; createdAt: Temporal.Instant },
  skip: Pick<SkipRow, 'id'> | undefined,
): Promise<WorkRow> {
  const { workerProfileId } = visit;
  const { planned } = day;
  const arrivedAt = clock.now();
  if (planned && planned !== row) await parkVisits(transaction, [planned.id], { at: arrivedAt, by: workerProfileId });
  const wasMissed = skip !== undefined && row.missedId === skip.id;
  const firstFeePercent = settings.first().platformFeePercent;
  return await beginVisit(transaction, row.id, { ...visit, arrivedAt, wasMissed, firstFeePercent });
}

/**
 * @returns the visit that a worker has on a day, or had there at the moment of the tap; else the one that is there now, or was off; undefined
 *   when each that it could be is made already
 */
export function visitToBegin(
  { rows }: DayOfService,
  { date, workerProfileId }: Pick<Tap, 'date' | 'workerProfileId'>,
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
