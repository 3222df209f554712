import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onboardedAccount, saveCard, startForTest } from './testing.ts';

let world: Awaited<ReturnType<typeof startForTest>>;
let stripe: Stripe;

beforeAll(async () => {
  world = await startForTest();
  stripe = world.stripe;
});

afterAll(() => world.close());

const expand = ['latest_charge.balance_transaction', 'latest_charge.transfer', 'latest_charge.application_fee'];

/** A destination charge of $15.00 with a fee of $2.25. */
async function pay(number?: string, extra: Partial<Stripe.PaymentIntentCreateParams> = {}) {
  const [card, destination] = await Promise.all([saveCard(stripe, number), onboardedAccount(world)]);
  return await stripe.paymentIntents.create({
    amount: 1500,
    application_fee_amount: 225,
    capture_method: 'automatic',
    confirm: true,
    currency: 'usd',
    off_session: true,
    transfer_data: { destination },
    expand,
    ...card,
    ...extra,
  });
}

const inProportion = { reverse_transfer: true, refund_application_fee: true };
const read = (id: string) => stripe.paymentIntents.retrieve(id, { expand });
const typesSince = async (intentId: string) =>
  world.receiver.deliveries
    .map(({ body }) => JSON.parse(body))
    .filter(({ data: { object } }) => [object.id, object.payment_intent].includes(intentId))
    .map(({ type }) => type);

/** What moved the platform's balance for one payment, cents, newest last. */
async function moved(since: number): Promise<[type: string, net: number][]> {
  const all = await stripe.balanceTransactions.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
  return all
    .reverse()
    .slice(since)
    .map(({ type, net }) => [type, net]);
}
const count = async () => (await moved(0)).length;

test('what capture brings is in the answer only with capture_method automatic; else charge.updated tells', async () => {
  const at = await count();
  const { id, latest_charge: charge } = await pay();
  expect(charge).toMatchObject({
    balance_transaction: { amount: 1500, fee: 74, net: 1426 },
    transfer: { amount: 1500 },
    application_fee: { amount: 225, amount_refunded: 0 },
  });
  expect(await moved(at)).toEqual([
    ['charge', 1426],
    ['transfer', -1500],
    ['application_fee', 225],
  ]);
  await expect.poll(() => typesSince(id)).toEqual(['payment_intent.succeeded']);
  const later = await pay('4242424242424242', { capture_method: undefined as never });
  expect(later.latest_charge).toMatchObject({ balance_transaction: null, transfer: null, application_fee: null });
  expect((await read(later.id)).latest_charge).toMatchObject({ balance_transaction: { fee: 74 } });
  const expected = ['payment_intent.succeeded', 'charge.updated'];
  await expect.poll(() => typesSince(later.id)).toEqual(expected);
});

test('partial refunds return transfer and fee in proportion, and all of it in the end', async () => {
  const { id: payment_intent } = await pay();
  const at = await count();
  for (const [amount, fee] of [
    [333, 50],
    [333, 100],
    [834, 225],
  ] as const) {
    await stripe.refunds.create({ payment_intent, amount, ...inProportion });
    expect((await read(payment_intent)).latest_charge).toMatchObject({ application_fee: { amount_refunded: fee } });
  }
  expect((await read(payment_intent)).latest_charge).toMatchObject({
    refunded: true,
    transfer: { amount_reversed: 1500, reversed: true },
  });
  expect((await moved(at)).reduce((sum, [, net]) => sum + net, 0)).toBe(-225);
  const refunds = await stripe.refunds.list({ payment_intent, limit: 2 }).autoPagingToArray({ limit: 10 });
  expect(refunds.map(({ amount }) => amount)).toEqual([834, 333, 333]);
});

test('a transfer that was reversed alone cannot be reversed again by a refund', async () => {
  const { id: payment_intent, latest_charge } = await pay();
  const { transfer } = latest_charge as Stripe.Charge;
  await stripe.transfers.createReversal((transfer as Stripe.Transfer).id, {});
  await expect(stripe.refunds.create({ payment_intent, reverse_transfer: true })).rejects.toThrow('cannot be reversed');
  expect(await stripe.refunds.create({ payment_intent })).toMatchObject({ amount: 1500, transfer_reversal: null });
});

test('a refund fails some time after it has succeeded, or succeeds only then', async () => {
  const [failing, pending] = await Promise.all([pay('4000000000005126'), pay('4000000000007726')]);
  const one = await stripe.refunds.create({ payment_intent: failing.id, ...inProportion });
  const other = await stripe.refunds.create({ payment_intent: pending.id, amount: 500 });
  expect([one.status, other.status]).toEqual(['succeeded', 'pending']);
  await world.sandbox.settle();
  expect((await stripe.refunds.retrieve(one.id)).status).toBe('succeeded');
  const at = await count();
  world.clock.advance({ hours: 1 });
  await world.sandbox.settle();
  expect(await stripe.refunds.retrieve(one.id)).toMatchObject({
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
  });
  expect((await stripe.refunds.retrieve(other.id)).status).toBe('succeeded');
  await world.sandbox.settle();
  expect(await moved(at)).toEqual([['refund_failure', 1500]]);
  await expect.poll(() => typesSince(failing.id)).toContain('refund.failed');
  await expect.poll(() => typesSince(pending.id)).toContain('refund.updated');
});

test.each([
  ['4000000000000259', 'fraudulent'],
  ['4000000000002685', 'product_not_received'],
])(
  '%s is disputed as %s: the bank takes the money, and gives it back when the dispute is won',
  async (number, reason) => {
    const { id: payment_intent } = await pay(number);
    const [dispute] = (await stripe.disputes.list({ payment_intent })).data;
    expect(dispute).toMatchObject({
      reason,
      status: 'needs_response',
      balance_transactions: [{ amount: -1500, fee: 1500, net: -3000 }],
    });
    await expect(stripe.refunds.create({ payment_intent })).rejects.toMatchObject({ code: 'charge_disputed' });
    const won = await stripe.disputes.update(dispute?.id ?? '', {
      evidence: { uncategorized_text: 'winning_evidence' },
    });
    expect(won.status).toBe('won');
    expect(won.balance_transactions.map(({ net }) => net)).toEqual([-3000, 1500]);
    await expect(stripe.disputes.close(won.id)).rejects.toThrow('already won');
    await expect
      .poll(() => typesSince(payment_intent))
      .toEqual([
        'payment_intent.succeeded',
        'charge.dispute.created',
        'charge.dispute.funds_withdrawn',
        'charge.dispute.closed',
        'charge.dispute.funds_reinstated',
      ]);
  },
);

test('a dispute that nobody answers is lost; an inquiry takes nothing, and its payment may be refunded', async () => {
  const [disputed, asked] = await Promise.all([pay('4000000000000259'), pay('4000000000001976')]);
  expect((await read(asked.id)).latest_charge).toMatchObject({ disputed: true, amount_refunded: 0 });
  await stripe.refunds.create({ payment_intent: asked.id });
  world.clock.advance({ hours: 14 * 24 });
  await world.sandbox.settle();
  const statusOf = async (payment_intent: string) => (await stripe.disputes.list({ payment_intent })).data[0]?.status;
  expect(await Promise.all([disputed.id, asked.id].map(statusOf))).toEqual(['lost', 'warning_closed']);
  await expect(stripe.refunds.create({ payment_intent: disputed.id })).rejects.toMatchObject({
    code: 'charge_disputed',
  });
});

test('an early warning of fraud says which payment it is about', async () => {
  const { id } = await pay('4000000000005423');
  const expected = ['payment_intent.succeeded', 'radar.early_fraud_warning.created'];
  await expect.poll(() => typesSince(id)).toEqual(expected);
});

test('faults: dropped before acting, too many requests, no answer, a webhook that is lost', async () => {
  const { sandbox } = world;
  const make = (idempotencyKey: string, timeout?: number) =>
    stripe.customers.create(
      { email: `${idempotencyKey}@example.com` },
      { idempotencyKey, ...(timeout && { timeout }) },
    );
  const made = async (key: string) => (await stripe.customers.list({ email: `${key}@example.com` })).data.length;
  const path = '/v1/customers';
  sandbox.setFaults([{ match: { method: 'POST', path }, kind: 'drop-before-acting', times: 2 }]);
  await expect(make('dropped')).rejects.toThrow();
  expect(await made('dropped')).toBe(0);
  sandbox.setFaults([{ match: { method: 'POST', path }, kind: 'rate-limit', times: 1 }]);
  await expect(make('limited')).rejects.toMatchObject({ statusCode: 429, type: 'StripeRateLimitError' });
  expect((await make('limited')).email).toBe('limited@example.com');
  sandbox.setFaults([{ match: { method: 'POST', path }, kind: 'hang', times: 2 }]);
  await expect(make('hung', 200)).rejects.toThrow();
  expect(await made('hung')).toBe(1);
  sandbox.setFaults([{ match: { path: '/v1/payment_intents' }, kind: 'lose-webhooks', times: 1 }]);
  const lost = await pay();
  const told = await pay();
  await expect.poll(() => typesSince(told.id)).toHaveLength(1);
  expect(await typesSince(lost.id)).toEqual([]);
});
