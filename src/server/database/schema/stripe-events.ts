import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, oneOf } from './columns.ts';

export const eventSubjects = [
  'payment-intent',
  'charge',
  'account',
  'payouts',
  'fraud-warning',
  'customer',
  'payment-method',
  'transfer',
] as const;

/** What Stripe has told us has changed there, each event once, until it is dealt with and a while longer. */
export const stripeEvents = pgTable(
  'provider_events',
  {
    /** Stripe's. */
    id: text().primaryKey(),
    /** What it is about; what became of that is read at Stripe. */
    subject: text().$type<(typeof eventSubjects)[number]>().notNull(),
    subjectId: text().notNull(),
    receivedAt: instant().notNull(),
    /** When it is dealt with next; null once that is done. */
    dueAt: instant(),
    attempts: integer().notNull().default(0),
  },
  (table) => [
    oneOf('provider_events_subject', table.subject, eventSubjects),
    index('provider_events_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('provider_events_done').on(table.receivedAt).where(sql`${table.dueAt} is null`),
  ],
);
