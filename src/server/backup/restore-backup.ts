import { knownMigrations, upgradesAll } from '../database/migrations.ts';
import type { FileStore } from '../files/file-store.ts';
import { yardpackVersion } from '../version.ts';
import { BackupError, photosRefused } from './backup-error.ts';
import { readBackup } from './check-backup.ts';
import type { Manifest, Totals } from './entries.ts';
import { type CreateStandIns, openLoading } from './load-store.ts';
import { timeLabel, totalsLabel } from './words.ts';

export type PhotoKeeper = Pick<FileStore, 'keep'> & Partial<Pick<FileStore, 'origin'>>;

export type RestoreOptions = {
  /** Of an empty database. */
  url: string;
  file: string;
  key: string | undefined;
  /** Where photos are kept. */
  photos: PhotoKeeper;
  createStandIns: CreateStandIns;
  /** What the person does who has no empty database. */
  howToEmpty: string;
  say: (line: string) => void;
};

/**
 * Puts a backup into an empty database, with its photos: all of it or nothing. The backup is read to its end before
 * anything is written. Photos come before the rows that show them, as in the life of the business: what a restore that dies
 * leaves is photos that nothing shows, which the next one keeps.
 * @throws BackupError in words for the person at the keyboard
 */
export async function restoreBackup(options: RestoreOptions): Promise<Totals> {
  const { url, file, key, photos, howToEmpty, say } = options;
  const begun = performance.now();
  const { manifest, totals } = await readBackup(file, key);
  requireKnown(file, manifest);
  say(`${file}: ${aboutBackup(manifest, totals)}`);
  say(`Read to its end in ${timeLabel(begun)}: every checksum and every number of rows agrees.`);
  const loading = await openLoading(url, howToEmpty, options.createStandIns);
  const writing = performance.now();
  try {
    await readBackup(file, key, {
      begin: loading.begin,
      async table(head, rows) {
        await loading.table(head, rows);
      },
      async photo({ id, jpeg }) {
        await photos.keep(id, jpeg).catch((error: unknown) => {
          throw photosRefused(photos, 'kept', error);
        });
      },
    });
    await loading.finish();
  } catch (error) {
    throw isTaken(error)
      ? new BackupError(
          'Another restore, or Yardpack itself, has begun to use the database meanwhile. Nothing was changed.',
        )
      : error;
  } finally {
    await loading.end();
  }
  say(`Restored in ${timeLabel(writing)}: ${totalsLabel(totals, manifest.withPhotos)}.`);
  say(
    'Money stands still from here on, because what was collected since the backup is not known: let it go on at /system.',
  );
  if (!manifest.withPhotos) say('This backup has no photos: those that are where photos are kept stay.');
  return totals;
}

/** @returns what a backup is, in a sentence */
export function aboutBackup({ madeAt, version, migration, postgres, withPhotos }: Manifest, totals: Totals): string {
  const schema = migration.name ?? String(migration.when);
  return `made ${madeAt} by Yardpack ${version} (schema ${schema}) from PostgreSQL ${postgres}; ${totalsLabel(totals, withPhotos)}.`;
}

function requireKnown(file: string, { migration, version }: Manifest): void {
  const known = knownMigrations();
  const newest = known.at(-1);
  if (!newest || known.some(({ when }) => when === migration.when)) return;
  const isNewer = migration.when > newest.when;
  const advice = isNewer ? 'Restore it with that version.' : `Restore it with ${upgradesAll}, then start this one.`;
  throw new BackupError(
    `${file} is of ${isNewer ? 'a newer' : 'an older'} Yardpack: ${version} with the schema ${migration.name ?? migration.when}, ` +
      `and this is ${yardpackVersion()} with ${newest.name}. ${advice} Nothing was changed.`,
  );
}

/** duplicate_schema, duplicate_table, and unique_violation in Postgres's own tables (PostgreSQL documentation, appendix A) */
const isTaken = (error: unknown) =>
  error instanceof Error && 'code' in error && ['42P06', '42P07', '23505'].includes(String(error.code));
