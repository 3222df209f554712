import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { readConfig } from '#server/config.ts';
import { startYardpack } from '#server/start.ts';
import { type Query, recordQueries } from '#server/testing/recorded-queries.ts';
import { type RunningServer, runServer } from '../tests/running-server.ts';
import type { BareSettings } from './bare-server.ts';
import { type Call, callOnce } from './load.ts';

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
export async function recordRoutes(databaseUrl: string, routes: Call[]): Promise<Query[][]> {
  const yardpack = await startYardpack(readConfig(settings(databaseUrl)), () => undefined);
  try {
    const recorded: Query[][] = [];
    for (const route of routes) recorded.push(await recordAlone(() => callOnce(yardpack.url, route)));
    return recorded;
  } finally {
    await yardpack.stop();
  }
}

/**
 * Records the queries of a call that makes the same ones each time. The sweep's would stand among them while it runs, so
 * the call is made until it makes the same ones twice.
 */
async function recordAlone(act: () => Promise<unknown>): Promise<Query[]> {
  const textOf = (queries: Query[]) => queries.map(({ text }) => text).join('\n');
  let before = await recordQueries(act);
  for (let left = 200; left > 0; left -= 1) {
    const again = await recordQueries(act);
    if (textOf(again) === textOf(before)) return again;
    before = again;
  }
  throw new Error('A call makes other queries each time');
}

/** Starts the app as `npm start` does. */
export async function startApp(databaseUrl: string, more: Record<string, string> = {}): Promise<RunningServer> {
  return await runServer({ ...settings(databaseUrl), ...more });
}

/**
 * Starts bare `node:http` and `pg`.
 */
export async function startBare(settings: BareSettings) {
  const child = fork(fileURLToPath(new URL('bare-server.ts', import.meta.url)), { execArgv: [] });
  const exited = once(child, 'exit');
  child.send(settings);
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
