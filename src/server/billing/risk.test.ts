import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import type * as z from 'zod/mini';
import type { acts } from '#contract/acts.ts';
import { businessDay } from '#domain/calendar.ts';
import { learnCard } from '../payment-methods/cards.ts';
import { requirePaymentMethod } from '../payment-methods/service.ts';
import {
  type Business,
  businessTest,
  chargedVisit,
  chargeStatus,
  customerMails,
  engagementStatus,
  intentsOf,
  paymentsOf,
  updateEngagement,
  withCard,
} from '../testing/billing-fixture.ts';
import { moveEngagement } from '../testing/engagement-calls.ts';
import { advanceFor } from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, mailsTo, type Person } from '../testing/factories.ts';
import { buildBankAccount, buildCard, buildRunningEngagement, completeVisit } from '../testing/payment-factories.ts';
import { endDisputes, hearAllOfStripe } from '../testing/stripe-news.ts';

const riskTest = businessTest.extend({ settings: { PAYMENT_METHOD_TYPES: 'card,us_bank_account' } });

const of = ({ customer }: Business) => ({
  as: customer.accessToken,
  params: { customerProfileId: customer.profileId },
});
const bill = async (business: Business) => (await business.test.call('listBills', of(business))).body.bills[0];

/** From now on a saved card is declined so, as when its owner has reported it. */
async function declineFromNowOn({ test }: Business, card: string, as: string): Promise<void> {
  const payload = `act=decline&method=${card}&as=${as}`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
  const response = await test.app.inject({ method: 'POST', url: '/sandbox/payments', payload, headers });
  expect(response.statusCode).toBe(303);
}

async function visitPaidBy(business: Business, card: string) {
  const { test, worker } = business;
  const engagementId = await buildRunningEngagement(test, { ...business, card });
  const workId = await completeVisit(test, { engagementId, worker });
  await test.drain();
  return { engagementId, workId };
}

/** Lets a bank say what it does, four days later. */
async function untilTheBankSays(business: Business, workId: string, status: string): Promise<void> {
  await advanceFor(business.test, 'P4D', [business.customer]);
  await vi.waitFor(async () => {
    await business.test.drain();
    expect(await chargeStatus(business, workId)).toBe(status);
  }, 60_000);
}

riskTest.for(['stolen_card', 'lost_card', 'pickup_card', 'expired_card', 'do_not_try_again', 'incorrect_cvc'])(
  'a card that is declined as %s is asked once; another pays, and visits go on',
  async (as, { business }) => {
    const { test, customer, worker } = business;
    const card = await buildCard(test, customer);
    await declineFromNowOn(business, card, as);
    const { engagementId, workId } = await visitPaidBy(business, card);
    expect(await engagementStatus(business, engagementId)).toBe('ENGAGEMENT_STATUS_PAUSED');
    const [letter, ...others] = await customerMails(business, /payment method|charge|declined|paused/i);
    expect(others).toEqual([]);
    expect(letter?.subject).toBe('Please add another payment method');
    expect(letter?.text).not.toMatch(/stolen|lost|pick/i);
    expect(letter?.text).toContain('Your visits are paused until then.');

    await advanceFor(test, 'P10D', [customer]);
    expect(await intentsOf(business)).toHaveLength(1);
    // What was done before is not asked of it either.
    await completeVisit(test, { engagementId, worker, daysLater: 1 });
    await test.drain();
    expect(await intentsOf(business)).toHaveLength(1);
    // Nor when the customer asks for it.
    expect((await test.call('collectOverdue', { ...of(business), body: { stripePaymentMethodId: card } })).status).toBe(
      400,
    );
    const chosen = await updateEngagement(business, engagementId, { stripePaymentMethodId: card });
    expect([chosen.status, chosen.error?.fields?.map(({ path }) => path)]).toEqual([
      400,
      ['body.stripePaymentMethodId'],
    ]);
    const saved = await test.call('listPaymentMethods', {
      as: customer.accessToken,
      params: { userId: customer.userId },
    });
    expect(saved.body.unusableIds).toEqual([card]);

    const other = await buildCard(test, customer, '5555555555554444');
    expect(
      (await test.call('collectOverdue', { ...of(business), body: { stripePaymentMethodId: other } })).status,
    ).toBe(200);
    await test.drain();
    expect(await chargeStatus(business, workId)).toBe('paid');
    await test.advance('PT2M');
    expect(await engagementStatus(business, engagementId)).toBe('ENGAGEMENT_STATUS_RUNNING');
  },
);

riskTest.for(['insufficient_funds', 'generic_decline', 'card_velocity_exceeded', 'processing_error'])(
  'a card that is declined as %s is tried again by schedule',
  async (as, { business }) => {
    const { test, customer } = business;
    const card = await buildCard(test, customer);
    await declineFromNowOn(business, card, as);
    const { engagementId } = await visitPaidBy(business, card);
    await test.advance('P1D');
    expect(await intentsOf(business)).toHaveLength(2);
    expect(await engagementStatus(business, engagementId)).toBe('ENGAGEMENT_STATUS_RUNNING');
    await declineFromNowOn(business, card, 'works');
    await advanceFor(test, 'P3D', [customer]);
    expect(await bill(business)).toMatchObject({ state: 'paid' });
  },
);

riskTest.for([
  ['000333333335', 'not authorized'],
  ['000111111113', 'closed'],
  ['000111111116', 'could not find this account'],
  ['000888888885', 'did not accept a debit from this account'],
] as const)('a debit of %s comes back (%s) and is never made again', async ([number, words], { business }) => {
  const { test, customer } = business;
  const account = await buildBankAccount(test, customer, number);
  const { engagementId, workId } = await visitPaidBy(business, account);
  await untilTheBankSays(business, workId, 'declined');
  const [letter] = await customerMails(business, /another payment method/);
  expect(letter?.text).toContain(words);
  expect(await engagementStatus(business, engagementId)).toBe('ENGAGEMENT_STATUS_PAUSED');
  await advanceFor(test, 'P20D', [customer]);
  expect(await intentsOf(business)).toHaveLength(1);
  // Saved anew it is the same account.
  const again = await buildBankAccount(test, customer, number);
  const refused = await test.call('collectOverdue', { ...of(business), body: { stripePaymentMethodId: again } });
  expect(refused.status).toBe(400);
});

riskTest(
  'a debit without money is made twice more within two weeks, and no other begins meanwhile',
  async ({ business }) => {
    const { test, customer, worker } = business;
    const account = await buildBankAccount(test, customer, '000222222227');
    // As when a customer chooses it for a service.
    await requirePaymentMethod(test.world, customer.userId, account);
    const { engagementId, workId } = await visitPaidBy(business, account);
    await untilTheBankSays(business, workId, 'declined');
    expect(await bill(business)).toMatchObject({
      state: 'retrying',
      declineMessage: 'Your bank account did not have enough money.',
    });
    const other = await completeVisit(test, { engagementId, worker, daysLater: 1 });
    await test.drain();
    expect(await intentsOf(business)).toHaveLength(1);
    // It waits for that one, wherever somebody looks.
    const { accessToken: as } = await buildEmployee(test);
    const waiting = { state: 'waiting', declineMessage: null };
    expect(await bill(business)).toMatchObject({ ...waiting, nextAt: null });
    expect(await chargeStatus(business, other)).toBe('waiting');
    const record = await test.call('getCustomer', { as, params: { customerProfileId: customer.profileId } });
    expect(record.body.bills.map(({ state }) => state)).toEqual(['waiting', 'retrying']);
    const { failedPayments } = (await test.call('getStaffDesk', { as })).body;
    expect(failedPayments.rows).toMatchObject([{ state: 'retrying' }]);
    for (let day = 0; day < 12; day += 1) {
      await test.advance('P1D');
      await hearAllOfStripe(test);
    }
    await vi.waitFor(async () => {
      await hearAllOfStripe(test);
      expect(await engagementStatus(business, engagementId)).toBe('ENGAGEMENT_STATUS_PAUSED');
    }, 60_000);
    await advanceFor(test, 'P20D', [customer]);
    expect(await intentsOf(business)).toHaveLength(3);
    expect((await paymentsOf(business, engagementId)).filter(({ askedAt }) => askedAt).length).toBe(3);
    expect(await chargeStatus(business, other)).toBe('not-tried');
    // Bill, letter and pages give one reason.
    const why = 'Your bank account did not have enough money.';
    const visits = await test.call('listVisits', { as: customer.accessToken, params: { engagementId } });
    const home = await test.call('getCustomerHome', of(business));
    const [replaced] = (await test.call('listCardsToReplace', of(business))).body.cards;
    expect([visits.body.blockedWhy, home.body.services[0]?.blockedWhy, replaced?.blockedWhy]).toEqual([why, why, why]);
    const letters = await customerMails(business, /another payment method/);
    expect(letters.map(({ text }) => text)).toEqual([
      expect.stringContaining('your bank account could not pay the one before'),
      expect.stringContaining(why),
    ]);
  },
);

/** @returns how the newest visit of a service stands on its page */
async function visitStanding({ test, customer }: Business, engagementId: string) {
  const list = await test.call('listVisits', { as: customer.accessToken, params: { engagementId } });
  return list.body.visits[0]?.charge?.status;
}

type Decision = z.input<typeof acts.decideDispute.body>;

/** @returns a function that sends a decision about a lost bill, once or again */
const decides = ({ test }: Business, { staff, billId }: { staff: Person; billId: string }, body: Partial<Decision>) => {
  const request = { requestId: randomUUID(), isPreview: false, reason: 'Check 1042.' } as const;
  const decision = { decision: 'written-off', ...request, ...body } as const;
  return () => test.call('decideDispute', { as: staff.accessToken, params: { billId }, body: decision });
};

/** What follows when it is written off, however often the answer is lost; a second decision is refused. */
async function proveDecided(business: Business, lost: Lost & { billId: string }): Promise<void> {
  const decide = decides(business, lost, {});
  expect((await decide()).body).toMatchObject({ isDone: true, effect: { customer: 0, business: 0 } });
  expect((await decide()).body).toMatchObject({ isDone: true });
  expect((await decides(business, lost, { decision: 'paid', amount: 1500 })()).status).toBe(409);
  const desk = await business.test.call('getStaffDesk', { as: lost.staff.accessToken });
  expect(desk.body.disputes.rows).toEqual([]);
  expect((await bill(business))?.dispute).toMatchObject({ decision: 'written-off', received: 0 });
  expect(await visitStanding(business, lost.engagementId)).toBe('taken-back');
  const as = lost.staff.accessToken;
  const { totals } = (await business.test.call('getMoney', { as, query: { range: 'this-month' } })).body;
  expect(totals).toMatchObject({ writtenOff: 1500, debtsWrittenOff: 0, owed: 0 });
  await business.test.drain();
  const [letter, ...others] = await customerMails(business, /don’t owe \$15\.00/);
  expect(others).toEqual([]);
  expect(letter?.text).toContain('Written off: $15.00');
}

type Lost = { engagementId: string; workId: string; staff: Person };

/** What stands for a lost bill, and what the server refuses about it. */
async function proveLost(business: Business, visit: Lost): Promise<void> {
  const { engagementId, workId, staff } = visit;
  const { test, customer } = business;
  // The visit is final.
  await test.advance('PT2M');
  expect(await engagementStatus(business, engagementId)).toBe('ENGAGEMENT_STATUS_PAUSED');
  const as = staff.accessToken;
  const lost = await bill(business);
  const billId = lost?.id ?? '';
  expect(lost?.dispute).toMatchObject({ status: 'lost', decision: null });
  const desk = await test.call('getStaffDesk', { as });
  expect(desk.body.disputes.rows).toMatchObject([{ isLost: true, bill: { id: billId } }]);
  const record = await test.call('getCustomer', { as, params: { customerProfileId: customer.profileId } });
  expect(record.body.disputes).toMatchObject([{ status: 'lost', decision: null, billId }]);

  const visits = await test.call('listVisits', { as: customer.accessToken, params: { engagementId } });
  expect(visits.body).toMatchObject({
    isPausedUnpaid: true,
    blockedWhy: expect.stringMatching(/^Your bank/),
    visits: [{ mayTip: false, charge: { status: 'taken-back', paidAt: null } }],
  });
  const tip = { requestId: randomUUID(), amount: 500 };
  const tipped = await test.call('leaveTip', { as: customer.accessToken, params: { engagementId, workId }, body: tip });
  expect(tipped.status).toBe(409);
  expect(tipped.error?.message).toContain('taken the price of this visit back');
  const refund = { requestId: randomUUID(), isPreview: false, amount: 100, reason: 'Sorry.', refundedBefore: 0 };
  expect((await test.call('refundBill', { as, params: { billId }, body: refund })).status).toBe(409);

  const home = await test.call('getCustomerHome', of(business));
  expect(home.body.services).toMatchObject([{ blockedWhy: expect.stringMatching(/^Your bank/) }]);
  const resume = { status: 'ENGAGEMENT_STATUS_RUNNING' };
  const refused = await updateEngagement(business, engagementId, resume);
  expect([refused.status, refused.error?.message]).toEqual([409, expect.stringContaining('another payment method')]);

  await proveDecided(business, { ...visit, staff, billId });
}

async function goesOnWithAnother(business: Business, engagementId: string): Promise<void> {
  const { test, customer } = business;
  const other = await buildCard(test, customer, '5555555555554444');
  const chosen = await updateEngagement(business, engagementId, { stripePaymentMethodId: other });
  expect(chosen.status).toBe(200);
  await test.advance('PT2M');
  expect(await engagementStatus(business, engagementId)).toBe('ENGAGEMENT_STATUS_RUNNING');
  expect(await customerMails(business, /visits resume/)).toHaveLength(1);
}

riskTest('a dispute for fraud pauses at once, is lost, and stands until the office decides', async ({ business }) => {
  const { test, customer, worker } = business;
  const staff = await buildEmployee(test);
  const visit = await chargedVisit(business, '4000000000000259');
  await hearAllOfStripe(test);
  const { engagementId } = visit;
  expect(await engagementStatus(business, engagementId)).toBe('ENGAGEMENT_STATUS_PAUSED');
  const [letter, ...others] = await customerMails(business, /paused/);
  expect(others).toEqual([]);
  expect(letter?.text).toContain('reported as not authorized');
  expect(letter?.text).toContain('Payment method: Visa (0259)');
  await test.advance('PT1M');
  expect(await mailsTo(test, worker, /Paused/)).toHaveLength(1);
  // The same card is the same, however often it is saved.
  const again = await buildCard(test, customer, '4000000000000259');
  const same = await updateEngagement(business, engagementId, { stripePaymentMethodId: again });
  expect(same.status).toBe(400);

  await endDisputes(business.test, 'lose');
  await proveLost(business, { ...visit, staff });
  expect(await customerMails(business, /paused/)).toHaveLength(1);
  expect(await intentsOf(business)).toHaveLength(1);
  await goesOnWithAnother(business, engagementId);
});

riskTest('a dispute that is not about fraud pauses nothing until it is lost', async ({ business }) => {
  const { test } = business;
  const staff = await buildEmployee(test);
  const visit = await chargedVisit(business, '4000000000002685');
  await hearAllOfStripe(test);
  expect(await engagementStatus(business, visit.engagementId)).toBe('ENGAGEMENT_STATUS_RUNNING');
  await endDisputes(business.test, 'lose');
  const [letter] = await customerMails(business, /paused/);
  expect(letter?.text).toContain('Your bank took this payment back.');
  await proveLost(business, { ...visit, staff });
  await goesOnWithAnother(business, visit.engagementId);
});

riskTest('a dispute for fraud that is won lets visits go on, and the customer hears of it', async ({ business }) => {
  const { engagementId } = await chargedVisit(business, '4000000000000259');
  await hearAllOfStripe(business.test);
  expect(await engagementStatus(business, engagementId)).toBe('ENGAGEMENT_STATUS_PAUSED');
  await endDisputes(business.test, 'win');
  expect(await engagementStatus(business, engagementId)).toBe('ENGAGEMENT_STATUS_RUNNING');
  expect(await customerMails(business, /visits resume/)).toHaveLength(1);
  const list = await business.test.call('listPaymentMethods', {
    as: business.customer.accessToken,
    params: { userId: business.customer.userId },
  });
  expect(list.body).toMatchObject({ unusableIds: [], allowedAgainIds: [] });
});

riskTest('a debit that comes back after it was paid is a lost dispute', async ({ business }) => {
  const { test, customer } = business;
  const account = await buildBankAccount(test, customer, '000555555559');
  const visit = await visitPaidBy(business, account);
  await untilTheBankSays(business, visit.workId, 'paid');
  await hearAllOfStripe(test);
  const staff = await buildEmployee(test);
  const [letter] = await customerMails(business, /paused/);
  expect(letter?.text).toContain('Your bank says that this debit was not authorized.');
  await proveLost(business, { ...visit, staff });
  await advanceFor(test, 'P10D', [customer]);
  expect(await intentsOf(business)).toHaveLength(1);
});

/** A bill whose dispute for fraud is lost, which staff have not decided about. */
async function lostBill(business: Business) {
  const staff = await buildEmployee(business.test);
  const visit = await chargedVisit(business, '4000000000000259');
  const { test, customer } = business;
  // As when a customer chooses it for a service.
  const [payment] = await paymentsOf(business, visit.engagementId);
  const { stripeCustomerId: payer = '', stripePaymentMethodId: id = '' } = payment ?? {};
  const method = await test.world.stripe.customers.retrievePaymentMethod(payer, id);
  await learnCard(test.world, customer.userId, method);
  await endDisputes(business.test, 'lose');
  return { ...visit, staff, billId: (await bill(business))?.id ?? '' };
}

riskTest('a card that was reported as fraud is on the desk once somebody else pays with it', async ({ business }) => {
  const { test } = business;
  const { staff } = await lostBill(business);
  const findings = async () => (await test.call('getStaffDesk', { as: staff.accessToken })).body.findings.rows;
  expect(await findings()).toEqual([]);
  const stranger = await buildCustomer(test);
  const ofStranger = { ...business, customer: stranger };
  const engagementId = await buildRunningEngagement(test, await withCard(ofStranger));
  const stripePaymentMethodId = await buildCard(test, stranger, '4000000000000259');
  expect((await updateEngagement(ofStranger, engagementId, { stripePaymentMethodId })).status).toBe(200);
  expect(await findings()).toMatchObject([
    { kind: 'card-of-fraud', detail: 'Visa (0259)', person: { profileId: stranger.profileId } },
  ]);
});

riskTest('the desk shows a card that a bank reported as fraud once another customer saves it', async ({ business }) => {
  const { test } = business;
  const { staff } = await lostBill(business);
  const stranger = await buildCustomer(test);
  await buildCard(test, stranger, '4000000000000259');
  await buildCard(test, stranger);
  await hearAllOfStripe(test);
  const { findings } = (await test.call('getStaffDesk', { as: staff.accessToken })).body;
  expect(findings.rows).toMatchObject([
    { kind: 'card-of-fraud', detail: 'Visa (0259)', person: { profileId: stranger.profileId } },
  ]);
});

riskTest('the desk shows a bank account called unauthorized once another customer saves it', async ({ business }) => {
  const { test, customer } = business;
  const unauthorized = '000333333335';
  const { workId } = await visitPaidBy(business, await buildBankAccount(test, customer, unauthorized));
  await untilTheBankSays(business, workId, 'declined');
  const stranger = await buildCustomer(test);
  await buildBankAccount(test, stranger, unauthorized);
  await hearAllOfStripe(test);
  const { accessToken: as } = await buildEmployee(test);
  expect((await test.call('getStaffDesk', { as })).body.findings.rows).toMatchObject([
    { kind: 'card-of-fraud', person: { profileId: stranger.profileId } },
  ]);
});

riskTest.for([
  ['a bank account called unauthorized', '000333333335'],
  ['a card that a bank reported as fraud', '4000000000000259'],
] as const)('the desk shows %s that another customer pays with already', async ([, number], { business }) => {
  const { test, customer } = business;
  const build = number.startsWith('000') ? buildBankAccount : buildCard;
  const stranger = await buildCustomer(test);
  const ofStranger = { ...business, customer: stranger };
  const engagementId = await buildRunningEngagement(test, await withCard(ofStranger));
  const stripePaymentMethodId = await build(test, stranger, number);
  expect((await updateEngagement(ofStranger, engagementId, { stripePaymentMethodId })).status).toBe(200);
  const { workId } = await visitPaidBy(business, await build(test, customer, number));
  if (build === buildBankAccount) await untilTheBankSays(business, workId, 'declined');
  else await hearAllOfStripe(test);
  const { accessToken: as } = await buildEmployee(test);
  const { findings } = (await test.call('getStaffDesk', { as })).body;
  expect(findings.rows).toMatchObject([{ kind: 'card-of-fraud', person: { profileId: stranger.profileId } }]);
});

riskTest('a customer whose service has ended is asked for no other payment method', async ({ business }) => {
  const { test, customer } = business;
  const { engagementId } = await chargedVisit(business, '4000000000002685');
  await hearAllOfStripe(test);
  await test.advance('PT2M');
  expect((await moveEngagement(test, customer, engagementId, 'CANCELLED')).status).toBe(200);
  await endDisputes(test, 'lose');
  const [letter] = await customerMails(business, /Your bank took back \$15\.00/);
  expect(letter?.text).toContain('We’ll be in touch about this bill.');
  expect(letter?.text).not.toContain('another payment method');
});

riskTest('what the customer paid another way is on the bill, the record and in the ledger', async ({ business }) => {
  const { test, customer } = business;
  const lost = await lostBill(business);
  const as = lost.staff.accessToken;
  const onRecord = async () => (await test.call('getCustomer', { ...of(business), as })).body.bills[0]?.held;
  expect(await onRecord()).toBe('taken-back');
  const today = businessDay(test.world.clock.now()).toString();
  const figures = async () => (await test.call('getMoney', { as, query: { from: today, to: today } })).body.totals;
  const before = await figures();
  for (const amount of [undefined, 1501]) {
    const refused = await decides(business, lost, { decision: 'paid', amount })();
    expect([refused.status, refused.error?.fields?.[0]?.path]).toEqual([400, 'body.amount']);
  }
  const asked = { decision: 'paid', amount: 1200 } as const;
  const preview = await decides(business, lost, { ...asked, isPreview: true })();
  expect(preview.body).toEqual({ effect: { customer: -1200, worker: 0, business: 1200 }, isDone: false });
  expect((await bill(business))?.dispute).toMatchObject({ decision: null });

  const decide = decides(business, lost, asked);
  const answers = await Promise.all([decide(), decide()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await bill(business))?.dispute).toMatchObject({ decision: 'paid', received: 1200, amount: 1500 });
  expect(await visitStanding(business, lost.engagementId)).toBe('partly-paid-otherwise');
  const { acts: done } = (await test.call('getBillActs', { as, params: { billId: lost.billId } })).body;
  expect(done).toMatchObject([
    { kind: 'dispute-paid', by: expect.any(String), amount: 1200, reason: 'Check 1042.' },
    { kind: 'dispute-written-off', by: expect.any(String), amount: 300, reason: 'Check 1042.' },
  ]);
  const record = await test.call('getCustomer', { as, params: { customerProfileId: customer.profileId } });
  expect(record.body.disputes).toMatchObject([{ decision: 'paid', received: 1200 }]);
  expect(await onRecord()).toBe('partly-paid-otherwise');
  expect(await figures()).toMatchObject({ disputed: before.disputed - 1200, writtenOff: 300, owed: before.owed });
  const { csv } = (await test.call('exportMoney', { as, query: { from: today, to: today, form: 'ledger' } })).body;
  expect(csv).toMatch(/Paid another way,business,outside,12\.00,.*\r\n.*Lost dispute written off,card,bank,3\.00,/);
  await test.drain();
  const [letter, ...others] = await customerMails(business, /received your \$12\.00/);
  expect(others).toEqual([]);
  expect(letter?.text).toContain('We wrote off the other $3.00');
  expect(letter?.text).toContain('nothing left to pay');
  expect(letter?.text).toContain('Your visits stay paused. Please choose another payment method');
});

riskTest('a service that staff end for a lost dispute is canceled with the decision', async ({ business }) => {
  const lost = await lostBill(business);
  const asked = { decision: 'ended' } as const;
  await decides(business, lost, { ...asked, isPreview: true })();
  expect(await engagementStatus(business, lost.engagementId)).toBe('ENGAGEMENT_STATUS_PAUSED');
  const decide = decides(business, lost, asked);
  expect((await decide()).body).toMatchObject({ isDone: true });
  expect((await decide()).body).toMatchObject({ isDone: true });
  expect(await engagementStatus(business, lost.engagementId)).toBe('ENGAGEMENT_STATUS_CANCELLED');
  expect((await bill(business))?.dispute).toMatchObject({ decision: 'ended' });
});

riskTest('a decision that is refused ends no service', async ({ business }) => {
  const lost = await lostBill(business);
  const { test, customer } = business;
  // This id was used for something else.
  const requestId = randomUUID();
  const credit = { requestId, isPreview: false, amount: 100, reason: 'Sorry.', version: 0 };
  const given = await test.call('giveCredit', { ...of(business), as: lost.staff.accessToken, body: credit });
  expect(given.status).toBe(200);
  expect((await decides(business, lost, { decision: 'ended', requestId })()).status).toBe(409);
  await test.drain();
  expect(await engagementStatus(business, lost.engagementId)).toBe('ENGAGEMENT_STATUS_PAUSED');
  expect((await bill(business))?.dispute).toMatchObject({ decision: null });
  expect(await mailsTo(test, customer, /cancel/i)).toEqual([]);
});

riskTest('of two who end a service at once one does, and the other reads it', async ({ business }) => {
  const lost = await lostBill(business);
  const ends = () => decides(business, lost, { decision: 'ended' })();
  const answers = await Promise.all([ends(), ends()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  await business.test.advance('PT2M');
  expect(await engagementStatus(business, lost.engagementId)).toBe('ENGAGEMENT_STATUS_CANCELLED');
  expect((await bill(business))?.dispute).toMatchObject({ decision: 'ended' });
  expect(await mailsTo(business.test, business.customer, /cancel|end/i)).toHaveLength(1);
});

riskTest(
  'staff allow a payment method again: its services go on, once, and it is on the record',
  async ({ business }) => {
    const { test, customer, worker } = business;
    const { engagementId, staff } = await lostBill(business);
    const as = staff.accessToken;
    const params = { customerProfileId: customer.profileId };
    const [method] = (await test.call('getCustomer', { as, params })).body.cards;
    expect(method?.blockedFor).toBe('disputed-as-fraud');
    const body = { requestId: randomUUID(), isPreview: false, reason: 'The bank confirmed it.' };
    const allow = (more: { requestId?: string } = {}) =>
      test.call('allowMethod', {
        as,
        params: { ...params, paymentMethodId: method?.id ?? '' },
        body: { ...body, ...more },
      });
    expect((await Promise.all([allow(), allow()])).map(({ status }) => status)).toEqual([200, 200]);
    await test.drain();
    expect(await engagementStatus(business, engagementId)).toBe('ENGAGEMENT_STATUS_RUNNING');
    expect((await allow({ requestId: randomUUID() })).status).toBe(409);
    // It may be chosen, and is not chosen beforehand.
    const own = { as: customer.accessToken, params: { userId: customer.userId } };
    const saved = await test.call('listPaymentMethods', own);
    expect(saved.body).toMatchObject({ unusableIds: [], allowedAgainIds: [method?.id] });
    expect((await test.call('getCustomer', { as, params })).body.cards).toMatchObject([{ blockedFor: null }]);
    const { acts: done } = (await test.call('listCustomerActs', { as, params })).body;
    expect(done).toMatchObject([{ kind: 'method-allowed', card: 'Visa (0259)', reason: body.reason }]);
    const strange = { customerProfileId: (await buildCustomer(test)).profileId, paymentMethodId: method?.id ?? '' };
    expect((await test.call('allowMethod', { as, params: strange, body })).status).toBe(404);
    await completeVisit(test, { engagementId, worker, daysLater: 7 });
    await test.drain();
    expect(await intentsOf(business)).toHaveLength(2);
  },
);
