import type * as z from 'zod/mini';
import type { itineraries as contract } from '#contract/itineraries.ts';
import type { OwnWork } from '#contract/works.ts';
import { businessDay, dayLabel, plainDate } from '#domain/calendar.ts';
import { isActive } from '#domain/engagement-status.ts';
import { enumLabel, statusWord } from '#domain/labels.ts';
import { lastStepAt, stepTime } from '#domain/step-time.ts';
import { visitClass } from '#domain/visit-class.ts';
import { longestTravelHours, undoSeconds } from '#domain/visit-limits.ts';
import { workStatusBefore } from '#domain/work-status.ts';
import { chargeVisit } from '../charges/service.ts';
import type { Transaction } from '../database/connection.ts';
import { ApiError, notFound, notNow } from '../http/errors.ts';
import { tell } from '../messages/service.ts';
import { drop } from '../messages/take-back.ts';
import { noteRefusedStart } from '../notes/visit-notes.ts';
import { engagementParties } from '../parties/parties.ts';
import { forgetSkip, skippedError, wasToldMissed } from '../skips/service.ts';
import {
  begin,
  type DayOfService,
  hasPartInVisits,
  lockDay,
  markRunning,
  onTheWay,
  visitDueOn,
  visitToBegin,
} from '../visits/begun.ts';
import { moveWork, stepTimes, type WorkRow } from '../visits/begun-store.ts';
import { fill } from '../visits/fill.ts';
import type { World } from '../world.ts';
import { doneLetter, onTheWayLetter } from './letters.ts';
import { lockWork } from './lock.ts';
import { isMadeForAnother } from './store.ts';
import { effectOf, toOwnWork } from './undo.ts';

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
    if (started?.workerProfileId === workerProfileId) return toOwnWork(started, now);
    const isDue = day && visitDueOn(day, date)?.workerProfileId === workerProfileId;
    // Where another visit is on that day, that one counts.
    const skip = isDue ? undefined : day?.skip;
    const wasMissed = skip?.kind === 'missed' && skip.workerProfileId === workerProfileId;
    const wasDue = wasMissed || day?.rows.some(({ wasTheirs }) => wasTheirs);
    if (!day || !(isDue || wasDue || (await hasPartInVisits(world, transaction, day.engagement, workerProfileId)))) {
      throw notFound('Engagement');
    }
    const createdAt = requireTime(stepTime({ date, tappedAt, now }));
    const refusal = started
      ? notNow('Another worker has already started this visit.')
      : !(isDue || wasDue) && undueError(day, date, businessDay(now));
    if (refusal) {
      // Somebody may stand in the yard, or have been there. The office decides what becomes of it.
      const isLate = Temporal.Instant.compare(createdAt.add(timeOnLine), now) < 0;
      if (isLate) await noteRefusedStart(world, transaction, workerProfileId, { engagementId, date, at: createdAt });
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
    if (day.engagement.status === 'ENGAGEMENT_STATUS_ACCEPTED') await markRunning(transaction, engagementId);
    await fill(world, transaction, [engagementId], workerProfileId);
    return toOwnWork(work, now);
  });
  // Thrown once what the office is told of it is committed.
  if (answer instanceof ApiError) throw answer;
  return answer;
}

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
    const taken = { ...stepTimes(status, at), arrivedAt: now };
    const moved = await moveWork(transaction, work, status, taken, { at: now, by: workerProfileId });
    if (!moved) throw new ApiError('CONFLICT', 'This visit was changed at the same time. Please reload and try again.');
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
