import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { businessDay } from '#domain/calendar.ts';
import { disputes } from '../database/schema/billing.ts';
import { methodBlocks } from '../database/schema/cards.ts';
import { entries } from '../database/schema/ledger.ts';
import { findLedgerFaults } from '../ledger/proof-store.ts';
import {
  type Business,
  businessTest,
  chargedVisit,
  customerMails,
  engagementStatus,
  intentsOf,
  paymentsOf,
  refuseWebhooks,
} from '../testing/billing-fixture.ts';
import { buildEmployee, mailsTo } from '../testing/factories.ts';
import { applyOutcome } from './apply-outcome.ts';
import { expand } from './payment-intents.ts';
import { type FoundDispute, readMoney } from './reading.ts';

/** A dispute of which the bank has not taken anything, so that nothing has moved at Stripe. */
const disputeOf = ({ test }: Business, more: Partial<FoundDispute>): FoundDispute => ({
  stripeDisputeId: `dp_${randomUUID()}`,
  amount: 1500,
  status: 'open',
  reason: 'product_not_received',
  taken: 0,
  disputeFee: 0,
  answerBy: null,
  openedAt: test.world.clock.now(),
  ...more,
});

async function lastPayment(business: Business, engagementId: string) {
  const payment = (await paymentsOf(business, engagementId)).at(-1);
  if (!payment) throw new Error('There is no payment');
  return { ...payment, billId: payment.billId ?? '' };
}

/** A visit that was paid, and a way to hear of disputes about it. */
async function hearing(business: Business) {
  const { world } = business.test;
  const { engagementId } = await chargedVisit(business);
  refuseWebhooks(business);
  const { id, billId } = await lastPayment(business, engagementId);
  const [intent] = await intentsOf(business);
  const { latest_charge: charge } = await world.stripe.paymentIntents.retrieve(intent?.id ?? '', { expand });
  if (!charge || typeof charge !== 'object') throw new Error('There is no charge');
  const hear = async (found: FoundDispute[]) => {
    const payment = await lastPayment(business, engagementId);
    const read = { ...(await readMoney(world, charge, payment)), disputes: found };
    await applyOutcome(world, id, { kind: 'paid', intentId: intent?.id ?? '', card: null, charge }, read);
  };
  return { engagementId, id, billId, hear };
}

businessTest('what was decided about one lost dispute of a bill stands when another is lost', async ({ business }) => {
  const { test } = business;
  const { database } = test.world;
  const { engagementId } = await chargedVisit(business);
  const { id: paymentId, billId } = await lastPayment(business, engagementId);
  const { accessToken: as } = await buildEmployee(test);
  const found = disputeOf(business, { status: 'lost' });
  // Each was opened before the one that was lost before it.
  const lose = (amount: number) =>
    database.insert(disputes).values({
      ...found,
      ...disputeOf(business, { amount, status: 'lost' }),
      paymentId,
      openedAt: found.openedAt.subtract({ hours: amount }),
    });
  const { profileId: customerProfileId } = business.customer;
  const shown = async () => (await test.call('getBill', { as, params: { customerProfileId, billId } })).body.dispute;
  const decides = (decision: 'paid' | 'written-off' | 'ended', amount?: number) => {
    const body = { requestId: randomUUID(), isPreview: false, reason: 'Check 7.', decision, amount };
    return () => test.call('decideDispute', { as, params: { billId }, body });
  };
  const kept = async () =>
    (await database.select().from(disputes).orderBy(disputes.amount)).map(({ decision, received }) => [
      decision,
      received,
    ]);
  const paidOutside = async () => {
    const rows = await database.select().from(entries).where(eq(entries.kind, 'paid-outside'));
    return rows.map(({ amount }) => amount);
  };

  await lose(500);
  const [first, second, third] = [decides('paid', 500), decides('written-off'), decides('paid', 900)];
  expect((await first()).body).toMatchObject({ isDone: true, effect: { business: 500 } });
  await lose(700);
  // What waits for a decision is what the bill's page asks for, also beside a newer one.
  expect(await shown()).toMatchObject({ amount: 700, decision: null });
  // The answer to the first was lost.
  expect((await first()).body).toMatchObject({ isDone: true });
  const tooMuch = await decides('paid', 701)();
  expect([tooMuch.status, tooMuch.error?.fields?.[0]?.message]).toEqual([400, expect.stringContaining('$7.00')]);
  expect((await second()).body).toMatchObject({ isDone: true });
  const decided = [
    ['paid', 500],
    ['written-off', 0],
  ];
  expect(await kept()).toEqual(decided);
  for (const again of [first, second]) expect((await again()).body).toMatchObject({ isDone: true });
  expect((await decides('paid', 1)()).status).toBe(409);
  await lose(900);
  for (const again of [first, second]) expect((await again()).body).toMatchObject({ isDone: true });
  expect(await kept()).toEqual([...decided, [null, 0]]);
  expect((await third()).body).toMatchObject({ isDone: true });
  for (const again of [first, second, third]) expect((await again()).body).toMatchObject({ isDone: true });
  expect(await kept()).toEqual([...decided, ['paid', 900]]);
  expect((await paidOutside()).toSorted((one, other) => one - other)).toEqual([500, 900]);
  const acts = (await test.call('getBillActs', { as, params: { billId } })).body.acts;
  expect(acts).toMatchObject([
    { kind: 'dispute-paid', amount: 500 },
    { kind: 'dispute-written-off', amount: 700 },
    { kind: 'dispute-paid', amount: 900 },
  ]);
  await test.drain();
  for (const subject of [/received your \$5\.00/, /don’t owe \$7\.00/, /received your \$9\.00/])
    expect(await customerMails(business, subject)).toHaveLength(1);
});

for (const [what, stopping] of [
  ['is lost', { status: 'lost', reason: 'product_not_received' }],
  ['is open for fraud', { status: 'open', reason: 'fraudulent' }],
] as const) {
  businessTest(`a dispute that is won lets nothing go on while another ${what}`, async ({ business }) => {
    const { test } = business;
    const { world } = test;
    const { engagementId, id, hear } = await hearing(business);
    const state = async () => {
      const blocks = await world.database.select().from(methodBlocks).where(eq(methodBlocks.paymentId, id));
      return [await engagementStatus(business, engagementId), blocks.map(({ endedAt }) => endedAt === null)];
    };
    const one = disputeOf(business, stopping);
    const other = disputeOf(business, { openedAt: one.openedAt.subtract({ hours: 1 }) });
    await hear([one, other]);
    expect(await state()).toEqual(['ENGAGEMENT_STATUS_PAUSED', [true]]);
    for (const status of ['won', 'closed'] as const) {
      await hear([one, { ...other, status }]);
      expect(await state()).toEqual(['ENGAGEMENT_STATUS_PAUSED', [true]]);
    }
    await hear([
      { ...one, status: 'won' },
      { ...other, status: 'closed' },
    ]);
    expect(await state()).toEqual(['ENGAGEMENT_STATUS_RUNNING', [false]]);
    await test.drain();
    expect(await customerMails(business, /resume/)).toHaveLength(1);
  });
}

for (const [decision, amount, kind, about, off] of [
  ['paid', 1200, 'paid-twice', 1200, 300],
  ['paid', 1500, 'paid-twice', 1500, 0],
  ['written-off', undefined, 'won-after-all', 1500, 1500],
  ['ended', undefined, 'won-after-all', 1500, 1500],
] as const) {
  const what = `“${decision}”, with ${off} cents written off,`;
  businessTest(`a dispute that is won after the office decided ${what} is on the desk`, async ({ business }) => {
    const { test, customer } = business;
    const { billId, hear } = await hearing(business);
    const { accessToken: as } = await buildEmployee(test);
    const dispute = disputeOf(business, { status: 'lost' });
    await hear([dispute]);
    const body = { requestId: randomUUID(), isPreview: false, reason: 'Check 7.', decision, amount };
    expect((await test.call('decideDispute', { as, params: { billId }, body })).status).toBe(200);
    const desk = async () => (await test.call('getStaffDesk', { as })).body.findings.rows;
    expect(await desk()).toEqual([]);
    const today = businessDay(test.world.clock.now()).toString();
    /** What the money page says, and that the ledger agrees with all else. */
    const writtenOff = async () => {
      const { totals } = (await test.call('getMoney', { as, query: { from: today, to: today } })).body;
      const faults = await findLedgerFaults(test.world.database);
      return [totals.writtenOff, faults.filter((fault) => fault.about === 'what of disputes was written off')];
    };
    expect(await writtenOff()).toEqual([off, []]);

    await hear([{ ...dispute, status: 'won' }]);
    const person = { profileId: customer.profileId };
    expect(await desk()).toMatchObject([{ kind, amount: about, person, bill: { id: billId } }]);
    await hear([{ ...dispute, status: 'won' }]);
    expect(await desk()).toHaveLength(1);
    // Nothing of it is written off: the bank has paid it after all.
    expect(await writtenOff()).toEqual([0, []]);
    const params = { customerProfileId: customer.profileId, billId };
    const shown = (await test.call('getBill', { as, params })).body.dispute;
    expect(shown).toMatchObject({ status: 'won', decision, received: amount ?? 0 });

    // The card network can decide once more.
    await hear([dispute]);
    expect(await desk()).toMatchObject([{ kind: 'lost-again', amount: 1500, person, bill: { id: billId } }]);
    expect(await writtenOff()).toEqual([off, []]);
  });
}

for (const reason of ['product_not_received', 'fraudulent']) {
  const what = `that a bank decides about again and again (${reason})`;
  businessTest(`of a dispute ${what} customer, worker and office know what is so`, async ({ business }) => {
    const { test, worker } = business;
    const { engagementId, billId, hear } = await hearing(business);
    const { accessToken: as } = await buildEmployee(test);
    const dispute = disputeOf(business, { reason });
    const aboutVisits = /paused|visits resume/i;
    /** What the customer and the worker have read last, and how often they were written to. */
    const known = async () => {
      await test.drain();
      const read = await customerMails(business, aboutVisits);
      const ofWorker = await mailsTo(test, worker, /^(Paused|On again)/);
      const { rows } = (await test.call('getStaffDesk', { as })).body.findings;
      const desk = rows.map(({ kind }) => kind);
      const status = await engagementStatus(business, engagementId);
      return [status, read.length, read[0]?.subject, ofWorker.length, ofWorker[0]?.subject.split(':')[0], desk];
    };
    const paused = (letters: number, desk: string[]) =>
      ['ENGAGEMENT_STATUS_PAUSED', letters, 'Your visits are paused', letters, 'Paused', desk] as const;
    const onAgain = (letters: number) =>
      ['ENGAGEMENT_STATUS_RUNNING', letters, 'Your visits resume', letters, 'On again', ['won-after-all']] as const;
    const becomes = async (status: 'lost' | 'won') => {
      await test.advance('PT1M');
      // It comes twice.
      for (let time = 0; time < 2; time += 1) await hear([{ ...dispute, status }]);
      await test.advance('PT1M');
      return await known();
    };
    expect(await becomes('lost')).toEqual(paused(1, []));
    const body = { requestId: randomUUID(), isPreview: false, reason: 'Check 7.', decision: 'written-off' } as const;
    expect((await test.call('decideDispute', { as, params: { billId }, body })).status).toBe(200);
    for (const letters of [2, 4]) {
      expect(await becomes('won')).toEqual(onAgain(letters));
      expect(await becomes('lost')).toEqual(paused(letters + 1, ['lost-again']));
    }
    expect(await becomes('won')).toEqual(onAgain(6));
  });
}

businessTest('a dispute that is won before the office has decided adds no finding', async ({ business }) => {
  const { test } = business;
  const { hear } = await hearing(business);
  const { accessToken: as } = await buildEmployee(test);
  const dispute = disputeOf(business, { status: 'lost' });
  await hear([dispute]);
  await hear([{ ...dispute, status: 'won' }]);
  expect((await test.call('getStaffDesk', { as })).body.findings.rows).toEqual([]);
});

businessTest('what the bank has returned of a bill is no credit while the bank has the bill', async ({ business }) => {
  const { test } = business;
  const { database } = test.world;
  const { engagementId } = await chargedVisit(business, '4000000000005126');
  const [intent] = await intentsOf(business);
  const inProportion = { reverse_transfer: true, refund_application_fee: true };
  await test.world.stripe.refunds.create({ payment_intent: intent?.id ?? '', amount: 500, ...inProportion });
  const until = (what: object) =>
    vi.waitFor(async () => {
      await test.drain();
      expect(await lastPayment(business, engagementId)).toMatchObject(what);
    }, 60_000);
  await until({ refunded: 500 });
  await test.advance('PT1H');
  await until({ owedBack: 500 });
  const { id: paymentId, billId } = await lastPayment(business, engagementId);
  await database.insert(disputes).values({ ...disputeOf(business, {}), paymentId });
  const { accessToken: as } = await buildEmployee(test);
  const settle = () => {
    const body = { requestId: randomUUID(), isPreview: false, amount: 500 };
    return test.call('creditOwedBack', { as, params: { billId }, body });
  };
  for (const status of ['open', 'lost'] as const) {
    await database.update(disputes).set({ status });
    const refused = await settle();
    expect([refused.status, refused.error?.message]).toEqual([
      409,
      'The customer’s bank has taken this payment back, so nothing of it is owed.',
    ]);
    expect(await lastPayment(business, engagementId)).toMatchObject({ creditedBack: 0 });
  }
  await database.update(disputes).set({ status: 'won' });
  expect((await settle()).status).toBe(200);
  expect(await lastPayment(business, engagementId)).toMatchObject({ creditedBack: 500 });
});
