import { Agent, createServer, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { Pool, type PoolClient, types } from 'pg';
import type { Statement } from './best-sql.ts';

/**
 * The smallest server that answers a route: it runs the route's statements one after the other, and answers their rows
 * as JSON. It runs in its own process, gets the routes in a message, sends its port back, and ends with its parent.
 */

export type BareSettings = {
  databaseUrl: string;
  /** The statements of each path, of which those from `begin` to `commit` run on one connection, and what it asks of others. */
  routes: Record<string, (Statement | { get: string })[]>;
  /** Whether JSON that Postgres writes is read and written again, or goes out as it came. */
  readsJson: boolean;
};

const dateTypes = [types.builtins.DATE, types.builtins.TIMESTAMP, types.builtins.TIMESTAMPTZ];
// Dates stay text, because nothing here computes with them.
for (const type of dateTypes) types.setTypeParser(type, (text) => text);

process.once('message', ({ databaseUrl, routes, readsJson }: BareSettings) => {
  if (!readsJson) types.setTypeParser(types.builtins.JSON, (text) => text);
  const pool = new Pool({ connectionString: databaseUrl, max: 20 });
  const names = new Map<string, string>();
  const nameOf = (text: string) => names.get(text) ?? names.set(text, `statement-${names.size}`).get(text);
  // Rows are arrays, because an object keeps only one of several columns with the same name.
  const steps = Object.fromEntries(
    Object.entries(routes).map(([url, all]) => [
      url,
      all.map((step) => {
        if ('get' in step) return step;
        const { prepared, ...query } = step;
        const name = prepared ? nameOf(query.text) : undefined;
        return { ...query, rowMode: 'array' as const, ...(name && { name }) };
      }),
    ]),
  );
  const answer = async (url = '') => {
    const results: unknown[][] = [];
    let client: PoolClient | undefined;
    for (const step of steps[url] ?? []) {
      if ('get' in step) {
        await askOther(step.get);
        continue;
      }
      if (step.text.startsWith('begin')) client = await pool.connect();
      results.push((await (client ?? pool).query(step)).rows);
      if (step.text === 'commit') {
        client?.release();
        client = undefined;
      }
    }
    return JSON.stringify(results);
  };
  const server = createServer(async (request, response) => {
    try {
      if (request.method !== 'GET') await text(request);
      const body = await answer(request.url);
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    } catch (error) {
      console.error(error);
      response.writeHead(500).end();
    }
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (typeof address === 'object') process.send?.(address?.port);
  });
});
process.once('disconnect', () => process.exit());

const agent = new Agent({ keepAlive: true });

function askOther(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => response.resume().once('end', resolve)).once('error', reject);
  });
}
