import { readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import type { Client } from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createEmptyDatabase, shapeOf, withClient } from '../testing/backup-checks.ts';
import { findContractions } from '../testing/expanding.ts';
import { databaseUrl, TEMPLATE_DATABASE } from '../testing/postgres.ts';
import { readReleases, sumOfMigrations } from '../testing/releases.ts';
import { fillShort, findAllUnfilled } from '../visits/ahead.ts';
import { migrateDatabase, openDatabase } from './connection.ts';
import { knownMigrations, migrateUpTo, migrationsFolder } from './migrations.ts';
import { visits } from './schema/visits.ts';

const releases = readReleases();
/** As it was before visits had rows. It was never released, and a database of it becomes one of today all the same. */
const beforeRows = '0.0.9';
const released = releases.filter(({ version }) => version !== beforeRows);
const newest = released.at(-1);

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
beforeEach(async () => {
  database = await createEmptyDatabase();
});
afterEach(() => database.drop());

/** Without triggers and foreign keys, as a superuser. */
const uncheckedUrl = () => databaseUrl(inject('postgresUrl'), new URL(database.url).pathname.slice(1));
async function writeRows(rows: string[]): Promise<void> {
  await withClient(uncheckedUrl(), async (client) => {
    await client.query('set session_replication_role = replica');
    for (const row of rows) {
      await client.query(row).catch((error: Error) => {
        throw new Error(`${error.message}: ${row}`);
      });
    }
  });
}

const freshUrl = () => databaseUrl(inject('postgresUrl'), TEMPLATE_DATABASE);
/** Without the stand-ins for providers. */
const ownShape = async (url: string) =>
  (await shapeOf(url)).filter((line) => !/\bsandbox(_stripe)?\./.test(String(line)));

async function countsOf(client: Client, tables: string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of tables) counts[name] = Number((await client.query(`select count(*) from ${name}`)).rows[0].count);
  return counts;
}

test('there is a first release', () => expect(released.length).toBeGreaterThan(0));

for (const { version, when, sum, rows } of releases) {
  test(`nobody has changed a migration of release ${version}`, () => {
    expect(sumOfMigrations(when), 'A released migration stays as it is: write another one').toBe(sum);
  });

  test(`a database of release ${version} becomes one of today, with its rows`, async () => {
    await withClient(database.url, (client) => migrateUpTo(client, when));
    await writeRows(rows);
    // Reports are to count anew what is carried over.
    const tables = [...new Set(rows.map((row) => row.split(' ')[2] ?? ''))].filter((name) => name !== 'report_touches');
    expect(tables.length).toBeGreaterThan(40);
    const before = await withClient(database.url, (client) => countsOf(client, tables));
    await migrateDatabase(database.url);
    expect(await ownShape(database.url)).toEqual(await ownShape(freshUrl()));
    const after = await withClient(database.url, async (client) => {
      const { rows: there } = await client.query(`select tablename as name from pg_tables where schemaname = 'public'`);
      return await countsOf(
        client,
        tables.filter((name) => there.some((table) => table.name === name)),
      );
    });
    // A migration may move rows elsewhere only with their table.
    expect({ ...before, ...after }).toEqual(before);
    const own = openDatabase(database.url);
    try {
      // Its rows are of that day and before.
      const world = { clock: { now: () => Temporal.Instant.from('2026-12-01T09:00:00-06:00') }, database: own };
      await fillShort(world);
      expect(await own.$count(visits, eq(visits.state, 'planned'))).toBeGreaterThan(0);
      // Of a later one a few rows are kept of each table, which say less of a service.
      if (version === beforeRows) expect(await findAllUnfilled(world)).toEqual([]);
    } finally {
      await own.$client.end();
    }
  });
}

test('a database that had some steps of the carry-over when they were migrations gets the others', async () => {
  const { name, when: last } = knownMigrations()[1] ?? expect.fail('there is no carry-over');
  const parts = readFileSync(`${migrationsFolder}/${name}.sql`, 'utf8').split('--> statement-breakpoint');
  const steps = parts.flatMap((part) => (/"lacks"\((\d+)\)/.exec(part) ?? []).slice(1, 2).map(Number));
  expect(steps).toEqual([...new Set(steps)].sort());
  expect([steps.length, steps.at(-1)]).toEqual([23, last]);
  for (const when of [steps[0], steps[9], steps[10], steps[16]] as number[]) {
    const some = await createEmptyDatabase();
    try {
      await withClient(some.url, async (client) => {
        await migrateUpTo(client, knownMigrations()[0]?.when ?? 0);
        const done = parts.slice(0, 2 + steps.indexOf(when));
        for (const part of [...done, 'drop function "lacks"(bigint)']) await client.query(part);
        await client.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('step', ${when})`);
      });
      await migrateDatabase(some.url);
      expect(await ownShape(some.url)).toEqual(await ownShape(freshUrl()));
    } finally {
      await some.drop();
    }
  }
});

/** Today's schema, without the rows that migrations have written. */
async function makeEmptyTables(): Promise<void> {
  await migrateDatabase(database.url);
  await withClient(uncheckedUrl(), async (client) => {
    const { rows } = await client.query(
      `select string_agg(quote_ident(tablename), ', ') as names from pg_tables where schemaname = 'public'`,
    );
    await client.query(`truncate ${rows[0].names}`);
  });
}

test(`what release ${newest?.version} writes, today's schema takes`, async () => {
  await makeEmptyTables();
  await writeRows(newest?.rows ?? []);
});

test('a message as it was before consents is refused today, as it was when both versions ran', async () => {
  await makeEmptyTables();
  const message = `insert into messages (id, dedupe_key, channel, class, recipient, subject, text, created_at, due_at, give_up_at)
    values (gen_random_uuid(), 'old', 'email', 'service', 'old@example.com', 'Old', 'Old', now(), now(), now())`;
  await expect(writeRows([message])).rejects.toThrow('messages_consent');
});

test('a migration after the first release only expands, or says beside which release it is safe', () => {
  for (const { when, name } of knownMigrations()) {
    const before = released.filter((release) => release.when < when).at(-1);
    if (!before) continue;
    for (const { statement, safeBeside } of findContractions(readFileSync(`${migrationsFolder}/${name}.sql`, 'utf8'))) {
      expect(
        safeBeside,
        `${name} may break release ${before.version} while it still runs (docs/decisions/035-expand-and-contract.md):\n${statement}`,
      ).toBe(before.version);
    }
  }
});

test.each([
  '',
  '-- The column goes in the next release.',
  'create table new (id uuid primary key, name text not null, unique (name)); create unique index i on new (name); alter table new add constraint c check (id is not null)',
  'alter table works add column note text',
  `alter table works add column note text default 'none' not null`,
  'alter table works add column note text default null',
  `alter table works add column notes text[] default '{}'::text[] not null`,
  'create table new (id uuid primary key, above uuid references new (id), note_id uuid references notes (id) on delete cascade)',
  'create table new (id uuid); create table public.other (id uuid); alter table public.new add constraint f foreign key (id) references other (id)',
  'create table new (note_id uuid); alter table new add constraint f foreign key (note_id) references notes (id) on delete cascade on update no action',
  'create index if not exists works_note on works (note)',
  'insert into last_sweep values (1)',
  'insert into last_sweep with one as (select 1 as id) select id from one on conflict do nothing',
  'create function is_new() returns boolean language sql as $$ select true $$',
])('expands: %s', (migration) => expect(findContractions(migration)).toEqual([]));

test.each([
  'alter table works drop column note',
  'alter table works rename column note to words',
  'alter table works rename to visits',
  'alter table works alter column note set not null',
  'alter table works alter column note drop not null',
  'alter table works alter column note drop default',
  'alter table works alter column note set data type integer using 1',
  'alter table works add column note text not null',
  'alter table works add column note text unique',
  'alter table works add column note text, drop column words',
  `alter table works add column note text default 'none' not null check (note <> '')`,
  'alter table works add column note text check (words is not null)',
  `alter table works add column kind text default 'none' references kinds (id)`,
  'alter table works add column note text not null default null',
  'alter table works add column note text not null default null::text',
  'alter table works add column note integer default 1 / 0',
  'alter table works add column note integer generated always as (1 / price) stored',
  'create table if not exists works (id uuid)',
  'create temporary table works (id uuid)',
  'create table new () inherits (works)',
  'create table new partition of works for values in (1)',
  'create table new (note_id uuid references notes (id))',
  'create table new (note_id uuid, foreign key (note_id) references notes (id) on delete restrict)',
  'create index if not exists works_share on works ((1 / price))',
  'insert into last_sweep values (1) on conflict (id) do update set id = 2',
  'with gone as (delete from works returning id) insert into last_sweep select id from gone',
  'insert into last_sweep with told as (update works set id = id returning id) select id from told',
  `alter table works add constraint c check (note <> '')`,
  'alter table works add constraint f foreign key (id) references users (id)',
  'alter table works add constraint u unique (note)',
  'alter table works drop constraint c',
  'alter table works set schema other',
  'create unique index if not exists works_note on works (note)',
  'create index works_note on works (note)',
  'drop table works',
  'drop index works_note',
  'drop function is_new',
  'drop schema public cascade',
  'truncate works',
  'delete from works',
  `update works set note = ''`,
  'create or replace function is_new() returns boolean language sql as $$ select true $$',
  'create trigger t before update on works for each row execute function is_new()',
  `do $$ begin execute 'drop table works'; end $$`,
])('may break the version that still runs: %s', (statement) => {
  expect(findContractions(statement)).toEqual([{ statement, safeBeside: undefined }]);
});

test.each([
  ['create table if not exists works (id uuid)', 'alter table works drop column note'],
  ['create table other.works (id uuid)', 'alter table public.works drop column note'],
  ['create table new (id uuid)', 'alter table new add constraint f foreign key (id) references notes (id)'],
  ['create table new (id uuid) partition by list (id)', 'alter table new attach partition works default'],
  ['create table new (id uuid)', 'alter table new inherit works'],
])('after %s it may break the version that still runs: %s', (before, statement) => {
  expect(findContractions(`${before};\n${statement}`).at(-1)).toEqual({ statement, safeBeside: undefined });
});

test('a line in front says why a statement is safe, of that statement alone', () => {
  const migration = `create table new (id uuid primary key);
--> statement-breakpoint
-- Safe beside 1.2.0: it has not read the column since 1.1.0.
alter table works drop column note;--> statement-breakpoint
alter table works drop column words;
-- Safe beside 1.2.0:
drop table works`;
  expect(findContractions(migration)).toEqual([
    { statement: 'alter table works drop column note', safeBeside: '1.2.0' },
    { statement: 'alter table works drop column words', safeBeside: undefined },
    { statement: 'drop table works', safeBeside: undefined },
  ]);
});
