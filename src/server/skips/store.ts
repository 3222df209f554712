import { and, eq } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { skips, works } from '../database/schema/engagements.ts';

export type SkipRow = typeof skips.$inferSelect;

export async function selectSkip(
  database: Queryable,
  engagementId: string,
  date: Temporal.PlainDate,
): Promise<SkipRow | undefined> {
  const [skip] = await database
    .select()
    .from(skips)
    .where(and(eq(skips.engagementId, engagementId), eq(skips.date, date)));
  return skip;
}

export async function insertSkip(transaction: Transaction, skip: typeof skips.$inferInsert): Promise<SkipRow> {
  const [inserted] = await transaction.insert(skips).values(skip).returning();
  if (!inserted) throw new Error('The skip was not inserted');
  return inserted;
}

export async function deleteSkipRow(transaction: Transaction, skipId: string): Promise<void> {
  await transaction.delete(skips).where(eq(skips.id, skipId));
}

/** @returns the visit of a date, if it was started */
export async function selectWorkOn(database: Queryable, engagementId: string, date: Temporal.PlainDate) {
  const [work] = await database
    .select()
    .from(works)
    .where(and(eq(works.engagementId, engagementId), eq(works.date, date)));
  return work;
}
