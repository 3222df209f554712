import type { ErrorCode } from '#contract/errors.ts';
import { businessDay, calendarDay, dayLabel, isBefore, longDayLabel } from '#domain/calendar.ts';
import { farthestMove } from '#domain/schedule-rules.ts';
import { isWorkOver } from '#domain/visit-class.ts';
import type { Transaction } from '../database/connection.ts';
import { ApiError } from '../http/errors.ts';
import type { World } from '../world.ts';
import { requireWorker } from './people.ts';
import { type SeenVisit, selectRests, selectTaken, selectWorkers } from './store.ts';

/** Where a visit is; the worker null for a visit of nobody. */
export type Spot = { day: Temporal.PlainDate; workerProfileId: string | null };
/** Where a visit is to go. */
export type Target = Spot & { workerProfileId: string };
/** A visit as it is, as somebody has seen it, and where it is to be; null when it is to be left out. */
export type Asked = { row: SeenVisit; seen: Target; isOff: boolean; to: Target | null; reason: string | null };
/** Why a visit cannot be as asked for, and the field of a move that says so. */
export type Refusal = { code: ErrorCode; field: 'date' | 'toDate' | 'toWorkerProfileId'; message: string };
/** The names of workers by their profiles. */
export type Names = ReadonlyMap<string, string>;

export const isSame = (one: Spot, other: Spot): boolean =>
  one.day.equals(other.day) && one.workerProfileId === other.workerProfileId;

/** Whether people took a visit off that is to come. */
export const isOffByPeople = ({ state, offBy }: SeenVisit): boolean =>
  state === 'off' && (offBy === 'customer' || offBy === 'worker' || offBy === 'employee');

/** Whether a visit is as asked for by now: the answer may have been lost. */
export const isAsAsked = ({ row, seen, to }: Asked): boolean =>
  to
    ? ['planned', 'begun', 'done', 'missed'].includes(row.state) && isSame(row, to)
    : isOffByPeople(row) && row.day.equals(seen.day);

/** Whether a visit that makes up for a missed one is to stand as missed again. */
export const isBackToMissed = ({ row, to }: Asked): boolean =>
  row.state === 'planned' && to !== null && row.missedOn?.equals(to.day) === true;

/** What has become of a visit; undefined for one that no plan wants anymore. */
type Kind = 'begun' | 'due' | 'skipped' | 'missed' | undefined;

function kindOf(row: SeenVisit): Kind {
  if (row.state === 'planned') return 'due';
  if (isOffByPeople(row)) return 'skipped';
  if (row.state === 'missed' && row.step === null) return 'missed';
  return row.state === 'off' ? undefined : 'begun';
}

/** For how many days a missed visit can be made up. */
const daysToMakeUp = 14;

/** @returns why a visit that is, or was, on a day cannot be moved; undefined if it can. A missed one can be made up */
export function whyNotMoved(
  row: SeenVisit | undefined,
  { isServed, day, today }: { isServed: boolean; day: Temporal.PlainDate; today: Temporal.PlainDate },
): string | undefined {
  const kind = row && kindOf(row);
  if (!isServed) return 'This service is paused or has ended, so nobody makes its visits.';
  if (kind === 'begun') return 'This visit has begun already.';
  if (kind === 'skipped') return 'This visit was taken off. Put it back first.';
  if (isBefore(day, kind === 'missed' ? today.subtract({ days: daysToMakeUp }) : today)) return 'This day is over.';
  return kind ? undefined : 'No visit is due on this day anymore.';
}

const refusal = (field: Refusal['field'], message: string, code: ErrorCode = 'INVALID_INPUT'): Refusal => ({
  ...{ code, field, message },
});
const away = refusal('toDate', 'The customer is away on this day.');
const already = refusal('toDate', 'This service has a visit on that day already.');
const takenOff = refusal('toDate', 'The visit of this service on that day was taken off. Put that one back instead.');
/** Of a visit that is elsewhere than it was to be. */
export const kept = refusal('toDate', 'Another visit or a day off keeps it from there.');

/** @returns why a visit is not as it was seen, or cannot be changed. @param maker the name of its worker */
function whyNot({ row, seen, isOff, to }: Asked, today: Temporal.PlainDate, maker: string | null) {
  const kind = kindOf(row);
  if (isOff && kind === 'skipped') {
    if (row.offBy !== 'employee') return refusal('date', 'The customer or the worker has skipped this visit.');
  } else {
    if (kind === 'missed' && !isSame(row, seen))
      return refusal('date', `This visit was missed on ${dayLabel(row.day)}.`, 'CONFLICT');
    const isElsewhere = kind && kind !== 'skipped' && (isOff || !isSame(row, seen));
    const meanwhile = `This visit was moved meanwhile: ${maker ? `${maker} makes it` : 'it is'} on ${dayLabel(row.day)}.`;
    if (isElsewhere) return refusal('date', meanwhile, 'CONFLICT');
    if (row.offBy === 'hold' && to?.day.equals(row.day)) return away;
  }
  const asIs = isOff && kind === 'skipped' ? { ...row, state: 'planned' as const } : row;
  const message = whyNotMoved(asIs, { ...row, today });
  return message === undefined ? undefined : refusal('date', message, 'NOT_ALLOWED_NOW');
}

/**
 * Says of visits why they cannot be as asked for. A fixed number of statements for any number of visits.
 * @returns by the ids of those that cannot
 */
export async function refusedOf(
  { clock }: Pick<World, 'clock'>,
  transaction: Transaction,
  asked: readonly Asked[],
  names: Names,
): Promise<Map<string, Refusal>> {
  const now = clock.now();
  const today = businessDay(now);
  const refused = new Map<string, Refusal>();
  const refuse = ({ row }: Asked, why: Refusal | undefined) => why && refused.set(row.id, why);
  for (const one of asked) {
    refuse(one, whyNot(one, today, (one.row.workerProfileId && names.get(one.row.workerProfileId)) || null));
  }
  const goes = asked.flatMap((one) =>
    one.to && !refused.has(one.row.id) && !isBackToMissed(one) ? [{ ...one, to: one.to }] : [],
  );
  if (goes.length === 0) return refused;
  const rests = await selectRests(
    transaction,
    goes.map(({ row: { engagementId }, to }) => ({ engagementId, ...to })),
  );
  const given = goes.filter(({ row, to }) => to.workerProfileId !== row.workerProfileId);
  const closed = await refusedWorkers(transaction, new Set(given.map(({ to }) => to.workerProfileId)));
  for (const [at, one] of goes.entries()) {
    const { home } = one.row;
    const { day, workerProfileId: worker } = one.to;
    const { dayOff, isWorkerOff, isAway } = rests[at] ?? {};
    const planned = longDayLabel(calendarDay(home));
    const isFar = Math.abs(home.until(day).days) > farthestMove;
    const tooFar = `A visit can be moved by ${farthestMove} days at most; this one was planned for ${planned}.`;
    if (isBefore(day, today)) refuse(one, refusal('toDate', 'A visit cannot be moved to the past.'));
    else if (isWorkOver(day, now)) refuse(one, refusal('toDate', 'The work of this day is over.'));
    else if (isFar) refuse(one, refusal('toDate', tooFar));
    else if (dayOff) refuse(one, refusal('toDate', `Nobody works on this day: ${dayOff}.`));
    else if (isWorkerOff) {
      refuse(one, refusal('toWorkerProfileId', `${names.get(worker) ?? 'This worker'} is off on ${dayLabel(day)}.`));
    } else if (isAway) refuse(one, away);
    else if (given.includes(one)) refuse(one, closed.get(worker));
  }
  const days = goes.map(({ to }) => to.day);
  const taken = await selectTaken(transaction, [...new Set(goes.map(({ row }) => row.engagementId))], days);
  // One that cannot leave its day keeps others from it.
  for (let before = -1; before < refused.size; ) {
    before = refused.size;
    const going = goes.filter(({ row, to }) => !refused.has(row.id) && !to.day.equals(row.day));
    for (const [at, one] of going.entries()) {
      const isThere = (service: string, day: Temporal.PlainDate) =>
        service === one.row.engagementId && day.equals(one.to.day);
      const others = taken.filter(
        ({ id, engagementId, day }) => isThere(engagementId, day) && !going.some(({ row }) => row.id === id),
      );
      const isMet = going.slice(0, at).some(({ row, to }) => isThere(row.engagementId, to.day));
      if (isMet || others.some(({ state }) => state !== 'off')) refuse(one, already);
      else if (others.length > 0) refuse(one, takenOff);
    }
  }
  return refused;
}

/** @returns the names of the workers of some spots; asks for nothing without any */
export async function namesOf(transaction: Transaction, spots: readonly Spot[]): Promise<Map<string, string>> {
  const ids = [...new Set(spots.flatMap(({ workerProfileId }) => workerProfileId ?? []))];
  if (ids.length === 0) return new Map();
  const workers = await selectWorkers(transaction, ids);
  return new Map(workers.map(({ contact, name }) => [contact.profileId, name]));
}

/** @returns why no visits can be given to those of some workers to whom none can be given */
async function refusedWorkers(transaction: Transaction, ids: ReadonlySet<string>): Promise<Map<string, Refusal>> {
  const refused = new Map<string, Refusal>();
  if (ids.size === 0) return refused;
  const free = (await selectWorkers(transaction, [...ids])).filter(
    ({ isClosed, isApproved, isOnboarded }) => !isClosed && isApproved && isOnboarded,
  );
  for (const id of ids) {
    if (free.some(({ contact }) => contact.profileId === id)) continue;
    try {
      await requireWorker(transaction, id, 'body.toWorkerProfileId');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused.set(id, refusal('toWorkerProfileId', error.message));
    }
  }
  return refused;
}
