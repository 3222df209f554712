import type { YardSize } from './enums.ts';

/**
 * The limits of one payment at Stripe, integer cents:
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
export const smallestPayment = 50;
export const largestPayment = 99_999_999;

/** The price of one visit by yard size, in cents, for a product with multiplier 1. */
export type BaseRates = { readonly standard: number; readonly large: number };

/**
 * @param multiplier the product's baseCostMultiplier, an integer from 1
 * @returns the price of one visit in integer cents
 * @throws RangeError for a yard size without a rate
 */
export function visitPrice(rates: BaseRates, yardSize: YardSize, multiplier: number): number {
  if (yardSize === 'YARD_SIZE_STANDARD') return rates.standard * multiplier;
  if (yardSize === 'YARD_SIZE_LARGE') return rates.large * multiplier;
  throw new RangeError(`No rate for ${yardSize}`);
}

/** @returns the highest multiplier at which one payment can still pay for a visit, for every yard size */
export function highestMultiplier({ standard, large }: BaseRates): number {
  return Math.floor(largestPayment / Math.max(standard, large));
}

/** A proposal's price of a visit, and the price that its customer has agreed to, integer cents. */
type Prices = { baseCost: number; agreedBaseCost: number };

/** @returns whether a proposal waits until its customer agrees to its price */
export function awaitsAgreement({ baseCost, agreedBaseCost }: Prices): boolean {
  return baseCost > agreedBaseCost;
}

/**
 * @param amount what the customer pays, integer cents
 * @param percent of it, which the business keeps
 * @returns the business's fee in integer cents, rounded half up; the worker gets the rest
 */
export function platformFee(amount: number, percent: number): number {
  return Math.round((amount * percent) / 100);
}
