import type * as z from 'zod/mini';
import type { NewSkip, Skip } from '#contract/skips.ts';
import { businessDay, calendarDay, plainDate } from '#domain/calendar.ts';
import { maySkip, type SkipActor } from '#domain/schedule-rules.ts';
import { stepTime } from '#domain/step-time.ts';
import type { Transaction } from '../database/connection.ts';
import { engagementParties } from '../engagements/claim-service.ts';
import { hasVisitOn, lockVisits } from '../engagements/schedule-service.ts';
import { actorsOf, hasPartIn } from '../engagements/service.ts';
import { type Caller, profileIds } from '../http/access.ts';
import { ApiError, invalid, notFound } from '../http/errors.ts';
import { tell } from '../messages/service.ts';
import type { World } from '../world.ts';
import { customerSkippedLetter, takenBackLetter, workerSkippedLetter } from './letters.ts';
import { deleteIdleWork, deleteSkipRow, insertSkip, type SkipRow, selectSkip, selectWorkOn } from './store.ts';

const tooLate: Record<SkipActor, string> = {
  customer: 'A visit can be skipped until the evening before.',
  worker: 'Only today’s visit can be skipped.',
  employee: 'This day is over.',
};
const notAllowed = (message: string) => new ApiError('NOT_ALLOWED_NOW', message, [{ path: 'body.date', message }]);

/**
 * Takes a visit off: by the customer until the evening before, by the worker on the day and with a reason, by staff from
 * the day on. A visit that was started and no more is taken back. The others are told. Repeating it answers the skip
 * that is there.
 * @throws ApiError NOT_FOUND unless the caller has a part in the engagement, INVALID_INPUT without a worker's reason,
 * NOT_ALLOWED_NOW for a day without a visit, at the wrong time, or once the visit is under way
 */
export async function createSkip(
  world: World,
  caller: Caller,
  engagementId: string,
  form: z.output<typeof NewSkip>,
): Promise<Skip> {
  const now = world.clock.now();
  const date = plainDate(form.date);
  const reason = form.reason || null;
  return await world.database.transaction(async (transaction) => {
    const schedule = await lockVisits(transaction, engagementId);
    if (!schedule || !hasPartIn(schedule, caller)) throw notFound('Engagement');
    const existing = await selectSkip(transaction, engagementId, date);
    if (existing) return toSkip(existing);
    if (!hasVisitOn(schedule, date)) throw notAllowed('No visit is due on this day.');
    const tap = { date, tappedAt: form.tappedAt ? Temporal.Instant.from(form.tappedAt) : undefined, now };
    const skippedBy = requireActor(actorsOf(schedule, caller), tap, reason);
    await takeBackStart(transaction, caller, engagementId, date, skippedBy);
    const skip = await insertSkip(transaction, { engagementId, date, skippedBy, reason, createdAt: now });
    await tellOthers(world, transaction, skip, 'visit-skipped', skippedBy);
    return toSkip(skip);
  });
}

/**
 * Takes a skip back, while whoever made it could still make it; staff may take back anybody's. The others are told. One
 * that is not there counts as taken back.
 * @param isoDate for example '2027-03-10'
 * @throws ApiError NOT_FOUND unless the caller has a part in the engagement, NOT_ALLOWED_NOW
 */
export async function deleteSkip(world: World, caller: Caller, engagementId: string, isoDate: string): Promise<void> {
  const date = Temporal.PlainDate.from(isoDate);
  const today = businessDay(world.clock.now());
  await world.database.transaction(async (transaction) => {
    const schedule = await lockVisits(transaction, engagementId);
    if (!schedule || !hasPartIn(schedule, caller)) throw notFound('Engagement');
    const skip = await selectSkip(transaction, engagementId, date);
    if (!skip) return;
    const actor = actorsOf(schedule, caller).find((one) => mayTakeBack([one], skip, today));
    if (!actor) throw new ApiError('NOT_ALLOWED_NOW', 'This skip cannot be taken back any more, or not by you.');
    await deleteSkipRow(transaction, skip.id);
    if (hasVisitOn(schedule, date)) await tellOthers(world, transaction, skip, 'visit-skip-taken-back', actor);
  });
}

/** @returns whether one of the actors may take the skip back now */
export function mayTakeBack(
  actors: readonly SkipActor[],
  { date, skippedBy }: Pick<SkipRow, 'date' | 'skippedBy'>,
  today: Temporal.PlainDate,
): boolean {
  return actors.some((actor) => (actor === 'employee' || actor === skippedBy) && maySkip(actor, date, today));
}

/** @returns whether the visit of a date is skipped; for a transaction that holds the engagement's visits locked */
export async function isSkipped(
  transaction: Transaction,
  engagementId: string,
  date: Temporal.PlainDate,
): Promise<boolean> {
  return (await selectSkip(transaction, engagementId, date)) !== undefined;
}

/** @returns as whom the caller skips: the first that the time allows, a worker only with a reason */
function requireActor(
  actors: readonly SkipActor[],
  tap: Parameters<typeof stepTime>[0],
  reason: string | null,
): SkipActor {
  const today = businessDay(tap.now);
  // What a worker tapped counts for its own day, though it comes a day later.
  const ofWorker = tap.tappedAt && stepTime(tap);
  const isInTime = (actor: SkipActor) =>
    actor === 'worker' && ofWorker ? 'at' in ofWorker : maySkip(actor, tap.date, today);
  const inTime = actors.filter(isInTime);
  if (inTime.length === 0) {
    const [actor = 'employee'] = actors;
    throw notAllowed(actor === 'worker' && ofWorker && 'refusal' in ofWorker ? ofWorker.refusal : tooLate[actor]);
  }
  const actor = inTime.find((one) => one !== 'worker' || reason !== null);
  if (!actor) throw invalid('body.reason', 'Please give a reason.');
  return actor;
}

/** A visit that was started and no more has neither told nor charged anybody, so it may go. */
async function takeBackStart(
  transaction: Transaction,
  caller: Caller,
  engagementId: string,
  date: Temporal.PlainDate,
  skippedBy: SkipActor,
): Promise<void> {
  const work = await selectWorkOn(transaction, engagementId, date);
  if (!work) return;
  const isOthers = !profileIds(caller, 'PROFILE_TYPE_WORKER').includes(work.workerProfileId);
  if (skippedBy === 'worker' && isOthers) throw notAllowed("Another worker has already started today's visit.");
  if (await deleteIdleWork(transaction, work.id)) return;
  throw notAllowed(
    work.status === 'WORK_STATUS_WORK_COMPLETED'
      ? 'This visit is done already.'
      : 'This visit is under way already, so it cannot be skipped.',
  );
}

/** Tells the customer and the worker of a skip or of its end, but not who made it. */
async function tellOthers(
  world: World,
  transaction: Transaction,
  skip: SkipRow,
  event: 'visit-skipped' | 'visit-skip-taken-back',
  actor: SkipActor,
): Promise<void> {
  const { customer, worker, ...parties } = await engagementParties(world, transaction, skip.engagementId);
  const { street, workerName, url } = parties;
  const about = {
    street,
    workerName,
    customerName: customer.firstName,
    date: skip.date,
    by: actor,
    reason: skip.reason,
  };
  const isSkip = event === 'visit-skipped';
  if (actor !== 'customer') {
    const reader = { ...about, firstName: customer.firstName, url };
    const letter = isSkip ? customerSkippedLetter(reader) : takenBackLetter(reader, 'See your next visits');
    await tell(world, transaction, `${event}:${skip.id}:customer`, customer, letter);
  }
  if (actor !== 'worker' && worker) {
    const itineraryUrl = `${world.publicUrl}/worker/${worker.profileId}/itinerary`;
    const reader = { ...about, firstName: worker.firstName, url: itineraryUrl };
    const letter = isSkip ? workerSkippedLetter(reader) : takenBackLetter(reader, 'See your itinerary');
    await tell(world, transaction, `${event}:${skip.id}:worker`, worker, letter);
  }
}

const toSkip = ({ date, skippedBy, reason }: SkipRow): Skip => ({ date: calendarDay(date), skippedBy, reason });
