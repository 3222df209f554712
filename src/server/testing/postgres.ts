import { randomUUID } from 'node:crypto';
import { Client, Pool } from 'pg';
import { inject } from 'vitest';
import { testMoment } from './moment.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The Postgres of this test run, connected to as a user who may make databases. */
    postgresUrl: string;
    /** The folder of its socket. */
    postgresSocket: string;
    /** A folder that is removed when the run ends. */
    runFolder: string;
  }
}

/** Carries the whole schema and no rows; nobody may be connected to it while it is copied. */
export const TEMPLATE_DATABASE = 'yardpack_template';

/** A database of one test's own. */
export interface TestDatabase {
  url: string;
  /** The same through a socket in a folder, which takes less time; not every client takes such a URL. */
  socketUrl: string;
  /** Removes it, also from under connections that were forgotten. */
  drop(): Promise<void>;
}

/**
 * Makes a database that no other test sees.
 * @param template what it is a copy of; migrated and empty unless given
 */
export async function createTestDatabase(template = TEMPLATE_DATABASE): Promise<TestDatabase> {
  const admin = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await run(admin, `create database ${name} template ${template}`);
  const url = databaseUrl(admin, name);
  return {
    url,
    socketUrl: url.replace('@127.0.0.1:', `@${encodeURIComponent(inject('postgresSocket'))}:`),
    drop: () => run(admin, `drop database if exists ${name} with (force)`),
  };
}

/**
 * Makes one for a server that runs as in production: its clock begins at `testMoment`, and goes on by itself.
 * @param template as of `createTestDatabase`
 */
export async function createSiteDatabase(template?: string): Promise<TestDatabase> {
  const database = await createTestDatabase(template);
  await beginAtTestMoment(database.url);
  return database;
}

/** Sets the clock of a database that no server uses yet. */
export async function beginAtTestMoment(url: string): Promise<void> {
  await run(url, `update sandbox.clock set offset_ms = ${testMoment.epochMilliseconds - Date.now()}`);
}

/**
 * Makes a database to copy, once for all processes of the run: the first fills it while the others wait.
 * @param fill what puts its rows into a migrated, empty database; it leaves no connection
 * @returns the name
 */
export async function makeTemplateOnce(name: string, fill: (url: string) => Promise<void>): Promise<string> {
  const admin = inject('postgresUrl');
  const client = new Client({ connectionString: admin });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) {
      await client.query(`create database ${name}_begun template ${TEMPLATE_DATABASE}`);
      await fill(databaseUrl(admin, `${name}_begun`));
      await client.query(`alter database ${name}_begun rename to ${name}`);
    }
    return name;
  } finally {
    await client.end();
  }
}

/**
 * Opens one connection whose statements fire no triggers and do not look at foreign keys. To switch that on another one
 * would make Postgres plan all its prepared statements anew.
 */
export function openUnchecked(url: string): Pool {
  const options = '-c session_replication_role=replica';
  const pool = new Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, options });
  pool.on('error', () => {});
  return pool;
}

/** Makes the function that deletes the rows of every table of the business, and the jobs. */
export async function createEmptying(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace or oid = 'jobs.job'::regclass`,
  );
  // A function's statements are planned once on each connection.
  const statements = rows.map(({ name }) => `delete from ${name};`).join(' ');
  await pool.query(
    `create schema testing; create function testing.empty_tables() returns void language plpgsql as
     $$ begin ${statements} end $$`,
  );
}

/** @param unchecked from `openUnchecked` */
export async function emptyTables(unchecked: Pool): Promise<void> {
  await unchecked.query('select testing.empty_tables()');
}

/**
 * Does something on a connection without the limits that the app's have.
 * @param pool the app's
 */
export async function withoutLimits<Result>(pool: Pool, act: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: pool.options.connectionString });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

/** The same server and user, another database. */
export function databaseUrl(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
