import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { checkServer } from './check-server.ts';
import { migrateDatabase, openDatabase } from './connection.ts';
import { asPooled, isPooled } from './pooler.ts';
import { prepared } from './prepared.ts';
import { products } from './schema/catalog.ts';

/** What was sent to Postgres: the first words of each connection, and the names of statements that were parsed and bound. */
let openings: string[];
let names: string[];
let database: TestDatabase;
let url: string;

/** Passes everything on to Postgres, and reads along: https://www.postgresql.org/docs/current/protocol-message-formats.html */
const between = createServer((client: Socket) => {
  const { hostname, port } = new URL(database.url);
  const postgres = connect(Number(port), hostname);
  postgres.pipe(client);
  client.pipe(postgres);
  for (const socket of [client, postgres]) socket.on('error', () => socket.destroy());
  let bytes: Buffer = Buffer.alloc(0);
  let isOpening = true;
  client.on('data', (more: Buffer) => {
    bytes = Buffer.concat([bytes, more]);
    for (;;) {
      const start = isOpening ? 0 : 1;
      if (bytes.length < start + 4) return;
      const end = start + bytes.readInt32BE(start);
      if (bytes.length < end) return;
      const body = bytes.subarray(start + 4, end).toString('latin1');
      if (isOpening) openings.push(body.slice(4).split('\0').join(' '));
      // A bind begins with the portal's name.
      else if (bytes[0] === 'P'.charCodeAt(0)) names.push(body.split('\0')[0] ?? '');
      else if (bytes[0] === 'B'.charCodeAt(0)) names.push(body.split('\0')[1] ?? '');
      isOpening = false;
      bytes = bytes.subarray(end);
    }
  });
});

beforeAll(async () => {
  database = await createTestDatabase();
  between.listen(0, '127.0.0.1');
  await once(between, 'listening');
  const changed = new URL(database.url);
  changed.port = String((between.address() as AddressInfo).port);
  url = changed.href;
});
afterAll(async () => {
  between.close();
  await database.drop();
});
beforeEach(() => {
  [openings, names] = [[], []];
});

const productsOf = prepared('pooler_test', (queryable) =>
  queryable
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(eq(products.name, sql.placeholder('name'))),
);

/** Reads in each of the ways that statements go to Postgres, twice. */
async function use(at: string): Promise<void> {
  const opened = openDatabase(at);
  try {
    for (let time = 0; time < 2; time += 1) {
      expect(await productsOf(opened, { name: 'None' })).toEqual([]);
      await opened.transaction(async (transaction) => {
        expect(await productsOf(transaction, { name: 'None' })).toEqual([]);
        expect(await transaction.select().from(products)).toEqual([]);
      });
      await opened.$client.query({ name: 'named', text: 'select $1::integer as one', values: [1] });
    }
  } finally {
    await opened.$client.end();
  }
}

test('behind a pooler no statement has a name, and no connection asks for limits', async () => {
  await use(asPooled(url));
  expect(new Set(names)).toEqual(new Set(['']));
  expect(names.length).toBeGreaterThan(10);
  expect(openings.join(' ')).not.toMatch(/timeout|options/);
});

test('without one the same statements have names and limits, and are parsed once', async () => {
  await use(url);
  // Two parses and binds would be four; it is parsed at its first use on the connection.
  expect(names.filter((name) => name === 'named')).toHaveLength(3);
  expect(names).toContain('pooler_test');
  expect(openings.join(' ')).toContain('statement_timeout 2500');
});

test('what brings the schema on asks a pooler for no limits either', async () => {
  await migrateDatabase(asPooled(url));
  expect(openings.length).toBeGreaterThan(1);
  expect(openings.join(' ')).not.toMatch(/timeout|options/);
});

test('DATABASE_POOLER says it to every connection, which all have the URL', () => {
  const { DATABASE_URL: pooled } = readConfig({ DATABASE_URL: url, DATABASE_POOLER: 'transaction' });
  expect([isPooled(url), isPooled(pooled ?? '')]).toEqual([false, true]);
  expect(new Client(pooled).database).toBe(new URL(url).pathname.slice(1));
});

test('a start behind a pooler says that the limits are the role’s, until they are', async () => {
  expect(await checkServer(url)).toEqual([]);
  expect(await checkServer(asPooled(url))).toEqual([expect.stringContaining('alter role … set statement_timeout')]);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(`alter database ${new URL(url).pathname.slice(1)} set statement_timeout = '2500ms'`);
  await client.end();
  expect(await checkServer(asPooled(url))).toEqual([]);
});
