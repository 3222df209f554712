import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bills } from './billing.ts';
import { asked, id, oneOf, refersTo, version } from './columns.ts';
import { profiles } from './profiles.ts';
import { isStuckTopUp } from './states.ts';

/**
 * What each customer has of credit, kept beside the entries of the ledger. Whoever changes it locks the row, before the
 * numbers of bills. A customer who never had any has no row.
 */
export const creditBalances = pgTable(
  'credit_balances',
  {
    customerProfileId: uuid()
      .primaryKey()
      .references(() => profiles.id),
    /** Integer cents. */
    amount: integer().notNull(),
    /** Changes when staff give or remove something; by it two who do so at once notice each other. */
    version: version(),
  },
  (table) => [check('credit_balances_amount', sql`${table.amount} >= 0`)],
);

export const topUpStatuses = ['pending', 'unknown', 'done', 'refused'] as const;

/**
 * What the business passes on to a worker itself, because credit has paid a bill and no card. As with payments the row
 * is committed before Stripe is asked, and its id is the idempotency key, with `attempt` behind it from the second
 * on.
 */
export const topUps = pgTable(
  'top_ups',
  {
    id: id(),
    billId: refersTo(() => bills.id).unique(),
    /** Integer cents. */
    amount: integer().notNull(),
    /** What of it somebody has taken back at Stripe. */
    reversed: integer().notNull().default(0),
    stripeDestinationAccountId: text().notNull(),
    status: text().$type<(typeof topUpStatuses)[number]>().notNull(),
    stripeTransferId: text().unique(),
    ...asked(),
  },
  (table) => [
    oneOf('top_ups_status', table.status, topUpStatuses),
    check('top_ups_amount', sql`${table.amount} > 0`),
    index('top_ups_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('top_ups_refused').on(table.createdAt, table.id).where(isStuckTopUp(table)),
  ],
);
