import { annealedOrder } from './order-search.ts';

/** A place on the map, in degrees (WGS 84). */
export type Point = { readonly latitude: number; readonly longitude: number };

/** One stop of a day's route; a pinned one keeps its position in the day's order. */
export type Stop = Point & { readonly id: string; readonly isPinned: boolean };

const earthRadiusMiles = 3958.8;
/**
 * How much longer a road is than the straight line, on average in the United States: 1.20 (R. H. Ballou, H. Rahardja,
 * N. Sakai, "Selected country circuity factors for road travel distance estimation", Transportation Research Part A 36,
 * 2002).
 */
const circuity = 1.2;

/** @returns about how many miles the drive from one place to another is: the straight line, made longer as roads are */
export function drivingMiles(from: Point, to: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (a: number, b: number) => Math.sin(radians(b - a) / 2) ** 2;
  const haversine =
    half(from.latitude, to.latitude) +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * half(from.longitude, to.longitude);
  return circuity * 2 * earthRadiusMiles * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

/** @returns about how many miles it is from the start through all stops in this order; the way home is not counted */
export function routeMiles(start: Point, stops: readonly Point[]): number {
  return stops.reduce((miles, stop, index) => miles + drivingMiles(stops[index - 1] ?? start, stop), 0);
}

/** Up to so many stops every order is looked at; beyond, the search improves an order until it finds no better one. */
export const exactUpTo = 12;

/**
 * Sorts a day's stops so that the drive from the start through all of them is short. Pinned stops keep their position.
 * The same stops give the same order each time.
 * @param stops in their present order
 * @returns the shortest order of up to 12 stops that may move, a short one of more; never a longer one than it was
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
   * Miles to free stop `to` at the n-th free position, coming from free stop `from`. At -1 they are the start and, after
   * the last position, the end, which is wherever the last stop is.
   */
  leg: (position: number, from: number, to: number) => number;
  /** Miles straight from one to the other. */
  direct: (from: number, to: number) => number;
  /** The positions that are reached by way of pinned stops. */
  pinnedBefore: readonly number[];
};

/** Of orders that are as long as each other, the one that starts nearest home is to count as the shorter one. */
const firstLegWeight = 1 + 1e-11;

/** @param places the start and then the stops */
function milesBetween(places: readonly Point[]): number[][] {
  return places.map((from, index) => {
    const weight = index === 0 ? firstLegWeight : 1;
    return places.map((to) => weight * drivingMiles(from, to));
  });
}

/** Pinned stops between two free positions are part of the way from one to the other. */
function routeCost(start: Point, stops: readonly Stop[]): RouteCost {
  const places: Point[] = [start, ...stops];
  const freeIds = places.flatMap((_, place) => (stops[place - 1]?.isPinned === false ? [place] : []));
  const miles = milesBetween(places);
  // chains[n]: the pinned stops right before the n-th free position; the last one, those after all free ones.
  const chains: number[][] = [[]];
  stops.forEach((stop, index) => {
    if (stop.isPinned) chains.at(-1)?.push(index + 1);
    else chains.push([]);
  });
  const through = (from: number, chain: readonly number[]) =>
    chain.reduce((sum, place, index) => sum + (miles[chain[index - 1] ?? from]?.[place] ?? 0), 0);
  // The search asks for the same legs a million times over.
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
 * Looks at every order by way of the sets of stops that can come first (M. Held, R. M. Karp, "A dynamic programming
 * approach to sequencing problems", 1962).
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

/** So many stops are moved together at most. */
const longestRun = 3;

/** So often all changes are tried at most; a few rounds are what it takes. */
const mostRounds = 100;

/** Searches for a short order of all stops, and then takes each change of the stops that may move which still helps. */
function improvedOrder(cost: RouteCost, start: Point, stops: readonly Stop[]): number[] {
  const rows = milesBetween([start, ...stops]).map((row) => Float64Array.from([...row, 0]));
  const isPinned = [true, ...stops.map((stop) => stop.isPinned), true];
  const free = stops.flatMap((stop, index) => (stop.isPinned ? [] : [index + 1]));
  const found = annealedOrder([...rows, new Float64Array(stops.length + 2)], isPinned);
  return descend(
    found.filter((place) => !isPinned[place]).map((place) => free.indexOf(place)),
    cost,
  );
}

/** The order with the stretch from `a` to before `c` turned around. */
const reversed = (order: readonly number[], a: number, c: number): number[] => [
  ...order.slice(0, a),
  ...order.slice(a, c).reverse(),
  ...order.slice(c),
];

/** The order with the stretch from `a` to before `b` behind the one from `b` to before `c`. */
const exchanged = (order: readonly number[], a: number, b: number, c: number): number[] => [
  ...order.slice(0, a),
  ...order.slice(b, c),
  ...order.slice(a, b),
  ...order.slice(c),
];

/**
 * Takes each change that helps until none does. What a change adds is reckoned from the legs at its ends, as a stretch is
 * as long elsewhere or turned around, and from the ways past pinned stops, which stay where they are.
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
  // Each round but the last makes the way shorter, so it would end by itself; the bound holds whatever is wrong with that.
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
