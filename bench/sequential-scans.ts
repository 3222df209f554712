import { Client } from 'pg';
import type { Query } from './recorded-queries.ts';

const LARGE_TABLE_ROWS = 1000;

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] };

/**
 * Asks Postgres how it would run queries.
 * @returns a line for each table of more than 1,000 rows that one of them would read from end to end
 */
export async function findSequentialScans(databaseUrl: string, queries: Query[]): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const found: string[] = [];
  try {
    for (const { text, values, prepared } of queries) {
      for (const plan of await plansOf(client, text, values, prepared)) {
        for (const table of scannedTables(plan)) {
          const { rows } = await client.query('select reltuples::int as rows from pg_class where oid = $1::regclass', [
            table,
          ]);
          if (rows[0].rows > LARGE_TABLE_ROWS) found.push(`Seq Scan on ${table} (${rows[0].rows} rows) in: ${text}`);
        }
      }
    }
  } finally {
    await client.end();
  }
  return [...new Set(found)];
}

/** The plan for these values and, for a prepared statement, the one for any: Postgres takes the better from its 6th run. */
async function plansOf(client: Client, text: string, values: unknown[], prepared: boolean): Promise<Plan[]> {
  const explained = [await client.query({ text: `explain (format json) ${text}`, values })];
  if (prepared) explained.push(await client.query(`explain (generic_plan, format json) ${text}`));
  return explained.map(({ rows }) => rows[0]['QUERY PLAN'][0].Plan);
}

function scannedTables(plan: Plan): string[] {
  const below = (plan.Plans ?? []).flatMap(scannedTables);
  const table = plan['Node Type'] === 'Seq Scan' ? plan['Relation Name'] : undefined;
  return table === undefined ? below : [table, ...below];
}
