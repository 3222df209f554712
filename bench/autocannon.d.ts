/** What we use of autocannon 9, which comes without types: its README, "API". */
declare module 'autocannon' {
  type Options = {
    url: string;
    headers: Record<string, string>;
    connections: number;
    /** Seconds. */
    duration: number;
    /** A run before the one that counts. */
    warmup: { connections: number; duration: number };
  };
  type Result = {
    /** Requests in a second. */
    requests: { average: number };
    /** Milliseconds. */
    latency: { p50: number; p99: number };
    '2xx': number;
    non2xx: number;
    errors: number;
    timeouts: number;
  };
  export default function autocannon(options: Options): Promise<Result>;
}
