import { statfsSync } from 'node:fs';
import { leastFree } from '#domain/system.ts';
import { BackupError } from './backup/backup-error.ts';
import { ConfigError } from './config.ts';
import { InUseError } from './database/owner-lock.ts';
import { isUnavailable } from './database/pool.ts';
import { isDiskFull } from './disk-full.ts';

/**
 * @param dataDir where the database is that comes along
 * @returns what the person at the keyboard reads of a start that failed for a reason that they can mend; undefined for a
 * defect, which is printed with its stack
 */
export function failureWords(error: unknown, dataDir: string): string | undefined {
  if (error instanceof ConfigError || error instanceof InUseError || error instanceof BackupError) return error.message;
  // A Postgres that has no room for its log ends, and all that is heard is that it is gone.
  if (isDiskFull(error) || (isUnavailable(error) && hasNoRoom(dataDir))) {
    return 'Yardpack could not start because a disk is full. Free some space for DATA_DIR and the database, then start again.';
  }
  if (isUnavailable(error)) {
    return `Yardpack could not start because the database stopped answering (${firstCauseOf(error)}). Check Postgres and how busy this machine is, then start again.`;
  }
  return undefined;
}

function hasNoRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < leastFree.full * 1_048_576;
  } catch {
    return false;
  }
}

/**
 * @param setting that names the port
 * @returns what tells of a port that cannot be had by its setting, and passes on every other error
 */
export const namingPort =
  (setting: 'PORT' | 'METRICS_PORT', port: number) =>
  (error: unknown): never => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new ConfigError(
        `${setting} is ${port}, which another program uses. Stop that program or choose another ${setting}.`,
      );
    }
    if (code === 'EACCES') {
      throw new ConfigError(`${setting} is ${port}, which this user may not open. Choose a ${setting} above 1023.`);
    }
    throw error;
  };

/** @returns the words of the driver or of the system, which stand at the bottom */
function firstCauseOf(error: unknown): string {
  let found = error;
  while (found instanceof Error && found.cause instanceof Error) found = found.cause;
  return found instanceof Error ? found.message : String(found);
}
