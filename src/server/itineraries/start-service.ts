import type { Transaction } from '../database/connection.ts';
import { deleteStartedWork, markRunning, type StepTimes, unmarkRunning, type WorkRow } from './store.ts';

/** What steps and skips share; for transactions that hold the engagement's visits locked. */

type VisitIds = { id: string; engagementId: string };

/**
 * Forgets a visit that was started and no more: it has neither told nor charged anybody.
 * @returns whether it is gone; with a photo, or once the worker is on the way, it stays
 */
export async function takeBackStart(transaction: Transaction, { id, engagementId }: VisitIds): Promise<boolean> {
  if (!(await deleteStartedWork(transaction, id))) return false;
  await unmarkRunning(transaction, engagementId);
  return true;
}

/** An engagement has not begun by a visit that was given up, and has by one that goes on after all. */
export async function followGivenUp(transaction: Transaction, engagementId: string, isGivenUp: boolean): Promise<void> {
  await (isGivenUp ? unmarkRunning : markRunning)(transaction, engagementId);
}

/** @returns the event that the worker is on the way */
export const onTheWay = ({ id }: Pick<WorkRow, 'id'>) => `on-the-way:${id}`;

export type StepMoments = Pick<WorkRow, 'createdAt' | keyof StepTimes>;

/** @returns when the last step of a visit was taken */
export function lastStepAt(work: StepMoments): Temporal.Instant {
  const { workCompletedAt, workStartedAt, travelCompletedAt, travelStartedAt, createdAt } = work;
  return workCompletedAt ?? workStartedAt ?? travelCompletedAt ?? travelStartedAt ?? createdAt;
}
