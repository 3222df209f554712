import { fileURLToPath } from 'node:url';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Pool } from 'pg';
import { migrateJobs } from '../jobs/jobs.ts';

export type Database = NodePgDatabase<Record<string, never>> & { $client: Pool };
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** What a store's functions take: the database, or a transaction that is under way. */
export type Queryable = Database | Transaction;

/**
 * Opens a pool of connections.
 * @param url a Postgres connection URL
 */
export function openDatabase(url: string): Database {
  const pool = new Pool({ connectionString: url, max: 20, application_name: 'yardpack' });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  return drizzle(pool, { casing: 'snake_case' });
}

/**
 * Brings a database to the newest schema; does nothing when it is there already.
 * @param url a Postgres connection URL
 */
export async function migrateDatabase(url: string): Promise<void> {
  const database = openDatabase(url);
  try {
    await migrate(database, { migrationsFolder: fileURLToPath(new URL('migrations', import.meta.url)) });
  } finally {
    await database.$client.end();
  }
  await migrateJobs(url);
}

/**
 * Whether a statement was refused because a row with the same unique value is there already.
 * @param constraint the name of the unique constraint or index
 */
export function violatesUnique(error: unknown, constraint: string): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (
    typeof cause === 'object' &&
    cause !== null &&
    'code' in cause &&
    // SQLSTATE unique_violation: PostgreSQL documentation, appendix A.
    cause.code === '23505' &&
    'constraint' in cause &&
    cause.constraint === constraint
  );
}
