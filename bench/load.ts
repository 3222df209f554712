import autocannon from 'autocannon';

export const CONNECTIONS = 10;
const SECONDS = 3;
const WARM_UP_SECONDS = 1;
const COST_CALLS = 15;
const COST_WARM_UP = 5;

/** A GET that is measured. */
export type Route = {
  /** As the contract has it. */
  name: string;
  /** Path and query of one such call. */
  path: string;
  accessToken: string;
};

/** Requests in a second, the milliseconds that half of them, and 99 of 100, took at most, and an answer's length. */
export type Load = { perSecond: number; p50: number; p99: number; bytes: number };

const headers = ({ accessToken }: Route) => ({ authorization: `Bearer ${accessToken}` });

/**
 * @returns how many bytes the answer has
 * @throws Error when it is not answered with 200
 */
export async function call(server: string, route: Route): Promise<number> {
  const response = await fetch(server + route.path, { headers: headers(route), signal: AbortSignal.timeout(60_000) });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${route.path} answered ${response.status}: ${body}`);
  return Buffer.byteLength(body);
}

/**
 * A call that takes so long that none is answered under load is timed alone.
 * @throws Error when one call under load fails
 */
export async function measure(server: string, route: Route): Promise<Load> {
  const bytes = await call(server, route);
  const result = await autocannon({
    url: server + route.path,
    headers: headers(route),
    connections: CONNECTIONS,
    duration: SECONDS,
    warmup: { connections: CONNECTIONS, duration: WARM_UP_SECONDS },
  });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${route.path}: ${failed} calls failed under load`);
  if (result['2xx'] === 0) {
    const started = performance.now();
    await call(server, route);
    const alone = performance.now() - started;
    return { perSecond: 1000 / alone, p50: alone, p99: alone, bytes };
  }
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99, bytes };
}

/** The milliseconds that one call took that nobody else stood in the way of: the middle one, and the longest. */
export type Cost = { bytes: number; middle: number; longest: number };

/** Calls again and again, one call after the other, however long each takes. */
export async function measureCost(server: string, route: Route): Promise<Cost> {
  const times: number[] = [];
  let bytes = 0;
  for (let count = -COST_WARM_UP; count < COST_CALLS; count += 1) {
    const started = performance.now();
    bytes = await call(server, route);
    if (count >= 0) times.push(performance.now() - started);
  }
  const sorted = times.toSorted((a, b) => a - b);
  return { bytes, middle: sorted[Math.floor(sorted.length / 2)] ?? 0, longest: sorted.at(-1) ?? 0 };
}
