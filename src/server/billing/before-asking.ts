import { lastAttempt, whyNot } from '#domain/payment-attempts.ts';
import { blockedMessage, isDebitInTime, notTriedMessage } from '#domain/payment-failure.ts';
import { findBlockOfPayment } from '../payment-methods/blocks.ts';
import type { World } from '../world.ts';
import { selectDebits } from './debit-store.ts';
import type { Outcome } from './outcome.ts';
import type { PaymentRow } from './store.ts';

/**
 * @returns what becomes of an attempt without asking Stripe: it may not be made with what was blocked, and a debit that came back
 *   is not made again once its two weeks are over; undefined when Stripe is to be asked
 */
export async function withoutAsking(world: World, payment: PaymentRow): Promise<Outcome | undefined> {
  const { database, clock } = world;
  const declined = { kind: 'declined', intentId: null, isLocal: true } as const;
  const block = await findBlockOfPayment(database, payment);
  if (block) {
    const { reason: failure, name } = block;
    const isUntried = payment.attempt === 1 || whyNot(payment.declineMessage) === 'not-tried';
    const message = isUntried ? notTriedMessage(failure) : blockedMessage(failure);
    return { ...declined, card: name, failure, reason: message };
  }
  const { failureReason: failure, isOnSession, attempt } = payment;
  // One that somebody asks for is made whenever that is.
  if (failure !== 'account-short' || isOnSession || attempt > lastAttempt) return undefined;
  const { first } = await selectDebits(database, payment);
  if (isDebitInTime(first, clock.now())) return undefined;
  return { ...declined, card: null, failure, reason: blockedMessage(failure) };
}
