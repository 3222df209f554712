import { drivingMiles, type Point, type Stop } from '#domain/best-order.ts';

/** No order of a day is shorter than these, in miles. */

/** How often the multipliers are bettered. */
const steps = { tree: 2000, walk: 250 };

/**
 * Without stops that stay: a tree that leads from home to all stops, and to an end besides that lies beside each, is no longer than any way
 * (M. Held, R. M. Karp, "The traveling-salesman problem and minimum spanning trees: Part II", Mathematical Programming 1, 1971).
 * @param best the length of a way that is known
 */
export function treeBound(start: Point, stops: readonly Point[], best: number): number {
  const points = [start, ...stops];
  const miles = points.map((from) => points.map((to) => drivingMiles(from, to)));
  const count = points.length;
  const weights = new Float64Array(count);
  let bound = 0;
  let factor = 2;
  for (let step = 0; step < steps.tree; step++) {
    const degrees = new Int32Array(count);
    // The end is beside home, as if the way were a tour, and beside one stop.
    const last = stops.reduce((least, _, index) => (w(index + 1) < w(least) ? index + 1 : least), 1);
    let length = w(0) + w(last) + spanningTree(degrees);
    degrees[0] = (degrees[0] ?? 0) + 1;
    degrees[last] = (degrees[last] ?? 0) + 1;
    for (const weight of weights) length -= 2 * weight;
    bound = Math.max(bound, length);
    const off = degrees.map((degree) => degree - 2);
    const norm = off.reduce((sum, one) => sum + one * one, 0);
    if (norm === 0) break;
    if (step % 100 === 99) factor *= 0.75;
    const stride = (factor * (best - length)) / norm;
    for (let index = 0; index < count; index++) weights[index] = w(index) + stride * (off[index] ?? 0);
  }
  return bound;

  function w(index: number): number {
    return weights[index] ?? 0;
  }
  function spanningTree(degrees: Int32Array): number {
    const distance = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
    const parent = new Int32Array(count).fill(-1);
    const isIn = new Uint8Array(count);
    let length = 0;
    distance[0] = 0;
    for (let added = 0; added < count; added++) {
      let next = -1;
      for (let one = 0; one < count; one++) {
        if (!isIn[one] && (next < 0 || (distance[one] ?? 0) < (distance[next] ?? 0))) next = one;
      }
      isIn[next] = 1;
      const from = parent[next] ?? -1;
      if (from >= 0) {
        length += distance[next] ?? 0;
        degrees[next] = (degrees[next] ?? 0) + 1;
        degrees[from] = (degrees[from] ?? 0) + 1;
      }
      for (let one = 0; one < count; one++) {
        const way = (miles[next]?.[one] ?? 0) + w(next) + w(one);
        if (isIn[one] || way >= (distance[one] ?? 0)) continue;
        distance[one] = way;
        parent[one] = next;
      }
    }
    return length;
  }
}

/**
 * With stops that stay: a walk from place to place that may come to a stop again, unless it has not left the stops around it since, is no
 * longer than any way (R. Baldacci, A. Mingozzi, R. Roberti, "New route relaxation and pricing strategies for the vehicle routing problem",
 * Operations Research 59, 2011).
 * @param around how many stops a stop remembers
 */
export function walkBound(start: Point, stops: readonly Stop[], best: number, around: number): number {
  const free = stops.filter((stop) => !stop.isPinned);
  const count = free.length;
  const chains: Stop[][] = [[]];
  for (const stop of stops) {
    if (stop.isPinned) chains.at(-1)?.push(stop);
    else chains.push([]);
  }
  const through = (from: Point, chain: readonly Point[], to: Point | undefined) =>
    [...chain, ...(to ? [to] : [])].reduce(
      (sum, point, index) => sum + drivingMiles(chain[index - 1] ?? from, point),
      0,
    );
  const plain = Float64Array.from(free.flatMap((from) => free.map((to) => drivingMiles(from, to))));
  const legs = chains.map((chain) =>
    chain.length === 0 ? plain : Float64Array.from(free.flatMap((from) => free.map((to) => through(from, chain, to)))),
  );
  const first = free.map((to) => through(start, chains[0] ?? [], to));
  const last = free.map((from) => through(from, chains[count] ?? [], undefined));
  // The bits of a set are the stops around one: itself is the first.
  const memory = free.map((_, stop) =>
    free
      .map((_, other) => other)
      .sort((a, b) => (plain[stop * count + a] ?? 0) - (plain[stop * count + b] ?? 0))
      .slice(0, around),
  );
  const bitOf = memory.map((list) => new Map(list.map((stop, bit) => [stop, bit])));
  const sets = 2 ** Math.min(around, count);
  // What is remembered after a step; -1 where the stop is remembered already.
  const after = new Int32Array(count * count * sets);
  for (let from = 0; from < count; from++) {
    for (let to = 0; to < count; to++) {
      const there = bitOf[from]?.get(to);
      for (let set = 0; set < sets; set++) {
        let kept = 1 << (bitOf[to]?.get(to) ?? 0);
        memory[from]?.forEach((stop, bit) => {
          const same = bitOf[to]?.get(stop);
          if (set & (1 << bit) && same !== undefined) kept |= 1 << same;
        });
        const isThere = there !== undefined && set & (1 << there);
        after[(from * count + to) * sets + set] = isThere || from === to ? -1 : kept;
      }
    }
  }
  const weights = new Float64Array(count);
  let bound = 0;
  let factor = 1.5;
  const states = count * sets;
  const reached = Array.from({ length: count }, () => new Float64Array(states));
  const before = Array.from({ length: count }, () => new Int32Array(states));
  for (let step = 0; step < steps.walk; step++) {
    for (const row of reached) row.fill(Number.POSITIVE_INFINITY);
    for (let stop = 0; stop < count; stop++) {
      (reached[0] as Float64Array)[stop * sets + (1 << (bitOf[stop]?.get(stop) ?? 0))] =
        (first[stop] ?? 0) + (weights[stop] ?? 0);
    }
    for (let place = 1; place < count; place++) {
      const [now, next, way, came] = [reached[place - 1], reached[place], legs[place], before[place]];
      if (!now || !next || !way || !came) continue;
      for (let state = 0; state < states; state++) {
        const soFar = now[state] as number;
        if (soFar === Number.POSITIVE_INFINITY) continue;
        const set = state % sets;
        const from = (state - set) / sets;
        for (let to = 0; to < count; to++) {
          const kept = after[(from * count + to) * sets + set] as number;
          if (kept < 0) continue;
          const length = soFar + (way[from * count + to] as number) + (weights[to] as number);
          const cell = to * sets + kept;
          if (length >= (next[cell] as number)) continue;
          next[cell] = length;
          came[cell] = state;
        }
      }
    }
    let state = 0;
    let least = Number.POSITIVE_INFINITY;
    const end = reached[count - 1] as Float64Array;
    for (let one = 0; one < states; one++) {
      const length = (end[one] as number) + (last[Math.floor(one / sets)] ?? 0);
      if (length < least) [least, state] = [length, one];
    }
    const length = weights.reduce((sum, weight) => sum - weight, least);
    bound = Math.max(bound, length);
    if (bound >= best - 1e-6) break;
    const off = new Int32Array(count).fill(-1);
    for (let place = count - 1; place >= 0; place--) {
      const stop = Math.floor(state / sets);
      off[stop] = (off[stop] ?? 0) + 1;
      state = before[place]?.[state] ?? 0;
    }
    const norm = off.reduce((sum, one) => sum + one * one, 0);
    if (norm === 0) break;
    if (step % 25 === 24) factor *= 0.8;
    const stride = (factor * (best - length)) / norm;
    for (let stop = 0; stop < count; stop++) weights[stop] = (weights[stop] ?? 0) + stride * (off[stop] ?? 0);
  }
  return bound;
}
