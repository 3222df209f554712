import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { restoreBackup } from './backup/restore-backup.ts';
import { systemClock } from './clock.ts';
import { runCommand } from './command.ts';
import { checkServer } from './database/check-server.ts';
import { startEmbeddedPostgres } from './database/embedded.ts';
import { createFileStore } from './files/open-file-store.ts';
import { createStandIns } from './stand-ins.ts';

const usage = 'npm run restore -- FILE   puts a backup into an empty database, with its photos';

/** Puts a backup into an empty database. No Yardpack may run on it. */
await runCommand(usage, async (config, args, say) => {
  const [given, ...rest] = args;
  if (given === undefined || given.startsWith('-') || rest.length > 0) return usage;
  const file = resolve(process.env.INIT_CWD ?? '', given);
  // A folder that is not there would be made for nothing.
  if (!existsSync(file)) return `There is no file ${file}.`;
  const own = config.DATABASE_URL ? undefined : await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: say });
  const howToEmpty = own
    ? `For an empty one, move the old one away, and restore again: mv '${own.folder}/cluster' '${own.folder}/cluster-before'`
    : 'For an empty one, make another database (create database yardpack_restored), name it in DATABASE_URL, and restore again.';
  try {
    await checkServer(config.DATABASE_URL ?? own?.url ?? '');
    await restoreBackup({
      url: config.DATABASE_URL ?? own?.url ?? '',
      file,
      key: config.BACKUP_KEY,
      photos: await createFileStore(config, systemClock),
      createStandIns,
      howToEmpty,
      say,
    });
    say('Start Yardpack now: a newer version than that of the backup brings the schema on by itself.');
  } finally {
    await own?.stop();
  }
  return undefined;
});
