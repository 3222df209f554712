import { sql } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import { dailySums, entries } from '../database/schema/ledger.ts';

export type NewEntry = typeof entries.$inferInsert;
export type DailySum = typeof dailySums.$inferSelect;

export async function insertEntries(transaction: Transaction, rows: NewEntry[]): Promise<void> {
  await transaction.insert(entries).values(rows);
}

export async function addToSums(transaction: Transaction, rows: DailySum[]): Promise<void> {
  const { account, accountId, day, kind, amount } = dailySums;
  await transaction
    .insert(dailySums)
    .values(rows)
    .onConflictDoUpdate({
      target: [account, accountId, day, kind],
      set: { amount: sql`${amount} + excluded.amount` },
    });
}
