import { and, eq, inArray, max, min } from 'drizzle-orm';
import { businessDay } from '#domain/calendar.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { firstDayToCome } from '#domain/visit-class.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { closedDays, engagements } from '../database/schema/engagements.ts';
import { visits } from '../database/schema/visits.ts';
import { lockServices } from './ahead-store.ts';
import { setMissed } from './off-store.ts';

/** When customers are told, because nobody is told at night. */
const morning = '08:00';

/** @returns the first day whose missed visits were not recorded yet; undefined while no visit was ever due */
export async function firstOpenDay(database: Queryable): Promise<Temporal.PlainDate | undefined> {
  const first = await dayAfterClosed(database);
  if (first) return first;
  const since = await firstActiveSince(database);
  return since && businessDay(since);
}

/** @returns the day after the last closed day; undefined when no day was closed yet */
async function dayAfterClosed(database: Queryable): Promise<Temporal.PlainDate | undefined> {
  const [row] = await database.select({ day: max(closedDays.day) }).from(closedDays);
  return row?.day?.add({ days: 1 });
}

/** @returns when the first engagement became active, before which no visit was due */
async function firstActiveSince(database: Queryable): Promise<Temporal.Instant | undefined> {
  const [row] = await database.select({ first: min(engagements.activeSince) }).from(engagements);
  return row?.first ?? undefined;
}

/**
 * Records a day's missed visits: those that were planned and were neither made nor taken off.
 * @param now of which the day is over
 * @param engagementIds of which engagements; of all unless given
 */
export async function insertMissed(
  transaction: Transaction,
  day: Temporal.PlainDate,
  now: Temporal.Instant,
  engagementIds?: readonly string[],
): Promise<void> {
  const isOne = engagementIds && inArray(visits.engagementId, [...engagementIds]);
  const rows = await transaction
    .select({ engagementId: visits.engagementId })
    .from(visits)
    .where(and(eq(visits.day, day), eq(visits.state, 'planned'), isOne));
  const ids = rows.map(({ engagementId }) => engagementId);
  // Somebody may just be beginning one.
  await lockServices(transaction, ids);
  await setMissed(transaction, { engagementIds: ids, day, state: 'planned' }, nextMorning(now), now);
}

/** @returns when the customer of a visit that is written down as missed now is told */
const nextMorning = (now: Temporal.Instant): Temporal.Instant =>
  firstDayToCome(now).toZonedDateTime({ timeZone: businessTimeZone, plainTime: morning }).toInstant();

/**
 * Records as missed the visits of a day that were begun and neither finished nor given up, once nobody can do either any
 * more. Their customers are not told: that is too long ago.
 * @returns their services, which are locked
 */
export async function insertLeft(
  transaction: Transaction,
  day: Temporal.PlainDate,
  now: Temporal.Instant,
): Promise<string[]> {
  const isLeft = and(eq(visits.day, day), eq(visits.state, 'begun'));
  const left = await transaction.select({ engagementId: visits.engagementId }).from(visits).where(isLeft);
  const ids = left.map(({ engagementId }) => engagementId);
  // Somebody may still be finishing one.
  await lockServices(transaction, ids);
  await setMissed(transaction, { engagementIds: ids, day, state: 'begun' }, null, now);
  return ids;
}

/** Records a visit as missed whose worker began it once its day was over, and did not set off. */
export const insertMissedOne = (
  transaction: Transaction,
  { engagementId, date }: { engagementId: string; date: Temporal.PlainDate },
  now: Temporal.Instant,
): Promise<void> =>
  setMissed(transaction, { engagementIds: [engagementId], day: date, state: 'planned' }, nextMorning(now), now);
