import type { BillingCycle } from '#domain/enums.ts';
import { countedLabel, enumLabel, moneyLabel } from '#domain/labels.ts';
import { type BaseRates, highestMultiplier, visitPrice } from '#domain/pricing.ts';

const moments: Partial<Record<BillingCycle, string>> = {
  BILLING_CYCLE_IMMEDIATE: 'Each visit is charged when it is done.',
  BILLING_CYCLE_DAILY: 'Visits are charged when the day is over.',
  BILLING_CYCLE_WEEKLY: 'Visits are charged when the week is over.',
  BILLING_CYCLE_MONTHLY: 'Visits are charged when the month is over.',
  BILLING_CYCLE_YEARLY: 'Visits are charged when the year is over.',
};

/** @returns the cycle as people read it, and when it charges */
export function billingCycleWords(cycle: BillingCycle): { label: string; description: string } {
  return { label: enumLabel(cycle), description: moments[cycle] ?? '' };
}

/**
 * How long a price is held.
 * @param minutes a whole number
 * @returns for example '90 minutes (1 hour 30 minutes)'
 */
export function retentionLabel(minutes: number): string {
  const exact = countedLabel(minutes, 'minute');
  if (minutes < 60) return exact;
  const parts = [
    countedLabel(Math.trunc(minutes / 1440), 'day'),
    countedLabel(Math.trunc((minutes % 1440) / 60), 'hour'),
    countedLabel(minutes % 60, 'minute'),
  ];
  return `${exact} (${parts.filter((part) => !part.startsWith('0 ')).join(' ')})`;
}

/** @returns what the multiplier does, with the rates that it multiplies as soon as they are known */
export const multiplierWords = (rates: BaseRates | undefined): string =>
  rates
    ? `The rate of the yard's size (${visitPriceLabel(rates, 1)}), times this, is the price of a visit.`
    : "The rate of the yard's size, times this, is the price of a visit.";

/**
 * @returns what a visit costs for each yard size, for example '$30.00 standard yard, $50.00 large yard'; why there is no
 * price when it is more than one payment can be
 */
export function visitPriceLabel(rates: BaseRates, multiplier: number): string {
  if (multiplier > highestMultiplier(rates)) return 'More than one payment can be: not offered';
  const standard = moneyLabel(visitPrice(rates, 'YARD_SIZE_STANDARD', multiplier));
  const large = moneyLabel(visitPrice(rates, 'YARD_SIZE_LARGE', multiplier));
  return `${standard} standard yard, ${large} large yard`;
}
