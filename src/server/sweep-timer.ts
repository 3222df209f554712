/** Sweeps again and again, by a clock that only goes forward. */
export type SweepTimer = {
  /** Milliseconds since the last sweep ended, or since the start before the first has ended. */
  sinceLast(): number;
  /** Starts no more sweeps, and waits a while for those under way. */
  stop(): Promise<void>;
};

const everyMs = 60_000;
/** A sweep that waits for a provider does not hold up the next. Two sweeps never work on the same row at once. */
const mostAtOnce = 3;
const stopLimitMs = 10_000;

/**
 * Sweeps now and every minute, even when the machine's clock is changed meanwhile.
 * @param onFailure hears of a sweep that rejects; the next ones go on
 * @param every milliseconds from the start of one sweep to the start of the next
 */
export function startSweeping(
  sweep: () => Promise<void>,
  onFailure: (error: unknown) => void,
  every = everyMs,
): SweepTimer {
  const underWay = new Set<Promise<void>>();
  let lastEnd = performance.now();
  let timer: NodeJS.Timeout;

  async function sweepOnce(): Promise<void> {
    try {
      await sweep();
    } catch (error) {
      onFailure(error);
    }
    lastEnd = performance.now();
  }

  function tick(): void {
    timer = setTimeout(tick, every);
    if (underWay.size >= mostAtOnce) return;
    const sweeping: Promise<void> = sweepOnce().finally(() => underWay.delete(sweeping));
    underWay.add(sweeping);
  }

  tick();
  return {
    sinceLast: () => performance.now() - lastEnd,
    async stop() {
      clearTimeout(timer);
      let late: NodeJS.Timeout | undefined;
      const tooLate = new Promise<void>((resolve) => {
        late = setTimeout(resolve, stopLimitMs);
      });
      await Promise.race([Promise.all(underWay), tooLate]);
      clearTimeout(late);
    },
  };
}
