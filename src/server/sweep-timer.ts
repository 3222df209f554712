/** What sweeps again and again, by a clock that only goes forward. */
export type SweepTimer = {
  /** Milliseconds since the last sweep ended; before the first, since the timer was started. */
  sinceLast(): number;
  /** Sweeps no more, and waits a while for what is under way. */
  stop(): Promise<void>;
};

const everyMs = 60_000;
/** One that waits for a provider does not hold up the next: each row is one sweep's at a time. */
const mostAtOnce = 3;
const stopLimitMs = 10_000;

/**
 * Sweeps now and every minute, whatever the machine's clock is set to meanwhile.
 * @param sweep rejects when a part of it failed, which is told to `failed` and changes nothing
 * @param every milliseconds from the begin of one to the begin of the next
 */
export function startSweeping(
  sweep: () => Promise<void>,
  failed: (error: unknown) => void,
  every = everyMs,
): SweepTimer {
  const underWay = new Set<Promise<void>>();
  let lastEnd = performance.now();
  let timer: NodeJS.Timeout;

  async function sweepOnce(): Promise<void> {
    try {
      await sweep();
    } catch (error) {
      failed(error);
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
