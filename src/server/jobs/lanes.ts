import { setTimeout as pause } from 'node:timers/promises';

/**
 * How many things are worked on at once. A payment takes Stripe a second or so, so that a process asks it some ten times
 * a second; it allows 100, in test mode 25 (https://docs.stripe.com/rate-limits). A refusal for that postpones a payment.
 */
export const lanes = 10;
/** No more things are taken after this long, so that the next sweep finds this one done. */
const runMs = 55_000;
/** How long it waits for what is under way, before it looks for more. */
const patienceMs = 1000;

/**
 * Works on what has fallen due, several things at once, until there is none left or the time is up.
 * @param take gives so many things, to nobody else; fewer when there are no more
 * @param mayFollow whether a thing may become due only once another is done
 * @returns on how many it worked
 * @throws AggregateError of the things that failed, after all others are done
 */
export async function workInLanes<Thing>(
  take: (most: 1 | typeof lanes) => Promise<Thing[]>,
  work: (thing: Thing) => Promise<void>,
  { mayFollow = false } = {},
): Promise<number> {
  const timeIsUp = AbortSignal.timeout(runMs);
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let count = 0;
  while (!timeIsUp.aborted) {
    const most = underWay.size === 0 ? lanes : 1;
    const things = await take(most);
    count += things.length;
    for (const thing of things) {
      const working = work(thing)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => underWay.delete(working));
      underWay.add(working);
    }
    if (things.length < most) {
      if (underWay.size === 0) break;
      // Whatever comes while one of them hangs does not wait for it.
      const enough = mayFollow ? Promise.race(underWay) : Promise.all(underWay);
      await Promise.race([enough, pause(patienceMs, undefined, { ref: false })]);
    } else if (underWay.size >= lanes) await Promise.race(underWay);
  }
  await Promise.all(underWay);
  if (failures.length > 0) throw new AggregateError(failures, 'Some of what was due failed');
  return count;
}
