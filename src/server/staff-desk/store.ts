import { and, asc, count, desc, eq, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { countLimit } from '#contract/staff-desk.ts';
import type { Queryable } from '../database/connection.ts';
import { inOrder, isBehind, type Order, type Slice, toPage } from '../database/page.ts';
import { nameOf } from '../database/people.ts';
import { hasCharges, payments } from '../database/schema/billing.ts';
import { products } from '../database/schema/catalog.ts';
import { engagements, type skips, type works } from '../database/schema/engagements.ts';
import { inquiries, messages } from '../database/schema/messages.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { awaitsAgreement, isDead, isDeclined, isFailedPayment, isProposal } from '../database/schema/states.ts';

/** Counts no further than the limit, so that a long list costs no more than a short one. */
export async function countOf(
  database: Queryable,
  from: typeof inquiries | typeof engagements | typeof payments | typeof messages | typeof skips | typeof works,
  which: SQL | undefined,
) {
  const some = database
    .select({ id: from.id })
    .from(from)
    .where(which)
    .limit(countLimit + 1)
    .as('some');
  const [row] = await database.select({ count: count() }).from(some);
  return row?.count ?? 0;
}

const isWaiting = isNull(inquiries.answeredAt);

export const countWaitingInquiries = (database: Queryable) => countOf(database, inquiries, isWaiting);

/** @returns the inquiries that wait for an answer, longest waiting first */
export async function selectWaitingInquiries(database: Queryable, limit: number) {
  return await database
    .select()
    .from(inquiries)
    .where(isWaiting)
    .orderBy(asc(inquiries.receivedAt), asc(inquiries.id))
    .limit(limit);
}

const isOpenSince = (moment: Temporal.Instant) => and(isProposal(engagements), lte(engagements.openSince, moment));

export const countProposals = (database: Queryable, openedUntil: Temporal.Instant) =>
  countOf(database, engagements, isOpenSince(openedUntil));

const longestOpenFirst: Order = { by: [engagements.openSince, engagements.id], direction: 'ascending' };

/** @returns a page of the proposals that have been open since then or longer, the longest open first */
export async function selectProposals(database: Queryable, openedUntil: Temporal.Instant, { after, limit }: Slice) {
  const rows = await database
    .select({
      engagementId: engagements.id,
      customer: nameOf(profiles),
      productName: products.name,
      city: addresses.city,
      openSince: engagements.openSince,
      awaitsCustomer: awaitsAgreement(engagements),
    })
    .from(engagements)
    .innerJoin(profiles, eq(profiles.id, engagements.customerProfileId))
    .innerJoin(products, eq(products.id, engagements.productId))
    .innerJoin(addresses, eq(addresses.id, engagements.serviceAddressId))
    .where(and(isOpenSince(openedUntil), isBehind(longestOpenFirst, after)))
    .orderBy(...inOrder(longestOpenFirst))
    .limit(limit + 1);
  return toPage(rows, limit, ({ openSince, engagementId }) => [openSince, engagementId]);
}
export type ProposalRow = Awaited<ReturnType<typeof selectProposals>>['rows'][number];

// A payment without charges does not count: a later payment has taken them over, to try them once more.
const isFailed = sql`${isFailedPayment(payments)} and ${hasCharges}`;
const isGivenUp = isDeclined(payments);
const givenUpFirst: Order = { by: [isGivenUp, payments.createdAt, payments.id], direction: 'descending' };
const before = alias(payments, 'before');

export const countFailedPayments = (database: Queryable) => countOf(database, payments, isFailed);

/** @returns a page of the failed payments that are still owed: those given up first, then the newest */
export async function selectFailedPayments(database: Queryable, { after, limit }: Slice) {
  // The attempt before this one, for the same visits: one transaction declines a payment and makes the next.
  const declined = database
    .select({ declineMessage: before.declineMessage, attempt: before.attempt })
    .from(before)
    .where(
      and(
        eq(before.engagementId, payments.engagementId),
        eq(before.amount, payments.amount),
        eq(before.stripeDestinationAccountId, payments.stripeDestinationAccountId),
        isDeclined(before),
        lte(before.settledAt, payments.createdAt),
      ),
    )
    .orderBy(desc(before.settledAt))
    .limit(1)
    .as('declined');
  const rows = await database
    .select({
      paymentId: payments.id,
      isGivenUp,
      createdAt: payments.createdAt,
      engagementId: payments.engagementId,
      customer: nameOf(profiles),
      amount: payments.amount,
      status: payments.status,
      attempt: payments.attempt,
      declineMessage: payments.declineMessage,
      dueAt: payments.dueAt,
      attemptBefore: declined.attempt,
      declineMessageBefore: declined.declineMessage,
      engagementStatus: engagements.status,
    })
    .from(payments)
    .innerJoin(engagements, eq(engagements.id, payments.engagementId))
    .innerJoin(profiles, eq(profiles.id, engagements.customerProfileId))
    .leftJoinLateral(declined, sql`true`)
    .where(and(isFailed, isBehind(givenUpFirst, after)))
    .orderBy(...inOrder(givenUpFirst))
    .limit(limit + 1);
  return toPage(rows, limit, (row) => [row.isGivenUp, row.createdAt, row.paymentId]);
}
export type FailedPaymentRow = Awaited<ReturnType<typeof selectFailedPayments>>['rows'][number];

export const countDeadMessages = (database: Queryable) => countOf(database, messages, isDead(messages));

const newestDeadFirst: Order = { by: [messages.endedAt, messages.id], direction: 'descending' };

/** @returns a page of the dead messages, the newest first */
export async function selectDeadMessages(database: Queryable, { after, limit }: Slice) {
  const rows = await database
    .select({
      messageId: messages.id,
      channel: messages.channel,
      recipient: messages.recipient,
      subject: messages.subject,
      reason: messages.reason,
      deadSince: messages.endedAt,
    })
    .from(messages)
    .where(and(isDead(messages), isBehind(newestDeadFirst, after)))
    .orderBy(...inOrder(newestDeadFirst))
    .limit(limit + 1);
  return toPage(rows, limit, ({ deadSince, messageId }) => [deadSince, messageId]);
}
export type DeadMessageRow = Awaited<ReturnType<typeof selectDeadMessages>>['rows'][number];
