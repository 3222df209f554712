import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { BackupError } from './backup-error.ts';
import { selectUpgrade } from './upgrade-store.ts';
import { type MadeBackup, writeBackup } from './write-backup.ts';

const prefix = 'before-upgrade-';
/** So many are kept. */
const most = 3;

export const backupFolder = ({ BACKUP_DIR, DATA_DIR }: Config): string => BACKUP_DIR ?? join(DATA_DIR, 'backups');

/**
 * Makes a backup when a start is about to change the schema of a database that has something in it. Photos are left out:
 * no migration touches them.
 * @returns the backup; undefined when there was no need of one
 * @throws BackupError when it could not be made
 */
export async function backupBeforeUpgrade(
  config: Config,
  url: string,
  say: (line: string) => void,
): Promise<MadeBackup | undefined> {
  if (!config.UPGRADE_BACKUP) return undefined;
  const upgrade = await selectUpgrade(url);
  if (!upgrade) return undefined;
  const folder = backupFolder(config);
  say(`The database's schema is about to change (${upgrade.pending} steps), so it is backed up first.`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const moment = systemClock.now().toString().replaceAll(/[:.]/g, '-');
    // Its schema tells which version can read it.
    const file = join(folder, `${prefix}${moment}-${upgrade.from}.backup`);
    const made = await writeBackup({ url, file, key: config.BACKUP_KEY, photos: undefined, say });
    await forgetOld(folder);
    return made;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new BackupError(
      `Yardpack does not start: the backup before the change of the schema could not be made. ${why}\n` +
        'Nothing was changed. Mend it, or start once with UPGRADE_BACKUP=0 when you have a backup of your own.',
      { cause: error },
    );
  }
}

/** Keeps the newest few. Others in the folder, which somebody else has made, stay. */
async function forgetOld(folder: string): Promise<void> {
  const found = (await readdir(folder)).filter((name) => name.startsWith(prefix) && name.endsWith('.backup')).sort();
  for (const name of found.slice(0, -most)) await rm(join(folder, name), { force: true });
}
