import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { BackupError } from './backup/backup-error.ts';
import { ConfigError, readConfig } from './config.ts';
import { startEmbeddedPostgres } from './database/embedded.ts';
import { InUseError, waitUntilFree } from './database/owner-lock.ts';
import { printError } from './log.ts';
import type { Yardpack } from './start.ts';

// An unhandled rejection is a defect, but no reason to stop serving everybody.
process.on('unhandledRejection', printError);

/** A signal that comes again sooner is the same one. */
const echoMs = 500;
/** Whoever says that it is there is so within this time; in milliseconds. */
const startingMs = 1000;

/** Starts Yardpack with the settings of the environment, and stops all of it on Ctrl-C or SIGTERM. */
async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  if (!config.DATABASE_URL && existsSync(config.DATA_DIR)) await waitUntilFree(config.DATA_DIR);
  const say = (line: string) => console.log(line);
  // Loading the whole server takes long: a start that is refused above does not wait for it, and Postgres starts meanwhile.
  const postgres = config.DATABASE_URL ? undefined : startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: say });
  // Its failure is thrown where it is waited for.
  postgres?.catch(() => undefined);
  const { startYardpack } = await import('./start.ts');
  const started: { yardpack?: Yardpack } = {};
  let stoppingSince: number | undefined;
  const stop = async (signal: NodeJS.Signals) => {
    if (stoppingSince !== undefined) {
      // One Ctrl-C comes twice when npm stands above, and so may the end of npm itself.
      if (signal !== 'SIGTERM' || performance.now() - stoppingSince < echoMs) return;
      console.log(`${signal} again: ending at once`);
      process.exit(1);
    }
    stoppingSince = performance.now();
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

main().catch((error: unknown) => {
  // The person at the keyboard can mend these, and needs no stack.
  const known =
    error instanceof ConfigError || error instanceof InUseError || error instanceof BackupError || isPortTaken(error);
  if (known) console.error(error.message);
  else printError(error);
  process.exit(1);
});

function isPortTaken(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
