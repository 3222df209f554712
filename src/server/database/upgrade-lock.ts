import { Client } from 'pg';

/**
 * Does something while no other process is doing the same on this database: the others wait for its end, however it
 * ends. The lock is a transaction's, so that it holds through a pooler too.
 * @param url a Postgres connection URL
 */
export async function withUpgradeLock<Result>(url: string, act: () => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url, keepAlive: true });
  client.on('error', () => {});
  try {
    await client.connect();
    // A backup of a large database and its migrations take long; the role may have limits.
    await client.query(
      'begin; set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0',
    );
    await client.query("select pg_advisory_xact_lock(hashtextextended('upgrade', 0))");
    return await act();
  } finally {
    await client.end();
  }
}
