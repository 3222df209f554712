/** The part of autocannon 9 that we use; it has no types of its own (its README, "API"). */
type Options = {
  url: string;
  headers: Record<string, string>;
  connections: number;
  /** Seconds. */
  duration: number;
};
type Result = {
  /** Milliseconds. */
  latency: { p50: number; p99: number };
  /** Seconds that it took. */
  duration: number;
  '2xx': number;
  non2xx: number;
  errors: number;
  timeouts: number;
};
export default function autocannon(options: Options): Promise<Result>;
