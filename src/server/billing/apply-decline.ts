import type { FailureReason } from '#domain/failure-reasons.ts';
import {
  askedAttempt,
  lastAttempt,
  notConfirmedMessage,
  notTriedAgainStart,
  refusedMessage,
  retryDays,
  waitStoppedMessage,
  whyNot,
} from '#domain/payment-attempts.ts';
import { meaningOf, nextDebit, whyNotTried } from '#domain/payment-failure.ts';
import { lockCard, tryAgain } from '../charges/attempts.ts';
import { findOverdue } from '../charges/overdue.ts';
import { payOpenWithCredit } from '../charges/use-credit.ts';
import type { Transaction } from '../database/connection.ts';
import { pauseForNonPayment } from '../engagements/paying.ts';
import { type Posting, post } from '../ledger/post.ts';
import { declinedLetter } from '../messages/letters/payment-declined.ts';
import { givenUpLetter, hopelessLetter, notTriedLetter } from '../messages/letters/payment-given-up.ts';
import { blockMethodOf } from '../payment-methods/blocks.ts';
import type { World } from '../world.ts';
import { mustPaymentWait, selectDebits } from './debit-store.ts';
import type { Outcome } from './outcome.ts';
import { movePayment, type Payer, type PaymentRow, selectPayer, selectPayment } from './store.ts';
import { billOf, cardsLead, shownOnPage, tellPayer } from './tell-payer.ts';

/** A try at Stripe, and the card it was made with, if that is known. */
export type Tried<IntentId = string> = { intentId: IntentId; card: string | null };

export const unsettled = ['pending', 'unknown'] as const;

export const inDays = ({ clock }: Pick<World, 'clock'>, days: number) => clock.now().add({ hours: 24 * days });

/** Marks a payment as declined. Nobody can pay it afterwards: off-session, the customer never holds its secret. */
export async function applyDeclined(
  world: World,
  transaction: Transaction,
  paymentId: string,
  { intentId, card, reason, failure, isLocal }: Outcome & { kind: 'declined' },
): Promise<void> {
  const changes = {
    ...declined(world, reason, intentId),
    failureReason: failure,
    ...(isLocal === true && { askedAt: null }),
  };
  const payment = await movePayment(transaction, paymentId, [...unsettled, 'processing'], changes);
  if (payment) await followDecline(world, transaction, payment, card);
}

/** The customer has not confirmed it: its time was over, or staff did not wait any longer. */
export async function applyCanceled(
  world: World,
  transaction: Transaction,
  paymentId: string,
  { intentId, card }: Tried,
): Promise<void> {
  const waiting = await selectPayment(transaction, paymentId);
  const isStopped = waiting?.declineMessage === waitStoppedMessage;
  const changes = declined(world, isStopped ? waitStoppedMessage : notConfirmedMessage, intentId);
  const payment = await movePayment(transaction, paymentId, [...unsettled, 'action-required', 'processing'], changes);
  if (payment) await followDecline(world, transaction, payment, card);
}

/** Stripe would not even try, and not for the card's sake: a person has to look; the customer is not bothered. */
export async function applyRefused(
  world: World,
  transaction: Transaction,
  paymentId: string,
  reason: string,
): Promise<void> {
  const payment = await movePayment(transaction, paymentId, [...unsettled], declined(world, refusedMessage, null));
  if (!payment || payment.isTakenOver) return;
  world.log.error(
    { event: 'payment-refused', paymentId, reason },
    'Stripe refused a payment; it is tried again tomorrow',
  );
  const { left, postings } = await payWithCreditFirst(world, transaction, payment);
  if (left) await tryAgain(world, transaction, left.payment, payment.attempt, { dueAt: inDays(world, 1) });
  await post(world, transaction, postings);
}

export function declined(world: Pick<World, 'clock'>, declineMessage: string, stripePaymentIntentId: string | null) {
  return {
    status: 'declined',
    declineMessage,
    failureReason: null as FailureReason | null,
    settledAt: world.clock.now(),
    dueAt: null,
    ...(stripePaymentIntentId === null ? {} : { stripePaymentIntentId }),
  } as const;
}

/** What of a bill is still to be paid: by which attempt, and how much of what was asked for credit has paid just now. */
type Left = { payment: PaymentRow; credit: number };

/**
 * Lets credit pay before anything is planned or told: it may have come while the card was asked.
 * @returns what is left of the payment's bill, if anything; and what that moves, to be posted
 */
async function payWithCreditFirst(
  world: World,
  transaction: Transaction,
  payment: PaymentRow,
): Promise<{ left: Left | undefined; postings: Posting[]; profileId: string }> {
  const { id, billId } = payment;
  const { profileId } = await selectPayer(transaction, payment.engagementId);
  const { uses, postings } = await payOpenWithCredit(world, transaction, profileId, `payment:${id}:declined`);
  // Another attempt has paid meanwhile.
  if (payment.isTakenOver) return { left: undefined, postings, profileId };
  const use = uses.find((one) => one.billId === billId);
  if (!use) return { left: { payment, credit: 0 }, postings, profileId };
  const standing = use.left > 0 ? await selectPayment(transaction, use.paymentId) : undefined;
  return { left: standing && { payment: standing, credit: use.amount }, postings, profileId };
}

/** Books what a card was asked for in vain, and nothing when it was refused here without asking; last, because until the commit all others who post a decline wait. */
async function followDecline(
  world: World,
  transaction: Transaction,
  payment: PaymentRow,
  card: string | null,
): Promise<void> {
  const { id: paymentId, amount, askedAt } = payment;
  const { left, postings, profileId } = await payWithCreditFirst(world, transaction, payment);
  if (left) await afterDecline(world, transaction, payment, left, { card, profileId });
  const moves = askedAt === null ? [] : [{ kind: 'declined', amount } as const];
  const cause = `payment:${paymentId}:declined`;
  await post(world, transaction, [{ cause, moves, customerProfileId: profileId, paymentId }, ...postings]);
}

/** @returns when a declined attempt is made again by itself; undefined when it is given up */
async function nextTry(
  world: World,
  transaction: Transaction,
  payment: PaymentRow,
): Promise<Temporal.Instant | undefined> {
  const { attempt, plannedFor, failureReason } = payment;
  const now = world.clock.now();
  const { retry } = meaningOf(failureReason);
  if (retry === 'never') return undefined;
  // A customer who asks for one that was given up asks for one try.
  if (retry === 'two-weeks' && attempt < lastAttempt) return nextDebit(await selectDebits(transaction, payment), now);
  if (plannedFor !== null && Temporal.Instant.compare(plannedFor, now) > 0) return plannedFor;
  const days = retryDays[attempt - 1];
  return days === undefined ? undefined : inDays(world, retry === 'by-week' ? 7 : days);
}

/** Whether another try with the same card or account is not made, whoever asks for it. */
const isHopeless = ({ failureReason }: PaymentRow): boolean =>
  ['never', 'two-weeks'].includes(meaningOf(failureReason).retry);
const sentenceOf = ({ failureReason }: PaymentRow): string => meaningOf(failureReason).sentence ?? '';

/** Marks an attempt as the last, whichever it was; an account that may not be debited again is blocked. */
async function giveUp(world: World, transaction: Transaction, payment: PaymentRow): Promise<void> {
  const { id, attempt, failureReason } = payment;
  if (attempt < lastAttempt) await movePayment(transaction, id, ['declined'], { attempt: lastAttempt });
  if (failureReason !== 'account-short') return;
  const debits = await selectDebits(transaction, payment);
  if (nextDebit(debits, world.clock.now()) === undefined) {
    await blockMethodOf(world, transaction, payment, { reason: failureReason }, 'method');
  }
}

async function afterDecline(
  world: World,
  transaction: Transaction,
  { plannedFor, askedAt, ...asked }: PaymentRow,
  { payment, credit }: Left,
  { card, profileId }: { card: string | null; profileId: string },
): Promise<void> {
  const now = world.clock.now();
  // Read now: below, the next payment takes over the charges.
  const bill = await billOf(transaction, payment, card);
  const { attempt, engagementId } = payment;
  if ((await lockCard(transaction, engagementId)) !== payment.stripePaymentMethodId) {
    // Another card was chosen meanwhile: that one is what counts, and tells how it ended.
    await tryAgain(world, transaction, payment, attempt);
    return;
  }
  const why = whyNot(payment.declineMessage);
  const isAnswer = why !== 'not-confirmed' && why !== 'stopped';
  const isBeforePlan = plannedFor !== null && Temporal.Instant.compare(plannedFor, now) > 0;
  const customerAsked = isBeforePlan || attempt === askedAttempt;
  // Who pressed Pay sees the decline on the page, and knows the amount from a letter.
  const customerHasSeen =
    customerAsked && isAnswer && Temporal.Instant.compare(now, (askedAt ?? now).add(shownOnPage)) < 0;
  // Refused here, it would be again: what it would be tried with is blocked.
  const next = askedAt === null ? undefined : await nextTry(world, transaction, payment);
  if (next === undefined) {
    await giveUp(world, transaction, payment);
    const { isUnderWay } = await pauseForNonPayment(world, transaction, engagementId);
    if (customerHasSeen) return;
    // Paid is all at once.
    const { amount: owed } = await findOverdue(world, transaction, profileId);
    await tellPayer(world, transaction, asked, 'payment-given-up', (payer) => {
      const isPaused = payer.engagementStatus === 'ENGAGEMENT_STATUS_PAUSED';
      const about = { credit, owed, isPaused, isUnderWay, lead: cardsLead(world, payer) };
      const isRetry = payment.declineMessage?.startsWith(notTriedAgainStart) === true;
      if (why === 'not-tried' || isRetry) {
        return notTriedLetter(payer, bill, { ...about, sentence: whyNotTried(payment.failureReason), isRetry });
      }
      return isHopeless(payment)
        ? hopelessLetter(payer, bill, { ...about, sentence: sentenceOf(payment) })
        : givenUpLetter(payer, bill, { ...about, why, isAsked: customerAsked });
    });
    return;
  }
  // If the customer asked ahead of the planned day, the attempt's number stays.
  const nextId = await tryAgain(world, transaction, payment, isBeforePlan ? attempt : attempt + 1, { dueAt: next });
  if (customerHasSeen) return;
  const { amount: owed } = await findOverdue(world, transaction, profileId);
  // Its day is no promise while another debit comes first.
  const told = (await mustPaymentWait(transaction, nextId)) ? undefined : next;
  // As the bill says it.
  const sentence = why === 'declined' ? payment.declineMessage : null;
  const letter = (payer: Payer) =>
    declinedLetter(payer, bill, { why, sentence, credit, owed, next: told, lead: cardsLead(world, payer) });
  await tellPayer(world, transaction, asked, 'payment-declined', letter, told);
}
