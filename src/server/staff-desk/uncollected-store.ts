import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Order } from '../database/page.ts';
import { given } from '../database/prepared.ts';
import { bills, charges, disputes, payments, refunds } from '../database/schema/billing.ts';
import { cards } from '../database/schema/cards.ts';
import { shown } from '../database/schema/columns.ts';
import { topUps } from '../database/schema/credits.ts';
import { engagements } from '../database/schema/engagements.ts';
import { connectedAccounts, profiles, waitsForApproval } from '../database/schema/profiles.ts';
import {
  isFailedPayout,
  isHeldCharge,
  isLive,
  isOpenDispute,
  isPaidTwice,
  isStuckTopUp,
  isTooSmall,
  isWrittenOffPayment,
} from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';
import { newestFirst, oldestFirst, personOf } from './list-store.ts';

// With ids in an array Postgres reads the people by an index, row by row.
const concernedUsers = sql`array(
  select ${connectedAccounts.userId} from ${connectedAccounts} where ${connectedAccounts.restrictedAt} is not null
  union
  select held_by.user_id from ${charges}
    join ${visits} on ${visits.id} = ${charges.workId}
    join ${profiles} held_by on held_by.id = ${visits.workerProfileId}
  where ${isHeldCharge(charges)}
)`;
const isOnboarded = sql`exists (
  select from ${connectedAccounts}
  where ${connectedAccounts.userId} = ${profiles.userId} and ${connectedAccounts.onboardingComplete}
)`;

/** The workers who wait to be approved, longest waiting first. */
export const waitingWorkers = {
  table: profiles,
  which: waitsForApproval,
  order: oldestFirst(profiles.createdAt, profiles.id),
  fields: { worker: personOf(profiles), since: shown(profiles.createdAt) },
};

/** The workers whom we cannot pay, although we owe them money or Stripe has restricted them, by name. */
export const unpayableWorkers = {
  table: profiles,
  which: and(
    sql`${profiles.userId} = any(${concernedUsers})`,
    eq(profiles.type, sql`'PROFILE_TYPE_WORKER'`),
    sql`not ${isOnboarded}`,
  ),
  order: { by: [profiles.lastName, profiles.id], direction: 'ascending' } satisfies Order,
  joins: sql`left join ${connectedAccounts} on ${connectedAccounts.userId} = ${profiles.userId}`,
  fields: {
    worker: personOf(profiles),
    restrictedAt: connectedAccounts.restrictedAt,
    /** The sum of the charges that are held for the worker, in integer cents. */
    heldAmount: sql<number>`(
      select coalesce(sum(${charges.amount}), 0) from ${charges} join ${visits} on ${visits.id} = ${charges.workId}
      where ${visits.workerProfileId} = ${profiles.id} and ${isHeldCharge(charges)}
    )`,
  },
};

/** The workers whose bank did not take the last payout, oldest first. */
export const failedPayouts = {
  table: connectedAccounts,
  which: isFailedPayout(connectedAccounts),
  order: oldestFirst(connectedAccounts.payoutFailedAt, connectedAccounts.id),
  joins: sql`join ${profiles} on ${profiles.userId} = ${connectedAccounts.userId} and ${profiles.type} = 'PROFILE_TYPE_WORKER'`,
  fields: {
    worker: personOf(profiles),
    amount: connectedAccounts.failedPayoutAmount,
    failedAt: connectedAccounts.payoutFailedAt,
  },
};

/** The charges that were written off since `writtenOffSince`, newest first. */
export const writtenOffCharges = {
  table: charges,
  which: isTooSmall(charges),
  atFirst: sql`${charges.writtenOffAt} >= ${given('writtenOffSince', 'timestamptz')}`,
  order: newestFirst(charges.writtenOffAt, charges.id),
  joins: sql`join ${visits} on ${visits.id} = ${charges.workId}
    join ${engagements} on ${engagements.id} = ${charges.engagementId}
    join ${profiles} on ${profiles.id} = ${engagements.customerProfileId}`,
  fields: {
    chargeId: charges.id,
    engagementId: engagements.id,
    customer: personOf(profiles),
    amount: charges.amount,
    visitDate: visits.day,
  },
};

/** The payments that came in although their bills were paid, newest first. */
export const paidTwice = {
  table: payments,
  which: isPaidTwice(payments),
  order: newestFirst(payments.settledAt, payments.id),
  joins: sql`join ${bills} on ${bills.id} = ${payments.billId}
    join ${profiles} on ${profiles.id} = ${bills.customerProfileId}`,
  fields: {
    paymentId: payments.id,
    customer: personOf(profiles),
    amount: sql<number>`${payments.amount} - ${payments.refunded}`,
    billId: bills.id,
    billNumber: bills.number,
    paidAt: payments.settledAt,
    stripePaymentIntentId: payments.stripePaymentIntentId,
  },
};

const ofPayment = sql`join ${bills} on ${bills.id} = ${payments.billId}
    join ${profiles} on ${profiles.id} = ${bills.customerProfileId}`;
const whose = { customer: personOf(profiles), billId: bills.id, billNumber: bills.number };

/** The bills that staff have written off since `writtenOffSince`, newest first. */
export const writtenOffBills = {
  table: payments,
  which: isWrittenOffPayment(payments),
  atFirst: sql`${payments.settledAt} >= ${given('writtenOffSince', 'timestamptz')}`,
  order: newestFirst(payments.settledAt, payments.id),
  joins: ofPayment,
  fields: { ...whose, amount: payments.amount, writtenOffAt: payments.settledAt },
};

/** What customers' banks ask back, oldest first. */
export const openDisputes = {
  table: disputes,
  which: isOpenDispute(disputes),
  order: oldestFirst(disputes.openedAt, disputes.id),
  joins: sql`join ${payments} on ${payments.id} = ${disputes.paymentId} ${ofPayment}`,
  fields: {
    id: disputes.id,
    ...whose,
    amount: disputes.amount,
    status: disputes.status,
    reason: disputes.reason,
    answerBy: disputes.answerBy,
    stripeDisputeId: disputes.stripeDisputeId,
  },
};

const other = alias(refunds, 'other');
const isOwed = sql`(${refunds.status} = 'failed' and exists (
  select from ${payments} where ${payments.id} = ${refunds.paymentId} and ${payments.owedBack} > ${payments.creditedBack}))`;
/** Stripe says to the second when one was made at its dashboard. */
const isNews = sql`(${refunds.status} = 'refused' and ${refunds.settledAt} >= ${given('writtenOffSince', 'timestamptz')}
  and not exists (select from ${refunds} ${other} where ${other.paymentId} = ${refunds.paymentId}
    and ${other.status} in ('pending', 'unknown', 'done')
    and (${other.createdAt} >= date_trunc('second', ${refunds.createdAt}) or ${other.settledAt} >= ${refunds.settledAt})))`;

/**
 * The refunds that have come back, as long as we owe them, and those that were refused since `writtenOffSince`, until
 * another one is made; newest first.
 */
export const failedRefunds = {
  table: refunds,
  which: sql`${refunds.status} in ('failed', 'refused') and (${isOwed} or ${isNews})`,
  order: newestFirst(refunds.settledAt, refunds.id),
  joins: sql`join ${payments} on ${payments.id} = ${refunds.paymentId} ${ofPayment}`,
  fields: {
    id: refunds.id,
    ...whose,
    amount: refunds.amount,
    status: refunds.status,
    failure: refunds.failure,
    failedAt: refunds.settledAt,
  },
};

const paidWith = sql`from ${engagements} join ${profiles} on ${profiles.id} = ${engagements.customerProfileId}
    where ${profiles.userId} = ${cards.userId} and ${engagements.stripePaymentMethodId} = ${cards.id} and ${isLive(engagements)}`;

/** The cards that are gone though a service is paid with them, newest first. */
export const goneCards = {
  table: cards,
  which: sql`${cards.goneAt} is not null and exists (select ${paidWith})`,
  order: newestFirst(cards.goneAt, cards.id),
  joins: sql`join lateral (select ${engagements.id}, ${engagements.customerProfileId} ${paidWith}
      order by ${engagements.createdAt}, ${engagements.id} limit 1) ${engagements} on true
    join ${profiles} on ${profiles.id} = ${engagements.customerProfileId}`,
  fields: {
    id: cards.id,
    engagementId: engagements.id,
    customer: personOf(profiles),
    name: cards.name,
    goneAt: cards.goneAt,
    isKindEnded: cards.isKindEnded,
  },
};

/** What workers are to get for bills that credit has paid, and Stripe has refused so far; oldest first. */
export const stuckTopUps = {
  table: topUps,
  which: isStuckTopUp(topUps),
  order: oldestFirst(topUps.createdAt, topUps.id),
  joins: sql`join ${bills} on ${bills.id} = ${topUps.billId}
    join ${profiles} on ${profiles.id} = ${bills.workerProfileId}`,
  fields: {
    id: topUps.id,
    worker: personOf(profiles),
    customerProfileId: bills.customerProfileId,
    billId: bills.id,
    billNumber: bills.number,
    amount: topUps.amount,
    status: topUps.status,
    reason: topUps.failure,
    since: topUps.createdAt,
  },
};
