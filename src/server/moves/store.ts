import { and, desc, eq, gte, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { contactOf } from '../database/people.ts';
import { users } from '../database/schema/accounts.ts';
import { holds, holidays } from '../database/schema/calendar.ts';
import { isOnboarded, profiles } from '../database/schema/profiles.ts';
import { visitHistory, visits } from '../database/schema/visits.ts';

/** Keeps days off as they are until the transaction ends; several transactions may do so at once. */
export async function holdHolidays(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`lock table ${holidays} in share mode`);
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

/**
 * Corrects why staff moved a visit.
 * @returns false when they did not move it, or for that reason
 */
export async function correctReason(transaction: Transaction, visitId: string, reason: string | null) {
  const isOther = and(isNotNull(visits.setDay), sql`${visits.setReason} is distinct from ${reason}`);
  const corrected = await transaction
    .update(visits)
    .set({ setReason: reason })
    .where(and(eq(visits.id, visitId), isOther))
    .returning({ id: visits.id });
  return corrected.length > 0;
}

/** @returns the name of a day off, null when a day is none, and whether a worker is off, or a customer wants no visit of a service on it */
export async function selectRest(
  transaction: Transaction,
  { engagementId, day, workerProfileId }: { engagementId: string; day: Temporal.PlainDate; workerProfileId: string },
) {
  const isOn = sql`${day.toString()}::date between ${holidays.day} and coalesce(${holidays.lastDay}, ${holidays.day})`;
  const isOne = and(isOn, isNull(holidays.takenBackAt), isNull(holidays.workerProfileId));
  const [dayOff] = await transaction.select({ name: holidays.name }).from(holidays).where(isOne);
  const isTheirs = and(isOn, isNull(holidays.takenBackAt), eq(holidays.workerProfileId, workerProfileId));
  const isAway = and(eq(holds.engagementId, engagementId), lte(holds.firstDay, day), gte(holds.lastDay, day));
  const isWorkerOff = (await transaction.$count(holidays, isTheirs)) > 0;
  return { dayOff: dayOff?.name ?? null, isWorkerOff, isAway: (await transaction.$count(holds, isAway)) > 0 };
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
