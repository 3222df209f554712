import { readFileSync, writeFileSync } from 'node:fs';
import { Client } from 'pg';
import { runCommand, withDatabase } from '../command.ts';
import { knownMigrations, migrationOf, migrationsFolder } from '../database/migrations.ts';
import { releasesFolder, releaseText, sumOfMigrations } from './releases.ts';

const usage = 'node scripts/keep-release.js VERSION   keeps rows of the demo of DATA_DIR, as this version wrote them';
/** A column with more different values than these has no kinds of rows. */
const mostKinds = 16;

type Row = (string | null)[];
type Table = { name: string; columns: string[]; rows: Row[]; kept: Set<Row> };

/**
 * Keeps what a release wrote, for the tests of upgrades: of each table a row of each kind, and the rows that they point to.
 * Run it on the whole demo when a version is released, or when the first one is still to be and a migration has come.
 */
await runCommand(usage, async (config, [version, ...rest], say) => {
  if (!version || !/^\d+\.\d+\.\d+$/.test(version) || rest.length > 0) return usage;
  await withDatabase(config, async (url) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      const newest = await migrationOf(client);
      if (newest?.when !== knownMigrations().at(-1)?.when) throw new Error('The demo is not of this version.');
      const tables = await readTables(client);
      for (const table of tables.values()) keepKinds(table);
      await keepWhatIsPointedTo(client, tables);
      const rows = [...tables.values()].flatMap((table) =>
        table.rows.filter((row) => table.kept.has(row)).map((row) => insertOf(client, table, row)),
      );
      const empty = [...tables.values()].filter((table) => table.rows.length === 0).map(({ name }) => name);
      const when = newest?.when ?? 0;
      const text = releaseText({ version, when, sum: sumOfMigrations(when), empty, rows });
      writeFileSync(`${releasesFolder}/${version}.sql`, text);
      say(`${rows.length} rows of ${tables.size} tables. Without any: ${empty.join(', ')}`);
    } finally {
      await client.end();
    }
  });
  return undefined;
});

/** The tables and columns that the code of this version knows: others may wait for their end. */
function knownTables(): { name: string; columns: string[] }[] {
  const nth = String(knownMigrations().length - 1).padStart(4, '0');
  const { tables } = JSON.parse(readFileSync(`${migrationsFolder}/meta/${nth}_snapshot.json`, 'utf8')) as {
    tables: Record<string, { name: string; columns: Record<string, { name: string; generated?: unknown }> }>;
  };
  return Object.values(tables)
    .map(({ name, columns }) => ({
      name,
      columns: Object.values(columns)
        .filter((column) => !column.generated)
        .map((column) => column.name),
    }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

async function readTables(client: Client): Promise<Map<string, Table>> {
  const tables = new Map<string, Table>();
  await client.query(`set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC'`);
  for (const { name, columns } of knownTables()) {
    const values = columns.map((column) => `${client.escapeIdentifier(column)}::text`).join(', ');
    const text = `select ${values} from public.${client.escapeIdentifier(name)} order by 1`;
    const { rows } = await client.query<Row>({ text, rowMode: 'array' });
    tables.set(name, { name, columns, rows, kept: new Set() });
  }
  return tables;
}

/** Keeps a row for each value of the columns that have few, and one with and one without a value of all others. */
function keepKinds({ columns, rows, kept }: Table): void {
  const seen = new Set<string>();
  const hasKinds = columns.map((_, at) => new Set(rows.map((row) => row[at])).size <= mostKinds);
  for (const row of rows) {
    const kinds = row.map((value, at) => `${at} ${hasKinds[at] ? JSON.stringify(value) : value !== null}`);
    if (kinds.every((kind) => seen.has(kind))) continue;
    for (const kind of kinds) seen.add(kind);
    kept.add(row);
  }
}

async function keepWhatIsPointedTo(client: Client, tables: Map<string, Table>): Promise<void> {
  const { rows: keys } = await client.query<{ from: string; columns: string[]; to: string; targets: string[] }>(
    `select conrelid::regclass::text as from, confrelid::regclass::text as to,
       (select array_agg(attname::text order by n) from unnest(conkey) with ordinality k (num, n)
         join pg_attribute on attrelid = conrelid and attnum = num) as columns,
       (select array_agg(attname::text order by n) from unnest(confkey) with ordinality k (num, n)
         join pg_attribute on attrelid = confrelid and attnum = num) as targets
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  const valuesOf = (table: Table, columns: string[]) => {
    const places = columns.map((column) => table.columns.indexOf(column));
    return (row: Row) => JSON.stringify(places.map((place) => row[place]));
  };
  for (let hasMore = true; hasMore; ) {
    hasMore = false;
    for (const { from, columns, to, targets } of keys) {
      const [source, target] = [tables.get(from), tables.get(to)];
      if (!source || !target) continue;
      const wanted = new Set([...source.kept].map(valuesOf(source, columns)));
      const keyOf = valuesOf(target, targets);
      for (const row of target.rows) {
        if (target.kept.has(row) || !wanted.has(keyOf(row))) continue;
        target.kept.add(row);
        hasMore = true;
      }
    }
  }
}

function insertOf(client: Client, { name, columns }: Table, row: Row): string {
  const values = row.map((value) => (value === null ? 'null' : literalOf(client, value)));
  return `insert into ${name} (${columns.map((column) => client.escapeIdentifier(column)).join(', ')}) values (${values.join(', ')});`;
}

/** On one line, so that a line is a statement. */
function literalOf(client: Client, value: string): string {
  const literal = client.escapeLiteral(value);
  if (!value.includes('\n')) return literal;
  return (literal.startsWith(' E') ? literal : ` E${literal}`).replaceAll('\n', '\\n');
}
