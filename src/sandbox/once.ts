import { Client, type Pool } from 'pg';

/**
 * Does something once for all processes on one database. The first process does it, and the others wait. When it fails,
 * or its process ends before it is done, the next process does it.
 * @param what names the thing
 * @returns whether this call has done it
 */
export async function doOnce(databaseUrl: string, what: string, act: () => Promise<unknown>): Promise<boolean> {
  // It has its own connection, because it may take long, and its transaction holds the row that the others wait for.
  const client = new Client({ connectionString: databaseUrl, application_name: 'yardpack-sandbox' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('begin');
    const { rowCount } = await client.query('insert into sandbox.done (what) values ($1) on conflict do nothing', [
      what,
    ]);
    if (rowCount === 1) await act();
    await client.query('commit');
    return rowCount === 1;
  } finally {
    await client.end();
  }
}

/** @returns whether something was done once, in whichever process */
export async function isDone(pool: Pool, what: string): Promise<boolean> {
  const { rowCount } = await pool.query('select 1 from sandbox.done where what = $1', [what]);
  return rowCount === 1;
}
