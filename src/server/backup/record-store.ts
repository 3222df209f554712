import { desc, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Client } from 'pg';
import { type Queryable, settings } from '../database/connection.ts';
import { backups } from '../database/schema/backups.ts';

export type BackupRecord = typeof backups.$inferSelect;

/** @returns a connection that waits as long as it takes: the backup is whole, whatever else the machine has to do */
export async function openPatient(url: string): Promise<{ database: Queryable; close(): Promise<void> }> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  await client.query('set statement_timeout = 0; set lock_timeout = 0');
  return { database: drizzle(client, settings) as unknown as Queryable, close: () => client.end() };
}

/** Keeps that a backup was made. A database from before this table has no place for it, and loses nothing. */
export async function insertRecord(database: Queryable, record: typeof backups.$inferInsert): Promise<void> {
  const { rows } = await database.execute(sql`select to_regclass('public.backups') is not null as "isThere"`);
  if (rows[0]?.isThere) await database.insert(backups).values(record);
}

export async function selectLastRecord(database: Queryable): Promise<BackupRecord | undefined> {
  const asked = eq(backups.reason, 'asked');
  const [last] = await database.select().from(backups).where(asked).orderBy(desc(backups.id)).limit(1);
  return last;
}
