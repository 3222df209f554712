import { and, asc, count, desc, eq, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { countLimit } from '#contract/staff-desk.ts';
import type { Queryable } from '../database/connection.ts';
import { charges, isFailedPayment, payments } from '../database/schema/billing.ts';
import { products } from '../database/schema/catalog.ts';
import { engagements, type skips, type works } from '../database/schema/engagements.ts';
import { inquiries, messages } from '../database/schema/messages.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';

/** Which rows of a list: those behind the row with this id, and at most so many. */
export type Slice = { after?: string | undefined; limit: number };

const customerName = { profileId: profiles.id, firstName: profiles.firstName, lastName: profiles.lastName };

/** Counts no further than it is told, so that the count of a long list costs no more than that of a short one. */
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

// Spelled out, because the partial index of open proposals is not used for a parameter.
const isProposal = sql`${engagements.status} = 'ENGAGEMENT_STATUS_PROPOSED'`;
const isOpenSince = (moment: Temporal.Instant) => and(isProposal, lte(engagements.openSince, moment));

export const countProposals = (database: Queryable, openedUntil: Temporal.Instant) =>
  countOf(database, engagements, isOpenSince(openedUntil));

/** @returns the proposals that any worker may claim since a moment or longer, longest open first */
export async function selectProposals(database: Queryable, openedUntil: Temporal.Instant, { after, limit }: Slice) {
  const place = sql`select place.open_since, place.id from ${engagements} place where place.id = ${after}::uuid`;
  return await database
    .select({
      engagementId: engagements.id,
      customer: customerName,
      productName: products.name,
      city: addresses.city,
      openSince: engagements.openSince,
      awaitsCustomer: sql<boolean>`${engagements.baseCost} > ${engagements.agreedBaseCost}`,
    })
    .from(engagements)
    .innerJoin(profiles, eq(profiles.id, engagements.customerProfileId))
    .innerJoin(products, eq(products.id, engagements.productId))
    .innerJoin(addresses, eq(addresses.id, engagements.serviceAddressId))
    .where(
      and(
        isOpenSince(openedUntil),
        after === undefined ? undefined : sql`(${engagements.openSince}, ${engagements.id}) > (${place})`,
      ),
    )
    .orderBy(asc(engagements.openSince), asc(engagements.id))
    .limit(limit);
}

/** @returns whether there is an engagement with this id, in whatever state */
export async function engagementExists(database: Queryable, engagementId: string): Promise<boolean> {
  const found = await database.select({ id: engagements.id }).from(engagements).where(eq(engagements.id, engagementId));
  return found.length > 0;
}

// A later payment takes the charges over when what was given up is tried once more.
const isFailed = sql`${isFailedPayment(payments)} and exists (select 1 from ${charges} where ${charges.paymentId} = ${payments.id})`;
const isGivenUp = sql<boolean>`(${payments.status} = 'declined')`;
const before = alias(payments, 'before');

export const countFailedPayments = (database: Queryable) => countOf(database, payments, isFailed);

/** @returns the payments that failed and are not made up for: those given up first, then the newest */
export async function selectFailedPayments(database: Queryable, { after, limit }: Slice) {
  const place = sql`select (place.status = 'declined'), place.created_at, place.id from ${payments} place where place.id = ${after}::uuid`;
  // The attempt before it, for the same visits: a declined payment and the next one are written together.
  const declined = database
    .select({ declineMessage: before.declineMessage, attempt: before.attempt })
    .from(before)
    .where(
      and(
        eq(before.engagementId, payments.engagementId),
        eq(before.amount, payments.amount),
        eq(before.stripeDestinationAccountId, payments.stripeDestinationAccountId),
        eq(before.status, 'declined'),
        lte(before.settledAt, payments.createdAt),
      ),
    )
    .orderBy(desc(before.settledAt))
    .limit(1)
    .as('declined');
  return await database
    .select({
      paymentId: payments.id,
      engagementId: payments.engagementId,
      customer: customerName,
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
    .where(
      and(
        isFailed,
        after === undefined ? undefined : sql`(${isGivenUp}, ${payments.createdAt}, ${payments.id}) < (${place})`,
      ),
    )
    .orderBy(desc(isGivenUp), desc(payments.createdAt), desc(payments.id))
    .limit(limit);
}
export type FailedPaymentRow = Awaited<ReturnType<typeof selectFailedPayments>>[number];

/** @returns whether there is a payment with this id, in whatever state */
export async function paymentExists(database: Queryable, paymentId: string): Promise<boolean> {
  const found = await database.select({ id: payments.id }).from(payments).where(eq(payments.id, paymentId));
  return found.length > 0;
}

// Spelled out, because the partial index of dead messages is not used for a parameter.
const isDead = sql`${messages.outcome} = 'dead'`;

export const countDeadMessages = (database: Queryable) => countOf(database, messages, isDead);

/** @returns the messages that are not tried any more, the newest first */
export async function selectDeadMessages(database: Queryable, { after, limit }: Slice) {
  const place = sql`select place.ended_at, place.id from ${messages} place where place.id = ${after}::uuid`;
  return await database
    .select({
      messageId: messages.id,
      channel: messages.channel,
      recipient: messages.recipient,
      subject: messages.subject,
      reason: messages.reason,
      deadSince: messages.endedAt,
    })
    .from(messages)
    .where(and(isDead, after === undefined ? undefined : sql`(${messages.endedAt}, ${messages.id}) < (${place})`))
    .orderBy(desc(messages.endedAt), desc(messages.id))
    .limit(limit);
}

/** @returns whether there is a message with this id, however it ended */
export async function messageExists(database: Queryable, messageId: string): Promise<boolean> {
  const found = await database.select({ id: messages.id }).from(messages).where(eq(messages.id, messageId));
  return found.length > 0;
}
