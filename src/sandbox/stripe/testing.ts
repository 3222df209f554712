import { createServer, type IncomingHttpHeaders } from 'node:http';
import { Pool } from 'pg';
import Stripe from 'stripe';
import { createEmptyDatabase } from '../testing.ts';
import { type StripeSandbox, type StripeSandboxOptions, startStripeSandbox } from './server.ts';

/** A pool on the database with this URL, or on an empty one of the test's own that `end` removes. */
async function testPool(databaseUrl?: string) {
  const own = databaseUrl === undefined ? await createEmptyDatabase() : undefined;
  const url = databaseUrl ?? own?.url;
  const pool = new Pool({ connectionString: url, max: 8 });
  return {
    pool,
    async end() {
      await pool.end();
      await own?.drop();
    },
  };
}

export const webhookSecret = 'whsec_test';

/** A clock that stands still until it is moved. */
function testClock(start = '2026-11-20T12:00:00Z') {
  let instant = Temporal.Instant.from(start);
  return {
    now: () => instant,
    advance(duration: Temporal.DurationLike) {
      instant = instant.add(duration);
    },
  };
}

export type Delivery = { headers: IncomingHttpHeaders; body: string };

/** An HTTP server that takes webhooks; `answer` decides each one's status. */
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

/** The real SDK, talking to a stand-in. `maxNetworkRetries` 0 lets a test see each answer. */
export function sdkFor(sandbox: StripeSandbox): Stripe {
  return new Stripe('sk_test_sandbox', {
    host: sandbox.host,
    port: sandbox.port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

/**
 * A running stand-in with the SDK on it and a receiver for its webhooks; `close` ends all of it.
 * @param options.databaseUrl a database to go on with; absent: an empty one
 */
export async function startForTest(options: Partial<StripeSandboxOptions> & { databaseUrl?: string } = {}) {
  const { databaseUrl, ...sandboxOptions } = options;
  const { pool, end } = await testPool(databaseUrl);
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
      await end();
    },
  };
}
