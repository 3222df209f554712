import { bestOrder, type Stop } from '#domain/best-order.ts';

const STOPS = 40;
const TRIES = 9;

/** Measures how long the best order of a long day takes to compute: in the browser a worker waits for it. */
export function measureBestOrder(): string[] {
  const start = { latitude: 36.37, longitude: -94.21 };
  // The golden ratio spreads the stops evenly over the service area, and the same way each time.
  const stops: Stop[] = Array.from({ length: STOPS }, (_, index) => ({
    id: String(index),
    latitude: 36 + 0.4 * ((index * 0.618) % 1),
    longitude: -94.4 + (0.4 * index) / STOPS,
    isPinned: false,
  }));
  const times = Array.from({ length: TRIES }, () => {
    const begun = performance.now();
    bestOrder(start, stops);
    return performance.now() - begun;
  }).sort((a, b) => a - b);
  return [`Best order of ${STOPS} stops: ${Math.round(times[Math.floor(TRIES / 2)] ?? 0)} ms, median of ${TRIES}`];
}
