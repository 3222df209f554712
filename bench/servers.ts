import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { readConfig } from '#server/config.ts';
import { startYardpack } from '#server/start.ts';
import { type Query, recordQueries } from '#server/testing/recorded-queries.ts';
import { type RunningServer, runServer } from '../tests/running-server.ts';
import type { BareSettings } from './bare-server.ts';
import { call, type Route } from './load.ts';

const settings = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  PORT: '0',
  DEMO_DATA: '0',
  LOG_LEVEL: 'warn',
});

/**
 * Records the queries of one call of each route, with an app in this process.
 * @returns the queries of each route, in the order of the routes
 */
export async function recordRoutes(databaseUrl: string, routes: Route[]): Promise<Query[][]> {
  const yardpack = await startYardpack(readConfig(settings(databaseUrl)), () => undefined);
  try {
    const recorded: Query[][] = [];
    for (const route of routes) {
      // The sweep may run during a call, once a minute. The call with the fewest queries has only its own.
      const calls: Query[][] = [];
      for (let count = 0; count < 3; count += 1) calls.push(await recordQueries(() => call(yardpack.url, route)));
      recorded.push(calls.reduce((fewest, one) => (one.length < fewest.length ? one : fewest)));
    }
    return recorded;
  } finally {
    await yardpack.stop();
  }
}

/** Starts the app as `npm start` does. */
export async function startApp(databaseUrl: string): Promise<RunningServer> {
  return await runServer(settings(databaseUrl));
}

/**
 * Starts bare `node:http` and `pg`.
 * @param queries the queries of each route, in the order of the routes
 */
export async function startBare(databaseUrl: string, routes: Route[], queries: Query[][]) {
  const child = fork(fileURLToPath(new URL('bare-server.ts', import.meta.url)), { execArgv: [] });
  const exited = once(child, 'exit');
  const byPath = Object.fromEntries(routes.map(({ path }, index) => [path, queries[index] ?? []]));
  child.send({ databaseUrl, routes: byPath } satisfies BareSettings);
  const failed = exited.then(([code]) => Promise.reject(new Error(`The bare server ended with ${code}`)));
  const [port] = await Promise.race([once(child, 'message'), failed]);
  // From now on its end is not a failure.
  failed.catch(() => undefined);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
