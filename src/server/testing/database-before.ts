import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { inject } from 'vitest';
import { databaseUrl } from './postgres.ts';

const migrations = fileURLToPath(new URL('../database/migrations', import.meta.url));

export type DatabaseBefore = { url: string; client: Client };

/**
 * Uses a database as it was before a migration, with a history in it, and drops it.
 * @param name the migration's, 'ledger'
 * @param history statements that write it; nothing holds them to foreign keys
 */
export async function withDatabaseBefore(
  name: string,
  history: string[],
  use: (before: DatabaseBefore) => Promise<void>,
): Promise<void> {
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = new Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query(`create database ${database}`);
  const url = databaseUrl(inject('postgresUrl'), database);
  const client = new Client({ connectionString: url });
  await client.connect();
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  try {
    await cp(migrations, folder, { recursive: true });
    const path = join(folder, 'meta/_journal.json');
    const journal = JSON.parse(await readFile(path, 'utf8'));
    const end = journal.entries.findIndex(({ tag }: { tag: string }) => tag.endsWith(`_${name}`));
    await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }));
    await migrate(drizzle(client), { migrationsFolder: folder });
    await client.query(['set session_replication_role = replica', ...history].join(';\n'));
    await use({ url, client });
  } finally {
    await client.end();
    await rm(folder, { recursive: true });
    await admin.query(`drop database ${database} with (force)`);
    await admin.end();
  }
}

/** @returns what writes a person's profile as every schema so far takes it */
export const profileSql = (id: string, type: 'CUSTOMER' | 'WORKER' | 'EMPLOYEE'): string => `insert into profiles
  (id, user_id, type, label, first_name, last_name, display_name, email, phone, agreed_to_terms_at, is_default,
    onboarding_complete, notification_preference, created_at)
  values ('${id}', '${id}', 'PROFILE_TYPE_${type}', 'Pat', 'Pat', 'Lee', 'Pat L.', 'pat@example.com', '+15550100', now(), true, true,
    'NOTIFICATION_PREFERENCE_EMAIL', now())`;
