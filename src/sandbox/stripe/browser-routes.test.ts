import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStripeBrowserRoutes } from './browser-routes.ts';
import { startForTest } from './testing.ts';

let world: Awaited<ReturnType<typeof startForTest>>;
let app: FastifyInstance;

beforeAll(async () => {
  world = await startForTest();
  app = Fastify();
  await app.register(createStripeBrowserRoutes(world.sandbox), { prefix: '/sandbox/stripe' });
});

afterAll(async () => {
  await app.close();
  await world.close();
});

async function post(path: string, payload: object) {
  const response = await app.inject({ method: 'POST', url: `/sandbox/stripe/${path}`, payload });
  return { status: response.statusCode, body: response.json() };
}

const good = { number: '4242424242424242', expMonth: '12', expYear: '2030', cvc: '123' };

async function newSetup() {
  const customer = await world.stripe.customers.create();
  const intent = await world.stripe.setupIntents.create({ customer: customer.id });
  return { customer: customer.id, id: intent.id, clientSecret: intent.client_secret ?? '' };
}

test.each(['stripe.js', 'connect.js'])('%s is served as a script that a strict policy allows', async (name) => {
  const response = await app.inject(`/sandbox/stripe/${name}`);
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(response.body).not.toMatch(/\beval\(|new Function|innerHTML/);
});

test('a card is saved with the client secret, and the customer is not shown', async () => {
  const setup = await newSetup();
  const { status, body } = await post('intents/confirm', {
    clientSecret: setup.clientSecret,
    card: good,
    postalCode: '72712',
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: setup.id, status: 'succeeded' });
  expect(body).not.toHaveProperty('customer');
  const methods = await world.stripe.customers.listPaymentMethods(setup.customer);
  expect(methods.data[0]).toMatchObject({
    card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 },
    billing_details: { address: { postal_code: '72712' } },
  });
  expect(body.payment_method).toBe(methods.data[0]?.id);
});

test('a wrong or missing client secret is refused', async () => {
  const setup = await newSetup();
  const wrong = `${setup.id}_secret_${'x'.repeat(25)}`;
  expect(await post('intents/confirm', { clientSecret: wrong, card: good })).toMatchObject({ status: 404 });
  expect(await post('intents/confirm', { clientSecret: setup.id, card: good })).toMatchObject({ status: 400 });
  expect(await post('intents/confirm', { card: good })).toMatchObject({ status: 400 });
  expect(await post('account-onboarding/claim', { clientSecret: 'accs_secret__none' })).toMatchObject({ status: 401 });
});

test.each([
  [{ number: '4242424242424241' }, 'incorrect_number'],
  [{ expYear: '2020' }, 'invalid_expiry_year'],
  [{ expMonth: '13' }, 'invalid_expiry_month'],
  [{ cvc: '12' }, 'invalid_cvc'],
  [{ number: '4111111111111111' }, 'card_declined'],
  [{ number: '4000000000000127' }, 'incorrect_cvc'],
])('the card %o is refused as %s', async (change, code) => {
  const { clientSecret } = await newSetup();
  const { status, body } = await post('intents/confirm', { clientSecret, card: { ...good, ...change } });
  expect(status).toBe(402);
  expect(body.error).toMatchObject({ type: 'card_error', code });
});

test('a form asks which ways to pay the intent allows, and saves a bank account or a wallet', async () => {
  const customer = await world.stripe.customers.create();
  const newIntent = async (types: string[]) =>
    (await world.stripe.setupIntents.create({ customer: customer.id, allowed_payment_method_types: types }))
      .client_secret;
  const clientSecret = await newIntent(['card', 'us_bank_account']);
  const { body } = await post('intents/retrieve', { clientSecret });
  expect(body).toMatchObject({ allowed_payment_method_types: ['card', 'us_bank_account'] });
  expect(body).not.toHaveProperty('customer');
  const bankAccount = { routingNumber: '110000000', accountNumber: '000123456789' };
  const wrong = { clientSecret, type: 'us_bank_account', bankAccount: { ...bankAccount, accountNumber: '123456' } };
  expect(await post('intents/confirm', wrong)).toMatchObject({ status: 400 });
  const saved = await post('intents/confirm', { clientSecret, type: 'us_bank_account', bankAccount });
  expect(saved.body).toMatchObject({ status: 'succeeded' });
  expect(await post('intents/confirm', { clientSecret: await newIntent(['card']), type: 'paypal' })).toMatchObject({
    status: 400,
  });
  const wallet = { clientSecret: await newIntent(['paypal']) };
  const waiting = await post('intents/confirm', { ...wallet, type: 'paypal' });
  expect(waiting.body).toMatchObject({ status: 'requires_action' });
  const done = await post('intents/authenticate', { ...wallet, outcome: 'succeeded' });
  expect(done.body).toMatchObject({ status: 'succeeded' });
});

test('a card that needs 3-D Secure at setup is charged off-session after it', async () => {
  const setup = await newSetup();
  const card = { ...good, number: '4000002500003155' };
  const waiting = await post('intents/confirm', { clientSecret: setup.clientSecret, card });
  expect(waiting.body).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
  const failed = await post('intents/authenticate', { clientSecret: setup.clientSecret, outcome: 'failed' });
  expect(failed.body).toMatchObject({
    status: 'requires_payment_method',
    last_setup_error: { code: 'setup_intent_authentication_failure' },
  });
  await post('intents/confirm', { clientSecret: setup.clientSecret, card });
  const done = await post('intents/authenticate', { clientSecret: setup.clientSecret, outcome: 'succeeded' });
  expect(done.body).toMatchObject({ status: 'succeeded' });
  const paid = await world.stripe.paymentIntents.create({
    amount: 1500,
    currency: 'usd',
    customer: setup.customer,
    payment_method: done.body.payment_method,
    confirm: true,
    off_session: true,
  });
  expect(paid.status).toBe('succeeded');
});

test('a charge that asked for authentication off-session is finished by the customer on the site', async () => {
  const setup = await newSetup();
  const card = { ...good, number: '4000002760003184' };
  await post('intents/confirm', { clientSecret: setup.clientSecret, card });
  const saved = await post('intents/authenticate', { clientSecret: setup.clientSecret, outcome: 'succeeded' });
  const declined = await world.stripe.paymentIntents
    .create({
      amount: 1500,
      currency: 'usd',
      customer: setup.customer,
      payment_method: saved.body.payment_method,
      confirm: true,
      off_session: true,
    })
    .catch((error: { payment_intent: { id: string; client_secret: string } }) => error);
  if (!('payment_intent' in declined)) throw new Error('Not declined.');
  const clientSecret = declined.payment_intent.client_secret;
  const waiting = await post('intents/confirm', { clientSecret, paymentMethod: saved.body.payment_method });
  expect(waiting.body.status).toBe('requires_action');
  const paid = await post('intents/authenticate', { clientSecret, outcome: 'succeeded' });
  expect(paid.body.status).toBe('succeeded');
  expect(await world.stripe.paymentIntents.retrieve(declined.payment_intent.id)).toMatchObject({
    amount_received: 1500,
  });
});

test('onboarding is submitted with the account session, once its form is right', async () => {
  const account = await world.stripe.accounts.create({ country: 'US' });
  const session = await world.stripe.accountSessions.create({
    account: account.id,
    components: { account_onboarding: { enabled: true } },
  });
  const clientSecret = session.client_secret;
  expect((await post('account-onboarding/claim', { clientSecret })).body).toMatchObject({
    details_submitted: false,
  });
  const form = {
    clientSecret,
    firstName: 'Wes',
    lastName: 'Worker',
    birthDate: { year: '1990', month: '2', day: '28' },
    routingNumber: '110000000',
    accountNumber: '000123456789',
    agreesToTerms: true,
  };
  for (const [change, param] of [
    [{ firstName: '' }, 'individual[first_name]'],
    [{ birthDate: { year: '1990', month: '2', day: '30' } }, 'individual[dob]'],
    [{ birthDate: { year: '2020', month: '2', day: '3' } }, 'individual[dob]'],
    [{ routingNumber: '123456789' }, 'bank_account[routing_number]'],
    [{ agreesToTerms: false }, 'tos_accepted'],
  ] as const) {
    const refused = await post('account-onboarding/submit', { ...form, ...change });
    expect(refused).toMatchObject({ status: 400, body: { error: { param } } });
  }
  expect((await post('account-onboarding/submit', form)).body).toMatchObject({ details_submitted: true });
  expect(await world.stripe.accounts.retrieve(account.id)).toMatchObject({
    charges_enabled: true,
    payouts_enabled: true,
    external_accounts: { data: [{ last4: '6789' }] },
  });
  world.clock.advance({ hours: 2 });
  expect(await post('account-onboarding/claim', { clientSecret })).toMatchObject({ status: 401 });
});

test('a stand-in that is away is answered as such', async () => {
  const alone = Fastify();
  await alone.register(createStripeBrowserRoutes({ url: 'http://127.0.0.1:9' }));
  const clientSecret = 'seti_x_secret_y';
  const response = await alone.inject({ method: 'POST', url: '/intents/confirm', payload: { clientSecret } });
  expect(response.statusCode).toBe(502);
  await alone.close();
});
