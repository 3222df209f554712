import { and, eq, gt, lte } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import { pastMoves } from '../database/schema/calendar.ts';

/** @returns where an engagement's visits were moved to at a moment, as far as they have been moved again since */
export async function selectPastMoves(transaction: Transaction, engagementId: string, at: Temporal.Instant) {
  return await transaction
    .select({
      originalDay: pastMoves.originalDay,
      day: pastMoves.day,
      workerProfileId: pastMoves.workerProfileId,
      holidayId: pastMoves.holidayId,
    })
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
