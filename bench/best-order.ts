import { bestOrder, type Stop } from '#domain/best-order.ts';
import { median } from './load.ts';
import { table } from './report.ts';

const STOPS = [12, 40, 100];
const TRIES = 9;

/** Measures how long the best order of a day takes to compute: in the browser a worker waits for it. */
export function measureBestOrder(): string[] {
  const rows = STOPS.map((count) => ({
    stops: count,
    ms: timeOf(dayOf(count)),
    'ms with pins': timeOf(dayOf(count, 10)),
  }));
  return [`Computing the best order, median of ${TRIES}:`, table(rows)];
}

/**
 * The golden ratio spreads the stops evenly over the service area, and the same way each time.
 * @param pinnedEach every how many stops one keeps its place; none unless given
 */
const dayOf = (count: number, pinnedEach = Number.POSITIVE_INFINITY): Stop[] =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index),
    latitude: 36 + 0.4 * ((index * 0.618) % 1),
    longitude: -94.4 + (0.4 * index) / count,
    isPinned: index % pinnedEach === pinnedEach - 1,
  }));

function timeOf(stops: Stop[]): number {
  const start = { latitude: 36.37, longitude: -94.21 };
  const times = Array.from({ length: TRIES }, () => {
    const begun = performance.now();
    bestOrder(start, stops);
    return performance.now() - begun;
  });
  return Math.round(median(times));
}
