import { and, eq, lte, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { untoldYards } from '../database/schema/calendar.ts';

type Row = typeof untoldYards.$inferSelect;

/** Keeps what readers believe, unless they believe something older already; all are told later. */
export async function insertUntoldYards(
  transaction: Transaction,
  row: Omit<Row, 'profileId'>,
  profileIds: readonly string[],
): Promise<void> {
  if (profileIds.length === 0) return;
  await transaction
    .insert(untoldYards)
    .values(profileIds.map((profileId) => ({ ...row, profileId })))
    .onConflictDoUpdate({
      target: [untoldYards.subjectId, untoldYards.profileId],
      set: { dueAt: sql`excluded.due_at` },
    });
}

/** Forgets what somebody believes who knows what is so. */
export async function deleteUntoldYard(transaction: Transaction, subjectId: string, profileId: string): Promise<void> {
  await transaction
    .delete(untoldYards)
    .where(and(eq(untoldYards.subjectId, subjectId), eq(untoldYards.profileId, profileId)));
}

const batch = 200;

/** @returns the addresses and services of which somebody is to be told */
export async function selectUntoldSubjects(database: Queryable, now: Temporal.Instant) {
  return await database
    .selectDistinct({ subjectId: untoldYards.subjectId, kind: untoldYards.kind })
    .from(untoldYards)
    .where(lte(untoldYards.dueAt, now))
    .limit(batch);
}

/** @returns what readers believe who are to be told now, and forgets it: nobody else tells them */
export async function takeUntoldYards(transaction: Transaction, subjectId: string, now: Temporal.Instant) {
  return await transaction
    .delete(untoldYards)
    .where(and(eq(untoldYards.subjectId, subjectId), lte(untoldYards.dueAt, now)))
    .returning({ profileId: untoldYards.profileId, before: untoldYards.before });
}
