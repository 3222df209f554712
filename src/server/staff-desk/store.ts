import { and, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { waitsInTurn } from '../database/debits-in-turn.ts';
import type { CursorOrder } from '../database/page.ts';
import { given } from '../database/prepared.ts';
import { bills, payments } from '../database/schema/billing.ts';
import { products } from '../database/schema/catalog.ts';
import { shown } from '../database/schema/columns.ts';
import { engagements, scheduleTemplates } from '../database/schema/engagements.ts';
import { inquiries, messages } from '../database/schema/messages.ts';
import { orders } from '../database/schema/orders.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import {
  awaitsAgreement,
  isActive,
  isAgreed,
  isDead,
  isDeclined,
  isFailedPayment,
  isOpenWish,
  isProposal,
  isShort,
  isStuckOrder,
  lostLinkOf,
  messageState,
  reasonOf,
} from '../database/schema/states.ts';
import { plans } from '../database/schema/visits.ts';
import { whoseMessage } from '../database/whose-message.ts';
import { newestFirst, oldestFirst, pageRowsOf, pagesOf, personOf } from './list-store.ts';

/** The lists of the desk that are about no visits; `visits-store.ts` and `left-visits-store.ts` have the others. */

const customerOfEngagement = sql`join ${profiles} on ${profiles.id} = ${engagements.customerProfileId}`;

/** The inquiries that wait for an answer, longest waiting first. */
export const waitingInquiries = {
  table: inquiries,
  which: isNull(inquiries.answeredAt),
  order: oldestFirst(inquiries.receivedAt, inquiries.id),
  fields: {
    id: inquiries.id,
    fromAddress: inquiries.fromAddress,
    subject: inquiries.subject,
    data: inquiries.data,
    receivedAt: shown(inquiries.receivedAt),
    answeredAt: shown(inquiries.answeredAt),
  },
};

const lostWorker = sql<boolean>`${engagements.activeSince} is not null`;

/** The proposals that have been open since `openedUntil` or longer, or had a worker before, the longest open first. */
export const openProposals = {
  table: engagements,
  which: and(
    isProposal(engagements),
    sql`(${lostWorker} or ${engagements.openSince} <= ${given('openedUntil', 'timestamptz')})`,
  ),
  order: oldestFirst(engagements.openSince, engagements.id),
  joins: sql`${customerOfEngagement}
    join ${products} on ${products.id} = ${engagements.productId}
    join ${addresses} on ${addresses.id} = ${engagements.serviceAddressId}`,
  fields: {
    engagementId: engagements.id,
    customer: personOf(profiles),
    productName: products.name,
    city: addresses.city,
    openSince: shown(engagements.openSince),
    awaitsCustomer: awaitsAgreement(engagements),
    lostWorker,
  },
};

/** The orders whose customers do not answer, or could not accept them, the longest first. */
export const stuckOrders = {
  table: orders,
  which: isStuckOrder(orders),
  order: oldestFirst(orders.stuckSince, orders.id),
  joins: sql`join ${products} on ${products.id} = ${orders.productId}`,
  fields: {
    orderId: orders.id,
    firstName: orders.firstName,
    lastName: orders.lastName,
    productName: products.name,
    stuckSince: shown(orders.stuckSince),
    remindersSent: orders.remindersSent,
    service: orders.service,
    isOffered: sql<boolean>`${products.archivedAt} is null`,
  },
};

/** The rhythms that were asked for at `openedUntil` or before and wait for their workers, the longest waiting first. */
export const waitingRhythms = {
  table: plans,
  which: and(
    sql`${isOpenWish(plans)} and ${plans.wantedAt} <= ${given('openedUntil', 'timestamptz')}`,
    sql`exists (select from ${engagements} where ${engagements.id} = ${plans.engagementId} and ${isActive(engagements)})`,
  ),
  order: oldestFirst(plans.wantedAt, plans.engagementId),
  joins: sql`join ${engagements} on ${engagements.id} = ${plans.engagementId} ${customerOfEngagement}`,
  fields: {
    engagementId: plans.engagementId,
    customer: personOf(profiles),
    frequency: plans.frequency,
    interval: plans.interval,
    startDay: plans.startDay,
    askedAt: shown(plans.wantedAt) as SQL<string>,
  },
};

const plannedDays = sql<number>`(
  select count(*)::int from schedule_template_days place where place.schedule_template_id = ${scheduleTemplates.id}
)`;

const other = alias(plans, 'other');
const versionsBeside = (which: SQL) => sql`from ${plans} ${other}
  where ${other.engagementId} = ${plans.engagementId} and ${other.endedOn} is null and ${isAgreed(other)} and ${which}`;

/** The services that have been on fewer weekdays than are wanted since `openedUntil` or before, by the version that made them so. */
export const fewerWeekdays = {
  table: plans,
  which: and(
    isShort(plans),
    sql`${plans.madeAt} <= ${given('openedUntil', 'timestamptz')}`,
    sql`not exists (select ${versionsBeside(sql`${other.id} > ${plans.id} and not ${isShort(other)} offset 0`)})`,
    // Of versions that are short one after the other it is the first.
    sql`coalesce((select not ${isShort(other)} ${versionsBeside(sql`${other.id} < ${plans.id}`)} order by ${other.id} desc limit 1), true)`,
    sql`exists (select from ${engagements} where ${engagements.id} = ${plans.engagementId} and ${isActive(engagements)} offset 0)`,
  ),
  order: oldestFirst(plans.madeAt, plans.engagementId),
  joins: sql`join ${engagements} on ${engagements.id} = ${plans.engagementId} ${customerOfEngagement}
    join ${scheduleTemplates} on ${scheduleTemplates.engagementId} = ${engagements.id}`,
  fields: {
    engagementId: plans.engagementId,
    customer: personOf(profiles),
    workerName: sql<string>`(select worker.display_name from profiles worker where worker.id = ${engagements.workerProfileId})`,
    frequency: scheduleTemplates.frequency,
    interval: scheduleTemplates.interval,
    since: shown(plans.madeAt),
    plannedDays,
  },
};

export const selectProposals = pagesOf(
  'unclaimed_proposals',
  pageRowsOf(openProposals),
  openProposals.order,
  ({ openSince, engagementId }) => [openSince, engagementId],
);

const isGivenUp = isDeclined(payments);
const before = alias(payments, 'before');
/** It was not asked for yet, and waits for another that is on the desk: nothing has failed of it. */
const isNotBegun = sql`(${payments.status} = 'pending' and ${payments.attempt} = 1 and ${payments.declineMessage} is null)`;

/** The failed payments that are still owed: those given up first, then the newest. */
export const failedPayments = {
  table: payments,
  which: and(isFailedPayment(payments), sql`not ${isNotBegun}`),
  order: {
    by: [isGivenUp, payments.createdAt, payments.id],
    types: ['boolean', 'timestamptz', 'uuid'],
    direction: 'descending',
  } satisfies CursorOrder,
  // The attempt before this one, for the same bill: credit and a worker's new account make the next one another.
  joins: sql`join ${engagements} on ${engagements.id} = ${payments.engagementId} ${customerOfEngagement}
    join ${bills} on ${bills.id} = ${payments.billId}
    left join lateral (
      select ${before.attempt}, ${before.declineMessage} from ${payments} ${before}
      where not ${isGivenUp} and ${before.billId} = ${payments.billId}
        and ${isDeclined(before)} and ${before.settledAt} <= ${payments.createdAt}
      order by ${before.settledAt} desc limit 1
    ) ${before} on true`,
  fields: {
    paymentId: payments.id,
    isGivenUp,
    createdAt: shown(payments.createdAt),
    engagementId: payments.engagementId,
    customer: personOf(profiles),
    billId: bills.id,
    billNumber: bills.number,
    amount: payments.amount,
    status: payments.status,
    attempt: payments.attempt,
    /** How often the bill was asked for in all. */
    tries: sql<number>`(select count(*)::int from ${payments} tried where tried.bill_id = ${payments.billId} and tried.asked_at is not null)`,
    declineMessage: payments.declineMessage,
    dueAt: shown(payments.dueAt),
    waitsInTurn,
    attemptBefore: before.attempt,
    declineMessageBefore: before.declineMessage,
    engagementStatus: engagements.status,
  },
};

const isToConfirm = sql`${payments.status} = 'action-required'`;

const failedPaymentsWhich = (name: string, which?: SQL) =>
  pagesOf(
    name,
    pageRowsOf({ ...failedPayments, which: and(failedPayments.which, which) }),
    failedPayments.order,
    (row) => [row.isGivenUp, row.createdAt, row.paymentId],
  );
export const selectFailedPayments = {
  all: failedPaymentsWhich('failed_payments'),
  'given-up': failedPaymentsWhich('failed_payments_given_up', isGivenUp),
  'confirmation-needed': failedPaymentsWhich('failed_payments_to_confirm', isToConfirm),
  retrying: failedPaymentsWhich('failed_payments_retrying', sql`not ${isGivenUp} and not ${isToConfirm}`),
};

/** The dead messages, the newest first. */
export const deadMessages = {
  table: messages,
  which: isDead(messages),
  order: newestFirst(messages.endedAt, messages.id),
  fields: {
    messageId: messages.id,
    channel: messages.channel,
    recipient: messages.recipient,
    ...whoseMessage,
    subject: messages.subject,
    state: messageState(messages),
    reason: reasonOf(messages),
    deadSince: messages.endedAt,
    lostLink: lostLinkOf(messages),
  },
};

const deadMessagesWhich = (name: string, which?: SQL) =>
  pagesOf(
    name,
    pageRowsOf({ ...deadMessages, which: and(deadMessages.which, which) }),
    deadMessages.order,
    ({ deadSince, messageId }) => [deadSince, messageId],
  );
export const selectDeadMessages = {
  all: deadMessagesWhich('dead_messages'),
  email: deadMessagesWhich('dead_mails', sql`${messages.channel} = 'email'`),
  text: deadMessagesWhich('dead_texts', sql`${messages.channel} = 'text'`),
};
