import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveCard, startForTest } from './testing.ts';

let world: Awaited<ReturnType<typeof startForTest>>;
let stripe: Stripe;

beforeAll(async () => {
  world = await startForTest();
  stripe = world.stripe;
});

afterAll(() => world.close());

const newKey = () => crypto.randomUUID();

function status(error: unknown): number | undefined {
  return error instanceof Stripe.errors.StripeError ? error.statusCode : undefined;
}

async function statusOf(call: Promise<unknown>): Promise<number | undefined> {
  return call.then(() => 200, status);
}

function charge(source: { customer: string; payment_method: string }, idempotencyKey: string, amount = 1500) {
  return stripe.paymentIntents.create(
    { amount, currency: 'usd', confirm: true, off_session: true, ...source },
    { idempotencyKey },
  );
}

async function chargesOf(customer: string): Promise<number> {
  return (await stripe.paymentIntents.list({ customer })).data.length;
}

test('the first answer is replayed, also a decline', async () => {
  const good = await saveCard(stripe);
  const key = newKey();
  const first = await charge(good, key);
  const again = await charge(good, key);
  expect(again.id).toBe(first.id);
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();

  const bad = await saveCard(stripe, '4000000000000341');
  const badKey = newKey();
  expect(await statusOf(charge(bad, badKey))).toBe(402);
  expect(await statusOf(charge(bad, badKey))).toBe(402);
  expect(await chargesOf(bad.customer)).toBe(1);
});

test('the same key with other parameters is refused', async () => {
  const source = await saveCard(stripe);
  const key = newKey();
  await charge(source, key);
  await expect(charge(source, key, 1600)).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
});

test('a request with bad parameters does not use up its key', async () => {
  const source = await saveCard(stripe);
  const key = newKey();
  expect(await statusOf(charge(source, key, -5))).toBe(400);
  expect(await statusOf(charge(source, key, 1500))).toBe(200);
});

test('a key that is in use answers 409, and the first request still counts', async () => {
  const source = await saveCard(stripe);
  const key = newKey();
  world.sandbox.setFaults([
    { match: { method: 'POST', path: '/v1/payment_intents' }, kind: 'delay', delayMs: 1500, times: 2 },
  ]);
  // Either of the two may take the key first, so either waits with it.
  const answers = await Promise.all([statusOf(charge(source, key)), statusOf(charge(source, key))]);
  expect(answers.sort()).toEqual([200, 409]);
  expect((await charge(source, key)).status).toBe('succeeded');
  expect(await chargesOf(source.customer)).toBe(1);
});

test('ten requests at once under one key charge once', async () => {
  const source = await saveCard(stripe);
  const key = newKey();
  const answers = await Promise.all(Array.from({ length: 10 }, () => statusOf(charge(source, key))));
  expect(answers.every((answer) => answer === 200 || answer === 409)).toBe(true);
  expect(answers).toContain(200);
  expect(await chargesOf(source.customer)).toBe(1);
});

test('a dropped answer was acted on, and its key brings the answer', async () => {
  const source = await saveCard(stripe);
  const key = newKey();
  world.sandbox.setFaults([{ match: { path: '/v1/payment_intents' }, kind: 'drop', times: 2 }]);
  await expect(charge(source, key)).rejects.toMatchObject({ type: 'StripeConnectionError' });
  const paid = await charge(source, key);
  expect(paid.status).toBe('succeeded');
  expect(await chargesOf(source.customer)).toBe(1);
});

test('a 500 after acting charged, a 500 before acting did not, and both are replayed', async () => {
  const match = { method: 'POST', path: '/v1/payment_intents' };
  const after = await saveCard(stripe);
  const afterKey = newKey();
  world.sandbox.setFaults([{ match, kind: 'error-after-acting', times: 1 }]);
  expect(await statusOf(charge(after, afterKey))).toBe(500);
  expect(await statusOf(charge(after, afterKey))).toBe(500);
  expect(await chargesOf(after.customer)).toBe(1);

  const before = await saveCard(stripe);
  const beforeKey = newKey();
  world.sandbox.setFaults([{ match, kind: 'error-before-acting', times: 1 }]);
  expect(await statusOf(charge(before, beforeKey))).toBe(500);
  expect(await statusOf(charge(before, beforeKey))).toBe(500);
  expect(await chargesOf(before.customer)).toBe(0);
});

test('a hung call that is repeated after the clock was moved by a day is made twice: so nobody may wait meanwhile', async () => {
  const source = await saveCard(stripe);
  const key = newKey();
  world.sandbox.setFaults([{ match: { method: 'POST', path: '/v1/payment_intents' }, kind: 'hang', times: 1 }]);
  const params = { amount: 1500, currency: 'usd', confirm: true, off_session: true, ...source };
  const waits = stripe.paymentIntents.create(params, { idempotencyKey: key, timeout: 1500, maxNetworkRetries: 1 });
  await expect.poll(() => chargesOf(source.customer)).toBe(1);
  world.clock.advance({ hours: 25 });
  expect((await waits).status).toBe('succeeded');
  expect(await chargesOf(source.customer)).toBe(2);
});

test('a key is forgotten after a day of business time', async () => {
  const source = await saveCard(stripe);
  const key = newKey();
  const first = await charge(source, key);
  world.clock.advance({ hours: 25 });
  expect((await charge(source, key)).id).not.toBe(first.id);
});
