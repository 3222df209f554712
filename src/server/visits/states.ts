import type { WorkStatus } from '#domain/enums.ts';
import { firstDayToCome } from '#domain/visit-class.ts';
import { differing, record, why } from '../changes/record.ts';
import type { Transaction } from '../database/connection.ts';
import { type Caller, profileIds } from '../http/access.ts';
import { ApiError, notFound } from '../http/errors.ts';
import type { World } from '../world.ts';
import {
  beginVisit,
  lockWorkRow,
  markRunning,
  moveWork,
  stepTimes,
  type ToBegin,
  takeBackStart,
  unmarkRunning,
  type WorkRow,
} from './begun-store.ts';
import type { DayOfService } from './days.ts';
import { fill } from './fill.ts';
import { parkVisits } from './fill-store.ts';
import { firstOpenDay, insertMissed, type SkipRow, selectOff, setOff, setSeen, takeBackOff } from './off-store.ts';

/**
 * The states of a visit, and what leads from one to another. Each act is one function on one row. What follows for the visits of the
 * service by plans, days off, days away and pauses, `fill` writes.
 *
 * | state     | it                                            | comes about by                                                     |
 * | --------- | --------------------------------------------- | ------------------------------------------------------------------ |
 * | planned   | is to be made, on its day by its worker       | `fill`, which makes the row; `undoStart`, `putBack`                |
 * | begun     | is under way: `step` says how far             | `begin`, and `takeStep` from one step to the next                  |
 * | done      | was made                                      | `takeStep`, the last one; `undoStep` makes it begun again          |
 * | could-not | was begun and given up                        | `takeOff`; `putBack` makes it begun again                          |
 * | off       | does not take place: `offBy` says who or what | `takeOff`, if people do it; else `fill`                            |
 * | missed    | was not begun, or left, and its day is over   | `settleMissed`, by night `closeDays`; `chooseVisits` makes it up   |
 *
 * On another day, or to another worker, staff put a visit by `chooseVisits` in `fill.ts`.
 */

export type { SkipRow, WorkRow };

/**
 * Begins a visit of a day, and sets its service running. Another one that is planned there gives way.
 * @param row which visit it is
 * @param skip what took it off, or says that it was missed; it stands no more
 */
export async function begin(
  world: Pick<World, 'clock' | 'settings'>,
  transaction: Transaction,
  { engagement, planned }: DayOfService,
  row: ToBegin,
  visit: { workerProfileId: string; date: Temporal.PlainDate; createdAt: Temporal.Instant },
  skip: Pick<SkipRow, 'id'> | undefined,
): Promise<WorkRow> {
  const { workerProfileId } = visit;
  const arrivedAt = world.clock.now();
  if (planned && planned !== row) await parkVisits(transaction, [planned.id], { at: arrivedAt, by: workerProfileId });
  const wasMissed = skip !== undefined && row.missedId === skip.id;
  const firstFeePercent = world.settings.first().platformFeePercent;
  const begun = await beginVisit(transaction, row.id, { ...visit, arrivedAt, wasMissed, firstFeePercent });
  if (engagement.status === 'ENGAGEMENT_STATUS_ACCEPTED') await markRunning(transaction, engagement.id);
  await fill(world, transaction, [engagement.id], workerProfileId);
  return begun;
}

/**
 * Reads a visit, and keeps everybody else from its service's visits until the transaction ends.
 * @param workerProfileId whose it has to be; anybody's unless given
 * @returns it, whether its worker's account is closed, and whether it was skipped after it was begun
 * @throws ApiError NOT_FOUND
 */
export async function lockWork(
  transaction: Transaction,
  workId: string,
  workerProfileId?: string,
): Promise<{ work: WorkRow; isLeft: boolean; isSkipped: boolean }> {
  const locked = await lockWorkRow(transaction, workId, workerProfileId ?? null);
  if (!locked) throw notFound('Visit');
  return locked;
}

/**
 * Takes a visit one step on.
 * @param at when that was tapped
 * @param by the profile of who takes it; `finishedBy`: the employee who finishes it for its worker
 * @throws ApiError CONFLICT when it is at another step by now
 */
export async function takeStep(
  { clock }: Pick<World, 'clock'>,
  transaction: Transaction,
  work: WorkRow,
  status: WorkStatus,
  at: Temporal.Instant,
  { by, ...finished }: { by: string | null; finishedBy?: string | null },
): Promise<WorkRow> {
  const arrivedAt = clock.now();
  const taken = { ...stepTimes(status, at), arrivedAt, ...finished };
  return requireMoved(await moveWork(transaction, work, status, taken, { at: arrivedAt, by }));
}

/** Takes the last step of a visit back, other than its start. @throws ApiError CONFLICT when it is at another step by now */
export async function undoStep(
  { clock }: Pick<World, 'clock'>,
  transaction: Transaction,
  work: WorkRow,
  before: WorkStatus,
  by: string,
): Promise<WorkRow> {
  const undone = { ...stepTimes(work.status, null), arrivedAt: null };
  return requireMoved(await moveWork(transaction, work, before, undone, { at: clock.now(), by }));
}

function requireMoved(moved: WorkRow | undefined): WorkRow {
  if (!moved) throw new ApiError('CONFLICT', 'This visit was changed at the same time. Please reload and try again.');
  return moved;
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

/**
 * Takes visits off that are to come, or gives them up, of services that the transaction has locked.
 * @param how `wasMissed`: whether they counted as missed until now; `by`: the profile of who does so
 */
export async function takeOff(
  world: World,
  transaction: Transaction,
  caller: Caller,
  visitIds: readonly string[],
  off: Parameters<typeof setOff>[2],
  { wasMissed, isNoAccess, by }: { wasMissed: boolean; isNoAccess: boolean; by: string | null },
): Promise<SkipRow[]> {
  const skips = await setOff(transaction, visitIds, off, wasMissed, { at: world.clock.now(), by });
  await fill(world, transaction, [...new Set(skips.map(({ engagementId }) => engagementId))], by);
  if (off.kind === 'could-not') for (const { engagementId } of skips) await unmarkRunning(transaction, engagementId);
  await recordSkips(world, transaction, caller, 'visit-skipped', skips, isNoAccess);
  return skips;
}

/**
 * Puts visits back that were taken off, of services that the transaction has locked.
 * @param by the profile of who does so
 */
export async function putBack(
  world: World,
  transaction: Transaction,
  caller: Caller,
  skips: readonly (Pick<SkipRow, 'id' | 'engagementId' | 'date' | 'reason'> & { kind?: SkipRow['kind'] })[],
  by: string | null,
): Promise<void> {
  for (const { kind, engagementId } of skips) if (kind === 'could-not') await markRunning(transaction, engagementId);
  await recordSkips(world, transaction, caller, 'skip-undone', skips);
  const ids = skips.map(({ id }) => id);
  await takeBackOff(transaction, ids, { at: world.clock.now(), by });
  await fill(world, transaction, [...new Set(skips.map(({ engagementId }) => engagementId))], by);
}

/** Writes skips, or that they are taken back, into the record of changes. */
async function recordSkips(
  world: World,
  transaction: Transaction,
  { userId: by }: Caller,
  kind: 'visit-skipped' | 'skip-undone',
  skips: readonly Pick<SkipRow, 'engagementId' | 'date' | 'reason'>[],
  isNoAccess = false,
): Promise<void> {
  const changes = skips.map(({ engagementId: subjectId, date, reason }) => {
    const values = { date: date.toString(), noAccess: isNoAccess || undefined };
    const fields = [...differing(undefined, values), ...(kind === 'visit-skipped' ? why(reason) : [])];
    return { kind, by, subjectId, fields };
  });
  await record(world, transaction, changes);
}

/** Lets visits of a service be as if people had not taken them off, before its plan changes. */
export async function forgetOff(
  { clock }: Pick<World, 'clock'>,
  transaction: Transaction,
  engagementId: string,
  from: Temporal.PlainDate,
  isOne: (visit: { home: Temporal.PlainDate; setDay: Temporal.PlainDate | null }) => boolean,
): Promise<void> {
  const off = (await selectOff(transaction, engagementId, from)).filter(isOne);
  const ids = off.map(({ offId }) => offId);
  await takeBackOff(transaction, ids, { at: clock.now(), by: null });
}

/**
 * Records what was missed of services until now, before their plan or their worker changes: on a day whose work is over and
 * that is not closed yet nobody can come any more, and who did not come is who was to come. The engagements are locked.
 */
export async function settleMissed(
  { clock }: Pick<World, 'clock'>,
  transaction: Transaction,
  engagementIds: readonly string[],
): Promise<void> {
  if (engagementIds.length === 0) return;
  const now = clock.now();
  const toCome = firstDayToCome(now);
  let day = (await firstOpenDay(transaction)) ?? toCome;
  for (; Temporal.PlainDate.compare(day, toCome) < 0; day = day.add({ days: 1 })) {
    await insertMissed(transaction, { day, state: 'planned', engagementIds }, now);
  }
}

/** Notes that a visit was missed whose worker began it once its day was over, and did not set off. */
export async function setMissedLate(
  world: Pick<World, 'clock'>,
  transaction: Transaction,
  { engagementId, date: day, workerProfileId }: Pick<WorkRow, 'engagementId' | 'date' | 'workerProfileId'>,
): Promise<void> {
  await insertMissed(transaction, { day, state: 'planned', engagementIds: [engagementId] }, world.clock.now());
  await fill(world, transaction, [engagementId], workerProfileId);
}

/**
 * Decides on a missed visit, for staff: it stays missed, and is off their desk, or on it again. A repeat changes nothing, and nobody else
 * decides.
 */
export async function letGo(
  world: World,
  transaction: Transaction,
  caller: Caller,
  { id, engagementId: subjectId, date, seenAt }: Pick<SkipRow, 'id' | 'engagementId' | 'date' | 'seenAt'>,
  { isSeen, reason = null }: { isSeen: boolean; reason?: string | null },
): Promise<void> {
  const [seenBy] = profileIds(caller, 'PROFILE_TYPE_EMPLOYEE');
  if (!seenBy || (seenAt !== null) === isSeen) return;
  await setSeen(transaction, id, isSeen ? { seenAt: world.clock.now(), seenBy } : { seenAt: null, seenBy: null });
  const fields = [...differing({ isSeen: !isSeen }, { isSeen, date: date.toString() }), ...why(reason)];
  await record(world, transaction, { kind: 'missed-visit-seen', by: caller.userId, subjectId, fields });
}

/** @returns the name of the event that the worker is on the way */
export const onTheWay = ({ id }: Pick<WorkRow, 'id'>) => `on-the-way:${id}`;
