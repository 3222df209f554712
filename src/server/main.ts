import { existsSync } from 'node:fs';
import { ConfigError, readConfig } from './config.ts';
import { InUseError } from './database/owner-lock.ts';
import { startYardpack } from './start.ts';

/** Starts Yardpack with the settings of the environment, and stops all of it on Ctrl-C or SIGTERM. */
async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const yardpack = await startYardpack(readConfig(process.env), (line) => console.log(line));

  let stopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    console.log(`${signal}: stopping Yardpack`);
    await yardpack.stop();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

main().catch((error: unknown) => {
  // These two are for the person at the keyboard, who has no use for a stack.
  const known = error instanceof ConfigError || error instanceof InUseError || isPortTaken(error);
  console.error(known ? error.message : error);
  process.exit(1);
});

function isPortTaken(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
