import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { refunds } from '../database/schema/billing.ts';
import { entries } from '../database/schema/ledger.ts';
import {
  type Business,
  businessTest,
  chargedVisit,
  customerMails,
  declinedCard,
  intentsOf,
  paymentsOf,
  refuseWebhooks,
} from '../testing/billing-fixture.ts';
import { buildEmployee, mailsTo } from '../testing/factories.ts';
import { setStripeFaults } from '../testing/payment-factories.ts';
import { reconcilePayment } from './service.ts';

/** A paid bill, and somebody of the office. */
async function paidBill(business: Business, number?: string) {
  const { test } = business;
  const { engagementId } = await chargedVisit(business, number);
  const staff = await buildEmployee(test);
  const payment = async () => (await paymentsOf(business, engagementId)).at(-1);
  const billId = (await payment())?.billId ?? '';
  const input = { as: staff.accessToken, params: { billId } };
  const refund = (body: object) =>
    test.call('refundBill', {
      ...input,
      body: { requestId: randomUUID(), isPreview: false, reason: 'The dog was out.', refundedBefore: 0, ...body },
    });
  const list = async () => (await test.call('getBillActs', input)).body;
  const visitCharge = async () => {
    const visits = await test.call('listVisits', { as: business.customer.accessToken, params: { engagementId } });
    return visits.body.visits[0]?.charge;
  };
  return { billId, staff, refund, list, payment, visitCharge };
}

const deskOf = async ({ test }: Business) => {
  const { accessToken: as } = await buildEmployee(test);
  return (await test.call('getStaffDesk', { as })).body;
};
const rows = ({ test }: Business) => test.world.database.select().from(refunds);
const made = async (business: Business) => {
  const [intent] = await intentsOf(business);
  return (await business.test.world.stripe.refunds.list({ payment_intent: intent?.id ?? '' })).data;
};

businessTest(
  'staff see in cents what a refund does, and it is done once however often it is sent',
  async ({ business }) => {
    const { test, worker } = business;
    const { refund, list, payment, staff, visitCharge } = await paidBill(business);
    const requestId = randomUUID();
    const body = { requestId, amount: 333 };
    const effect = { customer: 333, worker: -266, business: -67 };
    expect((await refund({ ...body, isPreview: true })).body).toEqual({ effect, state: null });
    expect(await rows(business)).toEqual([]);

    const answers = await Promise.all([refund(body), refund(body), refund(body)]);
    expect(answers.map(({ body: answer }) => answer)).toEqual(answers.map(() => ({ effect, state: 'under-way' })));
    await test.drain();
    expect((await refund(body)).body).toEqual({ effect, state: 'done' });
    await test.drain();
    expect(await made(business)).toMatchObject([{ amount: 333, metadata: { refundId: requestId } }]);
    // What was done is what was shown.
    expect(await payment()).toMatchObject({ refunded: 333, reversed: 333, feeReturned: 67, status: 'paid' });
    expect(await visitCharge()).toMatchObject({ status: 'paid', paidAt: expect.any(String), billRefunded: 333 });
    expect(await list()).toMatchObject({
      refunded: 333,
      left: 1167,
      obstacle: null,
      acts: [
        {
          id: requestId,
          kind: 'refund',
          amount: 333,
          state: 'done',
          by: expect.any(String),
          reason: 'The dog was out.',
        },
      ],
    });
    const [row] = await rows(business);
    expect(row?.byProfileId).toBe(staff.profileId);
    expect((await customerMails(business, /sent back \$3\.33/)).map(({ text }) => text)).toEqual([
      expect.stringContaining('The dog was out.'),
    ]);
    expect(await mailsTo(test, worker, /\$2\.66 of your pay/)).toHaveLength(1);

    // The rest, and then no more.
    expect((await refund({ amount: 1167, refundedBefore: 333 })).status).toBe(200);
    await test.drain();
    expect(await payment()).toMatchObject({ status: 'refunded', refunded: 1500, feeReturned: 300 });
    const again = await refund({ amount: 1, refundedBefore: 1500 });
    expect([again.error.errorCode, again.error.message]).toEqual([
      'NOT_ALLOWED_NOW',
      'All of this bill has been refunded already.',
    ]);
  },
);

businessTest('what cannot be refunded is refused at the field, and nothing moves', async ({ business }) => {
  const { refund, list } = await paidBill(business);
  for (const [amount, message] of [
    [-1, 'Please give at least $0.01.'],
    [0, 'Please give at least $0.01.'],
    [1.5, 'Please give an amount in whole cents.'],
    [1501, 'Only $15.00 of this bill can be refunded.'],
    [100_000_000, 'Please give at most $999,999.99.'],
    ['5', 'Please give an amount in whole cents.'],
  ] as const) {
    const { error } = await refund({ amount });
    expect(error, String(amount)).toMatchObject({
      errorCode: 'INVALID_INPUT',
      fields: [{ path: 'body.amount', message }],
    });
  }
  expect((await refund({ amount: 100, reason: ' ' })).error.fields).toMatchObject([
    { path: 'body.reason', message: 'Please give a reason.' },
  ]);
  expect(await list()).toMatchObject({ acts: [], left: 1500 });
  expect(await made(business)).toEqual([]);
});

businessTest(
  'what another employee has sent is not answered as one’s own, of a refund or another act',
  async ({ business }) => {
    const { test, customer } = business;
    const { billId, refund } = await paidBill(business);
    const { accessToken: as } = await buildEmployee(test);
    const message = 'This was sent before by somebody else.';
    const refused = { errorCode: 'CONFLICT', message, fields: [{ path: 'body.requestId', message }] };
    const requestId = randomUUID();
    const shared = { requestId, isPreview: false, reason: 'The dog was out.', amount: 333 };
    await refund(shared);
    const again = await test.call('refundBill', { as, params: { billId }, body: { ...shared, refundedBefore: 0 } });
    expect([again.status, again.error]).toEqual([409, expect.objectContaining(refused)]);

    const params = { customerProfileId: customer.profileId };
    const credit = { ...shared, requestId: randomUUID(), version: 0 };
    const first = await buildEmployee(test);
    const give = (by: string) => test.call('giveCredit', { as: by, params, body: credit });
    expect((await give(first.accessToken)).status).toBe(200);
    expect((await give(as)).error).toMatchObject(refused);
    expect((await give(first.accessToken)).body.isDone).toBe(true);
  },
);

businessTest('of two people who refund at once, one does and the other one reads who did', async ({ business }) => {
  const { refund } = await paidBill(business);
  const answers = await Promise.all([refund({ amount: 1000 }), refund({ amount: 800 })]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const { error } = answers.find(({ status }) => status === 409) ?? { error: undefined };
  expect(error?.message).toMatch(
    /^This bill has changed meanwhile: .+ refunded \$(10|8)\.00 of it, .+ Please look again\.$/,
  );
  const [row] = await rows(business);
  const other = await refund({ requestId: row?.id, amount: 1 });
  expect(other.error.message).toBe('This was sent before with something else in it.');
});

for (const kind of ['drop', 'error-after-acting', 'drop-before-acting', 'rate-limit', 'error-before-acting'] as const) {
  businessTest(`a refund whose answer is lost (${kind}) is made once`, async ({ business }) => {
    const { test } = business;
    const { refund, payment } = await paidBill(business);
    const match = { method: 'POST', path: '/v1/refunds' };
    await setStripeFaults(test, { match, kind, times: kind === 'error-before-acting' ? 2 : 3 });
    await refund({ amount: 400 });
    await test.drain();
    if (kind === 'error-before-acting') await test.advance('PT6M');
    await setStripeFaults(test);
    for (const wait of ['PT6M', 'PT12M']) await test.advance(wait);
    expect((await made(business)).map(({ amount }) => amount)).toEqual([400]);
    await vi.waitFor(async () => {
      await test.drain();
      expect(await payment()).toMatchObject({ refunded: 400, feeReturned: 80 });
    }, 60_000);
    expect(await customerMails(business, /sent back/)).toHaveLength(1);
  });
}

businessTest(
  'what was refunded at the dashboard while ours was not made is not refunded twice',
  async ({ business }) => {
    const { test } = business;
    const { billId, refund, payment } = await paidBill(business);
    await setStripeFaults(test, {
      match: { method: 'POST', path: '/v1/refunds' },
      kind: 'error-before-acting',
      times: 1,
    });
    await refund({ amount: 400 });
    await test.drain();
    const payment_intent = (await intentsOf(business))[0]?.id ?? '';
    const how = { reverse_transfer: true, refund_application_fee: true };
    await test.world.stripe.refunds.create({ payment_intent, amount: 400, ...how });
    for (const wait of ['PT6M', 'PT12M']) await test.advance(wait);
    await test.drain();
    expect((await made(business)).map(({ amount }) => amount)).toEqual([400]);
    expect(await payment()).toMatchObject({ refunded: 400, feeReturned: 80 });
    // Who began has been signed out meanwhile.
    const { accessToken: as } = await buildEmployee(test);
    const { acts: listed, refunded, left } = (await test.call('getBillActs', { as, params: { billId } })).body;
    expect([refunded, left, ...listed.map(({ state }) => state).toSorted()]).toEqual([400, 1100, 'done', 'refused']);
    expect(listed.find(({ state }) => state === 'refused')?.failure).toMatch(/at Stripe’s dashboard meanwhile/);
    expect(await customerMails(business, /sent back/)).toHaveLength(1);
    expect((await deskOf(business)).failedRefunds.count).toBe(0);
  },
);

businessTest('a refund that Stripe refused stands on the desk until another one is made', async ({ business }) => {
  const { test } = business;
  refuseWebhooks(business);
  const { refund, payment, list } = await paidBill(business, '4000000000000259');
  const body = { requestId: randomUUID(), amount: 400 };
  expect((await refund(body)).body.state).toBe('under-way');
  await test.drain();
  expect((await refund(body)).body.state).toBe('refused');
  expect((await deskOf(business)).failedRefunds).toMatchObject({ count: 1, rows: [{ amount: 400, isRefused: true }] });
  expect(await customerMails(business, /sent back/)).toEqual([]);
  const intentId = (await payment())?.stripePaymentIntentId ?? '';
  const [dispute] = (await test.world.stripe.disputes.list({ payment_intent: intentId })).data;
  await test.world.stripe.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text: 'winning_evidence' } });
  await reconcilePayment(test.world, intentId);
  expect((await list()).obstacle).toBeNull();
  expect((await refund({ amount: 500 })).body.state).toBe('under-way');
  await test.drain();
  expect((await deskOf(business)).failedRefunds.count).toBe(0);
  expect((await list()).refunded).toBe(500);
});

businessTest(
  'what was refunded at the dashboard a moment ago is not refunded again, nor owed',
  async ({ business }) => {
    const { test } = business;
    const { refund, list } = await paidBill(business);
    const [intent] = await intentsOf(business);
    await setStripeFaults(test, { match: { path: '/v1/refunds' }, kind: 'lose-webhooks' });
    await test.world.stripe.refunds.create({
      payment_intent: intent?.id ?? '',
      reverse_transfer: true,
      refund_application_fee: true,
    });
    expect((await refund({ amount: 1500 })).status).toBe(200);
    await test.drain();
    expect((await list()).acts.map(({ state }) => state)).toContain('refused');
    const customerSide = await test.world.database.select().from(entries).where(eq(entries.account, 'customer'));
    expect(customerSide.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
    expect(await list()).toMatchObject({ refunded: 1500, left: 0 });
    expect((await deskOf(business)).failedRefunds.count).toBe(0);
  },
);

businessTest(
  'a bill that is not paid or is disputed is not refunded; strangers are told nothing',
  async ({ business }) => {
    const { test, customer, worker } = business;
    const unpaid = await paidBill(business, declinedCard);
    expect((await unpaid.refund({ amount: 1 })).error.message).toBe(
      'This bill is not paid, so there is nothing to refund.',
    );
    const disputed = await paidBill(business, '4000000000000259');
    await vi.waitFor(async () => {
      await test.drain();
      expect((await disputed.list()).obstacle).toMatch(/bank has taken this payment back/);
    }, 60_000);
    expect((await disputed.refund({ amount: 1 })).error.errorCode).toBe('NOT_ALLOWED_NOW');
    const params = { billId: unpaid.billId };
    for (const { accessToken } of [customer, worker]) {
      expect((await test.call('getBillActs', { as: accessToken, params })).status).toBe(403);
    }
  },
);
