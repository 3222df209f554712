import { Client } from 'pg';
import { migrateDatabase } from '#server/database/connection.ts';
import type { Query } from '#server/testing/recorded-queries.ts';
import { fillBusiness, type Part } from '#server/testing/seeded-business.ts';
import { findTableScans, largeTables } from '#server/testing/sequential-scans.ts';
import type { Route } from './load.ts';
import { recordRoutes, startApp, startBare } from './servers.ts';

/** A route, and the queries that the app makes for it. */
export type Call = { route: Route; queries: Query[] };

/** A filled database with the app and the bare server in front of it. */
export type Business = Awaited<ReturnType<typeof openBusiness>>;

/**
 * Makes and fills a database, starts both servers on it, and looks for queries that scan a large table.
 * @param opened closes the servers at the end
 * @param postgresUrl with a user who may make databases
 */
export async function openBusiness(
  opened: AsyncDisposableStack,
  postgresUrl: string,
  name: string,
  parts: Part[],
  routes: Route[],
) {
  const url = await createDatabase(postgresUrl, name);
  await migrateDatabase(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const started = performance.now();
    await fillBusiness(client, parts, Temporal.Now.instant());
    // Otherwise Postgres would write to disk during a measurement.
    await client.query('checkpoint');
    const engagements = parts.reduce((sum, part) => sum + part.engagements, 0);
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(`${engagements.toLocaleString('en')} engagements were made in ${seconds} s`);
    const queries = await recordRoutes(url, routes);
    const calls: Call[] = routes.map((route, index) => ({ route, queries: queries[index] ?? [] }));
    const app = await startApp(url);
    opened.defer(async () => void (await app.stop()));
    const bare = await startBare(url, routes, queries);
    opened.defer(() => bare.stop());
    return { calls, app, bare, scans: await findScans(client, calls) };
  } finally {
    await client.end();
  }
}

async function createDatabase(postgresUrl: string, name: string): Promise<string> {
  const client = new Client({ connectionString: postgresUrl });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return postgresUrl.replace(/[^/]*$/, name);
}

async function findScans(client: Client, calls: Call[]): Promise<string[]> {
  const large = await largeTables(client);
  const scans: string[] = [];
  for (const { route, queries } of calls) scans.push(...(await findTableScans(client, route.name, queries, large)));
  return scans;
}
