import { and, eq, not, sql } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import { charges } from '../database/schema/billing.ts';
import { engagements, files, hasBegun, works } from '../database/schema/engagements.ts';

export type WorkRow = typeof works.$inferSelect;

/** Sets an accepted engagement running. */
export async function markRunning(transaction: Transaction, engagementId: string): Promise<void> {
  await transaction
    .update(engagements)
    .set({ status: 'ENGAGEMENT_STATUS_RUNNING', version: sql`${engagements.version} + 1` })
    .where(and(eq(engagements.id, engagementId), eq(engagements.status, 'ENGAGEMENT_STATUS_ACCEPTED')));
}

/**
 * Deletes a visit that was only started, in a transaction that holds the engagement's visits locked.
 * @returns false when it has a photo or has gone on: then it stays
 */
export async function deleteStartedWork(transaction: Transaction, workId: string): Promise<boolean> {
  // The lock waits for a photo that is being announced.
  const [work] = await transaction
    .select({ status: works.status })
    .from(works)
    .where(eq(works.id, workId))
    .for('update');
  const [file] = await transaction.select({ id: files.id }).from(files).where(eq(files.workId, workId)).limit(1);
  if (file) return false;
  if (work?.status !== 'WORK_STATUS_PENDING') return false;
  // It had been completed and undone meanwhile, and staff did not want it billed.
  await transaction.delete(charges).where(and(eq(charges.workId, workId), eq(charges.isNotBilled, true)));
  await transaction.delete(works).where(eq(works.id, workId));
  return true;
}

/** Sets a running engagement back to accepted, when it has no visit that was not given up. */
export async function unmarkRunning(transaction: Transaction, engagementId: string): Promise<void> {
  await transaction
    .update(engagements)
    .set({ status: 'ENGAGEMENT_STATUS_ACCEPTED', version: sql`${engagements.version} + 1` })
    .where(and(eq(engagements.id, engagementId), eq(engagements.status, 'ENGAGEMENT_STATUS_RUNNING'), not(hasBegun)));
}
