import { lockAllOfCustomer } from '../charges/lock-store.ts';
import { keepFindings } from '../findings/store.ts';
import { isMissing } from '../stripe/ask.ts';
import type { World } from '../world.ts';
import { disputesOfPayment, selectBooked } from './reading-store.ts';
import { reconcilePayment } from './service.ts';

/**
 * A bank says that a payment may be a fraud. It is on the desk until the payment is refunded or disputed, or somebody has
 * put it aside: to send it back before it is disputed saves the dispute fee.
 * @throws StripeError when Stripe cannot be asked
 */
export async function hearFraudWarning(world: World, warningId: string): Promise<void> {
  const intentId = await findIntentOfWarning(world, warningId);
  if (!intentId) return;
  // It may come before the answer that says what it is about was made.
  await reconcilePayment(world, intentId);
  const known = await selectBooked(world.database, intentId);
  if (!known) return;
  await world.database.transaction(async (transaction) => {
    await lockAllOfCustomer(transaction, known.payment.engagementId);
    const booked = await selectBooked(transaction, intentId);
    if (booked?.payment.status !== 'paid') return;
    const { payment, billId, profileId } = booked;
    if ((await disputesOfPayment(transaction, payment.id)).length > 0) return;
    const finding = { kind: 'fraud-warning', subject: payment.id, amount: payment.amount, profileId, billId } as const;
    await keepFindings(transaction, [finding], world.clock.now());
  });
}

/** @returns undefined when the warning is not to be acted on, or not known */
async function findIntentOfWarning({ stripe }: World, warningId: string): Promise<string | undefined> {
  try {
    const { actionable, payment_intent: intent } = await stripe.radar.earlyFraudWarnings.retrieve(warningId);
    if (!actionable || !intent) return undefined;
    return typeof intent === 'object' ? intent.id : intent;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
