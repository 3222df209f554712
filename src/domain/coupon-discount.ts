import type { Term } from './enums.ts';

/** A coupon takes off an amount in cents or a percentage, never both. */
export type Discount = { term: Term; amountOff: number | null; percentOff: number | null };

/**
 * @param price the visit's price in integer cents
 * @param visitsCharged how many visits of the engagement were charged before this one
 * @returns what the coupon takes off this visit, in integer cents, never more than the price
 */
export function couponDiscount(discount: Discount, price: number, visitsCharged: number): number {
  if (discount.term === 'TERM_ONCE' && visitsCharged > 0) return 0;
  const off = discount.amountOff ?? Math.round((price * (discount.percentOff ?? 0)) / 100);
  return Math.min(off, price);
}
