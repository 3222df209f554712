import type * as z from 'zod/mini';
import type { rhythm as contract, NewRhythm, RhythmRequest } from '#contract/rhythm.ts';
import { businessDay, calendarDay, dayLabel, plainDate, weekDaysInOrder } from '#domain/calendar.ts';
import { isActive, isProposal } from '#domain/engagement-status.ts';
import { farthestMove, isSameRhythm, type Rhythm, rhythmLabel, startDayProblem } from '#domain/schedule-rules.ts';
import { differing, record } from '../changes/record.ts';
import type { Transaction } from '../database/connection.ts';
import { requireVisible } from '../engagements/views.ts';
import { type Caller, profileIds } from '../http/access.ts';
import { ApiError, invalid, notFound, notNow } from '../http/errors.ts';
import { rhythmWithdrawnLetter } from '../messages/letters/rhythm-withdrawn.ts';
import { aboutWork, tell } from '../messages/service.ts';
import { mayHaveRead } from '../messages/writing-store.ts';
import { isCustomerOf, ownsOrStaff } from '../parties/parties.ts';
import { dropQuestion, questions, setRhythm } from '../plans/hand-over.ts';
import { lockPlan, putOnDays } from '../plans/places.ts';
import { notePlan, takeBackPlan } from '../plans/plans.ts';
import { insertWish, rhythmBefore, selectWish, type Wish } from '../plans/rhythms-store.ts';
import { lockSchedule, type Schedule } from '../plans/schedules-store.ts';
import type { World } from '../world.ts';
import { eventOf, isSame, readersOf } from './asking.ts';
import { selectDue, selectLastAnswer } from './store.ts';

type Form = z.output<typeof NewRhythm>;
/** How many workers are asked at once. */
const batch = 200;

type AcceptForm = z.output<typeof contract.acceptRhythm.body>;

/** @returns what waits for the worker. @throws ApiError NOT_FOUND unless the caller may see the engagement */
export async function getRhythmRequest(
  world: World,
  caller: Caller,
  engagementId: string,
): Promise<RhythmRequest | null> {
  await requireVisible(world, caller, engagementId);
  const request = await selectWish(world.database, engagementId);
  return request ? toRequest(request) : null;
}

/**
 * Asks for another rhythm. Its worker is asked a minute later, and accepts it or releases the service, with which the wish
 * waits: until its first day who takes the service takes it as it is. Without a worker and such a wish it counts at once. A repeat changes nothing; another wish takes the place of the one before.
 * @returns what waits; null when it counts already
 * @throws ApiError NOT_FOUND unless it is the caller's or the caller is staff, NOT_ALLOWED_NOW for a service that rests, has
 * ended or is not planned by the week, INVALID_INPUT for a day that is not possible, for one after that of a rhythm that was accepted and
 * has not begun, or for the rhythm that it has
 */
export async function askRhythm(
  world: World,
  caller: Caller,
  engagementId: string,
  form: Form,
): Promise<RhythmRequest | null> {
  const now = world.clock.now();
  const asked: Rhythm = { ...form, startDay: plainDate(form.startDay) };
  return await world.database.transaction(async (transaction) => {
    const schedule = await requireOwn(transaction, caller, engagementId);
    const before = await selectWish(transaction, engagementId);
    if (before && isSame(before, asked)) return toRequest(before);
    // It may have been accepted since it was asked for; the answer to that may have been lost.
    if (!before && isSame(schedule, asked)) return null;
    if (schedule.period !== 'PERIOD_WEEKLY') {
      throw notNow('This service is not planned by the week.');
    }
    const today = businessDay(now);
    const problem = startDayProblem(asked.startDay, today);
    if (problem) throw invalid('body.startDay', problem);
    const isOpen = isProposal(schedule.engagement);
    const countsAtOnce = isOpen && (!before || Temporal.PlainDate.compare(asked.startDay, today) <= 0);
    requireOther(schedule, asked, { isOpen: isOpen && !before });
    const fields = differing({ rhythm: rhythmOf(schedule) }, { rhythm: rhythmLabel(asked) });
    await record(world, transaction, { kind: 'rhythm-asked', by: caller.userId, subjectId: engagementId, fields });
    if (countsAtOnce) {
      await setRhythm(world, transaction, schedule, { ...asked, weekOffset: 0 });
      await takeBackPlan(world, transaction, engagementId, 'wish');
      return null;
    }
    if (!isOpen && !isActive(schedule.engagement)) {
      throw notNow('This service is paused or has ended. Resume it first.');
    }
    requireSoon(asked, today);
    await requireBegun(transaction, schedule, asked, today);
    const wantedBy = isCustomerOf(schedule, caller) ? 'customer' : 'employee';
    // It takes the place of the one before.
    await takeBackPlan(world, transaction, engagementId, 'wish');
    await insertWish(transaction, { engagementId, ...asked, wantedBy, wantedAt: now });
    return toRequest({ ...asked, wantedBy });
  });
}

/**
 * Takes the wish back. A worker who can have read of it is told. Without a wish it does nothing.
 * @throws ApiError NOT_FOUND unless it is the caller's or the caller is staff
 */
export async function withdrawRhythm(world: World, caller: Caller, engagementId: string): Promise<void> {
  await world.database.transaction(async (transaction) => {
    await requireOwn(transaction, caller, engagementId);
    const request = await selectWish(transaction, engagementId);
    if (!request) return;
    await takeBackPlan(world, transaction, engagementId, 'wish');
    const { worker, about, planUrl } = await readersOf(world, transaction, engagementId);
    const knows = worker !== null && (await wasAsked(transaction, engagementId, worker.profileId));
    const fields = differing({ rhythm: rhythmLabel(request) }, { rhythm: null });
    await record(world, transaction, { kind: 'rhythm-withdrawn', by: caller.userId, subjectId: engagementId, fields });
    if (worker) await dropQuestion(world, transaction, engagementId, worker.profileId);
    if (!worker || !planUrl || !knows) return;
    const letter = rhythmWithdrawnLetter({ ...about, firstName: worker.firstName, url: planUrl });
    await tell(world, transaction, `rhythm-withdrawn:${eventOf(request)}`, worker, letter, {
      ...aboutWork,
      about: engagementId,
    });
  });
}

/**
 * Gives a service the rhythm that its customer wants, on weekdays of its worker. Visits before its first day stay as they are.
 * The customer is told a minute later.
 * @throws ApiError NOT_FOUND unless it is the caller's service, CONFLICT when another rhythm is wanted by now, or none,
 * NOT_ALLOWED_NOW for a service that rests, INVALID_INPUT for more or fewer weekdays than are wanted
 */
export async function acceptRhythm(
  world: World,
  caller: Caller,
  engagementId: string,
  form: AcceptForm,
): Promise<void> {
  const today = businessDay(world.clock.now());
  const [workerProfileId] = profileIds(caller, 'PROFILE_TYPE_WORKER');
  if (!workerProfileId) throw notFound('Engagement');
  const weekDays = weekDaysInOrder.filter((day) => form.weekDays.includes(day));
  await world.database.transaction(async (transaction) => {
    const plan = await lockPlan(transaction, workerProfileId);
    const schedule = await lockSchedule(transaction, engagementId);
    if (schedule?.engagement.workerProfileId !== workerProfileId) throw notFound('Engagement');
    const request = await selectWish(transaction, engagementId);
    const seen: Rhythm = { ...form, startDay: plainDate(form.startDay) };
    if (!request || !isSame(request, seen)) {
      // The answer to the first of two equal calls may be lost.
      if (!request && isThere(schedule, seen, weekDays)) return;
      const message = request ? 'The customer wants another rhythm by now.' : 'The customer took this back.';
      throw new ApiError('CONFLICT', message, [{ path: 'body.frequency', message }]);
    }
    if (!isActive(schedule.engagement)) throw notNow('This service is paused or has ended.');
    if (weekDays.length !== request.frequency) {
      const times = request.frequency === 1 ? 'one day' : `${request.frequency} days`;
      throw invalid('body.weekDays', `The customer asks for ${times} a week.`);
    }
    const startDay = Temporal.PlainDate.compare(request.startDay, today) < 0 ? today : request.startDay;
    const rhythm = { frequency: request.frequency, interval: request.interval, startDay, weekOffset: 0 };
    await setRhythm(world, transaction, schedule, rhythm);
    await putOnDays(world, transaction, plan, schedule.templateId, weekDays);
    await dropQuestion(world, transaction, engagementId, workerProfileId);
    const fields = differing({ rhythm: rhythmOf(schedule) }, { rhythm: rhythmLabel(rhythm) });
    await record(world, transaction, { kind: 'rhythm-accepted', by: caller.userId, subjectId: engagementId, fields });
    await notePlan(world, transaction, [engagementId], { firstDay: startDay, by: workerProfileId, how: 'rhythm' });
  });
}

/** @returns whether a worker can have read of a wish, this one or the one before it, since a wish was answered or taken back last */
async function wasAsked(transaction: Transaction, engagementId: string, workerProfileId: string): Promise<boolean> {
  const since = await selectLastAnswer(transaction, engagementId);
  return await mayHaveRead(
    transaction,
    { about: engagementId, kinds: questions, profileIds: [workerProfileId] },
    since,
  );
}

async function requireOwn(transaction: Transaction, caller: Caller, engagementId: string): Promise<Schedule> {
  const schedule = await lockSchedule(transaction, engagementId);
  if (!schedule || !ownsOrStaff(schedule, caller)) throw notFound('Engagement');
  return schedule;
}

/** @throws ApiError INVALID_INPUT for what the service is already */
function requireOther(schedule: Schedule, asked: Rhythm, { isOpen }: { isOpen: boolean }): void {
  if (!isSameRhythm(schedule, asked)) return;
  if (isOpen && !schedule.startDay.equals(asked.startDay)) return;
  throw invalid('body.frequency', 'The service has this rhythm already.');
}

/** @throws ApiError INVALID_INPUT for a day so far ahead that too many visits would have to be kept as they are */
function requireSoon({ startDay }: Rhythm, today: Temporal.PlainDate): void {
  if (today.until(startDay).days > farthestMove) {
    throw invalid('body.startDay', `This can begin in ${farthestMove} days at most.`);
  }
}

/** @throws ApiError INVALID_INPUT for a later day than that of a rhythm that was accepted and has not begun: one change at a time */
async function requireBegun(
  transaction: Transaction,
  schedule: Schedule,
  { startDay }: Rhythm,
  today: Temporal.PlainDate,
) {
  if (Temporal.PlainDate.compare(startDay, schedule.startDay) <= 0) return;
  const before = await rhythmBefore(transaction, schedule, today);
  if (!before) return;
  const begins = dayLabel(schedule.startDay);
  const { engagement } = schedule;
  const what =
    isActive(engagement) && engagement.workerProfileId === before.acceptedBy
      ? 'Take it back first, or choose that day.'
      : 'Choose that day, or an earlier one.';
  throw invalid('body.startDay', `Another schedule is agreed from ${begins} on. ${what}`);
}

const isThere = (schedule: Schedule, { frequency, interval }: Rhythm, weekDays: readonly string[]) =>
  schedule.frequency === frequency &&
  schedule.interval === interval &&
  schedule.weekDays.length === weekDays.length &&
  schedule.weekDays.every((day) => weekDays.includes(day));

const rhythmOf = ({ frequency, interval, startDay }: Schedule) => rhythmLabel({ frequency, interval, startDay });

/**
 * Gives services that nobody has taken by the first day of the rhythm that is wanted of them that rhythm: no visit falls
 * away by it any more.
 */
export async function startWishes(world: World): Promise<void> {
  const today = businessDay(world.clock.now());
  for (const engagementId of await selectDue(world.database, today, batch)) {
    try {
      await world.database.transaction((transaction) => startWish(world, transaction, engagementId));
    } catch (error) {
      // One customer in trouble must not hold up the others.
      world.log.error(
        { event: 'rhythm-not-started', err: error, engagementId },
        'a service without a worker did not get the rhythm that is wanted of it; will be tried again',
      );
    }
  }
}

async function startWish(world: World, transaction: Transaction, engagementId: string): Promise<void> {
  const today = businessDay(world.clock.now());
  const schedule = await lockSchedule(transaction, engagementId);
  const request = schedule && (await selectWish(transaction, engagementId));
  // It may have been taken meanwhile, and the wish taken back.
  if (!request || !isProposal(schedule.engagement) || Temporal.PlainDate.compare(request.startDay, today) > 0) return;
  const { frequency, interval, startDay } = request;
  await setRhythm(world, transaction, schedule, { frequency, interval, startDay, weekOffset: 0 });
  await takeBackPlan(world, transaction, engagementId, 'wish');
  const fields = differing({ rhythm: rhythmOf(schedule) }, { rhythm: rhythmLabel(request) });
  await record(world, transaction, { kind: 'service-changed', by: null, subjectId: engagementId, fields });
}

const toRequest = ({ frequency, interval, startDay, wantedBy }: Rhythm & Pick<Wish, 'wantedBy'>): RhythmRequest => ({
  frequency,
  interval,
  startDay: calendarDay(startDay),
  askedBy: wantedBy,
});
