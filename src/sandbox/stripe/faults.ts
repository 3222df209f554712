export const faultKinds = [
  'drop',
  'drop-before-acting',
  'delay',
  'hang',
  'error-after-acting',
  'error-before-acting',
  'rate-limit',
  'insufficient-balance',
  'duplicate-webhooks',
  'reorder-webhooks',
  'lose-webhooks',
] as const;

/**
 * Faults on request. A fault strikes requests whose method equals `match.method` and whose path starts with
 * `match.path` (both optional), at most `times` times (absent: until the faults are replaced).
 *
 * - `drop`: acts and commits, then destroys the socket without an answer. A repeat under the same Idempotency-Key gets
 *   the real answer. The `stripe` SDK itself repeats once after a closed connection, even with `maxNetworkRetries: 0`:
 *   use `times: 2` for an outcome that stays unknown to the caller.
 * - `delay`: waits for `delayMs` (default 1000) before it acts, with the Idempotency-Key taken, so that a repeat under
 *   the key gets 409 meanwhile. It acts even if the caller has gone.
 * - `error-after-acting`: acts and commits, but answers 500; the 500 is what the Idempotency-Key replays.
 * - `error-before-acting`: answers 500 without acting; the 500 is what the Idempotency-Key replays.
 * - `drop-before-acting`: destroys the socket and does nothing.
 * - `hang`: acts and commits, and never answers.
 * - `rate-limit`: answers 429 without acting; the Idempotency-Key stays free (https://docs.stripe.com/rate-limits).
 * - `insufficient-balance`: refuses a transfer, because the platform's balance does not cover it; the refusal is what the
 *   Idempotency-Key replays.
 * - `lose-webhooks`: the request's events are never delivered.
 * - `duplicate-webhooks`: delivers each event of the request twice.
 * - `reorder-webhooks`: delivers the request's events in reverse order, `delayMs` (default 500) apart and late, so that
 *   events of later requests overtake them.
 */
export type Fault = {
  match: { method?: string; path?: string };
  kind: (typeof faultKinds)[number];
  times?: number;
  share?: number;
  delayMs?: number;
};

/**
 * The faults of one running stand-in. They are a tool for tests, so they end with its process.
 * @param draw a number from 0 to 1 for each request, by which faults that have a share strike
 */
export function createFaults(draw: () => number = Math.random) {
  let active: { fault: Fault; left: number }[] = [];

  return {
    /** Replaces all faults; an empty list ends them. */
    set(faults: Fault[]): void {
      active = faults.map((fault) => ({ fault, left: fault.times ?? Number.POSITIVE_INFINITY }));
    },
    /** Counts the faults that strike this request as used once more. @returns these faults */
    take(method: string, path: string): Fault[] {
      let drawn = draw();
      const struck = active.filter(({ fault, left }) => {
        const isMeant =
          left > 0 &&
          (fault.match.method === undefined || fault.match.method.toUpperCase() === method) &&
          (fault.match.path === undefined || path.startsWith(fault.match.path));
        if (!isMeant || fault.share === undefined) return isMeant;
        const isDrawn = drawn >= 0 && drawn < fault.share;
        drawn -= fault.share;
        return isDrawn;
      });
      for (const entry of struck) entry.left -= 1;
      return struck.map(({ fault }) => fault);
    },
  };
}
