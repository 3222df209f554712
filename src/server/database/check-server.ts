import { ConfigError } from '../config.ts';
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
 * Looks at a server before anything is written there.
 * @returns what its owner should know, in sentences
 * @throws ConfigError that names everything that keeps Yardpack from working there
 */
export async function checkServer(url: string): Promise<string[]> {
  const pool = openPool(url, 1);
  const { rows } = await pool
    .query<Found>(
      `select current_setting('server_version_num')::integer as number, current_setting('server_version') as version,
         pg_encoding_to_char(encoding) as encoding, pg_is_in_recovery() as "isStandby",
         has_database_privilege(oid, 'create') as "mayMakeSchemas", has_schema_privilege('public', 'create') as "mayMakeTables",
         current_setting('statement_timeout') <> '0' as "hasLimit"
       from pg_database where datname = current_database()`,
    )
    .catch((error: Error) => {
      if (!/unsupported startup parameter/.test(error.message)) throw error;
      throw new ConfigError(
        'DATABASE_URL leads to a pooler that does not take our limits: set DATABASE_POOLER=transaction (docs/operations.md).',
      );
    })
    .finally(() => pool.end());
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
