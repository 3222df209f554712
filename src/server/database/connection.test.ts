import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { databaseUrl } from '../testing/postgres.ts';
import { migrateDatabase } from './connection.ts';

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
