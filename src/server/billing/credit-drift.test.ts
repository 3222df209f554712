import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { takeUpCharges } from '../charges/take-up.ts';
import { addCredit } from '../credits/balance.ts';
import { bills, payments } from '../database/schema/billing.ts';
import { entries } from '../database/schema/ledger.ts';
import { post } from '../ledger/post.ts';
import { findLedgerFaults } from '../ledger/proof-store.ts';
import { businessTest, proveBalanceAtStripe, withCard } from '../testing/billing-fixture.ts';
import { buildEmployee } from '../testing/factories.ts';
import { buildRunningEngagement, completeVisit } from '../testing/payment-factories.ts';

const rounds = 40;
const visitsInRound = 5;

const visit = fc.record({
  baseCost: fc.integer({ min: 50, max: 6000 }),
  amountOff: fc.option(fc.integer({ min: 1, max: 3000 })),
  feePercent: fc.integer({ min: 0, max: 100 }),
});
const round = fc.record({
  credit: fc.integer({ min: 1, max: 12_000 }),
  isTogether: fc.boolean(),
  visits: fc.array(visit, { minLength: visitsInRound, maxLength: visitsInRound }),
  refunds: fc.array(fc.record({ bill: fc.nat(), amount: fc.integer({ min: 1, max: 2000 }) }), { maxLength: 3 }),
});

businessTest(
  'over 200 charges with credits, coupons, fees and refunds at random not a cent drifts',
  async ({ business }) => {
    const { test, worker, customer } = business;
    const { database } = test.world;
    const people = await withCard(business);
    const staff = await buildEmployee(test);
    const samples = fc.sample(round, { numRuns: rounds, seed: 20_261_122 });
    for (const { credit, isTogether, visits, refunds } of samples) {
      await database.transaction(async (transaction) => {
        const given = { cause: `credit:${randomUUID()}`, customerProfileId: customer.profileId, amount: credit };
        await post(test.world, transaction, await addCredit(transaction, given));
      });
      const billingCycle = isTogether ? 'BILLING_CYCLE_WEEKLY' : 'BILLING_CYCLE_IMMEDIATE';
      let engagementId = '';
      for (const [daysLater, { baseCost, amountOff, feePercent }] of visits.entries()) {
        const coupon = amountOff === null ? {} : { coupon: { term: 'TERM_FOREVER', amountOff } as const };
        const terms = { baseCost, billingCycle, ...coupon, couponName: randomUUID() } as const;
        if (daysLater === 0 || !isTogether) engagementId = await buildRunningEngagement(test, people, terms);
        await completeVisit(test, { engagementId, worker, daysLater, feePercent });
      }
      await database.$client.query('update charges set due_at = created_at where due_at is not null');
      await takeUpCharges(test.world);
      await test.drain();
      const made = await database.select().from(payments);
      for (const { bill, amount } of refunds) {
        const payment = made[bill % made.length];
        if (!payment || payment.amount - payment.refunded < amount) continue;
        const { body } = await test.call('getBillActs', {
          as: staff.accessToken,
          params: { billId: payment.billId ?? '' },
        });
        await test.call('refundBill', {
          as: staff.accessToken,
          params: { billId: payment.billId ?? '' },
          body: {
            requestId: randomUUID(),
            isPreview: false,
            reason: 'The dog was out.',
            refundedBefore: body.refunded,
            amount: Math.min(amount, body.left),
          },
        });
      }
      await test.drain();
    }
    expect(await findLedgerFaults(database)).toEqual([]);
    await proveBalanceAtStripe(test);
    const all = await database.select().from(bills);
    expect(all.length).toBeGreaterThan(rounds);
    expect(all.some(({ creditUsed, amount }) => creditUsed > 0 && creditUsed < amount)).toBe(true);
    // The worker has the whole share of every bill, less what went back with the card's part.
    const rows = await database.select().from(entries);
    const sumOf = (...kinds: string[]) =>
      rows.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { amount }) => sum + amount, 0);
    const gaveBack = (await database.select().from(payments)).reduce(
      (sum, { reversed, feeReturned }) => sum + reversed - feeReturned,
      0,
    );
    const shares = all.reduce((sum, { amount, fee }) => sum + amount - fee, 0);
    expect(sumOf('earning', 'fee')).toBe(shares - gaveBack);
    expect(-sumOf('transfer', 'top-up')).toBe(shares - gaveBack);
  },
);
