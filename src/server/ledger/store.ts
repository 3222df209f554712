import { sql } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import { dailySums, entries } from '../database/schema/ledger.ts';

export type NewEntry = typeof entries.$inferInsert;
export type DailySum = typeof dailySums.$inferSelect;

/**
 * Writes both, the sums last: whoever has them keeps others waiting.
 * @param sums in the order in which their locks are taken
 */
export async function insertPosting(transaction: Transaction, rows: NewEntry[], sums: DailySum[]): Promise<void> {
  if (rows.length > 0) await transaction.insert(entries).values(rows);
  if (sums.length === 0) return;
  const { account, accountId, day, kind, amount } = dailySums;
  await transaction
    .insert(dailySums)
    .values(sums)
    .onConflictDoUpdate({
      target: [account, accountId, day, kind],
      set: { amount: sql`${amount} + excluded.amount` },
    });
}
