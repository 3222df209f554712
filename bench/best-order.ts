import { bestOrder, exactUpTo, type Point, routeMiles, type Stop, searchSeeds } from '#domain/best-order.ts';
import { bestKnown, dayOf, kindsOfDays, kindsOfPins } from '../tests/route-days.ts';
import { median } from './load.ts';
import { table } from './report.ts';
import { treeBound, walkBound } from './route-bounds.ts';

const COUNTS = [14, 40, 100];
const SEEDS = [1, 2, 3];
/** How many stops a stop remembers in the bound of a day with stops that stay: with more it is nearer, and takes longer. */
const remembered = 8;

/**
 * Measures how much processor time the best order of a day takes, which a worker waits for, and how much longer it is at most than a bound
 * that no order is below, and than the best order that is known.
 */
export function measureBestOrder(): string[] {
  const rows = COUNTS.flatMap((stops) =>
    kindsOfDays.flatMap((day) => kindsOfPins.map((kept) => ({ stops, day, kept, ...measure(day, stops, kept) }))),
  );
  const head = `Computing the best order of ${SEEDS.length} days of each kind, with no stop kept in place, one in the middle, four, or every tenth. The processor time of one search, median and worst (two run beside each other, in a thread each), and how much longer the shorter of their orders is, at worst, than a bound that no order is below, and than the best order that is known:`;
  return [head, table(rows)];
}

function measure(kind: (typeof kindsOfDays)[number], count: number, pins: (typeof kindsOfPins)[number]) {
  const days = SEEDS.map((seed) => {
    const [start, stops] = dayOf(kind, count, seed, pins);
    const free = stops.filter(({ isPinned }) => !isPinned).length;
    const searches = searchSeeds.slice(0, free > exactUpTo ? searchSeeds.length : 1).map((chances) => {
      const begun = process.cpuUsage();
      const order = bestOrder(start, stops, chances);
      return { ms: process.cpuUsage(begun).user / 1000, miles: routeMiles(start, order) };
    });
    const miles = Math.min(...searches.map((search) => search.miles));
    const best = bestKnown[`${count} ${kind} ${pins} ${seed}`];
    const bound = boundOf(start, stops, miles);
    return {
      ms: searches.map((search) => search.ms),
      over: bound && miles / bound - 1,
      overBest: best && miles / best - 1,
    };
  });
  const ms = days.flatMap((day) => day.ms);
  const percent = (parts: number[]) => (parts.length > 0 ? `${(100 * Math.max(0, ...parts)).toFixed(1)} %` : '');
  return {
    'processor ms': `${Math.round(median(ms))}, ${Math.round(Math.max(...ms))}`,
    'over the bound': percent(days.flatMap(({ over }) => over ?? [])),
    'over the best known': percent(days.flatMap(({ overBest }) => overBest ?? [])),
  };
}

/** A walk minds stops that stay. For many stops it takes long to compute, and is far off; without stops that stay a tree says nearly as much. */
function boundOf(start: Point, stops: readonly Stop[], miles: number): number | undefined {
  const isPlain = stops.every(({ isPinned }) => !isPinned);
  const tree = isPlain ? treeBound(start, stops, miles) : 0;
  if (tree >= miles - 1e-6) return tree;
  if (stops.length > 50) return isPlain ? tree : undefined;
  return Math.max(tree, walkBound(start, stops, miles, remembered));
}
