import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { type Database, openDatabase } from './connection.ts';

/** Where what may be a little old is read: from a standby, if there is one that is young enough. */
export type Standby = {
  /**
   * Asks the standby, or the primary when there is none, it is too far behind, or it fails.
   * @param ask only reads; it may be called twice
   */
  read<Answer>(ask: (database: Database) => Promise<Answer>): Promise<Answer>;
  /** @returns whether it is read at the moment; null when there is none */
  isYoung(): Promise<boolean | null>;
  close(): Promise<void>;
};

/** How long an age that was looked up counts, and how long a standby that failed is left alone. In milliseconds. */
const rest = { looked: 2000, failed: 30_000 };

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
  if (!url) return { read: (ask) => ask(primary), isYoung: async () => null, close: async () => undefined };
  const standby = openDatabase(url);
  let isYoung: Promise<boolean> | undefined;
  let nextLook = 0;

  async function look(): Promise<boolean> {
    // All that was committed until then is there. Of a server that replays nothing it is null, or stands still.
    const { rows } = await standby.execute<{ isYoung: boolean | null }>(
      sql`select pg_last_xact_replay_timestamp() > now() - ${oldestSeconds} * interval '1 second' as "isYoung"`,
    );
    return rows[0]?.isYoung ?? false;
  }

  const fail = (error: unknown) => {
    nextLook = performance.now() + rest.failed;
    isYoung = Promise.resolve(false);
    log.warn({ event: 'standby-failed', err: error }, 'the standby failed, so the primary is read');
    return false;
  };

  async function isRead(): Promise<boolean> {
    if (!isYoung || performance.now() > nextLook) {
      nextLook = performance.now() + rest.looked;
      isYoung = look().catch(fail);
    }
    return await isYoung;
  }

  return {
    isYoung: isRead,
    async read(ask) {
      if (!(await isRead())) return await ask(primary);
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
