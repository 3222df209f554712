import { whyNot } from '#domain/payment-attempts.ts';
import { blockedMessage, notTriedMessage } from '#domain/payment-failure.ts';
import { findBlockOfPayment } from '../payment-methods/blocks.ts';
import type { World } from '../world.ts';
import { isDebitPresentedAgain } from './debit-store.ts';
import type { Outcome } from './outcome.ts';
import type { PaymentRow } from './store.ts';

/** How long a debit waits before it is looked at again whether it may begin. */
const waitForDebits = { hours: 24 };

/**
 * @returns what becomes of an attempt without asking Stripe: it may not be made with what was blocked, and a debit does not
 *   begin while another from the same account is presented again; undefined when Stripe is to be asked
 */
export async function withoutAsking(world: World, payment: PaymentRow): Promise<Outcome | undefined> {
  const { database, clock } = world;
  const block = await findBlockOfPayment(database, payment);
  if (block) {
    const { reason: failure, name } = block;
    const isUntried = payment.attempt === 1 || whyNot(payment.declineMessage) === 'not-tried';
    const message = isUntried ? notTriedMessage(failure) : blockedMessage(failure);
    return { kind: 'declined', intentId: null, card: name, failure, reason: message, isLocal: true };
  }
  // Who presses Pay has agreed to this one.
  const isFirst = payment.attempt === 1 && !payment.isOnSession;
  if (!isFirst || !(await isDebitPresentedAgain(database, payment))) return undefined;
  return { kind: 'put-off', until: clock.now().add(waitForDebits) };
}
