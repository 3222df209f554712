import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { databaseUrl } from './postgres.ts';

/** Uses a connection of its own. */
export async function withClient<Result>(url: string, use: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/**
 * An empty database that belongs to somebody who is no superuser, as at a provider.
 * @param url of a server on which we may make users; that of the run unless given
 */
export async function createEmptyDatabase(
  url = inject('postgresUrl'),
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await withClient(url, async (admin) => {
    await admin.query(`create role ${name} login password '${name}'`);
    await admin.query(`create database ${name} owner ${name} encoding 'UTF8' template template0`);
  });
  const own = new URL(databaseUrl(url, name));
  [own.username, own.password] = [name, name];
  const drop = () =>
    withClient(url, async (admin) => {
      await admin.query(`drop database ${name} with (force)`);
      await admin.query(`drop role ${name}`);
    });
  return { url: own.href, drop };
}

/** @returns how many rows each table that a backup has holds, and a sum of all their values */
export async function sumsOf(url: string): Promise<Record<string, string>> {
  return await withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
       where schemaname in ('public', 'sandbox', 'sandbox_stripe') order by 1`,
    );
    const sums: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await client.query(
        `select count(*) || ' rows ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${name} t`,
      );
      sums[name] = rows[0].sum;
    }
    return sums;
  });
}

/** @returns the columns, keys, indexes, triggers and sequences of what a backup has */
export async function shapeOf(url: string): Promise<unknown[]> {
  return await withClient(url, async (client) => {
    const ours = `in ('public', 'sandbox', 'sandbox_stripe')`;
    const { rows } = await client.query(
      `select table_schema || '.' || table_name || '.' || column_name || ' ' || data_type || is_nullable as is
         from information_schema.columns where table_schema ${ours}
       union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
         from pg_constraint where connamespace::regnamespace::text ${ours}
       union all select indexdef from pg_indexes where schemaname ${ours}
       union all select pg_get_triggerdef(t.oid) || ' ' || tgenabled::text
         from pg_trigger t join pg_class c on c.oid = tgrelid
         where not tgisinternal and c.relnamespace::regnamespace::text ${ours}
       union all select schemaname || '.' || sequencename || ' ' || coalesce(last_value::text, '')
         from pg_sequences where schemaname ${ours}
       order by 1`,
    );
    return rows.map((row) => row.is);
  });
}

/** Takes back what a restore writes besides the rows of the backup, once. @returns how many standstills there were */
export async function takeBackStandstill(url: string): Promise<number> {
  return await withClient(url, async (client) => {
    await client.query('update bill_numbers set last = last - skipped, skipped = 0');
    await client.query('delete from bill_numbers where last = 0');
    for (const table of ['payments', 'refunds', 'top_ups']) {
      await client.query(`update ${table} set asked_at = null where status = 'pending'`);
    }
    return (await client.query('delete from standstills')).rowCount ?? 0;
  });
}
