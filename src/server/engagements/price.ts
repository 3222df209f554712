import type { Product } from '#contract/products.ts';
import { couponDiscount } from '#domain/coupon-discount.ts';
import type { YardSize } from '#domain/enums.ts';
import { moneyLabel } from '#domain/labels.ts';
import { highestMultiplier, largestPayment, visitPrice } from '#domain/pricing.ts';
import { type Caller, profileIds } from '../http/access.ts';
import { ApiError, invalid } from '../http/errors.ts';
import { baseRates, findProduct } from '../products/service.ts';
import type { World } from '../world.ts';
import { type CouponRow, holdsRedemption, selectCouponByName } from './redemption-store.ts';

export const tooExpensive = `A visit of this service costs more than ${moneyLabel(largestPayment)}.`;

const notOffered = () => invalid('body.productId', 'This service is not offered any more.');

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

/** @returns the price of a visit at today's rates, integer cents; undefined when it is more than can be paid */
export function priceNow(
  world: World,
  product: { baseCostMultiplier: number },
  yardSize: YardSize,
): number | undefined {
  const price = visitPrice(baseRates(world), yardSize, product.baseCostMultiplier);
  return price > largestPayment ? undefined : price;
}

export const priceChanged = (baseCost: number) =>
  new ApiError('PRICE_CHANGED', `A visit costs ${moneyLabel(baseCost)} now. Please look at the new price.`);

/**
 * Finds the coupon that was typed in.
 * @param customerProfileId who would use it; nobody for a price that is only looked at
 * @returns undefined when none was
 * @throws ApiError INVALID_INPUT when there is none by this name, or it is used up, by all or by the customer
 */
export async function requireCoupon(
  { database }: World,
  name: string | undefined,
  customerProfileId: string | undefined,
): Promise<CouponRow | undefined> {
  if (!name) return undefined;
  const coupon = await selectCouponByName(database, name);
  if (!coupon) throw invalid('body.couponName', 'We do not know this coupon.');
  if (coupon.oncePerCustomer && customerProfileId && (await holdsRedemption(database, customerProfileId, coupon.id))) {
    throw usedByYou();
  }
  if (coupon.redemptions >= coupon.maxRedemptions) throw usedUp();
  return coupon;
}

export const usedByYou = () =>
  invalid('body.couponName', 'You have used this coupon already: it is good for one service of each customer.');
export const usedUp = () => invalid('body.couponName', 'This coupon has been used up.');

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
  const coupon = await requireCoupon(world, form.couponName, customerProfileId);
  const discount = coupon ? couponDiscount(coupon, baseCost, 0) : 0;
  const couponMessage = coupon ? couponLabel(coupon) : null;
  return { baseCost, discount, total: baseCost - discount, couponMessage, couponTerm: coupon?.term ?? null };
}

function couponLabel({ amountOff, percentOff, term }: CouponRow): string {
  const off = amountOff === null ? `${percentOff}%` : moneyLabel(amountOff);
  return `${off} off ${term === 'TERM_ONCE' ? 'your first visit' : 'every visit'}.`;
}
