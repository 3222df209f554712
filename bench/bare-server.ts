import { createServer } from 'node:http';
import { Pool, types } from 'pg';
import type { Statement } from './best-sql.ts';

/**
 * The smallest server that answers a route: it runs the route's statements one after the other, and answers their rows
 * as JSON. It runs in its own process, gets the routes in a message, sends its port back, and ends with its parent.
 */

export type BareSettings = {
  databaseUrl: string;
  /** The statements of each path. */
  routes: Record<string, Statement[]>;
  /** Whether JSON that Postgres writes is read and written again, or goes out as it came. */
  readsJson: boolean;
};

const dateTypes = [types.builtins.DATE, types.builtins.TIMESTAMP, types.builtins.TIMESTAMPTZ];
// Dates stay text, because nothing here computes with them.
for (const type of dateTypes) types.setTypeParser(type, (text) => text);

process.once('message', ({ databaseUrl, routes, readsJson }: BareSettings) => {
  if (!readsJson) types.setTypeParser(types.builtins.JSON, (text) => text);
  const pool = new Pool({ connectionString: databaseUrl, max: 20 });
  // Rows are arrays, because an object keeps only one of several columns with the same name.
  const statements = Object.fromEntries(
    Object.entries(routes).map(([url, queries], route) => [
      url,
      queries.map(({ text, values }, index) => ({
        name: `${route}-${index}`,
        text,
        values,
        rowMode: 'array' as const,
      })),
    ]),
  );
  const server = createServer(async (request, response) => {
    try {
      const results: unknown[][] = [];
      for (const statement of statements[request.url ?? ''] ?? []) results.push((await pool.query(statement)).rows);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(results));
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
