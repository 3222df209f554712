import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { payments } from '../database/schema/billing.ts';
import { engagements } from '../database/schema/engagements.ts';
import { entries } from '../database/schema/ledger.ts';
import { connectedAccounts } from '../database/schema/profiles.ts';
import { visits } from '../database/schema/visits.ts';
import {
  asksEveryTime,
  type Business,
  businessTest,
  chargedVisit,
  customerMails,
  declinedCard,
  engagementStatus,
  giveUp,
  intentsOf,
  paymentsToConfirm,
  planVisit,
} from '../testing/billing-fixture.ts';
import { advanceFor } from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, mailsTo, type Person } from '../testing/factories.ts';
import { buildCard, completeVisit, confirmPayment, setStripeFaults } from '../testing/payment-factories.ts';
import { endDisputes, hearAllOfStripe } from '../testing/stripe-news.ts';

type Visit = { engagementId: string; workId: string };

/** A visit that was paid, with the minute over in which it could be undone. */
async function tippableVisit(business: Business, number?: string): Promise<Visit> {
  const visit = await chargedVisit(business, number);
  await advanceFor(business.test, 'PT1M', [business.customer]);
  return visit;
}

const leaveTip = async ({ test, customer }: Business, params: Visit, details: object = {}, as: Person = customer) =>
  await test.call('leaveTip', {
    as: as.accessToken,
    params,
    body: { requestId: randomUUID(), amount: 500, ...details },
  });

const tipsOf = ({ test }: Business, { workId }: Visit) =>
  test.world.database.select().from(payments).where(eq(payments.tipWorkId, workId)).orderBy(payments.createdAt);

/** What of a visit the customer is shown. */
async function seen({ test, customer }: Business, { engagementId, workId }: Visit, as: Person = customer) {
  const { body } = await test.call('listVisits', { as: as.accessToken, params: { engagementId } });
  const visit = body.visits.find(({ work }) => work.id === workId);
  return visit && { tip: visit.tip, mayTip: visit.mayTip };
}

const billing = async ({ test, customer }: Business) => {
  const input = { as: customer.accessToken, params: { customerProfileId: customer.profileId } };
  const { bills } = (await test.call('listBills', input)).body;
  const { openAmount } = (await test.call('getBilling', input)).body;
  const overdue = (await test.call('getOverdue', input)).body;
  return { bills, open: [openAmount, overdue.openAmount, overdue.amount, overdue.givenUpAmount] };
};

const earningsOf = async ({ test, worker }: Business) => {
  const input = { as: worker.accessToken, params: { workerProfileId: worker.profileId } };
  const { body } = await test.call('getEarnings', input);
  const { lines } = (await test.call('listEarnings', input)).body;
  return { ...body, lines };
};

async function movesOf({ test }: Business, paymentId: string | undefined) {
  const rows = await test.world.database
    .select()
    .from(entries)
    .where(eq(entries.paymentId, paymentId ?? ''))
    .orderBy(entries.at, entries.cause, entries.line);
  return rows.map(({ kind, amount }) => [kind, amount]);
}

const giveCard = async ({ test }: Business, { engagementId }: Visit, stripePaymentMethodId: string) => {
  await test.world.database.update(engagements).set({ stripePaymentMethodId }).where(eq(engagements.id, engagementId));
};

businessTest('a tip that the bank takes back reads so wherever it is shown', async ({ business }) => {
  const { test, customer } = business;
  const visit = await tippableVisit(business);
  await giveCard(business, visit, await buildCard(test, customer, '4000000000002685'));
  expect((await leaveTip(business, visit, { amount: 700 })).body).toMatchObject({ tip: { state: 'paid' } });
  await hearAllOfStripe(test);
  expect((await seen(business, visit))?.tip).toEqual({ amount: 700, refunded: 0, state: 'disputed' });
  await endDisputes(test, 'lose');
  const takenBack = { tip: { amount: 700, refunded: 0, state: 'taken-back' }, mayTip: false };
  expect(await seen(business, visit)).toEqual(takenBack);
  const { bills } = await billing(business);
  const params = { customerProfileId: customer.profileId, billId: bills.find(({ isTip }) => !isTip)?.id ?? '' };
  const { body } = await test.call('getBill', { as: customer.accessToken, params });
  expect(body.visits).toEqual([expect.objectContaining(takenBack)]);
  expect((await leaveTip(business, visit, { amount: 700 })).body).toMatchObject({ errorCode: 'NOT_ALLOWED_NOW' });
  const [letter] = await customerMails(business, /paused/);
  expect(letter?.text).toContain('we had charged $7.00 to your Visa (2685) for your tip for the visit on');
  expect(letter?.text).toContain('What: Tip');
});

const collected = [
  ['tip', -500],
  ['collected', 500],
  ['tip-passed', 500],
  ['transfer', -500],
];

businessTest('a tip is collected at once and goes whole to the worker, who hears of it', async ({ business }) => {
  const { test, customer, worker } = business;
  const visit = await tippableVisit(business);
  expect(await seen(business, visit)).toEqual({ tip: null, mayTip: true });
  const { status, body } = await leaveTip(business, visit);
  expect([status, body]).toEqual([200, { tip: { amount: 500, refunded: 0, state: 'paid' } }]);
  await test.drain();

  const [intent] = await intentsOf(business);
  expect(intent).toMatchObject({ amount: 500, status: 'succeeded', application_fee_amount: null });
  expect(intent?.description).toContain('Yardpack tip: ');
  const [payment] = await tipsOf(business, visit);
  expect(await movesOf(business, payment?.id)).toEqual(expect.arrayContaining(collected));
  const [receipt, ...more] = await customerMails(business, /^Your receipt: \$5\.00 for /);
  expect(more).toEqual([]);
  expect(receipt?.text).toMatch(/All of it goes to \w+\.[\s\S]*Bill number: Y-\d{4}-000002/);
  const told = await mailsTo(test, worker, /left you \$5\.00$/);
  expect(told.map(({ text }) => text)).toEqual([expect.stringContaining('All of it is yours')]);

  expect(await seen(business, visit)).toEqual({ tip: { amount: 500, refunded: 0, state: 'paid' }, mayTip: false });
  const { bills, open } = await billing(business);
  expect(open).toEqual([0, 0, 0, 0]);
  expect(bills).toMatchObject([
    { amount: 500, isTip: true, state: 'paid', visits: 1 },
    { amount: 1500, isTip: false, state: 'paid', visits: 1 },
  ]);
  expect(bills[0]?.firstDay).toEqual(bills[1]?.firstDay);
  const billOf = async (billId = '') => {
    const params = { customerProfileId: customer.profileId, billId };
    return (await test.call('getBill', { as: customer.accessToken, params })).body;
  };
  const ofVisit = { workId: visit.workId, engagementId: visit.engagementId };
  expect(await billOf(bills[0]?.id)).toMatchObject({
    isTip: true,
    visits: [{ ...ofVisit, kind: 'tip', amount: 500, discount: 0, tip: null, mayTip: false }],
  });
  expect(await billOf(bills[1]?.id)).toMatchObject({
    visits: [{ ...ofVisit, kind: 'visit', amount: 1500, tip: { amount: 500, state: 'paid' }, mayTip: false }],
  });
});

businessTest('a tip shows in the worker’s earnings and on the money page, by its own name', async ({ business }) => {
  const { test, worker } = business;
  const visit = await tippableVisit(business);
  await leaveTip(business, visit);
  await test.drain();
  const { day, year, lines } = await earningsOf(business);
  expect([day, year]).toMatchObject([
    { share: 1200, paid: 1200, tips: 500 },
    { share: 1200, tips: 500 },
  ]);
  expect(lines).toMatchObject([{ id: visit.workId, share: 1200, tips: 500 }]);
  const query = { year: String(test.world.clock.now().toZonedDateTimeISO('America/Chicago').year) };
  const input = { as: worker.accessToken, params: { workerProfileId: worker.profileId }, query };
  const { months } = (await test.call('getYearOfEarnings', input)).body;
  expect(months).toMatchObject([{ price: 1500, fee: 300, share: 1200, tips: 500 }]);
  const { csv } = (await test.call('exportEarnings', input)).body;
  expect(csv.split('\r\n').slice(0, 2)).toEqual([
    'Collected on,Visit on,Street,Price,Fee,Your share,Tip',
    expect.stringMatching(/,15\.00,3\.00,12\.00,5\.00$/),
  ]);

  const { accessToken: as } = await buildEmployee(test);
  const { totals } = (await test.call('getMoney', { as, query: { range: 'this-month' } })).body;
  expect(totals).toMatchObject({ charged: 1500, collected: 2000, fees: 300, shares: 1200, tips: 500, owed: 0 });
});

businessTest('two tabs, two devices and a lost answer leave one tip, and the second is told', async ({ business }) => {
  const { test } = business;
  const visit = await tippableVisit(business);
  const requestId = randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => leaveTip(business, visit, { requestId })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const again = await leaveTip(business, visit, { requestId });
  expect(again.body.tip).toMatchObject({ amount: 500, state: 'paid' });
  expect((await leaveTip(business, visit, { requestId, amount: 300 })).error).toMatchObject({ errorCode: 'CONFLICT' });
  expect((await leaveTip(business, visit, { amount: 300 })).error).toMatchObject({
    errorCode: 'NOT_ALLOWED_NOW',
    message: 'A tip of $5.00 was left for this visit already. Nothing more was taken.',
  });
  expect(await tipsOf(business, visit)).toHaveLength(1);

  const { engagementId } = visit;
  const workId = await completeVisit(test, { engagementId, worker: business.worker, daysLater: 1 });
  await advanceFor(test, 'P2D', [business.customer]);
  const other = { engagementId, workId };
  const both = await Promise.all([leaveTip(business, other), leaveTip(business, other, { amount: 300 })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await tipsOf(business, other)).toHaveLength(1);
});

businessTest('of a tip that is not collected yet, nobody is told that it was left', async ({ business }) => {
  const { test } = business;
  const visit = await tippableVisit(business);
  await setStripeFaults(test, { match: { method: 'POST', path: '/v1/payment_intents' }, kind: 'rate-limit' });
  expect((await leaveTip(business, visit)).body.tip.state).toBe('collecting');
  const { status, error } = await leaveTip(business, visit);
  expect([status, error.message]).toEqual([
    409,
    'A tip of $5.00 for this visit is being collected. Nothing more was taken.',
  ]);
  await setStripeFaults(test);
});

businessTest(
  'while nobody knows whether a tip is paid, it is not left again, and then it is paid',
  async ({ business }) => {
    const { test } = business;
    const visit = await tippableVisit(business);
    await setStripeFaults(test, { match: { method: 'POST', path: '/v1/payment_intents' }, kind: 'drop', times: 2 });
    const requestId = randomUUID();
    const { body } = await leaveTip(business, visit, { requestId });
    expect(body.tip.state).toMatch(/collecting|paid/);
    expect((await leaveTip(business, visit)).status).toBe(409);
    await advanceFor(test, 'PT10M', [business.customer]);
    expect((await leaveTip(business, visit, { requestId })).body.tip.state).toBe('paid');
    expect((await intentsOf(business)).filter(({ amount }) => amount === 500)).toHaveLength(1);
  },
);

businessTest(
  'a declined tip comes to nothing: it is said, never owed or tried again, and can be left anew',
  async ({ business }) => {
    const { test, customer, worker } = business;
    // All in one year, because the count of bills begins anew with each.
    await advanceFor(test, '2027-03-10T12:00:00-06:00', [customer, worker]);
    const visit = await tippableVisit(business);
    await giveCard(business, visit, await buildCard(test, customer, declinedCard));
    const requestId = randomUUID();
    const { status, error } = await leaveTip(business, visit, { requestId });
    expect([status, error.errorCode]).toEqual([402, 'CARD_DECLINED']);
    expect(error.message).toMatch(/declined.* Nothing was taken, and nothing is owed\.$/);
    expect((await leaveTip(business, visit, { requestId })).error.errorCode).toBe('CARD_DECLINED');
    const { bills, open } = await billing(business);
    expect([bills.length, open]).toEqual([1, [0, 0, 0, 0]]);
    expect(await seen(business, visit)).toEqual({ tip: null, mayTip: true });
    const [payment] = await tipsOf(business, visit);
    expect(await movesOf(business, payment?.id)).toEqual([]);
    // Another card is another decision, not another attempt.
    await giveCard(business, visit, await buildCard(test, customer));
    await advanceFor(test, 'P12D', [customer]);
    expect(await tipsOf(business, visit)).toMatchObject([{ status: 'declined', isTakenOver: true, attempt: 1 }]);
    expect(await engagementStatus(business, visit.engagementId)).toBe('ENGAGEMENT_STATUS_RUNNING');
    const { accessToken: as } = await buildEmployee(test);
    expect((await test.call('getStaffDesk', { as })).body.failedPayments.count).toBe(0);
    expect(await customerMails(business, /declined|did not go through/)).toEqual([]);

    expect((await leaveTip(business, visit)).body.tip.state).toBe('paid');
    // The number of the one that came to nothing stays used.
    expect((await billing(business)).bills[0]?.number).toMatch(/-000003$/);
  },
);

businessTest(
  'the bank may want a tip confirmed: on the site, within three days, else it comes to nothing',
  async ({ business }) => {
    const { test, customer } = business;
    const visit = await tippableVisit(business);
    const card = await buildCard(test, customer, asksEveryTime);
    await giveCard(business, visit, card);
    expect((await leaveTip(business, visit)).body.tip.state).toBe('to-confirm');
    expect((await billing(business)).open).toEqual([0, 0, 0, 0]);
    const { accessToken: as } = await buildEmployee(test);
    expect((await test.call('getStaffDesk', { as })).body.failedPayments.count).toBe(0);
    const { status, error } = await leaveTip(business, visit);
    expect([status, error.message]).toEqual([
      409,
      'A tip of $5.00 for this visit waits for your confirmation. Nothing more was taken.',
    ]);
    await advanceFor(test, 'P4D', [customer]);
    await vi.waitFor(async () => {
      await test.drain();
      expect(await seen(business, visit)).toEqual({ tip: null, mayTip: true });
    }, 60_000);
    const [mail, ...more] = await customerMails(business, /tip of \$5\.00 did not go through/);
    expect([mail?.text, more]).toEqual([expect.stringContaining('Nothing was taken, and nothing is owed.'), []]);

    await leaveTip(business, visit);
    const [waiting] = await paymentsToConfirm(business, visit.engagementId);
    expect(waiting).toMatchObject({ amount: 500, days: [expect.any(Object)] });
    await confirmPayment(test, waiting?.clientSecret ?? '', card);
    await vi.waitFor(async () => {
      await test.drain();
      expect((await seen(business, visit))?.tip?.state).toBe('paid');
    }, 60_000);
  },
);

businessTest('who may tip, and when, is held to', async ({ business }) => {
  const { test, customer, worker } = business;
  const visit = await chargedVisit(business);
  const refusal = async (params: Visit, as?: Person) => {
    const { status, error } = await leaveTip(business, params, {}, as);
    return [status, error.message];
  };
  expect(await refusal(visit)).toEqual([409, expect.stringMatching(/just been done/)]);
  await advanceFor(test, 'PT1M', [customer]);
  const other = await buildCustomer(test);
  const employee = await buildEmployee(test);
  expect((await refusal(visit, other))[0]).toBe(404);
  expect((await refusal({ ...visit, engagementId: randomUUID() }))[0]).toBe(404);
  expect((await refusal({ ...visit, workId: randomUUID() }))[0]).toBe(404);
  expect((await refusal({ ...visit, workId: await planVisit(test, visit) }))[0]).toBe(404);
  for (const person of [employee, worker]) expect((await refusal(visit, person))[0]).toBe(403);
  expect(await seen(business, visit, employee)).toEqual({ tip: null, mayTip: true });
  expect(await seen(business, visit, worker)).toEqual({ tip: null, mayTip: false });

  const { database } = test.world;
  const set = (changes: Partial<typeof visits.$inferInsert>) =>
    database.update(visits).set(changes).where(eq(visits.id, visit.workId));
  await set({ state: 'begun', step: 'WORK_STATUS_WORK_STARTED' });
  expect(await refusal(visit)).toEqual([409, expect.stringMatching(/not done yet/)]);
  await set({ state: 'done', step: 'WORK_STATUS_WORK_COMPLETED' });
  await database.update(connectedAccounts).set({ onboardingComplete: false });
  expect(await refusal(visit)).toEqual([409, expect.stringMatching(/cannot be paid through us right now/)]);
  await database.update(connectedAccounts).set({ onboardingComplete: true });
  await advanceFor(test, 'P31D', [customer]);
  expect(await refusal(visit)).toEqual([409, 'A tip can be left for 30 days after a visit.']);
  expect(await seen(business, visit)).toEqual({ tip: null, mayTip: false });
  expect(await tipsOf(business, visit)).toEqual([]);
});

businessTest('an amount that is none is refused at its field, and nothing moves', async ({ business }) => {
  const visit = await tippableVisit(business);
  for (const amount of [0, -1, 0.5, 99, 50_001, 1e9, '5', null, Number.MAX_VALUE]) {
    const { status, error } = await leaveTip(business, visit, { amount });
    expect([status, new Set(error.fields?.map(({ path }) => path))]).toEqual([400, new Set(['body.amount'])]);
  }
  expect((await leaveTip(business, visit, { requestId: 'once' })).error.fields).toMatchObject([
    { path: 'body.requestId' },
  ]);
  expect(await tipsOf(business, visit)).toEqual([]);
  expect((await leaveTip(business, visit, { amount: 100 })).status).toBe(200);
});

businessTest(
  'what staff send back of a tip is the worker’s loss alone, and no other can be left',
  async ({ business }) => {
    const { test, worker } = business;
    const visit = await tippableVisit(business);
    await leaveTip(business, visit);
    await test.drain();
    const [payment] = await tipsOf(business, visit);
    const { accessToken: as } = await buildEmployee(test);
    const refund = async (amount: number, refundedBefore: number) => {
      const params = { billId: payment?.billId ?? '' };
      const body = {
        requestId: randomUUID(),
        isPreview: false,
        amount,
        refundedBefore,
        reason: 'A slip of the thumb.',
      };
      const answer = await test.call('refundBill', { as, params, body });
      await vi.waitFor(async () => {
        await test.drain();
        expect((await tipsOf(business, visit))[0]?.refunded).toBe(refundedBefore + amount);
      }, 60_000);
      return answer.body.effect;
    };
    expect(await refund(200, 0)).toEqual({ customer: 200, worker: -200, business: 0 });
    expect((await seen(business, visit))?.tip).toEqual({ amount: 500, refunded: 200, state: 'paid' });
    expect((await earningsOf(business)).day).toMatchObject({ share: 1200, givenBack: 0, tips: 300 });
    expect(await refund(300, 200)).toEqual({ customer: 300, worker: -300, business: 0 });
    expect((await movesOf(business, payment?.id)).filter(([kind]) => kind === 'tip-passed')).toEqual([
      ['tip-passed', 500],
      ['tip-passed', -200],
      ['tip-passed', -300],
    ]);
    expect(await seen(business, visit)).toEqual({
      tip: { amount: 500, refunded: 500, state: 'refunded' },
      mayTip: false,
    });
    await test.drain();
    const [mail] = await mailsTo(test, worker, /\$3\.00 of your pay goes back/);
    expect(mail?.text).toContain('got money back for the tip for your visit on');
    expect((await leaveTip(business, visit)).status).toBe(409);
    expect((await earningsOf(business)).lines).toMatchObject([{ share: 1200, tips: 0 }]);
  },
);

businessTest('while a visit is not paid its tip waits, and a written-off one has none', async ({ business }) => {
  const { test, customer } = business;
  const visit = await tippableVisit(business, declinedCard);
  const refused = async (message: string) => {
    const { status, error } = await leaveTip(business, visit);
    expect([status, error.message]).toEqual([409, message]);
    expect(await seen(business, visit)).toEqual({ tip: null, mayTip: false });
    expect(await tipsOf(business, visit)).toEqual([]);
  };
  const notPaid = 'This visit is not paid yet. You can leave a tip once it is.';
  await refused(notPaid);
  await giveUp(business);
  await refused(notPaid);
  await giveCard(business, visit, await buildCard(test, customer));
  await refused(notPaid);
  const { accessToken: as } = await buildEmployee(test);
  const params = { billId: (await billing(business)).bills[0]?.id ?? '' };
  const { version = '' } = (await test.call('getBillActs', { as, params })).body.open ?? {};
  const body = { requestId: randomUUID(), isPreview: false, version, reason: 'A gesture.' };
  expect((await test.call('writeOffBill', { as, params, body })).status).toBe(200);
  await refused('The price of this visit is not collected anymore, so no tip can be left for it.');
});

businessTest(
  'a visit whose price went back in part can be tipped, and one whose price went back whole cannot',
  async ({ business }) => {
    const { test, customer } = business;
    const visit = await tippableVisit(business);
    const { accessToken: as } = await buildEmployee(test);
    const [bill] = (await billing(business)).bills;
    const params = { billId: bill?.id ?? '' };
    const refund = async (amount: number, refundedBefore: number) => {
      const reason = 'The gate was open.';
      const body = { requestId: randomUUID(), isPreview: false, amount, refundedBefore, reason };
      await test.call('refundBill', { as, params, body });
      await vi.waitFor(async () => {
        await test.drain();
        expect((await billing(business)).bills[0]?.refunded).toBe(refundedBefore + amount);
      }, 60_000);
    };
    const onBill = async () => {
      const input = { as: customer.accessToken, params: { ...params, customerProfileId: customer.profileId } };
      return (await test.call('getBill', input)).body.visits.map(({ mayTip }) => mayTip);
    };
    await refund(500, 0);
    expect([await seen(business, visit), await onBill()]).toEqual([{ tip: null, mayTip: true }, [true]]);
    await refund(1000, 500);
    expect([await seen(business, visit), await onBill()]).toEqual([{ tip: null, mayTip: false }, [false]]);
    const { status, error } = await leaveTip(business, visit);
    expect([status, error.message]).toEqual([
      409,
      'The price of this visit was refunded, so no tip can be left for it.',
    ]);
    expect(await tipsOf(business, visit)).toEqual([]);
  },
);

businessTest(
  'a declined tip that is paid at Stripe after all stands, unless another one does: then it is owed back',
  async ({ business }) => {
    const { test, customer } = business;
    const first = await tippableVisit(business);
    await giveCard(business, first, await buildCard(test, customer, declinedCard));
    const good = await buildCard(test, customer);
    const decline = async (visit: Visit) => {
      expect((await leaveTip(business, visit)).status).toBe(402);
      return (await tipsOf(business, visit))[0]?.stripePaymentIntentId ?? '';
    };
    const payAtStripe = async (visit: Visit, intentId: string) => {
      await test.world.stripe.paymentIntents.confirm(intentId, { payment_method: good, off_session: true });
      await vi.waitFor(async () => {
        await test.drain();
        expect((await tipsOf(business, visit))[0]?.status).toBe('paid');
      }, 60_000);
    };
    await payAtStripe(first, await decline(first));
    expect(await seen(business, first)).toMatchObject({ tip: { amount: 500, state: 'paid' } });

    const { engagementId } = first;
    await giveCard(business, first, good);
    const workId = await completeVisit(test, { engagementId, worker: business.worker, daysLater: 1 });
    await advanceFor(test, 'P2D', [customer]);
    const second = { engagementId, workId };
    await giveCard(business, second, await buildCard(test, customer, declinedCard));
    const intentId = await decline(second);
    await giveCard(business, second, good);
    expect((await leaveTip(business, second, { amount: 300 })).status).toBe(200);
    await payAtStripe(second, intentId);
    expect(await seen(business, second)).toMatchObject({ tip: { amount: 300 } });
    const { accessToken: as } = await buildEmployee(test);
    expect((await test.call('getStaffDesk', { as })).body.paidTwice).toMatchObject({
      count: 1,
      rows: [{ amount: 500 }],
    });
  },
);
