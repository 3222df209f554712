import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { readConfig } from '#server/config.ts';
import { startYardpack } from '#server/start.ts';
import { runServer } from '../tests/running-server.ts';
import type { BareSettings } from './bare-server.ts';
import { type Query, recordQueries } from './recorded-queries.ts';

const CONNECTIONS = 10;
const SECONDS = 4;
const WARM_UP_SECONDS = 1;

/** A call that is measured. */
export type Route = {
  /** As the contract has it. */
  name: string;
  /** Path and query of one such call. */
  path: string;
  accessToken: string;
};

/** Requests in a second, and how long half and 99 of 100 of them took at most, in milliseconds. */
export type Load = { perSecond: number; p50: number; p99: number };

/**
 * Records the queries of one call of each route, by an app in this process.
 * @param url of the database
 * @returns in the order of the routes
 */
export async function recordRoutes(url: string, routes: Route[]): Promise<Query[][]> {
  const yardpack = await startYardpack(readConfig(settings(url)), () => undefined);
  const address = yardpack.url;
  try {
    const recorded: Query[][] = [];
    for (const route of routes) {
      // What falls due is looked at once a minute, so it may come between; the fewest queries are the call's own.
      const calls = [];
      for (let call = 0; call < 3; call += 1) calls.push(await recordQueries(() => check(address, route)));
      recorded.push(calls.reduce((fewest, one) => (one.length < fewest.length ? one : fewest)));
    }
    return recorded;
  } finally {
console.log("ystop");await yardpack.stop();console.log("ystopped")
  }
}

/** Measures the routes one after the other on an app in a process of its own. */
export async function measureApp(url: string, routes: Route[]): Promise<Load[]> {
  const server = await runServer(settings(url));
  try {
    return await measureEach(server.url, routes);
  } finally {
    console.log("stopping"); await server.stop(); console.log("stopped");
  }
}

/**
 * Measures bare `node:http` and `pg` with the same statements, in a process of its own too.
 * @param queries those of each route
 */
export async function measureBare(url: string, routes: Route[], queries: Query[][]): Promise<Load[]> {
  const child = fork(fileURLToPath(new URL('bare-server.ts', import.meta.url)));
  try {
    const byPath = Object.fromEntries(routes.map(({ path }, index) => [path, queries[index] ?? []]));
    child.send({ databaseUrl: url, routes: byPath } satisfies BareSettings);
    const [port] = await once(child, 'message');
    return await measureEach(`http://127.0.0.1:${port}`, routes);
  } finally {
    console.log(performance.now(),"disc",child.pid);child.disconnect();
    await once(child, 'exit');
  }
}

const settings = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  PORT: '0',
  DEMO_DATA: '0',
  LOG_LEVEL: 'warn',
});

const headers = ({ accessToken }: Route) => ({ authorization: `Bearer ${accessToken}` });

async function check(address: string, route: Route): Promise<void> {
  const response = await fetch(address + route.path, { headers: headers(route), signal: AbortSignal.timeout(10_000) });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${route.path} answered ${response.status}: ${body}`);
}

async function measureEach(address: string, routes: Route[]): Promise<Load[]> {
  const loads: Load[] = [];
  for (const route of routes) {
    console.log(Math.round(performance.now()), address, route.path); await check(address, route); console.log("checked");
    const result = await autocannon({
      url: address + route.path,
      headers: headers(route),
      connections: CONNECTIONS,
      duration: SECONDS,
      warmup: { connections: CONNECTIONS, duration: WARM_UP_SECONDS },
    });
    const failed = result.non2xx + result.errors + result.timeouts;
    if (failed > 0 || result['2xx'] === 0) throw new Error(`${route.path}: ${failed} calls failed under load`);
    loads.push({ perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 });
  }
  return loads;
}
