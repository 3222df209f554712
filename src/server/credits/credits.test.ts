import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import { acts } from '../database/schema/acts.ts';
import { creditBalances } from '../database/schema/credits.ts';
import {
  type Business,
  businessTest,
  chargedVisit,
  customerMails,
  declinedCard,
  intentsOf,
  paymentsOf,
  proveBalanceAtStripe,
} from '../testing/billing-fixture.ts';
import { buildCustomer, buildEmployee, buildWorker } from '../testing/factories.ts';

async function office({ test, customer }: Business) {
  const staff = await buildEmployee(test);
  const params = { customerProfileId: customer.profileId };
  const give = (body: object, as = staff.accessToken) =>
    test.call('giveCredit', {
      as,
      params,
      body: {
        requestId: randomUUID(),
        isPreview: false,
        amount: 500,
        reason: 'The gate was locked.',
        version: 0,
        ...body,
      },
    });
  /** As who has just looked at it, unless the body says otherwise. */
  const remove = async (body: object, as = staff.accessToken) =>
    await test.call('removeCredit', {
      as,
      params,
      body: {
        requestId: randomUUID(),
        isPreview: false,
        how: 'taken-back',
        amount: 500,
        reason: 'The account is closed.',
        version: (await billing()).creditVersion,
        ...body,
      },
    });
  const list = async (as: string) => (await test.call('listCredits', { as, params })).body.credits;
  const billing = async () => (await test.call('getBilling', { as: staff.accessToken, params })).body;
  return { staff, params, give, remove, list, billing };
}
const balances = ({ test }: Business) => test.world.database.select().from(creditBalances);

businessTest(
  'staff give credit once however often it is sent; the customer is told and sees it used',
  async ({ business }) => {
    const { test, customer } = business;
    const { staff, give, list, billing } = await office(business);
    const effect = { customer: 500, worker: 0, business: -500 };
    expect((await give({ isPreview: true })).body).toEqual({ effect, isDone: false, pays: [], ahead: 500 });
    expect(await balances(business)).toEqual([]);
    const body = { requestId: randomUUID() };
    const answers = await Promise.all([give(body), give(body), give(body)]);
    expect(answers.map((answer) => answer.body)).toEqual(
      answers.map(() => ({ effect, isDone: true, pays: [], ahead: 500 })),
    );
    expect((await give({ ...body, amount: 501 })).error.fields).toEqual([
      { path: 'body.requestId', message: 'This was sent before with something else in it.' },
    ]);
    await test.drain();
    expect(await billing()).toMatchObject({ credit: 500, creditVersion: 1 });
    expect((await customerMails(business, /\$5\.00 of credit for you/)).map(({ text }) => text)).toEqual([
      expect.stringContaining('The gate was locked.'),
    ]);
    await chargedVisit(business);
    const used = { amount: -500, reason: null, by: null, bill: { number: expect.stringMatching(/-000001$/) } };
    const given = { amount: 500, reason: 'The gate was locked.', bill: null };
    expect(await list(customer.accessToken)).toMatchObject([used, { ...given, by: null }]);
    expect(await list(staff.accessToken)).toMatchObject([used, { ...given, by: expect.any(String) }]);
    expect(await billing()).toMatchObject({ credit: 0, creditVersion: 1 });
  },
);

businessTest('of two people who give at once the second reads what the first has given', async ({ business }) => {
  const { give, billing } = await office(business);
  const answers = await Promise.all([give({ amount: 300 }), give({ amount: 400 })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.error.message).toMatch(
    /^\S+ \S+ gave \$[34]\.00 of credit, .* Please look again\.$/,
  );
  // Used up meanwhile, it is as much as before and not the same.
  expect((await give({ amount: 100, version: 1 })).status).toBe(200);
  expect((await give({ amount: 100, version: 1 })).status).toBe(409);
  expect((await billing()).creditVersion).toBe(2);
});

businessTest('an amount that cannot be is refused at the field, and nothing moves', async ({ business }) => {
  const { test } = business;
  const { give } = await office(business);
  for (const [amount, message] of [
    [0, 'Please give at least $0.01.'],
    [-500, 'Please give at least $0.01.'],
    [150.5, 'Please give an amount in whole cents.'],
    [1_000_001, 'Please give at most $10,000.00.'],
  ] as const) {
    const { status, error } = await give({ amount });
    expect([status, error.fields]).toEqual([400, [{ path: 'body.amount', message }]]);
  }
  expect((await give({ reason: ' ' })).error.fields).toEqual([
    { path: 'body.reason', message: 'Please give a reason.' },
  ]);
  expect((await give({ amount: 1_000_000 })).status).toBe(200);
  expect(await test.world.database.select().from(acts)).toHaveLength(1);
});

businessTest(
  'of what credit has paid nothing goes back to the card, and its visit stays paid',
  async ({ business }) => {
    const { test, customer } = business;
    const { staff, give } = await office(business);
    expect((await give({ amount: 1000 })).status).toBe(200);
    const { engagementId } = await chargedVisit(business);
    const billId = (await paymentsOf(business, engagementId))[0]?.billId ?? '';
    const input = { as: staff.accessToken, params: { billId } };
    const body = {
      requestId: randomUUID(),
      isPreview: false,
      amount: 500,
      reason: 'The dog was out.',
      refundedBefore: 0,
    };
    expect((await test.call('refundBill', { ...input, body })).status).toBe(200);
    await test.drain();
    expect((await test.call('getBillActs', input)).body).toMatchObject({
      left: 0,
      obstacle: 'What was charged for this bill has been refunded already.',
    });
    const visits = await test.call('listVisits', { as: customer.accessToken, params: { engagementId } });
    expect(visits.body.visits).toMatchObject([{ charge: { status: 'paid', paidAt: expect.any(String) } }]);
    const money = await test.call('getMoney', { as: staff.accessToken, query: {} });
    expect(money.body.totals).toMatchObject({ creditGiven: 1000, creditUsed: 1000, refunded: 500 });
    const { year, month, day } = money.body.to;
    const query = { figure: 'creditGiven' as const, to: Temporal.PlainDate.from({ year, month, day }).toString() };
    const { entries } = (await test.call('listMoneyEntries', { as: staff.accessToken, query })).body;
    expect(entries.map(({ kind, amount }) => [kind, amount])).toEqual([['credit', 1000]]);
  },
);

const sentBefore = [{ path: 'body.requestId', message: 'This was sent before with something else in it.' }];

businessTest(
  'refunds and other acts share the ids of their requests: one is never taken for another',
  async ({ business }) => {
    const { test } = business;
    const { staff, give } = await office(business);
    const { engagementId } = await chargedVisit(business);
    const params = { billId: (await paymentsOf(business, engagementId))[0]?.billId ?? '' };
    const reason = 'The gate was locked.';
    const refund = (requestId: string, isPreview = false, refundedBefore = 0) =>
      test.call('refundBill', {
        as: staff.accessToken,
        params,
        body: { requestId, isPreview, amount: 500, reason, refundedBefore },
      });
    const [ofRefund, ofCredit] = [randomUUID(), randomUUID()];
    expect((await refund(ofRefund)).status).toBe(200);
    expect((await give({ requestId: ofCredit, amount: 500 })).status).toBe(200);
    for (const isPreview of [true, false]) {
      expect((await give({ requestId: ofRefund, amount: 500, version: 1, isPreview })).error.fields).toEqual(
        sentBefore,
      );
      expect((await refund(ofCredit, isPreview)).error.fields).toEqual(sentBefore);
    }
    expect(await balances(business)).toMatchObject([{ amount: 500 }]);
    expect((await refund(ofRefund)).status, 'the same again').toBe(200);
    // At once, about two customers: one of the two is done.
    const id = randomUUID();
    const other = { customerProfileId: (await buildCustomer(test)).profileId };
    const body = { requestId: id, isPreview: false, amount: 500, reason, version: 0 };
    const both = await Promise.all([
      refund(id, false, 500),
      test.call('giveCredit', { as: staff.accessToken, params: other, body }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  },
);

businessTest(
  'a credit that is pressed again answers what it has paid, though that is paid meanwhile',
  async ({ business }) => {
    const { give } = await office(business);
    await chargedVisit(business, declinedCard);
    const press = { requestId: randomUUID(), amount: 500 };
    const first = await give(press);
    expect(first.body).toMatchObject({
      isDone: true,
      pays: [{ number: expect.stringMatching(/-000001$/), amount: 500, left: 1000 }],
      ahead: 0,
    });
    expect((await give(press)).body).toEqual(first.body);
    expect((await give({ amount: 1300, version: 1 })).status).toBe(200);
    expect((await give(press)).body).toEqual(first.body);
    expect((await give({ ...press, amount: 501 })).error.fields).toEqual(sentBefore);
  },
);

businessTest('staff remove credit once however often it is sent, and the customer is told', async ({ business }) => {
  const { test, customer } = business;
  const { staff, give, remove, list, billing } = await office(business);
  expect((await give({ amount: 1200 })).status).toBe(200);
  expect((await remove({ version: 0 })).error.message).toMatch(/ gave \$12\.00 of credit, .* Please look again\.$/);
  expect((await remove({ amount: 1201 })).error.fields).toEqual([
    { path: 'body.amount', message: 'The customer has $12.00 of credit.' },
  ]);
  const taken = { requestId: randomUUID(), amount: 200 };
  const effect = { customer: -200, worker: 0, business: 200 };
  expect((await remove({ ...taken, isPreview: true })).body).toEqual({ effect, isDone: false });
  const answers = await Promise.all([remove(taken), remove(taken), remove(taken)]);
  expect(answers.map(({ body }) => body)).toEqual(answers.map(() => ({ effect, isDone: true })));
  expect((await remove({ ...taken, how: 'paid-out' })).error.fields).toEqual(sentBefore);
  expect((await remove({ version: 1 })).error.message).toMatch(/ removed \$2\.00 of credit, .* Please look again\.$/);
  // The next bill uses what is left.
  await chargedVisit(business);
  expect(await billing()).toMatchObject({ credit: 0, creditVersion: 2 });
  expect(await list(customer.accessToken)).toMatchObject([
    { amount: -1000, removal: null },
    { amount: -200, removal: 'taken-back', reason: 'The account is closed.', by: null },
    { amount: 1200, removal: null },
  ]);
  expect((await customerMails(business, /We took back \$2\.00 of your credit/)).map(({ text }) => text)).toEqual([
    expect.stringMatching(/The account is closed\.\s+You have \$10\.00 of credit left\. It pays for your next bills/),
  ]);
  const money = await test.call('getMoney', { as: staff.accessToken, query: {} });
  expect(money.body.totals).toMatchObject({ creditGiven: 1200, creditUsed: 1000, creditRemoved: 200 });
});

businessTest('a person whose credit is removed can be erased', async ({ business }) => {
  const { test, customer } = business;
  const { staff, give, remove, list } = await office(business);
  expect((await give({ amount: 725 })).status).toBe(200);
  const params = { profileId: customer.profileId };
  const person = { as: staff.accessToken, params };
  expect((await test.call('closeAccount', person)).status).toBe(200);
  expect((await test.call('eraseData', person)).error.message).toBe(
    'They have credit. Please use “Remove credit” on their billing page first.',
  );
  expect((await remove({ amount: 725, how: 'paid-out', reason: 'Check 1042' })).status).toBe(200);
  await test.drain();
  expect((await customerMails(business, /paid out \$7\.25 of your credit/)).map(({ text }) => text)).toEqual([
    expect.stringContaining('How we paid it: Check 1042'),
  ]);
  expect((await test.call('eraseData', person)).status).toBe(200);
  expect(await list(staff.accessToken)).toMatchObject([{ amount: -725, removal: 'paid-out' }, { amount: 725 }]);
});

businessTest('a stranger gives no credit and sees nobody’s', async ({ business }) => {
  const { test, customer, worker } = business;
  const { staff, params, give } = await office(business);
  const stranger = await buildCustomer(test);
  for (const { accessToken } of [customer, worker, stranger]) expect((await give({}, accessToken)).status).toBe(403);
  expect((await test.call('listCredits', { as: stranger.accessToken, params })).status).toBe(404);
  const other = { customerProfileId: (await buildWorker(test)).profileId };
  const body = { requestId: randomUUID(), isPreview: false, amount: 500, reason: 'None.', version: 0 };
  expect((await test.call('giveCredit', { as: staff.accessToken, params: other, body })).status).toBe(404);
  expect((await test.call('listCredits', { as: staff.accessToken, params: other })).status).toBe(404);
  expect(await balances(business)).toEqual([]);
});

businessTest('a refund that the bank returned is settled as credit, once', async ({ business }) => {
  const { test, customer } = business;
  const { engagementId } = await chargedVisit(business, '4000000000005126');
  const [intent] = await intentsOf(business);
  const inProportion = { reverse_transfer: true, refund_application_fee: true };
  await test.world.stripe.refunds.create({ payment_intent: intent?.id ?? '', amount: 1500, ...inProportion });
  const payment = async () => (await paymentsOf(business, engagementId))[0];
  const until = async (what: object) =>
    await vi.waitFor(async () => {
      await test.drain();
      expect(await payment()).toMatchObject(what);
    }, 60_000);
  await until({ status: 'refunded' });
  await test.advance('PT1H');
  await until({ owedBack: 1500 });
  const { staff, give, remove, list, billing } = await office(business);
  const params = { billId: (await payment())?.billId ?? '' };
  const settle = (body: object, as = staff.accessToken) =>
    test.call('creditOwedBack', {
      as,
      params,
      body: { requestId: randomUUID(), isPreview: false, amount: 1500, ...body },
    });
  expect(await billing()).toMatchObject({ owedBack: 1500, credit: 0 });
  expect((await test.call('getBillActs', { as: staff.accessToken, params })).body.obstacle).toMatch(
    /^The bank returned \$15\.00 of what was sent back: we still owe it/,
  );
  expect((await settle({ amount: 1000 })).error.errorCode).toBe('CONFLICT');
  expect((await settle({ isPreview: true })).body).toMatchObject({ isDone: false });
  const request = { requestId: randomUUID() };
  const answers = await Promise.all([settle(request), settle(request), settle({}), settle({})]);
  expect(answers.filter(({ status }) => status === 200).length, 'one request, or the one that came twice').toBeLessThan(
    3,
  );
  expect(answers.filter(({ status }) => status === 409).length).toBeGreaterThan(1);
  expect((await settle({})).error.message).toBe('Nothing of this bill is owed to the customer anymore.');
  await test.drain();
  expect(await billing()).toMatchObject({ owedBack: 0, credit: 1500 });
  expect(await list(staff.accessToken)).toMatchObject([{ amount: 1500, bill: { id: params.billId } }]);
  const bill = await test.call('getBill', {
    as: staff.accessToken,
    params: { customerProfileId: customer.profileId, ...params },
  });
  expect(bill.body).toMatchObject({ owedBack: 0, creditedBack: 1500 });
  expect((await test.call('getStaffDesk', { as: staff.accessToken })).body.failedRefunds.count).toBe(0);
  expect(await customerMails(business, /\$15\.00 of credit for you/)).toHaveLength(1);
  // It is their own money, whatever they are given besides.
  const refused = async (amount: number) => (await remove({ amount })).error.fields?.[0]?.message;
  expect(await refused(1501)).toBe('The customer has $15.00 of credit.');
  expect(await refused(1)).toBe('$15.00 is the customer’s own money. Please pay it out.');
  expect((await give({ amount: 500, version: 1 })).status).toBe(200);
  expect(await refused(501)).toBe('$15.00 is the customer’s own money. Please pay it out. You can take back $5.00.');
  expect((await remove({ amount: 500 })).status).toBe(200);
  expect((await remove({ amount: 1500, how: 'paid-out' })).body).toEqual({
    effect: { customer: 0, worker: 0, business: 0 },
    isDone: true,
  });
  expect(await billing()).toMatchObject({ credit: 0 });
  await proveBalanceAtStripe(test);
});
