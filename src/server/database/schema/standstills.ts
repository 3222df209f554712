import { type SQL, sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { payments } from './billing.ts';
import { id, instant, refersTo } from './columns.ts';

/**
 * After a restore money stands still until somebody lets it go on: what was collected since the backup was made is not
 * known here, and would be collected again.
 */
export const standstills = pgTable('standstills', {
  id: id(),
  /** When the backup was made that the business came back from, and when it was put back; the machine's time. */
  savedAt: instant().notNull(),
  restoredAt: instant().notNull(),
  /** When Stripe's payments since then were read to their end; null before. */
  comparedAt: instant(),
  /** What was passed on to workers since the backup for bills that are lost, and would be once more: how many, integer cents. */
  lostTopUps: integer().notNull().default(0),
  lostTopUpsAmount: integer().notNull().default(0),
  /** When somebody let money go on. */
  endedAt: instant(),
});

/**
 * A payment of ours that Stripe has made since the backup, and that the restored business does not know. Whoever is about to
 * be charged for the same is not: the new payment takes it over.
 */
export const lostPayments = pgTable(
  'lost_payments',
  {
    stripePaymentIntentId: text().primaryKey(),
    standstillId: refersTo(() => standstills.id),
    /** May be lost too, so it refers to nothing. */
    engagementId: uuid().notNull(),
    /** Integer cents. */
    amount: integer().notNull(),
    /** What it was for, as its customer reads it: the days of the visits. */
    description: text().notNull(),
    madeAt: instant().notNull(),
    takenByPaymentId: uuid().references(() => payments.id),
  },
  (table) => [
    index('lost_payments_of_standstill').on(table.standstillId, table.madeAt),
    index('lost_payments_open').on(table.engagementId).where(sql`${table.takenByPaymentId} is null`),
  ],
);

/** Whether money may be moved. */
export const isMoneyMoving: SQL = sql`not exists (select from ${standstills} where ${standstills.endedAt} is null)`;
