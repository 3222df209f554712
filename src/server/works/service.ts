import type { Transaction } from '../database/connection.ts';
import { deleteStartedWork, markRunning, unmarkRunning, type WorkRow } from './store.ts';

/** Used by steps and skips, in transactions that hold the engagement's visits locked. */

type VisitIds = { id: string; engagementId: string };

/**
 * Deletes a visit that was only started, so that nobody was told or charged yet.
 * @returns false when it has a photo, or the worker is on the way: then it stays
 */
export async function undoStart(transaction: Transaction, { id, engagementId }: VisitIds): Promise<boolean> {
  if (!(await deleteStartedWork(transaction, id))) return false;
  await unmarkRunning(transaction, engagementId);
  return true;
}

/** Sets an accepted engagement running: a visit has begun, or goes on after it was given up. */
export async function markBegun(transaction: Transaction, engagementId: string): Promise<void> {
  await markRunning(transaction, engagementId);
}

/** Undoes `markBegun` when every visit so far was given up. */
export async function unmarkBegun(transaction: Transaction, engagementId: string): Promise<void> {
  await unmarkRunning(transaction, engagementId);
}

/** @returns the name of the event that the worker is on the way */
export const onTheWay = ({ id }: Pick<WorkRow, 'id'>) => `on-the-way:${id}`;

/** The moments of a visit's steps, perhaps as the database writes them: making them of text takes time. */
export type StepMoments = Record<
  'travelStartedAt' | 'travelCompletedAt' | 'workStartedAt' | 'workCompletedAt',
  Temporal.Instant | string | null
> & { createdAt: Temporal.Instant | string };

/** @returns the moment of a visit's last step */
export function lastStepAt(work: StepMoments): Temporal.Instant {
  const { workCompletedAt, workStartedAt, travelCompletedAt, travelStartedAt, createdAt } = work;
  return Temporal.Instant.from(workCompletedAt ?? workStartedAt ?? travelCompletedAt ?? travelStartedAt ?? createdAt);
}
