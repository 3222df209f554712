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
    kindsOfDays.map((day) => ({
      stops,
      day,
      ...Object.fromEntries(kindsOfPins.map((kept) => [`kept: ${kept}`, measure(day, stops, kept)])),
    })),
  );
  const head = `The best order of ${SEEDS.length} days of each kind, by how many stops keep their place. A cell has the processor time of one search in ms, median and worst; how much longer the shorter of two searches' orders is, at worst, than a bound that no order is below; and than the best order that is known (– where there is none):`;
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
  const percent = (parts: number[]) => (parts.length > 0 ? `${(100 * Math.max(0, ...parts)).toFixed(1)}%` : '–');
  const time = `${Math.round(median(ms))}, ${Math.round(Math.max(...ms))}`;
  return [
    time,
    percent(days.flatMap(({ over }) => over ?? [])),
    percent(days.flatMap(({ overBest }) => overBest ?? [])),
  ].join('; ');
}

/** A walk minds stops that stay. For many stops it takes long to compute, and is far off; without stops that stay a tree says nearly as much. */
function boundOf(start: Point, stops: readonly Stop[], miles: number): number | undefined {
  const isPlain = stops.every(({ isPinned }) => !isPinned);
  const tree = isPlain ? treeBound(start, stops, miles) : 0;
  if (tree >= miles - 1e-6) return tree;
  if (stops.length > 50) return isPlain ? tree : undefined;
  return Math.max(tree, walkBound(start, stops, miles, remembered));
}
