import { writeFileSync } from 'node:fs';
import { bestOrder, routeMiles } from '#domain/best-order.ts';
import { bestKnown, bestKnownFile, dayOf, kindsOfDays } from '../tests/route-days.ts';

/**
 * `node bench/best-known.ts SECONDS` searches each day on which stops keep their place again and again, with other chances each time, for so
 * many seconds of processor time, and writes the shortest length that was ever found to tests/best-known-orders.json.
 */
const seconds = Number(process.argv[2]);
if (!(seconds > 0)) throw new Error('Usage: node bench/best-known.ts SECONDS');
for (const count of [40, 100]) {
  for (const kind of kindsOfDays) {
    for (const pins of ['one', 'four', 'every tenth'] as const) {
      for (const seed of [1, 2, 3]) {
        const [start, stops] = dayOf(kind, count, seed, pins);
        const key = `${count} ${kind} ${pins} ${seed}`;
        const begun = process.cpuUsage();
        let best = bestKnown[key] ?? Number.POSITIVE_INFINITY;
        for (let chances = 1; process.cpuUsage(begun).user < seconds * 1e6; chances++) {
          best = Math.min(best, routeMiles(start, bestOrder(start, stops, chances)));
        }
        bestKnown[key] = Math.ceil(best * 1000) / 1000;
        writeFileSync(bestKnownFile, `${JSON.stringify(bestKnown, null, 2)}\n`);
      }
    }
  }
}
