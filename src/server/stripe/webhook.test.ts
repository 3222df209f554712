import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { eq } from 'drizzle-orm';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { stripeEvents } from '../database/schema/stripe-events.ts';
import { freePort } from '../free-port.ts';
import {
  businessTest,
  chargeOf,
  customerMails,
  intentsOf,
  refuseWebhooks,
  withCard,
} from '../testing/billing-fixture.ts';
import { buildEmployee } from '../testing/factories.ts';
import { buildRunningEngagement, completeVisit, setStripeFaults } from '../testing/payment-factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { findMissingEvents } from './check-endpoints.ts';
import { createStripe } from './client.ts';
import { connectedEventTypes, ownEventTypes } from './event-types.ts';
import { registerWebhook } from './webhook.ts';

type Delivery = {
  secret?: string;
  timestamp?: number;
  signature?: string;
  tamper?: (payload: string) => string;
  /** The whole payload, instead of an event. */
  payload?: string;
  /** The event's id; a new one by default. */
  id?: string;
};

/** Delivers an event as Stripe does, or as somebody else would. */
async function deliver(test: TestWorld, type: string, object: object, delivery: Delivery = {}) {
  const { id = `evt_${randomUUID()}` } = delivery;
  const payload = delivery.payload ?? JSON.stringify({ id, object: 'event', type, data: { object } }, undefined, 2);
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
  const now = Math.floor(Date.now() / 1000);
  const forgeries: Delivery[] = [
    { secret: 'whsec_another' },
    { signature: '' },
    { signature: 't=1,v1=00' },
    { timestamp: now - 3600 },
    { timestamp: now + 3600 },
    { payload: 'null' },
    { payload: '{}' },
    { payload: '[]' },
    { payload: '{"id":"evt_1","type":"payment_intent.succeeded","data":null}' },
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

businessTest('a wrong secret is on /system at once, until Stripe’s signature is good again', async ({ business }) => {
  const { test } = business;
  const { config } = test.world;
  // Of a stand-in nothing is told.
  Object.assign(test.world, { config: { ...config, STRIPE_SECRET_KEY: 'sk_test_x' } });
  onTestFinished(() => void Object.assign(test.world, { config }));
  const { accessToken: as } = await buildEmployee(test);
  const ofWebhook = async () => {
    const { parts, checks } = (await test.call('getSystem', { as })).body;
    return [
      parts.find(({ part }) => part === 'webhook')?.state,
      checks.find(({ check }) => check === 'webhook')?.reason,
    ];
  };
  await deliver(test, 'payment_intent.succeeded', { id: 'pi_unknown' });
  await deliver(test, 'payment_intent.succeeded', { id: 'pi_1' }, { signature: '' });
  expect(await ofWebhook()).toEqual(['good', null]);
  const refused = await deliver(test, 'payment_intent.succeeded', { id: 'pi_1' }, { secret: 'whsec_another' });
  expect([refused.statusCode, ...(await ofWebhook())]).toEqual([400, 'watch', 'signature-refused']);
  await deliver(test, 'payment_intent.succeeded', { id: 'pi_unknown' });
  expect(await ofWebhook()).toEqual(['good', null]);
});

businessTest(
  'events about payments and about connected accounts come from two endpoints, each with its secret',
  async ({ business }) => {
    const { test } = business;
    const payments = { ...test.world.payments, webhookSecret: 'whsec_payments, whsec_accounts' };
    const app = Fastify();
    const unasked = async () => undefined;
    await registerWebhook(app, { ...test.world, payments }, { refused: unasked, good: unasked });
    const from = (secret: string, type: string, object: object) => deliver({ ...test, app }, type, object, { secret });
    expect((await from('whsec_payments', 'payment_intent.succeeded', { id: 'pi_1' })).statusCode).toBe(200);
    expect((await from('whsec_accounts', 'account.updated', { id: 'acct_1' })).statusCode).toBe(200);
    for (const secret of ['whsec_another', 'whsec_payments, whsec_accounts', ' ']) {
      expect((await from(secret, 'account.updated', { id: 'acct_2' })).statusCode).not.toBe(200);
    }
    const kept = await test.world.database.select().from(stripeEvents);
    expect(kept.map(({ subjectId }) => subjectId).filter((id) => /_\d$/.test(id))).toEqual(['pi_1', 'acct_1']);
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
  await test.drain();
  const left = await test.world.database.select().from(stripeEvents);
  expect(left.filter(({ dueAt }) => dueAt !== null)).toEqual([]);
});

businessTest('an event whose object is not what its type says is refused', async ({ business: { test } }) => {
  for (const [type, object, id] of [
    ['payment_intent.succeeded', {}],
    ['payment_intent.succeeded', { id: 'pi_\u0000' }],
    ['payment_intent.canceled', { id: ['pi_1'] }],
    ['charge.refunded', { payment_intent: 5 }],
    ['charge.refunded', { payment_intent: { id: {} } }],
    ['charge.refunded', {}],
    ['account.updated', { id: null }],
    ['account.updated', { id: 'acct_1' }, 'evt_\u0000'],
    ['account.updated', { id: 'acct_1' }, 'e'.repeat(3000)],
  ] as const) {
    const answer = await deliver(test, type, object, id ? { id } : {});
    expect([answer.statusCode, answer.json().errorCode], JSON.stringify(object)).toEqual([400, 'INVALID_INPUT']);
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
  await test.drain();
  expect((await chargeOf(business, workId))?.status).toBe('declined');
});

businessTest('events that come often, at once and in any order applyOutcome a payment once', async ({ business }) => {
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

businessTest('an event is kept once, and answered before Stripe is asked', async ({ business: { test, worker } }) => {
  const { body } = await test.call('getConnectedAccount', {
    as: worker.accessToken,
    params: { userId: worker.userId },
  });
  const account = { id: body.connectedAccount.id, object: 'account' };
  await setStripeFaults(test, { match: { path: '/v1/accounts' }, kind: 'delay', delayMs: 60_000 });
  const again = () => deliver(test, 'account.updated', account, { id: 'evt_again' });
  const answers = await Promise.all([again(), again(), again()]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const kept = await test.world.database.select().from(stripeEvents).where(eq(stripeEvents.id, 'evt_again'));
  expect(kept).toMatchObject([{ subject: 'account', subjectId: account.id, attempts: 0 }]);
});

businessTest('while Stripe stalls, an event is answered as fast as before', async ({ business, annotate }) => {
  const { test, worker } = business;
  const { body } = await test.call('getConnectedAccount', {
    as: worker.accessToken,
    params: { userId: worker.userId },
  });
  const account = { id: body.connectedAccount.id, object: 'account' };
  const typical = async () => {
    const times: number[] = [];
    for (let count = 0; count < 100; count += 1) {
      const begun = performance.now();
      await deliver(test, 'account.updated', account);
      times.push(performance.now() - begun);
    }
    return times.sort((one, other) => one - other)[49] ?? 0;
  };
  const before = await typical();
  await setStripeFaults(test, { match: { path: '/v1/accounts' }, kind: 'delay', delayMs: 5000 });
  const workingOff = test.drain();
  const meanwhile = await typical();
  await setStripeFaults(test);
  await workingOff;
  await annotate(`p50 ${meanwhile.toFixed(1)} ms, ${before.toFixed(1)} ms before`);
  // A busy machine slows both. Who waited for Stripe would take fifty times as long.
  expect(meanwhile).toBeLessThan(Math.max(100, 5 * before));
});

businessTest(
  'an event that cannot be dealt with now is dealt with when Stripe answers again, and forgotten in time',
  async ({ business: { test, worker } }) => {
    const { body } = await test.call('getConnectedAccount', {
      as: worker.accessToken,
      params: { userId: worker.userId },
    });
    const id = 'evt_late';
    const event = async () => (await test.world.database.select().from(stripeEvents).where(eq(stripeEvents.id, id)))[0];
    await setStripeFaults(test, { match: { path: '/v1/accounts' }, kind: 'error-before-acting' });
    const account = { id: body.connectedAccount.id, object: 'account' };
    expect((await deliver(test, 'account.updated', account, { id })).statusCode).toBe(200);
    await test.drain();
    expect(await event()).toMatchObject({ attempts: 1, dueAt: expect.anything() });
    await setStripeFaults(test);
    await test.advance('PT3M');
    expect(await event()).toMatchObject({ attempts: 2, dueAt: null });
    await test.advance('P31D');
    expect(await event()).toBeUndefined();
  },
);

test('the README names every event that is to be subscribed to, and no other', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  const named = (ofWhat: string) => {
    const [, list = ''] = new RegExp(`^- For ${ofWhat}: ([^]*?)\n(?! )`, 'm').exec(readme) ?? [];
    return list.split(/,\s+/).map((one) => one.replaceAll('`', '').trim());
  };
  expect(named('your account')).toEqual(Object.keys(ownEventTypes));
  expect(named('connected accounts')).toEqual(Object.keys(connectedEventTypes));
});

test('a start says which events no endpoint of ours is told of, and goes on when Stripe does not say', async () => {
  const all = [...Object.keys(ownEventTypes), ...Object.keys(connectedEventTypes)];
  const ours = { url: 'https://yard.example/webhooks/stripe', status: 'enabled' };
  const missing = async (...endpoints: object[]) => {
    const [server, stripe] = await answering({ object: 'list', data: endpoints, has_more: false, url: '' });
    try {
      return await findMissingEvents(stripe, 'https://yard.example');
    } finally {
      server.close();
    }
  };
  expect(await missing()).toEqual(all);
  expect(await missing({ ...ours, enabled_events: ['*'] })).toEqual([]);
  const [first, ...others] = all;
  const two = [
    { ...ours, enabled_events: others.slice(0, 5) },
    { ...ours, enabled_events: others.slice(5) },
  ];
  expect(await missing(...two)).toEqual([first]);
  expect(await missing({ ...ours, status: 'disabled', enabled_events: ['*'] })).toEqual(all);
  expect(await missing({ ...ours, url: 'https://other.example/webhooks/stripe', enabled_events: ['*'] })).toEqual(all);
  const [server, stripe] = await answering({ error: { type: 'invalid_request_error', message: 'No' } }, 403);
  expect(await findMissingEvents(stripe, 'https://yard.example')).toBeUndefined();
  server.close();
});

async function answering(body: object, status = 200) {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const port = await freePort();
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return [server, createStripe({ secretKey: 'sk_test_any', apiUrl: `http://127.0.0.1:${port}` })] as const;
}
