import type { Engagement } from '#contract/engagements.ts';
import type { Product } from '#contract/products.ts';
import { couponDiscount } from '#domain/coupon-discount.ts';
import type { YardSize } from '#domain/enums.ts';
import { moneyLabel } from '#domain/labels.ts';
import { awaitsAgreement, highestMultiplier, largestPayment, visitPrice } from '#domain/pricing.ts';
import { differing, record } from '../changes/record.ts';
import { couponLabel, guessCoupon } from '../coupons/redeem.ts';
import type { Transaction } from '../database/connection.ts';
import { type Caller, profileIds } from '../http/access.ts';
import { ApiError, invalid, notFound, notNow } from '../http/errors.ts';
import { priceRiseLetter } from '../messages/letters/price-rise.ts';
import { tell } from '../messages/service.ts';
import { supersede } from '../messages/take-back.ts';
import { engagementParties, isCustomerOf, isOpen } from '../parties/parties.ts';
import { baseRates, findProduct, priceNow } from '../products/service.ts';
import type { World } from '../world.ts';
import { agreeToProposal, selectUnheldProducts, writeUnheldPrices } from './price-store.ts';
import { getEngagement, requireVisible } from './views.ts';

export const tooExpensive = `A visit of this service costs more than ${moneyLabel(largestPayment)}.`;

const notOffered = () => invalid('body.productId', 'This service is not offered anymore.');

/** The price of a visit by today's rates, and the product it is of. */
type Price = { product: Product; baseCost: number };

/**
 * @returns the price of a visit at today's rates
 * @throws ApiError INVALID_INPUT when there is no such product, it is archived, or it costs more than can be paid
 */
export async function priceOf(world: World, form: { productId: string; yardSize: YardSize }): Promise<Price> {
  const product = await findProduct(world, form.productId);
  if (!product || product.isArchived) throw notOffered();
  const rates = baseRates(world);
  // Whatever the yard's size: what is too dear for one is not offered.
  if (product.baseCostMultiplier > highestMultiplier(rates)) throw invalid('body.productId', tooExpensive);
  return { product, baseCost: visitPrice(rates, form.yardSize, product.baseCostMultiplier) };
}

export const priceChanged = (baseCost: number) =>
  new ApiError('PRICE_CHANGED', `A visit costs ${moneyLabel(baseCost)} now. Please look at the new price.`);

/**
 * What a visit costs, before an engagement is asked for.
 * @returns integer cents for the first visit, and what the coupon does in words
 */
export async function createQuote(
  world: World,
  caller: Caller,
  form: { productId: string; yardSize: YardSize; couponName?: string | undefined },
) {
  const { baseCost } = await priceOf(world, form);
  const [customerProfileId] = profileIds(caller, 'PROFILE_TYPE_CUSTOMER');
  const coupon = await guessCoupon(world, caller.userId, form.couponName, customerProfileId);
  const discount = coupon ? couponDiscount(coupon, baseCost, 0) : 0;
  const couponMessage = coupon ? couponLabel(coupon) : null;
  return { baseCost, discount, total: baseCost - discount, couponMessage, couponTerm: coupon?.term ?? null };
}

/** How many proposals get another price in one transaction; the next sweep goes on. */
const batch = 500;

/**
 * Gives each proposal whose price is held no longer the price of the day. One that has become dearer than its customer
 * has agreed to waits from then on, and the customer is told.
 * @param engagementId the only one in question; all unless given
 */
export async function repriceProposals(world: World, engagementId?: string): Promise<void> {
  const now = world.clock.now();
  const prices = (await selectUnheldProducts(world.database, now, engagementId)).flatMap(
    ({ productId, yardSize, multiplier }) => {
      const price = priceNow(world, { baseCostMultiplier: multiplier }, yardSize);
      return price === undefined ? [] : [{ productId, yardSize, multiplier, price }];
    },
  );
  if (prices.length === 0) return;
  await world.database.transaction(async (transaction) => {
    for (const proposal of await writeUnheldPrices(transaction, now, prices, { limit: batch, engagementId })) {
      if (awaitsAgreement(proposal)) await tellOfPriceRise(world, transaction, proposal);
      else await dropPriceQuestion(world, transaction, proposal.id);
    }
  });
}

type Priced = { id: string; version: number; baseCost: number; agreedBaseCost: number };

/** Drops what waits and asks a customer to agree to a price: it is answered, or another one is asked. */
const dropPriceQuestion = (world: World, transaction: Transaction, engagementId: string) =>
  supersede(world, transaction, engagementId, ['price-rise'], undefined);

/** Asks the customer of a proposal to agree to its price, within the transaction that has changed it. */
export async function tellOfPriceRise(world: World, transaction: Transaction, proposal: Priced): Promise<void> {
  const { id, version, baseCost: price, agreedBaseCost: agreed } = proposal;
  const { customer, productName, street, url } = await engagementParties(world, transaction, id);
  const letter = priceRiseLetter({ firstName: customer.firstName, productName, street, url, agreed, price });
  await dropPriceQuestion(world, transaction, id);
  await tell(world, transaction, `price-rise:${id}:${version}`, customer, letter, { about: id });
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
  // What it costs is decided now, also where the office has changed it since the last sweep.
  await repriceProposals(world, engagementId);
  const heldUntil = world.clock.now().add({ minutes: view.product.baseCostRetentionPeriod });
  const isAgreed = await world.database.transaction(async (transaction) => {
    if (!(await agreeToProposal(transaction, engagementId, baseCost, heldUntil))) return false;
    const fields = differing({ agreedBaseCost: view.engagement.agreedBaseCost }, { agreedBaseCost: baseCost });
    await dropPriceQuestion(world, transaction, engagementId);
    await record(world, transaction, { kind: 'price-agreed', by: caller.userId, subjectId: engagementId, fields });
    return true;
  });
  if (!isAgreed) {
    const now = await requireVisible(world, caller, engagementId);
    // A worker may have accepted it since the customer agreed; the answer to that may have been lost.
    const isFixed = !isOpen(now) && now.engagement.agreedBaseCost !== baseCost;
    if (isFixed) throw notNow('The price of this engagement is fixed already.');
    if (isOpen(now) && now.engagement.baseCost !== baseCost) throw priceChanged(now.engagement.baseCost);
  }
  return await getEngagement(world, caller, engagementId);
}
