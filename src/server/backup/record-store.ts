import { desc, sql } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { backups } from '../database/schema/backups.ts';

export type BackupRecord = typeof backups.$inferSelect;

/** Keeps that a backup was made. A database from before this table has no place for it, and loses nothing. */
export async function insertRecord(database: Queryable, record: typeof backups.$inferInsert): Promise<void> {
  const { rows } = await database.execute(sql`select to_regclass('public.backups') is not null as "isThere"`);
  if (rows[0]?.isThere) await database.insert(backups).values(record);
}

export async function selectLastRecord(database: Queryable): Promise<BackupRecord | undefined> {
  const [last] = await database.select().from(backups).orderBy(desc(backups.id)).limit(1);
  return last;
}
