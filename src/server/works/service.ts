import type { Transaction } from '../database/connection.ts';
import { deleteStartedWork, markRunning, unmarkRunning, type WorkRow } from './store.ts';

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

/** The first visit that begins, or that goes on after it was given up, sets an accepted engagement running. */
export async function markBegun(transaction: Transaction, engagementId: string): Promise<void> {
  await markRunning(transaction, engagementId);
}

/** An engagement has not begun by a visit that was given up. */
export async function unmarkBegun(transaction: Transaction, engagementId: string): Promise<void> {
  await unmarkRunning(transaction, engagementId);
}

/** @returns the event that the worker is on the way */
export const onTheWay = ({ id }: Pick<WorkRow, 'id'>) => `on-the-way:${id}`;

export type StepMoments = Pick<
  WorkRow,
  'createdAt' | 'travelStartedAt' | 'travelCompletedAt' | 'workStartedAt' | 'workCompletedAt'
>;

/** @returns when the last step of a visit was taken */
export function lastStepAt(work: StepMoments): Temporal.Instant {
  const { workCompletedAt, workStartedAt, travelCompletedAt, travelStartedAt, createdAt } = work;
  return workCompletedAt ?? workStartedAt ?? travelCompletedAt ?? travelStartedAt ?? createdAt;
}
