import type * as z from 'zod/mini';
import type { NewSkip, Skip } from '#contract/skips.ts';
import { businessDay, calendarDay, isBefore, plainDate } from '#domain/calendar.ts';
import { maySkip, type SkipActor } from '#domain/schedule-rules.ts';
import { isOpenToStaff, mayUndo } from '#domain/skip-rules.ts';
import { lastStepAt, stepTime } from '#domain/step-time.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { isWorkOver } from '#domain/visit-class.ts';
import { undoSeconds } from '#domain/visit-limits.ts';
import { doubtWayIn, trustWayIn } from '../addresses/way-in-store.ts';
import { chargeForWay, undoCharge } from '../charges/service.ts';
import type { Transaction } from '../database/connection.ts';
import { selectHolidaysOn } from '../holidays/tell.ts';
import { type Caller, profileIds } from '../http/access.ts';
import { invalid, notFound, notNow } from '../http/errors.ts';
import { drop, dropOwnDays, undoMessages } from '../messages/take-back.ts';
import { actorsOf, hasPartIn, ownsOrStaff } from '../parties/parties.ts';
import { type DayOfService, lockDay, requireOfDay, visitDueOn, visitToBegin } from '../visits/days.ts';
import { fill } from '../visits/fill.ts';
import {
  letGo,
  onTheWay,
  putBack,
  type SkipRow,
  setMissedLate,
  settleMissed,
  takeOff,
  undoStart,
} from '../visits/states.ts';
import type { World } from '../world.ts';
import { events, isToday, tellOthers, tellUndone } from './telling.ts';

const tooLate: Record<SkipActor, string> = {
  customer: 'A visit can be skipped until the evening before.',
  worker: 'Only today’s visit can be skipped.',
  employee: 'This day is over.',
};
const workIsOver =
  'The work of this day is over, so a visit that nobody began is missed. If you are there, start it first.';
const anothers = 'This visit was another worker’s, and does not take place.';
const notUndone = 'This skip cannot be taken back anymore, or not by you.';
const staysOff = 'The work of this day is over, so this visit stays off.';
const notAllowed = (message: string) => notNow(message, 'body.date');

/**
 * Takes a visit off. The customer may do so until the evening before, the worker on the day and with a reason, staff
 * until the day is over. A visit that was only started is deleted. A visit under way is given up: by its worker, which may
 * cost the locked gate fee, or by staff once its day is over. The others are told a minute later, so that it can
 * be undone: of a visit to come as of any other change. A repeat answers the existing skip, but to no other worker.
 * Once the work of its day is over, a visit that nobody began is missed: its worker cannot take it off any more, and staff let
 * it go.
 * @throws ApiError NOT_FOUND unless the caller has a part in the engagement, or the visit is the caller's, INVALID_INPUT
 * for a worker without a reason, NOT_ALLOWED_NOW for a day without a visit, at the wrong time, or for a visit that is done or another worker's
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
  const tappedAt = form.tappedAt ? Temporal.Instant.from(form.tappedAt) : undefined;
  const own = profileIds(caller, 'PROFILE_TYPE_WORKER');
  return await world.database.transaction(async (transaction) => {
    const tap = { engagementId, date, workerProfileId: own[0] ?? null, at: tappedAt ?? now, visitId: form.visitId };
    const read = async () => await lockDay(world, transaction, tap);
    const day = await read();
    const work = day?.rows.find((row) => row === day.begun) && day.begun;
    const due = day && visitDueOn(day, date);
    const existing = due ? undefined : day?.skip;
    // A visit stays with the worker who began it, or was to make it, when the engagement gets another worker.
    const wasOwn = day?.rows.some(({ wasTheirs }) => wasTheirs);
    const makers = [due?.workerProfileId, work?.workerProfileId, existing?.workerProfileId];
    const isOwnVisit = wasOwn || makers.some((maker) => maker && own.includes(maker));
    if (!day || !(hasPartIn(day, caller) || isOwnVisit)) throw notFound('Engagement');
    requireOfDay(day, date);
    if (existing && existing.kind !== 'missed') {
      const isAnothers = existing.workerProfileId !== null && !own.includes(existing.workerProfileId);
      if (isAnothers && !ownsOrStaff(day, caller)) throw notAllowed(anothers);
      return toSkip(existing);
    }
    if (!existing && !work && !wasOwn && !due) throw notAllowed('No visit is due on this day.');
    const others = actorsOf(day, caller).filter((actor) => actor !== 'worker');
    const actors = [...others, ...(isOwnVisit ? (['worker'] as const) : [])];
    if (actors.length === 0) throw notAllowed('Another worker makes this visit.');
    const times = { date, tappedAt, now };
    const { actor: skippedBy, at } = chooseActor(actors, times, reason, isUnderWay(work) ? work : undefined);
    let since: DayOfService | undefined = day;
    if (!work && isWorkOver(date, at)) {
      if (skippedBy === 'worker') throw notAllowed(workIsOver);
      await settleMissed(world, transaction, [engagementId]);
      await fill(world, transaction, [engagementId]);
      since = await read();
      if (since?.skip) {
        await letGo(world, transaction, caller, since.skip, { isSeen: true, reason });
        return toSkip(since.skip);
      }
    }
    const row =
      work ??
      (since && visitToBegin(since, { ...tap, workerProfileId: isOwnVisit ? tap.workerProfileId : null }, existing));
    if (!row) throw notAllowed('No visit is due on this day.');
    if (existing) await forgetSkip(transaction, existing);
    const kind = work
      ? await endBegun(world, transaction, work, { skippedBy, own, isToday: isToday(date, now) && !work.isLeft })
      : 'skipped';
    if (work && kind === 'skipped' && skippedBy === 'worker' && isWorkOver(date, work.createdAt)) {
      await setMissedLate(world, transaction, work);
      const missed = await read();
      if (missed?.skip) return toSkip(missed.skip);
    }
    const maker = makers.find((one) => one && own.includes(one)) || (own[0] ?? null);
    const workerProfileId = work?.workerProfileId ?? (skippedBy === 'worker' ? maker : null);
    const isChange = kind === 'skipped' && !isOver(date, now);
    const off = { date, kind, skippedBy, workerProfileId, reason };
    const by = profileOf(day, skippedBy, caller, workerProfileId);
    // A worker who did not even set off says so only in so many words.
    const isNoAccess = kind === 'could-not' ? isAtGate(form, skippedBy) : saysNoAccess(form, skippedBy);
    const how = { wasMissed: existing !== undefined, isNoAccess, by };
    const [inserted] = await takeOff(world, transaction, caller, [row.id], off, how);
    if (!inserted) throw notAllowed('No visit is due on this day.');
    if (isNoAccess) await doubtWayIn(transaction, engagementId, date);
    const notBefore = now.add({ seconds: undoSeconds });
    const lockedGateFee =
      kind === 'could-not' && work && hasArrived(work) && isAtGate(form, skippedBy)
        ? world.settings.lockedGateFee(day.engagement.createdAt)
        : 0;
    if (work && kind === 'could-not') {
      await drop(world, transaction, onTheWay(work), 'The visit was given up before it could be sent.');
      if (lockedGateFee > 0) await chargeForWay(world, transaction, work, lockedGateFee, notBefore);
    }
    if (isChange && skippedBy === 'customer') {
      const { customerProfileId } = day.engagement;
      await dropOwnDays(world, transaction, engagementId, customerProfileId, [date]);
    }
    if (!isChange) await tellOthers(world, transaction, inserted, { actor: skippedBy, lockedGateFee, notBefore });
    return toSkip(inserted);
  });
}

/**
 * Undoes a skip. Its maker may do so as long as the skip would still be allowed and the work of its day is not over, a worker who
 * has given up a visit as long as its steps are taken; staff may undo anybody's. Within the first minute nobody hears of either;
 * later the others are told. When there is no skip, it does nothing.
 * @param isoDate for example '2027-03-10'
 * @throws ApiError NOT_FOUND unless the caller has a part in the engagement or gave the visit up, NOT_ALLOWED_NOW when
 * it is too late, also because the customer is being charged for a locked gate
 */
export async function deleteSkip(world: World, caller: Caller, engagementId: string, isoDate: string): Promise<void> {
  const date = Temporal.PlainDate.from(isoDate);
  const now = world.clock.now();
  const own = profileIds(caller, 'PROFILE_TYPE_WORKER');
  await world.database.transaction(async (transaction) => {
    const tap = { engagementId, date, workerProfileId: null, at: now };
    const day = await lockDay(world, transaction, tap);
    const skip = day?.skip;
    const isOwn = skip?.workerProfileId != null && own.includes(skip.workerProfileId);
    if (!day || !(hasPartIn(day, caller) || isOwn)) throw notFound('Engagement');
    if (!skip) return;
    const actors = new Set([...actorsOf(day, caller), ...(isOwn ? (['worker'] as const) : [])]);
    const actor = [...actors].find((one) => mayUndo([one], skip, { now, own }));
    if (!actor) {
      const wasOpen = [...actors].some((one) => mayUndo([one], skip, { now: startOf(date), own }));
      const isTooLate = wasOpen && isWorkOver(date, now) && !isOver(date, now);
      throw notNow(isTooLate ? staysOff : notUndone);
    }
    const dayOff = (await selectHolidaysOn(transaction, [isoDate])).find(({ takenBackAt }) => takenBackAt === null);
    if (dayOff && skip.kind === 'skipped') throw notNow(`Nobody works on this day: ${dayOff.name}.`);
    const work = day.begun;
    if (work && !(await undoCharge(world, transaction, work))) {
      throw notNow('It is too late to take this back: the customer is being charged for the way.');
    }
    const isChange = skip.kind === 'skipped' && !isOver(date, now);
    await putBack(world, transaction, caller, [skip], profileOf(day, actor, caller, skip.workerProfileId));
    await trustWayIn(transaction, engagementId, date);
    if (!isChange) await tellUndone(world, transaction, skip, actor);
  });
}

/** The error for a step of a visit that was skipped after it was begun. */
export const skippedError = () => notNow('This visit was given up. To continue it, take that back first.');

/** Forgets what was told of a skip that its visit has no more, because it was begun before it: its steps arrived late. */
export async function forgetSkip(transaction: Transaction, skip: SkipRow): Promise<void> {
  await trustWayIn(transaction, skip.engagementId, skip.date);
  const { customer, worker } = events(skip);
  for (const event of [customer, worker]) await undoMessages(transaction, event);
}

type VisitOn = NonNullable<DayOfService['begun']>;

const isUnderWay = (work: VisitOn | undefined): work is VisitOn =>
  work !== undefined && work.status !== 'WORK_STATUS_WORK_COMPLETED';
const hasArrived = ({ status }: VisitOn) =>
  status === 'WORK_STATUS_TRAVEL_COMPLETED' || status === 'WORK_STATUS_WORK_STARTED';
const isAtGate = ({ cause }: z.output<typeof NewSkip>, skippedBy: SkipActor) =>
  skippedBy === 'worker' && cause !== 'other';
const saysNoAccess = ({ cause }: z.output<typeof NewSkip>, skippedBy: SkipActor) =>
  skippedBy === 'worker' && cause === 'no-access';

/**
 * @param underWay the visit that is given up; its worker may do so as long as its steps are taken, staff for a week
 * @returns the role in which the caller skips: the first that may do so at this time, a worker only with a reason; and when
 *   that counts
 * @throws ApiError NOT_ALLOWED_NOW when no role may, INVALID_INPUT without a worker's reason
 */
function chooseActor(
  actors: readonly SkipActor[],
  tap: Parameters<typeof stepTime>[0],
  reason: string | null,
  underWay: VisitOn | undefined,
): { actor: SkipActor; at: Temporal.Instant } {
  const today = businessDay(tap.now);
  const ofWorker = stepTime({ ...tap, stepBefore: underWay && lastStepAt(underWay) });
  const isInTime = (actor: SkipActor) => {
    if (actor === 'worker') return 'at' in ofWorker;
    return maySkip(actor, tap.date, today) || (actor === 'employee' && underWay && isOpenToStaff(tap.date, today));
  };
  const inTime = actors.filter(isInTime);
  if (inTime.length === 0) {
    const [actor = 'employee'] = actors;
    const isToldWhy = actor === 'worker' && tap.tappedAt && 'refusal' in ofWorker;
    throw notAllowed(isToldWhy ? ofWorker.refusal : tooLate[actor]);
  }
  const actor = inTime.find((one) => one !== 'worker' || reason !== null);
  if (!actor) throw invalid('body.reason', 'Please give a reason.');
  return { actor, at: actor === 'worker' && 'at' in ofWorker ? ofWorker.at : tap.now };
}

/**
 * Ends a visit that was begun. A visit that was only started is deleted; any other stays, as given up.
 * @param by `skippedBy`: the role that ends it; `own`: the caller's worker profiles
 */
async function endBegun(
  world: World,
  transaction: Transaction,
  work: VisitOn,
  by: { skippedBy: SkipActor; own: readonly string[]; isToday: boolean },
): Promise<'skipped' | 'could-not'> {
  if (!isUnderWay(work)) throw notAllowed('This visit is done already.');
  if (by.skippedBy === 'worker' && !by.own.includes(work.workerProfileId)) {
    throw notAllowed("Another worker has already started today's visit.");
  }
  if (await undoStart(world, transaction, work, null)) return 'skipped';
  // Until the day is over, only its worker knows how the visit goes.
  if (by.skippedBy !== 'worker' && by.isToday) {
    throw notAllowed('This visit is under way already, so it cannot be skipped.');
  }
  return 'could-not';
}

const toSkip = ({ date, kind, skippedBy, reason }: SkipRow): Skip => ({
  date: calendarDay(date),
  kind,
  skippedBy,
  reason,
});

/** @returns whether a day is over */
const isOver = (date: Temporal.PlainDate, now: Temporal.Instant) => isBefore(date, businessDay(now));

/** @returns the profile of who takes a visit off, or puts it back */
const profileOf = (
  { engagement }: Pick<DayOfService, 'engagement'>,
  actor: SkipActor,
  caller: Caller,
  workerProfileId: string | null,
): string | null =>
  actor === 'customer'
    ? engagement.customerProfileId
    : actor === 'worker'
      ? workerProfileId
      : (profileIds(caller, 'PROFILE_TYPE_EMPLOYEE')[0] ?? null);

const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime(businessTimeZone).toInstant();
