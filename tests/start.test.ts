import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { businessDay, isoWeekOf } from '#domain/calendar.ts';
import { freePort } from '#server/free-port.ts';
import { withDatabaseBefore } from '#server/testing/database-before.ts';
import { builtServer } from './built-server.ts';
import { runServer } from './running-server.ts';

const dataDir = mkdtempSync(join(inject('runFolder'), 'yardpack-start-'));
// The user Postgres runs as has to pass through when this is run by root.
chmodSync(dataDir, 0o711);
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const signIn = (url: string, username: string) =>
  fetch(`${url}/v1/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'bones4all!' }),
  });

test('an empty folder becomes a running business, survives kill -9 and a clean stop, and is not shared', async () => {
  const first = await runServer({ DATA_DIR: dataDir, DEMO_DATA: 'small' });
  await expect.poll(first.output).toContain('casey / bones4all!');
  expect((await signIn(first.url, 'casey')).status).toBe(200);
  await expect(runServer({ DATA_DIR: dataDir, DEMO_DATA: 'small' }, builtServer())).rejects.toThrow(
    `is in use by another Yardpack (pid ${first.pid})`,
  );

  await first.stop('SIGKILL');
  const second = await runServer({ DATA_DIR: dataDir, DEMO_DATA: 'small', DRAIN_SECONDS: '3' }, builtServer());
  const session = await (await signIn(second.url, 'wren')).json();
  const [profile] = session.profiles;
  const { now } = await (await fetch(`${second.url}/sandbox/clock.json`)).json();
  const { year, week } = isoWeekOf(businessDay(Temporal.Instant.from(now)).add({ weeks: 4 }));
  const itinerary = new URL(`/v1/workers/${profile.id}/itineraries?week=${week}&year=${year}`, second.url);
  const jobs = await fetch(itinerary, { headers: { authorization: `Bearer ${session.accessToken}` } });
  expect((await jobs.json()).jobs).toHaveLength(7);

  // Whoever starts it again need not wait until it has ended: the next start does.
  const ending = second.stop('SIGTERM');
  await expect.poll(second.output).toContain('SIGTERM: stopping');
  const third = await runServer({ DATA_DIR: dataDir, DEMO_DATA: 'small' }, builtServer());
  expect(await ending).toBe(0);
  expect((await signIn(third.url, 'wren')).status).toBe(200);
  expect(await third.stop('SIGTERM')).toBe(0);
}, 300_000);

test('a wrong setting stops the start with every problem named', async () => {
  const wrong = runServer({ DATA_DIR: dataDir, BASE_RATE_LARGE: 'cheap', STRIPE_API_URL: 'ftp://x' }, builtServer());
  await expect(wrong).rejects.toThrow('BASE_RATE_LARGE must be');
  await expect(wrong).rejects.toThrow('STRIPE_API_URL');
});

test('production never runs on the sandbox', async () => {
  await expect(runServer({ DATA_DIR: dataDir, NODE_ENV: 'production' }, builtServer())).rejects.toThrow(
    'STRIPE_SECRET_KEY must be set in production',
  );
});

test('a start whose backup before the upgrade cannot be made says so in words, and changes nothing', async () => {
  await withDatabaseBefore('visits-are-rows', [], async ({ url, client }) => {
    const blocked = { DATA_DIR: dataDir, DATABASE_URL: url, BACKUP_DIR: '/dev/null/backups' };
    const error: unknown = await runServer(blocked, builtServer()).catch((reason: unknown) => reason);
    expect(String(error)).toContain('the backup before the change of the schema could not be made');
    expect(String(error)).not.toMatch(/stack|at .*\.js:\d|BackupError/);
    await expect(client.query('select from visits')).rejects.toThrow('does not exist');
  });
});

test('a DATABASE_URL that leads nowhere ends the start with one sentence that names it', async () => {
  const none = new URL('/none', inject('postgresUrl')).href;
  const nobody = `postgres://yard:yard@127.0.0.1:${await freePort()}/yard`;
  const refusals = [none, nobody].map((url) =>
    runServer({ DATA_DIR: dataDir, DATABASE_URL: url }, builtServer()).catch((reason: unknown) => String(reason)),
  );
  for (const refusal of await Promise.all(refusals))
    expect(refusal).toMatch(/^Error: It ended with 1:\nDATABASE_URL does not lead to a database: [^\n]+\.\n$/);
});
