import type { Overdue, OverdueBody } from '#contract/billing.ts';
import { collectDeclined } from '../charges/attempts.ts';
import { findOverdue } from '../charges/overdue.ts';
import { payWith } from '../engagements/cards.ts';
import type { Caller } from '../http/access.ts';
import { requirePaymentMethod } from '../payment-methods/service.ts';
import type { World } from '../world.ts';

/** @returns how a customer's unpaid visits stand */
export const getOverdue = (world: World, customerProfileId: string): Promise<Overdue> =>
  findOverdue(world, world.database, customerProfileId);

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
    const engagementIds = [...new Set([...before.engagementIds, ...toConfirm])];
    if (card !== undefined) await payWith(transaction, engagementIds, card);
    await collectDeclined(world, transaction, engagementIds);
    return await findOverdue(world, transaction, customerProfileId);
  });
}
