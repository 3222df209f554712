import { checkCredentials } from '../accounts/credentials.ts';
import { hasNoAccounts } from '../accounts/service.ts';
import { ApiError } from '../http/errors.ts';
import { hashToken } from '../secrets.ts';
import type { World } from '../world.ts';
import { demoPassword } from './opening.ts';
import { emptyBusiness, openHasty, selectUnasked } from './store.ts';
import type { DemoTools } from './tools.ts';

/** How to sign in as one of the demo's people. */
export type DemoSignIn = { who: string; username: string; password: string };

const signIns: DemoSignIn[] = [
  { who: 'Customer', username: 'casey', password: demoPassword },
  { who: 'Worker', username: 'wren', password: demoPassword },
  { who: 'Worker', username: 'walt', password: demoPassword },
  { who: 'Employee', username: 'erin', password: demoPassword },
];

/**
 * Fills an empty business, once, through the services that the screens use. Somebody's own business is left alone. A
 * demo that was cut short has been seen by nobody, because the server listens only afterwards: it is emptied and made
 * anew.
 * @param size `whole`: a business with ten weeks behind it; `small`: four people and a week of engagements; or another
 * number of weeks
 * @param tell hears how far it has come, unless it was there; also in a process that waits until another one has made it
 */
export async function seedDemo(
  outside: World,
  tools: DemoTools,
  size: 'whole' | 'small' | number,
  tell: (words: string) => void,
): Promise<void> {
  if (!(await tools.isDone('demo'))) tell('Preparing the demo');
  const database = openHasty(outside.database);
  const world: World = {
    ...outside,
    database,
    settings: { ...outside.settings, reload: () => outside.settings.reload(database) },
    // What the demo's people have done is not looked up later.
    log: outside.log.child({}, { level: 'warn' }),
  };
  try {
    await seedOnce(world, tools, size, (week) => tell(`Preparing the demo: ${week}`));
    await askAsBefore(world, tools);
  } finally {
    await database.$client.end();
  }
}

async function seedOnce(
  world: World,
  tools: DemoTools,
  size: Parameters<typeof seedDemo>[2],
  tell: (week: string) => void,
): Promise<void> {
  await tools.once('demo', async () => {
    if (!(await hasNoAccounts(world))) {
      if (!(await tools.isDone('demo begun'))) return;
      await emptyBusiness(world.database);
      await tools.reset();
    }
    await tools.once('demo begun', async () => undefined);
    // Loaded only now: other starts do without.
    if (size === 'small') {
      const { openFew } = await import('./few.ts');
      await openFew(world, tools);
    } else {
      const { liveThroughWeeks } = await import('./business.ts');
      await liveThroughWeeks(world, tools, size === 'whole' ? 10 : size, tell);
    }
  });
}

/** A demo from before second factors goes on without them. */
async function askAsBefore(world: World, tools: DemoTools): Promise<void> {
  const isOlder = (await tools.isDone('demo begun')) && (await selectUnasked(world.database, 'erin'));
  if (!isOlder) return;
  await tools.once('demo without second factor', async () => {
    const { askForNoSecondFactor } = await import('./opening.ts');
    await askForNoSecondFactor(world, isOlder);
  });
}

/** @returns the demo's sign-ins; none when the business is somebody's own */
export async function demoSignIns(world: World): Promise<DemoSignIn[]> {
  // It only asks: a sign-in would leave a session at each start.
  return await checkCredentials(world, 'erin', demoPassword, { deviceHash: hashToken('') }).then(
    () => signIns,
    (error: unknown) => {
      if (error instanceof ApiError) return [];
      throw error;
    },
  );
}
