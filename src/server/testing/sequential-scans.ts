import type { ClientBase } from 'pg';
import { isPlanned } from '../database/name-statements.ts';
import type { Query } from './recorded-queries.ts';

const LARGE_TABLE_ROWS = 1000;

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Plan Rows': number;
  Plans?: Plan[];
};

/** @returns the rows of each table that has more than 1,000, as Postgres counted them last */
export async function largeTables(database: Pick<ClientBase, 'query'>): Promise<Map<string, number>> {
  const { rows } = await database.query<{ name: string; rows: number }>(
    "select relname as name, reltuples::int as rows from pg_class where relkind = 'r' and reltuples > $1",
    [LARGE_TABLE_ROWS],
  );
  return new Map(rows.map((table) => [table.name, table.rows]));
}

/**
 * Asks Postgres how it would run what a call asked, for the call's own values and for any.
 * @param what names the call
 * @param large tables by name, with their rows
 * @returns a text for each statement and large table that it would read from end to end, the table or an index of it
 */
export async function findTableScans(
  database: Pick<ClientBase, 'query'>,
  what: string,
  queries: Query[],
  large: Map<string, number>,
): Promise<string[]> {
  const found = new Set<string>();
  for (const query of queries.filter(isExplainable)) {
    for (const scan of (await plansOf(database, query)).flatMap((plan) => wholeScans(plan, false))) {
      const rows = large.get(scan.table);
      if (rows) found.add(`${what}: ${scan.how} on ${scan.table} (${rows} rows):\n  ${query.text}`);
    }
  }
  return [...found];
}

export const isExplainable = ({ text }: Pick<Query, 'text'>): boolean => isPlanned(text);

/** The plan for these values and, if prepared, the one for any: from its 6th run on Postgres takes the cheaper. */
async function plansOf(database: Pick<ClientBase, 'query'>, { text, values, prepared }: Query): Promise<Plan[]> {
  const explained = [await database.query({ text: `explain (format json) ${text}`, values })];
  if (prepared) explained.push(await database.query(`explain (generic_plan, format json) ${text}`));
  return explained.map(({ rows }) => rows[0]['QUERY PLAN'][0].Plan);
}

/** @param isLimited whether it is read only until enough is found */
function wholeScans(plan: Plan, isLimited: boolean): { table: string; how: string }[] {
  const limited = isLimited || plan['Node Type'] === 'Limit';
  const below = (plan.Plans ?? []).flatMap((one) => wholeScans(one, limited));
  const table = plan['Relation Name'];
  const how = plan['Node Type'];
  if (table === undefined) return below;
  if (how === 'Seq Scan') return [{ table, how }, ...below];
  // Along an index without looking anything up in it; a partial one may hold just what is asked for.
  const isWhole = how.startsWith('Index') && plan['Index Cond'] === undefined && plan['Plan Rows'] > LARGE_TABLE_ROWS;
  return isWhole && !limited ? [{ table, how: `${how} of all of ${plan['Index Name']}` }, ...below] : below;
}
