import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { businessDay, isoWeekOf } from '#domain/calendar.ts';
import { migrateDatabase } from '#server/database/connection.ts';
import { startEmbeddedPostgres } from '#server/database/embedded.ts';
import { type Load, measureApp, measureBare, type Route, recordRoutes } from './measure.ts';
import { type Sample, seed } from './seed.ts';
import { findSequentialScans } from './sequential-scans.ts';

/**
 * Measures each hot route against bare `node:http` and `pg` with the same SQL, on a small business and on one that is
 * 1,000 times larger. Only a failure to measure ends it with an exit code: what is slow is for people to judge.
 */

const ENGAGEMENTS = [110, 110_000];
const LIMIT_MS = 4 * 60_000;

type Measured = { route: string; engagements: number; queries: number; app: Load; bare: Load };

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'yardpack-bench-'));
  // The user Postgres runs as has to pass through when this is run by root.
  chmodSync(dataDir, 0o711);
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false, log: console.log });
  const end = async (reason: string) => {
    console.error(reason);
    await postgres.stop();
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end(signal));
  const limit = setTimeout(() => end(`Not done after ${LIMIT_MS / 60_000} minutes`), LIMIT_MS);
  try {
    const measured: Measured[] = [];
    const scans: string[] = [];
    for (const engagements of ENGAGEMENTS) {
      const url = await createDatabase(postgres.url, `bench_${engagements}`);
      const result = await measureBusiness(url, engagements);
      measured.push(...result.measured);
      scans.push(...result.scans);
    }
    report(measured, scans);
  } finally {
    clearTimeout(limit);
    await postgres.stop();
  }
}

async function createDatabase(url: string, name: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return url.replace(/[^/]*$/, name);
}

async function measureBusiness(url: string, engagements: number) {
  await migrateDatabase(url);
  const started = performance.now();
  const routes = routesOf(await seed(url, engagements));
  console.log(`${engagements} engagements made in ${Math.round(performance.now() - started)} ms, measuring …`);
  const queries = await recordRoutes(url, routes);
  const scans = await findSequentialScans(url, queries.flat());
  const apps = await measureApp(url, routes);
  const bares = await measureBare(url, routes, queries);
  const measured = routes.flatMap(({ name }, index) => {
    const [app, bare] = [apps[index], bares[index]];
    return app && bare ? [{ route: name, engagements, queries: queries[index]?.length ?? 0, app, bare }] : [];
  });
  return { measured, scans };
}

function routesOf({ customer, worker, engagementId }: Sample): Route[] {
  const { year, week } = isoWeekOf(businessDay(Temporal.Now.instant()));
  const get = (name: string, path: string, { accessToken }: { accessToken: string }) => ({ name, path, accessToken });
  return [
    get('/v1/products', '/v1/products', customer),
    get('/v1/customer/{id}/engagements', `/v1/customer/${customer.profileId}/engagements`, customer),
    get('/v1/worker/{id}/engagements', `/v1/worker/${worker.profileId}/engagements`, worker),
    get(
      '/v1/workers/{id}/itineraries',
      `/v1/workers/${worker.profileId}/itineraries?year=${year}&week=${week}`,
      worker,
    ),
    get('/v1/engagements/{id}', `/v1/engagements/${engagementId}`, customer),
  ];
}

function report(measured: Measured[], scans: string[]): void {
  const percent = (part: number, whole: number | undefined) =>
    whole === undefined ? '' : `${Math.round((100 * part) / whole)} %`;
  const small = (route: string) => measured.find((one) => one.route === route)?.app.perSecond;
  const rows = measured
    .toSorted((a, b) => a.route.localeCompare(b.route) || a.engagements - b.engagements)
    .map(({ route, engagements, queries, app, bare }) => ({
      'GET route': route,
      engagements,
      queries,
      'req/s': Math.round(app.perSecond),
      'p50 ms': app.p50,
      'p99 ms': app.p99,
      'bare req/s': Math.round(bare.perSecond),
      'of bare': percent(app.perSecond, bare.perSecond),
      'of small': engagements === ENGAGEMENTS[0] ? '' : percent(app.perSecond, small(route)),
    }));
  console.log(`\nNode ${process.version}, ${availableParallelism()} cores, 10 connections`);
  console.table(rows);
  for (const scan of scans) console.log(`Warning: ${scan}`);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
