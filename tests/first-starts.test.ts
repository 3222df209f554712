import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { freePort } from '#server/free-port.ts';
import { databaseUrl } from '#server/testing/postgres.ts';
import { builtServer } from './built-server.ts';
import { type RunningServer, runServer } from './running-server.ts';

const folder = mkdtempSync(join(inject('runFolder'), 'yardpack-first-'));
const name = `test_${randomUUID().replaceAll('-', '')}`;
const url = databaseUrl(inject('postgresUrl'), name);
const client = new Client({ connectionString: url });
const servers: RunningServer[] = [];

beforeAll(async () => {
  const admin = new Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  await client.connect();
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await client.end();
  rmSync(folder, { recursive: true, force: true });
});

/** Three first starts take minutes on a machine that is busy with other things; how long is not what is looked at here. */
const patienceMs = 280_000;

/** @returns the answer of a server that is not too busy to give one: 503 says that Postgres was asked and did not answer in time */
async function signIn(origin: string, username: string): Promise<number> {
  let status = 503;
  const ask = async () => {
    const answer = await fetch(`${origin}/v1/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: 'bones4all!' }),
    });
    status = answer.status;
    return status;
  };
  await expect.poll(ask, { timeout: patienceMs }).not.toBe(503);
  return status;
}

/** Starts an instance and, from its first word on, asks whether it is ready. @returns what its first sign-in got */
async function start(number: number): Promise<number[]> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const running = runServer(
    { DATABASE_URL: url, DATA_DIR: join(folder, String(number)), PORT: String(port), DEMO_DATA: 'small' },
    builtServer(),
  );
  const firstSignIns = async () => {
    const seen = new Set<number>();
    const readiness = async () => {
      const status = (await fetch(`${origin}/v1/ready`).catch(() => undefined))?.status;
      if (status) seen.add(status);
      return status;
    };
    await expect.poll(readiness, { timeout: patienceMs, interval: 10 }).toBe(200);
    // What is only starting says so from its first moment on.
    expect([...seen]).toEqual([503, 200]);
    return await Promise.all(['erin', 'casey', 'wren', 'walt'].map((username) => signIn(origin, username)));
  };
  const [server, statuses] = await Promise.all([running, firstSignIns()]);
  servers.push(server);
  await expect.poll(server.output).toContain('erin / bones4all!');
  return statuses;
}

test('three first starts at once make one whole demo, and none is ready before its people can sign in', async () => {
  const answers = await Promise.all([start(1), start(2), start(3)]);
  expect(answers).toEqual(answers.map(() => [200, 200, 200, 200]));
  const { rows } = await client.query(`
    select (select count(*)::int from users) as users, (select count(*)::int from profiles) as profiles,
      (select count(*)::int from products) as products, (select count(*)::int from engagements) as engagements,
      (select count(*)::int from schedule_template_days) as days`);
  expect(rows).toEqual([{ users: 4, profiles: 4, products: 2, engagements: 2, days: 7 }]);
}, 300_000);
