import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { readConfig } from '#server/config.ts';
import { startYardpack } from '#server/start.ts';
import { type Query, recordQueries } from '#server/testing/recorded-queries.ts';
import { type RunningServer, runServer } from '../tests/running-server.ts';
import type { BareSettings } from './bare-server.ts';
import { type Call, type Chain, callOnce, send } from './load.ts';

const settings = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  PORT: '0',
  DEMO_DATA: '0',
  STAFF_SECOND_FACTOR: '0',
  LOG_LEVEL: 'warn',
});

/**
 * Records the queries of one call of each route, with an app in this process.
 * @returns the queries of each route, in the order of the routes
 */
export async function recordRoutes(databaseUrl: string, routes: Call[]): Promise<Query[][]> {
  return await withOwnApp(databaseUrl, {}, async (url) => {
    const recorded: Query[][] = [];
    for (const route of routes) recorded.push(await recordAlone(() => callOnce(url, route)));
    return recorded;
  });
}

/** Runs an app in this process for as long as something is done with it. */
async function withOwnApp<Result>(
  databaseUrl: string,
  more: Record<string, string>,
  act: (url: string) => Promise<Result>,
): Promise<Result> {
  const yardpack = await startYardpack(readConfig({ ...settings(databaseUrl), ...more }), () => undefined);
  try {
    return await act(yardpack.url);
  } finally {
    await yardpack.stop();
  }
}

/** A chain with the queries of each of its calls. */
type RecordedChain = { chain: Chain; queries: Query[][] };

/**
 * Records the queries of each call of some chains, with an app in this process.
 * @returns the chains that make the same ones as most; beside the others the sweep or a job asked something
 */
export async function recordChains(
  databaseUrl: string,
  more: Record<string, string>,
  chains: Chain[],
): Promise<RecordedChain[]> {
  return await withOwnApp(databaseUrl, more, async (url) => {
    const recorded: RecordedChain[] = [];
    for (const chain of chains) {
      const queries: Query[][] = [];
      let answer = '';
      for (const next of chain) {
        queries.push(
          await recordQueries(async () => {
            answer = await send(url, next(answer));
          }),
        );
      }
      recorded.push({ chain, queries });
    }
    const textOf = ({ queries }: RecordedChain) =>
      queries
        .flat()
        .map(({ text }) => text)
        .join('\n');
    const texts = Map.groupBy(recorded, textOf);
    return [...texts.values()].sort((a, b) => b.length - a.length)[0] ?? [];
  });
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
