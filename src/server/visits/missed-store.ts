import { and, eq, inArray, sql } from 'drizzle-orm';
import { businessTimeZone } from '#domain/time-zone.ts';
import { firstDayToCome } from '#domain/visit-class.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { lockEngagements } from '../database/lock-engagements.ts';
import { closedDays } from '../database/schema/engagements.ts';
import { visits } from '../database/schema/visits.ts';
import { setMissed } from './off-store.ts';

/** When customers are told, because nobody is told at night. */
const morning = '08:00';

/** @returns the first day whose missed visits were not recorded yet; undefined while no visit was ever due */
export async function firstOpenDay(database: Queryable): Promise<Temporal.PlainDate | undefined> {
  const dayOfFirst = sql`(select (min(active_since) at time zone ${businessTimeZone})::date from engagements)`;
  const [row] = await database
    .select({
      day: sql<Temporal.PlainDate | null>`coalesce((select max(day) + 1 from closed_days), ${dayOfFirst})`.mapWith(
        closedDays.day,
      ),
    })
    .from(sql`(select) nothing`);
  return row?.day ?? undefined;
}

/**
 * Records a day's missed visits, once nobody can make them any more: those that were planned and neither made nor taken off, or those that
 * were begun and neither finished nor given up. Of these customers are not told: that is too long ago.
 * @param engagementIds of which services; of all unless given
 * @returns their services, which are locked
 */
export async function insertMissed(
  transaction: Transaction,
  {
    day,
    state,
    engagementIds,
  }: { day: Temporal.PlainDate; state: 'planned' | 'begun'; engagementIds?: readonly string[] },
  now: Temporal.Instant,
): Promise<string[]> {
  const isOne = engagementIds && inArray(visits.engagementId, [...engagementIds]);
  const rows = await transaction
    .select({ engagementId: visits.engagementId })
    .from(visits)
    .where(and(eq(visits.day, day), eq(visits.state, state), isOne));
  const ids = rows.map(({ engagementId }) => engagementId);
  // Somebody may just be beginning one, or finishing it.
  await lockEngagements(transaction, { ids });
  const nextMorning = firstDayToCome(now).toZonedDateTime({ timeZone: businessTimeZone, plainTime: morning });
  const dueAt = state === 'planned' ? nextMorning.toInstant() : null;
  await setMissed(transaction, { engagementIds: ids, day, state }, dueAt, now);
  return ids;
}
