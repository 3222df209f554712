import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import { addDays } from '#domain/iso-days.ts';
import { daysBack } from '#domain/row-days.ts';
import { firstDayToCome } from '#domain/visit-class.ts';
import type { Database, Queryable, Transaction } from '../database/connection.ts';
import { hotRead } from '../database/hot-read.ts';
import { closedDays, engagements, scheduleTemplates, skips, works } from '../database/schema/engagements.ts';
import { isActive, isPaused } from '../database/schema/states.ts';
import { plans, visits } from '../database/schema/visits.ts';

const lockThem = hotRead('lock_to_fill', (database) =>
  database
    .select({ id: engagements.id })
    .from(engagements)
    .where(sql`${engagements.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .orderBy(asc(engagements.id))
    .for('no key update'),
);

/** Makes everybody else who changes these services wait until the transaction ends; in the order of ids, as everywhere. */
export async function lockServices(transaction: Transaction, ids: readonly string[]): Promise<void> {
  await lockThem(transaction, { ids });
}

/** @returns the days that have ended since all rows were filled last */
export async function selectUnfilledDays(database: Database): Promise<Temporal.PlainDate[]> {
  const rows = await database.select({ day: closedDays.day }).from(closedDays).where(isNull(closedDays.filledAt));
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
export async function selectLive(database: Queryable, after: string | undefined, limit: number): Promise<string[]> {
  const rows = await database
    .select({ id: engagements.id })
    .from(engagements)
    .where(and(goesOn, isAfter(after)))
    .orderBy(asc(engagements.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/**
 * @param among of these alone
 * @returns the ids of the first services, after one, that have neither plans nor rows, and go on or had a visit lately
 */
export async function selectUncarried(
  database: Queryable,
  now: Temporal.Instant,
  after: string | undefined,
  limit: number,
  among?: readonly string[],
): Promise<string[]> {
  const since = addDays(firstDayToCome(now).toString(), -daysBack - 6);
  const ofLate = (table: typeof works | typeof skips) =>
    database.select({ id: table.engagementId }).from(table).where(sql`${table.date} >= ${since}::date`);
  const rows = await database
    .select({ id: engagements.id })
    .from(engagements)
    .innerJoin(scheduleTemplates, eq(scheduleTemplates.engagementId, engagements.id))
    .where(
      and(
        isAfter(after),
        among && sql`${engagements.id} = any(${sql.param([...among])}::uuid[])`,
        or(goesOn, inArray(engagements.id, ofLate(works)), inArray(engagements.id, ofLate(skips))),
        sql`not exists (select from ${plans} where ${plans.engagementId} = ${engagements.id})`,
        sql`not exists (select from ${visits} where ${visits.engagementId} = ${engagements.id})`,
      ),
    )
    .orderBy(asc(engagements.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}
