import Fastify from 'fastify';
import { expect } from 'vitest';
import {
  businessTest,
  chargeOf,
  customerMails,
  intentsOf,
  refuseWebhooks,
  withCard,
} from '../testing/billing-fixture.ts';
import { buildRunningEngagement, completeVisit, setStripeFaults } from '../testing/payment-factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { registerWebhook } from './webhook.ts';

type Delivery = { secret?: string; timestamp?: number; signature?: string; tamper?: (payload: string) => string };

/** Delivers an event as Stripe does, or as somebody else would. */
async function deliver(test: TestWorld, type: string, object: object, delivery: Delivery = {}) {
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } }, undefined, 2);
  const signature =
    delivery.signature ??
    test.world.stripe.webhooks.generateTestHeaderString({
      payload,
      secret: delivery.secret ?? test.world.payments.webhookSecret,
      ...(delivery.timestamp === undefined ? {} : { timestamp: delivery.timestamp }),
    });
  return await test.app.inject({
    method: 'POST',
    url: '/webhooks/stripe',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(signature ? { 'stripe-signature': signature } : {}),
    },
    payload: delivery.tamper?.(payload) ?? payload,
  });
}

businessTest('an event that Stripe did not sign is refused before it is read', async ({ business: { test } }) => {
  const intent = { id: 'pi_1', object: 'payment_intent' };
  const longAgo = Math.floor(Date.now() / 1000) - 3600;
  const forgeries: Delivery[] = [
    { secret: 'whsec_another' },
    { signature: '' },
    { signature: 't=1,v1=00' },
    { timestamp: longAgo },
    { tamper: (payload) => payload.replace('pi_1', 'pi_2') },
    { tamper: () => '{ not JSON' },
    { tamper: () => '' },
  ];
  for (const forgery of forgeries) {
    const answer = await deliver(test, 'payment_intent.succeeded', intent, forgery);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ errorCode: 'INVALID_INPUT' });
  }
});

businessTest(
  'events about payments and about connected accounts come from two endpoints, each with its secret',
  async ({ business }) => {
    const { test } = business;
    const payments = { ...test.world.payments, webhookSecret: 'whsec_payments, whsec_accounts' };
    const told: string[] = [];
    const app = Fastify();
    await registerWebhook(
      app,
      { ...test.world, payments },
      {
        paymentIntentChanged: async (id) => void told.push(id),
        accountChanged: async (id) => void told.push(id),
      },
    );
    const from = (secret: string, type: string, object: object) => deliver({ ...test, app }, type, object, { secret });
    expect((await from('whsec_payments', 'payment_intent.succeeded', { id: 'pi_1' })).statusCode).toBe(200);
    expect((await from('whsec_accounts', 'account.updated', { id: 'acct_1' })).statusCode).toBe(200);
    for (const secret of ['whsec_another', 'whsec_payments, whsec_accounts', ' ']) {
      expect((await from(secret, 'account.updated', { id: 'acct_2' })).statusCode).not.toBe(200);
    }
    expect(told).toEqual(['pi_1', 'acct_1']);
    await app.close();
  },
);

businessTest('an event about something that is not ours is dealt with', async ({ business: { test } }) => {
  for (const [type, object] of [
    ['payment_intent.succeeded', { id: 'pi_unknown', object: 'payment_intent' }],
    ['account.updated', { id: 'acct_unknown', object: 'account' }],
    ['charge.refunded', { id: 'ch_unknown', object: 'charge', payment_intent: null }],
    ['customer.created', { id: 'cus_unknown', object: 'customer' }],
  ] as const) {
    expect((await deliver(test, type, object)).statusCode).toBe(200);
  }
});

businessTest('what an event claims is not believed: the object is read again', async ({ business }) => {
  const { test, worker } = business;
  const engagementId = await buildRunningEngagement(test, await withCard(business, '4000000000000341'));
  const workId = await completeVisit(test, { engagementId, worker });
  await test.drain();
  const [intent] = await intentsOf(business);
  const claim = { ...intent, status: 'succeeded', amount_received: 1500 };
  expect((await deliver(test, 'payment_intent.succeeded', claim)).statusCode).toBe(200);
  expect((await chargeOf(business, workId))?.status).toBe('declined');
});

businessTest('events that come often, at once and in any order settle a payment once', async ({ business }) => {
  const { test, worker } = business;
  const engagementId = await buildRunningEngagement(test, await withCard(business));
  const workId = await completeVisit(test, { engagementId, worker });
  refuseWebhooks(business);
  await setStripeFaults(test, { match: { method: 'POST', path: '/v1/payment_intents' }, kind: 'drop', times: 3 });
  await test.drain();
  const [intent] = await intentsOf(business);
  if (!intent) throw new Error('Nothing was charged');
  const types = ['succeeded', 'payment_failed', 'processing', 'succeeded', 'succeeded', 'requires_action'];
  const answers = await Promise.all(types.map((type) => deliver(test, `payment_intent.${type}`, intent)));
  expect(answers.map((answer) => answer.statusCode)).toEqual(types.map(() => 200));
  await test.advance('PT6M');
  expect((await chargeOf(business, workId))?.status).toBe('paid');
  expect(await customerMails(business, /receipt/)).toHaveLength(1);
});

businessTest(
  'an event that cannot be dealt with now is not confirmed, so that Stripe sends it again',
  async ({ business: { test, worker } }) => {
    const { body } = await test.call('getConnectedAccount', {
      as: worker.accessToken,
      params: { userId: worker.userId },
    });
    const account = { id: body.connectedAccount.id, object: 'account' };
    await setStripeFaults(test, { match: { path: '/v1/accounts' }, kind: 'error-before-acting' });
    const refused = await deliver(test, 'account.updated', account);
    expect(refused.statusCode).toBe(502);
    expect(refused.json()).toMatchObject({ errorCode: 'PAYMENT_PROVIDER_UNAVAILABLE' });
    await setStripeFaults(test);
    expect((await deliver(test, 'account.updated', account)).statusCode).toBe(200);
  },
);
