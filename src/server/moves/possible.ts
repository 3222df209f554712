import { businessDay, calendarDay, dayLabel, isBefore, longDayLabel } from '#domain/calendar.ts';
import { farthestMove } from '#domain/schedule-rules.ts';
import { isWorkOver } from '#domain/visit-class.ts';
import type { Transaction } from '../database/connection.ts';
import { ApiError } from '../http/errors.ts';
import type { World } from '../world.ts';
import { requireWorker } from './people.ts';
import { selectRests, selectWorkers } from './store.ts';

/** Where a visit is; the worker null for a visit of nobody. */
export type Spot = { day: Temporal.PlainDate; workerProfileId: string | null };
/** Where a visit is to go. */
export type Target = Spot & { workerProfileId: string };

export const isSame = (one: Spot, other: Spot): boolean =>
  one.day.equals(other.day) && one.workerProfileId === other.workerProfileId;

/** @param who the name of the worker who makes it */
export const movedMeanwhile = (day: Temporal.PlainDate, who: string | null): string =>
  `This visit was moved meanwhile: ${who ? `${who} makes it` : 'it is'} on ${dayLabel(day)}.`;

export const away = 'The customer is away on this day.';
const already = 'This service has a visit on that day already.';
const takenOff = 'The visit of this service on that day was taken off. Put that one back instead.';

/** What has become of a visit; undefined for one that no plan wants anymore. */
export type Kind = 'begun' | 'due' | 'skipped' | 'missed' | undefined;

/** @returns why a visit cannot be moved; undefined if it can. A missed one can be made up */
export function whyNotMoved(isServed: boolean, kind: Kind, date: Temporal.PlainDate, today: Temporal.PlainDate) {
  if (!isServed) return 'This service is paused or has ended, so nobody makes its visits.';
  if (kind === 'begun') return 'This visit has begun already.';
  if (kind === 'skipped') return 'This visit was taken off. Put it back first.';
  if (kind !== 'missed' && isBefore(date, today)) return 'This day is over.';
  return kind ? undefined : 'No visit is due on this day anymore.';
}

type Wanted = {
  engagementId: string;
  /** Where the plan has it. */
  home: Temporal.PlainDate;
  from: Spot;
  to: Target;
  /** What has become of another visit that its service has on that day; undefined without one. */
  taken: Kind;
};
export type Refusal = { field: 'toDate' | 'toWorkerProfileId'; message: string };

/**
 * Says of visits why they cannot go where they are to go. A fixed number of statements for any number of visits.
 * @returns in their order; undefined for those that can go there
 */
export async function refusalsOf(
  { clock }: Pick<World, 'clock'>,
  transaction: Transaction,
  wanted: readonly Wanted[],
): Promise<(Refusal | undefined)[]> {
  const now = clock.now();
  const today = businessDay(now);
  const rests = await selectRests(
    transaction,
    wanted.map(({ engagementId, to }) => ({ engagementId, ...to })),
  );
  const isGiven = ({ from, to }: Wanted) => to.workerProfileId !== from.workerProfileId;
  const closed = await refusedWorkers(
    transaction,
    new Set(wanted.filter(isGiven).map((one) => one.to.workerProfileId)),
  );
  const names = await namesOf(
    transaction,
    wanted.filter((_, at) => rests[at]?.isWorkerOff).map((one) => one.to),
  );
  return wanted.map((one, at) => {
    const { home, from, to, taken } = one;
    const day = (message: string): Refusal => ({ field: 'toDate', message });
    const worker = (message: string): Refusal => ({ field: 'toWorkerProfileId', message });
    if (isBefore(to.day, today)) return day('A visit cannot be moved to the past.');
    if (isWorkOver(to.day, now)) return day('The work of this day is over.');
    if (Math.abs(home.until(to.day).days) > farthestMove) {
      const planned = longDayLabel(calendarDay(home));
      return day(`A visit can be moved by ${farthestMove} days at most; this one was planned for ${planned}.`);
    }
    const rest = rests[at];
    if (rest?.dayOff) return day(`Nobody works on this day: ${rest.dayOff}.`);
    if (rest?.isWorkerOff)
      return worker(`${names.get(to.workerProfileId) ?? 'This worker'} is off on ${dayLabel(to.day)}.`);
    if (rest?.isAway) return day(away);
    if (!from.day.equals(to.day) && taken) return day(taken === 'skipped' ? takenOff : already);
    const refused = isGiven(one) && closed.get(to.workerProfileId);
    return refused ? worker(refused) : undefined;
  });
}

/** @returns the names of the workers of some spots; asks for nothing without any */
export async function namesOf(transaction: Transaction, spots: readonly Spot[]): Promise<Map<string, string>> {
  const ids = [...new Set(spots.flatMap(({ workerProfileId }) => workerProfileId ?? []))];
  if (ids.length === 0) return new Map();
  const workers = await selectWorkers(transaction, ids);
  return new Map(workers.map(({ contact, name }) => [contact.profileId, name]));
}

/** @returns why no visits can be given to those of some workers to whom none can be given */
async function refusedWorkers(transaction: Transaction, ids: ReadonlySet<string>): Promise<Map<string, string>> {
  const refused = new Map<string, string>();
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
      refused.set(id, error.message);
    }
  }
  return refused;
}
