import type { Part } from '#server/testing/seeded-business.ts';
import { type Business, type MeasuredRoute, openBusiness } from './business.ts';
import { callOnce, isSlow, type Load, measureAlone, measureLoad, median } from './load.ts';
import { percent, watchMachine } from './machine.ts';
import { inTurn, type Ratio, ratioOf } from './paired.ts';
import { grouped, ratio, table, tenths } from './report.ts';
import { hotRoutes, itineraryRoute } from './routes.ts';

const SMALL = 1000;
const ITINERARIES = [30, 300];

/** So many services go on; the larger a business is, the more are over. */
const LIVE = 10_000;

/**
 * Weekly visits. Neither proposals grow with the business, because workers claim them within days, nor the office: its
 * lists, of join codes and employees, are not what is measured here.
 */
const usual = { proposals: 60, perCustomer: 2, perWorker: 30, mixed: true, weeks: 2, employees: 12 };
const businessOf = (engagements: number): Part => ({
  ...usual,
  number: 0,
  engagements,
  live: LIVE,
  ledgerOfEvery: Math.max(1, Math.round(engagements / 100_000)),
});
/** One worker with so many engagements, each with a visit a week. */
const workerOf = (engagements: number, index: number): Part => ({
  ...usual,
  number: index + 1,
  engagements,
  proposals: 0,
  perWorker: engagements,
  mixed: false,
  employees: 0,
});

export type ReadOptions = { engagements: number; rounds: number; seconds: number };
type Measured = {
  route: string;
  engagements: number;
  bytes: number;
  /** One for each round, of each server. */
  app: Load[];
  bare: Load[];
  best: Load[];
};

/** Measures each hot route on a small business and on a large one, and the itineraries of busier and busier workers. */
export async function measureReads(
  opened: AsyncDisposableStack,
  postgresUrl: string,
  { engagements, ...options }: ReadOptions,
): Promise<string[]> {
  const [few, many, workers] = [businessOf(SMALL), businessOf(engagements), ITINERARIES.map(workerOf)];
  const small = await openBusiness(opened, postgresUrl, 'bench_small', [few], hotRoutes(few));
  const routes = [...hotRoutes(many), ...workers.map(itineraryRoute)];
  const large = await openBusiness(opened, postgresUrl, 'bench_large', [many, ...workers], routes);
  const itineraries: Measured[] = [];
  for (const [index, call] of large.calls.slice(small.calls.length).entries()) {
    itineraries.push(await measureRoute(large, call, ITINERARIES[index] ?? 0, { ...options, isAlone: true }));
  }
  const lists: Measured[] = [];
  for (const [index, call] of small.calls.entries()) {
    lists.push(await measureRoute(small, call, SMALL, options));
    if (engagements > SMALL) lists.push(await measureRoute(large, large.calls[index] ?? call, engagements, options));
  }
  const sizes = [...new Set([SMALL, engagements])].map((size) => `with ${grouped(size)}`).join(' and ');
  return [
    `Every hot route, ten callers at once, ${sizes} engagements:`,
    listTable(lists),
    summaryOf(lists),
    "One worker's week, one call at a time:",
    itineraryTable(itineraries),
    ...large.scans.map((scan) => `Warning: ${scan.split('\n')[0]}`),
  ];
}

async function measureRoute(
  { servers }: Business,
  { route }: MeasuredRoute,
  engagements: number,
  { rounds, seconds, isAlone = false }: Omit<ReadOptions, 'engagements'> & { isAlone?: boolean },
): Promise<Measured> {
  console.log(`Measuring ${route.name} with ${grouped(engagements)} engagements …`);
  await watchMachine();
  const bytes = Buffer.byteLength(await callOnce(servers.app, route));
  const urls = [servers.app, servers.bare, servers.best];
  let hasOneCaller = isAlone;
  for (const url of urls) hasOneCaller ||= await isSlow(url, route, seconds);
  const measure = (url: string, length: number) =>
    hasOneCaller ? measureAlone(url, route) : measureLoad(url, route, length);
  if (!hasOneCaller) for (const url of urls) await measure(url, 1);
  const [app = [], bare = [], best = []] = await inTurn(
    urls.map((url) => () => measure(url, seconds)),
    rounds,
  );
  const measured = { route: route.name, engagements, bytes, app, bare, best };
  // A run that is stopped has said at least this.
  console.log(
    `  ${Math.round(medianOf(app, 'perSecond'))} a second, of bare ${ratio(ofBare(measured))}, of best ${ratio(ofBest(measured))}`,
  );
  return measured;
}

const rateOf = (loads: Load[]) => loads.map(({ perSecond }) => perSecond);
const medianOf = (loads: Load[], what: keyof Load) => median(loads.map((load) => load[what]));
const ofBare = ({ app, bare }: Measured) => ratioOf(rateOf(app), rateOf(bare));
const ofBest = ({ app, best }: Measured) => ratioOf(rateOf(app), rateOf(best));
const kilobytes = (bytes: number) => tenths(bytes / 1000);

/** @returns a row for each route, whose cells have a figure for each size of the business */
function listTable(measured: Measured[]): string {
  const routes = Map.groupBy(measured, ({ route }) => route);
  return table(
    [...routes].map(([route, sizes]) => {
      const each = (figure: (one: Measured) => string | number) => sizes.map(figure).join(', ');
      return {
        GET: route,
        kB: each(({ bytes }) => kilobytes(bytes)),
        'req/s': each(({ app }) => Math.round(medianOf(app, 'perSecond'))),
        'p50 ms': each(({ app }) => tenths(medianOf(app, 'p50'))),
        'p99 ms': each(({ app }) => tenths(medianOf(app, 'p99'))),
        'of bare, same statements': each((one) => ratio(ofBare(one))),
        'of bare, best statement': each((one) => ratio(ofBest(one))),
      };
    }),
  );
}

function summaryOf(measured: Measured[]): string {
  const words = (name: string, of: (one: Measured) => Ratio) => {
    const each = measured.map((one) => of(one).of);
    return `${percent(median(each))} of bare with the ${name} (the least ${percent(Math.min(...each))})`;
  };
  return `The median of all routes is ${words('same statements', ofBare)}, and ${words('best statement', ofBest)}.`;
}

function itineraryTable(measured: Measured[]): string {
  const times = (ours: Load[], theirs: Load[]) => tenths(medianOf(ours, 'p50') / medianOf(theirs, 'p50'));
  return table(
    measured.map(({ engagements, bytes, app, bare, best }) => ({
      'engagements of the worker': grouped(engagements),
      kB: kilobytes(bytes),
      'middle ms': tenths(medianOf(app, 'p50')),
      'longest ms': tenths(Math.max(...app.map(({ p99 }) => p99))),
      'times bare, same statements': times(app, bare),
      'times bare, best statement': times(app, best),
    })),
  );
}
