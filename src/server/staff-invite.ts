import { runCommand, withDatabase } from './command.ts';
import { type Config, publicUrlOf } from './config.ts';
import { migrateDatabase, openDatabase } from './database/connection.ts';
import { requireSchema } from './database/schema-version.ts';
import { issueJoinCode } from './join-codes/service.ts';
import { issueSetupLink } from './setup/service.ts';
import { readBusinessTime } from './stand-ins.ts';

const usage =
  'npm run staff:invite   prints the link by which the first owner sets the business up, or a join code for an owner';

/**
 * Prints the link by which the first owner sets the business up, or a join code for an owner once somebody runs it. It works
 * beside a running server and without one.
 */
await runCommand(usage, async (config, args, say) => {
  if (args.length > 0) return usage;
  await withDatabase(config, async (url, isAlone) => {
    if (isAlone) await migrateDatabase(url);
    say(await invite(config, url));
  });
  return undefined;
});

async function invite(config: Config, url: string): Promise<string> {
  const database = openDatabase(url);
  try {
    await requireSchema(database);
    const now = await readBusinessTime(config, url);
    const world = { database, clock: { now: () => now } };
    const link = await issueSetupLink(world, publicUrlOf(config));
    if (link !== undefined) return `Set the business up at this link, good for seven days:\n${link}`;
    return `Join code for one more owner, good for seven days:\n${await issueJoinCode(world, null)}`;
  } finally {
    await database.$client.end();
  }
}
