import { sql } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import { asRows, hotWrite, rowsOf } from '../database/hot-write.ts';
import { dailySums, entries } from '../database/schema/ledger.ts';

export type NewEntry = typeof entries.$inferInsert;
export type DailySum = typeof dailySums.$inferSelect;

const insertAll = hotWrite('insert_entries', (database) => database.insert(entries).select(rowsOf(entries)));

export async function insertEntries(transaction: Transaction, rows: NewEntry[]): Promise<void> {
  await insertAll(transaction, asRows(entries, rows));
}

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

/** @param rows in the order in which their locks are taken */
export async function addToSums(transaction: Transaction, rows: DailySum[]): Promise<void> {
  await addAll(transaction, asRows(dailySums, rows));
}
