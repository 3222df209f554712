import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { migrationOf } from '../database/migrations.ts';
import { BackupError } from './backup-error.ts';
import type { Manifest, Table as SavedTable, TableHead } from './entries.ts';

/**
 * What a backup has of the database: the business, and what the stand-ins keep. The queue's jobs are left out: each but one
 * is about a row that the sweep finds, and who asked for a reset link asks again.
 */
export const savedSchemas = ['public', 'sandbox', 'sandbox_stripe'];

type Table = { schema: string; name: string; columns: string[] };

/** No limits of time, and how values are written, whatever the server's own settings, so that any other server reads them the same. */
export const plainText = `set local statement_timeout = 0; set local lock_timeout = 0; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local extra_float_digits = 3; set local bytea_output = 'hex'; set local client_encoding = 'UTF8'`;

/** The saved tables: none of an extension, of generated columns no values. */
export const tablesSql = `
  select n.nspname as schema, c.relname as name,
    array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = any($1)
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  group by n.nspname, c.relname order by n.nspname, c.relname`;

const headOf = ({ schema, name, columns }: Table): TableHead => ({ table: `${schema}.${name}`, columns });

/** One look at the whole database, as it was at one moment, while everybody goes on writing. */
export type Snapshot = {
  manifest: Omit<Manifest, 'version' | 'madeAt' | 'withPhotos'> & { tables: TableHead[] };
  /** Each table's rows, one table after the other. */
  tables(): AsyncGenerator<SavedTable>;
  /** @returns the ids of the photos that people can see */
  photoIds(): Promise<string[]>;
  end(): Promise<void>;
};

/** @throws BackupError when there is nothing to save */
export async function openSnapshot(url: string): Promise<Snapshot> {
  const client = new Client({ connectionString: url, application_name: 'yardpack backup', keepAlive: true });
  // What fails is thrown by the statement that waits for it.
  client.on('error', () => {});
  await client.connect();
  try {
    const id = ({ schema, name }: Pick<Table, 'schema' | 'name'>) =>
      `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;
    const before = (await client.query<Table>(tablesSql, [savedSchemas])).rows;
    if (before.length === 0) throw new BackupError('There is nothing to back up: the database is empty.');
    await client.query('begin isolation level repeatable read, read only');
    // The first look at the data comes after it, so no migration can change a table between the look and its copy.
    await client.query(plainText);
    await client.query(`lock table ${before.map(id).join(', ')} in access share mode`);
    const { rows: tables } = await client.query<Table>(tablesSql, [savedSchemas]);
    const migration = await migrationOf(client);
    if (!migration) throw new BackupError('This is not a database of Yardpack: it has no record of migrations.');
    const { rows: server } = await client.query<{ version: string }>(
      `select current_setting('server_version') as version`,
    );
    const { rows: sequences } = await client.query<{ schema: string; name: string }>(
      'select schemaname as schema, sequencename as name from pg_sequences where schemaname = any($1) order by 1, 2',
      [savedSchemas],
    );
    const stands: Manifest['sequences'] = [];
    for (const sequence of sequences) {
      const { rows } = await client.query<{ value: string; isCalled: boolean }>(
        `select last_value as value, is_called as "isCalled" from ${id(sequence)}`,
      );
      if (rows[0]) stands.push({ name: `${sequence.schema}.${sequence.name}`, ...rows[0] });
    }
    // Postgres says how many rows that were after the last of them, in what may be a later packet: before it answers anything else.
    const rowsOf = async (copied: { rowCount: number }) => {
      await client.query('select');
      return copied.rowCount;
    };
    return {
      manifest: {
        postgres: server[0]?.version ?? '',
        migration,
        schemas: [...new Set(tables.map(({ schema }) => schema))],
        sequences: stands,
        tables: tables.map(headOf),
      },
      async *tables() {
        for (const table of tables) {
          const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
          const stream = client.query(copyTo(`copy (select ${columns} from ${id(table)}) to stdout`));
          yield { head: headOf(table), bytes: stream, rows: () => rowsOf(stream) };
        }
      },
      async photoIds() {
        const ids: string[] = [];
        for (let last = '00000000-0000-0000-0000-000000000000', more = true; more; ) {
          const { rows } = await client.query<{ id: string }>(
            'select id from public.files where uploaded_at is not null and id > $1 order by id limit 10000',
            [last],
          );
          ids.push(...rows.map((row) => row.id));
          last = rows.at(-1)?.id ?? last;
          more = rows.length > 0;
        }
        return ids;
      },
      end: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** @returns those of these photos that people can still see, although their bytes were not found */
export async function selectStillThere(url: string, ids: readonly string[]): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      'select id from public.files where uploaded_at is not null and id = any($1::uuid[])',
      [ids],
    );
    return rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}
