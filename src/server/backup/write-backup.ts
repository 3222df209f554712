import { createWriteStream, existsSync } from 'node:fs';
import { open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { systemClock } from '../clock.ts';
import type { FileStore } from '../files/file-store.ts';
import { yardpackVersion } from '../version.ts';
import { BackupError, photosRefused } from './backup-error.ts';
import { readBackup } from './check-backup.ts';
import { openSnapshot, type Snapshot, selectStillThere } from './dump-store.ts';
import { type Photo, packEntries, type Totals } from './entries.ts';
import { closing } from './sealed-file.ts';
import { sizeLabel, timeLabel, totalsLabel } from './words.ts';

export type PhotoReader = Pick<FileStore, 'read' | 'origin'>;

export type BackupOptions = {
  /** The database's connection URL. */
  url: string;
  /** Where it goes; nothing may be there. */
  file: string;
  /** What it is encrypted with, if it is. */
  key: string | undefined;
  /** Where photos are read from; undefined leaves them out. */
  photos: PhotoReader | undefined;
  say: (line: string) => void;
};

export type MadeBackup = { totals: Totals; size: number; seconds: number; isEncrypted: boolean; withPhotos: boolean };

/** So many photos are asked for at once: a bucket takes its time for each. */
const photosAtOnce = 8;

/**
 * Writes database and photos into one file, reads it back, and only then gives it its name. The database is that of one
 * moment, at which every photo that it shows had been kept; photos never change.
 * @throws BackupError in words for the person at the keyboard; no file of that name is left then
 */
export async function writeBackup({ url, file, key, photos, say }: BackupOptions): Promise<MadeBackup> {
  if (existsSync(file)) throw new BackupError(`${file} exists. Name another file, or move that one away.`);
  const part = partOf(file);
  const begun = performance.now();
  const snapshot = await openSnapshot(url);
  try {
    await writeFile(part, '', { mode: 0o600 });
    await removeLeftParts(file, (await stat(part)).mtimeMs);
    const missing: string[] = [];
    const totals = await writePart(part, key, snapshot, photos, missing);
    await snapshot.end();
    const { size } = await stat(part);
    say(`Written: ${totalsLabel(totals, photos !== undefined)}, ${sizeLabel(totals.bytes)}, in ${timeLabel(begun)}.`);
    const reading = performance.now();
    const { isEncrypted } = await readBackup(part, key);
    say(`Read back in ${timeLabel(reading)}: every checksum and every number of rows agrees.`);
    await rename(part, file);
    await syncFolder(dirname(file));
    say(
      `${file} has ${sizeLabel(size)}, ${isEncrypted ? 'encrypted with BACKUP_KEY' : 'not encrypted: BACKUP_KEY is not set'}.`,
    );
    const lost = missing.length > 0 ? await selectStillThere(url, missing) : [];
    if (lost.length > 0)
      say(`The bytes of ${lost.length} photos were not found, such as of ${lost[0]}: they are not in it.`);
    const seconds = (performance.now() - begun) / 1000;
    return { totals, size, seconds, isEncrypted, withPhotos: photos !== undefined };
  } catch (error) {
    await snapshot.end();
    await rm(part, { force: true });
    throw inWords(error, file);
  }
}

/** A file of this process alone: of two backups of one name, each writes and reads back its own. */
export const partOf = (file: string): string => `${file}.${hostname()}-${process.pid}.part`;

/** No backup takes as long. */
const leftAfterMs = 24 * 60 * 60 * 1000;

/**
 * Removes what backups of that name have left that were killed.
 * @param now by the clock that dates the files of this folder, which may be another machine's
 */
async function removeLeftParts(file: string, now: number): Promise<void> {
  const names = await readdir(dirname(file)).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(`${basename(file)}.`) && one.endsWith('.part'))) {
    const part = join(dirname(file), name);
    const found = await stat(part).catch(() => undefined);
    if (found?.isFile() && found.mtimeMs < now - leftAfterMs) await rm(part, { force: true });
  }
}

async function writePart(
  part: string,
  key: string | undefined,
  snapshot: Snapshot,
  photos: PhotoReader | undefined,
  missing: string[],
): Promise<Totals> {
  let totals: Totals | undefined;
  const manifest = {
    version: yardpackVersion(),
    madeAt: systemClock.now().toString(),
    withPhotos: photos !== undefined,
    ...snapshot.manifest,
  };
  await pipeline(
    packEntries(manifest, snapshot.tables(), photosOf(snapshot, photos, missing), (all) => {
      totals = all;
    }),
    ...closing(key),
    // On the disk before it is read back.
    createWriteStream(part, { mode: 0o600, flush: true }),
  );
  if (!totals) throw new BackupError('The backup was not written to its end.');
  return totals;
}

async function* photosOf(
  snapshot: Snapshot,
  photos: PhotoReader | undefined,
  missing: string[],
): AsyncGenerator<Photo> {
  if (!photos) return;
  const ids = await snapshot.photoIds();
  // From here on the database may clean up behind itself again.
  await snapshot.end();
  const asked: Promise<{ id: string; bytes: Buffer | undefined }>[] = [];
  const ask = async (id: string) => ({
    id,
    bytes: await photos.read(id).catch((error: unknown) => {
      throw photosRefused(photos, 'read', error);
    }),
  });
  for (let next = 0; next < ids.length || asked.length > 0; ) {
    for (; asked.length < photosAtOnce && next < ids.length; next += 1) {
      const asking = ask(ids[next] ?? '');
      // It is thrown where it is waited for, perhaps after an earlier one.
      asking.catch(() => undefined);
      asked.push(asking);
    }
    const answer = await asked.shift();
    if (answer?.bytes) yield { id: answer.id, jpeg: answer.bytes };
    else if (answer) missing.push(answer.id);
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  // Not every system can do that with a folder.
  await handle.sync().catch(() => undefined);
  await handle.close();
}

/** What the system says of a file, in words. */
const fileProblems: Record<string, (file: string) => string> = {
  ENOSPC: (file) => `The disk is full: there is no room for ${file}. Nothing of it was left.`,
  EDQUOT: (file) => `There is no more room for you on the disk of ${file}. Nothing of it was left.`,
  ENOENT: (file) => `There is no folder ${dirname(file)}.`,
  ENOTDIR: (file) => `${dirname(file)} is not a folder.`,
  EACCES: (file) => `You may not write to ${dirname(file)}.`,
  EPERM: (file) => `You may not write to ${dirname(file)}.`,
  EROFS: (file) => `${dirname(file)} can only be read.`,
  EISDIR: (file) => `${partOf(file)} is a folder.`,
};

function inWords(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return error;
  const words = fileProblems[String(error.code)]?.(file);
  return words === undefined ? error : new BackupError(words, { cause: error });
}
