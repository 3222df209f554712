import type { Pool } from 'pg';

/** Every row of every table, as text and in order, by `schema.table`. */
export type Dump = Record<string, string[]>;

/** Tables that any call may touch: counts of calls. */
const untold = ['public.rate_limits'];

/**
 * Keeps a copy of everything in a test's database: the business's own tables and the stand-in's.
 * @returns the rows of the business's tables, how to read them again, and how to put everything back
 */
export async function keepDatabase(pool: Pool) {
  const { rows: found } = await pool.query<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema in ('public', 'sandbox', 'sandbox_stripe') order by 1, 2`,
  );
  const tables = found.map(({ schema, name }) => ({ name: `${schema}.${name}`, copy: `kept."${schema}.${name}"` }));
  const all = tables.filter(({ name }) => name !== 'sandbox.clock');
  await pool.query(
    `create schema kept; ${all.map(({ name, copy }) => `create table ${copy} as table ${name};`).join('')}`,
  );

  const told = all.filter(({ name }) => name.startsWith('public.') && !untold.includes(name));
  const dumped = [
    ...told.map(({ name }) => `select '${name}' as name, to_jsonb(one)::text as line from ${name} one`),
    `select 'jobs', name || ' ' || coalesce(data::text, '') from jobs.job`,
  ].join(' union all ');

  async function dump(): Promise<Dump> {
    const lines = await pool.query<{ name: string; line: string }>(`${dumped} order by 1, 2`);
    const groups = Map.groupBy(lines.rows, ({ name }) => name);
    return Object.fromEntries([...groups].map(([name, rows]) => [name, rows.map(({ line }) => line)]));
  }

  async function restore(): Promise<void> {
    const statements = all.map(
      ({ name, copy }) => `delete from ${name}; insert into ${name} overriding system value select * from ${copy};`,
    );
    // Replicas do not look at foreign keys, so that the order of the tables does not matter.
    await pool.query(
      `select set_config('session_replication_role', 'replica', true); ${statements.join('')} delete from jobs.job`,
    );
  }

  const digest = async () =>
    (
      await pool.query(
        `select md5(string_agg(line, ' ' order by name, line)) as digest from (${dumped}) all_rows (name, line)`,
      )
    ).rows[0];

  await pool.query('delete from jobs.job');
  const [kept, keptDigest] = [await dump(), JSON.stringify(await digest())];

  /** @returns what differs from what was kept, a line for each row; empty when nothing does */
  async function changes(): Promise<string[]> {
    if (JSON.stringify(await digest()) === keptDigest) return [];
    return differences(kept, await dump());
  }

  return { kept, dump, changes, restore };
}

/** @returns what differs between two dumps, a line for each row; empty when nothing does */
export function differences(before: Dump, after: Dump): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const [gone, came] = [
      without(before[name] ?? [], after[name] ?? []),
      without(after[name] ?? [], before[name] ?? []),
    ];
    return [...gone.map((line) => `- ${name} ${line}`), ...came.map((line) => `+ ${name} ${line}`)];
  });
}

/** @returns the lines that are more often in one list than in the other */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return lines.filter((line) => {
    const index = left.indexOf(line);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}
