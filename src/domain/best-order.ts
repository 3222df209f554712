import { type Day, searchedOrder } from './order-search.ts';

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

/** Up to this many stops that may move, the shortest order is found. With more, a search improves the present one. */
export const exactUpTo = 14;

/** The seeds of the searches, which run in a thread each. The shortest order that one of them finds counts. */
export const searchSeeds = [21, 22];

/** Makes the order that starts nearest home win among equally long ones. */
const firstLegWeight = 1 + 1e-11;

/**
 * Sorts a day's stops so that the drive from the start through all of them is short. Pinned stops keep their positions.
 * The result is the same each time.
 * @param stops in their present order
 * @param seed of a search's chances; another one finds another order that is about as short
 * @returns the shortest order when up to 14 stops may move, otherwise a short one; never longer than the present one
 */
export function bestOrder(start: Point, stops: readonly Stop[], seed = searchSeeds[0] as number): Stop[] {
  const places = [start, ...stops, undefined];
  const miles = places.flatMap((from, row) =>
    places.map((to, column) =>
      from && to ? (row === 0 || column === 0 ? firstLegWeight : 1) * drivingMiles(from, to) : 0,
    ),
  );
  const day = { isPinned: [true, ...stops.map(({ isPinned }) => isPinned)], miles: Float64Array.from(miles) };
  const free = stops.filter(({ isPinned }) => !isPinned).length;
  const order = free <= exactUpTo ? shortestOrder(day) : searchedOrder(day, seed);
  let next = 0;
  return stops.map((stop) => (stop.isPinned ? stop : (stops[(order[next++] ?? 0) - 1] ?? stop)));
}

/**
 * Finds the shortest order from the shortest order of every subset of the stops (M. Held, R. M. Karp, "A dynamic
 * programming approach to sequencing problems", 1962).
 */
function shortestOrder({ isPinned, miles }: Day): number[] {
  const end = isPinned.length;
  const free: number[] = [];
  /** The first and the last of the pinned stops before each free place, and before the end; 0 where there are none. */
  const [first, last] = [[0], [0]];
  for (let place = 1; place < end; place++) {
    if (isPinned[place]) {
      first[free.length] ||= place;
      last[free.length] = place;
    } else {
      free.push(place);
      first.push(0);
      last.push(0);
    }
  }
  const count = free.length;
  if (count === 0) return [];
  const way = (from: number, to: number) => miles[from * (end + 1) + to] as number;
  /** The ways among the pinned stops themselves are the same in each order. */
  const leg = (nth: number, from: number, to: number) =>
    first[nth] ? way(from, first[nth]) + way(last[nth] as number, to) : way(from, to);
  const stopOf = (index: number) => free[index] as number;
  const sets = 1 << count;
  const best = new Float64Array(sets * count).fill(Number.POSITIVE_INFINITY);
  const before = new Int8Array(sets * count).fill(-1);
  for (let stop = 0; stop < count; stop++) best[(1 << stop) * count + stop] = leg(0, 0, stopOf(stop));
  for (let set = 1; set < sets; set++) {
    const nth = bitsIn(set);
    for (let from = 0; from < count; from++) {
      const soFar = best[set * count + from] as number;
      if (soFar === Number.POSITIVE_INFINITY) continue;
      for (let stop = 0; stop < count; stop++) {
        if (set & (1 << stop)) continue;
        const cell = (set | (1 << stop)) * count + stop;
        const length = soFar + leg(nth, stopOf(from), stopOf(stop));
        if (length >= (best[cell] as number)) continue;
        best[cell] = length;
        before[cell] = from;
      }
    }
  }
  let set = sets - 1;
  const total = (stop: number) => (best[set * count + stop] as number) + leg(count, stopOf(stop), end);
  let stop = [...free.keys()].reduce((a, b) => (total(b) < total(a) ? b : a), 0);
  const order: number[] = [];
  while (stop >= 0) {
    order.unshift(stopOf(stop));
    const previous = before[set * count + stop] as number;
    set &= ~(1 << stop);
    stop = previous;
  }
  return order;
}

function bitsIn(set: number): number {
  let bits = 0;
  for (let rest = set; rest > 0; rest &= rest - 1) bits++;
  return bits;
}
