import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bestOrder, drivingMiles, type Point, routeMiles, type Stop } from './best-order.ts';

const bentonville = { latitude: 36.3729, longitude: -94.2088 };
const fayetteville = { latitude: 36.0822, longitude: -94.1719 };

const nearby = fc.record({
  latitude: fc.double({ min: 35.9, max: 36.5, noNaN: true }),
  longitude: fc.double({ min: -94.5, max: -93.9, noNaN: true }),
});
const dayOf = (count: { minLength: number; maxLength: number }, isPinned: fc.Arbitrary<boolean> = fc.constant(false)) =>
  fc
    .array(fc.tuple(nearby, isPinned), count)
    .map((stops): Stop[] => stops.map(([point, pinned], index) => ({ ...point, id: String(index), isPinned: pinned })));

test('a drive is the straight line made a fifth longer', () => {
  // 20.19 miles apart by the haversine formula on a sphere of 3,958.8 miles.
  expect(drivingMiles(bentonville, fayetteville)).toBeCloseTo(1.2 * 20.19, 1);
  expect(drivingMiles(bentonville, bentonville)).toBe(0);
});

test('on 100 random days of 12 stops the order is as short as an independent exact search finds', () => {
  fc.assert(
    fc.property(nearby, dayOf({ minLength: 12, maxLength: 12 }), (start, stops) => {
      expect(routeMiles(start, bestOrder(start, stops))).toBeCloseTo(shortestMiles(start, stops), 6);
    }),
    { numRuns: 100 },
  );
});

test('days of 13 stops, beyond the exact search, come within 2 % of the shortest', () => {
  fc.assert(
    fc.property(nearby, dayOf({ minLength: 13, maxLength: 13 }), (start, stops) => {
      expect(routeMiles(start, bestOrder(start, stops))).toBeLessThanOrEqual(1.02 * shortestMiles(start, stops) + 1e-9);
    }),
    // The same days each time: the search promises nothing, and this holds what it reaches.
    { numRuns: 20, seed: 20_261_120 },
  );
});

test('nothing is lost, pinned stops stay where they are, and the drive never gets longer', () => {
  fc.assert(
    fc.property(nearby, dayOf({ minLength: 0, maxLength: 20 }, fc.boolean()), (start, stops) => {
      const order = bestOrder(start, stops);
      expect(order.map(({ id }) => id).sort()).toEqual(stops.map(({ id }) => id).sort());
      stops.forEach((stop, index) => {
        if (stop.isPinned) expect(order[index]).toBe(stop);
      });
      expect(routeMiles(start, order)).toBeLessThanOrEqual(routeMiles(start, stops) + 1e-9);
    }),
    { numRuns: 60 },
  );
});

test('with pinned stops between them the others still take the shortest order', () => {
  fc.assert(
    fc.property(nearby, dayOf({ minLength: 1, maxLength: 6 }, fc.boolean()), (start, stops) => {
      const every = permutations(stops).filter((order) =>
        stops.every((stop, i) => !stop.isPinned || order[i] === stop),
      );
      const shortest = Math.min(...every.map((order) => routeMiles(start, order)));
      expect(routeMiles(start, bestOrder(start, stops))).toBeCloseTo(shortest, 6);
    }),
    { numRuns: 100 },
  );
});

test('beyond the exact search, no stretch of the stops that may move is shorter turned around', () => {
  const oneInFive = fc.nat(4).map((number) => number === 0);
  fc.assert(
    fc.property(nearby, dayOf({ minLength: 18, maxLength: 24 }, oneInFive), (start, stops) => {
      const order = bestOrder(start, stops);
      const free = order.filter(({ isPinned }) => !isPinned);
      for (let from = 0; from < free.length; from++) {
        for (let to = from + 2; to <= free.length; to++) {
          const turned = free.toSpliced(from, to - from, ...free.slice(from, to).reverse());
          const other = order.map((stop) => (stop.isPinned ? stop : turned.shift()));
          expect(
            routeMiles(
              start,
              other.filter((stop) => stop !== undefined),
            ),
          ).toBeGreaterThan(routeMiles(start, order) - 1e-6);
        }
      }
    }),
    { numRuns: 10 },
  );
});

test('the same day gives the same order each time', () => {
  fc.assert(
    fc.property(nearby, dayOf({ minLength: 14, maxLength: 16 }), (start, stops) => {
      expect(bestOrder(start, stops)).toEqual(bestOrder(start, stops));
    }),
    { numRuns: 3 },
  );
});

/** The shortest way through all stops, by remembering the best rest of the way from each stop and set of stops left. */
function shortestMiles(start: Point, stops: readonly Point[]): number {
  const miles = [start, ...stops].map((from) => stops.map((to) => drivingMiles(from, to)));
  const known = new Map<number, number>();
  const rest = (from: number, left: number): number => {
    if (left === 0) return 0;
    const key = from * 2 ** stops.length + left;
    const found = known.get(key);
    if (found !== undefined) return found;
    let shortest = Number.POSITIVE_INFINITY;
    for (let to = 0; to < stops.length; to++) {
      if (left & (1 << to)) shortest = Math.min(shortest, (miles[from]?.[to] ?? 0) + rest(to + 1, left & ~(1 << to)));
    }
    known.set(key, shortest);
    return shortest;
  };
  return rest(0, 2 ** stops.length - 1);
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((others) => [item, ...others]),
  );
}
