/**
 * How many things are worked on at once. A payment takes Stripe a second or so, so that a process asks it some ten times
 * a second; it allows 100, in test mode 25 (https://docs.stripe.com/rate-limits). A refusal for that postpones a payment.
 */
const lanes = 10;
/** No more things are taken after this long, so that the next sweep finds this one done. */
const runMs = 55_000;

/**
 * Works on what has fallen due, several things at once, until there is none left or the time is up.
 * @param take gives one thing, to nobody else; undefined when there is none
 * @throws AggregateError of the things that failed, after all others are done
 */
export async function workInLanes<Thing>(
  take: () => Promise<Thing | undefined>,
  work: (thing: Thing) => Promise<void>,
): Promise<void> {
  const timeIsUp = AbortSignal.timeout(runMs);
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  while (!timeIsUp.aborted) {
    const thing = await take();
    if (thing === undefined) break;
    const working = work(thing)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => underWay.delete(working));
    underWay.add(working);
    if (underWay.size >= lanes) await Promise.race(underWay);
  }
  await Promise.all(underWay);
  if (failures.length > 0) throw new AggregateError(failures, 'Some of what was due failed');
}
