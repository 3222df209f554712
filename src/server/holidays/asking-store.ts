import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { users } from '../database/schema/accounts.ts';
import { holidays } from '../database/schema/calendar.ts';
import { profiles } from '../database/schema/profiles.ts';
import { isBegun } from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';
import type { HolidayRow } from './store.ts';

/** @returns a worker's days off that end on a day or later: set, asked for and declined */
export async function selectDaysOffOf(
  database: Queryable,
  workerProfileId: string,
  from: Temporal.PlainDate,
): Promise<HolidayRow[]> {
  return await database
    .select()
    .from(holidays)
    .where(
      and(
        ...[eq(holidays.workerProfileId, workerProfileId), isNull(holidays.takenBackAt)],
        sql`coalesce(${holidays.lastDay}, ${holidays.day}) >= ${from.toString()}::date`,
      ),
    )
    .orderBy(asc(holidays.day), asc(holidays.createdAt));
}

/** Days off that a worker asked for, decided or not. */
export type Wish = HolidayRow & { workerProfileId: string; workerName: string; isClosed: boolean };

/** @returns what a worker asked for; undefined for days off that staff set by themselves */
export async function selectWish(transaction: Transaction, id: string): Promise<Wish | undefined> {
  const [found] = await transaction
    .select({ wish: holidays, workerName: profiles.displayName, deactivatedAt: users.deactivatedAt })
    .from(holidays)
    .innerJoin(profiles, eq(profiles.id, holidays.workerProfileId))
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(eq(holidays.id, id), sql`${holidays.wantedAt} is not null`));
  if (!found?.wish.workerProfileId) return undefined;
  const { wish, workerName, deactivatedAt } = found;
  return { ...wish, workerProfileId: found.wish.workerProfileId, workerName, isClosed: deactivatedAt !== null };
}

/** @returns whether a worker has begun a visit of a day */
export async function hasBegunOn(transaction: Transaction, workerProfileId: string, day: Temporal.PlainDate) {
  const theirs = and(eq(visits.workerProfileId, workerProfileId), eq(visits.day, day), isBegun(visits));
  return (await transaction.$count(visits, theirs)) > 0;
}
