import { existsSync } from 'node:fs';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { InUseError } from '../database/owner-lock.ts';
import { printError } from '../log.ts';
import { BackupError } from './backup-error.ts';

/**
 * Runs a command for the person at the keyboard, and ends the process with 1 when it fails.
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
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
    const problem = await run(readConfig(process.env), process.argv.slice(2), (line) => console.log(line));
    if (problem !== undefined) refuse(problem);
  } catch (error) {
    if (error instanceof InUseError) refuse(`${error.message}: stop it first.`);
    else if (error instanceof BackupError || error instanceof ConfigError) refuse(error.message);
    else if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
      refuse(usage);
    else {
      printError(error);
      process.exitCode = 1;
    }
  }
}
