import autocannon from 'autocannon';

const CONNECTIONS = 10;
const SECONDS = 3;
const WARM_UP_SECONDS = 1;
const COST_CALLS = 15;
const COST_WARM_UP = 5;

/** A GET that is measured. */
export type Route = {
  /** The endpoint's name in the contract. */
  name: string;
  /** Path and query of the call. */
  path: string;
  accessToken: string;
};

/**
 * Requests per second with so many callers at once, the median and the 99th percentile of their times in milliseconds,
 * and the bytes of one answer.
 */
export type Load = { callers: number; perSecond: number; p50: number; p99: number; bytes: number };

const headers = ({ accessToken }: Route) => ({ authorization: `Bearer ${accessToken}` });

/**
 * @returns the bytes of the answer
 * @throws Error for another status than 200
 */
export async function call(server: string, route: Route): Promise<number> {
  const response = await fetch(server + route.path, { headers: headers(route), signal: AbortSignal.timeout(60_000) });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${route.path} answered ${response.status}: ${body}`);
  return Buffer.byteLength(body);
}

/**
 * Measures a call under load. A very slow call gets one caller only: with several, queries would go on in the database
 * after the time is over, and slow down the next measurement.
 * @throws Error when a call fails
 */
export async function measure(server: string, route: Route): Promise<Load> {
  const { bytes, middle, longest } = await measureCost(server, route, { calls: 3, warmUp: 1 });
  if (middle * CONNECTIONS > SECONDS * 1000) {
    return { callers: 1, perSecond: 1000 / middle, p50: middle, p99: longest, bytes };
  }
  const result = await autocannon({
    url: server + route.path,
    headers: headers(route),
    connections: CONNECTIONS,
    duration: SECONDS,
    warmup: { connections: CONNECTIONS, duration: WARM_UP_SECONDS },
  });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0 || result['2xx'] === 0) throw new Error(`${route.path}: ${failed} calls failed under load`);
  const { p50, p99 } = result.latency;
  return { callers: CONNECTIONS, perSecond: result.requests.average, p50, p99, bytes };
}

/** The times of single calls without other load, in milliseconds: the median and the longest. */
export type Cost = { bytes: number; middle: number; longest: number };

/** Makes one call after the other, however long each takes. */
export async function measureCost(
  server: string,
  route: Route,
  { calls, warmUp } = { calls: COST_CALLS, warmUp: COST_WARM_UP },
): Promise<Cost> {
  const times: number[] = [];
  let bytes = 0;
  for (let count = -warmUp; count < calls; count += 1) {
    const started = performance.now();
    bytes = await call(server, route);
    if (count >= 0) times.push(performance.now() - started);
  }
  const sorted = times.toSorted((a, b) => a - b);
  return { bytes, middle: sorted[Math.floor(sorted.length / 2)] ?? 0, longest: sorted.at(-1) ?? 0 };
}
