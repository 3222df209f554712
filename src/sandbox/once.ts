import { Client } from 'pg';

/**
 * Does something once for all instances that share the database: whoever comes first does it, the others wait until it
 * is done. When it fails, or its process ends before it is done, the next one does it.
 * @param what names it
 */
export async function doOnce(databaseUrl: string, what: string, act: () => Promise<unknown>): Promise<void> {
  // A connection of its own, for as long as it takes: it holds the row that the others wait for.
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
