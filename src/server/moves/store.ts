import { and, desc, eq, gte, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { insertPastMoves } from '../database/past-moves.ts';
import { contactOf } from '../database/people.ts';
import { users } from '../database/schema/accounts.ts';
import { holds, holidays, moves } from '../database/schema/calendar.ts';
import { isOnboarded, profiles } from '../database/schema/profiles.ts';
import { visitHistory, visits } from '../database/schema/visits.ts';

type MoveRow = typeof moves.$inferSelect;

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
 * Writes a move, or what has become of it since; a visit that is where the plan has it, and its worker's, needs none,
 * but the plan does not have what is kept, or has another day in other weekdays. Its engagement's visits are locked.
 */
export async function writeMove(transaction: Transaction, move: typeof moves.$inferInsert): Promise<void> {
  const { id: _, engagementId, originalDay, ...changed } = move;
  const before = and(eq(moves.engagementId, engagementId), eq(moves.originalDay, originalDay));
  await insertPastMoves(transaction, before, move.movedAt);
  if (move.day?.equals(originalDay) && !move.workerProfileId && !move.isKept && !move.movedFrom && !move.leftDay) {
    await transaction.delete(moves).where(before);
    return;
  }
  await transaction
    .insert(moves)
    .values(move)
    .onConflictDoUpdate({ target: [moves.engagementId, moves.originalDay], set: changed });
}

/** @returns where a visit is, and whose, that was on a day before; undefined when none was */
export async function selectMovedFrom(transaction: Transaction, engagementId: string, day: Temporal.PlainDate) {
  const [moved] = await transaction
    .select({ day: visits.day, workerProfileId: visits.workerProfileId })
    .from(visits)
    .innerJoin(visitHistory, eq(visitHistory.visitId, visits.id))
    .where(
      and(
        eq(visitHistory.engagementId, engagementId),
        eq(visitHistory.day, day),
        eq(visitHistory.state, 'planned'),
        inArray(visits.state, ['planned', 'begun']),
      ),
    )
    .orderBy(desc(visits.changedAt))
    .limit(1);
  return moved;
}

/** @returns the name of a day off, null when a day is none, and whether a customer wants no visit of a service on it */
export async function selectRest(transaction: Transaction, engagementId: string, day: Temporal.PlainDate) {
  const isOne = and(eq(holidays.day, day), isNull(holidays.takenBackAt));
  const [dayOff] = await transaction.select({ name: holidays.name }).from(holidays).where(isOne);
  const isAway = and(eq(holds.engagementId, engagementId), lte(holds.firstDay, day), gte(holds.lastDay, day));
  return { dayOff: dayOff?.name ?? null, isAway: (await transaction.$count(holds, isAway)) > 0 };
}

/** @param seen when and by whom a missed visit was decided about; nulls for one that waits for a decision again */
export async function markDecided(
  transaction: Transaction,
  engagementId: string,
  date: Temporal.PlainDate,
  seen: { seenAt: Temporal.Instant; seenBy: string | null } | { seenAt: null; seenBy: null },
): Promise<void> {
  await transaction
    .update(visits)
    .set(seen)
    .where(
      and(
        eq(visits.engagementId, engagementId),
        eq(visits.missedOn, date),
        seen.seenAt === null ? isNotNull(visits.seenAt) : isNull(visits.seenAt),
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
