import type { ProductValues } from './product-fields.tsx';
import { billingCycleWords, retentionLabel } from './product-words.ts';

/** @returns label and text of everything a product says but its name and price, as people read it */
export function productRows(values: ProductValues): { label: string; text: string }[] {
  const { description, billingCycle, baseCostRetentionPeriod, baseCostMultiplier } = values;
  return [
    { label: 'Description', text: description },
    { label: 'Billing Cycle', text: billingCycle && billingCycleWords(billingCycle).label },
    {
      label: 'How long a price is held',
      text: baseCostRetentionPeriod === undefined ? '' : retentionLabel(baseCostRetentionPeriod),
    },
    { label: 'Price multiplier', text: baseCostMultiplier?.toLocaleString('en-US') ?? '' },
  ];
}
