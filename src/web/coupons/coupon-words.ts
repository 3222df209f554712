import type { Coupon } from '#contract/coupons.ts';
import { moneyLabel, numberLabel } from '#domain/labels.ts';

/** @returns for example '$5.00 off' or '20% off' */
export function discountLabel({ amountOff, percentOff }: Pick<Coupon, 'amountOff' | 'percentOff'>): string {
  return `${amountOff > 0 ? moneyLabel(amountOff) : `${percentOff}%`} off`;
}

/** @returns for example '3 of 1,000 used' */
export function redemptionLabel({
  redemptions,
  maxRedemptions,
}: Pick<Coupon, 'redemptions' | 'maxRedemptions'>): string {
  return `${numberLabel(redemptions)} of ${numberLabel(maxRedemptions)} used`;
}

/** What each term means for the customer who has the coupon. */
export const termWords = {
  TERM_FOREVER: 'Taken off every visit.',
  TERM_ONCE: 'Taken off the first visit only.',
} as const;
