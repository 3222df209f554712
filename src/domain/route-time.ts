import { drivingMiles, type Point } from './best-order.ts';

/** How fast a worker drives between two yards on average, lights and parking among it. */
const milesPerHour = 25;

/** How long a worker is at a yard, as long as nothing better is known. */
export const usualVisitMinutes = 20;

/** @returns roughly the minutes of a drive of so many miles */
export const drivingMinutes = (miles: number): number => (miles / milesPerHour) * 60;

/** @returns roughly the minutes until a worker who leaves `from` now is at the last of the stops, each before it done */
export function minutesUntilLast(from: Point, stops: readonly Point[]): number {
  const drives = stops.reduce(
    (sum, stop, index) => sum + drivingMinutes(drivingMiles(stops[index - 1] ?? from, stop)),
    0,
  );
  return drives + Math.max(0, stops.length - 1) * usualVisitMinutes;
}

/** @returns between when somebody comes who is expected in so many minutes: whole quarters, later ones the wider; not before now */
export function arrivalWindow(
  now: Temporal.Instant,
  minutes: number,
): { from: Temporal.Instant; to: Temporal.Instant } {
  const later = (part: number, more: number) => now.add({ seconds: Math.round((minutes * part + more) * 60) });
  const quarter = { smallestUnit: 'minute', roundingIncrement: 15 } as const;
  const from = later(0.8, 0).round({ ...quarter, roundingMode: 'floor' });
  return {
    from: Temporal.Instant.compare(from, now) < 0 ? now : from,
    to: later(1.25, 15).round({ ...quarter, roundingMode: 'ceil' }),
  };
}
