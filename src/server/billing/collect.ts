import type { Overdue, OverdueBody } from '#contract/billing.ts';
import { askedAttempt } from '#domain/payment-attempts.ts';
import type { Transaction } from '../database/connection.ts';
import { payWith } from '../engagements/life.ts';
import type { Caller } from '../http/access.ts';
import { requirePaymentMethod } from '../payment-methods/service.ts';
import type { World } from '../world.ts';
import { tryAgainNow } from './apply-outcome.ts';
import { lockTerms } from './charge-store.ts';
import { findOverdue } from './overdue.ts';
import { bringForward, endOtherConfirmations, selectGivenUp } from './overdue-store.ts';

/**
 * Collects at once whatever a customer was declined for, planned attempts included.
 * @param form.stripePaymentMethodId a card to collect it with; it becomes the card of the engagements that it pays for.
 *   Without one each is collected with the card that its engagement has
 * @returns how it stands now; what is under way already is not begun again
 * @throws ApiError INVALID_INPUT unless the card is the caller's, PAYMENT_PROVIDER_UNAVAILABLE
 */
export async function collectOverdue(
  world: World,
  caller: Caller,
  customerProfileId: string,
  { stripePaymentMethodId: card }: OverdueBody,
): Promise<Overdue> {
  if (card !== undefined) await requirePaymentMethod(world, caller.userId, card);
  return await world.database.transaction(async (transaction) => {
    const before = await findOverdue(world, transaction, customerProfileId);
    // What waits to be confirmed is left alone, unless another card is to pay for it.
    const toConfirm = card === undefined ? [] : before.toConfirmEngagementIds;
    const engagementIds = [...new Set([...before.engagementIds, ...toConfirm])].sort();
    if (card !== undefined) await payWith(transaction, engagementIds, card);
    for (const engagementId of engagementIds) await collectDeclined(world, transaction, engagementId);
    return await findOverdue(world, transaction, customerProfileId);
  });
}

/**
 * Collects at once what a customer was declined for, in whichever engagement, with a card that was just chosen.
 * @param chosenFor the engagements that it was chosen for, and have it; what waits to be confirmed is collected with it in
 *   these alone
 * @param card it becomes the card of the others that it pays for, or they would be declined again
 */
export async function collectWithNewCard(
  world: World,
  transaction: Transaction,
  customerProfileId: string,
  chosenFor: readonly string[],
  card: string,
): Promise<void> {
  const { engagementIds } = await findOverdue(world, transaction, customerProfileId);
  const others = engagementIds.filter((engagementId) => !chosenFor.includes(engagementId));
  await payWith(transaction, others, card);
  for (const engagementId of [...chosenFor, ...others].sort()) await collectDeclined(world, transaction, engagementId);
}

/**
 * Collects at once, with the card the engagement has now, whatever was declined in it, planned attempts included. A
 * payment that waits to be confirmed with another card is first ended at the provider, then collected with this one.
 */
async function collectDeclined(world: World, transaction: Transaction, engagementId: string): Promise<void> {
  const { stripePaymentMethodId } = await lockTerms(transaction, engagementId);
  const now = world.clock.now();
  for (const payment of await selectGivenUp(transaction, engagementId)) {
    await tryAgainNow(world, transaction, payment, askedAttempt);
  }
  const due = [
    ...(await bringForward(transaction, engagementId, now)),
    ...(await endOtherConfirmations(transaction, engagementId, stripePaymentMethodId, now)),
  ];
  for (const paymentId of due) await world.jobs.enqueue(transaction, 'collect-payment', { paymentId });
}
