import { eq } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { businessDay } from '#domain/calendar.ts';
import { chargeVisit } from '../charges/service.ts';
import { payments } from '../database/schema/billing.ts';
import { methodBlocks } from '../database/schema/cards.ts';
import {
  type Business,
  businessTest,
  chargedVisit,
  chargeOf,
  chargeStatus,
  completedVisit,
  customerMails,
  intentsOf,
  paymentsOf,
  refuseWebhooks,
  withCard,
  withForgetfulStripe,
} from '../testing/billing-fixture.ts';
import { advanceFor } from '../testing/engagement-factories.ts';
import { buildWorker } from '../testing/factories.ts';
import { untilStatementsWait } from '../testing/lock-waits.ts';
import { buildRunningEngagement, completeVisit, onboardWorker, setStripeFaults } from '../testing/payment-factories.ts';
import { collectNow, collectPayment, sweepBilling } from './service.ts';

const creating = { method: 'POST', path: '/v1/payment_intents' };

/** Has Stripe collect what is due and never say so. */
async function loseAnswer(business: Business): Promise<void> {
  refuseWebhooks(business);
  await setStripeFaults(business.test, { match: creating, kind: 'drop', times: 3 });
  await business.test.drain();
}

async function expectPaidOnce(business: Business, workId: string): Promise<void> {
  expect(await chargeStatus(business, workId)).toBe('paid');
  expect(await intentsOf(business)).toHaveLength(1);
  expect(await customerMails(business, /receipt/)).toHaveLength(1);
}

businessTest(
  'a completed visit is charged once, the worker is paid out, and the customer gets a receipt',
  async ({ business }) => {
    const { test, worker } = business;
    const { engagementId, workId } = await completedVisit(business);
    const now = test.world.clock.now();
    expect(await chargeStatus(business, workId)).toBe('collecting');
    await test.world.database.transaction((transaction) =>
      chargeVisit(test.world, transaction, { id: workId, engagementId, date: businessDay(now) }, now),
    );
    await test.drain();

    const account = await test.call('getConnectedAccount', {
      as: worker.accessToken,
      params: { userId: worker.userId },
    });
    expect(await intentsOf(business)).toMatchObject([
      {
        amount: 1500,
        currency: 'usd',
        status: 'succeeded',
        application_fee_amount: 300,
        transfer_data: { destination: account.body.connectedAccount.id },
        metadata: { engagementId },
      },
    ]);
    expect(await chargeOf(business, workId)).toMatchObject({ amount: 1500, discount: 0, status: 'paid' });
    const receipts = await customerMails(business, /receipt/);
    expect(receipts.map((receipt) => receipt.subject)).toEqual(['Your receipt: $15.00']);
    expect(receipts[0]?.text).toContain('Payment method: Visa (4242)');
    // Whole, though it looks like the number of a phone.
    expect(receipts[0]?.text).toMatch(/^Bill number: Y-\d{4}-000001$/m);
  },
);

businessTest.extend({ settings: { PLATFORM_FEE_PERCENT: '0' } })(
  'a business that keeps no fee collects all for the worker',
  async ({ business }) => {
    await chargedVisit(business);
    expect(await intentsOf(business)).toMatchObject([
      { amount: 1500, status: 'succeeded', application_fee_amount: null },
    ]);
  },
);

businessTest('ten workers of the queue at once collect once', async ({ business }) => {
  const { test } = business;
  const { engagementId } = await completedVisit(business);
  const [payment] = await paymentsOf(business, engagementId);
  await Promise.all(Array.from({ length: 10 }, () => collectPayment(test.world, payment?.id ?? '')));
  await test.drain();
  expect(await intentsOf(business)).toHaveLength(1);
  expect(await customerMails(business, /receipt/)).toHaveLength(1);
});

businessTest('the sweep collects several payments at the same time', async ({ business }) => {
  const { test } = business;
  const visits = [await completedVisit(business), await completedVisit(business)];
  let collecting = Promise.resolve();
  await test.world.database.transaction(async (transaction) => {
    // Nobody can write a receipt, so no payment comes to its end before the other one has begun.
    await transaction.execute('lock table messages in share mode');
    collecting = sweepBilling(test.world);
    await untilStatementsWait(test, visits.length);
  });
  await collecting;
  for (const { workId } of visits) expect(await chargeStatus(business, workId)).toBe('paid');
  expect(await intentsOf(business)).toHaveLength(2);
});

businessTest('several that complete and charge one visit at once charge it once', async ({ business }) => {
  const { test } = business;
  const { engagementId, workId } = await completedVisit(business);
  const now = test.world.clock.now();
  const again = () =>
    test.world.database.transaction((transaction) =>
      chargeVisit(test.world, transaction, { id: workId, engagementId, date: businessDay(now) }, now),
    );
  await Promise.all([again(), again(), again(), sweepBilling(test.world), sweepBilling(test.world)]);
  await test.drain();
  expect(await intentsOf(business)).toHaveLength(1);
  expect(await paymentsOf(business, engagementId)).toHaveLength(1);
});

businessTest(
  'an answer that is lost after acting is asked for again, and nothing is charged twice',
  async ({ business }) => {
    const { test } = business;
    const { workId } = await completedVisit(business);
    await loseAnswer(business);
    expect(await intentsOf(business)).toHaveLength(1);
    expect(await chargeStatus(business, workId)).toBe('collecting');

    await test.advance('PT4M');
    expect(await chargeStatus(business, workId)).toBe('collecting');
    await test.advance('PT2M');
    await expectPaidOnce(business, workId);
  },
);

businessTest('an answer lost for days, after Stripe forgot the key, is still found', async ({ business }) => {
  const { test } = business;
  const { workId } = await completedVisit(business);
  await loseAnswer(business);
  await test.advance('P3D');
  await expectPaidOnce(business, workId);
});

businessTest(
  'an earlier try that cannot be looked up stays unknown, and nothing is charged twice',
  async ({ business }) => {
    const { test } = business;
    const { engagementId, workId } = await completedVisit(business);
    await loseAnswer(business);
    const clock = { now: () => test.world.clock.now().add({ minutes: 6 }) };
    await withForgetfulStripe((stripe) => sweepBilling({ ...test.world, stripe, clock }));
    expect(await paymentsOf(business, engagementId)).toMatchObject([{ status: 'unknown', attempt: 1 }]);

    await test.advance('P2D');
    await expectPaidOnce(business, workId);
  },
);

businessTest('a webhook settles what the lost answer left open, once', async ({ business }) => {
  const { test } = business;
  const { workId } = await completedVisit(business);
  await setStripeFaults(
    test,
    { match: creating, kind: 'drop', times: 3 },
    { match: creating, kind: 'duplicate-webhooks' },
  );
  await test.drain();
  await vi.waitFor(async () => {
    await test.drain();
    expect(await chargeStatus(business, workId)).toBe('paid');
  }, 60_000);
  await setStripeFaults(test);
  await test.advance('PT6M');
  expect(await intentsOf(business)).toHaveLength(1);
  expect(await customerMails(business, /receipt/)).toHaveLength(1);
});

businessTest('a 500 after acting is looked into, though the key replays it for ever', async ({ business }) => {
  const { test } = business;
  const { workId } = await completedVisit(business);
  refuseWebhooks(business);
  await setStripeFaults(test, { match: creating, kind: 'error-after-acting', times: 1 });
  await test.drain();
  await expectPaidOnce(business, workId);
});

businessTest(
  'a Stripe that is asked too often has declined nothing, and is asked again later',
  async ({ business }) => {
    const { test } = business;
    const { engagementId, workId } = await completedVisit(business);
    await setStripeFaults(test, { match: creating, kind: 'rate-limit' });
    await test.drain();
    expect(await paymentsOf(business, engagementId)).toMatchObject([{ status: 'unknown', attempt: 1 }]);
    expect(await customerMails(business, /declined/)).toEqual([]);
    await setStripeFaults(test);
    await test.advance('PT6M');
    await expectPaidOnce(business, workId);
  },
);

businessTest('a 500 before acting leaves the outcome unknown until Stripe can say', async ({ business }) => {
  const { test } = business;
  const { engagementId, workId } = await completedVisit(business);
  await setStripeFaults(test, { match: creating, kind: 'error-before-acting', times: 1 });
  await test.drain();
  await test.advance('PT1H');
  expect(await paymentsOf(business, engagementId)).toMatchObject([{ status: 'unknown', attempt: 1 }]);
  // The key, and the 500 with it, is forgotten after a day.
  await test.advance('P1D');
  await test.advance('PT6H');
  await expectPaidOnce(business, workId);
});

/** Stripe has made a PaymentIntent for the payment of a visit, never tried it, and answers the failure for ever. */
async function failedHalfWay(business: Business) {
  const { test } = business;
  const { engagementId, workId } = await completedVisit(business);
  refuseWebhooks(business);
  const [payment] = await paymentsOf(business, engagementId);
  if (!payment) throw new Error('Nothing is to be collected');
  await test.world.stripe.paymentIntents.create({
    amount: payment.amount,
    currency: 'usd',
    customer: payment.stripeCustomerId,
    payment_method: payment.stripePaymentMethodId,
    allowed_payment_method_types: ['card'],
    transfer_data: { destination: payment.stripeDestinationAccountId },
    metadata: { paymentId: payment.id },
  });
  await setStripeFaults(test, { match: creating, kind: 'error-before-acting', times: 2 });
  await test.drain();
  expect(await chargeStatus(business, workId)).toBe('collecting');
  return { workId, payment };
}

businessTest(
  'who asked for a payment that was collected gets no error when it cannot be read again',
  async ({ business }) => {
    const { test } = business;
    const { engagementId, workId } = await completedVisit(business);
    refuseWebhooks(business);
    const [{ id } = { id: '' }] = await paymentsOf(business, engagementId);
    const reading = { method: 'GET', path: '/v1/payment_intents' };
    await setStripeFaults(
      test,
      { match: creating, kind: 'delay', delayMs: 1000 },
      { match: reading, kind: 'error-before-acting' },
    );
    const collecting = collectNow(test.world, id);
    await expect.poll(async () => (await paymentsOf(business, engagementId))[0]?.status).toBe('unknown');
    // Another reading is stored meanwhile, as by a webhook.
    await test.world.database.update(payments).set({ readings: 1 }).where(eq(payments.id, id));
    await collecting;
    await setStripeFaults(test);
    expect(await chargeStatus(business, workId)).toBe('paid');
    expect(await intentsOf(business)).toHaveLength(1);
  },
);

businessTest(
  'what a Stripe that failed half way has made and never tried is paid, once, though the key replays the failure',
  async ({ business }) => {
    const { test } = business;
    const { workId } = await failedHalfWay(business);
    await test.advance('PT6M');
    expect(await chargeStatus(business, workId)).toBe('paid');
    await test.advance('P2D');
    expect((await intentsOf(business)).map((intent) => intent.status)).toEqual(['succeeded']);
    expect(await customerMails(business, /receipt/)).toHaveLength(1);
  },
);

businessTest('what was never tried is not tried with a card that was blocked meanwhile', async ({ business }) => {
  const { test, customer } = business;
  const { workId, payment } = await failedHalfWay(business);
  const { id: paymentId, stripePaymentMethodId } = payment;
  const since = test.world.clock.now();
  const reason = 'disputed-as-fraud';
  await test.world.database
    .insert(methodBlocks)
    .values({ paymentId, stripePaymentMethodId, userId: customer.userId, reason, since });
  await test.advance('PT6M');
  expect(await chargeStatus(business, workId)).toBe('not-tried');
  await test.advance('P10D');
  expect((await intentsOf(business)).map(({ amount_received: received }) => received)).toEqual([0]);
  expect(await customerMails(business, /another payment method/)).toHaveLength(1);
});

businessTest('visits that together cost more than one payment may are collected in several', async ({ business }) => {
  const { test, worker } = business;
  const engagementId = await buildRunningEngagement(test, await withCard(business), {
    baseCost: 40_000_000,
    billingCycle: 'BILLING_CYCLE_WEEKLY',
  });
  for (const daysLater of [0, 1, 2]) await completeVisit(test, { engagementId, worker, daysLater });
  await test.advance('P7D');
  expect((await intentsOf(business)).map(({ amount, status }) => [amount, status]).sort()).toEqual([
    [40_000_000, 'succeeded'],
    [80_000_000, 'succeeded'],
  ]);
});

businessTest(
  'the visits of a billing cycle are collected together when it ends, for each worker',
  async ({ business }) => {
    const { test, worker } = business;
    const other = await buildWorker(test);
    await onboardWorker(test, other);
    const engagementId = await buildRunningEngagement(test, await withCard(business), {
      billingCycle: 'BILLING_CYCLE_WEEKLY',
    });
    const first = await completeVisit(test, { engagementId, worker });
    await completeVisit(test, { engagementId, worker, daysLater: 1 });
    await completeVisit(test, { engagementId, worker: other, daysLater: 2 });
    await test.drain();
    await sweepBilling(test.world);
    expect(await intentsOf(business)).toEqual([]);
    expect(await chargeStatus(business, first)).toBe('open');

    await test.advance('P7D');
    const amounts = (await intentsOf(business)).map((intent) => [intent.amount, intent.application_fee_amount]);
    expect(amounts.sort()).toEqual([
      [1500, 300],
      [3000, 600],
    ]);
    expect(await chargeStatus(business, first)).toBe('paid');
    expect(await customerMails(business, /receipt/)).toHaveLength(2);
  },
);

businessTest('a coupon for one visit takes off the first, one for ever every one', async ({ business }) => {
  const { test, worker } = business;
  const people = await withCard(business);
  const amounts = async (term: 'TERM_ONCE' | 'TERM_FOREVER') => {
    const coupon = { term, ...(term === 'TERM_ONCE' ? { amountOff: 500 } : { percentOff: 10 }) };
    const engagementId = await buildRunningEngagement(test, people, { coupon, couponName: term });
    const works = [0, 1].map((daysLater) => completeVisit(test, { engagementId, worker, daysLater }));
    const charges = await Promise.all((await Promise.all(works)).map((workId) => chargeOf(business, workId)));
    return charges.map((charge) => charge?.amount).sort();
  };
  expect(await amounts('TERM_ONCE')).toEqual([1000, 1500]);
  expect(await amounts('TERM_FOREVER')).toEqual([1350, 1350]);
});

const billsOf = async ({ test, customer: { accessToken: as, profileId: customerProfileId } }: Business) =>
  (await test.call('listBills', { as, params: { customerProfileId } })).body.bills;

businessTest('a visit that a coupon makes free counts as paid, and Stripe is not asked', async ({ business }) => {
  const { test, worker } = business;
  const engagementId = await buildRunningEngagement(test, await withCard(business), {
    coupon: { term: 'TERM_ONCE', percentOff: 100 },
  });
  const workId = await completeVisit(test, { engagementId, worker });
  await advanceFor(test, 'P1D', [business.customer]);
  expect(await chargeOf(business, workId)).toMatchObject({ amount: 0, discount: 1500, status: 'paid' });
  expect(await intentsOf(business)).toEqual([]);

  const { accessToken: as, profileId: customerProfileId } = business.customer;
  const params = { customerProfileId };
  const [bill, ...others] = await billsOf(business);
  expect(others).toEqual([]);
  expect(bill).toMatchObject({
    amount: 0,
    creditUsed: 0,
    state: 'paid',
    nextAt: null,
    declineMessage: null,
    visits: 1,
  });
  const whole = await test.call('getBill', { as, params: { ...params, billId: bill?.id ?? '' } });
  expect(whole.body).toMatchObject({
    visits: [{ workId, amount: 0, discount: 1500, couponName: 'WELCOME' }],
    attempts: [],
    refunds: [],
  });
  expect(await customerMails(business, /receipt|declined/)).toEqual([]);
  const [letter, ...more] = await customerMails(business, /Your visit is free/);
  expect(more).toEqual([]);
  expect(letter?.text).toMatch(/your visit on .+ is free with coupon “WELCOME”\.\n\nYou have nothing to pay\./);
});

businessTest('a free visit is a line of the bill that its neighbors are on', async ({ business }) => {
  const { test, worker, customer } = business;
  const coupon = { term: 'TERM_ONCE', percentOff: 100 } as const;
  const engagementId = await buildRunningEngagement(test, await withCard(business), {
    billingCycle: 'BILLING_CYCLE_WEEKLY',
    coupon,
  });
  await completeVisit(test, { engagementId, worker });
  await completeVisit(test, { engagementId, worker, daysLater: 1 });
  await advanceFor(test, 'P8D', [customer]);
  expect(await billsOf(business)).toMatchObject([{ amount: 1500, state: 'paid', visits: 2 }]);
  const [receipt] = await customerMails(business, /receipt: \$15\.00/);
  expect(receipt?.text).toMatch(/Your visit on .+ is free with coupon “WELCOME”\./);
});

businessTest('a free visit has its bill also while a rest too small for Stripe waits', async ({ business }) => {
  const { test, worker } = business;
  const people = await withCard(business);
  for (const [index, off] of [{ percentOff: 100 }, { amountOff: 1480 }].entries()) {
    const coupon = { term: 'TERM_ONCE', ...off } as const;
    const engagementId = await buildRunningEngagement(test, people, { coupon, couponName: `OFF${index}` });
    await completeVisit(test, { engagementId, worker });
  }
  await advanceFor(test, 'P1D', [business.customer]);
  expect(await billsOf(business)).toMatchObject([{ amount: 0, state: 'paid', visits: 1 }]);
});

businessTest('an amount too small for Stripe waits for the next visit', async ({ business }) => {
  const { test, worker } = business;
  const engagementId = await buildRunningEngagement(test, await withCard(business), {
    coupon: { term: 'TERM_ONCE', amountOff: 1480 },
  });
  const small = await completeVisit(test, { engagementId, worker });
  await test.drain();
  expect(await chargeOf(business, small)).toMatchObject({ amount: 20, status: 'open' });
  await completeVisit(test, { engagementId, worker, daysLater: 1 });
  await test.drain();
  expect((await intentsOf(business)).map((intent) => intent.amount)).toEqual([1520]);
  expect(await chargeStatus(business, small)).toBe('paid');
});

businessTest('a refund at Stripe shows', async ({ business }) => {
  const { test } = business;
  const { workId } = await completedVisit(business);
  await test.drain();
  const [intent] = await intentsOf(business);
  await test.world.stripe.refunds.create({ payment_intent: intent?.id ?? '' });
  await vi.waitFor(async () => {
    await test.drain();
    expect(await chargeStatus(business, workId)).toBe('refunded');
  }, 60_000);
});
