import { lte, sql } from 'drizzle-orm';
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

/** Deletes the counts that nothing asks for any more. */
export async function deleteEndedCounts(database: Queryable, now: Temporal.Instant): Promise<void> {
  await database.delete(rateLimits).where(lte(rateLimits.resetsAt, now));
}
