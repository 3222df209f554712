/** How much longer than a typical way between neighbours a change may make the route, at first and at last. */
const hot = 0.7;
const cold = 0.05;

/** So many nearest places are tried as the neighbour of a stop. */
const neighbourCount = 8;

/** A shift past pinned stops goes over so many positions at most. */
const longestShift = 40;

/** So many stops are moved together at most. */
const longestRun = 3;

/** How many changes a run tries for each stop, up to a hundred: the bound of the search, whatever the day looks like. */
const triesOfOne = 6_000;
const triesOfSeveral = 4_000;

/**
 * Simulated annealing (S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi, "Optimization by simulated annealing", Science 220,
 * 1983): tries changes that bring a stop beside one of its nearest neighbours, takes what helps, and what does not ever
 * more rarely. It turns stretches around and moves runs of stops between two pinned stops, and exchanges runs across them.
 * @param miles from place to place: 0 is the start, 1 to `count` are the stops in their present order, and the last one
 * is an end that is no miles from anywhere; `count + 2` rows of as many
 * @param isPinned by place, for all of them; a pinned place keeps its position, as start and end do
 * @returns the place at each position; the same for the same input, and never a longer way than it was
 */
export function annealedOrder(miles: readonly Float64Array[], isPinned: readonly boolean[]): number[] {
  // Pinned stops make dead ends, out of which further runs find more often than a longer one.
  const seeds = isPinned.slice(1, -1).some((pinned) => pinned) ? [21, 22, 23, 24] : [1];
  const triesPerStop = seeds.length > 1 ? triesOfSeveral : triesOfOne;
  const found = seeds.map((seed) => anneal(miles, isPinned, seed, triesPerStop));
  return found.reduce((best, one) => (one.length < best.length ? one : best)).order;
}

function anneal(miles: readonly Float64Array[], isPinned: readonly boolean[], seed: number, triesPerStop: number) {
  const count = miles.length - 2;
  const places = Array.from({ length: count }, (_, index) => index + 1);
  const order = Int32Array.from({ length: count + 2 }, (_, position) => position);
  const positionOf = order.slice();
  const near = [0, ...places].map((place) =>
    nearest(
      miles[place],
      places.filter((other) => other !== place),
    ),
  );
  const gapStart = order.slice();
  const gapEnd = order.slice();
  const placeAt = (p: number) => order[p] as number;
  const positionAt = (place: number) => positionOf[place] as number;
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
    for (let p = 1; p <= count + 1; p++) sum += way(placeAt(p - 1), placeAt(p));
    return sum;
  };

  const put = (position: number, place: number) => {
    order[position] = place;
    positionOf[place] = position;
  };
  const reverse = (from: number, to: number) => {
    for (let a = from, b = to; a < b; a++, b--) {
      const place = placeAt(a);
      put(a, placeAt(b));
      put(b, place);
    }
  };
  const isFree = (from: number, to: number) => from >= 1 && to <= count && !isPinned[from] && endOf(from) >= to;

  let warmth = 0;
  const accepts = (added: number) => added < 0 || (warmth > 0 && random() < Math.exp(-added / warmth));

  /** Turns the stretch between two positions around. */
  const tryReverse = (from: number, to: number) => {
    if (from >= to || !isFree(from, to)) return;
    const before = placeAt(from - 1);
    const first = placeAt(from);
    const last = placeAt(to);
    const after = placeAt(to + 1);
    if (accepts(way(before, last) + way(first, after) - way(before, first) - way(last, after))) reverse(from, to);
  };

  /** Moves the run from `from` to `to` so that it stands before position `target` of the same gap, turned around or not. */
  const tryMove = (from: number, to: number, target: number, isTurned: boolean) => {
    if (target >= from && target <= to + 1) return;
    const low = Math.min(from, target);
    const high = Math.max(to, target - 1);
    if (!isFree(low, high)) return;
    const before = placeAt(from - 1);
    const first = placeAt(from);
    const last = placeAt(to);
    const after = placeAt(to + 1);
    const left = placeAt(target - 1);
    const right = placeAt(target);
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
    // A run changes places with the stops it passes by turning both, and then each, around.
    const cut = target < from ? low + (to - from) : high - (to - from) - 1;
    reverse(low, high);
    const isForward = target > from;
    reverse(isForward ? low : cut + 1, isForward ? cut : high);
    if (!isTurned) reverse(isForward ? cut + 1 : low, isForward ? high : cut);
  };

  /** Exchanges two runs of the same length, wherever they are. */
  const trySwap = (one: number, other: number, run: number) => {
    const a = Math.min(one, other);
    const b = Math.max(one, other);
    if (b - a <= run || !isFree(a, a + run - 1) || !isFree(b, b + run - 1)) return;
    const beforeA = placeAt(a - 1);
    const firstA = placeAt(a);
    const lastA = placeAt(a + run - 1);
    const afterA = placeAt(a + run);
    const beforeB = placeAt(b - 1);
    const firstB = placeAt(b);
    const lastB = placeAt(b + run - 1);
    const afterB = placeAt(b + run);
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
      const place = placeAt(a + k);
      put(a + k, placeAt(b + k));
      put(b + k, place);
    }
  };

  /** Puts the stop at one position to another; those between move up by one, past the pinned ones. */
  const shift = (from: number, target: number) => {
    const step = target > from ? 1 : -1;
    const moved = placeAt(from);
    let hole = from;
    for (let p = from + step; p !== target + step; p += step) {
      if (isPinned[p]) continue;
      put(hole, placeAt(p));
      hole = p;
    }
    put(target, moved);
  };
  const lengthOf = (from: number, to: number) => {
    let sum = 0;
    for (let p = from; p <= to + 1; p++) sum += way(placeAt(p - 1), placeAt(p));
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
  /** Where in its gap the stop at a position costs least, and what that adds. */
  let bestAdded = 0;
  const bestWithin = (position: number): number => {
    const place = placeAt(position);
    const before = placeAt(position - 1);
    const after = placeAt(position + 1);
    const taken = way(before, after) - way(before, place) - way(place, after);
    let best = position;
    bestAdded = 0;
    for (let p = startOf(position); p <= endOf(position); p++) {
      if (p === position) continue;
      const left = placeAt(p > position ? p : p - 1);
      const right = placeAt(p > position ? p + 1 : p);
      const added = taken + way(left, place) + way(place, right) - way(left, right);
      if (added < bestAdded) {
        bestAdded = added;
        best = p;
      }
    }
    return best;
  };
  const exchange = (a: number, b: number) => {
    const place = placeAt(a);
    put(a, placeAt(b));
    put(b, place);
  };
  const around = (p: number) => way(placeAt(p - 1), placeAt(p)) + way(placeAt(p), placeAt(p + 1));
  /** Exchanges two stops of different gaps, each put where it costs least in its new gap. */
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
  const tries = Math.min(100, count) * triesPerStop;
  const typical = places.reduce((sum, place) => sum + at(miles[place], near[place]?.[2] ?? 0), 0) / count;
  for (let n = 0; n < tries; n++) {
    // The last tenth takes only what helps.
    if (n % 500 === 0) warmth = n > 0.9 * tries ? 0 : typical * hot * (cold / hot) ** (n / (0.9 * tries));
    const position = Math.floor(random() * (count + 1));
    const choices = near[placeAt(position)] ?? [];
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

/** The same numbers from 0 to 1 each time (Mulberry32, T. Ettinger). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
