import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { type Database, openDatabase } from './connection.ts';
import { noConnection } from './no-connection.ts';

/** `behind`: too old to be read; `other`: no copy of the business's database; `away`: it does not answer. */
type StandbyState = 'young' | 'behind' | 'other' | 'away';

/** Where what may be a little old is read: from a standby, if there is one that is young enough. */
export type Standby = {
  /**
   * Asks the standby, or the primary when there is none, it is too far behind, or it fails.
   * @param ask only reads; it may be called twice
   */
  read<Answer>(ask: (database: Database) => Promise<Answer>): Promise<Answer>;
  /** @returns how it is; it is read while it is young. Null when there is none */
  state(): Promise<StandbyState | null>;
  /** @returns why it will not be read, in a sentence; undefined when nothing is wrong with the setting, or there is none */
  trouble(): Promise<string | undefined>;
  close(): Promise<void>;
};

/** How long an age that was looked up counts, and how long a standby that failed is left alone. In milliseconds. */
const rest = { looked: 2000, failed: 30_000 };

/** SQLSTATE insufficient_privilege: PostgreSQL documentation, appendix A. */
const isForbidden = (error: unknown) => {
  const cause = error instanceof Error ? error.cause : undefined;
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === '42501';
};

/** @returns what a database and its copies have in common, and no other has */
async function identityOf(database: Database): Promise<string> {
  const { rows } = await database.execute<{ oid: string }>(
    sql`select oid::text as oid from pg_database where datname = current_database()`,
  );
  // Some who host Postgres keep it to themselves.
  const cluster = await database
    .execute<{ id: string }>(sql`select system_identifier::text as id from pg_control_system()`)
    .then(
      (found) => found.rows[0]?.id,
      (error: unknown) => {
        if (isForbidden(error)) return undefined;
        throw error;
      },
    );
  return `${cluster} ${rows[0]?.oid}`;
}

/**
 * @param url of the standby; undefined when there is none
 * @param oldestSeconds how far behind it may be
 */
export function openStandby(
  primary: Database,
  url: string | undefined,
  oldestSeconds: number,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Standby {
  if (!url) {
    return {
      read: (ask) => ask(primary),
      state: async () => null,
      trouble: async () => undefined,
      close: async () => undefined,
    };
  }
  const standby = openDatabase(url);
  let known: Promise<StandbyState> | undefined;
  let nextLook = 0;
  let own: string | undefined;
  let lastError: unknown;

  /** @returns whether it is a copy of what the primary serves. The primary is asked once, so that it may be away later. */
  async function isCopy(): Promise<boolean> {
    const theirs = await identityOf(standby);
    // Perhaps the primary was replaced, with all of its copies.
    if (own !== theirs) own = await identityOf(primary);
    return own === theirs;
  }

  async function look(): Promise<StandbyState> {
    // All that was committed until then is there. Of a server that replays nothing it is null, or stands still.
    const { rows } = await standby.execute<{ isYoung: boolean | null }>(
      sql`select pg_last_xact_replay_timestamp() > now() - ${oldestSeconds} * interval '1 second' as "isYoung"`,
    );
    const isYoung = rows[0]?.isYoung ?? null;
    if (isYoung === null || !(await isCopy())) return 'other';
    return isYoung ? 'young' : 'behind';
  }

  const fail = (error: unknown): StandbyState => {
    nextLook = performance.now() + rest.failed;
    known = Promise.resolve('away');
    lastError = error;
    log.warn({ event: 'standby-failed', err: error }, 'the standby failed, so the primary is read');
    return 'away';
  };

  async function state(): Promise<StandbyState> {
    if (!known || performance.now() > nextLook) {
      nextLook = performance.now() + rest.looked;
      known = look().catch(fail);
    }
    return await known;
  }

  return {
    state,
    async trouble() {
      const found = await state();
      const meanwhile = 'Reports are read from the primary.';
      if (found === 'away') {
        const cause = lastError instanceof Error && lastError.cause ? lastError.cause : lastError;
        return `${noConnection(url, cause, 'DATABASE_REPLICA_URL').message} ${meanwhile}`;
      }
      if (found !== 'other') return undefined;
      return `DATABASE_REPLICA_URL does not lead to a standby of the database of DATABASE_URL: name one that follows that server. ${meanwhile}`;
    },
    async read(ask) {
      if ((await state()) !== 'young') return await ask(primary);
      try {
        return await ask(standby);
      } catch (error) {
        fail(error);
        return await ask(primary);
      }
    },
    close: () => standby.$client.end(),
  };
}
