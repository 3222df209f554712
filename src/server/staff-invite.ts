import { existsSync } from 'node:fs';
import { readConfig } from './config.ts';
import { migrateDatabase, openDatabase } from './database/connection.ts';
import { runningPostgresUrl, startEmbeddedPostgres } from './database/embedded.ts';
import { issueJoinCode } from './join-codes/service.ts';
import { printError } from './log.ts';
import { readBusinessTime } from './start.ts';

/** Issues a join code for the first employee. It works beside a running Yardpack and without one. */
async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  const running = config.DATABASE_URL ?? runningPostgresUrl(config.DATA_DIR);
  const own = running ? undefined : await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: () => {} });
  const url = running ?? own?.url;
  if (!url) throw new Error('There is no database');
  try {
    if (own) await migrateDatabase(url);
    const now = await readBusinessTime(config, url);
    const database = openDatabase(url);
    const code = await issueJoinCode({ database, clock: { now: () => now } }, null);
    await database.$client.end();
    console.log('Join code for one employee, good for seven days:');
    console.log(code);
  } finally {
    await own?.stop();
  }
}

main().catch((error: unknown) => {
  printError(error);
  process.exit(1);
});
