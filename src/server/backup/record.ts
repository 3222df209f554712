import type { Queryable } from '../database/connection.ts';
import type { World } from '../world.ts';
import { type BackupRecord, insertRecord, selectLastRecord } from './record-store.ts';
import type { MadeBackup } from './write-backup.ts';

/** @returns the newest backup that was made whole; undefined when there has been none */
export const lastBackup = ({ database }: Pick<World, 'database'>): Promise<BackupRecord | undefined> =>
  selectLastRecord(database);

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
