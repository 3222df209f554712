import { numberLabel } from '#domain/labels.ts';
import type { ProductValues } from './product-fields.tsx';
import { billingCycleWords, retentionLabel } from './product-words.ts';

/** @returns label and text of everything a product says but its name and price, as people read it */
export function productRows(values: ProductValues): [label: string, text: string][] {
  const { description, billingCycle, baseCostRetentionPeriod, baseCostMultiplier } = values;
  return [
    ['Description', description],
    ['Billing Cycle', billingCycle && billingCycleWords(billingCycle).label],
    ['How long a price is held', baseCostRetentionPeriod === undefined ? '' : retentionLabel(baseCostRetentionPeriod)],
    ['Price multiplier', baseCostMultiplier === undefined ? '' : numberLabel(baseCostMultiplier, 3)],
  ];
}
