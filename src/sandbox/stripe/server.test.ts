import Stripe from 'stripe';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createEmptyDatabase } from '../testing.ts';
import { onboardedAccount, saveCard, sdkFor, startForTest } from './testing.ts';

let world: Awaited<ReturnType<typeof startForTest>>;
let stripe: Stripe;

beforeAll(async () => {
  world = await startForTest();
  stripe = world.stripe;
});

afterAll(() => world.close());

/** The SDK's error of a call that must fail. */
async function failure(call: Promise<unknown>): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Stripe.errors.StripeError)) throw new Error(`Not refused: ${String(error)}`);
  return error;
}

function charge(
  card: { customer: string; payment_method: string },
  extra: Partial<Stripe.PaymentIntentCreateParams> = {},
) {
  return stripe.paymentIntents.create({
    amount: 1500,
    currency: 'usd',
    confirm: true,
    off_session: true,
    ...card,
    ...extra,
  });
}

test('a customer is made with the moment, and found by email', async () => {
  const customer = await stripe.customers.create({ email: 'eve@example.com', metadata: { userId: 'u1' } });
  expect(customer.id).toMatch(/^cus_[0-9A-Za-z]{24}$/);
  expect(customer.created).toBe(Math.floor(world.clock.now().epochMilliseconds / 1000));
  expect((await stripe.customers.list({ email: 'eve@example.com' })).data).toMatchObject([
    { id: customer.id, metadata: { userId: 'u1' } },
  ]);
});

test('errors have Stripe’s types, codes and statuses', async () => {
  expect(await failure(stripe.paymentIntents.retrieve('pi_none'))).toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 404,
    code: 'resource_missing',
    param: 'id',
  });
  const noAmount = stripe.rawRequest('POST', '/v1/payment_intents', { currency: 'usd' });
  expect(await failure(noAmount)).toMatchObject({ statusCode: 400, code: 'parameter_missing', param: 'amount' });
  const misspelt = stripe.rawRequest('POST', '/v1/customers', { emial: 'x' });
  expect(await failure(misspelt)).toMatchObject({ statusCode: 400, code: 'parameter_unknown', param: 'emial' });
  const unasked = stripe.rawRequest('GET', '/v1/accounts/acct_none?colour=red');
  expect(await failure(unasked)).toMatchObject({ statusCode: 400, code: 'parameter_unknown', param: 'colour' });
  expect(await failure(stripe.rawRequest('GET', '/v1/nothing'))).toMatchObject({ statusCode: 404 });
  const live = sdkFor(world.sandbox, 'sk_live_x');
  expect(await failure(live.customers.list())).toMatchObject({ statusCode: 401, type: 'StripeAuthenticationError' });
  expect((await fetch(`${world.sandbox.url}/v1/customers`)).status).toBe(401);
  const browser = sdkFor(world.sandbox, 'pk_test_x');
  expect(await failure(browser.customers.list())).toMatchObject({ statusCode: 401, code: 'secret_key_required' });
});

test('lists page with has_more and starting_after, newest first', async () => {
  const { customer, payment_method } = await saveCard(stripe);
  for (const number of ['5555555555554444', '378282246310005']) await saveCard(stripe, number, customer);
  const first = await stripe.customers.listPaymentMethods(customer, { limit: 2 });
  expect(first.has_more).toBe(true);
  expect(first.data.map((method) => method.card?.brand)).toEqual(['amex', 'mastercard']);
  const rest = await stripe.customers.listPaymentMethods(customer, { starting_after: first.data[1]?.id });
  expect(rest).toMatchObject({ has_more: false, data: [{ id: payment_method }] });
  const all = await stripe.customers.listPaymentMethods(customer, { limit: 1 }).autoPagingToArray({ limit: 10 });
  expect(all).toHaveLength(3);
});

test('a card belongs to one customer until it is detached', async () => {
  const card = await saveCard(stripe);
  const other = await stripe.customers.create();
  expect((await failure(charge({ ...card, customer: other.id }))).code).toBe('payment_method_unexpected_state');
  expect((await failure(stripe.customers.retrievePaymentMethod(other.id, card.payment_method))).statusCode).toBe(404);
  expect(await stripe.customers.retrievePaymentMethod(card.customer, card.payment_method)).toMatchObject({
    card: { last4: '4242' },
  });
  expect((await stripe.paymentMethods.detach(card.payment_method)).customer).toBeNull();
  expect((await failure(stripe.paymentMethods.detach(card.payment_method))).statusCode).toBe(400);
  expect((await failure(charge(card))).message).toContain('was detached');
  const { id } = await stripe.setupIntents.create({ customer: card.customer });
  const again = stripe.setupIntents.confirm(id, { payment_method: card.payment_method });
  expect((await failure(again)).message).toContain('was detached');
});

test('a SetupIntent saves a card, declines it, or waits for 3-D Secure', async () => {
  const { id: customer } = await stripe.customers.create();
  const intent = await stripe.setupIntents.create({
    customer,
    usage: 'off_session',
    allowed_payment_method_types: ['card'],
  });
  expect(intent).toMatchObject({ status: 'requires_payment_method' });
  expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_`));
  const confirm = (number: string) =>
    stripe.rawRequest('POST', `/v1/setup_intents/${intent.id}/confirm`, {
      payment_method_data: { type: 'card', card: { number, exp_month: 12, exp_year: 2034 } },
    });
  expect(await failure(confirm('4000000000000002'))).toMatchObject({
    type: 'StripeCardError',
    statusCode: 402,
    code: 'card_declined',
    decline_code: 'generic_decline',
    setup_intent: { id: intent.id, status: 'requires_payment_method' },
  });
  expect(await confirm('4000002760003184')).toMatchObject({
    status: 'requires_action',
    next_action: { type: 'use_stripe_sdk' },
  });
  const saved = await stripe.setupIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
  expect(saved.status).toBe('succeeded');
  const methods = await stripe.customers.listPaymentMethods(customer);
  expect(methods.data.map((method) => method.id)).toEqual([saved.payment_method]);
  expect((await failure(stripe.setupIntents.confirm(intent.id))).code).toBe('setup_intent_unexpected_state');
});

test('an off-session destination charge pays, with its charge, fee and transfer', async () => {
  const [card, destination] = await Promise.all([saveCard(stripe), onboardedAccount(world)]);
  const intent = await charge(card, {
    application_fee_amount: 300,
    transfer_data: { destination },
    metadata: { paymentId: 'p1' },
    capture_method: 'automatic',
    expand: ['latest_charge', 'latest_charge.transfer'],
  });
  expect(intent).toMatchObject({
    status: 'succeeded',
    amount_received: 1500,
    metadata: { paymentId: 'p1' },
    latest_charge: {
      paid: true,
      application_fee_amount: 300,
      transfer: { amount: 1500, destination },
      payment_method_details: { card: { last4: '4242' } },
    },
  });
  expect((await failure(stripe.paymentIntents.cancel(intent.id))).code).toBe('payment_intent_unexpected_state');
  expect((await stripe.paymentIntents.list({ customer: card.customer })).data.map(({ id }) => id)).toEqual([intent.id]);
});

test('a destination that has not finished onboarding is refused and nothing is charged', async () => {
  const card = await saveCard(stripe);
  const account = await stripe.accounts.create({
    controller: { stripe_dashboard: { type: 'express' }, fees: { payer: 'application' } },
    capabilities: { transfers: { requested: true } },
  });
  expect(account).toMatchObject({ charges_enabled: false, details_submitted: false });
  const refused = await failure(charge(card, { transfer_data: { destination: account.id } }));
  expect(refused).toMatchObject({ statusCode: 400, code: 'insufficient_capabilities_for_transfer' });
  expect((await stripe.paymentIntents.list({ customer: card.customer })).data).toEqual([]);
  expect(await failure(charge(card, { transfer_data: { destination: 'acct_none' } }))).toMatchObject({
    code: 'resource_missing',
    param: 'transfer_data[destination]',
  });
});

test.each([
  ['4000000000000341', 'card_declined', 'generic_decline'],
  ['4000002760003184', 'authentication_required', 'authentication_required'],
])('%s is saved but declined when charged off-session', async (number, code, declineCode) => {
  const card = await saveCard(stripe, number);
  const error = await failure(charge(card));
  expect(error).toMatchObject({
    type: 'StripeCardError',
    statusCode: 402,
    code,
    decline_code: declineCode,
    payment_intent: { status: 'requires_payment_method', last_payment_error: { code } },
    payment_method: { id: card.payment_method },
  });
  const stored = await stripe.paymentIntents.retrieve(error.payment_intent?.id ?? '', { expand: ['latest_charge'] });
  expect(stored).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code },
    latest_charge: { paid: false, status: 'failed', failure_code: code },
  });
});

test.each([
  ['4000000000009995', 'card_declined', 'insufficient_funds'],
  ['4000000000000069', 'expired_card', undefined],
  ['4000000000000127', 'incorrect_cvc', undefined],
])('%s is declined when it is saved', async (number, code, declineCode) => {
  const error = await failure(saveCard(stripe, number));
  expect(error).toMatchObject({ statusCode: 402, code });
  expect(error.decline_code || undefined).toBe(declineCode);
});

test('a declined PaymentIntent is paid with another card later', async () => {
  const card = await saveCard(stripe, '4000000000000341');
  const error = await failure(charge(card));
  const { payment_method } = await saveCard(stripe, '5555555555554444', card.customer);
  const paid = await stripe.paymentIntents.confirm(error.payment_intent?.id ?? '', { payment_method });
  expect(paid.status).toBe('succeeded');
});

test('a refund gives back part, then the rest, then no more', async () => {
  const [card, destination] = await Promise.all([saveCard(stripe), onboardedAccount(world)]);
  const intent = await charge(card, { application_fee_amount: 300, transfer_data: { destination } });
  const part = await stripe.refunds.create({ payment_intent: intent.id, amount: 500, reverse_transfer: true });
  expect(await stripe.refunds.retrieve(part.id)).toMatchObject({ amount: 500, status: 'succeeded' });
  const tooMuch = stripe.refunds.create({ payment_intent: intent.id, amount: 1001 });
  expect((await failure(tooMuch)).statusCode).toBe(400);
  const rest = await stripe.refunds.create({ payment_intent: intent.id, reverse_transfer: true });
  expect((await stripe.refunds.list({ payment_intent: intent.id })).data.map(({ id }) => id)).toEqual([
    rest.id,
    part.id,
  ]);
  const refunded = await stripe.charges.retrieve(String(part.charge));
  expect(refunded).toMatchObject({ refunded: true, amount_refunded: 1500 });
  expect(await stripe.transfers.retrieve(String(refunded.transfer))).toMatchObject({
    amount_reversed: 1500,
    reversed: true,
  });
  expect((await failure(stripe.refunds.create({ payment_intent: intent.id }))).code).toBe('charge_already_refunded');
});

test('an account is onboarded through its session and may take transfers', async () => {
  const account = await onboardedAccount(world);
  expect(await stripe.accounts.retrieve(account)).toMatchObject({
    charges_enabled: true,
    payouts_enabled: true,
    details_submitted: true,
    capabilities: { transfers: 'active' },
    requirements: { currently_due: [] },
  });
  const session = await stripe.accountSessions.create({
    account,
    components: { account_onboarding: { enabled: true } },
  });
  expect(session.client_secret).toMatch(/^accs_secret__/);
});

test('what was made is still there after a restart', async () => {
  const database = await createEmptyDatabase();
  onTestFinished(database.drop);
  const before = await startForTest({ databaseUrl: database.url });
  const customer = await before.stripe.customers.create({ email: 'ada@example.com' });
  await before.close();
  const after = await startForTest({ databaseUrl: database.url });
  onTestFinished(after.close);
  expect((await after.stripe.customers.list()).data.map(({ id }) => id)).toEqual([customer.id]);
});
