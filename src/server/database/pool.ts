import type { Socket } from 'node:net';
import { DrizzleQueryError } from 'drizzle-orm';
import { Client, Pool, type PoolClient } from 'pg';
import { isPooled, leaveOutNames } from './pooler.ts';

/**
 * How long we wait for Postgres, in milliseconds: for a connection (from the pool or new), for a lock, for a statement,
 * and for any byte while a statement runs. The last one is for a stopped server, which cannot keep its own limits.
 */
export type Limits = { connect: number; lock: number; statement: number; silence: number };

/** Every request gets an answer or a refusal within five seconds. */
const ofRequests: Limits = { connect: 2000, lock: 2000, statement: 2500, silence: 2700 };

/** No person waits for the answers of a start, so a machine that is slow or busy takes as long as it needs. */
export const ofStart: Limits = { connect: 60_000, lock: 120_000, statement: 120_000, silence: 130_000 };

/**
 * Opens a pool of connections. It survives the loss of a connection, and never waits for one without a limit.
 * @param url a Postgres connection URL
 * @param max how many connections at most
 * @param limits those of requests unless given
 */
export function openPool(url: string, max: number, limits = ofRequests): Pool {
  const pooled = isPooled(url);
  const pool = new Pool({
    connectionString: url,
    max,
    application_name: 'yardpack',
    connectionTimeoutMillis: limits.connect,
    // A pooler refuses them; there they are the role's (docs/operations.md), and the silence counts all the same.
    ...(!pooled && { lock_timeout: limits.lock, statement_timeout: limits.statement }),
    keepAlive: true,
    Client: clientOfOneAtATime(limits),
  });
  // The pool replaces a connection that breaks while idle; one that breaks in use fails its statements. Without
  // listeners either would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    endWhenSilent(client, limits);
    if (pooled) leaveOutNames(client);
  });
  return pool;
}

/**
 * While the database does not answer, one connection at a time is tried, and who wants another waits for what becomes of
 * it. Otherwise hundreds that nobody waits for any more would stand before those who come when it goes on.
 */
function clientOfOneAtATime(limits: Limits): typeof Client {
  let isSilent = false;
  let trying: Promise<boolean> | undefined;
  return class extends Client {
    override connect(): Promise<Client>;
    override connect(callback: ((error: Error) => void) | ((error: null, client: Client) => void)): void;
    override connect(told?: ((error: Error) => void) | ((error: null, client: Client) => void)) {
      if (!told) return super.connect();
      const callback = told as (error: Error) => void;
      const before = trying;
      if (before) {
        before.then((hasAnswered) => {
          if (hasAnswered) this.tryToConnect(callback);
          else callback(new Error('The database does not answer'));
        });
        return undefined;
      }
      const { promise, resolve } = Promise.withResolvers<boolean>();
      if (isSilent) trying = promise;
      this.tryToConnect((error) => {
        if (trying === promise) trying = undefined;
        resolve(!isSilent);
        callback(error);
      });
      return undefined;
    }

    private tryToConnect(callback: (error: Error) => void): void {
      const begun = performance.now();
      super.connect((error: Error | null) => {
        // A client without the password that it is asked for goes away, and leaves its connection to wait for it.
        if (error) (this as unknown as Wired).connection.stream.destroy();
        // A server that refuses has answered.
        isSilent = Boolean(error) && performance.now() - begun > limits.connect - 100;
        callback(error as Error);
      });
    }
  };
}

/** Parts of a client that are not in its types. */
type Wired = { connection: { stream: Socket }; readyForQuery?: boolean };

/** Ends a connection that owes an answer and is silent. What became of its transaction is then unknown. */
function endWhenSilent(client: PoolClient, limits: Limits): void {
  const wired = client as PoolClient & Wired;
  const { stream } = wired.connection;
  stream.setTimeout(limits.silence);
  // A listener given to `setTimeout` would hear only of the first silence, when perhaps no answer was due.
  stream.on('timeout', () => {
    if (wired.readyForQuery) return;
    const { bytesRead } = stream;
    // Bytes that arrived while this process was busy are read before this callback.
    setImmediate(() => {
      if (!wired.readyForQuery && stream.bytesRead === bytesRead)
        stream.destroy(new Error('The database does not answer'));
    });
  });
}

/**
 * SQLSTATEs of a Postgres that cannot work now (PostgreSQL documentation, appendix A): connection exceptions,
 * insufficient resources (such as a full disk), operator intervention (also the statement limit), lock_not_available,
 * transaction_timeout and idle_in_transaction_session_timeout, io_error.
 */
const unavailable = /^(08|53|57)|^(55P03|25P03|25P04|58030)$/;
/** The system's errors of a connection: https://nodejs.org/api/errors.html#common-system-errors. Without Postgres its socket is no file. */
const brokenConnection =
  /^(ECONNREFUSED|ENOENT|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** The errors of pg and its pool that have no code. */
const brokenClient =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|The database (does not answer|cannot be reached)|timeout expired)/;

/** @returns whether something failed because the database could not be reached, or did not answer in time */
export function isUnavailable(error: unknown): boolean {
  // Connections to other servers break too, but only the database's errors are wrapped in a failed statement.
  const isOfStatement = error instanceof DrizzleQueryError;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    if ('severity' in cause && unavailable.test(code)) return true;
    if (isOfStatement && brokenConnection.test(code)) return true;
    if (brokenClient.test(cause.message)) return true;
  }
  return false;
}

/** @returns the same of an error of which it is known that it is the database's, though it is no failed statement's */
export const isDatabaseLost = (error: Error): boolean => isUnavailable(new DrizzleQueryError('', [], error));

/** @returns whether Postgres ended a statement that took too long: query_canceled */
export function isTooLong(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('severity' in cause && 'code' in cause && cause.code === '57014') return true;
  }
  return false;
}

/**
 * @returns a connection of the pool; give it back with its `release`
 * @throws Error that `isUnavailable` recognises, when there is none in time
 */
export async function takeConnection(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw new Error('The database cannot be reached', { cause: error });
  }
}
