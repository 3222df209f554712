import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { spendIdleCredit } from '../charges/use-credit.ts';
import { bills, charges, payments } from '../database/schema/billing.ts';
import { creditBalances, topUps } from '../database/schema/credits.ts';
import { findLedgerFaults } from '../ledger/proof-store.ts';
import {
  accountOf,
  type Business,
  businessTest,
  chargedVisit,
  completedVisit,
  customerMails,
  declinedCard,
  engagementStatus,
  giveUp,
  intentsOf,
  paymentsOf,
  proveBalanceAtStripe,
  setRestricted,
} from '../testing/billing-fixture.ts';
import { advanceFor } from '../testing/engagement-factories.ts';
import { buildEmployee } from '../testing/factories.ts';
import { buildCard } from '../testing/payment-factories.ts';
import { applyOutcome } from './apply-outcome.ts';

async function office({ test, customer }: Business) {
  const { accessToken: as } = await buildEmployee(test);
  const params = { customerProfileId: customer.profileId };
  const request = (body: object) => {
    const whole = { requestId: randomUUID(), isPreview: false, amount: 500, reason: 'Sorry.', version: 0, ...body };
    return test.call('giveCredit', { as, params, body: whole });
  };
  const billing = async () => (await test.call('getBilling', { as, params })).body;
  const bill = async () => {
    const { id: billId = '' } = (await test.call('listBills', { as, params })).body.bills[0] ?? {};
    return (await test.call('getBill', { as, params: { ...params, billId } })).body;
  };
  return { as, params, request, billing, bill };
}
const standing = async (business: Business, engagementId: string) =>
  (await paymentsOf(business, engagementId)).filter(({ isTakenOver }) => !isTakenOver);

businessTest(
  'credit that pays an open bill counts for its worker as a card that pays it does',
  async ({ business }) => {
    const { engagementId } = await chargedVisit(business, declinedCard);
    const { request } = await office(business);
    const effect = { customer: 0, worker: 1200, business: -1200 };
    const ofMore = { customer: 200, worker: 1200, business: -1400 };
    expect((await request({ isPreview: true, amount: 1700 })).body).toMatchObject({ effect: ofMore, ahead: 200 });
    expect((await request({ isPreview: true, amount: 1500 })).body).toMatchObject({ effect, ahead: 0 });
    const once = { requestId: randomUUID(), amount: 1500 };
    for (const _ of [1, 2]) expect((await request(once)).body).toMatchObject({ effect, isDone: true });
    await business.test.drain();
    expect(await standing(business, engagementId)).toMatchObject([{ amount: 0, status: 'paid' }]);
  },
);

businessTest(
  'credit pays for a bill that is planned again: the preview says so, the card is asked for the rest, once',
  async ({ business }) => {
    const { test } = business;
    const { engagementId } = await chargedVisit(business, declinedCard);
    const { as, request, billing, bill } = await office(business);
    const { number } = await bill();
    const preview = await request({ isPreview: true });
    const effect = { customer: 500, worker: 0, business: -500 };
    expect(preview.body).toEqual({ effect, isDone: false, pays: [{ number, amount: 500, left: 1000 }], ahead: 0 });
    expect(await billing()).toMatchObject({ openAmount: 1500, credit: 0 });
    const once = { requestId: randomUUID() };
    const answers = await Promise.all([request(once), request(once), request(once)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    // Given once, as the preview said; each answer says so.
    expect(answers.map(({ body }) => body)).toEqual(answers.map(() => ({ ...preview.body, isDone: true })));
    expect(await billing()).toMatchObject({ openAmount: 1000, credit: 0 });
    expect(await bill()).toMatchObject({
      amount: 1500,
      creditUsed: 500,
      state: 'retrying',
      attempts: [{ amount: 1500 }],
    });
    const failed = { amount: 1000, attempts: 1, declineMessage: 'Your card was declined.' };
    expect((await test.call('getStaffDesk', { as })).body.failedPayments.rows).toMatchObject([failed]);
    await test.drain();
    const [letter] = await customerMails(business, /of credit for you/);
    expect(letter?.text.replaceAll('\u2060', '')).toContain(
      `It pays $5.00 of bill ${number}: $10.00 of it is left to pay.`,
    );
    // A second one lessens the same attempt once more.
    expect((await request({ version: 1, amount: 100 })).status).toBe(200);
    await test.advance('P1D');
    expect((await intentsOf(business)).map(({ amount }) => amount)).toEqual([900, 1500]);
    expect(await standing(business, engagementId)).toMatchObject([{ amount: 900, applicationFee: 180, attempt: 3 }]);
  },
);

businessTest(
  'a bill that was given up is paid by credit whole: visits go on, and the worker gets all',
  async ({ business }) => {
    const { test, customer } = business;
    const { engagementId } = await chargedVisit(business, declinedCard);
    await giveUp(business);
    expect(await engagementStatus(business, engagementId)).toBe('ENGAGEMENT_STATUS_PAUSED');
    const { request, billing, bill } = await office(business);
    expect((await request({ amount: 600 })).status).toBe(200);
    expect(await billing()).toMatchObject({ openAmount: 900, credit: 0 });
    expect(await bill()).toMatchObject({ state: 'declined', creditUsed: 600 });
    expect((await bill()).attempts).toHaveLength(4);
    expect((await request({ amount: 1000, version: 1 })).status).toBe(200);
    await test.drain();
    await test.drain();
    expect(await billing()).toMatchObject({ openAmount: 0, credit: 100 });
    expect(await bill()).toMatchObject({ state: 'paid', creditUsed: 1500 });
    expect((await bill()).attempts.at(-1)).toMatchObject({ amount: 0, status: 'paid' });
    await advanceFor(test, 'PT1M', [customer]);
    expect(await engagementStatus(business, engagementId)).toBe('ENGAGEMENT_STATUS_RUNNING');
    expect(await test.world.database.select().from(topUps)).toMatchObject([{ amount: 1200, status: 'done' }]);
    expect(await intentsOf(business)).toHaveLength(4);
    await proveBalanceAtStripe(test);
  },
);

businessTest(
  'what is under way is left alone; if it is declined the credit pays then, and what is paid after all gives it back',
  async ({ business }) => {
    const { test } = business;
    const { engagementId } = await chargedVisit(business, declinedCard);
    await giveUp(business);
    const { database } = test.world;
    const [last] = await standing(business, engagementId);
    if (!last) throw new Error('There is no attempt');
    const wasAsked = eq(payments.id, last.id);
    await database.update(payments).set({ status: 'unknown' }).where(wasAsked);
    const { request, billing } = await office(business);
    expect((await request({ isPreview: true })).body).toMatchObject({ pays: [], ahead: 500 });
    expect((await request({})).status).toBe(200);
    expect(await billing()).toMatchObject({ openAmount: 1500, credit: 500 });
    await database.update(payments).set({ status: 'declined' }).where(wasAsked);
    expect((await request({ amount: 100, version: 1 })).status).toBe(200);
    expect(await billing()).toMatchObject({ openAmount: 900, credit: 0 });
    // Somebody confirms the old attempt at the dashboard, with a card that works.
    const good = await buildCard(test, business.customer);
    await test.world.stripe.paymentIntents.confirm(last.stripePaymentIntentId ?? '', { payment_method: good });
    await test.drain();
    const intent = await test.world.stripe.paymentIntents.retrieve(last.stripePaymentIntentId ?? '');
    expect(intent.status).toBe('succeeded');
    await applyOutcome(test.world, last.id, { kind: 'paid', intentId: intent.id, card: null, charge: null });
    expect(await billing()).toMatchObject({ openAmount: 0, credit: 600 });
    expect(await database.select().from(bills)).toMatchObject([{ creditUsed: 0 }]);
    expect(await database.select().from(charges)).toMatchObject([{ creditUsed: 0 }]);
    expect(await standing(business, engagementId)).toMatchObject([{ id: last.id, status: 'paid', amount: 1500 }]);
  },
);

businessTest('credit that comes back from a bill pays for another one that is open', async ({ business }) => {
  const { test } = business;
  const first = await chargedVisit(business, declinedCard);
  await chargedVisit(business, declinedCard);
  const { as, request, billing } = await office(business);
  expect((await request({ amount: 1000 })).status).toBe(200);
  expect(await billing()).toMatchObject({ openAmount: 2000, credit: 0 });
  const billId = (await standing(business, first.engagementId))[0]?.billId ?? '';
  const acts = (await test.call('getBillActs', { as, params: { billId } })).body;
  const body = { requestId: randomUUID(), isPreview: false, reason: 'Settled.', version: acts.open?.version ?? '' };
  expect((await test.call('writeOffBill', { as, params: { billId }, body })).status).toBe(200);
  expect(await billing()).toMatchObject({ openAmount: 500, credit: 0 });
  const credit = and(eq(creditBalances.amount, 0), eq(creditBalances.version, 1));
  expect(await test.world.database.select().from(creditBalances).where(credit)).toHaveLength(1);
});

businessTest(
  'credit that comes back from a bill paid after all pays for another one that is open',
  async ({ business }) => {
    const { test } = business;
    const first = await chargedVisit(business, declinedCard);
    const { request, billing } = await office(business);
    expect((await request({ amount: 1000 })).status).toBe(200);
    await chargedVisit(business, declinedCard);
    expect(await billing()).toMatchObject({ openAmount: 2000, credit: 0 });
    const [asked] = await paymentsOf(business, first.engagementId);
    const good = await buildCard(test, business.customer);
    const intent = await test.world.stripe.paymentIntents.confirm(asked?.stripePaymentIntentId ?? '', {
      payment_method: good,
      off_session: true,
    });
    await test.drain();
    await applyOutcome(test.world, asked?.id ?? '', { kind: 'paid', intentId: intent.id, card: null, charge: null });
    expect(await billing()).toMatchObject({ openAmount: 500, credit: 0 });
  },
);

businessTest(
  'credit that comes back because a worker cannot be paid pays for another bill that is open',
  async ({ business }) => {
    const { test, worker } = business;
    const { engagementId } = await chargedVisit(business, declinedCard);
    const { request, billing } = await office(business);
    const { database } = test.world;
    // A try is under way when the credit is given and when the next bill uses it.
    const [planned] = await standing(business, engagementId);
    const isPlanned = eq(payments.id, planned?.id ?? '');
    await database.update(payments).set({ status: 'unknown' }).where(isPlanned);
    expect((await request({ amount: 1000 })).status).toBe(200);
    await completedVisit(business);
    expect(await billing()).toMatchObject({ credit: 0 });
    await database.update(payments).set({ status: 'pending' }).where(isPlanned);
    await setRestricted(test, await accountOf(test, worker), true);
    await test.drain();
    expect(await billing()).toMatchObject({ openAmount: 500, credit: 0 });
    expect(await standing(business, engagementId)).toMatchObject([{ amount: 500, status: 'pending' }]);
  },
);

businessTest(
  'credit beside an open bill, of before it paid for those, is used by the next check',
  async ({ business }) => {
    const { test } = business;
    const { engagementId } = await chargedVisit(business, declinedCard);
    const { request, billing } = await office(business);
    const { database } = test.world;
    const planned = eq(payments.id, (await standing(business, engagementId))[0]?.id ?? '');
    await database.update(payments).set({ status: 'unknown' }).where(planned);
    expect((await request({})).status).toBe(200);
    await database.update(payments).set({ status: 'pending' }).where(planned);
    expect(await billing()).toMatchObject({ openAmount: 1500, credit: 500 });
    const about = 'credit beside a bill that rests';
    expect(await findLedgerFaults(database)).toMatchObject([{ about, ledger: 500, expected: 0 }]);
    await spendIdleCredit(test.world);
    await spendIdleCredit(test.world);
    expect(await billing()).toMatchObject({ openAmount: 1000, credit: 0 });
    expect(await standing(business, engagementId)).toMatchObject([{ status: 'pending', amount: 1000 }]);
  },
);
