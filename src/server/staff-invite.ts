import { existsSync } from 'node:fs';
import { readConfig } from './config.ts';
import { migrateDatabase, openDatabase } from './database/connection.ts';
import { runningPostgresUrl, startEmbeddedPostgres } from './database/embedded.ts';
import { issueJoinCode } from './join-codes/service.ts';
import { printError } from './log.ts';
import { issueSetupLink } from './setup/service.ts';
import { readBusinessTime } from './start.ts';

/**
 * Prints the link by which the first owner sets the business up, or a join code for an owner once somebody runs it. It works
 * beside a running Yardpack and without one.
 */
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
    const world = { database, clock: { now: () => now } };
    const publicUrl = (config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).replace(/\/$/, '');
    const link = await issueSetupLink(world, publicUrl);
    const code = link === undefined && (await issueJoinCode(world, null));
    await database.$client.end();
    if (code) console.log(`Join code for one employee, good for seven days:\n${code}`);
    else console.log(`Set the business up at this link, good for seven days:\n${link}`);
  } finally {
    await own?.stop();
  }
}

main().catch((error: unknown) => {
  printError(error);
  process.exit(1);
});
