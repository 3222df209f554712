import { setTimeout as pause } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client, type Pool, type PoolClient } from 'pg';
import { ConfigError } from '../config.ts';
import { migrateJobs } from './job-queues.ts';
import { ageTrouble, migrationOf, migrationsFolder } from './migrations.ts';
import { type Limits, openPool, takeConnection } from './pool.ts';

export type Database = NodePgDatabase<Record<string, never>> & { $client: Pool };
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** Stores take either of the two. */
export type Queryable = Database | Transaction;

type OnConnection = NodePgDatabase<Record<string, never>> & { $client: PoolClient };
/** By transactions, what outlives them: the queryable of the connection that each is on. */
const lasting = new WeakMap<Transaction, OnConnection>();

/** @returns what lasts as long as the connection: the pool's own queryable, or that of a transaction's connection */
export function connectionOf(database: Queryable): Database | OnConnection {
  if ('$client' in database) return database;
  const connection = lasting.get(database);
  if (!connection) throw new Error('This transaction is of no database that `openDatabase` has opened');
  return connection;
}

/** @returns the work of a transaction, or of one inside it, that knows its connection */
const knowing =
  <Answer>(connection: OnConnection, work: (transaction: Transaction) => Promise<Answer>) =>
  (transaction: Transaction): Promise<Answer> => {
    lasting.set(transaction, connection);
    const nest = transaction.transaction.bind(transaction);
    transaction.transaction = (inner) => nest(knowing(connection, inner));
    return work(transaction);
  };

type Opening = { connections?: number; limits?: Limits };

export const settings = { casing: 'snake_case' } as const;

/**
 * Opens a pool of connections.
 * @param url a Postgres connection URL
 * @param options.limits how long it waits for Postgres, as requests do unless given
 */
export function openDatabase(url: string, { connections = 20, limits }: Opening = {}): Database {
  const pool = openPool(url, connections, limits);
  const database = drizzle(pool, settings);
  // Each has a cache of the columns' names, which would take a tenth of a transaction's time to fill anew.
  const onClient = new WeakMap<PoolClient, OnConnection>();
  // Drizzle's own transaction loses a connection whose `begin` fails; after twenty such failures the pool is empty.
  database.transaction = async (work, config) => {
    const client = await takeConnection(pool);
    const own = onClient.get(client) ?? drizzle(client, settings);
    onClient.set(client, own);
    try {
      return await own.transaction(knowing(own, work), config);
    } finally {
      client.release();
    }
  };
  return database;
}

const migrationTries = 20;
const migrationPauseMs = 250;
/**
 * The errors of the second of two processes that migrate at once: deadlock_detected, unique_violation,
 * duplicate_schema, duplicate_column, duplicate_table, duplicate_object (PostgreSQL documentation, appendix A).
 */
const collisions = ['40P01', '23505', '42P06', '42701', '42P07', '42710'];
/**
 * A call that wants a table behind a change of it that waits, waits too. So the change waits less than a call does, gives back
 * all that it has, and comes again: a report or a backup that reads for long delays it, and stops nobody.
 */
const migrationLockMs = 1000;
const lockPauseMs = 2000;
/** SQLSTATE lock_not_available: PostgreSQL documentation, appendix A. */
const isLocked = (error: unknown) => sqlState(error) === '55P03';

type Migrating = {
  /** Tells the person at the keyboard what it waits for. */
  say?: (line: string) => void;
  /** How long it comes again for a table that others use, in milliseconds. */
  patienceMs?: number;
};

/**
 * Brings a database to the newest schema. Several processes may do so at once: the migrations are one transaction, so
 * the second process fails, tries again and finds them done.
 * @param url a Postgres connection URL
 * @throws ConfigError when it is too old for that
 */
export async function migrateDatabase(url: string, { say, patienceMs = 10 * 60_000 }: Migrating = {}): Promise<void> {
  const begun = performance.now();
  let hasSaid = false;
  for (let left = migrationTries; ; ) {
    try {
      await migrateOnce(url);
      return;
    } catch (error) {
      if (isLocked(error)) {
        if (performance.now() - begun > patienceMs) throw error;
        if (!hasSaid) say?.('The change of the schema waits for a table that is being read, such as by a backup.');
        hasSaid = true;
        await pause(lockPauseMs);
        continue;
      }
      left -= 1;
      const code = sqlState(error);
      if (left < 1 || code === undefined || !collisions.includes(code)) throw error;
      await pause(migrationPauseMs);
    }
  }
}

async function migrateOnce(url: string): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'yardpack' });
  client.on('error', () => {});
  try {
    await client.connect();
    const trouble = ageTrouble((await migrationOf(client))?.when);
    if (trouble) throw new ConfigError(trouble);
    // No limit of time, because a migration takes longer with more rows. The role may have one. It ends with the migrator's own.
    await client.query(`begin; set local statement_timeout = 0; set local lock_timeout = ${migrationLockMs}`);
    await migrate(drizzle(client, settings), { migrationsFolder });
  } finally {
    await client.end();
  }
  await migrateJobs(url);
}

/**
 * @param constraint the name of the unique constraint or index
 * @returns whether a statement failed because another row has the same value
 */
export function violatesUnique(error: unknown, constraint: string): boolean {
  // SQLSTATE unique_violation: PostgreSQL documentation, appendix A.
  return sqlState(error) === '23505' && causeOf(error).constraint === constraint;
}

/**
 * @returns whether a statement failed because of a row that another transaction has deleted at that moment, or waits for one that waits
 *   for it: foreign_key_violation, deadlock_detected
 */
export const isRowGone = (error: unknown): boolean => ['23503', '40P01'].includes(sqlState(error) ?? '');

/** @returns the SQLSTATE of a failed statement; undefined for another error */
function sqlState(error: unknown): string | undefined {
  const { code } = causeOf(error);
  return typeof code === 'string' ? code : undefined;
}

/** @returns the driver's error, which the query builder wraps */
function causeOf(error: unknown): { code?: unknown; constraint?: unknown } {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return typeof cause === 'object' && cause !== null ? cause : {};
}

/** Ends a transaction whose changes were only to be seen. */
const previewEnd = new Error('A preview is not kept');

/** @returns what `change` answers; nothing that it writes is kept */
export async function previewOf<Answer>(
  database: Database | Transaction,
  change: (transaction: Transaction) => Promise<Answer>,
): Promise<Answer> {
  let seen: { answer: Answer } | undefined;
  try {
    await database.transaction(async (transaction) => {
      seen = { answer: await change(transaction) };
      throw previewEnd;
    });
  } catch (error) {
    if (error !== previewEnd) throw error;
  }
  if (!seen) throw new Error('The preview has no answer');
  return seen.answer;
}
