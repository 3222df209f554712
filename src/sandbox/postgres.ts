import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';

/** A pool, or the one connection of a restore. */
export type Asked = { query(statement: string): Promise<unknown> };

/** @param creating statements with `if not exists`, in their order */
export async function createMissing(pool: Asked, creating: readonly string[]): Promise<void> {
  for (const statement of creating) {
    try {
      await pool.query(statement);
    } catch (error) {
      // Two processes that start at once can both find the object missing; `if not exists` does not cover that race.
      if (!isDuplicate(error)) throw error;
    }
  }
}

/**
 * Whether a statement failed because its object exists already: unique_violation, duplicate_schema, duplicate_table,
 * duplicate_object (PostgreSQL documentation, appendix A).
 */
function isDuplicate(error: unknown): boolean {
  return ['23505', '42P06', '42P07', '42710'].includes(postgresCode(error) ?? '');
}

/** @returns the SQLSTATE of a failed query; undefined for any other error */
export function postgresCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Pools and their connections of which each transaction may be on another connection of Postgres. */
const pooled = new WeakSet<object>();

/** Notes that a pooler stands before Postgres, if the URL says so. */
export function notePooler(pool: Pool, url: string): void {
  if (URL.parse(url)?.searchParams.get('pooler') !== 'transaction') return;
  pooled.add(pool);
  pool.on('connect', (client) => void pooled.add(client));
}

/** Asks what many calls ask: Postgres parses it once on each connection. @param name which no other text has */
export async function askOften<Row extends QueryResultRow>(
  asked: Pool | PoolClient,
  name: string,
  text: string,
  values: unknown[],
): Promise<QueryResult<Row>> {
  return await asked.query<Row>({ text, values, ...(!pooled.has(asked) && { name: `sandbox ${name}` }) });
}

/** Each statement is a transaction of its own. */
export async function onConnection<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

/**
 * Commits when `work` returns, and rolls back when it throws.
 * @param first a statement that is sent together with the transaction's begin
 */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  first?: string,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(first === undefined ? 'begin' : `begin; ${first}`);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    try {
      await client.query('rollback');
    } catch (rollbackError) {
      broken = rollbackError instanceof Error ? rollbackError : new Error(String(rollbackError));
    }
    throw error;
  } finally {
    client.release(broken);
  }
}
