import { Client } from 'pg';

/**
 * Does something once for all processes on one database. The first process does it, and the others wait. When it fails,
 * or its process ends before it is done, the next process does it.
 * @param what names the thing
 */
export async function doOnce(databaseUrl: string, what: string, act: () => Promise<unknown>): Promise<void> {
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
  } finally {
    await client.end();
  }
}
