import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { BackupError } from './backup/backup-error.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { tryConnection } from './database/check-server.ts';
import { hasEmbeddedPostgres, runningPostgresUrl, startEmbeddedPostgres } from './database/embedded.ts';
import { InUseError } from './database/owner-lock.ts';
import { printError } from './log.ts';

/**
 * Runs a command for the person at the keyboard, and ends the process with 1 when it fails.
 * @param usage what `--help` prints
 * @param run gets what was typed behind the command; it returns what is wrong with that, if something is
 */
export async function runCommand(
  usage: string,
  run: (config: Config, args: string[], say: (line: string) => void) => Promise<string | undefined>,
): Promise<void> {
  const refuse = (words: string) => {
    console.error(words);
    process.exitCode = 1;
  };
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) return console.log(usage);
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
    const problem = await run(readConfig(process.env), args, (line) => console.log(line));
    if (problem !== undefined) refuse(problem);
  } catch (error) {
    if (error instanceof InUseError) refuse(`${error.message}: stop it first.`);
    else if (error instanceof BackupError || error instanceof ConfigError) refuse(error.message);
    else if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
      refuse(usage);
    else if (/ENOSPC|No space left on device|Check free disk space/.test(String(error))) refuse('The disk is full.');
    else {
      printError(error);
      process.exitCode = 1;
    }
  }
}

/**
 * Uses the database of a Yardpack that runs, or of one that stands still: then the Postgres that comes along is started for
 * it. What runs there stays as it is.
 * @param run gets the address of the database, and whether nobody else uses it
 * @throws ConfigError when there is none: a folder that is not there would be made, and filled, for nothing; or when
 * DATABASE_URL leads to none
 */
export async function withDatabase<T>(config: Config, run: (url: string, isAlone: boolean) => Promise<T>): Promise<T> {
  if (config.DATABASE_URL) await tryConnection(config.DATABASE_URL);
  const running = config.DATABASE_URL ?? runningPostgresUrl(config.DATA_DIR);
  if (running) return await run(running, false);
  if (!hasEmbeddedPostgres(config.DATA_DIR)) {
    throw new ConfigError(
      `There is no database in ${resolve(config.DATA_DIR)}. Please start Yardpack there first (npm start), or set DATA_DIR or DATABASE_URL.`,
    );
  }
  const own = await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: () => {} });
  try {
    return await run(own.url, true);
  } finally {
    await own.stop();
  }
}
