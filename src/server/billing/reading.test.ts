import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { balancesOf, type Move } from '#domain/ledger.ts';
import { disputes, refunds } from '../database/schema/billing.ts';
import { entries } from '../database/schema/ledger.ts';
import {
  type Business,
  businessTest,
  chargedVisit,
  chargeOf,
  completedVisit,
  customerMails,
  intentsOf,
  paymentsOf,
  proveBalanceAtStripe,
  refuseWebhooks,
} from '../testing/billing-fixture.ts';
import { advanceFor } from '../testing/engagement-factories.ts';
import { buildEmployee, mailsTo } from '../testing/factories.ts';
import { setStripeFaults } from '../testing/payment-factories.ts';
import { reconcilePayment } from './service.ts';

const inProportion = { reverse_transfer: true, refund_application_fee: true };

/** A visit that was paid, and what refunds it at Stripe's dashboard. */
async function paidVisit(business: Business, number?: string) {
  const visit = await chargedVisit(business, number);
  const [intent] = await intentsOf(business);
  const payment_intent = intent?.id ?? '';
  const { stripe } = business.test.world;
  const refund = (amount: number, how = inProportion) => stripe.refunds.create({ payment_intent, amount, ...how });
  const payment = async () => {
    const [row] = await paymentsOf(business, visit.engagementId);
    if (!row) throw new Error('There is no payment');
    return row;
  };
  return { ...visit, intentId: payment_intent, refund, payment };
}

/** Waits until what Stripe has told of is dealt with. */
async function heard(business: Business, check: () => Promise<void>): Promise<void> {
  await vi.waitFor(async () => {
    await business.test.drain();
    await check();
  }, 60_000);
}

async function moves({ test }: Business): Promise<Move[]> {
  return await test.world.database.select({ kind: entries.kind, amount: entries.amount }).from(entries);
}

businessTest('what Stripe keeps is booked with the payment, once', async ({ business }) => {
  const { payment, intentId } = await paidVisit(business);
  expect(await payment()).toMatchObject({ processingFee: 74, readings: 1, refunded: 0 });
  await Promise.all([1, 2, 3].map(() => reconcilePayment(business.test.world, intentId)));
  expect(await payment()).toMatchObject({ processingFee: 74, readings: 1 });
  expect(balancesOf(await moves(business))).toMatchObject({ customer: 0, worker: 0, business: 300 - 74 });
  await proveBalanceAtStripe(business.test);
});

businessTest('partial refunds at the dashboard are booked to the cent, and each is told once', async ({ business }) => {
  const { test, worker } = business;
  const { refund, payment, workId } = await paidVisit(business);
  await refund(333);
  await heard(business, async () => expect(await payment()).toMatchObject({ refunded: 333, reversed: 333 }));
  expect(await payment()).toMatchObject({ status: 'paid', feeReturned: 67 });
  expect(balancesOf(await moves(business))).toMatchObject({ customer: 0, worker: 0, business: 300 - 67 - 74 });
  await proveBalanceAtStripe(business.test);
  const [mail, ...more] = await customerMails(business, /sent back \$3\.33/);
  expect([mail?.text, more]).toEqual([expect.stringMatching(/of bill Y-\d{4}-000001 /), []]);
  expect(await mailsTo(test, worker, /\$2\.66 of your pay goes back/)).toHaveLength(1);

  await refund(333);
  await refund(834);
  await heard(business, async () => expect((await payment()).status).toBe('refunded'));
  expect((await chargeOf(business, workId))?.status).toBe('refunded');
  expect(balancesOf(await moves(business))).toMatchObject({ customer: 0, worker: 0, business: -74 });
  await proveBalanceAtStripe(business.test);
  await test.drain();
  expect(await customerMails(business, /sent back/)).toHaveLength(3);
});

businessTest(
  'a refund without the transfer costs the business; a transfer reversed alone the worker',
  async ({ business }) => {
    const { test } = business;
    const { refund, payment, intentId } = await paidVisit(business);
    await refund(500, { reverse_transfer: false, refund_application_fee: false });
    await heard(business, async () => expect(await payment()).toMatchObject({ refunded: 500, reversed: 0 }));
    expect(balancesOf(await moves(business))).toMatchObject({ worker: 0, business: 300 - 500 - 74 });
    const { latest_charge } = await test.world.stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] });
    const transfer = typeof latest_charge === 'object' ? String(latest_charge?.transfer) : '';
    await test.world.stripe.transfers.createReversal(transfer, { amount: 200 });
    await heard(business, async () => expect(await payment()).toMatchObject({ refunded: 500, reversed: 200 }));
    await proveBalanceAtStripe(business.test);
  },
);

businessTest('a refund that fails later leaves the customer owed, and is told', async ({ business }) => {
  const { test } = business;
  const { refund, payment } = await paidVisit(business, '4000000000005126');
  await refund(1500);
  await heard(business, async () => expect((await payment()).status).toBe('refunded'));
  await test.advance('PT1H');
  await heard(business, async () =>
    expect(await payment()).toMatchObject({ status: 'paid', refunded: 0, owedBack: 1500 }),
  );
  expect(balancesOf(await moves(business))).toMatchObject({ customer: 1500, worker: 0 });
  await proveBalanceAtStripe(business.test);
  const [row] = await test.world.database.select().from(refunds);
  expect(row).toMatchObject({ status: 'failed', failure: 'expired_or_canceled_card' });
  await test.drain();
  expect(await customerMails(business, /could not be sent back/)).toHaveLength(1);
  // As long as we owe it, and not for 30 days.
  await advanceFor(test, 'P40D', [business.customer]);
  expect((await deskOf(business)).failedRefunds).toMatchObject({
    count: 1,
    rows: [{ amount: 1500, isRefused: false }],
  });
  const { bill, billing } = await billOfCustomer(business);
  expect(billing).toMatchObject({ owedBack: 1500, openAmount: 0 });
  const sent = [{ amount: 1500, state: 'failed' }];
  expect(bill).toMatchObject({ state: 'paid', refunded: 0, refundedAt: null, owedBack: 1500, refunds: sent });
});

for (const [words, status, left] of [
  ['winning_evidence', 'won', 300 - 74 - 1500],
  ['losing_evidence', 'lost', 300 - 74 - 3000],
] as const) {
  businessTest(`a dispute that is ${status} is borne by the business, not by worker or customer`, ({ business }) =>
    disputeIs(business, { words, status, left }),
  );
}

async function billOfCustomer({ test, customer }: Business) {
  const params = { customerProfileId: customer.profileId };
  const as = customer.accessToken;
  const billing = (await test.call('getBilling', { as, params })).body;
  const [summary] = (await test.call('listBills', { as, params })).body.bills;
  const { body: bill } = await test.call('getBill', { as, params: { ...params, billId: summary?.id ?? '' } });
  const { refunded, refundedAt, owedBack, dispute } = bill;
  expect(summary).toMatchObject({ refunded, refundedAt, owedBack, dispute });
  return { bill, billing };
}

async function deskOf({ test }: Business) {
  const employee = await buildEmployee(test);
  return (await test.call('getStaffDesk', { as: employee.accessToken })).body;
}

async function disputeIs(business: Business, { words, status, left }: { words: string; status: string; left: number }) {
  const { test } = business;
  const { payment, intentId } = await paidVisit(business, '4000000000000259');
  const row = async () => {
    const { id } = await payment();
    return (await test.world.database.select().from(disputes).where(eq(disputes.paymentId, id)))[0];
  };
  await heard(business, async () =>
    expect(await row()).toMatchObject({ status: 'open', taken: 1500, disputeFee: 1500 }),
  );
  expect(balancesOf(await moves(business))).toMatchObject({ customer: 0, worker: 0, business: 300 - 74 - 3000 });
  await proveBalanceAtStripe(business.test);
  expect((await deskOf(business)).disputes).toMatchObject({
    count: 1,
    rows: [
      { amount: 1500, isInquiry: false, reason: 'fraudulent', bill: { number: expect.stringMatching(/-000001$/) } },
    ],
  });
  expect((await billOfCustomer(business)).bill.dispute).toMatchObject({ status: 'open', amount: 1500, decision: null });
  const [dispute] = (await test.world.stripe.disputes.list({ payment_intent: intentId })).data;
  await test.world.stripe.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text: words } });
  await heard(business, async () => expect(await row()).toMatchObject({ status }));
  // A lost one stays until somebody has decided.
  expect((await deskOf(business)).disputes.count).toBe(status === 'won' ? 0 : 1);
  const { bill } = await billOfCustomer(business);
  expect(bill.dispute).toMatchObject({ status, amount: 1500, decision: null });
  const staff = await buildEmployee(test);
  const { obstacle } = (await test.call('getBillActs', { as: staff.accessToken, params: { billId: bill.id } })).body;
  expect(obstacle).toBe(
    status === 'won' ? null : 'The customer’s bank has taken this payment back for good: nothing is left to refund.',
  );
  expect(balancesOf(await moves(business))).toMatchObject({ customer: 0, worker: 0, business: left });
  await proveBalanceAtStripe(business.test);
}

businessTest('an inquiry takes nothing, and is kept', async ({ business }) => {
  await paidVisit(business, '4000000000001976');
  const kept = () => business.test.world.database.select().from(disputes);
  await heard(business, async () =>
    expect(await kept()).toMatchObject([{ status: 'inquiry', taken: 0, disputeFee: 0 }]),
  );
  expect((await billOfCustomer(business)).bill.dispute).toMatchObject({
    status: 'inquiry',
    amount: 1500,
    decision: null,
  });
  await proveBalanceAtStripe(business.test);
});

businessTest('an answer that was overtaken does not count', async ({ business }) => {
  const { test } = business;
  const { refund, payment, intentId } = await paidVisit(business);
  refuseWebhooks(business);
  await setStripeFaults(test, { match: { method: 'GET', path: '/v1/refunds' }, kind: 'delay', delayMs: 300, times: 1 });
  await refund(400);
  // The first is held up with one refund in its answer, while the second reads two.
  const slow = reconcilePayment(test.world, intentId);
  await refund(100);
  await Promise.all([slow, reconcilePayment(test.world, intentId)]);
  expect(await payment()).toMatchObject({ refunded: 500, reversed: 500, feeReturned: 100 });
  await proveBalanceAtStripe(business.test);
});

businessTest('events that come often and in any order end in one state, each told once', async ({ business }) => {
  const { test } = business;
  const { visit, intentId } = await (async () => {
    const completed = await completedVisit(business);
    await test.drain();
    const [intent] = await intentsOf(business);
    return { visit: completed, intentId: intent?.id ?? '' };
  })();
  for (const amount of [100, 200, 300])
    await test.world.stripe.refunds.create({ payment_intent: intentId, amount, ...inProportion });
  await Promise.all(Array.from({ length: 8 }, () => reconcilePayment(test.world, intentId)));
  await heard(business, async () =>
    expect((await paymentsOf(business, visit.engagementId))[0]).toMatchObject({ refunded: 600, feeReturned: 120 }),
  );
  await test.drain();
  expect(await customerMails(business, /sent back/)).toHaveLength(3);
  await proveBalanceAtStripe(business.test);
});

businessTest('what was sent again at Stripe, after it became credit, is on the desk', async ({ business }) => {
  const { test, customer, worker } = business;
  const { refund, payment } = await paidVisit(business, '4000000000005126');
  await refund(500);
  await heard(business, async () => expect(await payment()).toMatchObject({ refunded: 500 }));
  await test.advance('PT1H');
  await heard(business, async () => expect(await payment()).toMatchObject({ owedBack: 500 }));
  const employee = await buildEmployee(test);
  const params = { billId: (await payment()).billId ?? '' };
  const body = { requestId: randomUUID(), isPreview: false, amount: 500 };
  expect((await test.call('creditOwedBack', { as: employee.accessToken, params, body })).status).toBe(200);
  const findings = async () => (await test.call('getStaffDesk', { as: employee.accessToken })).body.findings.rows;
  expect(await findings()).toEqual([]);
  await refund(400);
  await heard(business, async () => expect(await payment()).toMatchObject({ refunded: 400, owedBack: 100 }));
  const twice = { kind: 'paid-and-credited', amount: 400, bill: { id: params.billId } };
  // What went back the second time was taken from the worker a second time as well.
  const alone = { kind: 'reversed-alone', amount: 320, person: { profileId: worker.profileId } };
  // Found at the same moment, they stand in any order.
  const found = (await findings()).toSorted((one, other) => one.kind.localeCompare(other.kind));
  expect(found).toMatchObject([{ ...twice, person: { profileId: customer.profileId } }, alone]);
  // It comes back as well: the customer has the credit alone.
  await advanceFor(test, 'PT1H', [employee]);
  await heard(business, async () => expect(await payment()).toMatchObject({ refunded: 0, owedBack: 500 }));
  expect(await findings()).toMatchObject([alone]);
  await proveBalanceAtStripe(test);
});

businessTest(
  'what the bank has returned and is sent again at Stripe is owed no more, or once',
  async ({ business }) => {
    const { test } = business;
    const { refund, payment } = await paidVisit(business, '4000000000005126');
    // Not sent again: it was under way before anything came back.
    await refund(300);
    await test.advance('PT30M');
    await refund(200);
    await heard(business, async () => expect(await payment()).toMatchObject({ refunded: 500, owedBack: 0 }));
    await test.advance('PT30M');
    await heard(business, async () => expect(await payment()).toMatchObject({ refunded: 200, owedBack: 300 }));
    await test.advance('PT30M');
    await heard(business, async () => expect(await payment()).toMatchObject({ refunded: 0, owedBack: 500 }));
    await refund(500);
    await heard(business, async () => expect(await payment()).toMatchObject({ refunded: 500, owedBack: 0 }));
    const { accessToken: as } = await buildEmployee(test);
    expect((await test.call('getStaffDesk', { as })).body.failedRefunds.count).toBe(0);
    await test.advance('PT1H');
    await heard(business, async () => expect(await payment()).toMatchObject({ refunded: 0, owedBack: 500 }));
    await proveBalanceAtStripe(test);
  },
);
