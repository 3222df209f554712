import { expect } from 'vitest';
import { createApp, createWorkerApp } from '../app.ts';
import { yardpackTest } from '../testing/yardpack-test.ts';
import type { Vitals } from '../world.ts';

const minute = 60_000;

yardpackTest('the health check tells of the last sweep, ready of the database and the disk', async ({ yardpack }) => {
  const health = await yardpack.call('getHealth');
  expect([health.status, health.body]).toEqual([200, { status: 'ok', sweep: { secondsAgo: 0 } }]);
  const { status, body } = await yardpack.call('getReady');
  expect([status, body.status, body.database]).toEqual([200, 'ok', 'ok']);
  expect(body.disk?.freeMegabytes).toBeGreaterThan(0);
});

/** @returns the answer for a process like this */
async function answerWith(
  path: '/v1/health-check' | '/v1/ready',
  { world }: { world: Parameters<typeof createApp>[0] },
  vitals: Partial<Vitals>,
) {
  const app = await createApp({ ...world, vitals: { ...world.vitals, ...vitals } });
  const answer = await app.inject(path);
  await app.close();
  return { ...answer.json(), status: answer.statusCode, retryAfter: answer.headers['retry-after'] };
}

yardpackTest('who is told to stop lives, and is not ready', async ({ yardpack }) => {
  const stopping = { isStopping: () => true };
  expect((await answerWith('/v1/health-check', yardpack, stopping)).status).toBe(200);
  expect(await answerWith('/v1/ready', yardpack, stopping)).toMatchObject({
    status: 503,
    retryAfter: '5',
    fields: [{ path: 'stopping', message: 'The server is stopping.' }],
  });
});

yardpackTest('who leaves the sweep to others does not answer for it', async ({ yardpack }) => {
  expect(await answerWith('/v1/health-check', yardpack, { sinceSweep: () => null })).toMatchObject({
    status: 200,
    sweep: null,
  });
});

yardpackTest('a process without the site says how it does, and nothing else', async ({ yardpack }) => {
  const app = createWorkerApp(yardpack.world);
  const statuses = await Promise.all(
    ['/v1/health-check', '/v1/ready', '/v1/products', '/'].map(async (path) => (await app.inject(path)).statusCode),
  );
  expect(statuses).toEqual([200, 200, 404, 404]);
  await app.close();
});

yardpackTest('a sweep that ended more than five minutes ago is a failure', async ({ yardpack }) => {
  expect((await answerWith('/v1/health-check', yardpack, { sinceSweep: () => 5 * minute })).status).toBe(200);
  expect(await answerWith('/v1/health-check', yardpack, { sinceSweep: () => 6.5 * minute })).toMatchObject({
    status: 503,
    retryAfter: '5',
    errorCode: 'UNAVAILABLE',
    fields: [{ path: 'sweep', message: 'The sweep has not run for 6 minutes.' }],
  });
});

yardpackTest('a schema that a newer version has upgraded is a failure', async ({ yardpack }) => {
  const { $client: pool } = yardpack.world.database;
  await pool.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9e12)`);
  const answer = await answerWith('/v1/ready', yardpack, {});
  await pool.query(`delete from drizzle.__drizzle_migrations where hash = 'newer'`);
  expect(answer).toMatchObject({ status: 503, fields: [{ path: 'schema' }] });
  expect(answer.message).toMatch(/^The database was upgraded by a newer version of Yardpack\. Start that version/);
});

yardpackTest('a full disk is a failure', async ({ yardpack }) => {
  // A file system without blocks (proc(5)) has no free room.
  expect(await answerWith('/v1/ready', yardpack, { folders: ['/proc'] })).toMatchObject({
    status: 503,
    fields: [{ path: 'disk', message: 'The disk is full: 0 MB are free.' }],
  });
});

yardpackTest(
  'settings that were not read for longer than a change takes to count are a failure',
  async ({ yardpack }) => {
    expect((await answerWith('/v1/ready', yardpack, { sinceSettings: () => 39_000 })).status).toBe(200);
    expect(await answerWith('/v1/ready', yardpack, { sinceSettings: () => 45_500 })).toMatchObject({
      status: 503,
      fields: [{ path: 'settings', message: 'The settings were read 45 seconds ago.' }],
    });
  },
);

yardpackTest('settings that are old since the database was away are read when somebody asks', async ({ yardpack }) => {
  let readAt = performance.now() - 65_000;
  const reload = async () => {
    await yardpack.world.settings.reload();
    readAt = performance.now();
  };
  const world = { ...yardpack.world, settings: { ...yardpack.world.settings, reload } };
  const vitals = { sinceSettings: () => performance.now() - readAt };
  expect(await answerWith('/v1/ready', { world }, vitals)).toMatchObject({ status: 200, settings: { secondsAgo: 0 } });
});
