import fc from 'fast-check';
import { expect, test } from 'vitest';
import { couponDiscount } from './coupon-discount.ts';
import { askedOf, creditFor, topUpOf, withCredit } from './credit.ts';
import {
  balancesOf,
  charged,
  collected,
  type Move,
  movedBetween,
  tipped,
  undone,
  unread,
  writtenOff,
} from './ledger.ts';
import { largestPayment, platformFee, smallestPayment } from './pricing.ts';
import { refundEffect } from './refund.ts';

const settled = { customer: 0, worker: 0, business: 0, provider: 0, card: 0, bank: 0, outside: 0 };
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
        expect(balancesOf([...charge, ...undone({ amount, discount })])).toEqual(settled);
        expect(balancesOf([...charge, ...writtenOff({ amount })])).toEqual(settled);
        const paid = [...charge, ...collected({ amount, fee, creditUsed: 0 })];
        expect(balancesOf(paid)).toEqual({ ...settled, business: fee, provider: -fee || 0 });
      },
    ),
    { numRuns: 10_000 },
  );
});

const ofVisits = { isPaidTwice: false, isTip: false };

test('partial refunds leave not a cent of drift, however Stripe rounds, and sum to the whole', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 50, max: largestPayment }),
      fc.integer({ min: 0, max: 100 }),
      fc.array(fc.integer({ min: 1, max: largestPayment }), { maxLength: 6 }),
      fc.constantFrom(Math.floor, Math.round, Math.ceil),
      (amount, percent, wanted, rounded) => {
        const fee = platformFee(amount, percent);
        const moves = [...charged({ amount, discount: 0 }), ...collected({ amount, fee, creditUsed: 0 })];
        const given = { customer: 0, worker: 0, business: 0 };
        let reading = unread;
        // The last one takes what is left.
        for (const want of [...wanted, amount]) {
          const refund = Math.min(want, amount - reading.refunded);
          if (refund === 0) break;
          const effect = refundEffect({ amount, fee, refunded: reading.refunded }, refund);
          expect(effect.customer + effect.worker + effect.business).toBe(0);
          expect(effect.worker).toBeLessThanOrEqual(0);
          expect(effect.business).toBeLessThanOrEqual(0);
          for (const who of ['customer', 'worker', 'business'] as const) given[who] += effect[who];
          const refunded = reading.refunded + refund;
          const next = {
            ...reading,
            refunded,
            reversed: refunded,
            feeReturned: refunded === amount ? fee : rounded((fee / amount) * refunded),
          };
          const moved = movedBetween(reading, next, ofVisits);
          expect(Object.values(balancesOf(moved)).reduce((sum, part) => sum + part, 0)).toBe(0);
          moves.push(...moved);
          reading = next;
        }
        expect(given).toEqual({ customer: amount, worker: -(amount - fee) || 0, business: -fee || 0 });
        // The customer owes nothing, the worker is owed nothing, the business has kept nothing.
        expect(balancesOf(moves)).toEqual(settled);
      },
    ),
    { numRuns: 10_000 },
  );
});

test('fee and share always sum to what the customer has paid, whatever a bill is for, whatever of it goes back, is disputed or was credit', () => {
  const visit = fc.record({
    price: fc.integer({ min: 50, max: 30_000 }),
    off: fc.option(coupon),
    before: fc.nat({ max: 2 }),
  });
  fc.assert(
    fc.property(
      fc.array(visit, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 0, max: 100 }),
      fc.array(fc.integer({ min: 1, max: 50_000 }), { maxLength: 5 }),
      fc.nat({ max: 500 }),
      fc.record({
        credit: fc.oneof(fc.constant(0), fc.nat({ max: 60_000 })),
        tip: fc.option(fc.integer({ min: 100, max: 5000 })),
        dispute: fc.option(fc.constantFrom('open', 'won', 'lost')),
      }),
      (visits, percent, wanted, processingFee, { credit, tip, dispute }) => {
        const parts = visits.map(({ price, off, before }) => {
          const discount = off ? couponDiscount(off, price, before) : 0;
          const amount = price - discount;
          return { amount, discount, fee: platformFee(amount, percent) };
        });
        const whole = parts.reduce((total, each) => total + each.amount, 0);
        const used = whole < smallestPayment ? 0 : creditFor(credit, whole);
        const billed = withCredit(parts, used);
        const sumOf = (part: 'amount' | 'fee') => billed.reduce((total, each) => total + askedOf(each)[part], 0);
        const [amount, fee] = [sumOf('amount'), sumOf('fee')];
        const topUp = billed.reduce((total, each) => total + topUpOf(each), 0);
        const moves: Move[] = [
          { kind: 'credit', amount: used },
          ...billed.flatMap((part) => [
            ...charged(part),
            { kind: 'credit', amount: -part.creditUsed } as const,
            { kind: 'credit-used', amount: part.creditUsed } as const,
            ...collected(part),
          ]),
          { kind: 'top-up', amount: -topUp },
          ...(tip === null ? [] : tipped(tip, false)),
        ];
        const disputedOf = (left: number) =>
          dispute === null ? [] : [left, ...(dispute === 'won' ? [0] : dispute === 'lost' ? [left] : [])];
        let reading = unread;
        const backs = [0, ...wanted].map((want) => ({ want, disputed: 0 }));
        const sent = wanted.reduce((total, want) => total + Math.min(want, amount - total), 0);
        for (const { want, disputed } of [
          ...backs,
          ...disputedOf(amount - sent).map((left) => ({ want: 0, disputed: left })),
        ]) {
          const refund = Math.min(want, amount - reading.refunded);
          const effect = refundEffect({ amount, fee, refunded: reading.refunded }, refund);
          const refunded = reading.refunded + refund;
          const feeReturned = reading.feeReturned - effect.business;
          // Its fee stays, however it ends: https://docs.stripe.com/disputes/how-disputes-work
          const disputeFee = reading.disputeFee || (disputed > 0 ? 1500 : 0);
          const money = { refunded, reversed: refunded, feeReturned, processingFee, disputed, disputeFee };
          const next = { ...reading, ...money };
          moves.push(...movedBetween(reading, next, ofVisits));
          reading = next;
          const moved = (...kinds: Move['kind'][]) =>
            moves.filter(({ kind }) => kinds.includes(kind)).reduce((total, each) => total + each.amount, 0);
          const paid = moved('collected', 'credit-used', 'paid-back');
          const [share, kept] = [moved('earning', 'fee', 'tip-passed'), -moved('fee')];
          const lost = processingFee + disputed + disputeFee;
          expect([share + kept, share >= 0, kept >= 0]).toEqual([paid, true, true]);
          expect(balancesOf(moves)).toEqual({
            ...settled,
            business: kept - used - lost || 0,
            provider: used + lost - kept || 0,
          });
        }
      },
    ),
    { numRuns: 10_000 },
  );
});

test('what is sent back of a payment that was paid twice was owed already', () => {
  const twice = [...charged({ amount: 1500, discount: 0 }), ...collected({ amount: 1500, fee: 300, creditUsed: 0 })];
  const extra = collected({ amount: 1500, fee: 300, creditUsed: 0 });
  const back = movedBetween(
    unread,
    { ...unread, refunded: 1500, reversed: 1500, feeReturned: 300 },
    { ...ofVisits, isPaidTwice: true },
  );
  expect(balancesOf([...twice, ...extra]).customer).toBe(1500);
  expect(balancesOf([...twice, ...extra, ...back])).toEqual({ ...settled, business: 300, provider: -300 });
});

test('a dispute and what Stripe keeps are borne by the business', () => {
  const paid = [...charged({ amount: 1500, discount: 0 }), ...collected({ amount: 1500, fee: 300, creditUsed: 0 })];
  const lost = movedBetween(unread, { ...unread, processingFee: 74, disputed: 1500, disputeFee: 1500 }, ofVisits);
  expect(balancesOf([...paid, ...lost])).toEqual({ ...settled, business: 300 - 74 - 3000, provider: 74 + 3000 - 300 });
  // Unknown again is not nothing.
  expect(movedBetween({ ...unread, processingFee: 74 }, unread, ofVisits)).toEqual([]);
});

test('a tip goes whole to the worker, and whole or in part back to the customer, without a fee', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 50_000 }), fc.nat({ max: 50_000 }), fc.boolean(), (amount, some, twice) => {
      const tip = tipped(amount, twice);
      const owed = twice ? amount : 0;
      expect(balancesOf(tip)).toEqual({ ...settled, customer: owed, business: -owed || 0 });
      const refunded = Math.min(some, amount);
      const back = { ...unread, refunded, reversed: refunded };
      const after = balancesOf([...tip, ...movedBetween(unread, back, { isPaidTwice: twice, isTip: true })]);
      const left = twice ? owed - refunded : 0;
      expect(after).toEqual({ ...settled, customer: left, business: -left || 0 });
    }),
    { numRuns: 10_000 },
  );
});
