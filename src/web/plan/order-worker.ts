import { bestOrder, type Point, type Stop } from '#domain/best-order.ts';

/** A day whose best order is looked for, in a thread of its own: the page stays alive meanwhile. */
export type OrderSearch = { start: Point; stops: readonly Stop[]; seed: number };

self.onmessage = ({ data: { start, stops, seed } }: MessageEvent<OrderSearch>) => {
  self.postMessage(bestOrder(start, stops, seed).map(({ id }) => id));
};
