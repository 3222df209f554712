import type { World } from '../world.ts';
import { noteBouncesFailed, noteBouncesRead, takeBounceTurn } from './bounces-store.ts';
import { takeBounce } from './broken-emails.ts';

/**
 * Reads the mailbox to which our emails come back, if there is one, and notes what became of each. A mailbox that cannot be read stands
 * on /system and is tried again; nothing in it is lost.
 */
export async function readBounces(world: World): Promise<void> {
  const { config, clock, database, log } = world;
  const url = config.BOUNCE_MAILBOX_URL;
  if (!url || !(await takeBounceTurn(database, clock.now()))) return;
  // Loaded only where it is configured.
  const { readUnread, troubleOf } = await import('./mailbox.ts');
  let ofOurs: unknown;
  try {
    await readUnread(url, async (raw) => {
      await takeBounce(world, raw).catch((error: unknown) => {
        ofOurs = error;
        throw error;
      });
    });
  } catch (error) {
    if (ofOurs) throw ofOurs;
    const trouble = troubleOf(error);
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ event: 'bounces-not-read', trouble, reason }, 'the mailbox of bounces could not be read');
    await noteBouncesFailed(database, clock.now(), trouble);
    return;
  }
  await noteBouncesRead(database, clock.now());
}
