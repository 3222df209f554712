import { createServer, type IncomingHttpHeaders } from 'node:http';
import { Pool } from 'pg';
import Stripe from 'stripe';
import { createEmptyDatabase } from '../testing.ts';
import { type StripeSandbox, type StripeSandboxOptions, startStripeSandbox } from './server.ts';

export const webhookSecret = 'whsec_test';

/** A clock that only moves by `advance`. */
function testClock() {
  let instant = Temporal.Instant.from('2026-11-20T12:00:00Z');
  return {
    now: () => instant,
    advance(duration: Temporal.DurationLike) {
      instant = instant.add(duration);
    },
  };
}

export type Delivery = { headers: IncomingHttpHeaders; body: string };

/** Starts an HTTP server for webhooks. `answer` decides the status for each. */
export async function startReceiver(answer: (delivery: Delivery, index: number) => number = () => 200) {
  const deliveries: Delivery[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const delivery = { headers: request.headers, body: Buffer.concat(chunks).toString('utf8') };
    deliveries.push(delivery);
    response.writeHead(answer(delivery, deliveries.length - 1)).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return {
    url: `http://127.0.0.1:${address.port}/webhook`,
    deliveries,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** @returns the real SDK for a stand-in; without network retries, so that a test sees each answer */
export function sdkFor(sandbox: Pick<StripeSandbox, 'url'>, key = 'sk_test_sandbox'): Stripe {
  const { hostname: host, port } = new URL(sandbox.url);
  return new Stripe(key, { host, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
}

/**
 * Starts a stand-in with the SDK and a receiver for its webhooks; `close` ends all of them.
 * @param options.databaseUrl the database of an earlier stand-in; an empty one by default
 */
export async function startForTest(options: Partial<StripeSandboxOptions> & { databaseUrl?: string } = {}) {
  const { databaseUrl, ...sandboxOptions } = options;
  const own = databaseUrl === undefined ? await createEmptyDatabase() : undefined;
  const pool = new Pool({ connectionString: databaseUrl ?? own?.url, max: 8 });
  // A connection that is still closing when the database is dropped is no failure.
  pool.on('error', () => {}).on('connect', (client) => void client.on('error', () => {}));
  const clock = testClock();
  const receiver = await startReceiver();
  const sandbox = await startStripeSandbox({
    pool,
    clock,
    webhookUrl: receiver.url,
    webhookSecret,
    webhookRetryMs: 20,
    ...sandboxOptions,
  });
  return {
    sandbox,
    stripe: sdkFor(sandbox),
    clock,
    receiver,
    async close() {
      await sandbox.close();
      await receiver.close();
      await pool.end();
      await own?.drop();
    },
  };
}

/**
 * Saves a test card to a customer, as the browser would, and answers the bank if it asks.
 * @returns the parameters that name both in a payment
 */
export async function saveCard(stripe: Stripe, number = '4242424242424242', existing?: string) {
  const customer = existing ?? (await stripe.customers.create({ email: 'ada@example.com' })).id;
  const { id, client_secret } = await stripe.setupIntents.create({ customer });
  const card = { number, exp_month: 12, exp_year: 2034, cvc: '123' };
  const data = { payment_method_data: { type: 'card', card } };
  const confirmed = await stripe.rawRequest('POST', `/v1/setup_intents/${id}/confirm`, data);
  const { status, payment_method } = confirmed as unknown as Stripe.SetupIntent;
  if (status === 'requires_action') {
    await stripe.rawRequest('POST', `/v1/3ds2/${id}/authenticate`, { client_secret, outcome: 'succeeded' });
  }
  return { customer, payment_method: String(payment_method) };
}

/** @returns a connected account that may be paid */
export async function onboardedAccount({ stripe, sandbox }: Pick<Started, 'stripe' | 'sandbox'>): Promise<string> {
  const capabilities = { transfers: { requested: true }, card_payments: { requested: true } };
  const account = await stripe.accounts.create({ country: 'US', capabilities });
  await sandbox.completeOnboarding(account.id, { firstName: 'Wes', lastName: 'Worker' });
  return account.id;
}
type Started = Awaited<ReturnType<typeof startForTest>>;
