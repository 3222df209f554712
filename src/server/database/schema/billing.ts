import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant, oneOf, refersTo } from './columns.ts';
import { engagements, works } from './engagements.ts';
import { isDeclined, isFailedPayment, isHeldCharge } from './states.ts';

export const paymentStatuses = ['pending', 'unknown', 'paid', 'declined', 'action-required', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/**
 * One attempt to collect charges. The row is committed before the provider is asked, and its id is the idempotency
 * key, so that an attempt whose answer is lost is asked about again and never made twice.
 */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    engagementId: refersTo(() => engagements.id),
    /** Integer cents. */
    amount: integer().notNull(),
    applicationFee: integer().notNull(),
    stripeCustomerId: text().notNull(),
    stripePaymentMethodId: text().notNull(),
    stripeDestinationAccountId: text().notNull(),
    stripePaymentIntentId: text().unique(),
    status: text().$type<PaymentStatus>().notNull(),
    /** 1 for the first attempt to collect these charges, up to 4; 5 for each that the customer asks for after those. */
    attempt: integer().notNull(),
    /** Why it could not be collected; of one that is planned, why the one before it could not. */
    declineMessage: text(),
    createdAt: instant().notNull(),
    /** When the sweep looks at it next; null once it is settled. */
    dueAt: instant(),
    /** When it had been planned for, if the customer asked sooner: after a decline it is tried again then. */
    plannedFor: instant(),
    /** When the provider was asked for the first time. */
    askedAt: instant(),
    settledAt: instant(),
    /** Whether a later attempt has its charges, or they wait for one. */
    isTakenOver: boolean().notNull().default(false),
  },
  (table) => [
    oneOf('payments_status', table.status, paymentStatuses),
    check('payments_amount', sql`${table.amount} > 0 and ${table.applicationFee} between 0 and ${table.amount}`),
    index().on(table.engagementId),
    index('payments_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('payments_declined').on(table.engagementId, table.settledAt).where(isDeclined(table)),
    index('payments_failed').on(isDeclined(table), table.createdAt, table.id).where(isFailedPayment(table)),
  ],
);

/** What one visit costs its customer: one that was completed, or the way to one that could not be done. */
export const charges = pgTable(
  'charges',
  {
    id: id(),
    engagementId: refersTo(() => engagements.id),
    workId: refersTo(() => works.id).unique(),
    /** What is to be paid, after the coupon; integer cents. */
    amount: integer().notNull(),
    discount: integer().notNull(),
    /** The business's part of the amount, as it was when the visit was charged; the worker's is the rest. */
    fee: integer().notNull(),
    kind: text().$type<'visit' | 'way'>().notNull().default('visit'),
    /** The last attempt to collect it; none while its billing cycle runs. */
    paymentId: uuid().references(() => payments.id),
    createdAt: instant().notNull(),
    /** When it is to be collected, or when that is looked at again; null once an attempt has taken it up. */
    dueAt: instant(),
    /** Since when it is due and cannot be collected: it is too small alone, or its worker cannot be paid. */
    heldSince: instant(),
    /** When it was written off: too small, and nothing came to collect it with. */
    writtenOffAt: instant(),
  },
  (table) => [
    oneOf('charges_kind', table.kind, ['visit', 'way']),
    check('charges_amount', sql`${table.amount} >= 0 and ${table.discount} >= 0`),
    check('charges_fee', sql`${table.fee} between 0 and ${table.amount}`),
    index().on(table.engagementId),
    index().on(table.paymentId),
    index('charges_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('charges_held').on(table.workId).where(isHeldCharge(table)),
    index('charges_written_off').on(table.writtenOffAt, table.id).where(sql`${table.writtenOffAt} is not null`),
  ],
);
