import { eq, sum } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, vi } from 'vitest';
import { couponDiscount } from '#domain/coupon-discount.ts';
import { charged } from '#domain/ledger.ts';
import { undoCharge } from '../charges/service.ts';
import { dailySums, entries } from '../database/schema/ledger.ts';
import {
  type Business,
  businessTest,
  chargedVisit,
  completedVisit,
  declinedCard,
  intentsOf,
  paymentsOf,
  withCard,
} from '../testing/billing-fixture.ts';
import { buildRunningEngagement, completeVisit } from '../testing/payment-factories.ts';
import { post } from './post.ts';
import { findLedgerFaults } from './proof-store.ts';

/** The ledger's moves of a visit, by their causes. */
async function movesOf({ test }: Business, visitId: string) {
  const rows = await test.world.database.select().from(entries).where(eq(entries.visitId, visitId));
  // As text a full second would come after its parts.
  const order = ({ at, cause, line }: (typeof rows)[number]) => `${at.epochMilliseconds} ${cause} ${line}`;
  return rows.sort((one, other) => (order(one) < order(other) ? -1 : 1)).map(({ kind, amount }) => [kind, amount]);
}

async function totalOf({ test }: Business, kind: (typeof entries.$inferSelect)['kind']): Promise<number> {
  const { amount } = entries;
  const [row] = await test.world.database
    .select({ total: sum(amount) })
    .from(entries)
    .where(eq(entries.kind, kind));
  return Number(row?.total ?? 0);
}

const paid = [
  ['charge', -1500],
  ['processing', -74],
  ['collected', 1500],
  ['earning', 1500],
  ['fee', -300],
  ['transfer', -1200],
];

businessTest('a visit’s entries say what was charged, collected, kept and passed on', async ({ business }) => {
  const { workId, engagementId } = await chargedVisit(business);
  expect(await movesOf(business, workId)).toEqual(paid);
  const [payment] = await paymentsOf(business, engagementId);
  const { world } = business.test;
  await world.stripe.refunds.create({ payment_intent: payment?.stripePaymentIntentId ?? '' });
  await vi.waitFor(async () => {
    await business.test.drain();
    expect((await paymentsOf(business, engagementId))[0]?.status).toBe('refunded');
  }, 60_000);
  expect(await movesOf(business, workId)).toEqual([...paid, ['refund', 1500], ['paid-back', -1500]]);
});

businessTest('a charge that is undone leaves both of its entries, and nothing owed', async ({ business }) => {
  const { test, worker } = business;
  const people = await withCard(business);
  const engagementId = await buildRunningEngagement(test, people, {
    billingCycle: 'BILLING_CYCLE_WEEKLY',
    coupon: { term: 'TERM_FOREVER', amountOff: 200 },
  });
  const id = await completeVisit(test, { engagementId, worker });
  const cancel = () =>
    test.world.database.transaction((transaction) => undoCharge(test.world, transaction, { id, engagementId }));
  expect(await cancel()).toBe(true);
  expect(await cancel()).toBe(true);
  expect(await movesOf(business, id)).toEqual([
    ['charge', -1500],
    ['discount', 200],
    ['charge', 1500],
    ['discount', -200],
  ]);
});

businessTest('what is declined or written off moves nothing to anybody', async ({ business }) => {
  const { test, worker } = business;
  const declined = await chargedVisit(business, declinedCard);
  expect(await movesOf(business, declined.workId)).toEqual([['charge', -1500]]);
  const engagementId = await buildRunningEngagement(test, await withCard(business), { baseCost: 30 });
  const small = await completeVisit(test, { engagementId, worker });
  await test.advance('P31D');
  expect(await movesOf(business, small)).toEqual([
    ['charge', -30],
    ['write-off', 30],
  ]);
});

businessTest('an entry is neither changed nor deleted, nor posted twice', async ({ business }) => {
  const { test, customer } = business;
  const { workId } = await completedVisit(business);
  const { database } = test.world;
  const refused = { cause: { message: 'An entry of the ledger is never changed' } };
  await expect(database.update(entries).set({ amount: 1 })).rejects.toMatchObject(refused);
  await expect(database.delete(entries)).rejects.toMatchObject(refused);
  const [entry] = await database.select().from(entries);
  const again = {
    cause: entry?.cause ?? '',
    moves: charged({ amount: 1500, discount: 0 }),
    customerProfileId: customer.profileId,
    visitId: workId,
  };
  const repeat = database.transaction((transaction) => post(test.world, transaction, [again]));
  await expect(repeat).rejects.toMatchObject({ cause: { constraint: 'entries_cause_line_key' } });
});

businessTest('the proof finds a cent that moved without an entry, and a kept sum that is off', async ({ business }) => {
  const { workId } = await chargedVisit(business);
  const { database } = business.test.world;
  await database.$client.query(`update charges set payment_id = null where work_id = '${workId}'`);
  await database.update(dailySums).set({ amount: 1 }).where(eq(dailySums.kind, 'fee'));
  const found = (await findLedgerFaults(database)).map(({ about, ledger, expected }) => [about, ledger, expected]);
  expect(found).toEqual([
    ['a kept sum', 300, 1],
    ['a kept sum', -300, 1],
    ['what a bill is for', 1500, 0],
    ['what a customer owes', 0, -1500],
  ]);
  await database.$client.query('update charges set payment_id = (select id from payments)');
  const sums = `update daily_sums set amount = case account when 'worker' then -300 else 300 end where kind = 'fee'`;
  await database.$client.query(sums);
});

businessTest(
  'whatever is charged, the ledger, Stripe and the charges say the same to the cent',
  async ({ business }) => {
    const { test, worker } = business;
    const people = await withCard(business);
    const of = fc.record({
      baseCost: fc.integer({ min: 51, max: 30_000 }),
      percentOff: fc.integer({ min: 1, max: 99 }),
      hasCoupon: fc.boolean(),
    });
    let owed = 0;
    for (const [n, { baseCost, percentOff, hasCoupon }] of fc.sample(of, { numRuns: 16, seed: 15 }).entries()) {
      const coupon = { term: 'TERM_FOREVER', percentOff } as const;
      const engagementId = await buildRunningEngagement(test, people, {
        baseCost,
        billingCycle: 'BILLING_CYCLE_WEEKLY',
        ...(hasCoupon && { coupon, couponName: `SAVE${n}` }),
      });
      for (const daysLater of [0, 1, 2]) await completeVisit(test, { engagementId, worker, daysLater });
      const off = hasCoupon ? couponDiscount({ ...coupon, amountOff: null }, baseCost, 0) : 0;
      owed += 3 * (baseCost - off);
    }
    await test.advance('P7D');
    const intents = await intentsOf(business);
    const atStripe = (of: (intent: (typeof intents)[number]) => number | null) =>
      intents.reduce((total, intent) => total + (of(intent) ?? 0), 0);
    expect(await totalOf(business, 'collected')).toBe(atStripe(({ amount_received }) => amount_received));
    expect(-(await totalOf(business, 'fee'))).toBe(atStripe(({ application_fee_amount }) => application_fee_amount));
    expect(-(await totalOf(business, 'charge')) - (await totalOf(business, 'discount'))).toBe(owed);
  },
);
