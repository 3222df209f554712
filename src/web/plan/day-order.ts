import type { DayRoute } from '#contract/day-routes.ts';
import { exactUpTo, type Point, routeMiles, type Stop, searchSeeds } from '#domain/best-order.ts';
import { fullName } from '#domain/labels.ts';
import type { OrderSearch } from './order-worker.ts';
import type { PlanRow } from './plan-edits.ts';

/** A stop as the best order shows it; `id` is that of its schedule template. */
export type NamedStop = Stop & { name: string; street: string };
export type Start = Point & { label: string };

/** What can be said of a day's order before it is looked for. */
export type DayStops =
  | { kind: 'noStart' }
  /** Where these are is not known before the plan is saved. */
  | { kind: 'unsaved'; names: string[] }
  | { kind: 'tooFew'; unplaced: string[] }
  /** `unplaced` are customers whose address nobody can place on the map: they keep their place in the order. */
  | { kind: 'ready'; start: Start; stops: NamedStop[]; unplaced: string[] };

/**
 * Matches a day of the plan, with its edits, to where its stops lie. What is paused is not driven to.
 * @param rows the day as the screen has it, in order
 * @param route the day as the server has it
 */
export function dayStops(rows: readonly PlanRow[], { start, stops }: DayRoute): DayStops {
  if (!start) return { kind: 'noStart' };
  const driven = rows.filter(({ engagement }) => engagement.status !== 'ENGAGEMENT_STATUS_PAUSED');
  const known = new Map(stops.map((stop) => [stop.engagementId, stop]));
  const unsaved = driven.filter(({ engagement }) => !known.has(engagement.id));
  if (unsaved.length > 0)
    return { kind: 'unsaved', names: unsaved.map(({ engagement }) => fullName(engagement.customer)) };
  const placed: NamedStop[] = [];
  const unplaced: string[] = [];
  for (const { engagement } of driven) {
    const stop = known.get(engagement.id);
    if (!stop) continue;
    const { latitude, longitude, isPinned, customerName: name, street } = stop;
    if (latitude === null || longitude === null) unplaced.push(name);
    else placed.push({ id: engagement.scheduleTemplate.id, latitude, longitude, isPinned, name, street });
  }
  return placed.length < 2 ? { kind: 'tooFew', unplaced } : { kind: 'ready', start, stops: placed, unplaced };
}

/** Miles are estimates, without the way home. */
export type ProposedOrder = { stops: NamedStop[]; milesBefore: number; milesAfter: number };

/** @param found the ids of these stops in another order */
export function proposeOrder(start: Start, stops: readonly NamedStop[], found: readonly string[]): ProposedOrder {
  const byId = new Map(stops.map((stop) => [stop.id, stop]));
  const proposed = found.flatMap((id) => byId.get(id) ?? []);
  return { stops: proposed, milesBefore: routeMiles(start, stops), milesAfter: routeMiles(start, proposed) };
}

/**
 * Looks for a shorter order of a day, in threads of their own: it takes most of a second for many stops, and the page stays alive.
 * @param onFound called with the order, or with nothing when no thread could work, as without a network
 * @returns what ends the search
 */
export function searchOrder(
  start: Start,
  stops: readonly NamedStop[],
  onFound: (order: ProposedOrder | undefined) => void,
): () => void {
  const threads = searchSeeds
    .slice(0, stops.length > exactUpTo ? searchSeeds.length : 1)
    .map((seed) => ({ seed, thread: new Worker(new URL('./order-worker.ts', import.meta.url), { type: 'module' }) }));
  const end = () => threads.forEach(({ thread }) => void thread.terminate());
  const searching = threads.map(
    ({ seed, thread }) =>
      new Promise<ProposedOrder[]>((resolve) => {
        thread.onmessage = ({ data }: MessageEvent<string[]>) => resolve([proposeOrder(start, stops, data)]);
        thread.onerror = () => resolve([]);
        thread.postMessage({ start, stops, seed } satisfies OrderSearch);
      }),
  );
  void Promise.all(searching).then((found) => {
    end();
    onFound(found.flat().sort((one, other) => one.milesAfter - other.milesAfter)[0]);
  });
  return end;
}

/** Such an estimate cannot tell less than a tenth of a mile. */
const leastMiles = 0.1;
export const savesMiles = ({ milesBefore, milesAfter }: ProposedOrder) => milesBefore - milesAfter >= leastMiles;

/** @returns what an order saves, in words */
export function savingsText(present: readonly NamedStop[], order: ProposedOrder): string {
  if (savesMiles(order)) {
    const saved = order.milesBefore - order.milesAfter;
    const digits = saved < 3 ? 1 : 0;
    return `About ${saved.toFixed(digits)} of ${order.milesBefore.toFixed(digits)} miles less. Estimated from straight lines; roads differ.`;
  }
  const [first] = present;
  const isOnePoint = present.every(
    (stop) => first && stop.latitude === first.latitude && stop.longitude === first.longitude,
  );
  if (isOnePoint) {
    return 'All these stops are at the same point of the map, probably the middle of their zip code, so no order can be called shorter.';
  }
  const isCertain = present.filter(({ isPinned }) => !isPinned).length <= exactUpTo;
  const found = isCertain ? 'Your order is already the best.' : 'We found no shorter order than yours.';
  return `${found} Estimated from straight lines; roads differ.`;
}

/**
 * @param rows the day as the screen has it
 * @param proposed the stops that were sorted; those of the day that were not keep their position
 * @returns the ids of the day's schedule templates in their new order
 */
export function orderWith(rows: readonly PlanRow[], proposed: readonly Pick<Stop, 'id'>[]): string[] {
  const present = rows.map(({ engagement }) => engagement.scheduleTemplate.id);
  // One that was proposed may have left the day meanwhile.
  const sorted = proposed.map(({ id }) => id).filter((id) => present.includes(id));
  const next = sorted.values();
  return present.map((id) => (sorted.includes(id) ? (next.next().value ?? id) : id));
}

/** Stops of the order, by their numbers from 1, that stand at one point of the map. */
export type Spot = { numbers: number[]; stop: NamedStop };

/** @returns the points of an order, each once, with all its stops, so that none hides another */
export function spotsOf(order: readonly NamedStop[]): Spot[] {
  const spots = new Map<string, Spot>();
  order.forEach((stop, index) => {
    const key = `${stop.latitude} ${stop.longitude}`;
    const spot = spots.get(key);
    if (spot) spot.numbers.push(index + 1);
    else spots.set(key, { numbers: [index + 1], stop });
  });
  return [...spots.values()];
}

/** @returns what the sketch says of stops that it cannot show apart, or undefined when there are none */
export function onePointText(spots: readonly Spot[]): string | undefined {
  const shared = spots.filter(({ numbers }) => numbers.length > 1);
  if (shared.length === 0) return undefined;
  return shared
    .map(({ numbers }) => `Stops ${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)} lie on one point of the map.`)
    .join(' ');
}

/**
 * Where points stand in a picture, with north up and miles alike in both directions.
 * @param box the picture's size and the margin that stays free, in its units
 */
export function sketchPoints(
  points: readonly Point[],
  { width, height, margin }: { width: number; height: number; margin: number },
): { x: number; y: number }[] {
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  const center = {
    latitude: middle(points.map(({ latitude }) => latitude)),
    longitude: middle(points.map(({ longitude }) => longitude)),
  };
  // Meridians come closer together towards the poles.
  const shrink = Math.cos((center.latitude * Math.PI) / 180);
  const flat = points.map(({ latitude, longitude }) => ({
    x: (longitude - center.longitude) * shrink,
    y: center.latitude - latitude,
  }));
  const reach = (values: number[]) => Math.max(...values.map(Math.abs), 1e-9);
  const scale = Math.min(
    (width / 2 - margin) / reach(flat.map(({ x }) => x)),
    (height / 2 - margin) / reach(flat.map(({ y }) => y)),
  );
  return flat.map(({ x, y }) => ({ x: width / 2 + x * scale, y: height / 2 + y * scale }));
}
