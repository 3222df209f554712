import { and, asc, eq, gte, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { isDayOff } from '../database/due-visits.ts';
import { insertPastMoves } from '../database/past-moves.ts';
import { contactOf } from '../database/people.ts';
import { users } from '../database/schema/accounts.ts';
import { holidays, mayBeUntold, moves, untoldAssignments } from '../database/schema/calendar.ts';
import { engagements, skips, works } from '../database/schema/engagements.ts';
import { isOnboarded, profiles } from '../database/schema/profiles.ts';
import { isActive } from '../database/schema/states.ts';

export { selectMadeUp } from '../database/made-up.ts';
export type MoveRow = typeof moves.$inferSelect;

/** Keeps days off as they are until the transaction ends; several transactions may do so at once. */
export async function holdHolidays(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`lock table ${holidays} in share mode`);
}

/** @returns the move of the visit that the plan had on a day */
export async function selectMove(
  transaction: Transaction,
  engagementId: string,
  originalDay: Temporal.PlainDate,
): Promise<MoveRow | undefined> {
  const [move] = await transaction
    .select()
    .from(moves)
    .where(and(eq(moves.engagementId, engagementId), eq(moves.originalDay, originalDay)));
  return move;
}

/** @returns the move of the visit that is on a day */
export async function selectMoveTo(
  transaction: Transaction,
  engagementId: string,
  day: Temporal.PlainDate,
): Promise<MoveRow | undefined> {
  const [move] = await transaction
    .select()
    .from(moves)
    .where(and(eq(moves.engagementId, engagementId), eq(moves.day, day)));
  return move;
}

/**
 * Writes a move, or what has become of it since; its engagement's visits are locked. People are told of it later, once
 * nobody changes it any more for a minute.
 */
export async function writeMove(transaction: Transaction, move: typeof moves.$inferInsert): Promise<MoveRow> {
  const { id: _, engagementId, originalDay, toldDay: __, toldWorkerProfileId: ___, ...changed } = move;
  const before = and(eq(moves.engagementId, engagementId), eq(moves.originalDay, originalDay));
  await insertPastMoves(transaction, before, move.movedAt);
  const [written] = await transaction
    .insert(moves)
    .values(move)
    .onConflictDoUpdate({ target: [moves.engagementId, moves.originalDay], set: changed })
    .returning();
  if (!written) throw new Error('The move was not written');
  return written;
}

/** @returns what has become of an engagement's visit of a day, begun, taken off or missed, and whose it was; undefined when nothing has */
export async function selectOutcome(transaction: Transaction, engagementId: string, date: Temporal.PlainDate) {
  const [work] = await transaction
    .select({ workerProfileId: works.workerProfileId })
    .from(works)
    .where(and(eq(works.engagementId, engagementId), eq(works.date, date)));
  if (work) return { kind: 'begun' as const, workerProfileId: work.workerProfileId };
  const [skip] = await transaction
    .select({ kind: skips.kind, workerProfileId: skips.workerProfileId })
    .from(skips)
    .where(and(eq(skips.engagementId, engagementId), eq(skips.date, date)));
  return skip;
}

/** @param seen when and by whom a missed visit was decided about; nulls for one that waits for a decision again */
export async function markDecided(
  transaction: Transaction,
  engagementId: string,
  date: Temporal.PlainDate,
  seen: { seenAt: Temporal.Instant; seenBy: string | null } | { seenAt: null; seenBy: null },
): Promise<void> {
  await transaction
    .update(skips)
    .set(seen)
    .where(
      and(
        eq(skips.engagementId, engagementId),
        eq(skips.date, date),
        eq(skips.kind, 'missed'),
        seen.seenAt === null ? isNotNull(skips.seenAt) : isNull(skips.seenAt),
      ),
    );
}

/** @returns a worker with what decides whether visits can be given to them */
export async function selectWorker(database: Queryable, workerProfileId: string) {
  const [worker] = await database
    .select({
      contact: contactOf(profiles),
      name: profiles.displayName,
      userId: profiles.userId,
      isOnboarded: isOnboarded(profiles.userId),
      isApproved: sql<boolean>`coalesce(${profiles.approval} = 'approved', false)`,
      approval: profiles.approval,
      isClosed: sql<boolean>`${users.deactivatedAt} is not null`,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(eq(profiles.id, workerProfileId), eq(profiles.type, 'PROFILE_TYPE_WORKER')));
  return worker;
}

export async function selectMoveById(transaction: Transaction, id: string): Promise<MoveRow | undefined> {
  const [move] = await transaction.select().from(moves).where(eq(moves.id, id));
  return move;
}

/** @returns the moves of visits that are, or that people expect, on a day to come, in their order */
export async function selectMovesToCome(
  transaction: Transaction,
  engagementId: string,
  today: Temporal.PlainDate,
): Promise<MoveRow[]> {
  const isToCome = sql`greatest(${moves.day}, ${moves.toldDay}, ${moves.originalDay}) >= ${today.toString()}::date`;
  return await transaction
    .select()
    .from(moves)
    .where(and(eq(moves.engagementId, engagementId), isToCome))
    .orderBy(asc(moves.originalDay));
}

export type UntoldMove = Pick<MoveRow, 'id' | 'engagementId' | 'day' | 'toldDay'>;

/**
 * @param settled moves that were made later wait
 * @returns the visits to come of which somebody believes that they are elsewhere, another's, or on or off
 */
export async function selectMovesToTell(
  database: Queryable,
  today: Temporal.PlainDate,
  settled: Temporal.Instant,
  limit: number,
): Promise<UntoldMove[]> {
  const date = sql`${today.toString()}::date`;
  const isOff = sql`(not exists (
      select from ${works} where ${works.engagementId} = ${moves.engagementId} and ${works.date} = ${moves.day} offset 0
    ) and (${moves.day} is null or ${moves.day} < ${date} or not ${isActive(engagements)}
      or ${isDayOff(sql`${engagements.id}`, sql`${moves.day}`)}))`;
  return await database
    .select({ id: moves.id, engagementId: moves.engagementId, day: moves.day, toldDay: moves.toldDay })
    .from(moves)
    .innerJoin(engagements, eq(engagements.id, moves.engagementId))
    .where(
      and(
        mayBeUntold(moves),
        sql`greatest(${moves.day}, ${moves.toldDay}) >= ${date}`,
        lte(moves.movedAt, settled),
        // With an assignment of which people are still to be told, its moves are told too.
        sql`not (${isActive(engagements)} and exists (
          select from ${untoldAssignments} where ${untoldAssignments.engagementId} = ${moves.engagementId} offset 0
        ))`,
        sql`(${moves.isToldOff} <> ${isOff} or not ${moves.isToldOff} and (
          ${moves.day} is distinct from ${moves.toldDay}
          or coalesce(${moves.workerProfileId}, ${engagements.workerProfileId})
            is distinct from coalesce(${moves.toldWorkerProfileId}, ${engagements.workerProfileId})
        ))`,
      ),
    )
    .orderBy(asc(moves.movedAt), asc(moves.id))
    .limit(limit);
}

/** Notes what people were told of a visit. */
export async function markTold(
  transaction: Transaction,
  id: string,
  told: Partial<Pick<MoveRow, 'toldDay' | 'toldWorkerProfileId' | 'isToldOff' | 'isAnnounced' | 'revision'>>,
): Promise<void> {
  await transaction.update(moves).set(told).where(eq(moves.id, id));
}

/** Notes that nothing is to be told any more that people do not know of an engagement's plan. */
export async function markAllKnown(transaction: Transaction, engagementId: string): Promise<void> {
  await transaction.update(moves).set({ isAnnounced: false }).where(eq(moves.engagementId, engagementId));
}

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
