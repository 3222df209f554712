import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readBackup } from './backup/check-backup.ts';
import { recordBackupAt } from './backup/record.ts';
import { aboutBackup } from './backup/restore-backup.ts';
import { writeBackup } from './backup/write-backup.ts';
import { systemClock } from './clock.ts';
import { runCommand, withDatabase } from './command.ts';
import type { Config } from './config.ts';
import { createFileStore } from './files/open-file-store.ts';
import { readBusinessTime } from './stand-ins.ts';

const usage = `npm run backup -- FILE              database and photos into one file, also while Yardpack runs
npm run backup -- --no-photos FILE  the database alone
npm run backup -- --verify FILE     reads a backup to its end and says what is in it`;

/** Makes or reads a backup. It works beside a running Yardpack and without one. */
await runCommand(usage, async (config, args, say) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    allowNegative: true,
    options: { verify: { type: 'boolean' }, photos: { type: 'boolean', default: true } },
  });
  const [given, ...rest] = positionals;
  if (given === undefined || rest.length > 0) return usage;
  // npm starts its scripts in the folder of the project.
  const file = resolve(process.env.INIT_CWD ?? '', given);
  if (values.verify) await verify(config, file, say);
  else await backUp(config, file, values.photos, say);
  return undefined;
});

async function verify(config: Config, file: string, say: (line: string) => void): Promise<void> {
  const { manifest, totals, isEncrypted } = await readBackup(file, config.BACKUP_KEY);
  say(`${file} is whole: every checksum and every number of rows agrees.`);
  say(
    `It was ${aboutBackup(manifest, totals)} It is ${isEncrypted ? 'encrypted, and this is its key' : 'not encrypted'}.`,
  );
}

async function backUp(config: Config, file: string, withPhotos: boolean, say: (line: string) => void): Promise<void> {
  await withDatabase(config, async (url) => {
    const photos = withPhotos ? await createFileStore(config, systemClock) : undefined;
    const made = await writeBackup({ url, file, key: config.BACKUP_KEY, photos, say });
    await recordBackupAt(url, made, await readBusinessTime(config, url));
  });
}
