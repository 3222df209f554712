import { Client } from 'pg';
import type { Route } from './load.ts';
import type { Query } from './recorded-queries.ts';

const LARGE_TABLE_ROWS = 1000;

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] };

/**
 * Asks Postgres how it would run what the routes ask.
 * @returns a text for each query and table of more than 1,000 rows that it would read from end to end
 */
export async function findSequentialScans(
  databaseUrl: string,
  calls: { route: Route; queries: Query[] }[],
): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const found = new Set<string>();
  try {
    const { rows } = await client.query<{ name: string; rows: number }>(
      'select relname as name, reltuples::int as rows from pg_class where reltuples > $1',
      [LARGE_TABLE_ROWS],
    );
    const large = new Map(rows.map((table) => [table.name, table.rows]));
    for (const { route, queries } of calls) {
      for (const query of queries) {
        for (const table of (await plansOf(client, query)).flatMap(scannedTables)) {
          const size = large.get(table);
          if (size) found.add(`Seq Scan on ${table} (${size} rows) in GET ${route.name}:\n  ${query.text}`);
        }
      }
    }
  } finally {
    await client.end();
  }
  return [...found];
}

/** The plan for these values and, if prepared, the one for any: from its 6th run on Postgres takes the cheaper. */
async function plansOf(client: Client, { text, values, prepared }: Query): Promise<Plan[]> {
  const explained = [await client.query({ text: `explain (format json) ${text}`, values })];
  if (prepared) explained.push(await client.query(`explain (generic_plan, format json) ${text}`));
  return explained.map(({ rows }) => rows[0]['QUERY PLAN'][0].Plan);
}

function scannedTables(plan: Plan): string[] {
  const below = (plan.Plans ?? []).flatMap(scannedTables);
  const table = plan['Node Type'] === 'Seq Scan' ? plan['Relation Name'] : undefined;
  return table === undefined ? below : [table, ...below];
}
