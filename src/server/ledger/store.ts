import { sql } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import { together } from '../database/hot-read.ts';
import { asRows, hotWrite, rowsOf } from '../database/hot-write.ts';
import { dailySums, entries } from '../database/schema/ledger.ts';

export type NewEntry = typeof entries.$inferInsert;
export type DailySum = typeof dailySums.$inferSelect;

const insertAll = hotWrite('insert_entries', (database) => database.insert(entries).select(rowsOf(entries)));

const addAll = hotWrite('add_to_sums', (database) => {
  const { account, accountId, day, kind, amount } = dailySums;
  return database
    .insert(dailySums)
    .select(rowsOf(dailySums))
    .onConflictDoUpdate({
      target: [account, accountId, day, kind],
      set: { amount: sql`${amount} + excluded.amount` },
    });
});

/**
 * Writes both in one way there and back, the sums last: whoever has them keeps others waiting.
 * @param sums in the order in which their locks are taken
 */
export async function insertPosting(transaction: Transaction, rows: NewEntry[], sums: DailySum[]): Promise<void> {
  await together(transaction, insertAll.with(asRows(entries, rows)), addAll.with(asRows(dailySums, sums)));
}
