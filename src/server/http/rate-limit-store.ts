import { and, eq, gt, lt, lte, or, sql } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { rateLimits } from '../database/schema/rate-limits.ts';

/**
 * Counts a call, in one statement so that no two calls count as one.
 * @param resetsAt until when it counts, if it is the first of its window
 * @returns how many calls the window has now, this one included, and when it ends
 */
export async function countCall(
  database: Queryable,
  key: string,
  now: Temporal.Instant,
  resetsAt: Temporal.Instant,
): Promise<{ calls: number; resetsAt: Temporal.Instant }> {
  const isOver = lte(rateLimits.resetsAt, now);
  const [counted] = await database
    .insert(rateLimits)
    .values({ key, calls: 1, resetsAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        calls: sql`case when ${isOver} then 1 else ${rateLimits.calls} + 1 end`,
        resetsAt: sql`case when ${isOver} then excluded.resets_at else ${rateLimits.resetsAt} end`,
      },
    })
    .returning({ calls: rateLimits.calls, resetsAt: rateLimits.resetsAt });
  if (!counted) throw new Error('The call was not counted');
  return counted;
}

/**
 * Takes one of the tries that a key has, in one statement so that no two take the same. They are given back together,
 * `resetsAt` the last one that was taken: so within any stretch of that length there are never more than `limit`.
 * @returns undefined when it was taken, otherwise when there are some again
 */
export async function takeTry(
  database: Queryable,
  key: string,
  limit: number,
  now: Temporal.Instant,
  resetsAt: Temporal.Instant,
): Promise<Temporal.Instant | undefined> {
  const isOver = lte(rateLimits.resetsAt, now);
  const [taken] = await database
    .insert(rateLimits)
    .values({ key, calls: 1, resetsAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        calls: sql`case when ${isOver} then 1 else ${rateLimits.calls} + 1 end`,
        resetsAt: sql`excluded.resets_at`,
      },
      setWhere: or(isOver, lt(rateLimits.calls, limit)),
    })
    .returning({ key: rateLimits.key });
  if (taken) return undefined;
  const [count] = await database
    .select({ resetsAt: rateLimits.resetsAt })
    .from(rateLimits)
    .where(eq(rateLimits.key, key));
  // Whoever was refused while the count ended can come back at once.
  return count?.resetsAt ?? now;
}

/** Gives one try back that was taken. */
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

/** Deletes the counts that nothing asks for any more. */
export async function deleteEndedCounts(database: Queryable, now: Temporal.Instant): Promise<void> {
  await database.delete(rateLimits).where(lte(rateLimits.resetsAt, now));
}
