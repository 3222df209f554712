import { eq, lte, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { heldInquiries } from '../database/schema/messages.ts';
import { storableJson } from '../database/storable-json.ts';

type Row = typeof heldInquiries.$inferSelect;

/** @returns false when there is one with this id already */
export async function insertHeld(database: Queryable, held: typeof heldInquiries.$inferInsert): Promise<boolean> {
  const inserted = await database
    .insert(heldInquiries)
    .values({ ...held, form: sql`${storableJson(held.form)}::jsonb` })
    .onConflictDoNothing({ target: heldInquiries.id })
    .returning({ id: heldInquiries.id });
  return inserted.length > 0;
}

/** @returns the digest of what came with an id, if it is held */
export async function selectHeldDigest(database: Queryable, id: string): Promise<string | null> {
  const { requestDigest } = heldInquiries;
  const [held] = await database.select({ requestDigest }).from(heldInquiries).where(eq(heldInquiries.id, id));
  return held?.requestDigest ?? null;
}

/** Locks a held inquiry until the transaction ends. @returns undefined when there is none with this token */
export async function lockHeld(
  transaction: Transaction,
  tokenHash: string,
): Promise<Pick<Row, 'id' | 'form' | 'expiresAt'> | undefined> {
  const [held] = await transaction
    .select({ id: heldInquiries.id, form: heldInquiries.form, expiresAt: heldInquiries.expiresAt })
    .from(heldInquiries)
    .where(eq(heldInquiries.tokenHash, tokenHash))
    .for('update');
  return held;
}

/** Takes the form out of a held inquiry. */
export async function emptyHeld(transaction: Transaction, id: string): Promise<void> {
  await transaction.update(heldInquiries).set({ form: null }).where(eq(heldInquiries.id, id));
}

export async function deleteExpiredHeld(database: Queryable, now: Temporal.Instant): Promise<void> {
  await database.delete(heldInquiries).where(lte(heldInquiries.expiresAt, now));
}
