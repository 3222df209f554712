import { expect } from 'vitest';
import { createApp } from '../app.ts';
import { yardpackTest } from '../testing/yardpack-test.ts';
import type { Vitals } from '../world.ts';

const minute = 60_000;

yardpackTest('health tells of the database, the last sweep and the disk', async ({ yardpack }) => {
  const { status, body } = await yardpack.call('getHealth');
  expect([status, body.status, body.database, body.sweep]).toEqual([200, 'ok', 'ok', { secondsAgo: 0 }]);
  expect(body.disk?.freeMegabytes).toBeGreaterThan(0);
});

/** @returns the health check's answer for a process like this */
async function healthWith({ world }: { world: Parameters<typeof createApp>[0] }, vitals: Partial<Vitals>) {
  const app = await createApp({ ...world, vitals: { ...world.vitals, ...vitals } });
  const answer = await app.inject('/v1/health-check');
  await app.close();
  return { ...answer.json(), status: answer.statusCode, retryAfter: answer.headers['retry-after'] };
}

yardpackTest('a sweep that ended more than five minutes ago is a failure', async ({ yardpack }) => {
  expect((await healthWith(yardpack, { sinceSweep: () => 5 * minute })).status).toBe(200);
  expect(await healthWith(yardpack, { sinceSweep: () => 6.5 * minute })).toMatchObject({
    status: 503,
    retryAfter: '5',
    errorCode: 'UNAVAILABLE',
    fields: [{ path: 'sweep', message: 'The sweep has not run for 6 minutes.' }],
  });
});

yardpackTest('a full disk is a failure', async ({ yardpack }) => {
  // A file system without blocks (proc(5)) has no free room.
  expect(await healthWith(yardpack, { folders: ['/proc'] })).toMatchObject({
    status: 503,
    fields: [{ path: 'disk', message: 'The disk is full: 0 MB are free.' }],
  });
});

yardpackTest(
  'settings that were not read for longer than a change takes to count are a failure',
  async ({ yardpack }) => {
    expect((await healthWith(yardpack, { sinceSettings: () => 39_000 })).status).toBe(200);
    expect(await healthWith(yardpack, { sinceSettings: () => 45_500 })).toMatchObject({
      status: 503,
      fields: [{ path: 'settings', message: 'The settings were read 45 seconds ago.' }],
    });
  },
);
