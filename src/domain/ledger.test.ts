import fc from 'fast-check';
import { expect, test } from 'vitest';
import { couponDiscount } from './coupon-discount.ts';
import { balancesOf, charged, collected, refunded, takenBack, writtenOff } from './ledger.ts';
import { largestPayment, platformFee } from './pricing.ts';

const settled = { customer: 0, worker: 0, business: 0, provider: 0 };
const coupon = fc.record({
  term: fc.constantFrom('TERM_FOREVER', 'TERM_ONCE'),
  amountOff: fc.option(fc.integer({ min: 1, max: largestPayment })),
  percentOff: fc.integer({ min: 1, max: 100 }),
});

test('however a charge ends, not a cent drifts between customer, worker, business and provider', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: largestPayment }),
      fc.option(coupon),
      fc.integer({ min: 0, max: 100 }),
      fc.nat({ max: 3 }),
      (price, off, percent, visitsBefore) => {
        const discount = off ? couponDiscount(off, price, visitsBefore) : 0;
        const amount = price - discount;
        const fee = platformFee(amount, percent);
        const charge = charged({ amount, discount });
        expect(fee).toBeLessThanOrEqual(amount);
        expect(balancesOf(charge)).toEqual({ ...settled, customer: -amount || 0, business: amount });
        expect(balancesOf([...charge, ...takenBack({ amount, discount })])).toEqual(settled);
        expect(balancesOf([...charge, ...writtenOff({ amount })])).toEqual(settled);
        const paid = [...charge, ...collected({ amount, fee })];
        expect(balancesOf(paid)).toEqual({ ...settled, business: fee, provider: -fee || 0 });
        // What the worker gives back of it is booked when the provider says so.
        const back = [...paid, ...refunded({ amount })];
        expect(balancesOf(back)).toEqual({ ...settled, business: fee - amount, provider: amount - fee });
      },
    ),
    { numRuns: 10_000 },
  );
});
