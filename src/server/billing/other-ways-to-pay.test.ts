import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import { kindNotTakenMessage } from '#domain/payment-attempts.ts';
import {
  type Business,
  businessTest,
  chargedVisit,
  chargeStatus,
  customerMails,
  declinedCard,
  engagementStatus,
  giveUp,
  intentsOf,
  refuseWebhooks,
  updateEngagement,
} from '../testing/billing-fixture.ts';
import { readEngagement } from '../testing/engagement-calls.ts';
import { advanceFor } from '../testing/engagement-factories.ts';
import { buildEmployee } from '../testing/factories.ts';
import {
  buildBankAccount,
  buildCard,
  buildRunningEngagement,
  buildWallet,
  completeVisit,
} from '../testing/payment-factories.ts';
import { createTestWorld } from '../testing/world.ts';

const bankTest = businessTest.extend({
  settings: { PAYMENT_METHOD_TYPES: 'card,link,us_bank_account,cashapp,paypal' },
});

const of = ({ customer }: Business) => ({
  as: customer.accessToken,
  params: { customerProfileId: customer.profileId },
});
const overdue = async (business: Business) => (await business.test.call('getOverdue', of(business))).body;
const bill = async (business: Business) => (await business.test.call('listBills', of(business))).body.bills[0];

async function visitPaidBy(business: Business, card: string) {
  const { test, worker } = business;
  const engagementId = await buildRunningEngagement(test, { ...business, card });
  const workId = await completeVisit(test, { engagementId, worker });
  await test.drain();
  return { engagementId, workId };
}

bankTest.for(['told', 'not told'] as const)(
  'a bank takes days: its bill is on its way meanwhile, asked for once, and paid in the end (we are %s)',
  async (how, { business }) => {
    const { test, customer } = business;
    const { workId } = await visitPaidBy(business, await buildBankAccount(test, customer));
    const waits = async () => {
      expect(await chargeStatus(business, workId)).toBe('processing');
      expect(await bill(business)).toMatchObject({ state: 'processing', nextAt: null, declineMessage: null });
      const open = { openAmount: 1500, amount: 0, givenUpAmount: 0, onItsWay: 1500, isCollecting: false };
      expect(await overdue(business)).toMatchObject({ ...open, engagementIds: [], toConfirm: [] });
      expect(await intentsOf(business)).toHaveLength(1);
    };
    await waits();
    if (how === 'not told') refuseWebhooks(business);
    await advanceFor(test, 'P2D', [customer]);
    await waits();
    expect(await customerMails(business, /declined|charge|receipt/i)).toEqual([]);
    await test.advance('P2D');
    await test.advance('P1D');
    await vi.waitFor(async () => {
      await test.drain();
      expect(await chargeStatus(business, workId)).toBe('paid');
    }, 60_000);
    const [receipt] = await customerMails(business, /receipt/);
    expect(receipt?.text).toContain('STRIPE TEST BANK (6789)');
    expect(await intentsOf(business)).toHaveLength(1);
  },
);

bankTest(
  'who pauses and cancels reads what is on its way from the bank, and not to pay it again',
  async ({ business }) => {
    const { test, customer } = business;
    const { engagementId } = await visitPaidBy(business, await buildBankAccount(test, customer));
    for (const [status, subject] of [
      ['ENGAGEMENT_STATUS_PAUSED', /You have paused/],
      ['ENGAGEMENT_STATUS_CANCELLED', /You have canceled/],
    ] as const) {
      const { version } = await readEngagement(test, customer, engagementId);
      const body = { status, version, ...(status === 'ENGAGEMENT_STATUS_CANCELLED' && { cancelReason: 'moving' }) };
      expect((await updateEngagement(business, engagementId, body)).status).toBe(200);
      await test.advance('PT1M');
      const [mail] = await customerMails(business, subject);
      expect(mail?.text).toContain('$15.00 is on its way from your bank.');
      expect(mail?.text).not.toContain('still to be paid');
    }
  },
);

bankTest(
  'what was given up and is paid by bank lets visits go on, and stops them again if the bank does not pay',
  async ({ business }) => {
    const { test, customer } = business;
    const { engagementId, workId } = await chargedVisit(business, declinedCard);
    await giveUp(business);
    const stripePaymentMethodId = await buildBankAccount(test, customer, '000222222227');
    const body = { stripePaymentMethodId, amount: 1500 };
    expect((await test.call('collectOverdue', { ...of(business), body })).status).toBe(200);
    await test.drain();
    expect(await overdue(business)).toMatchObject({ amount: 0, givenUpAmount: 0, onItsWay: 1500, isCollecting: false });
    await test.advance('PT1M');
    expect(await engagementStatus(business, engagementId)).toBe('ENGAGEMENT_STATUS_RUNNING');
    const params = { userId: customer.userId, paymentMethodId: stripePaymentMethodId };
    expect((await test.call('deletePaymentMethod', { as: customer.accessToken, params })).status).toBe(409);
    await advanceFor(test, 'P5D', [customer]);
    await vi.waitFor(async () => {
      await test.drain();
      expect(await chargeStatus(business, workId)).toBe('declined');
    }, 60_000);
    expect(await engagementStatus(business, engagementId)).toBe('ENGAGEMENT_STATUS_PAUSED');
    expect(await overdue(business)).toMatchObject({ amount: 1500, givenUpAmount: 1500, onItsWay: 0 });
  },
);

bankTest.for([
  ['cashapp', 'Cash App ($greenyard)'],
  ['paypal', 'PayPal (buyer@example.com)'],
  ['link', 'Link'],
] as const)('%s is approved once, and then charged like a card', async ([type, name], { business }) => {
  const { test, customer } = business;
  const { workId } = await visitPaidBy(business, await buildWallet(test, customer, type));
  expect(await chargeStatus(business, workId)).toBe('paid');
  expect((await customerMails(business, /receipt/))[0]?.text).toContain(name);
  const stripePaymentMethodId = await buildWallet(test, customer, type);
  await advanceFor(test, 'P400D', [customer]);
  expect(await customerMails(business, /expires/)).toEqual([]);
  const body = { stripePaymentMethodId, amount: 1500 };
  expect((await test.call('collectOverdue', { ...of(business), body })).error?.message).toContain('Nothing is left');
});

bankTest(
  'what a bank takes back after it has paid is final: staff are told, and the money page has it',
  async ({ business }) => {
    const { test, customer } = business;
    await visitPaidBy(business, await buildBankAccount(test, customer, '000555555559'));
    await advanceFor(test, 'P5D', [customer]);
    const employee = await buildEmployee(test);
    await vi.waitFor(async () => {
      await test.drain();
      expect(await bill(business)).toMatchObject({ state: 'paid', dispute: { status: 'lost', amount: 1500 } });
      const { body } = await test.call('getStaffDesk', { as: employee.accessToken });
      expect(body.disputes.rows).toMatchObject([{ isLost: true, amount: 1500 }]);
    }, 60_000);
  },
);

bankTest('while a bank takes its days staff can do nothing to the bill, and see why', async ({ business }) => {
  const { test, customer } = business;
  await visitPaidBy(business, await buildBankAccount(test, customer));
  const employee = await buildEmployee(test);
  const { id: billId = '' } = (await bill(business)) ?? {};
  const input = { as: employee.accessToken, params: { billId } };
  const { body } = await test.call('getBillActs', input);
  expect(body).toMatchObject({ open: null, obstacle: expect.stringContaining('within five business days') });
  const { cards } = (await test.call('listBillCards', input)).body;
  expect(cards).toMatchObject([{ name: 'STRIPE TEST BANK (6789)', isOfService: true }]);
});

bankTest(
  'a tip waits until the price is here; by bank it is collected for days, and comes to nothing if the bank does not pay',
  async ({ business }) => {
    const { test, customer } = business;
    const { engagementId, workId } = await visitPaidBy(business, await buildBankAccount(test, customer));
    await advanceFor(test, 'PT2M', [customer]);
    const tip = { requestId: randomUUID(), amount: 500 };
    const input = () => ({ as: customer.accessToken, params: { engagementId, workId }, body: tip });
    expect((await test.call('leaveTip', input())).error.message).toBe(
      'The payment for this visit is on its way from your bank. You can leave a tip once it is here.',
    );
    await advanceFor(test, 'P5D', [customer]);
    await vi.waitFor(async () => {
      await test.drain();
      expect(await chargeStatus(business, workId)).toBe('paid');
    }, 60_000);
    const closed = await buildBankAccount(test, customer, '000111111113');
    expect((await updateEngagement(business, engagementId, { stripePaymentMethodId: closed })).status).toBe(200);
    expect((await test.call('leaveTip', input())).body).toMatchObject({ tip: { state: 'collecting' } });
    await advanceFor(test, 'P5D', [customer]);
    await vi.waitFor(async () => {
      await test.drain();
      expect((await customerMails(business, /tip/i))[0]?.text).toContain('Your bank says that this account is closed.');
    }, 60_000);
  },
);

bankTest('each kind stands in its own group', async ({ business: { test, customer } }) => {
  await buildBankAccount(test, customer);
  for (const type of ['cashapp', 'paypal', 'link'] as const) await buildWallet(test, customer, type);
  const { body } = await test.call('listPaymentMethods', {
    as: customer.accessToken,
    params: { userId: customer.userId },
  });
  expect(body).toMatchObject({
    creditCardPaymentMethods: [],
    usBankPaymentMethods: [{ bankName: 'STRIPE TEST BANK', last4: '6789' }],
    cashAppPaymentMethods: [{ tag: '$greenyard' }],
    payPalPaymentMethods: [{ email: 'buyer@example.com' }],
    linkPaymentMethods: [{ email: 'buyer@example.com' }],
  });
});

bankTest(
  'a kind that is switched off after it was saved is shown as unusable, and cannot be chosen',
  async ({ business }) => {
    const { test, customer } = business;
    const { as, params } = { as: customer.accessToken, params: { userId: customer.userId } };
    const saved = {
      card: await buildCard(test, customer),
      us_bank_account: await buildBankAccount(test, customer),
      cashapp: await buildWallet(test, customer, 'cashapp'),
      paypal: await buildWallet(test, customer, 'paypal'),
      link: await buildWallet(test, customer, 'link'),
    };
    const types = test.world.config.PAYMENT_METHOD_TYPES;
    for (const type of types) {
      Object.assign(test.world.config, { PAYMENT_METHOD_TYPES: types.filter((other) => other !== type) });
      const { body } = await test.call('listPaymentMethods', { as, params });
      expect(body.unusableIds).toEqual([saved[type]]);
      const pay = { stripePaymentMethodId: saved[type] };
      const refused = await test.call('collectOverdue', { ...of(business), body: pay });
      expect([refused.status, refused.error.fields?.[0]?.message]).toEqual([400, kindNotTakenMessage]);
    }
    Object.assign(test.world.config, { PAYMENT_METHOD_TYPES: types });
    expect((await test.call('listPaymentMethods', { as, params })).body.unusableIds).toEqual([]);
  },
);

businessTest('what the setting does not name cannot be saved', async ({ business: { test, customer } }) => {
  await expect(buildBankAccount(test, customer)).rejects.toThrow(/us_bank_account\) is not allowed/);
});

businessTest('a kind that is unknown stops the start', async () => {
  for (const PAYMENT_METHOD_TYPES of ['card,cash', 'Card', ',']) {
    await expect(createTestWorld({ PAYMENT_METHOD_TYPES })).rejects.toThrow('PAYMENT_METHOD_TYPES');
  }
});
