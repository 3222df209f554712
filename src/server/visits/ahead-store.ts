import { and, asc, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { IsoDay } from '#domain/iso-days.ts';
import type { Database, Queryable, Transaction } from '../database/connection.ts';
import { lockEngagements } from '../database/lock-engagements.ts';
import { agreedPlans } from '../database/plan-versions.ts';
import { closedDays, engagements } from '../database/schema/engagements.ts';
import { isActive, isPaused } from '../database/schema/states.ts';
import { plans, visits } from '../database/schema/visits.ts';

export { lockEngagements };

/** Waits while another process closes the same day. @returns false when the day was closed before */
export async function insertClosedDay(
  transaction: Transaction,
  day: Temporal.PlainDate,
  closedAt: Temporal.Instant,
): Promise<boolean> {
  const inserted = await transaction.insert(closedDays).values({ day, closedAt }).onConflictDoNothing().returning();
  return inserted.length > 0;
}

/** @returns the days that have ended since all rows were filled last, in order */
export async function selectUnfilledDays(database: Database): Promise<Temporal.PlainDate[]> {
  const rows = await database
    .select({ day: closedDays.day })
    .from(closedDays)
    .where(isNull(closedDays.filledAt))
    .orderBy(asc(closedDays.day));
  return rows.map(({ day }) => day);
}

export async function markFilled(
  database: Database,
  days: readonly Temporal.PlainDate[],
  filledAt: Temporal.Instant,
): Promise<void> {
  await database
    .update(closedDays)
    .set({ filledAt })
    .where(inArray(closedDays.day, [...days]));
}

const isAfter = (after: string | undefined) => (after === undefined ? undefined : gt(engagements.id, after));
const goesOn = or(isActive(engagements), isPaused(engagements));

/** @returns the ids of the first services, after one, that have a worker or are to have one again */
export async function selectLive(
  database: Queryable,
  after: string | undefined,
  limit: number,
  which?: SQL,
): Promise<string[]> {
  const rows = await database
    .select({ id: engagements.id })
    .from(engagements)
    .where(and(goesOn, isAfter(after), which))
    .orderBy(asc(engagements.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** @returns those of these that have a plan, and no rows from a day on */
export const selectShort =
  (from: IsoDay): typeof selectLive =>
  (database, after, limit) =>
    selectLive(
      database,
      after,
      limit,
      sql`exists (select from ${agreedPlans()} where ${plans.engagementId} = ${engagements.id} and ${plans.endedOn} is null)
        and not exists (select from ${visits} where ${visits.engagementId} = ${engagements.id} and ${visits.madeFor} >= ${from})`,
    );
