import { and, eq, gte, inArray, isNull, or } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import { insertPastMoves } from '../database/past-moves.ts';
import { holidays, moves, pastMoves } from '../database/schema/calendar.ts';
import { skips, works } from '../database/schema/engagements.ts';

export type MoveRow = typeof moves.$inferSelect;
export type NewMove = typeof moves.$inferInsert;

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
  if (rows.length > 0) await transaction.insert(moves).values(rows);
}

/** Writes down where visits went on their way to where they are; a way that is known already is left. */
export async function insertWays(transaction: Transaction, rows: (typeof pastMoves.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await transaction.insert(pastMoves).values(rows).onConflictDoNothing();
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
    .where(and(gte(holidays.day, from), isNull(holidays.takenBackAt)));
}

/** @returns on which days from one on visits of an engagement are begun, or taken off, and by whom */
export async function selectSettled(transaction: Transaction, engagementId: string, from: Temporal.PlainDate) {
  const begun = await transaction
    .select({ day: works.date, workerProfileId: works.workerProfileId, status: works.status })
    .from(works)
    .where(and(eq(works.engagementId, engagementId), gte(works.date, from)));
  const skipped = await transaction
    .select({
      id: skips.id,
      day: skips.date,
      by: skips.skippedBy,
      kind: skips.kind,
      workerProfileId: skips.workerProfileId,
      reason: skips.reason,
    })
    .from(skips)
    .where(and(eq(skips.engagementId, engagementId), gte(skips.date, from)));
  return { begun, skipped };
}

export async function deleteSkipRows(transaction: Transaction, skipIds: readonly string[]): Promise<void> {
  if (skipIds.length > 0) await transaction.delete(skips).where(inArray(skips.id, [...skipIds]));
}

/** Puts what takes visits off on the days on which these are by now. @param days one for each, in their order */
export async function moveSkips(
  transaction: Transaction,
  taken: readonly { id: string; day: Temporal.PlainDate }[],
  days: readonly Temporal.PlainDate[],
): Promise<void> {
  const isAmong = (all: readonly Temporal.PlainDate[], day: Temporal.PlainDate) => all.some((one) => one.equals(day));
  // Where another visit is off there is nothing to change, and no day has two.
  const free = days.filter((day) => !taken.some((one) => one.day.equals(day)));
  const leaving = taken.filter(({ day }) => !isAmong(days, day));
  for (const [index, { id }] of leaving.entries()) {
    const date = free[index];
    if (date) await transaction.update(skips).set({ date }).where(eq(skips.id, id));
  }
}
