import type { Pool } from 'pg';

/** Every row of every table, as text and in order, by `schema.table`. */
export type Dump = Record<string, string[]>;

/** Tables that any call may touch: counts of calls. */
const untold = ['public.rate_limits'];

/**
 * Keeps a copy of everything in a test's database: the business's own tables and the stand-in's. Triggers tell which
 * tables were written to since, so that only those are read and put back.
 * @returns the rows of the business's tables, how to read them again, and how to put everything back
 */
export async function keepDatabase(pool: Pool, unchecked: Pool) {
  // Columns that Postgres computes cannot be put back.
  const { rows: found } = await pool.query<{ name: string; columns: string }>(
    `select table_schema || '.' || table_name as name,
       string_agg(quote_ident(column_name), ', ') filter (where is_generated = 'NEVER') as columns
     from information_schema.tables join information_schema.columns using (table_schema, table_name)
     where table_type = 'BASE TABLE' and table_schema in ('public', 'sandbox', 'sandbox_stripe') group by 1 order by 1`,
  );
  const columnsOf = new Map(found.map(({ name, columns }) => [name, columns]));
  const all = found.map(({ name }) => name).filter((name) => name !== 'sandbox.clock');
  // Those that have failed stay so.
  await pool.query('delete from jobs.job where output is null');
  await pool.query(
    `create schema kept; create table kept.touched (name text);
     create function kept.touch() returns trigger language plpgsql as
       $$ begin insert into kept.touched values (tg_table_schema || '.' || tg_table_name); return null; end $$;
     ${all
       .map(
         (name) =>
           `create table ${copyOf(name)} as table ${name};
            create trigger touch after insert or update or delete or truncate on ${name} execute function kept.touch();`,
       )
       .join('')}`,
  );

  const isTold = (name: string) => name.startsWith('public.') && !untold.includes(name);
  const kept = await read(all.filter(isTold));

  async function read(tables: string[]): Promise<Dump> {
    const parts = [
      `select 'jobs' as name, name || ' ' || coalesce(data::text, '') as line from jobs.job`,
      ...tables.map((name) => `select '${name}', to_jsonb(one)::text from ${name} one`),
    ];
    const lines = await pool.query<{ name: string; line: string }>(`${parts.join(' union all ')} order by 1, 2`);
    const groups = Map.groupBy(lines.rows, ({ name }) => name);
    return Object.fromEntries([...groups].map(([name, rows]) => [name, rows.map(({ line }) => line)]));
  }

  async function touched(): Promise<string[]> {
    const { rows } = await pool.query<{ name: string }>('select distinct name from kept.touched order by name');
    return rows.map(({ name }) => name);
  }

  /** @returns all rows; those of a table that was not written to are the same list as in `kept` */
  async function dump(): Promise<Dump> {
    const tables = (await touched()).filter(isTold);
    const others = Object.entries(kept).filter(([name]) => !tables.includes(name));
    return { ...Object.fromEntries(others), ...(await read(tables)) };
  }

  async function restore(): Promise<void> {
    const statements = (await touched()).map((name) => {
      const columns = columnsOf.get(name);
      return `delete from ${name}; insert into ${name} (${columns}) overriding system value select ${columns} from ${copyOf(name)};`;
    });
    await unchecked.query(`${statements.join('')} delete from kept.touched;
       delete from jobs.job where output is null; update jobs.job set state = 'failed', completed_on = now() where state <> 'failed'`);
  }

  /** @returns what differs from what was kept, a line for each row; empty when nothing does */
  const changes = async (): Promise<string[]> => differences(kept, await dump());

  return { kept, dump, changes, restore };
}

const copyOf = (name: string) => `kept."${name}"`;

/** @returns what differs between two dumps, a line for each row; empty when nothing does */
export function differences(before: Dump, after: Dump): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    if (before[name] === after[name]) return [];
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
