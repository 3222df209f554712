import fc from 'fast-check';
import { expect, test } from 'vitest';
import { askedOf, creditFor, ownMoneyIn, topUpOf, withCredit } from './credit.ts';
import { balancesOf, charged, collected, type Move, movedBetween } from './ledger.ts';
import { largestPayment, platformFee, smallestPayment } from './pricing.ts';
import { refundEffect } from './refund.ts';

test('a bill uses what there is, and leaves the card nothing or enough for a payment', () => {
  expect(creditFor(0, 1500)).toBe(0);
  expect(creditFor(500, 1500)).toBe(500);
  expect(creditFor(1499, 1500)).toBe(1450);
  expect(creditFor(1451, 1500)).toBe(1450);
  expect(creditFor(1450, 1500)).toBe(1450);
  expect(creditFor(1500, 1500)).toBe(1500);
  expect(creditFor(9999, 1500)).toBe(1500);
  expect(creditFor(49, 50)).toBe(0);
  expect(creditFor(50, 50)).toBe(50);
});

const visit = fc.record({ amount: fc.integer({ min: 1, max: 1_000_000 }), percent: fc.integer({ min: 0, max: 100 }) });

test('whatever credit pays of a bill, the worker gets the whole share, and no cent drifts', () => {
  fc.assert(
    fc.property(
      fc.array(visit, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 0, max: 3_000_000 }),
      fc.array(fc.integer({ min: 1, max: largestPayment }), { maxLength: 4 }),
      (visits, credit, wanted) => {
        const charges = visits.map(({ amount, percent }) => ({ amount, fee: platformFee(amount, percent) }));
        const sum = (of: (charge: (typeof charges)[number]) => number) =>
          charges.reduce((total, each) => total + of(each), 0);
        const [amount, fee] = [sum((each) => each.amount), sum((each) => each.fee)];
        fc.pre(amount >= smallestPayment);
        const used = creditFor(credit, amount);
        expect(used).toBeLessThanOrEqual(credit);
        expect(amount - used === 0 || amount - used >= smallestPayment).toBe(true);
        const billed = withCredit(charges, used);
        expect(billed.reduce((total, each) => total + each.creditUsed, 0)).toBe(used);
        const asked = billed.map(askedOf);
        const card = asked.reduce((total, each) => total + each.amount, 0);
        const cardFee = asked.reduce((total, each) => total + each.fee, 0);
        expect(card).toBe(amount - used);
        for (const each of asked) expect(each.fee).toBeLessThanOrEqual(each.amount);

        const moves: Move[] = [
          { kind: 'credit', amount: credit },
          ...billed.flatMap((each) => [
            ...charged({ amount: each.amount, discount: 0 }),
            { kind: 'credit' as const, amount: -each.creditUsed },
            { kind: 'credit-used' as const, amount: each.creditUsed },
            ...collected(each),
          ]),
        ];
        const topUps = billed.map(topUpOf);
        for (const topUp of topUps) expect(topUp).toBeGreaterThanOrEqual(0);
        const topUp = topUps.reduce((total, each) => total + each, 0);
        expect(balancesOf(moves)).toMatchObject({ customer: credit - used, worker: topUp });
        moves.push({ kind: 'top-up', amount: -topUp });
        expect(balancesOf(moves)).toMatchObject({ customer: credit - used, worker: 0, business: fee - credit });

        // The card's part goes back in parts; then the worker has what credit has paid.
        let reading = {
          refunded: 0,
          owedBack: 0,
          reversed: 0,
          feeReturned: 0,
          processingFee: 0,
          disputed: 0,
          disputeFee: 0,
        };
        let worker = amount - fee;
        for (const want of [...wanted, card]) {
          const refund = Math.min(want, card - reading.refunded);
          if (refund === 0) break;
          const effect = refundEffect({ amount: card, fee: cardFee, refunded: reading.refunded }, refund);
          worker += effect.worker;
          const refunded = reading.refunded + refund;
          const next = { ...reading, refunded, reversed: refunded, feeReturned: reading.feeReturned - effect.business };
          moves.push(...movedBetween(reading, next, { isPaidTwice: false, isTip: false }));
          reading = next;
        }
        expect(worker).toBe(topUp);
        expect(balancesOf(moves)).toMatchObject({ customer: credit - used, worker: 0 });
      },
    ),
    { numRuns: 10_000 },
  );
});

const gift = (amount: number) => ({ kind: 'credit', amount, billId: null, isReturned: false }) as const;
const returned = (amount: number) => ({ kind: 'credit', amount, billId: 'old', isReturned: true }) as const;
/** Below zero used, above given back. */
const ofBill = (amount: number) => ({ kind: 'credit', amount, billId: 'new', isReturned: false }) as const;
const removed = (how: 'paid-out' | 'taken-back', amount: number) =>
  ({ kind: `credit-${how}`, amount: -amount, billId: null, isReturned: false }) as const;

test.each([
  ['a gift is the business’s', [gift(500)], 0],
  ['what a bank returned is the customer’s', [returned(1500), gift(500)], 1500],
  ['a bill uses the gift first', [returned(1500), gift(500), ofBill(-700)], 1300],
  ['what was used up is gone, whatever is given later', [returned(1500), ofBill(-1500), gift(1500)], 0],
  ['what a bill gives back is whose it was', [returned(1500), gift(500), ofBill(-700), gift(300), ofBill(700)], 1500],
  ['a bill that gives back a gift', [gift(700), ofBill(-700), returned(200), ofBill(700)], 200],
  ['what is paid out is the customer’s first', [returned(1500), gift(500), removed('paid-out', 600)], 900],
  ['more than that was a gift', [returned(100), gift(500), removed('paid-out', 300)], 0],
  ['what is taken back is a gift', [returned(1500), gift(500), removed('taken-back', 500)], 1500],
])('own money: %s', (_, moves, own) => {
  expect(ownMoneyIn(moves)).toBe(own);
});
