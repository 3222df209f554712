import type { OwnWork } from '#contract/works.ts';
import type { WorkStatus } from '#domain/enums.ts';
import { enumLabel } from '#domain/labels.ts';
import { lastStepAt, type StepMoments } from '#domain/step-time.ts';
import { undoSeconds } from '#domain/visit-limits.ts';
import { workStatusBefore } from '#domain/work-status.ts';
import { undoCharge } from '../charges/service.ts';
import type { Transaction } from '../database/connection.ts';
import { ApiError, notNow } from '../http/errors.ts';
import { undoMessages } from '../messages/take-back.ts';
import { skippedError } from '../skips/service.ts';
import { onTheWay, undoStart } from '../visits/begun.ts';
import { moveWork, stepTimes, type WorkRow } from '../visits/begun-store.ts';
import { fill } from '../visits/fill.ts';

import type { World } from '../world.ts';
import { lockWork } from './lock.ts';

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
    const undone = { ...stepTimes(status, null), arrivedAt: null };
    const moved = await moveWork(transaction, work, before, undone, { at: now, by: workerProfileId });
    if (!moved) throw new ApiError('CONFLICT', 'This visit was changed at the same time. Please reload and try again.');
    return toOwnWork(moved, now);
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
