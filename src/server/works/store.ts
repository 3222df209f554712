import { and, eq, notExists, sql } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import { engagements, files, skips, works } from '../database/schema/engagements.ts';

export type WorkRow = typeof works.$inferSelect;

/** The first visit that starts sets an accepted engagement running. */
export async function markRunning(transaction: Transaction, engagementId: string): Promise<void> {
  await transaction
    .update(engagements)
    .set({ status: 'ENGAGEMENT_STATUS_RUNNING', version: sql`${engagements.version} + 1` })
    .where(and(eq(engagements.id, engagementId), eq(engagements.status, 'ENGAGEMENT_STATUS_ACCEPTED')));
}

/**
 * Forgets a visit that was started and no more. For a transaction that holds the engagement's visits locked.
 * @returns whether it is gone: with a photo it stays
 */
export async function deleteStartedWork(transaction: Transaction, workId: string): Promise<boolean> {
  // Locked first, so that a photo that is being announced is seen.
  await transaction.select({ id: works.id }).from(works).where(eq(works.id, workId)).for('update');
  const [file] = await transaction.select({ id: files.id }).from(files).where(eq(files.workId, workId)).limit(1);
  if (file) return false;
  const deleted = await transaction
    .delete(works)
    .where(and(eq(works.id, workId), eq(works.status, 'WORK_STATUS_PENDING')))
    .returning({ id: works.id });
  return deleted.length > 0;
}

/** An engagement that is left without any visit, but perhaps some that were given up, has not begun. */
export async function unmarkRunning(transaction: Transaction, engagementId: string): Promise<void> {
  const givenUp = transaction
    .select({ id: skips.id })
    .from(skips)
    .where(and(eq(skips.engagementId, engagementId), eq(skips.date, works.date)));
  const visits = transaction
    .select({ id: works.id })
    .from(works)
    .where(and(eq(works.engagementId, engagementId), notExists(givenUp)));
  await transaction
    .update(engagements)
    .set({ status: 'ENGAGEMENT_STATUS_ACCEPTED', version: sql`${engagements.version} + 1` })
    .where(
      and(eq(engagements.id, engagementId), eq(engagements.status, 'ENGAGEMENT_STATUS_RUNNING'), notExists(visits)),
    );
}
