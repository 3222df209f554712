import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import autocannon from './packages/autocannon.js';

const CALLERS = 10;
const ALONE_CALLS = 15;
const ALONE_WARM_UP = 5;

/** One GET. */
export type Call = { path: string; accessToken: string };

/** Requests per second, the median and the 99th percentile of their times in milliseconds. */
export type Load = { perSecond: number; p50: number; p99: number };

const headers = ({ accessToken }: Call) => ({ authorization: `Bearer ${accessToken}` });

/**
 * @returns the body of the answer
 * @throws Error for another status than 200
 */
export async function callOnce(server: string, call: Call): Promise<string> {
  const response = await fetch(server + call.path, { headers: headers(call), signal: AbortSignal.timeout(60_000) });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${call.path} answered ${response.status}: ${body}`);
  return body;
}

/**
 * Calls again and again, with several callers at once.
 * @throws Error when a call fails
 */
export async function measureLoad(server: string, call: Call, seconds: number): Promise<Load> {
  const result = await autocannon({
    url: server + call.path,
    headers: headers(call),
    connections: CALLERS,
    duration: seconds,
  });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0 || result['2xx'] === 0) throw new Error(`${call.path}: ${failed} calls failed under load`);
  const { p50, p99 } = result.latency;
  return { perSecond: result['2xx'] / result.duration, p50, p99 };
}

/** Makes one call after the other, without other load, however long each takes. */
export async function measureAlone(
  server: string,
  call: Call,
  { calls, warmUp } = { calls: ALONE_CALLS, warmUp: ALONE_WARM_UP },
): Promise<Load> {
  const times: number[] = [];
  for (let count = -warmUp; count < calls; count += 1) {
    const started = performance.now();
    await callOnce(server, call);
    if (count >= 0) times.push(performance.now() - started);
  }
  const middle = median(times);
  return { perSecond: 1000 / middle, p50: middle, p99: Math.max(...times) };
}

/** A call with a body. */
export type Send = { method: string; path: string; headers: Record<string, string>; body: string };
/** Calls that follow one another; each gets the answer before it. */
export type Chain = ((before: string) => Send)[];

/**
 * @returns the body of the answer
 * @throws Error for another status than 200
 */
export async function send(server: string, { path, body, ...options }: Send, agent?: Agent): Promise<string> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(server + path, { ...options, ...(agent && { agent }) }, resolve)
      .once('error', reject)
      .end(body);
  });
  const answer = await text(response);
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}: ${answer}`);
  return answer;
}

/** Makes all calls of all chains, with several callers at once. @throws Error when a call fails */
export async function measureChains(server: string, chains: readonly Chain[]): Promise<Load> {
  const times: number[] = [];
  // Only for now: a server ends the connections that nobody has used for some seconds.
  const agent = new Agent({ keepAlive: true });
  const waiting = [...chains];
  const work = async () => {
    for (let chain = waiting.shift(); chain; chain = waiting.shift()) {
      let answer = '';
      for (const next of chain) {
        const started = performance.now();
        answer = await send(server, next(answer), agent);
        times.push(performance.now() - started);
      }
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: CALLERS }, work));
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  const sorted = times.toSorted((a, b) => a - b);
  return {
    perSecond: times.length / seconds,
    p50: median(sorted),
    p99: sorted[Math.floor(0.99 * sorted.length)] ?? 0,
  };
}

/** Whether several callers at once would leave queries behind that slow down the next measurement. */
export async function isSlow(server: string, call: Call, seconds: number): Promise<boolean> {
  const { p50 } = await measureAlone(server, call, { calls: 3, warmUp: 1 });
  return p50 * CALLERS > seconds * 1000;
}

export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
