import { afterEach, expect, test, vi } from 'vitest';
import type { DayRoute, RouteStop } from '#contract/day-routes.ts';
import { bestOrder } from '#domain/best-order.ts';
import { buildEngagement } from '#web/testing/engagements.ts';
import {
  dayStops,
  type NamedStop,
  onePointText,
  orderWith,
  type ProposedOrder,
  proposeOrder,
  savingsText,
  searchOrder,
  sketchPoints,
  spotsOf,
} from './day-order.ts';
import type { PlanRow } from './plan-edits.ts';

const start = { label: 'Home', latitude: 36.3, longitude: -94.2 };

afterEach(() => void vi.unstubAllGlobals());

test('without a primary address there is no start', () => {
  expect(dayStops(rows('a', 'b'), { start: null, stops: [] })).toEqual({ kind: 'noStart' });
});

test('the stops are those of the screen, in its order; what is paused is left out', () => {
  const paused: PlanRow = {
    ...row('p'),
    engagement: buildEngagement('p', 'ENGAGEMENT_STATUS_PAUSED'),
  };
  const found = dayStops([row('b'), paused, row('a')], routeOf('a', 'b'));
  expect(found.kind === 'ready' && found.stops.map(({ id }) => id)).toEqual(['b', 'a']);
});

test('stops on one point are one spot with all their numbers, and the sketch says so', () => {
  const stop = (id: string, latitude: number): NamedStop => ({
    id,
    name: id,
    street: '',
    latitude,
    longitude: -94,
    isPinned: false,
  });
  const spots = spotsOf([stop('a', 36), stop('b', 36.1), stop('c', 36), stop('d', 36)]);
  expect(spots.map(({ numbers }) => numbers)).toEqual([[1, 3, 4], [2]]);
  expect(onePointText(spots)).toBe('Stops 1, 3 and 4 lie on one point of the map.');
  expect(onePointText(spotsOf([stop('a', 36), stop('b', 36.1)]))).toBeUndefined();
});

test('a place that is not saved yet has no coordinates, so saving comes first', () => {
  expect(dayStops(rows('a', 'b', 'c'), routeOf('a', 'b'))).toEqual({ kind: 'unsaved', names: ['Casey Rivera'] });
});

test('what nobody can place on the map is named, and one stop has no order', () => {
  const { stops } = routeOf('a', 'b', 'c');
  const nowhere = stops.map((stop) => (stop.engagementId === 'b' ? { ...stop, latitude: null } : stop));
  expect(dayStops(rows('a', 'b', 'c'), { start, stops: nowhere })).toMatchObject({
    kind: 'ready',
    unplaced: ['b name'],
  });
  expect(dayStops(rows('a', 'b'), { start, stops: nowhere })).toEqual({ kind: 'tooFew', unplaced: ['b name'] });
});

test('places that were not sorted keep their position', () => {
  const proposed = [{ id: 'c' }, { id: 'a' }, { id: 'b' }];
  expect(orderWith(rows('a', 'x', 'b', 'c'), proposed)).toEqual(['c', 'x', 'a', 'b']);
  expect(orderWith(rows('a', 'x', 'b'), proposed)).toEqual(['a', 'x', 'b']);
});

test('what is saved is said in miles, and honestly when it is nothing', () => {
  const bestOf = (stops: NamedStop[]) =>
    proposeOrder(
      start,
      stops,
      bestOrder(start, stops).map(({ id }) => id),
    );
  const zigzag = [stop('a', 0.2), stop('b', 0.1), stop('c', 0.3)];
  expect(savingsText(zigzag, bestOf(zigzag))).toBe(
    'About 17 of 41 miles less. Estimated from straight lines; roads differ.',
  );
  const straight = [stop('a', 0.1), stop('b', 0.2), stop('c', 0.3)];
  expect(savingsText(straight, bestOf(straight))).toMatch(/^Your order is already the best\./);
  const together = [stop('a', 0.1), stop('b', 0.1)];
  expect(savingsText(together, bestOf(together))).toMatch(/same point of the map/);
  const many = Array.from({ length: 15 }, (_, index) => stop(`s${index}`, 0.01 * (index + 1)));
  expect(savingsText(many, bestOf(many))).toMatch(/^We found no shorter order than yours\./);
});

/** Stands in for the browser's threads. @param answers the ids that each thread in turn answers; undefined when it cannot work */
function threadsAnswering(...answers: (string[] | undefined)[]) {
  const seeds: number[] = [];
  let ended = 0;
  vi.stubGlobal(
    'Worker',
    class {
      isEnded = false;
      onmessage?: (event: { data: string[] }) => void;
      onerror?: () => void;
      postMessage({ seed }: { seed: number }) {
        const answer = answers[seeds.push(seed) - 1];
        queueMicrotask(() => {
          if (this.isEnded) return;
          if (answer) this.onmessage?.({ data: answer });
          else this.onerror?.();
        });
      }
      terminate() {
        this.isEnded = true;
        ended += 1;
      }
    },
  );
  return { seeds, ended: () => ended };
}

const ids = Array.from({ length: 16 }, (_, index) => `s${index}`);
const day = () => ids.map((id, index) => stop(id, 0.01 * (index + 1)));

test.each([
  ['the shorter of two orders counts', [ids.toReversed(), ids], 's0'],
  ['one thread that works is enough', [undefined, ids.toReversed()], 's15'],
  ['without a thread nothing is found', [undefined, undefined], undefined],
])('%s', async (_, answers, first) => {
  const threads = threadsAnswering(...answers);
  const found = await new Promise<ProposedOrder | undefined>((resolve) => void searchOrder(start, day(), resolve));
  expect(found?.stops[0]?.id).toBe(first);
  expect([new Set(threads.seeds).size, threads.ended()]).toEqual([2, 2]);
});

test('a few stops take one thread, and a search that is ended finds nothing', async () => {
  const threads = threadsAnswering();
  searchOrder(start, day().slice(0, 3), () => expect.unreachable())();
  expect([threads.seeds.length, threads.ended()]).toEqual([1, 1]);
});

test('a sketch has north up, stays in its picture and keeps miles alike', () => {
  const box = { width: 300, height: 200, margin: 20 };
  const [north, south, east] = sketchPoints(
    [
      { latitude: 36.4, longitude: -94.2 },
      { latitude: 36.2, longitude: -94.2 },
      { latitude: 36.3, longitude: -94.1 },
    ],
    box,
  );
  expect(north?.y).toBeCloseTo(20);
  expect(south?.y).toBeCloseTo(180);
  const perDegree = 160 / 0.2;
  expect((east?.x ?? 0) - (north?.x ?? 0)).toBeCloseTo(perDegree * 0.1 * Math.cos((36.3 * Math.PI) / 180));
  expect(sketchPoints([start, start], box)).toEqual([
    { x: 150, y: 100 },
    { x: 150, y: 100 },
  ]);
});

const row = (id: string): PlanRow => ({
  engagement: buildEngagement(id),
  day: 'DAY_OF_WEEK_MONDAY',
  index: 0,
});
const rows = (...ids: string[]) => ids.map(row);

function routeOf(...ids: string[]): DayRoute & { stops: RouteStop[] } {
  const stops = ids.map((engagementId) => ({
    scheduleTemplateDayId: `${engagementId}1`,
    engagementId,
    customerName: `${engagementId} name`,
    street: '1 Main St',
    latitude: 36.3,
    longitude: -94.1,
    isPinned: false,
  }));
  return { start, stops };
}

/** A stop that many degrees north of the start. */
const stop = (id: string, north: number): NamedStop => ({
  id,
  name: id,
  street: '',
  latitude: start.latitude + north,
  longitude: start.longitude,
  isPinned: false,
});
