import type { Socket } from 'node:net';
import { DrizzleQueryError } from 'drizzle-orm';
import { Pool, type PoolClient } from 'pg';

/**
 * How long is waited for Postgres, in milliseconds, so that a request has its answer, if only a refusal, within five
 * seconds: for a connection (a free one of the pool, or a new one), for a lock, for a statement, and for a sign of life
 * while a statement runs, since a server that is stopped cannot keep to limits of its own.
 */
const limits = { connect: 2000, lock: 2000, statement: 2500, silence: 2700 } as const;

/**
 * Opens a pool of connections that outlives the loss of any of them, and waits for none for ever.
 * @param url a Postgres connection URL
 * @param max how many connections at most
 */
export function openPool(url: string, max: number): Pool {
  const pool = new Pool({
    connectionString: url,
    max,
    application_name: 'yardpack',
    connectionTimeoutMillis: limits.connect,
    lock_timeout: limits.lock,
    statement_timeout: limits.statement,
    keepAlive: true,
  });
  // A connection that breaks while it is idle is replaced by the pool; one that breaks while it is out fails its
  // statements. Without a listener either would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    endWhenSilent(client);
  });
  return pool;
}

/** The parts of a client that its types leave out. */
type Wired = { connection: { stream: Socket }; readyForQuery?: boolean };

/** Ends a connection that owes an answer and says nothing: nobody knows then what became of its transaction. */
function endWhenSilent(client: PoolClient): void {
  const wired = client as PoolClient & Wired;
  const { stream } = wired.connection;
  stream.setTimeout(limits.silence);
  // Not as the argument of `setTimeout`: that is told of the first silence only, which may be one without a question.
  stream.on('timeout', () => {
    if (wired.readyForQuery) return;
    const { bytesRead } = stream;
    // What came while this process was busy is read before this.
    setImmediate(() => {
      if (!wired.readyForQuery && stream.bytesRead === bytesRead)
        stream.destroy(new Error('The database does not answer'));
    });
  });
}

/**
 * SQLSTATEs that say that Postgres cannot work now (PostgreSQL documentation, appendix A): connection exceptions,
 * insufficient resources (a full disk among them), operator intervention (a limit that ended a statement among them),
 * lock_not_available, transaction_timeout and idle_in_transaction_session_timeout, io_error.
 */
const unavailable = /^(08|53|57)|^(55P03|25P03|25P04|58030)$/;
/** What the system says of a connection: https://nodejs.org/api/errors.html#common-system-errors */
const brokenConnection = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** What pg and its pool say without a code. */
const brokenClient =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|The database (does not answer|cannot be reached)|timeout expired)/;

/** @returns whether something failed because the database could not be asked, or could not answer in time */
export function isUnavailable(error: unknown): boolean {
  // Connections to others break too: theirs are not wrapped in a failed statement.
  const isOfStatement = error instanceof DrizzleQueryError;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    if ('severity' in cause && unavailable.test(code)) return true;
    if (isOfStatement && brokenConnection.test(code)) return true;
    if (brokenClient.test(cause.message)) return true;
  }
  return false;
}

/**
 * @returns a connection of the pool, to be given back with its `release`
 * @throws Error that `isUnavailable` knows, when none can be had in time
 */
export async function takeConnection(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw new Error('The database cannot be reached', { cause: error });
  }
}
