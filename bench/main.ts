import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '#server/database/embedded.ts';
import type { Part } from '#server/testing/seeded-business.ts';
import { reportBestOrder } from './best-order.ts';
import { type Business, type Call, openBusiness } from './business.ts';
import { type Load, measure, measureCost } from './load.ts';
import { hotRoutes, itineraryRoute } from './routes.ts';

/**
 * Measures each hot route against bare `node:http` and `pg` with the same SQL, on a small business and on one 1,000
 * times larger. It also measures the itineraries of workers with more and more engagements. Only a failed measurement
 * gives an exit code: people judge what is too slow.
 */

const SMALL = 1000;
const LARGE = 1_000_000;
const ITINERARIES = [30, 300, 3000];
const LIMIT_MINUTES = 40;

/** Weekly visits. The number of proposals does not grow with the business, because workers claim them within days. */
const usual = { proposals: 60, perCustomer: 2, perWorker: 30, mixed: true, weeks: 2 };
const businessOf = (engagements: number): Part => ({
  ...usual,
  number: 0,
  engagements,
  employees: Math.max(2, Math.round(engagements / 4000)),
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

type Measured = { route: string; engagements: number; queries: number; app: Load; bare: Load };
type MeasuredCost = Awaited<ReturnType<typeof measureItinerary>>;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { engagements: { type: 'string', default: String(LARGE) } } });
  const large = Number(values.engagements);
  if (!Number.isInteger(large) || large < SMALL)
    throw new Error(`--engagements must be a whole number from ${SMALL} on`);
  const opened = new AsyncDisposableStack();
  const giveUp = async (reason: string) => {
    console.error(reason);
    await opened.disposeAsync();
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => giveUp(`Stopped by ${signal}`));
  const limit = setTimeout(() => giveUp(`Not done after ${LIMIT_MINUTES} minutes`), LIMIT_MINUTES * 60_000);
  opened.defer(() => clearTimeout(limit));
  try {
    const postgresUrl = await openPostgres(opened);
    await measureBusinesses(opened, postgresUrl, large);
    reportBestOrder();
  } finally {
    await opened.disposeAsync();
  }
}

async function openPostgres(opened: AsyncDisposableStack): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'yardpack-bench-'));
  opened.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  // When root runs this, Postgres runs as another user, who must be able to reach the folder.
  chmodSync(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false, log: console.log });
  opened.defer(() => postgres.stop());
  return postgres.url;
}

async function measureBusinesses(opened: AsyncDisposableStack, postgresUrl: string, size: number): Promise<void> {
  const [few, many, workers] = [businessOf(SMALL), businessOf(size), ITINERARIES.map(workerOf)];
  const small = await openBusiness(opened, postgresUrl, 'bench_small', [few], hotRoutes(few));
  const routes = [...hotRoutes(many), ...workers.map(itineraryRoute)];
  const large = await openBusiness(opened, postgresUrl, 'bench_large', [many, ...workers], routes);
  for (const scan of large.scans) console.log(`Warning: ${scan}`);
  const itineraries: MeasuredCost[] = [];
  for (const [index, call] of large.calls.slice(small.calls.length).entries()) {
    itineraries.push(await measureItinerary(large, call, ITINERARIES[index] ?? 0));
  }
  reportItineraries(itineraries);
  const lists: Measured[] = [];
  // The four measurements of a route follow each other, so that other load on the machine affects all of them alike.
  for (const [index, call] of small.calls.entries()) {
    lists.push(await measureCall(small, call, SMALL));
    lists.push(await measureCall(large, large.calls[index] ?? call, size));
  }
  reportLists(lists);
}

async function measureCall({ app, bare }: Business, { route, queries }: Call, engagements: number): Promise<Measured> {
  console.log(`Measuring ${route.name} with ${engagements.toLocaleString('en')} engagements …`);
  const ours = await measure(app.url, route);
  const least = await measure(bare.url, route);
  return { route: route.name, engagements, queries: queries.length, app: ours, bare: least };
}

async function measureItinerary({ app, bare }: Business, { route, queries }: Call, engagements: number) {
  console.log(`Measuring ${route.name} with ${engagements.toLocaleString('en')} engagements of one worker …`);
  const ours = await measureCost(app.url, route);
  return { engagements, queries: queries.length, app: ours, bare: await measureCost(bare.url, route) };
}

/** The machine of these figures. A load above the number of cores says that other programs ran too. */
function machine(): string {
  const load = loadavg().map((minutes) => minutes.toFixed(1));
  return `Node ${process.version}, ${availableParallelism()} cores, load ${load.join(' ')}`;
}

const percent = (part: number, whole = 0) => `${Math.round((100 * part) / whole)} %`;
const kilobytes = (bytes: number) => Math.round(bytes / 100) / 10;

function reportLists(measured: Measured[]): void {
  const small = (route: string) => measured.find((one) => one.route === route && one.engagements === SMALL);
  console.log(`\nEvery hot route, ${machine()}`);
  console.table(
    measured.map(({ route, engagements, queries, app, bare }) => ({
      GET: route,
      engagements,
      queries,
      kB: kilobytes(app.bytes),
      callers: app.callers,
      'req/s': Math.round(app.perSecond),
      'p50 ms': Math.round(app.p50),
      'p99 ms': Math.round(app.p99),
      'bare req/s': Math.round(bare.perSecond),
      'of bare': percent(app.perSecond, bare.perSecond),
      'of small': percent(app.perSecond, small(route)?.app.perSecond),
    })),
  );
}

function reportItineraries(measured: MeasuredCost[]): void {
  const tenths = (milliseconds: number) => Math.round(milliseconds * 10) / 10;
  console.log(`\nThe week's itinerary of one worker, one call at a time, ${machine()}`);
  console.table(
    measured.map(({ engagements, queries, app, bare }) => ({
      'engagements of the worker': engagements,
      queries,
      kB: kilobytes(app.bytes),
      'middle ms': tenths(app.middle),
      'longest ms': tenths(app.longest),
      'ms an engagement': Math.round((1000 * app.middle) / engagements) / 1000,
      'bare middle ms': tenths(bare.middle),
    })),
  );
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
