import { randomUUID } from 'node:crypto';
import { Client, type Pool } from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The Postgres of this test run, connected to as a user who may make databases. */
    postgresUrl: string;
    /** A folder that is removed when the run ends. */
    runFolder: string;
  }
}

/** Carries the whole schema and no rows; nobody may be connected to it while it is copied. */
export const TEMPLATE_DATABASE = 'yardpack_template';

/** A database of one test's own. */
export interface TestDatabase {
  url: string;
  /** Removes it, also from under connections that were forgotten. */
  drop(): Promise<void>;
}

/** Makes a migrated, empty database that no other test sees. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const admin = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await run(admin, `create database ${name} template ${TEMPLATE_DATABASE}`);
  return {
    url: databaseUrl(admin, name),
    drop: () => run(admin, `drop database if exists ${name} with (force)`),
  };
}

/** Deletes the rows of every table of the business, and the jobs. */
export async function emptyTables(pool: Pool): Promise<void> {
  // Replicas do not look at foreign keys, so that the order of the tables does not matter.
  await pool.query(`do $$
    declare one regclass;
    begin
      set local session_replication_role = replica;
      for one in select oid from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace or oid = 'jobs.job'::regclass
      loop execute 'delete from ' || one; end loop;
    end $$`);
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
