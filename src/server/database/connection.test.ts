import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { withDatabaseBefore } from '../testing/database-before.ts';
import { databaseUrl } from '../testing/postgres.ts';
import { migrateDatabase } from './connection.ts';
import { upgradesAll } from './migrations.ts';

let admin: Client;
let name: string;
beforeEach(async () => {
  admin = new Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  name = `test_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${name}`);
});
afterEach(async () => {
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
});

test('instances that start on an empty database at the same moment all start', async () => {
  const url = databaseUrl(inject('postgresUrl'), name);
  await Promise.all([1, 2, 3, 4].map(() => migrateDatabase(url)));
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    'select count(*)::int, count(distinct hash)::int as different from drizzle.__drizzle_migrations',
  );
  await client.end();
  expect(rows[0].count).toBeGreaterThan(0);
  expect(rows[0].count).toBe(rows[0].different);
});

test('a database that cannot be reached is told at once', async () => {
  await expect(migrateDatabase('postgres://nobody@127.0.0.1:1/none')).rejects.toThrow();
});

test('a database from before the first schema is refused with the version that upgrades it, and stays as it is', async () => {
  await withDatabaseBefore('visits-are-rows', [], async ({ url, client }) => {
    await client.query('update drizzle.__drizzle_migrations set created_at = created_at - 1');
    await expect(migrateDatabase(url)).rejects.toThrow(
      `This version cannot upgrade the database, which is older. Start ${upgradesAll} on it once, then this one.`,
    );
    await expect(client.query('select from visits')).rejects.toThrow('visits');
  });
});

test('a change of the schema waits for who reads a table, and lets others read it meanwhile', async () => {
  await withDatabaseBefore('visits-are-rows', [], async ({ url, client: reader }) => {
    await reader.query('begin; lock table cards in access share mode');
    const said: string[] = [];
    let isDone = false;
    const migrating = migrateDatabase(url, { say: (line) => said.push(line) }).then(() => {
      isDone = true;
    });
    const other = new Client({ connectionString: url });
    await other.connect();
    // As long as a call waits. Without a limit of its own the change would stand before everybody until the reader ends.
    await other.query("set lock_timeout = '2s'");
    while (said.length === 0) await other.query('select from cards');
    expect(said).toEqual(['The change of the schema waits for a table that is being read, such as by a backup.']);
    expect(isDone).toBe(false);
    await reader.query('commit');
    await migrating;
    await other.query('select from visits');
    await other.end();
  });
});

test('a change of the schema that gets no table in time fails, and has changed nothing', async () => {
  await withDatabaseBefore('visits-are-rows', [], async ({ url, client: reader }) => {
    await reader.query('begin; lock table cards in access share mode');
    await expect(migrateDatabase(url, { patienceMs: 0 })).rejects.toMatchObject({ cause: { code: '55P03' } });
    await reader.query('commit');
    await expect(reader.query('select from visits')).rejects.toThrow('visits');
  });
});
