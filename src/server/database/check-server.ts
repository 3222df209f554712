import type { PoolClient } from 'pg';
import { ConfigError } from '../config.ts';
import { noConnection } from './no-connection.ts';
import { openPool } from './pool.ts';
import { isPooled } from './pooler.ts';

/** What the schema and our statements need: https://www.postgresql.org/docs/15/release-15.html */
const oldest = 15;

type Found = {
  number: number;
  version: string;
  encoding: string;
  mayMakeSchemas: boolean;
  mayMakeTables: boolean;
  isStandby: boolean;
  hasLimit: boolean;
};

/**
 * Tries whether DATABASE_URL leads to a database at all.
 * @throws ConfigError that says what is wrong with it, and what to do
 */
export async function tryConnection(url: string): Promise<void> {
  const { end } = await connect(url);
  await end();
}

async function connect(url: string): Promise<{ client: PoolClient; end: () => Promise<void> }> {
  const pool = openPool(url, 1);
  try {
    const client = await pool.connect();
    const end = async () => {
      client.release();
      await pool.end();
    };
    return { client, end };
  } catch (error) {
    await pool.end();
    if (!/unsupported startup parameter/.test(String(error))) throw noConnection(url, error);
    throw new ConfigError(
      'DATABASE_URL leads to a pooler that does not take our limits: set DATABASE_POOLER=transaction (docs/operations.md).',
    );
  }
}

/**
 * Looks at a server before anything is written there.
 * @returns what its owner should know, in sentences
 * @throws ConfigError that names everything that keeps Yardpack from working there
 */
export async function checkServer(url: string): Promise<string[]> {
  const { client, end } = await connect(url);
  const { rows } = await client
    .query<Found>(
      `select current_setting('server_version_num')::integer as number, current_setting('server_version') as version,
         pg_encoding_to_char(encoding) as encoding, pg_is_in_recovery() as "isStandby",
         has_database_privilege(oid, 'create') as "mayMakeSchemas", has_schema_privilege('public', 'create') as "mayMakeTables",
         current_setting('statement_timeout') <> '0' as "hasLimit"
       from pg_database where datname = current_database()`,
    )
    .finally(end);
  const [found] = rows;
  if (!found) throw new Error('Postgres does not know the database that it serves');
  const problems = problemsOf(found);
  if (problems.length > 0) {
    throw new ConfigError(`Yardpack cannot work with the database of DATABASE_URL:\n  ${problems.join('\n  ')}`);
  }
  if (!isPooled(url) || found.hasLimit) return [];
  return [
    "Behind a pooler Postgres keeps the limits of statements: alter role … set statement_timeout = '2500ms', set lock_timeout = '2s'",
  ];
}

function problemsOf(found: Found): string[] {
  const problems: string[] = [];
  if (found.number < oldest * 10_000) {
    problems.push(`It is PostgreSQL ${found.version}, and ${oldest} or newer is needed.`);
  }
  if (found.encoding !== 'UTF8') {
    problems.push(
      `Its encoding is ${found.encoding}: make one with "create database … encoding 'UTF8' template template0".`,
    );
  }
  if (found.isStandby) problems.push('It is a standby, which can only be read: name the primary.');
  else if (!found.mayMakeSchemas || !found.mayMakeTables) {
    problems.push(
      'Its user may not make schemas and tables in it: let that user own it (alter database … owner to …).',
    );
  }
  return problems;
}
