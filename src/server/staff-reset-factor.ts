import { existsSync } from 'node:fs';
import { openAccountNamed } from './accounts/opening.ts';
import { endSessions } from './accounts/service.ts';
import { readConfig } from './config.ts';
import { migrateDatabase, openDatabase } from './database/connection.ts';
import { runningPostgresUrl, startEmbeddedPostgres } from './database/embedded.ts';
import { openJobs } from './jobs/jobs.ts';
import { openLog, printError } from './log.ts';
import { takeAllFactors } from './second-factors/service.ts';
import { openSettings } from './settings-book.ts';
import { readBusinessTime } from './start.ts';

/**
 * Takes the second factors of somebody away who has lost them, such as the only owner. It works beside a running server,
 * which mails them, and without one.
 */
async function main(): Promise<void> {
  const [name] = process.argv.slice(2);
  if (!name) throw new Error('Please give a user name or an e-mail: npm run staff:reset-factor -- erin');
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  const running = config.DATABASE_URL ?? runningPostgresUrl(config.DATA_DIR);
  const own = running ? undefined : await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: () => {} });
  const url = running ?? own?.url;
  if (!url) throw new Error('There is no database');
  try {
    if (own) await migrateDatabase(url);
    console.log(await resetFactors(config, url, name));
  } finally {
    await own?.stop();
  }
}

async function resetFactors(config: ReturnType<typeof readConfig>, url: string, name: string): Promise<string> {
  const now = await readBusinessTime(config, url);
  const clock = { now: () => now };
  const database = openDatabase(url);
  const jobs = await openJobs(url, openLog('warn'));
  try {
    const settings = await openSettings(config, database, clock);
    const publicUrl = (config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).replace(/\/$/, '');
    const world = { database, clock, jobs, settings, publicUrl };
    return await database.transaction(async (transaction) => {
      const user = await openAccountNamed(transaction, name);
      if (!user) return `Nobody can sign in as ${name}.`;
      const isTaken = await takeAllFactors(world, transaction, user.id, { by: null, reason: undefined });
      if (!isTaken) return `${user.username} has no second factor.`;
      await endSessions(world, transaction, user.id);
      return `The second factors of ${user.username} are taken away. They sign in with the password, and set up a new one.`;
    });
  } finally {
    await jobs.stop();
    await database.$client.end();
  }
}

main().catch((error: unknown) => {
  printError(error);
  process.exit(1);
});
