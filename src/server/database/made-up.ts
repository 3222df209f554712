import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import type { Transaction } from './connection.ts';
import { moves, pastMoves } from './schema/calendar.ts';
import { skips } from './schema/engagements.ts';

/**
 * A missed visit that is made up has moved on since it was recorded as missed, from the day of the plan or from where it had been
 * moved before.
 * @param missedOn the day on which it was missed
 * @returns where the plan had the visit, where it is made up and by whom (null for the engagement's worker); undefined when
 *   it is not made up
 */
export async function selectMadeUp(transaction: Transaction, engagementId: string, missedOn: Temporal.PlainDate) {
  const wasThere = sql`(${moves.originalDay} = ${skips.date} or exists (
    select from ${pastMoves} where ${pastMoves.engagementId} = ${moves.engagementId}
      and ${pastMoves.originalDay} = ${moves.originalDay} and ${pastMoves.day} = ${skips.date}
      and ${pastMoves.since} < ${skips.createdAt} and ${pastMoves.until} >= ${skips.createdAt}))`;
  const [move] = await transaction
    .select({ originalDay: moves.originalDay, day: moves.day, workerProfileId: moves.workerProfileId })
    .from(skips)
    .innerJoin(moves, eq(moves.engagementId, skips.engagementId))
    .where(
      and(
        eq(skips.engagementId, engagementId),
        eq(skips.date, missedOn),
        eq(skips.kind, sql`'missed'`),
        isNotNull(moves.day),
        ne(moves.day, skips.date),
        sql`${moves.movedAt} >= ${skips.createdAt}`,
        wasThere,
      ),
    )
    .limit(1);
  return move?.day ? { ...move, day: move.day } : undefined;
}
