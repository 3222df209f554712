import type { Work } from '#contract/works.ts';
import { businessDay, isoWeekOf, mondayOf } from '#domain/calendar.ts';
import type { WorkStatus } from '#domain/enums.ts';
import { enumLabel } from '#domain/labels.ts';
import { workStatusBefore } from '#domain/work-status.ts';
import { chargeVisit } from '../billing/service.ts';
import type { Transaction } from '../database/connection.ts';
import { engagementParties } from '../engagements/claim-service.ts';
import { hasVisitOn, isActive, lockVisits } from '../engagements/schedule-service.ts';
import { ApiError, notFound } from '../http/errors.ts';
import { tell } from '../messages/service.ts';
import { isSkipped } from '../skips/service.ts';
import type { World } from '../world.ts';
import { doneLetter, onTheWayLetter } from './letters.ts';
import {
  advanceWork,
  countCompleted,
  insertWork,
  markRunning,
  selectWork,
  selectWorkOfDay,
  type WorkRow,
} from './store.ts';

const notAllowed = (message: string) => new ApiError('NOT_ALLOWED_NOW', message);

/**
 * Starts today's visit of an engagement; starting it again answers the same visit.
 * @throws ApiError NOT_FOUND unless it is the worker's engagement, NOT_ALLOWED_NOW when no visit is due today or
 * it is skipped
 */
export async function createWork(world: World, workerProfileId: string, engagementId: string): Promise<Work> {
  const now = world.clock.now();
  const today = businessDay(now);
  return await world.database.transaction(async (transaction) => {
    const schedule = await lockVisits(transaction, engagementId);
    const started = schedule && (await selectWorkOfDay(transaction, engagementId, today));
    if (started?.workerProfileId === workerProfileId) return toWork(started);
    if (schedule?.engagement.workerProfileId !== workerProfileId) throw notFound('Engagement');
    if (started) throw notAllowed("Another worker has already started today's visit.");
    if (!isActive(schedule)) {
      const status = enumLabel(schedule.engagement.status).toLowerCase();
      throw notAllowed(`This engagement is ${status}, so no visit is due.`);
    }
    if (!hasVisitOn(schedule, today)) throw notAllowed('This engagement has no visit today.');
    if (await isSkipped(transaction, engagementId, today)) throw notAllowed("Today's visit is skipped.");
    // A day that was moved within the week must not make a visit that the customer did not ask for.
    const isWeekly = schedule.period === 'PERIOD_WEEKLY';
    const monday = mondayOf(isoWeekOf(today));
    if (isWeekly && (await countCompleted(transaction, engagementId, monday)) >= schedule.frequency) {
      throw notAllowed("This week's visits are done already.");
    }
    const status = 'WORK_STATUS_PENDING';
    const work = await insertWork(transaction, { engagementId, workerProfileId, date: today, status, createdAt: now });
    await markRunning(transaction, engagementId);
    return toWork(work);
  });
}

/**
 * Moves today's visit one step on; a step that is taken already answers the visit as it is. Completing it charges the
 * customer, once.
 * @throws ApiError NOT_FOUND unless it is the worker's visit, NOT_ALLOWED_NOW for another day's or another step
 */
export async function updateWork(
  world: World,
  workerProfileId: string,
  workId: string,
  status: WorkStatus,
): Promise<Work> {
  const now = world.clock.now();
  const today = businessDay(now);
  const before = workStatusBefore(status);
  return await world.database.transaction(async (transaction) => {
    const expected = before && { id: workId, workerProfileId, date: today, status: before };
    const moved = expected && (await advanceWork(transaction, expected, status, stepTime(status, now)));
    if (moved) {
      await followUp(world, transaction, moved);
      return toWork(moved);
    }
    const work = await selectWork(transaction, workId, workerProfileId);
    if (!work) throw notFound('Visit');
    if (work.status === status) return toWork(work);
    if (!work.date.equals(today)) throw notAllowed('Only today’s visits can be worked on.');
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

async function followUp(world: World, transaction: Transaction, work: WorkRow): Promise<void> {
  const isOnTheWay = work.status === 'WORK_STATUS_TRAVEL_STARTED';
  const isDone = work.status === 'WORK_STATUS_WORK_COMPLETED';
  if (!isOnTheWay && !isDone) return;
  if (isDone) await chargeVisit(world, transaction, { id: work.id, engagementId: work.engagementId });
  const { customer, ...parties } = await engagementParties(world, transaction, work.engagementId, work.workerProfileId);
  const about = { ...parties, firstName: customer.firstName };
  const event = isDone ? `work-completed:${work.id}` : `on-the-way:${work.id}`;
  await tell(world, transaction, event, customer, isDone ? doneLetter(about) : onTheWayLetter(about));
}

const toWork = ({ id, status }: WorkRow): Work => ({ id, status });
