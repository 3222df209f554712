import { expect, test } from 'vitest';
import { discountLabel, redemptionLabel } from './coupon-words.ts';

test('a coupon says what it takes off', () => {
  expect(discountLabel({ amountOff: 500, percentOff: 0 })).toBe('$5.00 off');
  expect(discountLabel({ amountOff: 99_999_999, percentOff: 0 })).toBe('$999,999.99 off');
  expect(discountLabel({ amountOff: 0, percentOff: 20 })).toBe('20% off');
});

test('a coupon says how much of it is used up', () => {
  expect(redemptionLabel({ redemptions: 3, maxRedemptions: 50 })).toBe('3 of 50 used');
  expect(redemptionLabel({ redemptions: 0, maxRedemptions: 1_000_000 })).toBe('0 of 1,000,000 used');
});
