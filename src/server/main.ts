import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type Config, ConfigError, readConfig } from './config.ts';
import { startEmbeddedPostgres } from './database/embedded.ts';
import { waitUntilFree } from './database/owner-lock.ts';
import { printError } from './log.ts';
import type { Yardpack } from './start.ts';

// An unhandled rejection is a defect, but no reason to stop serving everybody.
process.on('unhandledRejection', printError);

/** A process that says that it is there is so within this time; in milliseconds. */
const startingMs = 1000;

/** @returns the settings of the environment. Ends at once where they are wrong, with the exit code for that. */
function readSettings(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(78);
  }
}

/** Starts Yardpack with the settings of the environment, and stops all of it on Ctrl-C or SIGTERM. */
async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readSettings();
  if (!config.DATABASE_URL && existsSync(config.DATA_DIR)) await waitUntilFree(config.DATA_DIR);
  const say = (line: string) => console.log(line);
  // Loading the whole server takes long: a start that is refused above does not wait for it, and Postgres starts meanwhile.
  const postgres = config.DATABASE_URL ? undefined : startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: say });
  // Its failure is thrown where it is waited for.
  postgres?.catch(() => undefined);
  const { startYardpack } = await import('./start.ts');
  const started: { yardpack?: Yardpack } = {};
  let isStopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    // One stop arrives as several signals, some of them late: npm and our script pass on what systemd or Ctrl-C has sent to
    // all of them. So the first one counts, and SIGKILL is for those who do not want to wait.
    if (isStopping) return;
    isStopping = true;
    const stoppingSince = performance.now();
    console.log(`${signal}: stopping Yardpack`);
    // What is only starting ends as after a kill.
    while (!started.yardpack && performance.now() - stoppingSince < startingMs) await pause(20);
    await started.yardpack?.drain();
    await started.yardpack?.stop();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  started.yardpack = await startYardpack(config, say, postgres);
}

main().catch(async (error: unknown) => {
  const { failureWords } = await import('./start-failure.ts');
  const words = failureWords(error, process.env.DATA_DIR || 'data');
  if (words === undefined) printError(error);
  else console.error(words);
  process.exit(1);
});
