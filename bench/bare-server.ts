import { createServer } from 'node:http';
import { Pool, types } from 'pg';
import type { Query } from '#server/testing/recorded-queries.ts';

/**
 * The least that answers a route: its statements, one after the other, and their rows as JSON. Runs in a process of its
 * own, which gets the routes in a message, sends its port back and ends with the process that started it.
 */

export type BareSettings = { databaseUrl: string; routes: Record<string, Query[]> };

const dateTypes = [types.builtins.DATE, types.builtins.TIMESTAMP, types.builtins.TIMESTAMPTZ];
// As text, because nothing is computed with them here.
for (const type of dateTypes) types.setTypeParser(type, (text) => text);

process.once('message', ({ databaseUrl, routes }: BareSettings) => {
  const pool = new Pool({ connectionString: databaseUrl, max: 20 });
  // Rows as arrays: as objects, columns of the same name would leave only one of them.
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
