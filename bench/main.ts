import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { businessDay, isoWeekOf } from '#domain/calendar.ts';
import { migrateDatabase } from '#server/database/connection.ts';
import { startEmbeddedPostgres } from '#server/database/embedded.ts';
import { CONNECTIONS, type Load, measure, type Route } from './load.ts';
import { type Sample, seed } from './seed.ts';
import { findSequentialScans } from './sequential-scans.ts';
import { recordRoutes, startApp, startBare } from './servers.ts';

/**
 * Measures each hot route against bare `node:http` and `pg` with the same SQL, on a small business and on one that is
 * 1,000 times larger. Only a failure to measure ends it with an exit code: what is slow is for people to judge.
 */

const SMALL = 110;
const LARGE = 1000 * SMALL;
const LIMIT_MINUTES = 4;

type Business = Awaited<ReturnType<typeof openBusiness>>;
type Measured = { route: string; engagements: number; queries: number; app: Load; bare: Load };

async function main(): Promise<void> {
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
    const small = await openBusiness(opened, postgresUrl, SMALL);
    const large = await openBusiness(opened, postgresUrl, LARGE);
    const measured: Measured[] = [];
    // One after the other for each route, so that whatever else the machine does falls on all four alike.
    for (const index of small.calls.keys()) {
      for (const business of [small, large]) measured.push(...(await measureCall(business, index)));
    }
    report(measured, large.scans);
  } finally {
    await opened.disposeAsync();
  }
}

async function openPostgres(opened: AsyncDisposableStack): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'yardpack-bench-'));
  opened.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  // The user Postgres runs as has to pass through when this is run by root.
  chmodSync(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false, log: console.log });
  opened.defer(() => postgres.stop());
  return postgres.url;
}

async function openBusiness(opened: AsyncDisposableStack, postgresUrl: string, engagements: number) {
  const url = await createDatabase(postgresUrl, `bench_${engagements}`);
  await migrateDatabase(url);
  const routes = routesOf(await seed(url, engagements));
  const queries = await recordRoutes(url, routes);
  const app = await startApp(url);
  opened.defer(async () => void (await app.stop()));
  const bare = await startBare(url, routes, queries);
  opened.defer(() => bare.stop());
  const calls = routes.map((route, index) => ({ route, queries: queries[index] ?? [] }));
  const scans = await findSequentialScans(url, calls);
  console.log(`${engagements} engagements are there`);
  return { engagements, calls, app, bare, scans };
}

async function createDatabase(postgresUrl: string, name: string): Promise<string> {
  const client = new Client({ connectionString: postgresUrl });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return postgresUrl.replace(/[^/]*$/, name);
}

function routesOf({ customer, worker, engagementId }: Sample): Route[] {
  const { year, week } = isoWeekOf(businessDay(Temporal.Now.instant()));
  const itinerary = `/v1/workers/${worker.profileId}/itineraries?year=${year}&week=${week}`;
  const customers = { accessToken: customer.accessToken };
  const workers = { accessToken: worker.accessToken };
  return [
    { name: '/v1/products', path: '/v1/products', ...customers },
    {
      name: '/v1/customer/{id}/engagements',
      path: `/v1/customer/${customer.profileId}/engagements`,
      ...customers,
    },
    { name: '/v1/worker/{id}/engagements', path: `/v1/worker/${worker.profileId}/engagements`, ...workers },
    { name: '/v1/workers/{id}/itineraries', path: itinerary, ...workers },
    { name: '/v1/engagements/{id}', path: `/v1/engagements/${engagementId}`, ...customers },
  ];
}

async function measureCall({ engagements, calls, app, bare }: Business, index: number): Promise<Measured[]> {
  const call = calls[index];
  if (!call) return [];
  const { route, queries } = call;
  console.log(`Measuring ${route.name} with ${engagements} engagements …`);
  const ours = await measure(app.url, route);
  return [{ route: route.name, engagements, queries: queries.length, app: ours, bare: await measure(bare.url, route) }];
}

function report(measured: Measured[], scans: string[]): void {
  const percent = (part: number, whole = 0) => `${Math.round((100 * part) / whole)} %`;
  const small = (route: string) => measured.find((one) => one.route === route && one.engagements === SMALL);
  console.log(`\nNode ${process.version}, ${availableParallelism()} cores, ${CONNECTIONS} connections`);
  console.table(
    measured.map(({ route, engagements, queries, app, bare }) => ({
      'GET route': route,
      engagements,
      queries,
      'req/s': Math.round(app.perSecond),
      'p50 ms': app.p50,
      'p99 ms': app.p99,
      'bare req/s': Math.round(bare.perSecond),
      'of bare': percent(app.perSecond, bare.perSecond),
      'of small': percent(app.perSecond, small(route)?.app.perSecond),
    })),
  );
  for (const scan of scans) console.log(`Warning: ${scan}`);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
