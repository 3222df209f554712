import { randomUUIDv7 } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { Client, type ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { businessDay } from '#domain/calendar.ts';
import { systemClock } from '../clock.ts';
import { migrateUpTo } from '../database/migrations.ts';
import { BackupError } from './backup-error.ts';
import { plainText, savedSchemas, tablesSql } from './dump-store.ts';
import type { Manifest, TableHead } from './entries.ts';

/** Makes the tables of the stand-ins, on the restore's connection. */
export type CreateStandIns = (client: Client) => Promise<void>;

/** An empty database that is being filled, in one transaction: whatever happens before `finish`, it stays empty. */
export type Loading = {
  /** Makes the tables as they were when the backup was made. */
  begin(manifest: Manifest): Promise<void>;
  /** @returns how many rows Postgres has taken */
  table(head: TableHead, rows: AsyncIterable<Buffer>): Promise<number>;
  /** Money stands still from here on. */
  finish(): Promise<void>;
  end(): Promise<void>;
};

const ownSchemas = [...savedSchemas, 'drizzle', 'jobs'];

/** @throws BackupError when the database is not empty */
export async function openLoading(url: string, howToEmpty: string, createStandIns: CreateStandIns): Promise<Loading> {
  const client = new Client({ connectionString: url, application_name: 'yardpack restore', keepAlive: true });
  client.on('error', () => {});
  await client.connect();
  const names = (text: string) =>
    text
      .split('.')
      .map((part) => client.escapeIdentifier(part))
      .join('.');
  const tables = async () =>
    (await client.query<{ schema: string; name: string; columns: string[] }>(tablesSql, [ownSchemas])).rows;
  let foreignKeys: { table: string; name: string; definition: string }[] = [];
  let loaded: Manifest | undefined;
  try {
    await client.query(`begin; ${plainText}`);
    const there = await tables();
    if (there.length > 0) {
      const some = there.slice(0, 3).map(({ name }) => name);
      throw new BackupError(
        `The database is not empty: it has ${there.length} tables, such as ${some.join(', ')}. Nothing was changed.\n${howToEmpty}`,
      );
    }
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    async begin(manifest) {
      loaded = manifest;
      await migrateUpTo(client, manifest.migration.when);
      if (manifest.schemas.some((name) => name !== 'public')) await createStandIns(client);
      // A foreign key is checked for all rows at once when it is made anew, whatever the order of the tables. The owner of
      // a table may do that, and switch our own triggers off; to switch the keys' triggers off takes a superuser.
      const found = await client.query<{ table: string; name: string; definition: string }>(
        `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
         from pg_constraint where contype = 'f' and conparentid = 0 and connamespace::regnamespace::text = any($1)`,
        [savedSchemas],
      );
      foreignKeys = found.rows;
      for (const { table, name } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`);
      const made = await tables();
      for (const { schema, name } of made) {
        if (schema !== 'drizzle') await client.query(`alter table ${names(`${schema}.${name}`)} disable trigger user`);
      }
      // Some migrations write rows.
      const ours = made
        .filter(({ schema }) => schema !== 'drizzle')
        .map(({ schema, name }) => names(`${schema}.${name}`));
      await client.query(`truncate ${ours.join(', ')}`);
    },
    async table({ table, columns }, rows) {
      const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
      const stream = client.query(copyFrom(`copy ${names(table)} (${list}) from stdin`));
      await pipeline(rows, stream);
      return stream.rowCount;
    },
    async finish() {
      for (const { name, value, isCalled } of loaded?.sequences ?? []) {
        await client.query('select setval($1::regclass, $2::bigint, $3)', [names(name), value, isCalled]);
      }
      for (const { table, name, definition } of foreignKeys) {
        await client.query(`alter table ${table} add constraint ${name} ${definition}`);
      }
      for (const { schema, name } of await tables()) {
        if (schema !== 'drizzle') await client.query(`alter table ${names(`${schema}.${name}`)} enable trigger user`);
      }
      if (loaded) await standStill(client, loaded.madeAt);
      // Without it Postgres plans in the dark until it has looked by itself.
      await client.query('analyze');
      await client.query('commit');
    },
    end: () => client.end(),
  };
}

/**
 * From here on money stands still until somebody lets it go on. Whatever was to be asked for when the backup was made may
 * have been asked for since, and Stripe forgets a key after a day: each of them is looked up first.
 * @param savedAt when the backup was made
 * @param now when it is restored
 */
export async function standStill(
  client: Pick<ClientBase, 'query'>,
  savedAt: string,
  now = systemClock.now(),
): Promise<void> {
  // One that nobody had ended when the backup was made goes on in the new one.
  await client.query(
    `with before as (update standstills set ended_at = $3 where ended_at is null returning saved_at)
     insert into standstills (id, saved_at, restored_at)
     select $1, least($2::timestamptz, (select min(saved_at) from before)), $3::timestamptz`,
    [randomUUIDv7(), savedAt, now.toString()],
  );
  await skipNumbers(client, savedAt, now);
  for (const table of ['payments', 'refunds', 'top_ups']) {
    await client.query(`update ${table} set asked_at = created_at where status = 'pending' and asked_at is null`);
  }
}

/**
 * Leaves out the numbers that bills may have been given since the backup, so that no two bills have one: three times as many as in
 * as long a time before it, and a hundred.
 */
async function skipNumbers(client: Pick<ClientBase, 'query'>, savedAt: string, now: Temporal.Instant): Promise<void> {
  const years = [Temporal.Instant.from(savedAt), now].map((moment) => businessDay(moment).year);
  await client.query(
    `with lately as (select 30 days_long, count(*) from bills where created_at > $1::timestamptz - interval '30 days'),
       gap as (select 100 + ceil(3 * count * (1 + greatest(0, extract(epoch from $2::timestamptz - $1::timestamptz)) / 86400)
         / days_long)::integer as numbers from lately)
     insert into bill_numbers as known (year, last, skipped) select year, numbers, numbers from gap, unnest($3::integer[]) year
     on conflict (year) do update set last = known.last + excluded.last, skipped = known.skipped + excluded.skipped`,
    [savedAt, now.toString(), [...new Set(years)]],
  );
}
