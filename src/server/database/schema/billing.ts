import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { askedAttempt } from '#domain/payment-attempts.ts';
import { id, instant, oneOf } from './columns.ts';
import { engagements, works } from './engagements.ts';

export const paymentStatuses = ['pending', 'unknown', 'paid', 'declined', 'action-required', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/**
 * Whether a payment failed and is not made up for, as far as its row alone can say: the last attempt was declined, the
 * customer has to confirm it, or it waits to be tried again after a decline. What was given up may have been taken over
 * by a later payment; then no charge refers to it any more.
 */
export const isFailedPayment = (row: Record<'status' | 'attempt' | 'dueAt' | 'createdAt', AnyPgColumn>): SQL =>
  sql`((${row.status} = 'declined' and ${row.attempt} >= 4) or ${row.status} = 'action-required' or (${row.status} = 'pending' and ${row.dueAt} > ${row.createdAt}) or (${row.status} = 'unknown' and ${row.attempt} > 1))`;

/**
 * Whether what a payment was for is declined and not being collected: it was the last attempt, or the next one is
 * planned. As far as its row alone can say, as above.
 */
export const isDeclinedPayment = (
  row: Record<'status' | 'attempt' | 'dueAt' | 'createdAt' | 'plannedFor', AnyPgColumn>,
): SQL<boolean> =>
  sql`(${row.status} = 'declined' or (${row.status} = 'pending' and ${row.attempt} > 1 and ${row.dueAt} > ${row.createdAt} and ${row.plannedFor} is null))`;

/**
 * Whether what a payment was for was given up and is not paid since: the last attempt was declined, or one that the
 * customer asked for after that is under way. As far as its row alone can say, as above.
 */
export const isGivenUpPayment = (row: Record<'status' | 'attempt' | 'dueAt', AnyPgColumn>): SQL<boolean> =>
  sql`((${row.status} = 'declined' and ${row.attempt} >= 4) or (${row.dueAt} is not null and ${row.attempt} = ${sql.raw(String(askedAttempt))}))`;

/**
 * One attempt to collect charges. The row is committed before the provider is asked, and its id is the idempotency
 * key, so that an attempt whose answer is lost is asked about again and never made twice.
 */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    engagementId: uuid()
      .notNull()
      .references(() => engagements.id),
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
    /** For when it was planned, when the customer asked for it sooner: declined, it is tried then again. */
    plannedFor: instant(),
    /** When the provider was asked for the first time. */
    askedAt: instant(),
    settledAt: instant(),
  },
  (table) => [
    oneOf('payments_status', table.status, paymentStatuses),
    check('payments_amount', sql`${table.amount} > 0 and ${table.applicationFee} between 0 and ${table.amount}`),
    index().on(table.engagementId),
    index('payments_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('payments_failed')
      .on(sql`(${table.status} = 'declined')`, table.createdAt, table.id)
      .where(isFailedPayment(table)),
  ],
);

/** Whether a charge is due and cannot be collected. */
export const isHeldCharge = (row: Record<'heldSince' | 'paymentId' | 'writtenOffAt', AnyPgColumn>): SQL =>
  sql`(${row.heldSince} is not null and ${row.paymentId} is null and ${row.writtenOffAt} is null)`;

/** What one visit costs its customer: one that was completed, or the way to one that could not be done. */
export const charges = pgTable(
  'charges',
  {
    id: id(),
    engagementId: uuid()
      .notNull()
      .references(() => engagements.id),
    workId: uuid()
      .notNull()
      .unique()
      .references(() => works.id),
    /** What is to be paid, after the coupon; integer cents. */
    amount: integer().notNull(),
    discount: integer().notNull(),
    kind: text().$type<'visit' | 'way'>().notNull().default('visit'),
    /** The last attempt to collect it; none while its billing cycle runs. */
    paymentId: uuid().references(() => payments.id),
    createdAt: instant().notNull(),
    /** When it is to be collected, or when that is looked at again; null once an attempt has taken it up. */
    dueAt: instant(),
    /** Since when it is due and cannot be collected: it is too small alone, or its worker cannot be paid. */
    heldSince: instant(),
    /** When it was given up as too small to be collected with anything. */
    writtenOffAt: instant(),
  },
  (table) => [
    oneOf('charges_kind', table.kind, ['visit', 'way']),
    check('charges_amount', sql`${table.amount} >= 0 and ${table.discount} >= 0`),
    index().on(table.engagementId),
    index().on(table.paymentId),
    index('charges_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('charges_held').on(table.workId).where(isHeldCharge(table)),
    index('charges_written_off').on(table.writtenOffAt, table.id).where(sql`${table.writtenOffAt} is not null`),
  ],
);
