import { and, asc, eq, lte } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { untoldAssignments } from '../database/schema/calendar.ts';
import { engagements } from '../database/schema/engagements.ts';
import { isActive } from '../database/schema/states.ts';

export type UntoldAssignment = typeof untoldAssignments.$inferSelect;
/** From a day on an engagement is this worker's, on these weekdays. */
export type AssignmentStep = UntoldAssignment['steps'][number];

/** @returns what people were not told yet about whose an engagement is; undefined when they know */
export async function selectUntold(
  transaction: Transaction,
  engagementId: string,
): Promise<UntoldAssignment | undefined> {
  const [untold] = await transaction
    .select()
    .from(untoldAssignments)
    .where(eq(untoldAssignments.engagementId, engagementId));
  return untold;
}

/** Writes what people are to be told, in the place of what they were to be told before. */
export async function writeUntold(transaction: Transaction, untold: UntoldAssignment): Promise<void> {
  const { steps, changedAt } = untold;
  await transaction
    .insert(untoldAssignments)
    .values(untold)
    .onConflictDoUpdate({ target: untoldAssignments.engagementId, set: { steps, changedAt } });
}

/** Nothing is to be told any more. */
export async function deleteUntoldAssignment(transaction: Transaction, engagementId: string): Promise<void> {
  await transaction.delete(untoldAssignments).where(eq(untoldAssignments.engagementId, engagementId));
}

/**
 * @param settled what was changed later waits
 * @returns the engagements of whose assignment people are to be told; of one that rests, once it goes on
 */
export async function selectUntoldDue(database: Queryable, settled: Temporal.Instant, limit: number) {
  const rows = await database
    .select({ engagementId: untoldAssignments.engagementId })
    .from(untoldAssignments)
    .innerJoin(engagements, eq(engagements.id, untoldAssignments.engagementId))
    .where(and(lte(untoldAssignments.changedAt, settled), isActive(engagements)))
    .orderBy(asc(untoldAssignments.changedAt))
    .limit(limit);
  return rows.map(({ engagementId }) => engagementId);
}
