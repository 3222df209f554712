import { eq } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { users } from '../database/schema/accounts.ts';
import { payments } from '../database/schema/billing.ts';
import { connectedAccounts } from '../database/schema/profiles.ts';
import {
  accountOf,
  type Business,
  businessTest,
  chargedVisit,
  chargeStatus,
  completedVisit,
  customerMails,
  declinedCard,
  intentsOf,
  refuseWebhooks,
  updateEngagement,
} from '../testing/billing-fixture.ts';
import { advanceFor } from '../testing/engagement-factories.ts';
import { buildEmployee, mailsTo } from '../testing/factories.ts';
import { buildCard, completeVisit, onboardWorker, setStripeFaults } from '../testing/payment-factories.ts';
import { hearFraudWarning } from './fraud-warnings.ts';

const inProportion = { reverse_transfer: true, refund_application_fee: true };

async function findingsOf({ test }: Business) {
  const staff = await buildEmployee(test);
  return (await test.call('getStaffDesk', { as: staff.accessToken })).body.findings.rows;
}

/** Waits until what Stripe has told of is dealt with. */
const heard = (business: Business, check: () => Promise<void>) =>
  vi.waitFor(async () => {
    await business.test.drain();
    await check();
  }, 60_000);

businessTest(
  'a bank’s warning of fraud is on the desk until the bill is refunded, and comes once',
  async ({ business }) => {
    const { test, customer } = business;
    await chargedVisit(business, '4000000000005423');
    const finding = { kind: 'fraud-warning', amount: 1500, person: { profileId: customer.profileId } };
    await heard(business, async () => expect(await findingsOf(business)).toMatchObject([finding]));
    expect((await findingsOf(business))[0]?.bill).toMatchObject({ customerProfileId: customer.profileId });
    const [event] = (await test.world.stripe.events.list({ types: ['radar.early_fraud_warning.created'] })).data;
    const { id: warningId = '' } = { ...event?.data.object } as { id?: string };
    await Promise.all([1, 2, 3].map(() => hearFraudWarning(test.world, warningId)));
    expect(await findingsOf(business)).toHaveLength(1);
    const [intent] = await intentsOf(business);
    const refund = (amount: number) =>
      test.world.stripe.refunds.create({ payment_intent: intent?.id ?? '', amount, ...inProportion });
    await refund(1500);
    await heard(business, async () => expect(await findingsOf(business)).toEqual([]));
    await hearFraudWarning(test.world, warningId);
    expect(await findingsOf(business)).toEqual([]);
  },
);

businessTest(
  'a warning that comes before we know that the payment was made is on the desk as well',
  async ({ business }) => {
    const { test } = business;
    await completedVisit(business, '4000000000005423');
    const isLost = { match: {}, kind: 'lose-webhooks' } as const;
    const intents = { method: 'POST', path: '/v1/payment_intents' };
    await setStripeFaults(test, isLost, { match: intents, kind: 'drop', times: 3 });
    await test.drain();
    await setStripeFaults(test);
    const [event] = (await test.world.stripe.events.list({ types: ['radar.early_fraud_warning.created'] })).data;
    const { id: warningId = '' } = { ...event?.data.object } as { id?: string };
    await hearFraudWarning(test.world, warningId);
    expect(await findingsOf(business)).toMatchObject([{ kind: 'fraud-warning', amount: 1500 }]);
  },
);

businessTest('pay that is taken back without a refund is told to the worker, and on the desk', async ({ business }) => {
  const { test, worker } = business;
  await chargedVisit(business);
  const [intent] = await intentsOf(business);
  const { latest_charge } = await test.world.stripe.paymentIntents.retrieve(intent?.id ?? '', {
    expand: ['latest_charge'],
  });
  const transfer = typeof latest_charge === 'object' ? String(latest_charge?.transfer) : '';
  await test.world.stripe.transfers.createReversal(transfer, { amount: 200 });
  const finding = {
    kind: 'reversed-alone',
    amount: 200,
    person: { profileId: worker.profileId },
    bill: expect.anything(),
  };
  await heard(business, async () => expect(await findingsOf(business)).toMatchObject([finding]));
  await test.drain();
  expect(await mailsTo(test, worker, /\$2\.00 of your pay was taken back/)).toHaveLength(1);
  expect(await mailsTo(test, worker, /goes back/)).toEqual([]);
  await test.world.stripe.refunds.create({ payment_intent: intent?.id ?? '', amount: 200 });
  await heard(business, async () => expect(await findingsOf(business)).toEqual([]));
});

businessTest(
  'a refund that came back and is sent again at Stripe takes the pay a second time: told, and on the desk to the cent',
  async ({ business }) => {
    const { test, worker } = business;
    await chargedVisit(business, '4000000000005126');
    const [intent] = await intentsOf(business);
    const refund = (amount: number) =>
      test.world.stripe.refunds.create({ payment_intent: intent?.id ?? '', amount, ...inProportion });
    await refund(500);
    await heard(business, async () =>
      expect(await mailsTo(test, worker, /\$4\.00 of your pay goes back/)).toHaveLength(1),
    );
    await advanceFor(test, 'PT1H', []);
    await test.drain();
    expect(await findingsOf(business)).toEqual([]);
    await refund(500);
    const finding = { kind: 'reversed-alone', amount: 400, person: { profileId: worker.profileId } };
    await heard(business, async () => expect(await findingsOf(business)).toMatchObject([finding]));
    await test.drain();
    expect(await mailsTo(test, worker, /\$4\.00 of your pay was taken back/)).toHaveLength(1);
    expect(await mailsTo(test, worker, /goes back/)).toHaveLength(1);
  },
);

businessTest.for(['heard', 'lost'] as const)(
  'a customer who is deleted at Stripe is asked for a card, and charged again with that one: the event is %s',
  async (event, { business }) => {
    const { test, customer } = business;
    const { engagementId } = await chargedVisit(business);
    const [intent] = await intentsOf(business);
    if (event === 'lost') refuseWebhooks(business);
    await test.world.stripe.customers.del(String(intent?.customer));
    const completed = () => completeVisit(test, { engagementId, worker: business.worker, daysLater: 7 });
    const charged = event === 'lost' && (await completed());
    const finding = { kind: 'customer-deleted', person: { profileId: customer.profileId } };
    await heard(business, async () => expect(await findingsOf(business)).toMatchObject([finding]));
    const [user] = await test.world.database.select().from(users).where(eq(users.id, customer.userId));
    expect(user).toMatchObject({ stripeCustomerId: null, deletedStripeCustomerId: intent?.customer });
    await advanceFor(test, 'PT6M', [customer]);
    expect(await customerMails(business, /Please add a card again/)).toHaveLength(1);
    expect(await customerMails(business, /could not charge|declined/)).toEqual([]);
    const params = { userId: customer.userId };
    const { body } = await test.call('listPaymentMethods', { as: customer.accessToken, params });
    expect(body.creditCardPaymentMethods).toEqual([]);

    const workId = charged || (await completed());
    await test.drain();
    expect(await chargeStatus(business, workId)).toBe('open');
    const card = await buildCard(test, customer);
    expect(await findingsOf(business)).toEqual([]);
    const { status } = await updateEngagement(business, engagementId, { stripePaymentMethodId: card });
    expect(status).toBe(200);
    await test.advance('PT2M');
    await test.drain();
    expect(await chargeStatus(business, workId)).toBe('paid');
  },
);

businessTest(
  'a worker who is disconnected at Stripe is told, is held for, and is paid once connected again',
  async ({ business }) => {
    const { test, worker } = business;
    const [account] = await test.world.database.select().from(connectedAccounts);
    const first = account?.stripeAccountId ?? '';
    const input = { as: worker.accessToken, params: { userId: worker.userId } };
    await test.world.stripe.rawRequest('POST', `/v1/accounts/${first}/deauthorize`);
    await heard(business, async () => {
      const { body } = await test.call('getConnectedAccount', input);
      expect(body.connectedAccount.onboardingComplete).toBe(false);
    });
    await test.drain();
    expect(await mailsTo(test, worker, /not connected to us anymore/)).toHaveLength(1);
    const { workId } = await completedVisit(business);
    await test.drain();
    expect(await chargeStatus(business, workId)).toBe('open');
    const staff = await buildEmployee(test);
    expect((await test.call('getStaffDesk', { as: staff.accessToken })).body.unpayableWorkers).toMatchObject({
      rows: [{ worker: { profileId: worker.profileId }, restrictedAt: expect.any(String), heldAmount: 1500 }],
    });
    await onboardWorker(test, worker);
    const [after] = await test.world.database.select().from(connectedAccounts);
    expect(after?.stripeAccountId).not.toBe(first);
    await test.advance('PT1M');
    expect(await chargeStatus(business, workId)).toBe('paid');
  },
);

businessTest(
  'a worker who has connected another account is paid there, and what the one before got goes back from there',
  async ({ business }) => {
    const { test, customer, worker } = business;
    await chargedVisit(business);
    const first = await accountOf(test, worker);
    const { engagementId, workId } = await chargedVisit(business, declinedCard);
    await test.world.stripe.rawRequest('POST', `/v1/accounts/${first}/deauthorize`);
    await test.drain();
    await onboardWorker(test, worker);
    const second = await accountOf(test, worker);
    expect(second).not.toBe(first);
    const stripePaymentMethodId = await buildCard(test, customer);
    expect((await updateEngagement(business, engagementId, { stripePaymentMethodId })).status).toBe(200);
    await test.drain();
    expect(await chargeStatus(business, workId)).toBe('paid');
    const [newest, , oldest] = await intentsOf(business);
    expect([newest, oldest].map((intent) => intent?.transfer_data?.destination)).toEqual([second, first]);
    await test.world.stripe.refunds.create({ payment_intent: oldest?.id ?? '', ...inProportion });
    await heard(business, async () => {
      const { data } = await test.world.stripe.transfers.list({ destination: first });
      expect(data).toMatchObject([{ amount: 1500, amount_reversed: 1500 }]);
      const paid = eq(payments.stripeDestinationAccountId, first);
      const rows = await test.world.database.select().from(payments).where(paid);
      expect(rows.filter(({ status }) => status === 'refunded')).toMatchObject([{ refunded: 1500, reversed: 1500 }]);
    });
  },
);
