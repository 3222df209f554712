import { sql } from 'drizzle-orm';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { instant, plainDate, refersTo } from './columns.ts';

/**
 * What is known of a card that somebody has chosen for a service. It is read at Stripe when it is chosen, when
 * Stripe says that it has changed, and before anybody is told that it expires.
 */
export const cards = pgTable(
  'cards',
  {
    /** Stripe's. */
    id: text().primaryKey(),
    userId: refersTo(() => users.id),
    /** 'Visa (4242)'; null until it was read. */
    name: text(),
    /** The last day on which it works; null of what does not expire. */
    expiresOn: plainDate(),
    /** Since when it is known to be gone from Stripe, though a service is paid with it. */
    goneAt: instant(),
    /** When it is read next: it was not yet, or is about to expire. */
    dueAt: instant(),
  },
  (table) => [
    index().on(table.userId),
    index('cards_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('cards_gone').on(table.goneAt, table.id).where(sql`${table.goneAt} is not null`),
  ],
);
