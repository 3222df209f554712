import { expect, test } from 'vitest';
import { billingCycles, pickable } from '#domain/enums.ts';
import { billingCycleWords, multiplierWords, retentionLabel, visitPriceLabel } from './product-words.ts';

test.for([
  [0, '0 minutes'],
  [1, '1 minute'],
  [59, '59 minutes'],
  [60, '60 minutes (1 hour)'],
  [90, '90 minutes (1 hour 30 minutes)'],
  [1440, '1,440 minutes (1 day)'],
  [1501, '1,501 minutes (1 day 1 hour 1 minute)'],
  [525_600, '525,600 minutes (365 days)'],
] as const)('a price held for %i minutes reads %s', ([minutes, label]) => {
  expect(retentionLabel(minutes)).toBe(label);
});

test('a price is told for both yard sizes', () => {
  const rates = { standard: 1500, large: 2500 };
  expect(visitPriceLabel(rates, 2)).toBe('$30.00 standard yard, $50.00 large yard');
  expect(visitPriceLabel(rates, 39_999)).toBe('$599,985.00 standard yard, $999,975.00 large yard');
  expect(multiplierWords(rates)).toContain('($15.00 standard yard, $25.00 large yard)');
  expect(visitPriceLabel(rates, 50_000)).toBe('More than one payment can be: not offered');
});

test('each cycle that may be picked says when it charges', () => {
  for (const cycle of pickable(billingCycles)) expect(billingCycleWords(cycle).description).toMatch(/charged/);
});
