import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { freePort } from '#server/free-port.ts';
import { findLedgerFaults } from '#server/ledger/proof-store.ts';
import { buildCustomer, buildWorker } from '#server/testing/factories.ts';
import { buildCard, buildRunningEngagement, completeVisit, onboardWorker } from '#server/testing/payment-factories.ts';
import { createTestWorld, type TestWorld } from '#server/testing/world.ts';
import { builtServer } from './built-server.ts';
import { sendInquiry } from './inquirers.ts';
import { type RunningServer, runServer } from './running-server.ts';

const running = new Set<RunningServer>();
afterAll(async () => {
  await Promise.all([...running].map((server) => server.stop('SIGKILL')));
});

/** Starts a process on the test's database. @param more its own settings */
async function start(yardpack: TestWorld, more: Record<string, string>): Promise<RunningServer> {
  const server = await runServer(
    {
      DATABASE_URL: String(yardpack.world.database.$client.options.connectionString),
      DATA_DIR: await mkdtemp(join(inject('runFolder'), 'processes-')),
      LOG_LEVEL: 'error',
      DEMO_DATA: '0',
      // Limits by address are another subject: each call comes from another one.
      TRUST_PROXY: 'loopback',
      ...more,
    },
    builtServer(),
  );
  running.add(server);
  return server;
}
async function stop(server: RunningServer, signal?: NodeJS.Signals): Promise<number | null> {
  running.delete(server);
  return await server.stop(signal);
}

const clients = 8;

/** Visits that are done and wait for their money, of some customers. @returns how many */
async function completeVisits(yardpack: TestWorld): Promise<number> {
  const worker = await buildWorker(yardpack);
  await onboardWorker(yardpack, worker);
  let visits = 0;
  for (const _ of [1, 2, 3, 4]) {
    const customer = await buildCustomer(yardpack);
    const card = await buildCard(yardpack, customer);
    for (const _visit of [1, 2, 3]) {
      const engagementId = await buildRunningEngagement(yardpack, { customer, worker, card });
      await completeVisit(yardpack, { engagementId, worker });
      visits += 1;
    }
  }
  return visits;
}

test('a web process and the worker are killed under load: nothing acknowledged is lost, and each due thing is done once', async () => {
  const yardpack = await createTestWorld({}, { isShared: true });
  yardpack.spoil();
  const { world } = yardpack;
  const { $client: pool } = world.database;
  const visits = await completeVisits(yardpack);
  const PORT = String(await freePort({ from: 12_000, to: 20_000 }));
  const publicUrl = `http://127.0.0.1:${PORT}`;
  const [web, other, worker] = await Promise.all([
    start(yardpack, { ROLES: 'web' }),
    start(yardpack, { ROLES: 'web', PORT, PUBLIC_URL: publicUrl }),
    start(yardpack, { ROLES: 'worker', PUBLIC_URL: publicUrl, PORT: String(await freePort()) }),
  ]);
  const origins = [web.url, publicUrl];

  const acknowledged: string[] = [];
  const statuses = new Set<number | undefined>();
  let isOver = false;
  const client = async (number: number) => {
    while (!isOver) {
      const id = randomUUID();
      // Whoever is not answered presses again, and comes to another process.
      for (let press = number; ; press += 1) {
        const status = await sendInquiry(origins[press % 2] ?? publicUrl, id, { withinMs: 5000 });
        statuses.add(status);
        if (status === 200) break;
      }
      acknowledged.push(id);
    }
  };
  const load = Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  const more = async (count: number) => {
    const until = acknowledged.length + count;
    await expect.poll(() => acknowledged.length, { timeout: 30_000, interval: 5 }).toBeGreaterThanOrEqual(until);
  };
  await more(40);
  await stop(web, 'SIGKILL');
  await more(40);
  await stop(worker, 'SIGKILL');
  await more(40);
  // Nobody works by now: what the dead had taken is due when its lease is over.
  for (const table of ['messages', 'payments', 'provider_events']) {
    await pool.query(`update ${table} set due_at = $1 where due_at > $1`, [world.clock.now().toString()]);
  }
  const ownPort = String(await freePort());
  const successor = await start(yardpack, { ROLES: 'worker', PUBLIC_URL: publicUrl, PORT: ownPort });
  await more(40);
  isOver = true;
  await load;

  const rows = async (query: string, values: unknown[] = []) => (await pool.query(query, values)).rows;
  const left = () =>
    rows(`select (select count(*)::int from messages where due_at is not null) as messages,
      (select count(*)::int from payments where due_at is not null) as payments,
      (select count(*)::int from provider_events where due_at is not null) as events`);
  await expect.poll(left, { timeout: 90_000 }).toEqual([{ messages: 0, payments: 0, events: 0 }]);

  expect([...statuses].filter((status) => status !== undefined && ![200, 503].includes(status))).toEqual([]);
  const kept = await rows('select id from inquiries where id = any($1::uuid[])', [acknowledged]);
  expect(kept).toHaveLength(acknowledged.length);
  expect(acknowledged.length).toBeGreaterThan(150);
  // Each message is one; only what was on its way when its sender was killed may have arrived twice.
  const messages = await rows(
    `select outcome, (select arrivals from sandbox.message where message.id = messages.id::text) as arrivals from messages`,
  );
  expect(messages.filter(({ outcome, arrivals }) => outcome !== 'sent' || arrivals === null)).toEqual([]);
  const twice = messages.filter(({ arrivals }) => arrivals > 1);
  expect(twice.length).toBeLessThanOrEqual(20);
  expect(twice.filter(({ arrivals }) => arrivals > 2)).toEqual([]);
  // Each visit is paid once, here and at Stripe.
  const paid = await rows(`select id from payments where status = 'paid'`);
  const { data: intents } = await world.stripe.paymentIntents.list({ limit: 100 });
  const collected = intents.filter(({ status }) => status === 'succeeded').map(({ metadata }) => metadata.paymentId);
  expect(paid).toHaveLength(visits);
  expect(collected.sort()).toEqual(paid.map(({ id }) => id).sort());
  expect(await findLedgerFaults(world.database)).toEqual([]);

  const health = await (await fetch(`${publicUrl}/v1/health-check`)).json();
  expect(health).toEqual({ status: 'ok', sweep: null });
  expect((await fetch(`http://127.0.0.1:${ownPort}/v1/products`)).status).toBe(404);
  expect(await rows(`select now() - ended_at < interval '2 minutes' as is_fresh from last_sweep`)).toEqual([
    { is_fresh: true },
  ]);
  expect(await Promise.all([other, successor].map((server) => stop(server)))).toEqual([0, 0]);
  await yardpack.close();
});

test('a process that is told to stop says so first and answers meanwhile, however often it is told', async () => {
  // One of its own: the end of a world waits for whatever tests before have left open in it.
  const yardpack = await createTestWorld({}, { isShared: true });
  const server = await start(yardpack, { DRAIN_SECONDS: '3' });
  const get = async (path: string) => (await fetch(server.url + path).catch(() => undefined))?.status;
  expect([await get('/v1/ready'), await get('/v1/client-config')]).toEqual([200, 200]);
  const stopped = stop(server);
  const again = setInterval(() => process.kill(server.pid, 'SIGTERM'), 100);
  await expect.poll(() => get('/v1/ready'), { interval: 20 }).toBe(503);
  expect([await get('/v1/client-config'), await get('/v1/health-check')]).toEqual([200, 200]);
  expect(await stopped.finally(() => clearInterval(again))).toBe(0);
  await yardpack.close();
});
