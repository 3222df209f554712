/** How much a change may lengthen the route, as a part of a typical way between neighbours: at first and at last. */
const hot = 0.7;
const cold = 0.05;

/** How many of the nearest stops we try as a stop's neighbour. */
const neighbourCount = 8;

/** The most positions that a shift past pinned stops goes over. */
const longestShift = 40;

/** The most stops that a change moves together. */
const longestRun = 3;

/** How many changes the only run tries for each stop, for up to a hundred stops. */
const triesOfOne = 6_000;
/** How many each of several runs tries for each pair of stops, for up to a hundred stops. */
const triesOfSeveral = 40;
/** All runs together bound the search for every day: the fewer stops, the more runs. */
const triesOfAll = 1_600_000;
const mostRuns = 32;
const firstSeed = 21;

/**
 * Simulated annealing (S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi, "Optimization by simulated annealing", Science 220,
 * 1983). It tries changes that bring a stop beside one of its nearest neighbours. It takes every change that helps, and
 * others ever more rarely. Between two pinned stops it reverses stretches and moves runs of stops; across pinned stops
 * it exchanges runs.
 * @param miles from point to point, in `count + 2` rows of as many. 0 is the start, 1 to `count` are the stops in their
 * present order, and the last is an end with no distance from any other.
 * @param isPinned by point; a pinned point keeps its position, as start and end do
 * @returns the point at each position: the same for the same input, and never a longer way than the present one
 */
export function annealedOrder(miles: readonly Float64Array[], isPinned: readonly boolean[]): number[] {
  const hasPinned = isPinned.slice(1, -1).some((pinned) => pinned);
  const counted = Math.min(100, miles.length - 2);
  if (!hasPinned) return anneal(miles, isPinned, 1, counted * triesOfOne).order;
  // Pinned stops make dead ends. Many short runs avoid them more often than a few long ones.
  const tries = counted ** 2 * triesOfSeveral;
  const runs = Math.min(mostRuns, Math.floor(triesOfAll / tries));
  const found = Array.from({ length: runs }, (_, run) => anneal(miles, isPinned, firstSeed + run, tries));
  return found.reduce((best, one) => (one.length < best.length ? one : best)).order;
}

function anneal(miles: readonly Float64Array[], isPinned: readonly boolean[], seed: number, tries: number) {
  const count = miles.length - 2;
  const points = Array.from({ length: count }, (_, index) => index + 1);
  const order = Int32Array.from({ length: count + 2 }, (_, position) => position);
  const positionOf = order.slice();
  const near = [0, ...points].map((point) =>
    nearest(
      miles[point],
      points.filter((other) => other !== point),
    ),
  );
  const gapStart = order.slice();
  const gapEnd = order.slice();
  const pointAt = (p: number) => order[p] as number;
  const positionAt = (point: number) => positionOf[point] as number;
  const startOf = (p: number) => gapStart[p] as number;
  const endOf = (p: number) => gapEnd[p] as number;
  for (let p = 1; p <= count; p++) if (!isPinned[p] && !isPinned[p - 1]) gapStart[p] = startOf(p - 1);
  for (let p = count; p >= 1; p--) if (!isPinned[p] && !isPinned[p + 1]) gapEnd[p] = endOf(p + 1);
  const random = seededRandom(seed);
  const size = count + 2;
  const flat = new Float64Array(size * size);
  for (const [a, row] of miles.entries()) flat.set(row, a * size);
  const way = (a: number, b: number) => flat[a * size + b] as number;
  const length = () => {
    let sum = 0;
    for (let p = 1; p <= count + 1; p++) sum += way(pointAt(p - 1), pointAt(p));
    return sum;
  };

  const put = (position: number, point: number) => {
    order[position] = point;
    positionOf[point] = position;
  };
  const reverse = (from: number, to: number) => {
    for (let a = from, b = to; a < b; a++, b--) {
      const point = pointAt(a);
      put(a, pointAt(b));
      put(b, point);
    }
  };
  const isFree = (from: number, to: number) => from >= 1 && to <= count && !isPinned[from] && endOf(from) >= to;

  let warmth = 0;
  const accepts = (added: number) => added < 0 || (warmth > 0 && random() < Math.exp(-added / warmth));

  /** Reverses the stretch between two positions. */
  const tryReverse = (from: number, to: number) => {
    if (from >= to || !isFree(from, to)) return;
    const before = pointAt(from - 1);
    const first = pointAt(from);
    const last = pointAt(to);
    const after = pointAt(to + 1);
    if (accepts(way(before, last) + way(first, after) - way(before, first) - way(last, after))) reverse(from, to);
  };

  /** Moves the run from `from` to `to` before position `target` of the same gap, reversed or not. */
  const tryMove = (from: number, to: number, target: number, isTurned: boolean) => {
    if (target >= from && target <= to + 1) return;
    const low = Math.min(from, target);
    const high = Math.max(to, target - 1);
    if (!isFree(low, high)) return;
    const before = pointAt(from - 1);
    const first = pointAt(from);
    const last = pointAt(to);
    const after = pointAt(to + 1);
    const left = pointAt(target - 1);
    const right = pointAt(target);
    const head = isTurned ? last : first;
    const tail = isTurned ? first : last;
    const added =
      way(before, after) +
      way(left, head) +
      way(tail, right) -
      way(before, first) -
      way(last, after) -
      way(left, right);
    if (!accepts(added)) return;
    // Reversing the run and the stops that it passes together, and then each by itself, exchanges them.
    const cut = target < from ? low + (to - from) : high - (to - from) - 1;
    reverse(low, high);
    const isForward = target > from;
    reverse(isForward ? low : cut + 1, isForward ? cut : high);
    if (!isTurned) reverse(isForward ? cut + 1 : low, isForward ? high : cut);
  };

  /** Exchanges two runs of the same length, also across pinned stops. */
  const trySwap = (one: number, other: number, run: number) => {
    const a = Math.min(one, other);
    const b = Math.max(one, other);
    if (b - a <= run || !isFree(a, a + run - 1) || !isFree(b, b + run - 1)) return;
    const beforeA = pointAt(a - 1);
    const firstA = pointAt(a);
    const lastA = pointAt(a + run - 1);
    const afterA = pointAt(a + run);
    const beforeB = pointAt(b - 1);
    const firstB = pointAt(b);
    const lastB = pointAt(b + run - 1);
    const afterB = pointAt(b + run);
    const added =
      way(beforeA, firstB) +
      way(lastB, afterA) +
      way(beforeB, firstA) +
      way(lastA, afterB) -
      way(beforeA, firstA) -
      way(lastA, afterA) -
      way(beforeB, firstB) -
      way(lastB, afterB);
    if (!accepts(added)) return;
    for (let k = 0; k < run; k++) {
      const point = pointAt(a + k);
      put(a + k, pointAt(b + k));
      put(b + k, point);
    }
  };

  /** Moves the stop at one position to another. The stops between move by one, past the pinned ones. */
  const shift = (from: number, target: number) => {
    const step = target > from ? 1 : -1;
    const moved = pointAt(from);
    let hole = from;
    for (let p = from + step; p !== target + step; p += step) {
      if (isPinned[p]) continue;
      put(hole, pointAt(p));
      hole = p;
    }
    put(target, moved);
  };
  const lengthOf = (from: number, to: number) => {
    let sum = 0;
    for (let p = from; p <= to + 1; p++) sum += way(pointAt(p - 1), pointAt(p));
    return sum;
  };
  const tryShift = (from: number, target: number) => {
    const low = Math.min(from, target);
    const high = Math.max(from, target);
    if (!isFree(from, from) || !isFree(target, target) || high - low > longestShift) return;
    const was = lengthOf(low, high);
    shift(from, target);
    if (!accepts(lengthOf(low, high) - was)) shift(target, from);
  };
  /** The miles that the last result of `bestWithin` adds. */
  let bestAdded = 0;
  /** Finds where in its gap the stop at a position costs least. */
  const bestWithin = (position: number): number => {
    const point = pointAt(position);
    const before = pointAt(position - 1);
    const after = pointAt(position + 1);
    const taken = way(before, after) - way(before, point) - way(point, after);
    let best = position;
    bestAdded = 0;
    for (let p = startOf(position); p <= endOf(position); p++) {
      if (p === position) continue;
      const left = pointAt(p > position ? p : p - 1);
      const right = pointAt(p > position ? p + 1 : p);
      const added = taken + way(left, point) + way(point, right) - way(left, right);
      if (added < bestAdded) {
        bestAdded = added;
        best = p;
      }
    }
    return best;
  };
  const exchange = (a: number, b: number) => {
    const point = pointAt(a);
    put(a, pointAt(b));
    put(b, point);
  };
  const around = (p: number) => way(pointAt(p - 1), pointAt(p)) + way(pointAt(p), pointAt(p + 1));
  /** Exchanges two stops of different gaps, and puts each where it costs least in its new gap. */
  const tryExchange = (a: number, b: number) => {
    if (!isFree(a, a) || !isFree(b, b) || startOf(a) === startOf(b)) return;
    const were = around(a) + around(b);
    exchange(a, b);
    let added = around(a) + around(b) - were;
    const targetA = bestWithin(a);
    added += bestAdded;
    const targetB = bestWithin(b);
    added += bestAdded;
    if (!accepts(added)) return exchange(a, b);
    shift(a, targetA);
    shift(b, targetB);
  };

  const before = length();
  const present = [...order];
  const typical = points.reduce((sum, point) => sum + at(miles[point], near[point]?.[2] ?? 0), 0) / count;
  for (let n = 0; n < tries; n++) {
    // The last tenth of the tries takes only changes that help.
    if (n % 500 === 0) warmth = n > 0.9 * tries ? 0 : typical * hot * (cold / hot) ** (n / (0.9 * tries));
    const position = Math.floor(random() * (count + 1));
    const choices = near[pointAt(position)] ?? [];
    const neighbour = positionAt(choices[Math.floor(random() * choices.length)] ?? 0);
    const side = random() < 0.5 ? 1 : -1;
    const run = 1 + Math.floor(random() * longestRun);
    const host = isFree(position + side, position + side) ? position + side : position;
    if (gapStart[host] !== gapStart[neighbour]) {
      // Across pinned stops, which keep their positions.
      const kind = random();
      if (kind < 0.15) tryShift(neighbour, host);
      else if (kind < 0.7) {
        const from = startOf(host);
        tryExchange(from + Math.floor(random() * (endOf(host) - from + 1)), neighbour);
      } else {
        trySwap(side > 0 ? position + 1 : position - run, side > 0 ? neighbour : neighbour - run + 1, run);
      }
    } else if (random() < 0.5) {
      if (neighbour > position) tryReverse(side > 0 ? position + 1 : position, side > 0 ? neighbour : neighbour - 1);
      else tryReverse(side > 0 ? neighbour + 1 : neighbour, side > 0 ? position : position - 1);
    } else {
      const from = side > 0 ? neighbour : neighbour - run + 1;
      tryMove(from, from + run - 1, side > 0 ? position + 1 : position, random() < 0.5);
    }
  }
  const after = length();
  return after < before
    ? { length: after, order: [...order].slice(1, -1) }
    : { length: before, order: present.slice(1, -1) };
}

const at = (list: { readonly [index: number]: number } | undefined, index: number): number => list?.[index] ?? 0;

const nearest = (miles: Float64Array | undefined, others: readonly number[]): number[] =>
  others.toSorted((a, b) => at(miles, a) - at(miles, b)).slice(0, neighbourCount);

/** @returns a source of numbers from 0 to 1, the same for the same seed (Mulberry32, T. Ettinger) */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
