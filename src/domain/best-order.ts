import { annealedOrder } from './order-search.ts';

/** A point on the map, in degrees (WGS 84). */
export type Point = { readonly latitude: number; readonly longitude: number };

/** One stop of a day's route. A pinned stop keeps its position in the day's order. */
export type Stop = Point & { readonly id: string; readonly isPinned: boolean };

export const earthRadiusMiles = 3958.8;
/**
 * How much longer a road is than the straight line, on average in the United States: 1.20 (R. H. Ballou, H. Rahardja,
 * N. Sakai, "Selected country circuity factors for road travel distance estimation", Transportation Research Part A 36,
 * 2002).
 */
export const circuity = 1.2;

/** @returns roughly the miles of a drive: the straight line, lengthened by `circuity` */
export function drivingMiles(from: Point, to: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (a: number, b: number) => Math.sin(radians(b - a) / 2) ** 2;
  const haversine =
    half(from.latitude, to.latitude) +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * half(from.longitude, to.longitude);
  return circuity * 2 * earthRadiusMiles * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

/** @returns roughly the miles from the start through all stops in this order, without the way home */
export function routeMiles(start: Point, stops: readonly Point[]): number {
  return stops.reduce((miles, stop, index) => miles + drivingMiles(stops[index - 1] ?? start, stop), 0);
}

/**
 * Puts stops that have no place in a day's order, one by one, where they make the way the least longer; at the end when nobody
 * knows where they lie.
 * @param ordered in their order, which stays
 * @param settled so many of them are behind the worker, and nothing comes before them any more
 */
export function withStopsOnTheWay<One>(
  ordered: readonly One[],
  others: readonly One[],
  { start, pointOf, settled }: { start: Point | undefined; pointOf: (one: One) => Point | undefined; settled: number },
): One[] {
  return others.reduce<One[]>(
    (stops, other) => {
      const points = [start, ...stops.map(pointOf)];
      const here = pointOf(other);
      const way = (from: Point | undefined, to: Point | undefined) => (from && to ? drivingMiles(from, to) : 0);
      const isKnown = (index: number) =>
        (index === 0 || points[index]) && (index === stops.length || points[index + 1]);
      const detours = points.map((from, index) => {
        const to = points[index + 1];
        if (!here || index < settled || !isKnown(index)) return Number.POSITIVE_INFINITY;
        return way(from, here) + way(here, to) - way(from, to);
      });
      const best = detours.lastIndexOf(Math.min(...detours));
      return stops.toSpliced(Number.isFinite(detours[best]) ? best : stops.length, 0, other);
    },
    [...ordered],
  );
}

/**
 * Up to this many stops we find the shortest order. With more, a search improves an order until it finds no better one.
 */
export const exactUpTo = 12;

/**
 * Sorts a day's stops so that the drive from the start through all of them is short. Pinned stops keep their positions.
 * The result is the same each time.
 * @param stops in their present order
 * @returns the shortest order when up to 12 stops may move, otherwise a short one; never longer than the present one
 */
export function bestOrder(start: Point, stops: readonly Stop[]): Stop[] {
  const free = stops.filter((stop) => !stop.isPinned);
  const cost = routeCost(start, stops);
  const order = free.length <= exactUpTo ? shortestOrder(cost, free.length) : improvedOrder(cost, start, stops);
  let next = 0;
  return stops.map((stop) => (stop.isPinned ? stop : (free[order[next++] ?? 0] ?? stop)));
}

type RouteCost = {
  /**
   * Miles from free stop `from` to free stop `to` at the n-th free position. `from` -1 is the start. `to` -1 is the end
   * of the route, which is at the last stop.
   */
  leg: (position: number, from: number, to: number) => number;
  /** Miles without pinned stops between. */
  direct: (from: number, to: number) => number;
  /** The free positions that come right after pinned stops. */
  pinnedBefore: readonly number[];
};

/** Makes the order that starts nearest home win among equally long ones. */
const firstLegWeight = 1 + 1e-11;

/** @param points the start and then the stops */
function milesBetween(points: readonly Point[]): number[][] {
  return points.map((from, index) => {
    const weight = index === 0 ? firstLegWeight : 1;
    return points.map((to) => weight * drivingMiles(from, to));
  });
}

/** The way between two free positions leads through the pinned stops between them. */
function routeCost(start: Point, stops: readonly Stop[]): RouteCost {
  const points: Point[] = [start, ...stops];
  const freeIds = points.flatMap((_, point) => (stops[point - 1]?.isPinned === false ? [point] : []));
  const miles = milesBetween(points);
  // chains[n] holds the pinned stops right before the n-th free position; the last chain, those after all free
  // positions.
  const chains: number[][] = [[]];
  stops.forEach((stop, index) => {
    if (stop.isPinned) chains.at(-1)?.push(index + 1);
    else chains.push([]);
  });
  const through = (from: number, chain: readonly number[]) =>
    chain.reduce((sum, point, index) => sum + (miles[chain[index - 1] ?? from]?.[point] ?? 0), 0);
  // The search asks for the same legs a million times, so they are computed once.
  const ends = [[], ...freeIds.map((to) => [to])];
  const legsBy = (chain: readonly number[]) =>
    Float64Array.from([0, ...freeIds].flatMap((from) => ends.map((end) => through(from, [...chain, ...end]))));
  const direct = legsBy([]);
  const legs = chains.map((chain) => (chain.length === 0 ? direct : legsBy(chain)));
  const cell = (from: number, to: number) => (from + 1) * ends.length + to + 1;
  return {
    leg: (position, from, to) => legs[position]?.[cell(from, to)] ?? 0,
    direct: (from, to) => direct[cell(from, to)] ?? 0,
    pinnedBefore: [...chains.keys()].filter((position) => chains[position]?.length),
  };
}

/**
 * Finds the shortest order from the shortest order of every subset of the stops (M. Held, R. M. Karp, "A dynamic
 * programming approach to sequencing problems", 1962).
 */
function shortestOrder(cost: RouteCost, count: number): number[] {
  if (count === 0) return [];
  const sets = 1 << count;
  const best = new Float64Array(sets * count).fill(Number.POSITIVE_INFINITY);
  const before = new Int8Array(sets * count).fill(-1);
  for (let stop = 0; stop < count; stop++) best[(1 << stop) * count + stop] = cost.leg(0, -1, stop);
  for (let set = 1; set < sets; set++) {
    const position = bitsIn(set);
    for (let last = 0; last < count; last++) {
      const soFar = best[set * count + last] ?? Number.POSITIVE_INFINITY;
      if (soFar === Number.POSITIVE_INFINITY) continue;
      for (let stop = 0; stop < count; stop++) {
        if (set & (1 << stop)) continue;
        const cell = (set | (1 << stop)) * count + stop;
        const miles = soFar + cost.leg(position, last, stop);
        if (miles >= (best[cell] ?? 0)) continue;
        best[cell] = miles;
        before[cell] = last;
      }
    }
  }
  let set = sets - 1;
  const total = (stop: number) => (best[set * count + stop] ?? 0) + cost.leg(count, stop, -1);
  let last = [...Array(count).keys()].reduce((a, b) => (total(b) < total(a) ? b : a), 0);
  const order: number[] = [];
  while (last >= 0) {
    order.unshift(last);
    const previous = before[set * count + last] ?? -1;
    set &= ~(1 << last);
    last = previous;
  }
  return order;
}

function bitsIn(set: number): number {
  let bits = 0;
  for (let rest = set; rest > 0; rest &= rest - 1) bits++;
  return bits;
}

/** The most stops that a change moves together. */
const longestRun = 3;

/** The most times that we try all changes; a few rounds are enough. */
const mostRounds = 100;

/** Searches for a short order of all stops, then makes every change that still helps. */
function improvedOrder(cost: RouteCost, start: Point, stops: readonly Stop[]): number[] {
  const rows = milesBetween([start, ...stops]).map((row) => Float64Array.from([...row, 0]));
  const isPinned = [true, ...stops.map((stop) => stop.isPinned), true];
  const free = stops.flatMap((stop, index) => (stop.isPinned ? [] : [index + 1]));
  const found = annealedOrder([...rows, new Float64Array(stops.length + 2)], isPinned);
  return descend(
    found.filter((point) => !isPinned[point]).map((point) => free.indexOf(point)),
    cost,
  );
}

/** @returns the order with the stretch from `a` to before `c` reversed */
const reversed = (order: readonly number[], a: number, c: number): number[] => [
  ...order.slice(0, a),
  ...order.slice(a, c).reverse(),
  ...order.slice(c),
];

/** @returns the order with the stretches from `a` to before `b` and from `b` to before `c` exchanged */
const exchanged = (order: readonly number[], a: number, b: number, c: number): number[] => [
  ...order.slice(0, a),
  ...order.slice(b, c),
  ...order.slice(a, b),
  ...order.slice(c),
];

/**
 * Makes changes that help until none does. Only the legs at the ends of a moved stretch change its length, because a
 * stretch is as long elsewhere or reversed. The ways past pinned stops, which do not move, are added.
 */
function descend(from: number[], { leg, direct, pinnedBefore }: RouteCost): number[] {
  const count = from.length;
  let order = from;
  let isBetter = true;
  const at = (position: number) => (position < 0 || position >= count ? -1 : (order[position] ?? -1));
  const between = (position: number, next: number) => direct(at(position), at(next));
  const aroundPinned = (a: number, c: number, source: (position: number) => number) => {
    let added = 0;
    const then = (p: number) => at(p < a || p >= c ? p : source(p));
    const detour = (p: number, from: number, to: number) => leg(p, from, to) - direct(from, to);
    for (const p of pinnedBefore) {
      if (p >= a && p <= c) added += detour(p, then(p - 1), then(p)) - detour(p, at(p - 1), at(p));
    }
    return added;
  };
  const ifReversed = (a: number, c: number) =>
    between(a - 1, c - 1) +
    between(a, c) -
    between(a - 1, a) -
    between(c - 1, c) +
    aroundPinned(a, c, (p) => a + c - 1 - p);
  const ifExchanged = (a: number, b: number, c: number) =>
    between(a - 1, b) +
    between(c - 1, a) +
    between(b - 1, c) -
    between(a - 1, a) -
    between(b - 1, b) -
    between(c - 1, c) +
    aroundPinned(a, c, (p) => (p < a + c - b ? p + b - a : p + b - c));
  const takeIf = (added: number, change: () => number[]) => {
    if (added > -1e-9) return;
    order = change();
    isBetter = true;
  };
  // Every round but the last makes the way shorter, so the loop ends by itself. The bound is for a mistake in that.
  for (let round = 0; isBetter && round < mostRounds; round++) {
    isBetter = false;
    for (let a = 0; a < count; a++) {
      for (let c = a + 2; c <= count; c++) {
        takeIf(ifReversed(a, c), () => reversed(order, a, c));
        for (let run = 1; run <= Math.min(longestRun, c - a - 1); run++) {
          for (const b of [a + run, c - run]) takeIf(ifExchanged(a, b, c), () => exchanged(order, a, b, c));
        }
      }
    }
  }
  return order;
}
