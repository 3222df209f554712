import type { Queryable } from '../database/connection.ts';
import type { World } from '../world.ts';
import { type BackupRecord, insertRecord, openPatient, selectLastRecord } from './record-store.ts';
import type { MadeBackup } from './write-backup.ts';

/** @returns the newest backup that somebody, or the night, has asked for and that is whole; undefined when there has been none */
export const lastBackup = ({ database }: Pick<World, 'database'>): Promise<BackupRecord | undefined> =>
  selectLastRecord(database);

/** Keeps it on a connection of its own, as `recordBackup` does. */
export async function recordBackupAt(url: string, made: MadeBackup, at: Temporal.Instant): Promise<void> {
  const { database, close } = await openPatient(url);
  await recordBackup(database, made, 'asked', at).finally(close);
}

/** @param at the business's time */
export async function recordBackup(
  database: Queryable,
  { totals, size, seconds, isEncrypted, withPhotos }: MadeBackup,
  reason: BackupRecord['reason'],
  at: Temporal.Instant,
): Promise<void> {
  await insertRecord(database, {
    at,
    reason,
    bytes: size,
    rows: totals.rows,
    photos: withPhotos ? totals.photos : null,
    isEncrypted,
    seconds: Math.round(seconds),
  });
}
