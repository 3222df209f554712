import { and, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { MailboxTrouble } from '#domain/system.ts';
import type { Queryable } from '../database/connection.ts';
import { lastSweep } from '../database/schema/last-sweep.ts';

/** How the mailbox to which emails come back does. */
export type BounceReading = {
  /** When it was read last; null before. */
  readAt: Temporal.Instant | null;
  /** Since when it cannot be read, and why; null while it can. */
  failedAt: Temporal.Instant | null;
  trouble: MailboxTrouble | null;
};

/** How long after a reading of the mailbox the next comes. Some servers count how often one signs in. */
const rest = { seconds: 290 };

/**
 * Takes the turn to read the mailbox. Of several processes one gets it, also one whose clock is a little behind, or who looked at it
 * before and asked later.
 */
export async function takeBounceTurn(database: Queryable, now: Temporal.Instant): Promise<boolean> {
  const isOver = or(
    isNull(lastSweep.bouncesTriedAt),
    lt(lastSweep.bouncesTriedAt, now.subtract(rest)),
    // The clock was set back.
    gt(lastSweep.bouncesTriedAt, now.add(rest)),
  );
  const taken = await database
    .update(lastSweep)
    .set({ bouncesTriedAt: now })
    .where(and(lastSweep.isOnly, isOver))
    .returning({ isOnly: lastSweep.isOnly });
  return taken.length > 0;
}

/** Notes that it was read. */
export async function noteBouncesRead(database: Queryable, now: Temporal.Instant): Promise<void> {
  await database.update(lastSweep).set({ bouncesReadAt: now, bouncesFailedAt: null, bouncesTrouble: null });
}

/** Notes that it could not be read. */
export async function noteBouncesFailed(
  database: Queryable,
  now: Temporal.Instant,
  trouble: MailboxTrouble,
): Promise<void> {
  const bouncesFailedAt = sql`coalesce(${lastSweep.bouncesFailedAt}, ${now.toString()}::timestamptz)`;
  await database.update(lastSweep).set({ bouncesFailedAt, bouncesTrouble: trouble });
}

/** @returns how reading it went last */
export async function selectBounceReading(database: Queryable): Promise<BounceReading> {
  const [row] = await database
    .select({
      readAt: lastSweep.bouncesReadAt,
      failedAt: lastSweep.bouncesFailedAt,
      trouble: lastSweep.bouncesTrouble,
    })
    .from(lastSweep);
  return row ?? { readAt: null, failedAt: null, trouble: null };
}
