import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { addCredit } from '../credits/balance.ts';
import { bills, refunds } from '../database/schema/billing.ts';
import { topUps } from '../database/schema/credits.ts';
import { lostPayments, standstills } from '../database/schema/standstills.ts';
import { post } from '../ledger/post.ts';
import { findLedgerFaults } from '../ledger/proof-store.ts';
import {
  type Business,
  businessTest,
  chargedVisit,
  completedVisit,
  customerMails,
  intentsOf,
  paymentsOf,
  proveBalanceAtStripe,
  withCard,
} from '../testing/billing-fixture.ts';
import { advanceFor } from '../testing/engagement-factories.ts';
import { buildEmployee } from '../testing/factories.ts';
import { buildRunningEngagement, completeVisit, setStripeFaults } from '../testing/payment-factories.ts';
import { keepMoment } from '../testing/restored-business.ts';
import { makeDueRefunds } from './make-refund.ts';

async function systemOf({ test }: Business) {
  const { accessToken: as } = await buildEmployee(test);
  return { as, system: (await test.call('getSystem', { as })).body };
}

/** After a day Stripe may make the same once more under the same key. */
const forgetKeys = ({ test }: Business) =>
  test.world.database.$client.query('delete from sandbox_stripe.idempotency_key');

/** Lets money go on as staff who have seen the list. */
async function letGoOn(business: Business) {
  const { as, system } = await systemOf(business);
  const answer = await business.test.call('letMoneyGoOn', { as, body: { lost: system.standstill?.lost.count ?? -1 } });
  expect([answer.status, answer.body.standstill]).toEqual([200, null]);
  // Two looks of the sweep.
  await business.test.advance('PT2M');
  await business.test.advance('PT2M');
}

businessTest(
  'after a restore nothing is charged again: what Stripe has collected since is taken over',
  async ({ business }) => {
    const { test, customer } = business;
    // It is collected when its day is over; the backup is made before.
    const terms = { billingCycle: 'BILLING_CYCLE_DAILY' } as const;
    const engagementId = await buildRunningEngagement(test, await withCard(business), terms);
    await completeVisit(test, { engagementId, worker: business.worker });
    const moment = await keepMoment(test);
    await advanceFor(test, 'P1D', [customer, business.worker]);
    await test.drain();
    await test.advance('PT1M');
    const lostVisit = await chargedVisit(business);
    const before = await intentsOf(business);
    expect(before).toHaveLength(2);
    await moment.restore();

    // Stripe is away at first: nothing is known, so nothing goes on.
    const { as, system: atFirst } = await systemOf(business);
    expect(atFirst.standstill).toMatchObject({ comparedAt: null, lost: { count: 0 } });
    expect(atFirst.parts.find(({ part }) => part === 'payments')).toMatchObject({
      state: 'failed',
      reason: 'standstill',
    });
    expect((await test.call('letMoneyGoOn', { as, body: { lost: 0 } })).error.errorCode).toBe('NOT_ALLOWED_NOW');
    await setStripeFaults(test, { match: { path: '/v1/payment_intents' }, kind: 'error-before-acting' });
    await test.advance('PT2M').catch(() => undefined);
    await setStripeFaults(test);
    expect((await systemOf(business)).system.standstill?.comparedAt).toBeNull();

    await test.advance('PT2M');
    await test.drain();
    expect(await intentsOf(business)).toHaveLength(2);
    expect(await paymentsOf(business, engagementId)).toEqual([]);
    const { system } = await systemOf(business);
    expect(system.standstill).toMatchObject({
      comparedAt: expect.any(String),
      lost: { count: 2, amount: 3000, rows: [{ customer: { id: customer.profileId } }, { customer: null }] },
    });

    const press = (lost: number) => test.call('letMoneyGoOn', { as, body: { lost } });
    expect((await press(1)).error.errorCode).toBe('CONFLICT');
    const presses = await Promise.all([press(2), press(2)]);
    expect(presses.map(({ body }) => body.standstill)).toEqual([null, null]);
    const { changes } = (await test.call('listChanges', { as, query: { kind: 'money-let-go-on' } })).body;
    expect(changes).toMatchObject([
      { by: { name: expect.any(String) }, fields: [{ name: 'savedAt' }, { name: 'lostPayments', to: '2' }] },
    ]);

    await test.advance('PT2M');
    await test.drain();
    const intents = await intentsOf(business);
    expect(intents).toHaveLength(2);
    const [payment, ...others] = await paymentsOf(business, engagementId);
    const [lost] = await paymentsOf(business, lostVisit.engagementId);
    expect([payment?.status, others, lost]).toEqual(['paid', [], undefined]);
    const own = intents.find(({ metadata }) => metadata.engagementId === engagementId);
    expect(payment?.stripePaymentIntentId).toBe(own?.id);
    expect(await customerMails(business, /receipt|paid/i)).not.toEqual([]);
    // The other one is of a visit that nobody knows any more: staff find it on the desk.
    const findings = async () => (await test.call('getStaffDesk', { as })).body.findings;
    expect((await findings()).rows).toEqual([]);
    await test.call('startReconciliation', { as });
    await test.drain();
    expect((await findings()).rows).toMatchObject([{ kind: 'unknown-at-stripe', amount: 1500 }]);
    expect(await test.world.database.select().from(lostPayments)).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ takenByPaymentId: payment?.id }),
        expect.objectContaining({ takenByPaymentId: null }),
      ]),
    );
  },
);

/** Lets money go on before anybody has compared anything. */
const goOnAtOnce = ({ test }: Business) =>
  test.world.database.$client.query('update standstills set ended_at = now() where ended_at is null');

businessTest('a payment of the backup is made once, also when Stripe has forgotten its key', async ({ business }) => {
  const { test } = business;
  const { engagementId } = await completedVisit(business);
  const moment = await keepMoment(test);
  await test.drain();
  expect(await intentsOf(business)).toHaveLength(1);
  await moment.restore();
  expect(await paymentsOf(business, engagementId)).toMatchObject([{ status: 'pending' }]);
  await forgetKeys(business);
  await goOnAtOnce(business);
  await test.advance('PT2M');
  expect(await intentsOf(business)).toHaveLength(1);
  expect(await paymentsOf(business, engagementId)).toMatchObject([{ status: 'paid' }]);
  await proveBalanceAtStripe(test);
});

businessTest('a refund that was asked for when the backup was made is made once', async ({ business }) => {
  const { test } = business;
  const { engagementId } = await chargedVisit(business);
  const [payment] = await paymentsOf(business, engagementId);
  const { accessToken: as } = await buildEmployee(test);
  const body = { requestId: randomUUID(), isPreview: false, reason: 'Rain.', refundedBefore: 0, amount: 500 };
  expect((await test.call('refundBill', { as, params: { billId: payment?.billId ?? '' }, body })).status).toBe(200);
  const moment = await keepMoment(test);
  await test.drain();
  await moment.restore();
  const made = async () => (await test.world.stripe.refunds.list({ limit: 100 })).data;
  expect(await made()).toHaveLength(1);
  await forgetKeys(business);
  await goOnAtOnce(business);
  await makeDueRefunds(test.world);
  expect(await made()).toHaveLength(1);
  expect(await test.world.database.select().from(refunds)).toMatchObject([{ status: 'done', amount: 500 }]);
  await proveBalanceAtStripe(test);
});

businessTest(
  'while money stands still no payment, refund or top-up is asked for, whoever presses',
  async ({ business }) => {
    const { test } = business;
    const paid = await chargedVisit(business);
    await test.advance('PT2M');
    const [payment] = await paymentsOf(business, paid.engagementId);
    const moment = await keepMoment(test);
    await moment.restore();
    const { accessToken: as } = await buildEmployee(test);
    const body = { requestId: randomUUID(), isPreview: false, reason: 'Rain.', refundedBefore: 0, amount: 500 };
    await test.call('refundBill', { as, params: { billId: payment?.billId ?? '' }, body });
    const tip = { requestId: randomUUID(), amount: 300 };
    const params = { engagementId: paid.engagementId, workId: paid.workId };
    const answer = await test.call('leaveTip', { as: business.customer.accessToken, params, body: tip });
    expect(answer.body).toMatchObject({ tip: { state: 'collecting' } });
    await test.advance('PT6M');
    await test.drain();
    expect([(await intentsOf(business)).length, (await test.world.stripe.refunds.list()).data]).toEqual([1, []]);
    expect(await test.world.database.select().from(refunds)).toMatchObject([{ status: 'pending' }]);
    expect(await test.world.database.select().from(topUps)).toEqual([]);
    await letGoOn(business);
    await test.drain();
    expect((await intentsOf(business)).map(({ amount }) => amount).sort()).toEqual([1500, 300]);
    expect(await test.world.database.select().from(refunds)).toMatchObject([{ status: 'done' }]);
    // A second restore from a backup that was made while money stood still goes on in one.
    await (await keepMomentWithStandstill(business)).restore();
    const rows = await test.world.database.select().from(standstills);
    expect(rows.filter(({ endedAt }) => endedAt === null)).toHaveLength(1);
  },
);

async function keepMomentWithStandstill({ test }: Business) {
  await test.world.database.$client.query('drop schema before cascade');
  await test.world.database.$client.query(`update standstills set ended_at = null`);
  return await keepMoment(test);
}

businessTest('numbers of bills that were given since the backup are not given again', async ({ business }) => {
  const { test } = business;
  await chargedVisit(business);
  const moment = await keepMoment(test);
  await chargedVisit(business);
  const numbers = async () => (await test.world.database.select().from(bills)).map(({ number }) => number).sort();
  const before = await numbers();
  expect(before.map((number) => number.slice(-6))).toEqual(['000001', '000002']);
  await moment.restore();
  await goOnAtOnce(business);
  await chargedVisit(business);
  // One bill in the month before: a hundred are left out, and three times as many as in the time since.
  expect((await numbers()).map((number) => number.slice(-6))).toEqual(['000001', '000103']);
  // The check of the ledger knows that.
  expect(await findLedgerFaults(test.world.database)).toEqual([]);
});

businessTest('what was passed on to workers since the backup is said', async ({ business }) => {
  const { test, customer } = business;
  await test.world.database.transaction(async (transaction) => {
    const credit = { cause: `credit:${randomUUID()}`, customerProfileId: customer.profileId, amount: 1000 };
    await post(test.world, transaction, await addCredit(transaction, credit));
  });
  const known = { count: 0, amount: 0 };
  const topUps = async () => (await systemOf(business)).system.standstill?.lost.topUps;
  const pay = async () => {
    await chargedVisit(business);
    await test.drain();
  };
  const moment = await keepMoment(test);
  await pay();
  await moment.restore();
  expect(await topUps()).toEqual(known);
  await test.advance('PT2M');
  await test.drain();
  expect(await topUps()).toEqual({ count: 1, amount: 800 });
});
