import { and, eq, gte, isNull, or, sql } from 'drizzle-orm';
import { begunFields } from '../database/begun.ts';
import type { Transaction } from '../database/connection.ts';
import { insertPastMoves } from '../database/past-moves.ts';
import { holidays, moves } from '../database/schema/calendar.ts';
import { isBegun } from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';
import { skip, skipsOfVisits } from '../database/skips.ts';

type MoveRow = typeof moves.$inferSelect;
type NewMove = typeof moves.$inferInsert;

/**
 * Takes an engagement's moves out, to be written again with other places.
 * @param from the first place in the plan, or day, whose moves are taken
 */
export async function takeMoves(
  transaction: Transaction,
  engagementId: string,
  from: { original: Temporal.PlainDate; day: Temporal.PlainDate },
  until: Temporal.Instant,
): Promise<MoveRow[]> {
  const which = and(
    eq(moves.engagementId, engagementId),
    or(gte(moves.originalDay, from.original), gte(moves.day, from.day)),
  );
  await insertPastMoves(transaction, which, until);
  return await transaction.delete(moves).where(which).returning();
}

export async function insertMoves(transaction: Transaction, rows: NewMove[]): Promise<void> {
  if (rows.length > 0) await transaction.insert(moves).values(rows).onConflictDoNothing();
}

/** @returns the days off from a day on */
export async function selectDaysOff(transaction: Transaction, from: Temporal.PlainDate) {
  return await transaction
    .select({
      id: holidays.id,
      day: holidays.day,
      name: holidays.name,
      movedTo: holidays.movedTo,
      createdAt: holidays.createdAt,
    })
    .from(holidays)
    .where(and(gte(holidays.day, from), isNull(holidays.takenBackAt), isNull(holidays.workerProfileId)));
}

/** @returns on which days from one on visits of an engagement are begun, or taken off, and by whom */
export async function selectSettled(transaction: Transaction, engagementId: string, from: Temporal.PlainDate) {
  const ofService = and(eq(visits.engagementId, engagementId), gte(visits.day, from));
  const begun = await transaction
    .select({ day: begunFields.date, workerProfileId: begunFields.workerProfileId, status: begunFields.status })
    .from(visits)
    .where(and(ofService, isBegun(visits)));
  const { date: day, skippedBy: by, ...of } = skip;
  const skipped = await transaction
    .select({ id: of.id, day, by, kind: of.kind, workerProfileId: of.workerProfileId, reason: of.reason })
    .from(visits)
    .innerJoin(skipsOfVisits, gte(day, sql`${from.toString()}::date`))
    .where(ofService);
  return { begun, skipped };
}
