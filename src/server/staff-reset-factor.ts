import { openAccountNamed } from './accounts/opening.ts';
import { endSessions } from './accounts/service.ts';
import { runCommand, withDatabase } from './command.ts';
import { type Config, publicUrlOf } from './config.ts';
import { migrateDatabase, openDatabase } from './database/connection.ts';
import { requireSchema } from './database/schema-version.ts';
import { openJobs } from './jobs/jobs.ts';
import { openLog } from './log.ts';
import { takeAllFactors } from './second-factors/service.ts';
import { openSettings } from './settings-book.ts';
import { readBusinessTime } from './stand-ins.ts';

const usage = 'npm run staff:reset-factor -- NAME   takes away the second factors of a user name or an email';

/**
 * Takes the second factors of somebody away who has lost them, such as the only owner. It works beside a running server,
 * which mails them, and without one.
 */
await runCommand(usage, async (config, args, say) => {
  const [name, ...rest] = args;
  if (name === undefined || name.startsWith('-') || rest.length > 0) return usage;
  return await withDatabase(config, async (url, isAlone) => {
    if (isAlone) await migrateDatabase(url);
    return await resetFactors(config, url, name, say);
  });
});

/** @returns why there was nothing to take away */
async function resetFactors(
  config: Config,
  url: string,
  name: string,
  say: (line: string) => void,
): Promise<string | undefined> {
  const database = openDatabase(url);
  try {
    await requireSchema(database);
  } catch (error) {
    await database.$client.end();
    throw error;
  }
  const now = await readBusinessTime(config, url);
  const clock = { now: () => now };
  const jobs = await openJobs(url, openLog('warn'));
  try {
    const settings = await openSettings(config, database, clock);
    const world = { database, clock, jobs, settings, publicUrl: publicUrlOf(config) };
    return await database.transaction(async (transaction) => {
      const user = await openAccountNamed(transaction, name);
      if (!user) return `Nobody can sign in as ${name}.`;
      const isTaken = await takeAllFactors(world, transaction, user.id, { by: null, reason: undefined });
      if (!isTaken) return `${user.username} has no second factor.`;
      await endSessions(world, transaction, user.id);
      say(
        `The second factors of ${user.username} are taken away. They sign in with the password, and set up a new one.`,
      );
      return undefined;
    });
  } finally {
    await jobs.stop();
    await database.$client.end();
  }
}
