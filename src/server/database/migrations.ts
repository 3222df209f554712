import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { ClientBase } from 'pg';

export const migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url));

/** A migration by the moment in the journal, which is what the database keeps of it, and by its name if it is known here. */
export type Migration = { when: number; name: string | null };

type Journal = { entries: { when: number; tag: string }[] };

/** @returns the migrations that this version knows, oldest first */
export function knownMigrations(): { when: number; name: string }[] {
  const { entries } = JSON.parse(readFileSync(`${migrationsFolder}/meta/_journal.json`, 'utf8')) as Journal;
  return entries.map(({ when, tag }) => ({ when, name: tag }));
}

/** The last version that upgrades a database of any age, before its migrations became the first schema of today. */
export const upgradesAll = 'the version of November 30, 2026 (commit 32d75a00)';

/**
 * @param when its newest migration
 * @returns what to do when a database is older than the first schema that this version knows; undefined when it is not
 */
export function ageTrouble(when: number | undefined): string | undefined {
  if (when === undefined || when >= (knownMigrations()[0]?.when ?? 0)) return undefined;
  return `This version cannot upgrade the database, which is older. Start ${upgradesAll} on it once, then this one.`;
}

/** @returns the newest migration of a database; undefined when it has none */
export async function migrationOf(client: Pick<ClientBase, 'query'>): Promise<Migration | undefined> {
  const { rows: there } = await client.query<{ is: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as is`,
  );
  if (!there[0]?.is) return undefined;
  const { rows } = await client.query<{ when: string }>(
    'select created_at as when from drizzle.__drizzle_migrations order by created_at desc limit 1',
  );
  if (!rows[0]) return undefined;
  const when = Number(rows[0].when);
  return { when, name: knownMigrations().find((one) => one.when === when)?.name ?? null };
}

/**
 * Migrates an empty database to the schema that a migration leaves, in the caller's transaction, and records it as the
 * usual migration does, which then goes on from there.
 */
export async function migrateUpTo(client: Pick<ClientBase, 'query'>, last: number): Promise<void> {
  await client.query('create schema drizzle');
  await client.query(
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder })) {
    if (folderMillis > last) continue;
    for (const statement of sql) await client.query(statement);
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ]);
  }
}
