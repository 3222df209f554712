import type * as z from 'zod/mini';
import type { itineraries as contract } from '#contract/itineraries.ts';
import type { OwnWork } from '#contract/works.ts';
import { businessDay, dayLabel, plainDate } from '#domain/calendar.ts';
import { isActive } from '#domain/engagement-status.ts';
import type { WorkStatus } from '#domain/enums.ts';
import { enumLabel, statusWord } from '#domain/labels.ts';
import { lastStepAt, type StepMoments, stepTime } from '#domain/step-time.ts';
import { visitClass } from '#domain/visit-class.ts';
import { longestTravelHours, undoSeconds } from '#domain/visit-limits.ts';
import { workStatusBefore } from '#domain/work-status.ts';
import { chargeVisit, undoCharge } from '../charges/service.ts';
import type { Transaction } from '../database/connection.ts';
import { ApiError, notFound, notNow } from '../http/errors.ts';
import { onTheWayLetter } from '../messages/letters/on-the-way.ts';
import { doneLetter } from '../messages/letters/work-completed.ts';
import { tell } from '../messages/service.ts';
import { drop, undoMessages } from '../messages/take-back.ts';
import { noteRefusedStart } from '../notes/visit-notes.ts';
import { engagementParties } from '../parties/parties.ts';
import { forgetSkip, skippedError } from '../skips/service.ts';
import { type DayOfService, lockDay, requireOfDay, visitDueOn, visitToBegin } from '../visits/days.ts';
import { fill } from '../visits/fill.ts';
import { begin, lockWork, onTheWay, takeStep, undoStart, undoStep, type WorkRow } from '../visits/states.ts';
import type { World } from '../world.ts';
import { hasHadVisit, isMadeForAnother, wasToldMissed } from './store.ts';

type StartForm = z.output<typeof contract.createWork.body>;
type StepForm = z.output<typeof contract.updateWork.body>;

/**
 * Starts a visit of an engagement; starting it again answers the same visit. Whether it was due to the worker is judged
 * by the moment of the tap, whatever has become of the engagement since. What a phone without signal did not know any more, the
 * office reads on the desk.
 * @param form `date`: the day that was meant, that of the tap when absent; `visitId`: which visit of the service, if the phone knows it
 * @throws ApiError NOT_FOUND unless it is or was the worker's engagement, NOT_ALLOWED_NOW when it was not tapped on that day or
 * comes too late, when no visit is due then or it is skipped
 */
export async function createWork(world: World, workerProfileId: string, form: StartForm): Promise<OwnWork> {
  const { engagementId, visitId } = form;
  const now = world.clock.now();
  const tappedAt = instantOf(form.tappedAt);
  const date = form.date ? plainDate(form.date) : businessDay(tappedAt ?? now);
  const answer = await world.database.transaction(async (transaction) => {
    const tap = { engagementId, workerProfileId, date, at: tappedAt ?? now, visitId };
    const day = await lockDay(world, transaction, tap);
    const started = day?.begun;
    if (day && started?.workerProfileId === workerProfileId) {
      requireOfDay(day, date);
      return toOwnWork(started, now);
    }
    const isDue = day && visitDueOn(day, date)?.workerProfileId === workerProfileId;
    // Where another visit is on that day, that one counts.
    const skip = isDue ? undefined : day?.skip;
    const wasMissed = skip?.kind === 'missed' && skip.workerProfileId === workerProfileId;
    const wasDue = wasMissed || day?.rows.some(({ wasTheirs }) => wasTheirs);
    if (!day || !(isDue || wasDue || (await hasPartInVisits(world, transaction, day.engagement, workerProfileId)))) {
      throw notFound('Engagement');
    }
    requireOfDay(day, date);
    const createdAt = requireTime(stepTime({ date, tappedAt, now }));
    const refusal = started
      ? notNow('Another worker has already started this visit.')
      : !(isDue || wasDue) && undueError(day, date, businessDay(now));
    if (refusal) {
      // Somebody may stand in the yard, or have been there. The office decides what becomes of it.
      const isLate = Temporal.Instant.compare(createdAt.add(timeOnLine), now) < 0;
      const isPaused = !started && day.engagement.status === 'ENGAGEMENT_STATUS_PAUSED';
      const isOff = !started && !visitDueOn(day, date) && day.skip?.kind === 'skipped' && isActive(day.engagement);
      const why = isPaused ? 'paused' : isOff ? 'off' : 'anothers';
      const start = { engagementId, date, at: createdAt, why } as const;
      if (isLate) await noteRefusedStart(world, transaction, workerProfileId, start);
      return refusal;
    }
    // The worker could not know of a skip that others made after the tap.
    const skipCameLater =
      skip && skip.skippedBy !== 'worker' && Temporal.Instant.compare(createdAt, skip.createdAt) < 0;
    if (skip && !wasMissed && !skipCameLater) {
      throw skipped(date, businessDay(now));
    }
    const row = visitToBegin(day, tap, skip);
    // Its week has no other one.
    if (!row) throw notNow("This week's visits are done already.");
    const work = await begin(world, transaction, day, row, { workerProfileId, date, createdAt }, skip);
    if (skip) await forgetSkip(transaction, skip);
    return toOwnWork(work, now);
  });
  // Thrown once what the office is told of it is committed.
  if (answer instanceof ApiError) throw answer;
  return answer;
}

/** For how long a phone may show a service that has become another worker's. */
const routeKept = { hours: 7 * 24 };

/** @returns whether a worker has, or had until lately, a service or one of its visits around now */
const hasPartInVisits = async (
  { clock }: Pick<World, 'clock'>,
  transaction: Transaction,
  { id: engagementId, workerProfileId: own }: DayOfService['engagement'],
  workerProfileId: string,
): Promise<boolean> =>
  own === workerProfileId ||
  (await hasHadVisit(transaction, { engagementId, workerProfileId }, clock.now().subtract(routeKept)));

/** What comes later than that after its tap was tapped without signal. */
const timeOnLine = { minutes: 5 };

/** @returns the error that says why a visit is not the worker's to make */
function undueError(day: DayOfService, date: Temporal.PlainDate, today: Temporal.PlainDate): ApiError {
  if (!isActive(day.engagement)) {
    const status = statusWord(day.engagement.status);
    return notNow(`This engagement is ${status}, so no visit is due.`);
  }
  if (visitDueOn(day, date)) return notNow('Another worker makes this visit.');
  if (day.skip) return skipped(date, today);
  return notNow(
    date.equals(today) ? 'This engagement has no visit today.' : 'This engagement had no visit on that day.',
  );
}

const skipped = (date: Temporal.PlainDate, today: Temporal.PlainDate): ApiError =>
  notNow(date.equals(today) ? "Today's visit is skipped." : 'This visit was skipped.');

const instantOf = (text: string | undefined) => (text === undefined ? undefined : Temporal.Instant.from(text));

function requireTime(time: ReturnType<typeof stepTime>): Temporal.Instant {
  if ('refusal' in time) throw notNow(time.refusal);
  return time.at;
}

/**
 * Moves a visit one step on; a step that is taken already answers the visit as it is. Completing it charges the
 * customer, once. What comes of a step is held for the minute in which it can be undone.
 * @throws ApiError NOT_FOUND unless it is the worker's visit, NOT_ALLOWED_NOW for another step, and for one that comes
 * too late or has an impossible time
 */
export async function updateWork(
  world: World,
  workerProfileId: string,
  workId: string,
  { status, tappedAt }: StepForm,
): Promise<OwnWork> {
  const now = world.clock.now();
  return await world.database.transaction(async (transaction) => {
    const { work, isSkipped } = await lockWork(transaction, workId, workerProfileId);
    if (work.status === status) return toOwnWork(work, now);
    if (work.status !== workStatusBefore(status)) {
      throw notNow(`This visit is at “${enumLabel(work.status)}”, so “${enumLabel(status)}” is not the next step.`);
    }
    if (isSkipped) throw skippedError();
    const tap = { date: work.date, tappedAt: instantOf(tappedAt), now, stepBefore: lastStepAt(work) };
    const at = requireTime(stepTime(tap));
    const moved = await takeStep(world, transaction, work, status, at, { by: workerProfileId });
    await followUp(world, transaction, moved);
    return toOwnWork(moved, now);
  });
}

/** The customer learns of it, and is charged for it, once it cannot be undone any more. */
export async function followUp(world: World, transaction: Transaction, work: WorkRow): Promise<void> {
  const { event, isCharged } = effectOf(work) ?? {};
  if (!event) return;
  const notBefore = world.clock.now().add({ seconds: undoSeconds });
  const { customer, ...parties } = await engagementParties(world, transaction, work.engagementId, work.workerProfileId);
  // As it is when the letter goes.
  const isToday = work.date.equals(businessDay(notBefore));
  // It is as it was planned also when its worker makes it for another one.
  const isOfMaker = parties.workerProfileId === work.workerProfileId || (await isMadeForAnother(transaction, work));
  const hasGoneOn = isActive(parties) && isOfMaker;
  const day = isToday ? undefined : dayLabel(work.date);
  const about = { ...parties, firstName: customer.firstName, day, hasGoneOn };
  const madeAt = lastStepAt(work);
  const messageClass = visitClass(world.clock.now(), [work.date], madeAt);
  if (!isCharged) {
    const notAfter = madeAt.add({ hours: longestTravelHours });
    await tell(world, transaction, event, customer, onTheWayLetter(about), {
      class: messageClass,
      notBefore,
      notAfter,
      about: work.engagementId,
    });
    return;
  }
  await drop(world, transaction, onTheWay(work), 'The visit was done before it could be sent.');
  const isToldMissed = !isToday && (await wasToldMissed(transaction, customer.profileId, work.id));
  await tell(world, transaction, event, customer, doneLetter({ ...about, wasToldMissed: isToldMissed }), {
    class: messageClass,
    notBefore,
    about: work.engagementId,
  });
  // Last, because until the commit all others who post wait.
  await chargeVisit(world, transaction, work, notBefore);
}

/**
 * Takes the last step of a visit back, with the message and the charge that were to come of it. Repeating it
 * answers the visit as it is.
 * @param status the one that the step led to
 * @returns the visit one step before; null when it was its start that was undone
 * @throws ApiError NOT_FOUND unless it is the worker's visit, NOT_ALLOWED_NOW after a minute, for another step, or once
 * the customer was told or is being charged
 */
export async function undoWork(
  world: World,
  workerProfileId: string,
  workId: string,
  status: WorkStatus,
): Promise<OwnWork | null> {
  const now = world.clock.now();
  const before = workStatusBefore(status);
  return await world.database.transaction(async (transaction) => {
    const { work, isSkipped } = await lockWork(transaction, workId, workerProfileId);
    if (work.status === before) return toOwnWork(work, now);
    if (work.status !== status || !before) {
      throw notNow(`This visit is at “${enumLabel(work.status)}” by now, so this step cannot be undone.`);
    }
    if (isSkipped) throw skippedError();
    if (!isUndoable(work, now)) throw notNow('It is too late to undo this: a step can be undone for a minute.');
    await undoEffect(world, transaction, work);
    if (status === 'WORK_STATUS_PENDING') {
      if (!(await undoStart(world, transaction, work, workerProfileId))) {
        throw notNow('This visit has a photo, so its start cannot be undone.');
      }
      await fill(world, transaction, [work.engagementId], workerProfileId);
      return null;
    }
    return toOwnWork(await undoStep(world, transaction, work, before, workerProfileId), now);
  });
}

/**
 * @param status what was reached
 * @returns the event that the customer is told of, and whether it is charged; undefined where nothing comes of it
 */
export function effectOf({ id, status }: Pick<WorkRow, 'id' | 'status'>) {
  if (status === 'WORK_STATUS_TRAVEL_STARTED') return { event: onTheWay({ id }), isCharged: false };
  if (status === 'WORK_STATUS_WORK_COMPLETED') return { event: `work-completed:${id}`, isCharged: true };
  return undefined;
}

async function undoEffect(world: World, transaction: Transaction, work: WorkRow): Promise<void> {
  const effect = effectOf(work);
  if (!effect) return;
  if (effect.isCharged && !(await undoCharge(world, transaction, work))) {
    throw notNow('It is too late to undo this: the customer is being charged.');
  }
  if (!(await undoMessages(transaction, effect.event))) {
    throw notNow('It is too late to undo this: the customer has been told.');
  }
}

type Step = Pick<WorkRow, 'id' | 'status'> & StepMoments & { arrivedAt: Temporal.Instant | string | null };

/** @returns a visit as its worker sees it */
export function toOwnWork(work: Step, now: Temporal.Instant): OwnWork {
  const { id, status } = work;
  const end = undoEnd(work);
  const undoUntil = isBefore(now, end) ? Temporal.Instant.fromEpochMilliseconds(end).toString() : null;
  return { id, status, undoUntil };
}

const isUndoable = (work: Step, now: Temporal.Instant) => isBefore(now, undoEnd(work));
const isBefore = (now: Temporal.Instant, end: number) => now.epochMilliseconds < end;

/**
 * A minute from its arrival. One that became the last again by an undo was tapped earlier, and has its own minute.
 * @returns milliseconds since 1970
 */
const undoEnd = (work: Step): number =>
  Temporal.Instant.from(work.arrivedAt ?? lastStepAt(work)).epochMilliseconds + undoSeconds * 1000;
