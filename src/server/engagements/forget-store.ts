import { and, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import { insertPastMoves } from '../database/past-moves.ts';
import { moves } from '../database/schema/calendar.ts';
import { works } from '../database/schema/engagements.ts';

export type MoveRow = typeof moves.$inferSelect;

const isToCome = (today: Temporal.PlainDate) =>
  and(
    sql`coalesce(${moves.day}, ${moves.originalDay}) >= ${today.toString()}::date`,
    sql`not exists (select from ${works} where ${works.engagementId} = ${moves.engagementId} and ${works.date} = ${moves.day})`,
  );

/** Deletes the moves of visits that are still to come. @returns them */
export async function deleteMovesToCome(
  transaction: Transaction,
  engagementIds: string[],
  today: Temporal.PlainDate,
  now: Temporal.Instant,
): Promise<MoveRow[]> {
  const which = and(inArray(moves.engagementId, engagementIds), isToCome(today));
  await insertPastMoves(transaction, which, now);
  return await transaction.delete(moves).where(which).returning();
}

/** Leaves visits to come that these workers were to make to those whose they are. */
export async function takeFromWorkers(
  transaction: Transaction,
  workerProfileIds: string[],
  today: Temporal.PlainDate,
  now: Temporal.Instant,
): Promise<void> {
  const which = and(inArray(moves.workerProfileId, workerProfileIds), isToCome(today));
  await insertPastMoves(transaction, which, now);
  await transaction.update(moves).set({ workerProfileId: null, movedAt: now }).where(which);
}
