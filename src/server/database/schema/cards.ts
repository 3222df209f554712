import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { type FailureReason, failureReasons } from '#domain/failure-reasons.ts';
import { users } from './accounts.ts';
import { payments } from './billing.ts';
import { id, instant, oneOf, plainDate, refersTo } from './columns.ts';
import { isBlockInForce } from './states.ts';

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
    /** Stripe's, such as 'us_bank_account'; null until it was read. */
    type: text(),
    /** Since when it is known that it cannot be charged, though a service is paid with it: it is gone from Stripe, or of a kind that is not taken anymore. */
    goneAt: instant(),
    /** Whether that is because of its kind. */
    isKindEnded: boolean().notNull().default(false),
    /** When it is read next: it was not yet, or is about to expire. */
    dueAt: instant(),
    /** Stripe's mark of the card or account itself, however often it is saved; null until it was read. */
    fingerprint: text(),
  },
  (table) => [
    index().on(table.userId),
    index('cards_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('cards_gone').on(table.goneAt, table.id).where(sql`${table.goneAt} is not null`),
  ],
);

/** A way to pay that a person cannot use here anymore, because of what became of a payment with it. */
export const methodBlocks = pgTable(
  'method_blocks',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    stripePaymentMethodId: text().notNull(),
    /** Of a block of the card or account itself; null where only what is saved is blocked. */
    fingerprint: text(),
    reason: text().$type<FailureReason>().notNull(),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id, { onDelete: 'cascade' }),
    since: instant().notNull(),
    /** When the bank or a new card lifted it. */
    endedAt: instant(),
  },
  (table) => [
    oneOf('method_blocks_reason', table.reason, failureReasons),
    index().on(table.userId),
    index().on(table.fingerprint),
    index('method_blocks_in_force').on(table.userId).where(isBlockInForce(table)),
    // A payment can be disputed after it was declined; each blocks once.
    uniqueIndex('method_blocks_of_payment').on(table.paymentId, table.reason),
  ],
);
