import { type SQL, sql } from 'drizzle-orm';
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
          holidayId: moves.holidayId,
          since: sql`${moves.movedAt}`.as('since'),
          until: sql`${until.toString()}::timestamptz`.as('until'),
        })
        .from(moves)
        .where(which),
    )
    // What was moved twice in one moment was nowhere in between.
    .onConflictDoNothing();
}
