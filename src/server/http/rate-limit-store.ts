import { and, eq, gt, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { prepared } from '../database/prepared.ts';
import { rateLimits } from '../database/schema/rate-limits.ts';

/** A window that ends later than one that begins now is of before the clock was set back; those of processes differ a little. */
const isOver = or(
  lte(rateLimits.resetsAt, sql`${sql.placeholder('now')}::timestamptz`),
  gt(rateLimits.resetsAt, sql`excluded.resets_at + interval '5 minutes'`),
);

/** Counts one more, or the first once the window before is over, in one statement so that no two count as one. */
const countOne = (name: string, again: { resetsAt: SQL; where?: SQL | undefined }) =>
  prepared(name, (database) =>
    database
      .insert(rateLimits)
      .values({ key: sql.placeholder('key'), calls: 1, resetsAt: sql.placeholder('resetsAt') })
      .onConflictDoUpdate({
        target: rateLimits.key,
        set: { calls: sql`case when ${isOver} then 1 else ${rateLimits.calls} + 1 end`, resetsAt: again.resetsAt },
        ...(again.where && { setWhere: again.where }),
      })
      .returning({ calls: rateLimits.calls, resetsAt: rateLimits.resetsAt }),
  );
const countOfWindow = countOne('count_call', {
  resetsAt: sql`case when ${isOver} then excluded.resets_at else ${rateLimits.resetsAt} end`,
});
const countOfTries = countOne('count_try', {
  resetsAt: sql`excluded.resets_at`,
  where: or(isOver, lt(rateLimits.calls, sql.placeholder('limit'))),
});

/**
 * Counts a call.
 * @param resetsAt the end of the window that this call opens, if it is the first
 * @returns how many calls the window has now, with this one, and when it ends
 */
export async function countCall(
  database: Queryable,
  key: string,
  now: Temporal.Instant,
  resetsAt: Temporal.Instant,
): Promise<{ calls: number; resetsAt: Temporal.Instant }> {
  const [counted] = await countOfWindow(database, { key, now: `${now}`, resetsAt: `${resetsAt}` });
  if (!counted) throw new Error('The call was not counted');
  return counted;
}

/**
 * Takes one of a key's tries. Each try moves the end of the window to `resetsAt`, and the end frees all tries. So no
 * stretch of that length ever has more than `limit`.
 * @returns undefined when a try was free, otherwise when there are some again
 */
export async function takeTry(
  database: Queryable,
  key: string,
  limit: number,
  now: Temporal.Instant,
  resetsAt: Temporal.Instant,
): Promise<Temporal.Instant | undefined> {
  const [taken] = await countOfTries(database, { key, now: `${now}`, resetsAt: `${resetsAt}`, limit });
  if (taken) return undefined;
  const [count] = await database
    .select({ resetsAt: rateLimits.resetsAt })
    .from(rateLimits)
    .where(eq(rateLimits.key, key));
  // The count was deleted meanwhile, so the caller can come back at once.
  return count?.resetsAt ?? now;
}

/** Gives one try back. */
export async function returnTry(database: Queryable, key: string): Promise<void> {
  await database
    .update(rateLimits)
    .set({ calls: sql`${rateLimits.calls} - 1` })
    .where(and(eq(rateLimits.key, key), gt(rateLimits.calls, 0)));
}

/** Gives every try back. */
export async function deleteCount(database: Queryable, key: string): Promise<void> {
  await database.delete(rateLimits).where(eq(rateLimits.key, key));
}

/**
 * Sums the counted calls of the windows that are open by where they come from. Calls that are counted by user, and tries, have no
 * network in their key.
 * @returns how many they are in all, and how many of them the network made that made most
 */
export async function selectCallsByNetwork(
  database: Queryable,
  now: Temporal.Instant,
): Promise<{ all: number; most: number }> {
  const network = sql`split_part(${rateLimits.key}, ' ', 2)`;
  const ofNetworks = database
    .select({ calls: sql<number>`sum(${rateLimits.calls})`.as('network_calls') })
    .from(rateLimits)
    .where(and(gt(rateLimits.resetsAt, now), sql`(${network} ~ '^[0-9]+([.][0-9]+){3}$' or ${network} like '%:%')`))
    .groupBy(network)
    .as('of_networks');
  const [sums] = await database
    .select({
      all: sql<number>`coalesce(sum(${ofNetworks.calls}), 0)::float8`,
      most: sql<number>`coalesce(max(${ofNetworks.calls}), 0)::float8`,
    })
    .from(ofNetworks);
  return sums ?? { all: 0, most: 0 };
}

/** Deletes the counts whose window is over. */
export async function deleteEndedCounts(database: Queryable, now: Temporal.Instant): Promise<void> {
  await database.delete(rateLimits).where(lte(rateLimits.resetsAt, now));
}
