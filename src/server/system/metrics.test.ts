import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { createApp } from '../app.ts';
import { backups } from '../database/schema/backups.ts';
import { freePort } from '../free-port.ts';
import { yardpackTest } from '../testing/yardpack-test.ts';
import { createMetrics, keepQueues, serveMetrics } from './metrics.ts';
import { mostCounted, selectQueues } from './queues-store.ts';
import { markSwept } from './store.ts';

/** @returns the lines of one figure */
const linesOf = (text: string, name: string) => text.split('\n').filter((line) => line.startsWith(name));

yardpackTest('calls are counted by the pattern of their route, never by what was asked for', async ({ yardpack }) => {
  const metrics = createMetrics({ withProcess: false });
  const app = await createApp({ ...yardpack.world, meters: metrics.meters });
  await app.inject('/v1/profiles/018f0000-0000-7000-8000-000000000001');
  await app.inject('/v1/no/such?token=secret');
  await app.inject('/v1/health-check');
  await app.close();
  const text = await metrics.text();
  expect(linesOf(text, 'yardpack_http_request_duration_seconds_count').sort()).toEqual([
    'yardpack_http_request_duration_seconds_count{route="/v1/health-check",method="GET",status="2xx"} 1',
    'yardpack_http_request_duration_seconds_count{route="/v1/profiles/:profileId",method="GET",status="4xx"} 1',
    'yardpack_http_request_duration_seconds_count{route="none",method="GET",status="4xx"} 1',
  ]);
  expect(text).not.toMatch(/018f0000|secret/);
});

yardpackTest('what waits is told with its age, and a sweep by whom ever', async ({ yardpack }) => {
  const { world } = yardpack;
  const metrics = createMetrics({ withProcess: false });
  metrics.watch(world);
  const before = await metrics.text();
  expect(linesOf(before, 'yardpack_sweep_age_seconds')).toEqual([]);
  expect(linesOf(before, 'yardpack_standby_read')).toEqual([]);
  expect(linesOf(before, 'yardpack_due_age_seconds{kind="email"}')).toEqual([
    'yardpack_due_age_seconds{kind="email"} 0',
  ]);
  await world.database.$client.query(
    `insert into messages (id, dedupe_key, channel, class, recipient, subject, text, created_at, due_at, give_up_at, basis)
     select gen_random_uuid(), 'test:' || n, 'email', case n when 1 then 'service' else 'now' end, 'a@b.example', '', '',
       $1::timestamptz, $1::timestamptz - n * interval '10 minutes', $1::timestamptz + interval '1 day', 'asked'
     from generate_series(1, 2) as n`,
    [world.clock.now().toString()],
  );
  await markSwept(world.database);
  const queues = await selectQueues(world.database, world.clock.now());
  expect(queues.ages.email).toBeGreaterThanOrEqual(1200);
  expect(queues.ages.email).toBeLessThan(1260);
  expect([queues.messages, queues.ages.text]).toEqual([
    { email: { waiting: 2, dead: 0 }, text: { waiting: 0, dead: 0 } },
    0,
  ]);
  expect(queues.sweepSeconds).toBeLessThan(60);
  expect(linesOf(before, 'yardpack_backup_age_seconds')).toEqual([]);
  const made = { bytes: 1, rows: 1, photos: 0, isEncrypted: true, seconds: 1 };
  const at = world.clock.now().subtract({ hours: 3 });
  await world.database.insert(backups).values([
    { ...made, at, reason: 'asked' },
    { ...made, at: at.add({ hours: 1 }), reason: 'upgrade' },
  ]);
  expect((await selectQueues(world.database, world.clock.now())).backupSeconds).toBeCloseTo(3 * 3600, -2);
  expect(queues.jobs['collect-payment']).toEqual({ waiting: 0, failed: 0, oldestSeconds: null });
});

yardpackTest('whether reports are read from the standby is told where there is one', async ({ yardpack }) => {
  const { world } = yardpack;
  for (const [state, read] of [
    ['young', 1],
    ['behind', 0],
    ['other', 0],
    ['away', 0],
  ] as const) {
    const metrics = createMetrics({ withProcess: false });
    metrics.watch({ ...world, standby: { ...world.standby, state: async () => state } });
    expect(linesOf(await metrics.text(), 'yardpack_standby_read')).toEqual([`yardpack_standby_read ${read}`]);
  }
});

yardpackTest('a count ends, however much waits', async ({ yardpack }) => {
  const { world } = yardpack;
  await world.database.$client.query(
    `insert into messages (id, dedupe_key, channel, recipient, subject, text, created_at, give_up_at, outcome, ended_at)
     select gen_random_uuid(), 'test:' || n, 'text', '', '', '', now(), now(), 'dead', now()
     from generate_series(1, ${mostCounted + 1}) as n`,
  );
  const { messages } = await selectQueues(world.database, world.clock.now());
  expect(messages.text).toEqual({ waiting: 0, dead: mostCounted });
});

yardpackTest('who asks often asks the database once, and never waits for one that hangs', async ({ yardpack }) => {
  const { database, clock, log } = yardpack.world;
  let asked = 0;
  let answer: (value: unknown) => void = () => {};
  const hanging = new Promise((resolve) => {
    answer = resolve;
  });
  const execute = async () => {
    asked += 1;
    return await hanging;
  };
  const read = keepQueues({ database: Object.assign(Object.create(database), { execute }), clock, log });
  const begun = performance.now();
  expect(await Promise.all([read(), read(), read()])).toEqual([undefined, undefined, undefined]);
  expect(performance.now() - begun).toBeGreaterThan(1900);
  expect(asked).toBe(1);
  answer({ rows: [] });
  await pause(0);
  // What it said too late was no answer, and it is not asked again at once.
  expect([await read(), asked]).toEqual([undefined, 1]);
});

yardpackTest('the figures are served at their own port, and there alone', async ({ yardpack }) => {
  const metrics = createMetrics({ withProcess: true });
  metrics.watch(yardpack.world);
  const port = await freePort();
  const stop = await serveMetrics(metrics, port, '127.0.0.1');
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  const answer = await get('/metrics');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  const text = await answer.text();
  expect(text).toContain('yardpack_database_up 1');
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
  expect((await get('/v1/products')).status).toBe(404);
  await stop();
  expect((await yardpack.app.inject('/metrics')).statusCode).toBe(404);
});
