import { askedAttempt } from '#domain/payment-attempts.ts';
import type { Transaction } from '../database/connection.ts';
import type { World } from '../world.ts';
import {
  bringForward,
  bringOneForward,
  chargesOfPayment,
  endOtherConfirmations,
  insertPayment,
  markTakenOver,
  type PaymentRow,
  selectGivenUp,
} from './attempt-store.ts';
import { takeBillBack, takeTipBack } from './bill-store.ts';
import { makeHeldOfEngagementDue } from './store.ts';
import { lockTerms } from './terms-store.ts';

/**
 * Keeps everybody else from charging or collecting an engagement until the transaction ends. It comes before a lock on a
 * payment, so that two who take both never wait for each other.
 * @returns the card that the engagement has now
 */
export async function lockCard(transaction: Transaction, engagementId: string): Promise<string> {
  return (await lockTerms(transaction, { engagementId })).stripePaymentMethodId;
}

/**
 * Commits the next attempt to collect what a declined payment was for, with the card the engagement has now.
 * @param dueAt when it is made; at once unless given
 * @param isOnSession whether the customer has asked for it just now
 * @returns its id
 */
export async function tryAgain(
  world: World,
  transaction: Transaction,
  payment: PaymentRow,
  attempt: number,
  { dueAt, isOnSession = false }: { dueAt?: Temporal.Instant; isOnSession?: boolean } = {},
): Promise<string> {
  const now = world.clock.now();
  const terms = await lockTerms(transaction, { engagementId: payment.engagementId });
  const { engagementId, billId, amount, applicationFee, stripeDestinationAccountId } = payment;
  const { declineMessage, failureReason } = payment;
  const chargeIds = await chargesOfPayment(transaction, payment.id);
  // A bill has one attempt that is not taken over.
  await markTakenOver(transaction, payment.id);
  const { id: paymentId } = await insertPayment(
    transaction,
    {
      engagementId,
      billId,
      amount,
      applicationFee,
      stripeDestinationAccountId,
      declineMessage,
      failureReason,
      stripeCustomerId: terms.stripeCustomerId ?? payment.stripeCustomerId,
      stripePaymentMethodId: terms.stripePaymentMethodId,
      attempt,
      isOnSession,
      createdAt: now,
      dueAt: dueAt ?? now,
    },
    chargeIds,
  );
  if (!dueAt) await world.jobs.enqueue(transaction, 'collect-payment', { paymentId });
  return paymentId;
}

/**
 * Makes the bill of a payment that was paid after all, though another attempt had taken it over, this payment's again.
 * @returns how the bill stood; undefined when it is paid twice now
 */
export async function payBillAfterAll(
  { clock }: Pick<World, 'clock'>,
  transaction: Transaction,
  { id, billId, tipWorkId }: PaymentRow,
): Promise<'open' | 'written-off' | undefined> {
  if (tipWorkId !== null) return (await takeTipBack(transaction, id, tipWorkId)) ? 'open' : undefined;
  return billId === null ? undefined : await takeBillBack(transaction, { id, billId }, clock.now());
}

/**
 * Collects at once, with the card that its engagement has now, what a payment was declined or is planned for.
 * @returns false when somebody has begun to collect it
 */
export async function collectNow(world: World, transaction: Transaction, payment: PaymentRow): Promise<boolean> {
  if (payment.status === 'declined') {
    await tryAgain(world, transaction, payment, askedAttempt);
    return true;
  }
  if (!(await bringOneForward(transaction, payment.id, world.clock.now()))) return false;
  await world.jobs.enqueue(transaction, 'collect-payment', { paymentId: payment.id });
  return true;
}

/**
 * Collects at once, with the card that each engagement has now, whatever was declined in them, planned attempts included.
 * Charges that were held because the customer had no card are due at once too.
 * A payment that waits to be confirmed with another card is first ended at Stripe, then collected with this one.
 * @param isOnSession whether the customer has pressed Pay
 */
export async function collectDeclined(
  world: World,
  transaction: Transaction,
  engagementIds: readonly string[],
  isOnSession = false,
): Promise<void> {
  const now = world.clock.now();
  // One order for everybody, so that two who lock the same never wait for each other.
  for (const engagementId of engagementIds.toSorted()) {
    const card = await lockCard(transaction, engagementId);
    await makeHeldOfEngagementDue(transaction, engagementId, now);
    for (const payment of await selectGivenUp(transaction, engagementId)) {
      await tryAgain(world, transaction, payment, askedAttempt, { isOnSession });
    }
    const due = [
      ...(await bringForward(transaction, engagementId, now, isOnSession)),
      ...(await endOtherConfirmations(transaction, engagementId, card, now)),
    ];
    for (const paymentId of due) await world.jobs.enqueue(transaction, 'collect-payment', { paymentId });
  }
}
