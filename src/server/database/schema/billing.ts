import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { type DisputeDecision, disputeDecisions } from '#domain/acts.ts';
import type { YardSize } from '#domain/enums.ts';
import { type FailureReason, failureReasons } from '#domain/failure-reasons.ts';
import { asked, id, instant, oneOf, refersTo } from './columns.ts';
import { engagements } from './engagements.ts';
import { profiles } from './profiles.ts';
import {
  isDeclined,
  isFailedPayment,
  isHeldCharge,
  isOpenDispute,
  isOpenPayment,
  isOwedBack,
  isPaidTwice,
  isProcessingFeeUnknown,
  isStandingTip,
  isTooSmall,
  isUnbilled,
  isWrittenOffPayment,
} from './states.ts';
import { visits } from './visits.ts';

/** `written-off`: declined or only planned, when staff gave its bill up. */
export const paymentStatuses = [
  'pending',
  'unknown',
  'processing',
  'paid',
  'declined',
  'action-required',
  'refunded',
  'written-off',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/**
 * What one collection asks for: one or more charges of a customer for the work of one worker. It is made when the
 * collection begins and never changes; how it stands is how its last attempt stands. One without an attempt that is not
 * taken over came to nothing, because the worker could not be paid: its charges go on a later one. A tip is a bill of its
 * own, without charges and with one attempt: a tip that is declined comes to nothing.
 */
/** What somebody says who leaves out prefix and year: '000123'. */
export const endOfNumber = (row: Record<'number', AnyPgColumn>): SQL => sql`substring(${row.number} from '[0-9]+$')`;

export const bills = pgTable(
  'bills',
  {
    id: id(),
    /** As people say it, such as 'Y-2026-000123'; without gaps in a year of the business. */
    number: text().notNull().unique(),
    customerProfileId: refersTo(() => profiles.id),
    /** The worker who is paid. */
    workerProfileId: refersTo(() => profiles.id),
    /** Integer cents: 0 where a coupon makes each visit free; the fee is the business's part of it. */
    amount: integer().notNull(),
    fee: integer().notNull(),
    /** What of the amount the customer's credit pays, so that the card is asked for the rest only. */
    creditUsed: integer().notNull().default(0),
    /** Whether that went back to the customer, because the bill came to nothing. */
    isCreditReturned: boolean().notNull().default(false),
    createdAt: instant().notNull(),
  },
  (table) => [
    check('bills_credit', sql`${table.creditUsed} between 0 and ${table.amount}`),
    check('bills_amount', sql`${table.amount} >= 0 and ${table.fee} between 0 and ${table.amount}`),
    index('bills_by_end').on(endOfNumber(table), table.createdAt),
    index('bills_of_customer').on(table.customerProfileId, table.createdAt, table.number),
  ],
);

/** The last number of a year's bills. */
export const billNumbers = pgTable('bill_numbers', {
  year: integer().primaryKey(),
  last: integer().notNull(),
  /** How many of them no bill has: a restore leaves out those that may have been given since its backup. */
  skipped: integer().notNull().default(0),
});

/**
 * One attempt to collect a bill. The row is committed before Stripe is asked, and its id is the idempotency
 * key, so that an attempt whose answer is lost is asked about again and never made twice.
 */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    engagementId: refersTo(() => engagements.id),
    /** Null only for one that came to nothing before there were bills. */
    billId: uuid().references(() => bills.id),
    /** The visit that it is a tip for; null of what is charged. */
    tipWorkId: uuid().references(() => visits.id),
    /** What Stripe is asked for, integer cents: 0 of a bill that credit pays whole or that is free, for which it is not asked. */
    amount: integer().notNull(),
    applicationFee: integer().notNull(),
    stripeCustomerId: text().notNull(),
    stripePaymentMethodId: text().notNull(),
    stripeDestinationAccountId: text().notNull(),
    stripePaymentIntentId: text().unique(),
    status: text().$type<PaymentStatus>().notNull(),
    /** 1 for the first attempt to collect the bill, up to 4; 5 for each that the customer asks for after those. */
    attempt: integer().notNull(),
    /** Why it could not be collected; of one that is planned, why the one before it could not. */
    declineMessage: text(),
    /** The same as what it means; null where it did not fail, or from before that was kept. */
    failureReason: text().$type<FailureReason>(),
    createdAt: instant().notNull(),
    /** When the sweep looks at it next; null once it is settled. */
    dueAt: instant(),
    /** Whether its customer has pressed Pay, and so is there when the bank asks something. */
    isOnSession: boolean().notNull().default(false),
    /** When it had been planned for, if the customer asked sooner: after a decline it is tried again then. */
    plannedFor: instant(),
    /** When Stripe was asked for the first time. */
    askedAt: instant(),
    settledAt: instant(),
    /** Whether another attempt has its charges, or they wait for one; of a tip, whether it came to nothing. */
    isTakenOver: boolean().notNull().default(false),
    /**
     * What Stripe has said of it last, once it was paid, and how often that was another thing: `Reading` of
     * domain/ledger.ts, integer cents.
     */
    refunded: integer().notNull().default(0),
    owedBack: integer().notNull().default(0),
    /** What of `owedBack` staff have given as credit instead. */
    creditedBack: integer().notNull().default(0),
    reversed: integer().notNull().default(0),
    feeReturned: integer().notNull().default(0),
    processingFee: integer(),
    readings: integer().notNull().default(0),
  },
  (table) => [
    oneOf('payments_status', table.status, paymentStatuses),
    oneOf('payments_failure_reason', table.failureReason, failureReasons),
    check('payments_amount', sql`${table.amount} >= 0 and ${table.applicationFee} between 0 and ${table.amount}`),
    index().on(table.engagementId),
    index('payments_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('payments_declined').on(table.engagementId, table.settledAt).where(isDeclined(table)),
    index('payments_of_bill').on(table.billId),
    uniqueIndex('payments_last_of_bill').on(table.billId).where(sql`not ${table.isTakenOver}`),
    uniqueIndex('payments_tip_of_visit').on(table.tipWorkId).where(isStandingTip(table)),
    // A visit that was only begun is deleted unless it has one.
    index('payments_tips').on(table.tipWorkId).where(sql`${table.tipWorkId} is not null`),
    index('payments_open').on(table.engagementId).where(isOpenPayment(table)),
    index('payments_owed_back').on(table.engagementId).where(isOwedBack(table)),
    index('payments_fee_unknown').on(table.settledAt).where(isProcessingFeeUnknown(table)),
    index('payments_paid_twice').on(table.settledAt, table.id).where(isPaidTwice(table)),
    index('payments_written_off').on(table.settledAt, table.id).where(isWrittenOffPayment(table)),
    index('payments_failed').on(isDeclined(table), table.createdAt, table.id).where(isFailedPayment(table)),
  ],
);

/** What one visit costs its customer: one that was completed, or the way to one that could not be done. */
export const charges = pgTable(
  'charges',
  {
    id: id(),
    engagementId: refersTo(() => engagements.id),
    workId: refersTo(() => visits.id).unique(),
    /** What is to be paid, after the coupon; integer cents. */
    amount: integer().notNull(),
    discount: integer().notNull(),
    /** The business's part of the amount, as it was when the visit was charged; the worker's is the rest. */
    fee: integer().notNull(),
    /** What of the amount the credit of its bill pays. */
    creditUsed: integer().notNull().default(0),
    kind: text().$type<'visit' | 'way'>().notNull().default('visit'),
    /** How its price came about, rate of the yard size × multiplier; null where that was not kept, and of a way. */
    yardSize: text().$type<YardSize>(),
    multiplier: integer(),
    /** The bill that it is on; none while its billing cycle runs. */
    billId: uuid().references(() => bills.id),
    /** The last attempt to collect that. */
    paymentId: uuid().references(() => payments.id),
    createdAt: instant().notNull(),
    /** When it is to be collected, or when that is looked at again; null once an attempt has taken it up. */
    dueAt: instant(),
    /** Since when it is due and cannot be collected: it is too small alone, or its worker cannot be paid. */
    heldSince: instant(),
    /** When it was written off: too small, and nothing came to collect it with, or staff did not want it billed. */
    writtenOffAt: instant(),
    isNotBilled: boolean().notNull().default(false),
  },
  (table) => [
    oneOf('charges_kind', table.kind, ['visit', 'way']),
    check('charges_amount', sql`${table.amount} >= 0 and ${table.discount} >= 0`),
    check('charges_credit', sql`${table.creditUsed} between 0 and ${table.amount}`),
    check('charges_fee', sql`${table.fee} between 0 and ${table.amount}`),
    index().on(table.engagementId),
    index().on(table.paymentId),
    index('charges_of_bill').on(table.billId),
    index('charges_unbilled').on(table.engagementId).where(isUnbilled(table)),
    index('charges_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('charges_held').on(table.workId).where(isHeldCharge(table)),
    index('charges_written_off').on(table.writtenOffAt, table.id).where(isTooSmall(table)),
  ],
);

export const refundStatuses = ['pending', 'unknown', 'done', 'failed', 'refused'] as const;

/**
 * What goes back to a card, asked for by staff here or at Stripe's dashboard. As with payments the row is committed
 * before Stripe is asked, and its id is the idempotency key, with `attempt` behind it from the second on.
 * `refused`: never made, counts nowhere; `failed`: made, and the money came back.
 */
export const refunds = pgTable(
  'refunds',
  {
    /** Made by the browser of whoever asks, so that the same request makes one refund. */
    id: id(),
    paymentId: refersTo(() => payments.id),
    /** Integer cents. */
    amount: integer().notNull(),
    status: text().$type<(typeof refundStatuses)[number]>().notNull(),
    stripeRefundId: text().unique(),
    /** Who asked for it here; nobody of one that was made at Stripe. */
    byProfileId: uuid().references(() => profiles.id),
    reason: text(),
    ...asked(),
  },
  (table) => [
    oneOf('refunds_status', table.status, refundStatuses),
    check('refunds_amount', sql`${table.amount} > 0`),
    index().on(table.paymentId),
    index('refunds_by').on(table.byProfileId, table.createdAt).where(sql`${table.byProfileId} is not null`),
    index('refunds_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('refunds_failed').on(table.settledAt, table.id).where(sql`${table.status} in ('failed', 'refused')`),
  ],
);

export const disputeStatuses = ['inquiry', 'open', 'won', 'lost', 'closed'] as const;

/** What a customer's bank asks back. An `inquiry` has taken nothing, and is `closed` in the end. */
export const disputes = pgTable(
  'disputes',
  {
    id: id(),
    stripeDisputeId: text().notNull().unique(),
    paymentId: refersTo(() => payments.id),
    status: text().$type<(typeof disputeStatuses)[number]>().notNull(),
    /** Integer cents: what it is about, what the bank has taken by now, and what Stripe charges for that. */
    amount: integer().notNull(),
    taken: integer().notNull(),
    disputeFee: integer('fee').notNull(),
    /** In Stripe's words, such as `product_not_received`. */
    reason: text().notNull(),
    /** Until when Stripe takes an answer; null when it takes none. */
    answerBy: instant(),
    openedAt: instant().notNull(),
    /** What staff have decided about one that is lost; until then it is on the desk. */
    decision: text().$type<DisputeDecision>(),
    decidedAt: instant(),
    /** Integer cents: what of it the customer has paid in another way, as staff say. */
    received: integer().notNull().default(0),
  },
  (table) => [
    oneOf('disputes_status', table.status, disputeStatuses),
    oneOf('disputes_decision', table.decision, disputeDecisions),
    index().on(table.paymentId),
    index('disputes_open').on(table.openedAt, table.id).where(isOpenDispute(table)),
  ],
);
