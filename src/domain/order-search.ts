/** A day's stops in their present order. The start is at 0, and the stops begin at 1. */
export type Day = {
  isPinned: readonly boolean[];
  /** From each to each, as long back, in rows that end with the end, which is wherever the last stop is. */
  miles: Float64Array;
};

/** How many changes are tried for each stop that may move, and for a whole day at most: that is what takes the time. */
const triesPerStop = 60_000;
const mostTries = 2_500_000;
/** A change brings a stop together with one of so many that are nearest to it, and one time in so many with any other. */
const nearest = 12;
const anyOneIn = 5;
/** How many stops beside each other change places at most: usually, and one time in so many. */
const block = { usual: 5, longest: 30, longestOneIn: 4 };
/** One in so many of the stretches that are turned around reaches to its gap's end. */
const toEndOneIn = 12;
/** By how much longer an order may get, of the way between two stops on average, wherever home is: at first, and at last. */
const tolerance = { first: 2, last: 0.015 };

/**
 * Searches for a short order of a day. Stops that stay divide it into gaps that hold a fixed number of others. There is one kind of change:
 * a block of stops beside each other leaves its place, and comes back into the gap elsewhere or turned around, or changes gaps with a block
 * of as many. The later it is, the less longer a change may make the way (simulated annealing).
 * @param seed of the chances that it takes
 * @returns the stops that may move, in their order: the same for the same seed, and never longer than the present one
 */
export function searchedOrder({ isPinned, miles }: Day, seed: number): number[] {
  const end = isPinned.length;
  const size = end + 1;
  const way = (from: number, to: number) => miles[from * size + to] as number;
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);

  const order = Int32Array.from({ length: size }, (_, place) => place);
  const placeOf = order.slice();
  const stopAt = (place: number) => order[place] as number;
  const free = [...order.keys()].filter((place) => place < end && !isPinned[place]);
  /** The first place of a free place's gap, and the place behind the gap's last. */
  const first = order.slice();
  const behind = order.map((place) => place + 1);
  for (const place of free) if (!isPinned[place - 1]) first[place] = first[place - 1] as number;
  for (const place of free.toReversed()) if (isPinned[place + 1] === false) behind[place] = behind[place + 1] as number;
  const near: number[][] = [];
  for (const stop of free) near[stop] = free.toSorted((a, b) => way(stop, a) - way(stop, b)).slice(1, nearest + 1);

  /** How much longer the way gets without a block. */
  const without = (out: number, length: number) => {
    const [before, after] = [stopAt(out - 1), stopAt(out + length)];
    return way(before, after) - way(before, stopAt(out)) - way(stopAt(out + length - 1), after);
  };
  /** How much longer it gets when another block, which has these ends, comes in its place or elsewhere before a place. */
  const longer = (out: number, length: number, at: number, head: number, tail: number) => {
    const isInPlace = at >= out && at <= out + length;
    const before = stopAt(isInPlace ? out - 1 : at - 1);
    const after = stopAt(isInPlace ? out + length : at);
    return without(out, length) + way(before, head) + way(tail, after) - way(before, after);
  };
  /** Where the last block that was looked at makes it the least longer. */
  let leastAt = 0;
  let isLeastTurned = false;
  const leastLonger = (out: number, length: number, head: number, tail: number) => {
    const [headRow, tailRow] = [head * size, tail * size];
    let [least, found, isTurned] = [Number.POSITIVE_INFINITY, 0, false];
    const last = behind[out] as number;
    let before = stopAt((first[out] as number) - 1);
    let headBefore = miles[headRow + before] as number;
    let tailBefore = miles[tailRow + before] as number;
    for (let at = first[out] as number; at <= last; at++) {
      if (at === out) at += length;
      const after = stopAt(at);
      const headAfter = miles[headRow + after] as number;
      const tailAfter = miles[tailRow + after] as number;
      const open = miles[before * size + after] as number;
      const straight = headBefore + tailAfter - open;
      if (straight < least) {
        least = straight;
        found = at;
        isTurned = false;
      }
      const turned = tailBefore + headAfter - open;
      if (turned < least) {
        least = turned;
        found = at;
        isTurned = true;
      }
      before = after;
      headBefore = headAfter;
      tailBefore = tailAfter;
    }
    leastAt = found;
    isLeastTurned = isTurned;
    return without(out, length) + least;
  };
  const blockAt = (out: number, length: number, isTurned: boolean) => {
    const stops = order.slice(out, out + length);
    return isTurned ? stops.reverse() : stops;
  };
  const replace = (out: number, stops: Int32Array, at: number) => {
    const behindOut = out + stops.length;
    if (at < out) order.copyWithin(at + stops.length, at, out);
    if (at > behindOut) order.copyWithin(out, behindOut, at);
    order.set(stops, at <= out ? at : Math.max(out, at - stops.length));
    for (let place = Math.min(out, at); place < Math.max(behindOut, at); place++) placeOf[stopAt(place)] = place;
  };
  const someLength = (most: number) =>
    1 + below(Math.min(most, below(block.longestOneIn) === 0 ? block.longest : block.usual));
  /** Where a block of the gap begins that holds this place. */
  const around = (place: number, length: number) =>
    Math.max(first[place] as number, Math.min(place - below(length), (behind[place] as number) - length));

  const best = order.slice();
  let sum = 0;
  for (let place = 1; place < end; place++) sum += way(place - 1, place);
  let shortest = sum;
  /** How much longer a change may make the way now. */
  let limit = 0;
  const isTaken = (change: number) => {
    if (change > limit) return false;
    sum += change;
    return true;
  };
  /** Turns the stretch between two places around, so that these stops come together. */
  const turn = (place: number, other: number) => {
    let [from, to] = [Math.min(place, other), Math.max(place, other)];
    if (below(toEndOneIn) === 0) to = (behind[place] as number) - 1;
    else if (random() < 0.5) from++;
    else to--;
    const length = to - from + 1;
    if (length > 1 && isTaken(longer(from, length, from, stopAt(to), stopAt(from))))
      replace(from, blockAt(from, length, true), from);
  };
  /** Brings a block beside a stop of its gap. */
  const move = (place: number, other: number) => {
    const length = someLength((behind[place] as number) - (first[place] as number) - 1);
    const out = around(place, length);
    if (other >= out && other < out + length) return;
    const at = other + below(2);
    const isTurned = random() < 0.5;
    const ends = [stopAt(out), stopAt(out + length - 1)] as const;
    const [head, tail] = isTurned ? [ends[1], ends[0]] : ends;
    if (isTaken(longer(out, length, at, head, tail))) replace(out, blockAt(out, length, isTurned), at);
  };
  /** Lets a block change gaps with one of another gap, which is beside a stop there or anywhere. */
  const exchange = (place: number, other: number) => {
    const [from, to] = [first[other] as number, behind[other] as number];
    const length = someLength(Math.min((behind[place] as number) - (first[place] as number), to - from));
    const out = around(place, length);
    let otherOut = around(from + below(to - from), length);
    if (random() < 0.5) otherOut = random() < 0.5 ? other + 1 : other - length;
    if (otherOut < from || otherOut + length > to) return;
    let change = leastLonger(out, length, stopAt(otherOut), stopAt(otherOut + length - 1));
    const [at, isTurned] = [leastAt, isLeastTurned];
    const [head, tail] = [stopAt(out), stopAt(out + length - 1)];
    // A way through a block is no shorter than the way past it.
    if (change + without(otherOut, length) - way(head, tail) > limit) return;
    change += leastLonger(otherOut, length, head, tail);
    if (!isTaken(change)) return;
    const stops = blockAt(otherOut, length, isTurned);
    replace(otherOut, blockAt(out, length, isLeastTurned), leastAt);
    replace(out, stops, at);
  };

  let warmth = 0;
  const anyFree = () => free[below(free.length)] as number;
  const tries = Math.min(mostTries, triesPerStop * free.length);
  for (let tried = 0; tried < tries; tried++) {
    if (tried % 1000 === 0) {
      const among = shortest - way(0, best[1] as number);
      warmth = (among / end) * tolerance.first * (tolerance.last / tolerance.first) ** (tried / tries);
    }
    limit = -warmth * Math.log(random());
    const stop = anyFree();
    const beside = below(anyOneIn) === 0 ? anyFree() : (near[stop]?.[below(nearest)] as number);
    if (beside === stop) continue;
    const [place, other] = [placeOf[stop] as number, placeOf[beside] as number];
    if (first[place] !== first[other]) exchange(place, other);
    else if (random() < 0.5) turn(place, other);
    else move(place, other);
    if (sum < shortest - 1e-9) {
      shortest = sum;
      best.set(order);
    }
  }
  return [...best].filter((stop) => stop < end && !isPinned[stop]);
}

/** @returns a source of numbers from 0 to 1, the same for the same seed (Mulberry32, T. Ettinger) */
export function seededRandom(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
