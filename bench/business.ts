import { Client } from 'pg';
import { createSandboxTables } from '#sandbox/tables.ts';
import { migrateDatabase } from '#server/database/connection.ts';
import type { Query } from '#server/testing/recorded-queries.ts';
import { fillBusiness, type Part } from '#server/testing/seeded-business.ts';
import { findTableScans, largeTables } from '#server/testing/sequential-scans.ts';
import type { Statement } from './best-sql.ts';
import { callOnce } from './load.ts';
import { benchMoment } from './moment.ts';
import type { Route } from './routes.ts';
import { recordRoutes, startApp, startBare } from './servers.ts';

/** A route, and the queries that the app makes for it. */
export type MeasuredRoute = { route: Route; queries: Query[] };

/** A filled database with three servers in front of it; see `docs/performance.md`. */
export type Business = Awaited<ReturnType<typeof openBusiness>>;

/**
 * Makes and fills a database, starts the servers on it, and looks for queries that scan a large table.
 * @param opened closes the servers at the end
 * @param postgresUrl with a user who may make databases
 * @throws Error when a best statement does not answer what its route answers
 */
export async function openBusiness(
  opened: AsyncDisposableStack,
  postgresUrl: string,
  name: string,
  parts: Part[],
  routes: Route[],
) {
  const url = await fillDatabase(postgresUrl, name, parts);
  const recorded = await recordRoutes(url, routes);
  const calls: MeasuredRoute[] = routes.map((route, index) => ({ route, queries: recorded[index] ?? [] }));
  const app = await startApp(url);
  opened.defer(async () => void (await app.stop()));
  const startWith = async (statements: (call: MeasuredRoute) => Statement[], isBest: boolean) => {
    const byPath = Object.fromEntries(calls.map((call) => [call.route.path, statements(call)]));
    const bare = await startBare({ databaseUrl: url, routes: byPath, readsJson: !isBest });
    opened.defer(() => bare.stop());
    return bare.url;
  };
  const servers = {
    app: app.url,
    bare: await startWith(({ queries }) => queries, false),
    best: await startWith(({ route, queries }) => (route.best === 'own' ? queries.slice(1) : [route.best]), true),
  };
  for (const { route } of calls)
    requireSameFacts(route, await callOnce(app.url, route), await callOnce(servers.best, route));
  return { calls, servers, scans: await findScans(url, calls) };
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** A list reads one row more than it shows, to know whether another page follows; a row names up to three things. */
const mostBeyond = 6;

/** Compares the ids in both answers. The app's own statements may read more: how much of it a day shows varies. */
function requireSameFacts({ name, path, best: statement }: Route, answer: string, best: string): void {
  const [shown, read] = [new Set(answer.match(uuid)), new Set(best.match(uuid))];
  const missing = shown.difference(read);
  const beyond = read.difference(shown);
  if (missing.size === 0 && (statement === 'own' || beyond.size <= mostBeyond)) return;
  throw new Error(
    `The best statement of ${name} (${path}) lacks ${missing.size} ids of the answer, such as ${[...missing][0]}, and has ${beyond.size} others, such as ${[...beyond][0]}`,
  );
}

/** @returns the URL of a new database with these parts */
export async function fillDatabase(postgresUrl: string, name: string, parts: Part[]): Promise<string> {
  const url = await createDatabase(postgresUrl, name);
  await migrateDatabase(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const started = performance.now();
    await fillBusiness(client, parts, benchMoment);
    await createSandboxTables(client);
    await client.query('update sandbox.clock set offset_ms = $1', [benchMoment.epochMilliseconds - Date.now()]);
    // These nights have had their check, which otherwise each of the app's starts would begin.
    await client.query(
      `insert into reconciliations (id, night, started_at, finished_at)
       select gen_random_uuid(), $1::timestamptz::date + n, $1, $1 from generate_series(-2, 2) n`,
      [benchMoment.toString()],
    );
    // Otherwise Postgres would write to disk during a measurement.
    await client.query('checkpoint');
    const engagements = parts.reduce((sum, part) => sum + part.engagements, 0);
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(`${engagements.toLocaleString('en')} engagements were made in ${seconds} s`);
  } finally {
    await client.end();
  }
  return url;
}

/** @param of the database that it is a copy of, to which nobody is connected */
export async function createDatabase(postgresUrl: string, name: string, of = 'template1'): Promise<string> {
  const client = new Client({ connectionString: postgresUrl });
  await client.connect();
  await client.query(`create database ${name} template ${of}`);
  await client.end();
  return postgresUrl.replace(/[^/]*$/, name);
}

async function findScans(url: string, calls: MeasuredRoute[]): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const large = await largeTables(client);
    const scans: string[] = [];
    for (const { route, queries } of calls) scans.push(...(await findTableScans(client, route.name, queries, large)));
    return scans;
  } finally {
    await client.end();
  }
}
