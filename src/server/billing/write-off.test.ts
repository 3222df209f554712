import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { acts } from '../database/schema/acts.ts';
import { payments } from '../database/schema/billing.ts';
import { entries } from '../database/schema/ledger.ts';
import { openBill, postedTo } from '../testing/act-fixture.ts';
import {
  asksEveryTime,
  businessTest,
  chargeOf,
  customerMails,
  declinedCard,
  engagementStatus,
  giveUp,
  intentsOf,
} from '../testing/billing-fixture.ts';
import { buildCustomer, buildEmployee, mailsTo } from '../testing/factories.ts';
import { buildCard } from '../testing/payment-factories.ts';

const effect = { customer: 1500, worker: -1200, business: -300 };
const reason = 'They have moved away.';

businessTest(
  'a bill that was given up is written off once however often it is sent, and the visits go on',
  async ({ business }) => {
    const { test, worker, customer } = business;
    const bill = await openBill(business, declinedCard);
    await giveUp(business);
    await bill.signIn();
    expect(await engagementStatus(business, bill.engagementId)).toBe('ENGAGEMENT_STATUS_PAUSED');
    const body = { requestId: randomUUID(), reason };
    expect((await bill.writeOff({ ...body, isPreview: true })).body).toEqual({ effect, isDone: false });
    expect(await test.world.database.select().from(acts)).toEqual([]);

    const version = await bill.version();
    const answers = await Promise.all([1, 2, 3].map(() => bill.writeOff({ ...body, version })));
    expect(answers.map((answer) => answer.body)).toEqual(answers.map(() => ({ effect, isDone: true })));
    await test.drain();
    expect(await engagementStatus(business, bill.engagementId)).toBe('ENGAGEMENT_STATUS_RUNNING');
    expect(await postedTo(business, 'write-off')).toBe(1500);
    expect(await bill.list()).toMatchObject({
      acts: [{ kind: 'write-off', amount: 1500, reason, by: expect.any(String), state: null }],
      open: null,
      obstacle: 'This bill was written off. Nobody owes it anymore.',
    });
    // It is sent again a day later, when all has changed.
    expect((await bill.writeOff({ ...body, version })).body).toEqual({ effect, isDone: true });
    expect((await bill.writeOff({ ...body, reason: 'Other.', version })).error.message).toBe(
      'This was sent before with something else in it.',
    );

    const own = { as: customer.accessToken, params: { customerProfileId: customer.profileId } };
    expect((await test.call('getBilling', own)).body).toMatchObject({ openAmount: 0, nextStep: null });
    expect((await test.call('listBills', own)).body.bills).toMatchObject([{ state: 'written-off', amount: 1500 }]);
    const params = { ...own.params, billId: bill.billId };
    expect((await test.call('getBill', { ...own, params })).body).toMatchObject({
      amount: 1500,
      writtenOffAt: expect.any(String),
    });
    expect((await test.call('getOverdue', own)).body).toMatchObject({ openAmount: 0, givenUpAmount: 0 });
    expect((await chargeOf(business, bill.workId))?.status).toBe('written-off');
    const desk = await test.call('getStaffDesk', { as: bill.staff.accessToken });
    const { customer: whose, bill: which } = desk.body.writtenOffBills.rows[0] ?? {};
    expect([whose?.profileId, which?.id, desk.body.writtenOffBills.count]).toEqual([
      customer.profileId,
      bill.billId,
      1,
    ]);
    expect([desk.body.failedPayments.count, desk.body.writtenOffCharges.count]).toEqual([0, 0]);
    const [mail, ...more] = await customerMails(business, /don’t owe \$15\.00 anymore/);
    expect([mail?.text, more]).toEqual([expect.stringMatching(/^Hi .+ closed bill Y-\d{4}-000001: you do not/), []]);
    expect(await mailsTo(test, worker, /\$12\.00 will not be paid/)).toHaveLength(1);
    const earned = await test.call('listEarnings', {
      as: bill.staff.accessToken,
      params: { workerProfileId: worker.profileId },
    });
    expect(earned.body.lines).toMatchObject([{ status: 'written-off', share: 0 }]);
    await test.advance('P10D');
    expect(await intentsOf(business)).toHaveLength(4);
  },
);

businessTest('a planned attempt is not made anymore, and is no attempt on the bill', async ({ business }) => {
  const { test, customer } = business;
  const bill = await openBill(business, declinedCard);
  expect((await bill.writeOff({ reason })).status).toBe(200);
  await test.advance('P10D');
  expect(await intentsOf(business)).toHaveLength(1);
  const of = { customerProfileId: customer.profileId, billId: bill.billId };
  const { accessToken: as } = await buildEmployee(test);
  expect((await test.call('getBill', { as, params: of })).body.attempts).toMatchObject([{ status: 'declined' }]);
});

businessTest('of two people one writes it off, and the other one reads who did', async ({ business }) => {
  const bill = await openBill(business, declinedCard);
  const version = await bill.version();
  const answers = await Promise.all([bill.writeOff({ reason, version }), bill.writeOff({ reason, version })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.error.message).toBe(
    'This bill was written off. Nobody owes it anymore.',
  );
  expect(await postedTo(business, 'write-off')).toBe(1500);
});

businessTest('an old view of the bill is refused, and nothing is written off', async ({ business }) => {
  const { test } = business;
  const bill = await openBill(business, declinedCard);
  const version = await bill.version();
  await test.advance('P1D');
  await bill.signIn();
  const { error } = await bill.writeOff({ reason, version });
  expect([error.errorCode, error.message]).toEqual(['CONFLICT', 'This bill has changed meanwhile. Please look again.']);
  expect(await test.world.database.select().from(acts)).toEqual([]);
  expect((await bill.writeOff({ reason })).status).toBe(200);
});

businessTest('while it is being collected, or waits for the bank, it is not written off', async ({ business }) => {
  const { test } = business;
  const bill = await openBill(business, declinedCard);
  const version = await bill.version();
  const { database, clock } = test.world;
  // Its job has just taken it.
  const isPlanned = eq(payments.status, 'pending');
  const [taken] = await database.select().from(payments).where(isPlanned);
  await database.update(payments).set({ status: 'unknown' }).where(isPlanned);
  expect((await bill.writeOff({ reason, version })).error).toMatchObject({
    errorCode: 'NOT_ALLOWED_NOW',
    message: 'This bill is being charged now. Please wait until that has ended.',
  });
  await database
    .update(payments)
    .set({ status: 'pending', dueAt: clock.now() })
    .where(eq(payments.id, taken?.id ?? ''));
  expect((await bill.writeOff({ reason, version })).error.errorCode).toBe('NOT_ALLOWED_NOW');
  expect(await test.world.database.select().from(acts)).toEqual([]);

  const asked = await openBill(business, asksEveryTime);
  expect((await asked.writeOff({ reason, version: 'v' })).error.message).toMatch(/^The bank waits for the customer/);
});

businessTest('a job that takes the payment at the same moment collects it or finds nothing', async ({ business }) => {
  const { test } = business;
  const bill = await openBill(business, declinedCard);
  const version = await bill.version();
  const good = await buildCard(test, business.customer);
  const [answer] = await Promise.all([
    bill.writeOff({ reason, version }),
    test.call('collectOverdue', {
      as: business.customer.accessToken,
      params: { customerProfileId: business.customer.profileId },
      body: { stripePaymentMethodId: good },
    }),
  ]);
  await test.drain();
  const status = (await chargeOf(business, bill.workId))?.status;
  expect([answer.status, status]).toEqual(answer.status === 200 ? [200, 'written-off'] : [409, 'paid']);
});

businessTest('a written-off bill that is paid after all is paid, and not twice', async ({ business }) => {
  const { test, customer } = business;
  const bill = await openBill(business, declinedCard);
  expect((await bill.writeOff({ reason })).status).toBe(200);
  const [intent] = await intentsOf(business);
  const card = await buildCard(test, customer);
  await test.world.stripe.paymentIntents.confirm(intent?.id ?? '', { payment_method: card, off_session: true });
  await vi.waitFor(async () => {
    await test.drain();
    expect((await chargeOf(business, bill.workId))?.status).toBe('paid');
  }, 60_000);
  expect(await postedTo(business, 'write-off')).toBe(0);
  expect(await postedTo(business, 'collected')).toBe(1500);
  expect((await bill.list()).obstacle).toBeNull();
  const desk = await test.call('getStaffDesk', { as: bill.staff.accessToken });
  expect(desk.body.paidTwice.count).toBe(0);
});

businessTest('a given-up bill that was written off and is paid after all is paid as well', async ({ business }) => {
  const { test, customer } = business;
  const bill = await openBill(business, declinedCard);
  await giveUp(business);
  await bill.signIn();
  expect((await bill.writeOff({ reason })).status).toBe(200);
  const [last] = await intentsOf(business);
  const card = await buildCard(test, customer);
  await test.world.stripe.paymentIntents.confirm(last?.id ?? '', { payment_method: card, off_session: true });
  await vi.waitFor(async () => {
    await test.drain();
    expect((await chargeOf(business, bill.workId))?.status).toBe('paid');
  }, 60_000);
  expect(await postedTo(business, 'write-off')).toBe(0);
});

businessTest(
  'a paid, refunded or strange bill is not written off; strangers are told nothing',
  async ({ business }) => {
    const { test, customer, worker } = business;
    const bill = await openBill(business);
    expect((await bill.writeOff({ reason, version: 'v' })).error.message).toBe('This bill is paid.');
    const refund = { requestId: randomUUID(), isPreview: false, amount: 1500, reason, refundedBefore: 0 };
    await test.call('refundBill', { as: bill.staff.accessToken, params: { billId: bill.billId }, body: refund });
    await test.drain();
    expect((await bill.writeOff({ reason, version: 'v' })).error.message).toBe('This bill is paid.');
    expect((await bill.writeOff({ reason: ' ', version: 'v' })).error.fields).toEqual([
      { path: 'body.reason', message: 'Please give a reason.' },
    ]);
    const params = { billId: bill.billId };
    const body = { requestId: randomUUID(), isPreview: true, version: 'v', reason };
    for (const { accessToken: as } of [customer, worker, await buildCustomer(test)]) {
      expect((await test.call('writeOffBill', { as, params, body })).status).toBe(403);
      expect((await test.call('getBillActs', { as, params })).status).toBe(403);
    }
    const as = bill.staff.accessToken;
    expect((await test.call('writeOffBill', { as, params: { billId: randomUUID() }, body })).status).toBe(404);
    expect(await test.world.database.select().from(entries).where(eq(entries.kind, 'write-off'))).toEqual([]);
  },
);
