import { readFileSync } from 'node:fs';
import type { Point, Stop } from '#domain/best-order.ts';
import { seededRandom } from '#domain/order-search.ts';

export const bestKnownFile = new URL('./best-known-orders.json', import.meta.url);
/** The shortest length that was ever found, by the day's count, kind, pins and seed. */
export const bestKnown: Record<string, number> = JSON.parse(readFileSync(bestKnownFile, 'utf8'));

export const kindsOfDays = ['uniform', 'clustered', 'one street'] as const;
type Kind = (typeof kindsOfDays)[number];

/** Which stops keep their place: none of them, the one in the middle, four, or every tenth. */
export const kindsOfPins = ['none', 'one', 'four', 'every tenth'] as const;
type Pins = (typeof kindsOfPins)[number];

/** A day in random order, the same each time: spread over the service area, in some neighborhoods, or along one street. */
export function dayOf(kind: Kind, count: number, seed: number, pins: Pins = 'none'): [Point, Stop[]] {
  const random = seededRandom(seed * 1000 + count);
  const between = (from: number, to: number) => from + random() * (to - from);
  const anywhere = () => ({ latitude: between(36, 36.4), longitude: between(-94.4, -94) });
  const centers = Array.from({ length: Math.ceil(count / 10) }, anywhere);
  const place = {
    uniform: anywhere,
    clustered: () => {
      const center = centers[Math.floor(random() * centers.length)] ?? anywhere();
      return {
        latitude: center.latitude + between(-0.012, 0.012),
        longitude: center.longitude + between(-0.015, 0.015),
      };
    },
    // Houses on both sides of it.
    'one street': () => ({ latitude: 36.2 + (random() < 0.5 ? 0 : 0.0003), longitude: between(-94.25, -94.2) }),
  }[kind];
  const start = anywhere();
  const isPinned = {
    none: () => false,
    one: (index: number) => index === count / 2,
    four: (index: number) => index > 0 && index % Math.ceil(count / 5) === 0,
    'every tenth': (index: number) => index % 10 === 9,
  }[pins];
  const stops = Array.from({ length: count }, (_, index) => ({
    id: String(index),
    isPinned: isPinned(index),
    ...place(),
  }));
  return [start, stops];
}
