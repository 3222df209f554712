import { expect, test } from 'vitest';
import { bestOrder, routeMiles, searchSeeds } from '#domain/best-order.ts';
import { bestKnown, dayOf, type kindsOfDays, type kindsOfPins } from './route-days.ts';

type Case = [kind: (typeof kindsOfDays)[number], count: number, seed: number, pins: (typeof kindsOfPins)[number]];

const most = (count: number) => (count === 100 ? 1.03 : 1.01);
/** With less a machine that does other things, too, takes longer than this: what is meant is a second of a free one. */
const mostProcessorSeconds = 3;

/** As the plan does, it takes the shorter order of two searches; the second is left out where the first is short enough. */
function search([kind, count, seed, pins]: Case, enough: number): number {
  const [start, stops] = dayOf(kind, count, seed, pins);
  let shortest = Number.POSITIVE_INFINITY;
  for (const chances of searchSeeds) {
    if (shortest <= enough) break;
    const begun = process.cpuUsage();
    const order = bestOrder(start, stops, chances);
    expect(process.cpuUsage(begun).user / 1e6).toBeLessThan(mostProcessorSeconds);
    expect(stops.every((stop, index) => !stop.isPinned || order[index] === stop)).toBe(true);
    shortest = Math.min(shortest, routeMiles(start, order));
  }
  return shortest;
}

// `npm run bench -- --only best-order` computes these bounds, which no order is below; with 14 stops a bound is the shortest order itself.
test.each([
  ['uniform', 14, 1, 'none', 88.016],
  ['uniform', 14, 2, 'none', 67.745],
  ['clustered', 14, 1, 'none', 37.717],
  ['clustered', 14, 2, 'none', 27.83],
  ['one street', 14, 1, 'none', 15.789],
  ['one street', 14, 2, 'none', 16.769],
  ['uniform', 14, 1, 'every tenth', 94.428],
  ['uniform', 14, 2, 'every tenth', 80.191],
  ['clustered', 14, 1, 'every tenth', 38.204],
  ['clustered', 14, 2, 'every tenth', 29.267],
  ['one street', 14, 1, 'every tenth', 15.919],
  ['one street', 14, 2, 'every tenth', 18.154],
  ['uniform', 40, 1, 'none', 126.071],
  ['clustered', 40, 1, 'none', 61.649],
  ['clustered', 40, 2, 'none', 69.771],
  ['one street', 40, 1, 'none', 11.471],
  ['one street', 40, 2, 'none', 18.058],
  ['uniform', 40, 1, 'every tenth', 133.577],
  ['uniform', 40, 2, 'every tenth', 195.161],
  ['clustered', 40, 2, 'every tenth', 148.404],
  ['uniform', 100, 1, 'none', 220.678],
  ['uniform', 100, 2, 'none', 214.665],
  ['clustered', 100, 1, 'none', 95.923],
  ['clustered', 100, 2, 'none', 97.129],
  ['one street', 100, 1, 'none', 21.117],
  ['one street', 100, 2, 'none', 18.89],
] as const)('of a %s day of %s stops (%s, %s kept in place) the order is hardly longer than the bound', (...day) => {
  const [, count, , , bound] = day;
  const enough = most(count) * bound + 0.001;
  expect(search(day.slice(0, 4) as Case, enough)).toBeLessThanOrEqual(enough);
});

/**
 * One of each three days alike: the one that was farthest from the best known order in one measurement, or any where all
 * three were alike in that too. `npm run bench -- --only best-order` looks at all 54.
 */
const triedDays = [
  ...['40 uniform one 3', '40 uniform four 1', '40 uniform every tenth 3'],
  ...['40 clustered one 1', '40 clustered four 2', '40 clustered every tenth 1'],
  ...['40 one street one 2', '40 one street four 1', '40 one street every tenth 2'],
  ...['100 uniform one 1', '100 uniform four 2', '100 uniform every tenth 2'],
  ...['100 clustered one 2', '100 clustered four 2', '100 clustered every tenth 1'],
  ...['100 one street one 1', '100 one street four 1', '100 one street every tenth 1'],
];

// With stops that stay no bound is near on some days. These are the shortest orders that any of four searches has found so far; some of
// them come from this search itself with other chances. `node bench/best-known.ts SECONDS` looks for shorter ones.
test.each(
  triedDays.map((key) => {
    const best = bestKnown[key] ?? Number.NaN;
    const [, count, kind, pins, seed] =
      /^(\d+) (uniform|clustered|one street) (one|four|every tenth) (\d)$/.exec(key) ?? [];
    return { day: [kind, Number(count), Number(seed), pins] as Case, best };
  }),
)('of the day $day the order is nearly the best known', ({ day, best }) => {
  const enough = most(day[1]) * best;
  expect(search(day, enough)).toBeLessThanOrEqual(enough);
});

test('whole neighborhoods change gaps where few stops keep their place', () => {
  // The search before ended 10 % over the best known here.
  const [start, plain] = dayOf('clustered', 100, 536);
  const stops = plain.map((stop, index) => ({ ...stop, isPinned: [7, 15, 53, 71].includes(index) }));
  for (const chances of searchSeeds) {
    expect(routeMiles(start, bestOrder(start, stops, chances))).toBeLessThanOrEqual(1.03 * 121.854);
  }
});
