import type { Engagement } from '#contract/engagements.ts';
import { awaitsAgreement } from '#domain/pricing.ts';
import type { Transaction } from '../database/connection.ts';
import type { Caller } from '../http/access.ts';
import { ApiError, notFound } from '../http/errors.ts';
import { tell } from '../messages/service.ts';
import type { World } from '../world.ts';
import { engagementParties } from './claim-service.ts';
import { priceRiseLetter } from './letters.ts';
import { priceChanged, priceNow } from './price.ts';
import { agreeToProposal, selectUnheldProducts, writeUnheldPrices } from './price-store.ts';
import { getEngagement, isCustomerOf, isOpen, requireVisible } from './service.ts';

/** How many proposals get another price in one transaction; the next sweep goes on. */
const batch = 500;

/**
 * Gives each proposal whose price is held no longer the price of the day. One that has become dearer than its customer
 * has agreed to waits from then on, and the customer is told.
 */
export async function repriceProposals(world: World): Promise<void> {
  const now = world.clock.now();
  const prices = (await selectUnheldProducts(world.database, now)).flatMap(({ productId, yardSize, multiplier }) => {
    const price = priceNow(world, { baseCostMultiplier: multiplier }, yardSize);
    return price === undefined ? [] : [{ productId, yardSize, price }];
  });
  if (prices.length === 0) return;
  await world.database.transaction(async (transaction) => {
    for (const proposal of await writeUnheldPrices(transaction, now, prices, batch)) {
      if (awaitsAgreement(proposal)) await tellOfPriceRise(world, transaction, proposal);
    }
  });
}

type Priced = { id: string; version: number; baseCost: number; agreedBaseCost: number };

/** Asks the customer of a proposal to agree to its price, within the transaction that has changed it. */
export async function tellOfPriceRise(world: World, transaction: Transaction, proposal: Priced): Promise<void> {
  const { id, version, baseCost: price, agreedBaseCost: agreed } = proposal;
  const { customer, productName, street, url } = await engagementParties(world, transaction, id);
  const letter = priceRiseLetter({ firstName: customer.firstName, productName, street, url, agreed, price });
  await tell(world, transaction, `price-rise:${id}:${version}`, customer, letter);
}

/**
 * Agrees to a proposal's price, which is held anew from now on; doing so again changes nothing.
 * @param baseCost the price that was shown, integer cents
 * @throws ApiError NOT_FOUND unless it is the caller's own, PRICE_CHANGED when that is not its price, NOT_ALLOWED_NOW
 * when it is no proposal any more
 */
export async function agreeToPrice(
  world: World,
  caller: Caller,
  engagementId: string,
  baseCost: number,
): Promise<Engagement> {
  const view = await requireVisible(world, caller, engagementId);
  if (!isCustomerOf(view, caller)) throw notFound('Engagement');
  const heldUntil = world.clock.now().add({ minutes: view.product.baseCostRetentionPeriod });
  if (!(await agreeToProposal(world.database, engagementId, baseCost, heldUntil))) {
    const now = await requireVisible(world, caller, engagementId);
    if (!isOpen(now)) throw new ApiError('NOT_ALLOWED_NOW', 'The price of this engagement is fixed already.');
    if (now.engagement.baseCost !== baseCost) throw priceChanged(now.engagement.baseCost);
  }
  return await getEngagement(world, caller, engagementId);
}
