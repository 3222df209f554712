import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { withClient } from '../testing/backup-checks.ts';
import { buildEmployee } from '../testing/factories.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { createTestWorld } from '../testing/world.ts';
import { type Database, openDatabase } from './connection.ts';
import { openStandby } from './standby.ts';

let [first, second]: TestDatabase[] = [];
let primary: Database;
let warnings: unknown[];
const log = { warn: (...words: unknown[]) => void warnings.push(words) };

beforeEach(async () => {
  warnings = [];
  [first, second] = [await createTestDatabase(), await createTestDatabase()];
  primary = openDatabase(first.url);
});
afterEach(async () => {
  await primary.$client.end();
  await first?.drop();
  await second?.drop();
});

/**
 * Lets a database say of itself that it has replayed a commit of so many seconds ago, as a standby would.
 * @param copied the database of which it says that it is the copy
 */
async function imitateStandby(database: string, secondsAgo: number, copied = first?.url ?? ''): Promise<void> {
  await withClient(database, async (client) => {
    await client.query(
      `create schema if not exists imitation;
       create or replace function imitation.pg_last_xact_replay_timestamp() returns timestamptz language sql as
       $$ select now() - interval '${secondsAgo} seconds' $$;
       create or replace view imitation.pg_database as select oid, current_database() as datname
       from pg_catalog.pg_database where datname = '${new URL(copied).pathname.slice(1)}'`,
    );
    const name = new URL(database).pathname.slice(1);
    await client.query(`alter database ${name} set search_path = imitation, pg_catalog, public`);
  });
}

function opened(url: string | undefined, oldest = 60) {
  const standby = openStandby(primary, url, oldest, log as never);
  onTestFinished(standby.close);
  return standby;
}

/** @returns the name of the database that was asked */
const asked = async (database: Database) =>
  (await database.execute<{ name: string }>(sql`select current_database() as name`)).rows[0]?.name;
const nameOf = (database: TestDatabase | undefined) => new URL(database?.url ?? '').pathname.slice(1);

test('without a standby the primary is read', async () => {
  expect(await opened(undefined).read(asked)).toBe(nameOf(first));
  expect([await opened(undefined).state(), await opened(undefined).trouble()]).toEqual([null, undefined]);
});

test('a standby is read while it is young enough', async () => {
  await imitateStandby(second?.url ?? '', 50);
  expect(await opened(second?.url).read(asked)).toBe(nameOf(second));
  expect(await opened(second?.url, 40).read(asked)).toBe(nameOf(first));
  expect([await opened(second?.url).state(), await opened(second?.url, 40).state()]).toEqual(['young', 'behind']);
  expect([await opened(second?.url).trouble(), await opened(second?.url, 40).trouble()]).toEqual([
    undefined,
    undefined,
  ]);
});

const isOther =
  'DATABASE_REPLICA_URL does not lead to a standby of the database of DATABASE_URL: name one that follows that server. ' +
  'Reports are read from the primary.';

test('a server that replays nothing is none, and that is said', async () => {
  expect(await opened(second?.url).read(asked)).toBe(nameOf(first));
  expect(warnings).toEqual([]);
  expect([await opened(second?.url).state(), await opened(second?.url).trouble()]).toEqual(['other', isOther]);
});

test('the standby of another business is not read, however young it is', async () => {
  const third = await createTestDatabase();
  onTestFinished(() => third.drop());
  await imitateStandby(second?.url ?? '', 1, third.url);
  const standby = opened(second?.url);
  expect(await standby.read(asked)).toBe(nameOf(first));
  expect([await standby.state(), await standby.trouble()]).toEqual(['other', isOther]);
});

test('a setting that leads to no database is said in one sentence, without the password', async () => {
  const { host } = new URL(second?.url ?? '');
  const url = new URL(second?.url ?? '');
  url.pathname = '/none';
  const standby = opened(url.href);
  expect(await standby.trouble()).toBe(
    `DATABASE_REPLICA_URL does not lead to a database: there is no database "none" at ${host}. ` +
      'Make it (create database none …), or correct its name. Reports are read from the primary.',
  );
  expect([await standby.state(), await standby.read(asked)]).toEqual(['away', nameOf(first)]);
});

test('a dead standby costs one look, is said once, and no answer', async () => {
  const standby = opened('postgres://nobody@127.0.0.1:1/none');
  for (let time = 0; time < 3; time += 1) expect(await standby.read(asked)).toBe(nameOf(first));
  expect(warnings).toHaveLength(1);
});

test('a standby that fails while it is asked is left alone, and the primary answers', async () => {
  await imitateStandby(second?.url ?? '', 1);
  const standby = opened(second?.url);
  const tried: (string | undefined)[] = [];
  const ask = async (database: Database) => {
    const name = await asked(database);
    tried.push(name);
    // As when the standby replays something that the statement still needs.
    if (name === nameOf(second)) throw new Error('canceling statement due to conflict with recovery');
    return name;
  };
  expect([await standby.read(ask), await standby.read(ask)]).toEqual([nameOf(first), nameOf(first)]);
  expect(tried).toEqual([nameOf(second), nameOf(first), nameOf(first)]);
});

test('reports are read there', async () => {
  const replica = second?.url ?? '';
  // The primary has no such visits: only who asks the other finds them.
  await withClient(replica, (client) =>
    client.query(`insert into visit_sums values ('2026-11-03', 'all', '', 41, 41, 41, 0, 0, 0, 0, 0, 0, 0, 0)`),
  );
  const yard = await createTestWorld({ DATABASE_REPLICA_URL: replica });
  onTestFinished(() => yard.close());
  await imitateStandby(replica, 1, yard.world.database.$client.options.connectionString);
  await yard.advance('2026-11-10T12:00:00-06:00');
  const { accessToken: as } = await buildEmployee(yard);
  const query = { from: '2026-11-01', to: '2026-11-07' };
  expect((await yard.call('getReport', { as, query })).body.visits.done).toBe(41);
});
