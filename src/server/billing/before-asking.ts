import { lastAttempt, whyNot } from '#domain/payment-attempts.ts';
import { blockedMessage, isDebitInTime, notTriedAgainMessage, notTriedMessage } from '#domain/payment-failure.ts';
import type { Queryable } from '../database/connection.ts';
import { findBlockOfPayment } from '../payment-methods/blocks.ts';
import { selectDebits } from './debit-store.ts';
import type { Outcome } from './outcome.ts';
import type { PaymentRow } from './store.ts';

/**
 * @param at when it is made
 * @returns what becomes of an attempt without asking Stripe: it may not be made with what was blocked, and a debit that came back
 *   is not made again once its two weeks are over; undefined when Stripe is to be asked
 */
export async function withoutAsking(
  database: Queryable,
  payment: PaymentRow,
  at: Temporal.Instant,
): Promise<(Outcome & { kind: 'declined' }) | undefined> {
  const declined = { kind: 'declined', intentId: null, isLocal: true } as const;
  const block = await findBlockOfPayment(database, payment);
  if (block) {
    const { reason: failure, name } = block;
    const isUntried = payment.attempt === 1 || whyNot(payment.declineMessage) === 'not-tried';
    const message = isUntried ? notTriedMessage(failure) : notTriedAgainMessage(failure);
    return { ...declined, card: name, failure, reason: message };
  }
  const { failureReason: failure, isOnSession, attempt } = payment;
  // One that somebody asks for is made whenever that is.
  if (failure !== 'account-short' || isOnSession || attempt > lastAttempt) return undefined;
  const { first } = await selectDebits(database, payment);
  if (isDebitInTime(first, at)) return undefined;
  return { ...declined, card: null, failure, reason: blockedMessage(failure) };
}
