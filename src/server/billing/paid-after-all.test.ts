import { eq } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { payments } from '../database/schema/billing.ts';
import { entries } from '../database/schema/ledger.ts';
import {
  asksEveryTime,
  type Business,
  businessTest,
  chargedVisit,
  chargeStatus,
  customerMails,
  declinedCard,
  engagementStatus,
  giveUp,
  intentsOf,
  paymentsOf,
} from '../testing/billing-fixture.ts';
import { advanceFor } from '../testing/engagement-factories.ts';
import { buildEmployee } from '../testing/factories.ts';
import { buildCard } from '../testing/payment-factories.ts';

/** Somebody pays a declined PaymentIntent at Stripe. */
async function payAtStripe(business: Business, intentId: string): Promise<void> {
  const { test, customer } = business;
  const card = await buildCard(test, customer);
  await test.world.stripe.paymentIntents.confirm(intentId, { payment_method: card, off_session: true });
  await vi.waitFor(async () => {
    await test.drain();
    const [payment] = await test.world.database
      .select()
      .from(payments)
      .where(eq(payments.stripePaymentIntentId, intentId));
    expect(payment?.status).toBe('paid');
  }, 60_000);
}

const firstIntent = async (business: Business, engagementId: string) =>
  (await paymentsOf(business, engagementId))[0]?.stripePaymentIntentId ?? '';
const statesOf = async (business: Business, engagementId: string) =>
  (await paymentsOf(business, engagementId)).map(({ status, isTakenOver }) => [status, isTakenOver]);

async function paidTwice({ test }: Business) {
  const employee = await buildEmployee(test);
  await advanceFor(test, 'PT1S', [employee]);
  return (await test.call('getStaffDesk', { as: employee.accessToken })).body.paidTwice;
}

businessTest(
  'a declined payment that is paid at Stripe while the next attempt is planned pays its bill, and nothing is tried again',
  async ({ business }) => {
    const { test } = business;
    const { engagementId, workId } = await chargedVisit(business, declinedCard);
    expect(await statesOf(business, engagementId)).toEqual([
      ['declined', true],
      ['pending', false],
    ]);
    await payAtStripe(business, await firstIntent(business, engagementId));
    expect(await chargeStatus(business, workId)).toBe('paid');
    expect(await statesOf(business, engagementId)).toEqual([
      ['paid', false],
      ['declined', true],
    ]);
    expect(await customerMails(business, /receipt/)).toHaveLength(1);
    await test.advance('P10D');
    expect(await intentsOf(business)).toHaveLength(1);
    expect((await paidTwice(business)).count).toBe(0);
  },
);

businessTest('one that was given up and is paid at Stripe lets the visits go on', async ({ business }) => {
  const { engagementId, workId } = await chargedVisit(business, declinedCard);
  await giveUp(business);
  await payAtStripe(business, await firstIntent(business, engagementId));
  expect(await chargeStatus(business, workId)).toBe('paid');
  expect(await engagementStatus(business, engagementId)).toBe('ENGAGEMENT_STATUS_RUNNING');
});

businessTest(
  'what is paid at Stripe when the bill was paid otherwise is booked, stands on the desk, and is owed until it is sent back',
  async ({ business }) => {
    const { test, customer } = business;
    const { engagementId, workId } = await chargedVisit(business, declinedCard);
    const good = await buildCard(test, customer);
    const of = { as: customer.accessToken, params: { customerProfileId: customer.profileId } };
    await test.call('collectOverdue', { ...of, body: { stripePaymentMethodId: good } });
    await test.drain();
    expect(await chargeStatus(business, workId)).toBe('paid');
    const intentId = await firstIntent(business, engagementId);
    await payAtStripe(business, intentId);
    expect(await customerMails(business, /receipt/)).toHaveLength(1);
    expect(await paidTwice(business)).toEqual({
      count: 1,
      rows: [
        {
          paymentId: expect.any(String),
          customer: { profileId: customer.profileId, name: expect.any(String) },
          amount: 1500,
          bill: { id: expect.any(String), number: expect.stringMatching(/^Y-\d{4}-000001$/) },
          paidAt: expect.any(String),
          stripePaymentIntentId: intentId,
        },
      ],
    });
    const booked = async () => {
      const rows = await test.world.database.select().from(entries).where(eq(entries.account, 'customer'));
      return rows.reduce((sum, { amount }) => sum + amount, 0);
    };
    expect(await booked()).toBe(1500);

    await test.world.stripe.refunds.create({ payment_intent: intentId });
    await vi.waitFor(async () => {
      await test.drain();
      expect((await paidTwice(business)).count).toBe(0);
    }, 60_000);
    expect(await booked()).toBe(0);
    expect(await chargeStatus(business, workId)).toBe('paid');
  },
);

businessTest(
  'an attempt that waits for the bank while another one is paid is ended, and asks nobody anymore',
  async ({ business }) => {
    const { test, customer } = business;
    const { engagementId, workId } = await chargedVisit(business, declinedCard);
    const card = await buildCard(test, customer, asksEveryTime);
    const of = { as: customer.accessToken, params: { customerProfileId: customer.profileId } };
    await test.call('collectOverdue', { ...of, body: { stripePaymentMethodId: card } });
    await test.drain();
    expect(await chargeStatus(business, workId)).toBe('action-required');
    await payAtStripe(business, await firstIntent(business, engagementId));
    await test.advance('PT1M');
    expect(await chargeStatus(business, workId)).toBe('paid');
    expect((await intentsOf(business)).map(({ status }) => status).sort()).toEqual(['canceled', 'succeeded']);
    await test.advance('P10D');
    expect(await intentsOf(business)).toHaveLength(2);
    expect(await customerMails(business, /not confirmed|declined/)).toHaveLength(1);
  },
);
