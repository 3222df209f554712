import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from './connection.ts';
import { moves, pastMoves } from './schema/calendar.ts';

/**
 * Writes down where visits were moved to until now. Whoever changes or deletes moves calls it before.
 * @param which of the moves
 */
export async function insertPastMoves(
  transaction: Transaction,
  which: SQL | undefined,
  until: Temporal.Instant,
): Promise<void> {
  await transaction
    .insert(pastMoves)
    .select(
      transaction
        .select({
          engagementId: moves.engagementId,
          originalDay: moves.originalDay,
          day: moves.day,
          workerProfileId: moves.workerProfileId,
          since: sql`${moves.movedAt}`.as('since'),
          until: sql`${until.toString()}::timestamptz`.as('until'),
        })
        .from(moves)
        .where(which),
    )
    // What was moved twice in one moment was nowhere in between.
    .onConflictDoNothing();
}

/** @returns where an engagement's visits were moved to at a moment, as far as they have been moved again since */
export async function selectPastMoves(transaction: Transaction, engagementId: string, at: Temporal.Instant) {
  return await transaction
    .select({ originalDay: pastMoves.originalDay, day: pastMoves.day, workerProfileId: pastMoves.workerProfileId })
    .from(pastMoves)
    .where(and(eq(pastMoves.engagementId, engagementId), lte(pastMoves.since, at), gt(pastMoves.until, at)));
}

/** @returns whether a visit of an engagement was once given to a worker */
export async function hasPastMoveOf(
  transaction: Transaction,
  engagementId: string,
  workerProfileId: string,
): Promise<boolean> {
  const [past] = await transaction
    .select({ day: pastMoves.day })
    .from(pastMoves)
    .where(and(eq(pastMoves.engagementId, engagementId), eq(pastMoves.workerProfileId, workerProfileId)))
    .limit(1);
  return past !== undefined;
}
