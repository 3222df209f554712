import { expect, vi } from 'vitest';
import {
  asksEveryTime,
  type Business,
  businessTest,
  chargedVisit,
  chargeStatus,
  customerMails,
  declinedCard,
  intentsOf,
  paymentsOf,
  paymentsToConfirm,
  refuseWebhooks,
} from '../testing/billing-fixture.ts';
import { advanceFor } from '../testing/engagement-factories.ts';
import { buildCard, confirmPayment, setStripeFaults } from '../testing/payment-factories.ts';

/** A declined visit whose customer presses Pay with a card whose bank asks every time. */
async function paidWithAskingCard(business: Business) {
  const { test, customer } = business;
  const visit = await chargedVisit(business, declinedCard);
  const stripePaymentMethodId = await buildCard(test, customer, asksEveryTime);
  const { status } = await test.call('collectOverdue', {
    as: customer.accessToken,
    params: { customerProfileId: customer.profileId },
    body: { stripePaymentMethodId, amount: 1500 },
  });
  expect(status).toBe(200);
  return visit;
}

businessTest('who presses Pay is there when the bank asks, and pays by confirming', async ({ business }) => {
  const { test } = business;
  const { engagementId, workId } = await paidWithAskingCard(business);
  await test.drain();
  // Without somebody there it would be declined: `requires_payment_method`.
  expect((await intentsOf(business))[0]?.status).toBe('requires_action');
  expect(await chargeStatus(business, workId)).toBe('action-required');
  const [toConfirm] = await paymentsToConfirm(business, engagementId);
  await confirmPayment(test, toConfirm?.clientSecret ?? '', toConfirm?.stripePaymentMethodId ?? '');
  await vi.waitFor(async () => {
    await test.drain();
    expect(await chargeStatus(business, workId)).toBe('paid');
  }, 60_000);
  expect(await intentsOf(business)).toHaveLength(2);
  expect(await customerMails(business, /receipt/)).toHaveLength(1);
});

businessTest(
  'who leaves while the bank waits may confirm for three days; then it is tried without',
  async ({ business }) => {
    const { test, customer } = business;
    const { engagementId, workId } = await paidWithAskingCard(business);
    await test.drain();
    await test.advance('P3D');
    expect((await intentsOf(business))[0]?.status).toBe('canceled');
    expect(await chargeStatus(business, workId)).toBe('not-confirmed');
    await test.advance('P3D');
    await advanceFor(test, 'PT1S', [customer]);
    expect(await chargeStatus(business, workId)).toBe('action-required');
    expect((await intentsOf(business))[0]?.status).toBe('requires_payment_method');
    const asked = (await paymentsOf(business, engagementId)).map(({ isOnSession, status }) => [isOnSession, status]);
    expect(asked).toEqual([
      [false, 'declined'],
      [true, 'declined'],
      [false, 'action-required'],
    ]);
  },
);

businessTest('an answer that is lost is asked for again, and nothing is charged twice', async ({ business }) => {
  const { test } = business;
  refuseWebhooks(business);
  const { engagementId, workId } = await paidWithAskingCard(business);
  await setStripeFaults(test, { match: { method: 'POST', path: '/v1/payment_intents' }, kind: 'drop', times: 3 });
  await test.drain();
  expect(await chargeStatus(business, workId)).toBe('collecting');
  await test.advance('PT6M');
  expect(await chargeStatus(business, workId)).toBe('action-required');
  expect(await paymentsToConfirm(business, engagementId)).toHaveLength(1);
  expect(await intentsOf(business)).toHaveLength(2);
});

businessTest(
  'who was deleted at Stripe pays with a card saved since, as the customer that they are now',
  async ({ business }) => {
    const { test, customer } = business;
    const { workId } = await chargedVisit(business, declinedCard);
    const [first] = await intentsOf(business);
    await test.world.stripe.customers.del(String(first?.customer));
    await vi.waitFor(async () => {
      await advanceFor(test, 'PT6M', [customer]);
      await test.drain();
      expect(await customerMails(business, /add a card again/)).toHaveLength(1);
    }, 60_000);
    const stripePaymentMethodId = await buildCard(test, customer);
    const { status } = await test.call('collectOverdue', {
      as: customer.accessToken,
      params: { customerProfileId: customer.profileId },
      body: { stripePaymentMethodId, amount: 1500 },
    });
    expect(status).toBe(200);
    await test.drain();
    expect(await chargeStatus(business, workId)).toBe('paid');
  },
);
