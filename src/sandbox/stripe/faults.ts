/**
 * Faults on request. Each goes for requests whose method equals `match.method` and whose path starts with
 * `match.path` (both optional), at most `times` times (absent: until the faults are set anew).
 *
 * - `drop`: acts and commits, then destroys the socket without an answer. A key is remembered with the real answer,
 *   so a repeat under the same Idempotency-Key gets it. The `stripe` SDK itself repeats once after a closed
 *   connection, even with `maxNetworkRetries: 0`: use `times: 2` for an outcome that stays unknown to the caller.
 * - `delay`: holds the request for `delayMs` (default 1000) before it acts, with its Idempotency-Key taken, so that
 *   a repeat under the key meets a 409 meanwhile; it acts even if the caller has gone.
 * - `error-after-acting`: acts and commits, but answers 500; the 500 is what the Idempotency-Key replays.
 * - `error-before-acting`: answers 500 without acting; the 500 is what the Idempotency-Key replays.
 * - `duplicate-webhooks`: each event the request causes is delivered twice.
 * - `reorder-webhooks`: the request's events are delivered last first, each `delayMs` (default 500) apart and late,
 *   so that events of later requests overtake them.
 */
export type Fault = {
  match: { method?: string; path?: string };
  kind: 'drop' | 'delay' | 'error-after-acting' | 'error-before-acting' | 'duplicate-webhooks' | 'reorder-webhooks';
  times?: number;
  delayMs?: number;
};

/** The faults of one running stand-in. They are a tool for trying it, so they live as long as its process. */
export function createFaults() {
  let active: { fault: Fault; left: number }[] = [];

  return {
    /** Replaces all faults; an empty list ends them. */
    set(faults: Fault[]): void {
      active = faults.map((fault) => ({ fault, left: fault.times ?? Number.POSITIVE_INFINITY }));
    },
    /** The faults that strike this request; each counts as used once. */
    take(method: string, path: string): Fault[] {
      const struck = active.filter(
        ({ fault, left }) =>
          left > 0 &&
          (fault.match.method === undefined || fault.match.method.toUpperCase() === method) &&
          (fault.match.path === undefined || path.startsWith(fault.match.path)),
      );
      for (const entry of struck) entry.left -= 1;
      return struck.map(({ fault }) => fault);
    },
  };
}
