import Stripe from 'stripe';
import { expect, onTestFinished, test } from 'vitest';
import { createEmptyDatabase } from '../testing.ts';
import { type Delivery, saveCard, sdkFor, startForTest, startReceiver, webhookSecret } from './testing.ts';

const verifier = new Stripe('sk_test_sandbox');

function eventOf(delivery: Delivery): Stripe.Event {
  const signature = delivery.headers['stripe-signature'];
  return verifier.webhooks.constructEvent(delivery.body, String(signature), webhookSecret);
}

/** @returns the deliveries about this customer's objects */
function typesOf(deliveries: Delivery[], customer: string): string[] {
  return deliveries
    .map(eventOf)
    .filter((event) => 'customer' in event.data.object && event.data.object.customer === customer)
    .map((event) => event.type);
}

async function saveAndPay(stripe: Stripe) {
  const card = await saveCard(stripe);
  const how = { amount: 1500, capture_method: 'automatic', currency: 'usd', confirm: true, off_session: true } as const;
  return { customer: card.customer, intent: await stripe.paymentIntents.create({ ...how, ...card }) };
}

test('events are signed, delivered in order and listed', async () => {
  const world = await startForTest();
  onTestFinished(world.close);
  const { customer, intent } = await saveAndPay(world.stripe);
  const expected = ['payment_method.attached', 'setup_intent.succeeded', 'payment_intent.succeeded'];
  await expect.poll(() => typesOf(world.receiver.deliveries, customer)).toEqual(expected);
  const delivery = world.receiver.deliveries.at(-1);
  if (delivery === undefined) throw new Error('Nothing was delivered.');
  expect(() =>
    verifier.webhooks.constructEvent(`${delivery.body} `, String(delivery.headers['stripe-signature']), webhookSecret),
  ).toThrow();
  const listed = await world.stripe.events.list({ types: ['payment_intent.succeeded'], limit: 1 });
  expect(listed.data[0]).toMatchObject({ data: { object: { id: intent.id } } });
  const event = await world.stripe.events.retrieve(listed.data[0]?.id ?? '');
  expect(event.type).toBe('payment_intent.succeeded');
});

test('an event that is not taken is sent again until it is', async () => {
  const receiver = await startReceiver((_delivery, index) => (index < 3 ? 500 : 200));
  onTestFinished(receiver.close);
  const world = await startForTest({ webhookUrl: receiver.url });
  onTestFinished(world.close);
  const { customer } = await saveAndPay(world.stripe);
  await expect.poll(() => new Set(typesOf(receiver.deliveries.slice(3), customer)).size).toBe(3);
});

test('what was not delivered goes out after a restart', async () => {
  const database = await createEmptyDatabase();
  onTestFinished(database.drop);
  const first = await startForTest({ databaseUrl: database.url, webhookUrl: 'http://127.0.0.1:9/webhook' });
  const { customer } = await saveAndPay(first.stripe);
  await first.close();
  const second = await startForTest({ databaseUrl: database.url });
  onTestFinished(second.close);
  await expect.poll(() => typesOf(second.receiver.deliveries, customer).length).toBe(3);
});

test('webhooks are doubled and turned round on request', async () => {
  const world = await startForTest();
  onTestFinished(world.close);
  const stripe = sdkFor(world.sandbox);
  const confirmSetup = { method: 'POST', path: '/v1/setup_intents' };
  world.sandbox.setFaults([
    { match: confirmSetup, kind: 'duplicate-webhooks' },
    { match: confirmSetup, kind: 'reorder-webhooks', delayMs: 100 },
  ]);
  const { customer } = await saveAndPay(stripe);
  await expect.poll(() => typesOf(world.receiver.deliveries, customer).length).toBe(5);
  // The payment's may come before them or between them.
  expect(typesOf(world.receiver.deliveries, customer).filter((type) => type !== 'payment_intent.succeeded')).toEqual([
    'setup_intent.succeeded',
    'setup_intent.succeeded',
    'payment_method.attached',
    'payment_method.attached',
  ]);
});

test('account.updated names its account', async () => {
  const world = await startForTest();
  onTestFinished(world.close);
  const account = await world.stripe.accounts.create({ country: 'US' });
  await world.sandbox.completeOnboarding(account.id, { firstName: 'Wes', lastName: 'Worker' });
  await expect
    .poll(() => world.receiver.deliveries.map(eventOf).find((event) => event.account === account.id)?.type)
    .toBe('account.updated');
});
