import { and, eq, gt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { MessageState } from '#domain/correspondence.ts';
import { activeEngagementStatuses, liveEngagementStatuses, proposalStatus } from '#domain/engagement-status.ts';
import { findingKinds } from '#domain/findings.ts';
import { creditKinds } from '#domain/ledger.ts';
import { askedAttempt, lastAttempt } from '#domain/payment-attempts.ts';
import { smallestPayment } from '#domain/pricing.ts';
import { literals } from './columns.ts';

/**
 * The states of rows that queries and partial indexes ask for. TypeScript asks for them by the same names and lists, in
 * src/domain. Values are spelled out, because a partial index is not used for a parameter.
 */

type Row<Column extends string> = Record<Column, SQLWrapper>;

/** Whether a mailed link still works. */
export const isOpenLink = (row: Row<'usedAt' | 'expiresAt'>, now: SQLWrapper) =>
  sql`(${row.usedAt} is null and ${row.expiresAt} > ${now})`;

/** Whether an engagement waits for a worker. */
export const isProposal = (row: Row<'status'>) => sql`${row.status} = ${literals([proposalStatus])}`;

/** Whether an engagement was never claimed: once its price is held no longer, it follows the rates of the day. */
export const isFirstProposal = (row: Row<'status' | 'activeSince'>) =>
  sql`(${isProposal(row)} and ${row.activeSince} is null)`;

/** Whether an engagement's visits are due. */
export const isActive = (row: Row<'status'>) => sql`${row.status} in (${literals(activeEngagementStatuses)})`;

/** Whether a version of a plan, or a day off, is agreed: one that somebody only wants counts for nothing. */
export const isAgreed = (plan: Row<'wantedAt' | 'acceptedAt'>) =>
  sql`(${plan.wantedAt} is null or ${plan.acceptedAt} is not null)`;

/** Whether a day off counts: one that a worker only asked for does not, nor one that was taken back. */
export const isDayOff = (row: Row<'wantedAt' | 'acceptedAt' | 'takenBackAt'>) =>
  sql`(${row.takenBackAt} is null and ${isAgreed(row)})`;

/** Whether days off that a worker asked for wait for staff. */
export const isAskedFor = (row: Row<'wantedAt' | 'acceptedAt' | 'declinedReason' | 'takenBackAt'>) =>
  sql`(${row.wantedAt} is not null and ${row.acceptedAt} is null and ${row.declinedReason} is null and ${row.takenBackAt} is null)`;

/** Whether a version of a plan is wanted, and waits for an answer. */
export const isOpenWish = (plan: Row<'wantedAt' | 'acceptedAt' | 'endedOn'>) =>
  sql`(${plan.wantedAt} is not null and ${plan.acceptedAt} is null and ${plan.endedOn} is null)`;

/** Whether a version of a plan counts that is on fewer weekdays than its customer wants visits in a week. */
export const isShort = (plan: Row<'wantedAt' | 'acceptedAt' | 'endedOn' | 'weekDays' | 'frequency'>) =>
  sql`(${isAgreed(plan)} and ${plan.endedOn} is null and cardinality(${plan.weekDays}) < ${plan.frequency})`;

/** Whether a visit takes place: it is to come, under way or made. */
export const takesPlace = (visit: Row<'state'>) => sql`${visit.state} in ('planned', 'begun', 'done')`;

/** Whether a worker is still to make a visit, or to finish it. */
export const isToMake = (visit: Row<'state'>) => sql`${visit.state} in ('planned', 'begun')`;

/** Whether people took a visit off, or its worker gave it up. */
export const isOffByPeople = (visit: Row<'offBy'>) => sql`${visit.offBy} in ('customer', 'worker', 'employee')`;

/** Whether a worker has begun a visit: also of one that was given up then, or left and missed. */
export const isBegun = (visit: Row<'step'>) => sql`${visit.step} is not null`;

/** Whether an engagement's visits are not due for now. */
export const isPaused = (row: Row<'status'>) => sql`${row.status} = 'ENGAGEMENT_STATUS_PAUSED'`;

/** Whether an engagement rests until its customer has paid. */
export const isPausedUnpaid = (row: Row<'status' | 'isPausedUnpaid'>) =>
  sql`(${row.status} = 'ENGAGEMENT_STATUS_PAUSED' and ${row.isPausedUnpaid})`;

/** Whether an engagement still needs its address and its card. */
export const isLive = (row: Row<'status'>) => sql`${row.status} in (${literals(liveEngagementStatuses)})`;

/** Whether a proposal waits until its customer agrees to its price. */
export const awaitsAgreement = (row: Row<'baseCost' | 'agreedBaseCost'>) =>
  sql<boolean>`${row.baseCost} > ${row.agreedBaseCost}`;

const last = sql.raw(String(lastAttempt));

/** Whether an attempt failed, whoever refused it. If no later payment has its charges, they are given up. */
export const isDeclined = (row: Row<'status'>) => sql<boolean>`(${row.status} = 'declined')`;

/**
 * Whether a payment failed and is not made up for, as far as its row alone can say: the last attempt was declined, the
 * customer has to confirm it, or it waits to be tried again after a decline. Nobody owes a tip.
 */
export const isFailedPayment = (row: Row<'status' | 'attempt' | 'dueAt' | 'createdAt' | 'isTakenOver' | 'tipWorkId'>) =>
  sql`(not ${row.isTakenOver} and ${row.tipWorkId} is null and ((${row.status} = 'declined' and ${row.attempt} >= ${last}) or ${row.status} = 'action-required' or (${row.status} = 'pending' and ${row.dueAt} > ${row.createdAt}) or (${row.status} = 'unknown' and ${row.attempt} > 1)))`;

/**
 * Whether the charges of a payment are declined and not being collected: it was the last attempt, or the next one is
 * planned. Unless a later one has taken it over.
 */
export const isOwedAfterDecline = (row: Row<'status' | 'attempt' | 'dueAt' | 'createdAt' | 'plannedFor'>) =>
  sql<boolean>`(${row.status} = 'declined' or (${row.status} = 'pending' and ${row.attempt} > 1 and ${row.dueAt} > ${row.createdAt} and ${row.plannedFor} is null))`;

/**
 * Whether the charges of a payment were given up and are not paid since: the last attempt was declined, or one that the
 * customer asked for after that is under way, unless a bank has taken it on. Unless a later one has taken it over.
 */
export const isGivenUpPayment = (row: Row<'status' | 'attempt' | 'dueAt'>) =>
  sql<boolean>`((${row.status} = 'declined' and ${row.attempt} >= ${last}) or (${row.dueAt} is not null and ${row.status} <> 'processing' and ${row.attempt} = ${sql.raw(String(askedAttempt))}))`;

/** Whether a payment waits for its customer's confirmation, and can still have it. */
export const isToConfirm = (row: Record<'status' | 'dueAt', AnyPgColumn>, now: Temporal.Instant | SQL) =>
  and(eq(row.status, 'action-required'), gt(row.dueAt, now));

/** Whether the money of a payment is still to come; null where there is no payment. */
export const isUnpaid = (row: Row<'status'>) => sql`${row.status} not in ('paid', 'refunded', 'written-off')`;

/** Whether a payment is planned or under way. */
export const isUnsettled = (row: Row<'status'>) =>
  sql`${row.status} in ('pending', 'unknown', 'processing', 'action-required')`;

/** Whether a bill waits for this payment's money; nobody waits for a tip. */
export const isOpenPayment = (row: Row<'status' | 'isTakenOver' | 'tipWorkId'>) =>
  sql`(${isUnpaid(row)} and not ${row.isTakenOver} and ${row.tipWorkId} is null)`;

/** Whether a bank has taken a payment on, which takes it some days. */
export const isOnItsWay = (row: Row<'status'>) => sql`(${row.status} = 'processing')`;

/** Whether a payment is for a tip that stands, or is about to. */
export const isStandingTip = (row: Row<'isTakenOver' | 'tipWorkId'>) =>
  sql`(${row.tipWorkId} is not null and not ${row.isTakenOver})`;

/** Whether a payment brought in what another one has paid, so that it is to be sent back. */
export const isPaidTwice = (row: Row<'status' | 'isTakenOver'>) => sql`(${row.status} = 'paid' and ${row.isTakenOver})`;

/** Whether a payment's refund came back, so that we owe it in another way; what was paid twice is owed anyway. */
export const isOwedBack = (row: Row<'owedBack' | 'creditedBack' | 'isTakenOver'>) =>
  sql`(${row.owedBack} > ${row.creditedBack} and not ${row.isTakenOver})`;

/** What is asked of the card for a charge; integer cents. */
export const askedFor = (row: Row<'amount' | 'creditUsed'>) => sql<number>`(${row.amount} - ${row.creditUsed})`;

/**
 * Whether credit of so many cents can pay something of what a bill's last attempt asks for: what is left for the card is
 * nothing, or enough for a payment.
 */
export const canCreditPay = (row: Row<'amount' | 'isTakenOver' | 'tipWorkId'>, credit: SQLWrapper) =>
  sql`(not ${row.isTakenOver} and ${row.tipWorkId} is null and ${row.amount} > 0 and ${credit} > 0
    and (${credit} >= ${row.amount} or ${row.amount} > ${sql.raw(String(smallestPayment))}))`;

/** Whether a worker waits for a top-up that Stripe has refused before. */
export const isStuckTopUp = (row: Row<'status' | 'failure'>) =>
  sql`(${row.status} <> 'done' and ${row.failure} is not null)`;

/** Whether a worker waits for staff to approve them. */
export const isWaiting = (row: Row<'type' | 'approval'>) =>
  sql`(${row.type} = 'PROFILE_TYPE_WORKER' and coalesce(${row.approval}, 'waiting') = 'waiting')`;

/** Whether an address in use waits for a geocoder's answer. */
export const toLocate = (row: Row<'precision' | 'archivedAt'>) =>
  sql`(${row.precision} is null and ${row.archivedAt} is null)`;

/** Whether a worker's bank did not take the last payout, and nobody of staff has seen it. */
export const isFailedPayout = (row: Row<'payoutFailedAt' | 'payoutSeenAt'>) =>
  sql`(${row.payoutFailedAt} is not null and ${row.payoutSeenAt} is null)`;

/** Whether a dispute waits for its end, or lost, for what staff decide; an inquiry is one that has taken nothing. */
export const isOpenDispute = (row: Row<'status' | 'decision'>) =>
  sql`(${row.status} in ('inquiry', 'open') or (${row.status} = 'lost' and ${row.decision} is null))`;

/** Whether a bank holds the money of a payment, or has taken it for good. */
export const isHeldByBank = (row: Row<'status'>) => sql`(${row.status} in ('open', 'lost'))`;

/** Whether a card or an account is still not to be charged. */
export const isBlockInForce = (row: Row<'endedAt'>) => sql`(${row.endedAt} is null)`;

/** Whether a finding waits for somebody. */
export const isOpenFinding = (row: Row<'goneAt' | 'seenAt'>) => sql`(${row.goneAt} is null and ${row.seenAt} is null)`;

/** Whether this release has words for a finding: one that runs beside it may know other kinds. */
export const isKnownFinding = (row: Row<'kind'>) => sql`${row.kind} in (${literals(findingKinds)})`;

/** Whether Stripe has not said yet what it keeps of a payment that was made. */
export const isProcessingFeeUnknown = (row: Row<'status' | 'processingFee'>) =>
  sql`(${row.status} in ('paid', 'refunded') and ${row.processingFee} is null)`;

/** Whether a charge is to be paid and on no bill yet. */
export const isUnbilled = (row: Row<'billId' | 'writtenOffAt' | 'amount'>) =>
  sql`(${row.billId} is null and ${row.writtenOffAt} is null and ${row.amount} > 0)`;

/** Whether a charge is still to be paid, however its last payment stands. */
export const isOpenCharge = (charge: Row<'writtenOffAt'>, payment: Row<'status'>) =>
  sql`(coalesce(${isUnpaid(payment)}, true) and ${charge.writtenOffAt} is null)`;

/** Whether a charge is not collected any more: alone, or with its bill. */
export const isWrittenOff = (charge: Row<'writtenOffAt'>, payment: Row<'status'>) =>
  sql`(${charge.writtenOffAt} is not null or coalesce(${payment.status} = 'written-off', false))`;

/** Whether an attempt is the last of a bill that staff have written off. */
export const isWrittenOffPayment = (row: Row<'status'>) => sql`(${row.status} = 'written-off')`;

/** Whether a charge was written off because it was too small, and not by staff. */
export const isTooSmall = (row: Row<'writtenOffAt' | 'isNotBilled'>) =>
  sql`(${row.writtenOffAt} is not null and not ${row.isNotBilled})`;

/** Whether a charge is due and cannot be collected. */
export const isHeldCharge = (row: Row<'heldSince' | 'paymentId' | 'writtenOffAt'>) =>
  sql`(${row.heldSince} is not null and ${row.paymentId} is null and ${row.writtenOffAt} is null)`;

/** Whether a message is not tried any more. */
export const isDead = (row: Row<'outcome'>) => sql`${row.outcome} = 'dead'`;

/** How a message stands, as staff see it: what its provider has reported, how it ended, or that it waits (`messageMoments`). */
export const messageState = (row: Row<'outcome' | 'delivery' | 'unanswered'>) =>
  sql<MessageState>`coalesce(${row.delivery}, case when ${row.outcome} = 'dead' and ${row.unanswered} > 0 then 'unknown' else ${row.outcome} end, 'waiting')`;

/**
 * What the link of a message was for whose words are gone, so that it cannot be sent again; `erased` where they went with the data of a
 * person, and null while they are kept.
 */
export const lostLinkOf = (row: Row<'text' | 'kind' | 'subject'>) =>
  sql<
    string | null
  >`case when ${row.text} = '' then case when ${row.subject} = 'Erased' then 'erased' else coalesce(${row.kind}, '') end end`;

/** Why a message stands so: what its provider has reported, or why the last try failed or it was dropped. */
export const reasonOf = (row: Row<'delivery' | 'deliveryReason' | 'reason'>) =>
  sql<string | null>`case when ${row.delivery} = 'undelivered' then ${row.deliveryReason} else ${row.reason} end`;

/** Whether a message waits that has failed for a quarter of an hour: each try waits twice as long as the one before. */
export const isFailing = (row: Row<'outcome' | 'attempts'>): SQL =>
  sql`(${row.outcome} is null and ${row.attempts} >= 5)`;

/** Whether a message may still come to nothing: it is to be sent, or a person may have it sent again. */
export const isOpenOrDead = (row: Row<'outcome'>): SQL => sql`(${row.outcome} is null or ${isDead(row)})`;

/** Whether a text did not come to somebody who is then told by mail. */
export const isOwedByMail = (row: Row<'mailInstead' | 'outcome' | 'delivery'>): SQL =>
  sql`(${row.mailInstead} is not null and (${row.outcome} in ('dropped', 'dead') or ${row.delivery} = 'undelivered'))`;

/**
 * Whether an entry is what a worker gave back, or earned, for no single visit: its bill has several, or was paid twice, or
 * what the business had added to it was taken back.
 */
export const isOfWholeBill = (row: Row<'visitId' | 'kind'>) =>
  sql`(${row.visitId} is null and ${row.kind} in ('earning', 'fee'))`;

/** Whether an entry changes what a customer has ahead. */
export const isOfCredit = (row: Row<'kind'>) => sql`${row.kind} in (${literals(creditKinds)})`;

/** Whether an order waits for its customer's card. */
export const isWaitingOrder = (row: Row<'status'>) => sql`${row.status} = 'waiting'`;

/** Whether an order waits for staff, because its customer does not answer. */
export const isStuckOrder = (row: Row<'status' | 'stuckSince'>) =>
  sql`(${row.status} = 'waiting' and ${row.stuckSince} is not null)`;

/** Whether a text from somebody waits for staff to read it. */
export const isUnreadText = (row: Row<'intent' | 'isToRead' | 'readAt'>) =>
  sql`((${row.intent} is null or ${row.isToRead}) and ${row.readAt} is null)`;

/** What a worker wrote to the office and nobody of staff has read. */
export const isUnreadNote = (row: Row<'engagementId' | 'isToCustomer' | 'readAt'>) =>
  sql`(${row.engagementId} is not null and not ${row.isToCustomer} and ${row.readAt} is null)`;
