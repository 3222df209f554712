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
