import { type OwnWork, undoSeconds } from '#contract/works.ts';
import { businessDay, type CalendarDay, isoWeekOf, mondayOf, plainDate } from '#domain/calendar.ts';
import { isActive } from '#domain/engagement-status.ts';
import type { Period, WorkStatus } from '#domain/enums.ts';
import { enumLabel } from '#domain/labels.ts';
import { workStatusBefore } from '#domain/work-status.ts';
import { chargeVisit } from '../billing/service.ts';
import type { Transaction } from '../database/connection.ts';
import { engagementParties } from '../engagements/claim-service.ts';
import { hasVisitOn, lockVisits } from '../engagements/schedule-service.ts';
import { ApiError, notFound } from '../http/errors.ts';
import { tell } from '../messages/service.ts';
import { isSkipped } from '../skips/service.ts';
import type { World } from '../world.ts';
import { doneLetter, onTheWayLetter } from './letters.ts';
import {
  countCompleted,
  insertWork,
  markRunning,
  moveWork,
  selectWork,
  selectWorkOfDay,
  type WorkRow,
} from './store.ts';
import { effectOf, toOwnWork } from './undo-service.ts';

const notAllowed = (message: string) => new ApiError('NOT_ALLOWED_NOW', message);
const onlyToday = () => notAllowed('Only today’s visits can be worked on.');

/**
 * Starts today's visit of an engagement; starting it again answers the same visit.
 * @param date the day that was meant, today when absent
 * @throws ApiError NOT_FOUND unless it is the worker's engagement, NOT_ALLOWED_NOW for another day's, when no visit is
 * due today or it is skipped
 */
export async function createWork(
  world: World,
  workerProfileId: string,
  engagementId: string,
  date?: CalendarDay,
): Promise<OwnWork> {
  const now = world.clock.now();
  const today = businessDay(now);
  return await world.database.transaction(async (transaction) => {
    const schedule = await lockVisits(transaction, engagementId);
    const started = schedule && (await selectWorkOfDay(transaction, engagementId, date ? plainDate(date) : today));
    if (started?.workerProfileId === workerProfileId) return toOwnWork(started, now);
    if (schedule?.engagement.workerProfileId !== workerProfileId) throw notFound('Engagement');
    if (date && !plainDate(date).equals(today)) throw onlyToday();
    if (started) throw notAllowed("Another worker has already started today's visit.");
    if (!isActive(schedule.engagement)) {
      const status = enumLabel(schedule.engagement.status).toLowerCase();
      throw notAllowed(`This engagement is ${status}, so no visit is due.`);
    }
    if (!hasVisitOn(schedule, today)) throw notAllowed('This engagement has no visit today.');
    if (await isSkipped(transaction, engagementId, today)) throw notAllowed("Today's visit is skipped.");
    // A day that was moved within the week must not make a visit that the customer did not ask for.
    const { word, from, to } = periodAround(today, schedule.period);
    if ((await countCompleted(transaction, engagementId, from, to)) >= schedule.frequency) {
      throw notAllowed(`This ${word}'s visits are done already.`);
    }
    const status = 'WORK_STATUS_PENDING';
    const work = await insertWork(transaction, { engagementId, workerProfileId, date: today, status, createdAt: now });
    await markRunning(transaction, engagementId);
    return toOwnWork(work, now);
  });
}

/** @returns the first and the last day of the time for which the customer has said how often somebody comes */
function periodAround(day: Temporal.PlainDate, period: Period) {
  if (period === 'PERIOD_DAILY') return { word: 'day', from: day, to: day };
  if (period === 'PERIOD_MONTHLY') {
    return { word: 'month', from: day.with({ day: 1 }), to: day.with({ day: day.daysInMonth }) };
  }
  const monday = mondayOf(isoWeekOf(day));
  return { word: 'week', from: monday, to: monday.add({ days: 6 }) };
}

/**
 * Moves today's visit one step on; a step that is taken already answers the visit as it is. Completing it charges the
 * customer, once. What comes of a step is held for the minute in which it can be undone.
 * @throws ApiError NOT_FOUND unless it is the worker's visit, NOT_ALLOWED_NOW for another day's or another step
 */
export async function updateWork(
  world: World,
  workerProfileId: string,
  workId: string,
  status: WorkStatus,
): Promise<OwnWork> {
  const now = world.clock.now();
  const today = businessDay(now);
  const before = workStatusBefore(status);
  return await world.database.transaction(async (transaction) => {
    const found = await selectWork(transaction, workId, workerProfileId);
    if (!found) throw notFound('Visit');
    // Before the visit, as everywhere, so that two who need both never wait for each other.
    await lockVisits(transaction, found.engagementId);
    const expected = before && { id: workId, workerProfileId, date: today, status: before };
    const moved = expected && (await moveWork(transaction, expected, status, stepTime(status, now)));
    if (moved) {
      await followUp(world, transaction, moved);
      return toOwnWork(moved, now);
    }
    const work = await selectWork(transaction, workId, workerProfileId);
    if (!work) throw notFound('Visit');
    if (work.status === status) return toOwnWork(work, now);
    if (!work.date.equals(today)) throw onlyToday();
    throw notAllowed(`This visit is at “${enumLabel(work.status)}”, so “${enumLabel(status)}” is not the next step.`);
  });
}

function stepTime(status: WorkStatus, now: Temporal.Instant) {
  if (status === 'WORK_STATUS_TRAVEL_STARTED') return { travelStartedAt: now };
  if (status === 'WORK_STATUS_TRAVEL_COMPLETED') return { travelCompletedAt: now };
  if (status === 'WORK_STATUS_WORK_STARTED') return { workStartedAt: now };
  if (status === 'WORK_STATUS_WORK_COMPLETED') return { workCompletedAt: now };
  return {};
}

/** The customer learns of it, and is charged for it, once it cannot be undone any more. */
async function followUp(world: World, transaction: Transaction, work: WorkRow): Promise<void> {
  const { event, isCharged } = effectOf(work) ?? {};
  if (!event) return;
  const notBefore = world.clock.now().add({ seconds: undoSeconds });
  if (isCharged) await chargeVisit(world, transaction, work, notBefore);
  const { customer, ...parties } = await engagementParties(world, transaction, work.engagementId, work.workerProfileId);
  const about = { ...parties, firstName: customer.firstName };
  const letter = isCharged ? doneLetter(about) : onTheWayLetter(about);
  await tell(world, transaction, event, customer, letter, { notBefore });
}
