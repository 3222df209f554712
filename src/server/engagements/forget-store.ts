import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Transaction } from '../database/connection.ts';
import { insertPastMoves } from '../database/past-moves.ts';
import { moves } from '../database/schema/calendar.ts';
import { engagements } from '../database/schema/engagements.ts';
import { profiles } from '../database/schema/profiles.ts';
import { rhythmRequests } from '../database/schema/rhythms.ts';
import { isBegun } from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';

const maker = alias(profiles, 'maker');
const worker = alias(profiles, 'worker');

const isToCome = (today: Temporal.PlainDate) =>
  and(
    sql`coalesce(${moves.day}, ${moves.originalDay}) >= ${today.toString()}::date`,
    sql`not exists (select from ${visits}
      where ${visits.engagementId} = ${moves.engagementId} and ${visits.day} = ${moves.day} and ${isBegun(visits)})`,
  );

/** Deletes the moves of visits that are still to come. */
export async function deleteMovesToCome(
  transaction: Transaction,
  engagementIds: string[],
  today: Temporal.PlainDate,
  now: Temporal.Instant,
): Promise<void> {
  const which = and(inArray(moves.engagementId, engagementIds), isToCome(today));
  await insertPastMoves(transaction, which, now);
  await transaction.delete(moves).where(which);
}

/** @returns the engagements of which these workers are to make visits to come that are not their own */
export async function selectMadeBy(
  transaction: Transaction,
  workerProfileIds: string[],
  today: Temporal.PlainDate,
): Promise<string[]> {
  const rows = await transaction
    .selectDistinct({ engagementId: moves.engagementId })
    .from(moves)
    .where(and(inArray(moves.workerProfileId, workerProfileIds), isToCome(today)));
  return rows.map(({ engagementId }) => engagementId);
}

/** Leaves visits to come that these workers were to make to those whose they are. @returns them, with who was and is to make each */
export async function takeFromWorkers(
  transaction: Transaction,
  workerProfileIds: string[],
  today: Temporal.PlainDate,
  now: Temporal.Instant,
): Promise<{ engagementId: string; day: Temporal.PlainDate | null; from: string | null; to: string | null }[]> {
  const which = and(inArray(moves.workerProfileId, workerProfileIds), isToCome(today));
  const before = await transaction
    .select({ engagementId: moves.engagementId, day: moves.day, from: maker.displayName, to: worker.displayName })
    .from(moves)
    .innerJoin(maker, eq(maker.id, moves.workerProfileId))
    .innerJoin(engagements, eq(engagements.id, moves.engagementId))
    .leftJoin(worker, eq(worker.id, engagements.workerProfileId))
    .where(which)
    .orderBy(asc(moves.day), asc(moves.id));
  await insertPastMoves(transaction, which, now);
  const left = await transaction
    .update(moves)
    .set({
      workerProfileId: null,
      // Why another worker was to come says nothing any more.
      reason: null,
      isKept: sql`${moves.isKept} or coalesce(${moves.movedFrom} = ${moves.day}, false)`,
      movedFrom: sql`nullif(${moves.movedFrom}, ${moves.day})`,
      movedAt: now,
    })
    .where(which)
    .returning({ id: moves.id });
  // What is where the plan has it needs no row; what is kept there, or has another day in other weekdays, the plan has elsewhere.
  const ids = left.map(({ id }) => id);
  const isInPlan = and(
    eq(moves.day, moves.originalDay),
    ...[eq(moves.isKept, false), isNull(moves.movedFrom), isNull(moves.leftDay)],
  );
  await transaction.delete(moves).where(and(inArray(moves.id, ids), isInPlan));
  return before;
}

/** Forgets which other rhythm is wanted of services that have ended; with one that looks for a worker the wish waits. */
export async function deleteRhythmRequests(transaction: Transaction, engagementIds: string[]): Promise<void> {
  await transaction.delete(rhythmRequests).where(inArray(rhythmRequests.engagementId, engagementIds));
}
