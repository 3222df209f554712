import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Pool } from 'pg';
import qs from 'qs';
import { findEndpoint } from './endpoints.ts';
import { Refusal, rateLimited } from './errors.ts';
import { createFaults, type Fault } from './faults.ts';
import { randomText } from './ids.ts';
import { type Outcome, perform, refusalAnswer, serverError } from './perform.ts';
import { settleDue } from './refunds.ts';
import { createTables, deleteAll } from './store.ts';
import { startDelivery } from './webhooks.ts';

/** The default `Stripe-Version`: that of the `stripe` package in use. */
const apiVersion = '2026-10-28.endive';
const longestBody = 1_000_000;

export type StripeSandboxOptions = {
  /** Keeps the state in the schema `sandbox_stripe`, which is made at start. The caller closes it after `close()`. */
  pool: Pool;
  /** Business time, for the stamps of objects and the expiry of cards. */
  clock: { now(): Temporal.Instant };
  /** Where events go; it need not listen yet. */
  webhookUrl: string;
  /** The secret that signs events, such as `whsec_…`. */
  webhookSecret: string;
  /** Any free port by default. */
  port?: number;
  /** The first pause before an event is sent again, in milliseconds (default 1000). It doubles up to a minute. */
  webhookRetryMs?: number;
  /** A number from 0 to 1 for each request, by which faults that have a share strike; by chance unless given. */
  draw?: () => number;
  /** Hears of failures of the stand-in itself. */
  onError?: (error: unknown) => void;
};

export type StripeSandbox = {
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** Replaces the faults that strike requests from now on (see faults.ts). */
  setFaults(faults: Fault[]): void;
  /**
   * Fills in a connected account's onboarding form with Stripe's test bank account, as a worker would, which sends
   * `account.updated`. Throws when there is no such account.
   */
  completeOnboarding(accountId: string, person: { firstName: string; lastName: string }): Promise<void>;
  /**
   * Types a test card into the form of a SetupIntent, as a customer would; it expires in December, so many years from
   * now. @returns the payment method's id
   */
  saveCard(clientSecret: string, card: { number: string; expiresIn: number; month?: number }): Promise<string>;
  /** Has no events, and so no webhooks, from now on, and keeps its state by this pool; undefined ends it. */
  liveInThePast(hastyPool: Pool | undefined): void;
  /** Does something as its dashboard would. Throws when it is refused. */
  act(path: string, params: object): Promise<void>;
  /** Lets come about what takes its time: ends of refunds, disputes that nobody has answered. */
  settle(): Promise<void>;
  /** Waits until no request runs. */
  rest(): Promise<void>;
  /** Waits for running requests, then deletes all objects, deliveries and faults. */
  reset(): Promise<void>;
  /** Ends the server and the deliveries. The next start sends what was not delivered. */
  close(): Promise<void>;
};

/** Starts the Stripe stand-in on a loopback port. The real `stripe` SDK reaches it by `host`, `port` and `protocol`. */
export async function startStripeSandbox(options: StripeSandboxOptions): Promise<StripeSandbox> {
  const { pool, clock } = options;
  await createTables(pool);
  const faults = createFaults(options.draw);
  const delivery = startDelivery({
    pool,
    url: options.webhookUrl,
    secret: options.webhookSecret,
    retryBaseMs: options.webhookRetryMs ?? 1000,
  });
  const inFlight = new Set<Promise<void>>();
  let past: Pool | undefined;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = `req_${randomText(14)}`;
    const method = request.method ?? 'GET';
    const [path = '', query = ''] = (request.url ?? '').split('?', 2);
    const key = method === 'POST' ? headerOf(request, 'idempotency-key') : undefined;
    const struck = faults.take(method, path);
    const isStruck = (kind: Fault['kind']) => struck.some((fault) => fault.kind === kind);
    if (isStruck('drop-before-acting')) {
      response.destroy();
      return;
    }
    let outcome: Outcome;
    try {
      const body = await readBody(request);
      const found = findEndpoint(method, path);
      const publishable = authorise(request, found?.publishable === true);
      if (isStruck('rate-limit')) throw rateLimited();
      if (found === undefined) {
        throw new Refusal(404, {
          type: 'invalid_request_error',
          message: `Unrecognized request URL (${method}: ${path}).`,
        });
      }
      outcome = await perform(past ?? pool, {
        method,
        path,
        body,
        params: {
          ...qs.parse(method === 'POST' ? body : query, { depth: 10, arrayLimit: 1000, parameterLimit: 2000 }),
          ...onBehalfOf(request, path),
        },
        pathIds: found.pathIds,
        publishable,
        endpoint: found.endpoint,
        idempotencyKey: key,
        requestId,
        apiVersion: headerOf(request, 'stripe-version') ?? apiVersion,
        now: nowSeconds(),
        isSilent: past !== undefined,
        faults: struck,
      });
      if (outcome.emitted) delivery.wake();
    } catch (error) {
      if (!(error instanceof Refusal)) options.onError?.(error);
      const answer = error instanceof Refusal ? refusalAnswer(error) : serverError(requestId);
      outcome = { ...answer, replayed: false, emitted: false };
    }
    if (isStruck('hang')) return;
    if (isStruck('drop')) {
      response.destroy();
      return;
    }
    response.writeHead(outcome.status, {
      'content-type': 'application/json',
      'request-id': requestId,
      'stripe-version': headerOf(request, 'stripe-version') ?? apiVersion,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(outcome.replayed ? { 'idempotent-replayed': 'true' } : {}),
      // A repeat under the same key would only get the same 500; after a 429 the caller's own patience counts.
      ...(outcome.status >= 500 || outcome.status === 429 ? { 'stripe-should-retry': 'false' } : {}),
    });
    response.end(outcome.body);
  }

  const server = createServer((request, response) => {
    const work = answer(request, response)
      .catch((error: unknown) => {
        options.onError?.(error);
        response.destroy();
      })
      .finally(() => inFlight.delete(work));
    inFlight.add(work);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The Stripe stand-in got no port.');
  const url = `http://127.0.0.1:${address.port}`;
  delivery.wake();

  const nowSeconds = () => Math.floor(clock.now().epochMilliseconds / 1000);

  async function call(path: string, params: object): Promise<{ client_secret?: string; payment_method?: string }> {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_sandbox', 'content-type': 'application/x-www-form-urlencoded' },
      body: qs.stringify(params),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`The Stripe stand-in answered ${response.status} to ${path}: ${text}`);
    return JSON.parse(text);
  }

  return {
    url,
    setFaults: faults.set,
    async completeOnboarding(accountId, person) {
      const components = { account_onboarding: { enabled: true } };
      const { client_secret } = await call('/v1/account_sessions', { account: accountId, components });
      const dob = { year: 1990, month: 1, day: 1 };
      await call('/v1/account_sessions/submit', {
        client_secret,
        individual: { first_name: person.firstName, last_name: person.lastName, dob },
        // https://docs.stripe.com/connect/testing#account-numbers
        bank_account: { routing_number: '110000000', account_number: '000123456789' },
        tos_accepted: true,
      });
    },
    async saveCard(clientSecret, { number, expiresIn, month = 12 }) {
      const [intentId] = clientSecret.split('_secret_');
      const exp_year = clock.now().toZonedDateTimeISO('UTC').year + expiresIn;
      const { payment_method: saved } = await call(`/v1/setup_intents/${intentId}/confirm`, {
        payment_method_data: { type: 'card', card: { number, exp_month: month, exp_year, cvc: '123' } },
      });
      if (saved === undefined) throw new Error('The card was not saved.');
      return saved;
    },
    liveInThePast(hastyPool) {
      past = hastyPool;
    },
    async act(path, params) {
      await call(path, params);
    },
    async settle() {
      const request = { method: 'POST', path: '', body: '', params: {}, pathIds: [], publishable: false };
      const ids = { idempotencyKey: undefined, requestId: `req_${randomText(14)}` };
      const silence = { isSilent: past !== undefined, faults: [] };
      const settled = await perform(pool, {
        ...request,
        ...ids,
        ...silence,
        endpoint: settleDue,
        apiVersion,
        now: nowSeconds(),
      });
      if (settled.emitted) delivery.wake();
    },
    async rest() {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
    async reset() {
      faults.set([]);
      await Promise.all(inFlight);
      await delivery.rest();
      await deleteAll(pool);
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      await Promise.all(inFlight);
      server.closeAllConnections();
      await closed;
      await delivery.stop();
    },
  };
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Throws Stripe's 401 for everything but a test key. @returns whether it is a publishable key */
function authorise(request: IncomingMessage, takesPublishable: boolean): boolean {
  const apiKey = /^Bearer\s+(\S+)$/i.exec(headerOf(request, 'authorization') ?? '')?.[1];
  const isPublishable = /^pk_test_\w+$/.test(apiKey ?? '');
  const refuse = (status: number, message: string, code?: string) =>
    new Refusal(status, { type: 'invalid_request_error', message, ...(code ? { code } : {}) });
  if (apiKey === undefined) throw refuse(401, 'You did not provide an API key.');
  if (!isPublishable && !/^sk_test_\w+$/.test(apiKey)) {
    throw refuse(401, `Invalid API Key provided: ${apiKey.slice(0, 8)}${'*'.repeat(12)}`);
  }
  if (isPublishable && !takesPublishable) {
    const message = 'This API call cannot be made with a publishable API key. Please use a secret API key.';
    throw refuse(401, message, 'secret_key_required');
  }
  return isPublishable;
}

/** @returns the connected account that a request is made for; of such requests there are only those about payouts, balances and events */
function onBehalfOf(request: IncomingMessage, path: string): { account?: string } {
  const account = headerOf(request, 'stripe-account');
  if (path === '/v1/payouts' || path === '/v1/balance') return { account: account ?? '' };
  if (account === undefined) return {};
  if (path === '/v1/events') return { account };
  const message = 'The sandbox does not stand in for requests on behalf of a connected account (Stripe-Account).';
  throw new Refusal(400, { type: 'invalid_request_error', message });
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const part: Buffer = Buffer.from(chunk);
    length += part.length;
    if (length > longestBody) {
      throw new Refusal(413, { type: 'invalid_request_error', message: 'The request body is too large.' });
    }
    chunks.push(part);
  }
  return Buffer.concat(chunks).toString('utf8');
}
