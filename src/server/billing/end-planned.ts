import type { Transaction } from '../database/connection.ts';
import type { World } from '../world.ts';
import { applyDeclined } from './apply-decline.ts';
import { withoutAsking } from './before-asking.ts';
import { selectPlanned } from './debit-store.ts';
import { movePayment } from './store.ts';

/**
 * Ends those of a customer's planned attempts that will not be made, so that nothing promises them any longer: what they would be made with is
 * blocked by now, or their two weeks are over. One that may be made now, and not anymore on its day, is made now. The caller holds the
 * lock on the customer's engagements.
 * @param engagementId one of the customer's
 */
export async function endPlanned(world: World, transaction: Transaction, engagementId: string): Promise<void> {
  const now = world.clock.now();
  for (const { mustWait, ...payment } of await selectPlanned(transaction, engagementId, now)) {
    const { id: paymentId, stripePaymentMethodId, dueAt } = payment;
    const ended = await withoutAsking(transaction, payment, now);
    if (ended) {
      await movePayment(transaction, paymentId, ['pending'], { stripePaymentMethodId });
      await applyDeclined(world, transaction, paymentId, ended);
    } else if (!mustWait && dueAt && (await withoutAsking(transaction, payment, dueAt))) {
      await movePayment(transaction, paymentId, ['pending'], { dueAt: now });
      await world.jobs.enqueue(transaction, 'collect-payment', { paymentId });
    }
  }
}
