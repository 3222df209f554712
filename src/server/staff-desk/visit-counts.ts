import type { VisitCounts } from '#contract/desk-visits.ts';

/** Counts of a day's visits, and when they were counted, by the business's clock. */
type Counted = { counts: VisitCounts; countedAt: Temporal.Instant };
type Kept = Counted & { date: string; keptAt: number };

/** So few are counted whenever they are shown. */
const alwaysCounted = 100;
/** Counting takes about 10 µs for each visit, so at this rate a fiftieth of one processor's time at most. */
const msPerVisit = 0.5;

const kept = new WeakMap<object, Kept>();
/** Counts under way: each resolves to why it failed, or to undefined. */
const underWay = new WeakMap<object, Promise<unknown>>();

const totalOf = (counts: VisitCounts) => Object.values(counts).reduce((total, count) => total + count, 0);

function isFresh({ date, counts, keptAt }: Kept, today: string, isBeingRenewed: boolean): boolean {
  const total = totalOf(counts);
  const life = total > alwaysCounted ? total * msPerVisit : 0;
  return date === today && performance.now() - keptAt < life * (isBeingRenewed ? 2 : 1);
}

/**
 * Spares a large business to count all its visits each time that somebody looks: what this process has counted is shown
 * again for a time that grows with the number of visits. When that is over one reader counts anew, and others do not
 * wait for it unless the counts are twice as old.
 * @param owner whose visits they are: the database
 * @param today the business day; counts of another one are not shown
 * @param count is called at most once, and may be called by several readers at once when there are few visits
 * @returns what was kept, or what `count` has answered
 */
export async function keptOrCounted<Read extends Counted>(
  owner: object,
  today: Temporal.PlainDate,
  count: () => Promise<Read>,
): Promise<Counted | Read> {
  const date = today.toString();
  for (;;) {
    const last = kept.get(owner);
    const other = underWay.get(owner);
    if (last && isFresh(last, date, other !== undefined)) return last;
    if (!other || (last && totalOf(last.counts) <= alwaysCounted)) break;
    const failure = await other;
    // A database that does not answer one reader answers none, and each would wait its whole time for that.
    if (failure !== undefined) throw failure;
  }
  const keptAt = performance.now();
  const { promise: ended, resolve: end } = Promise.withResolvers<unknown>();
  underWay.set(owner, ended);
  let failure: unknown;
  try {
    const counted = await count();
    const { counts, countedAt } = counted;
    kept.set(owner, { date, counts, countedAt, keptAt });
    return counted;
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    if (underWay.get(owner) === ended) underWay.delete(owner);
    end(failure);
  }
}
