import { and, asc, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { weekDayOf } from '#domain/calendar.ts';
import type { IsoDay } from '#domain/iso-days.ts';
import type { DayOff } from '#domain/reconcile.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { users } from '../database/schema/accounts.ts';
import { holidays } from '../database/schema/calendar.ts';
import { engagements } from '../database/schema/engagements.ts';
import { profiles } from '../database/schema/profiles.ts';
import { isActive, isAgreed, isBegun, isDayOff } from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';

export type HolidayRow = typeof holidays.$inferSelect;

export const dayOfVisit = sql<IsoDay>`${visits.day}::text`;
const dateOf = (day: Temporal.PlainDate) => sql`${day.toString()}::date`;

/** @returns a day off as the rules of visits have it */
export const dayOffOf = (row: Asked): DayOff => ({
  ...{ day: row.day.toString(), to: row.movedTo?.toString() ?? null },
  ...{ worker: row.workerProfileId, lastDay: lastDayOf(row).toString(), by: row.byProfileId },
});

/** What days off say, whether they are set or asked for. */
export type Asked = Pick<HolidayRow, 'day' | 'lastDay' | 'name' | 'movedTo' | 'workerProfileId' | 'byProfileId'>;

/** Days off of one worker. */
export type AskedOfWorker = Asked & { workerProfileId: string };

/** @returns whether they are days off of one worker */
export const isOfWorker = <One extends Asked>(asked: One): asked is One & AskedOfWorker =>
  asked.workerProfileId !== null;

/** @returns the last of some days off */
export const lastDayOf = ({ day, lastDay }: Pick<HolidayRow, 'day' | 'lastDay'>): Temporal.PlainDate => lastDay ?? day;

/** @returns the days off that count from a day on, of all and of single workers */
export async function selectHolidays(database: Queryable, from: Temporal.PlainDate): Promise<HolidayRow[]> {
  return await database
    .select()
    .from(holidays)
    .where(and(sql`coalesce(${holidays.lastDay}, ${holidays.day}) >= ${dateOf(from)}`, isDayOff(holidays)))
    .orderBy(asc(holidays.day));
}

/** Holds everybody else who changes days off until the transaction ends. */
export async function lockHolidays(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`lock table ${holidays} in share row exclusive mode`);
}

export async function insertHoliday(
  transaction: Transaction,
  holiday: typeof holidays.$inferInsert,
): Promise<HolidayRow> {
  const [inserted] = await transaction.insert(holidays).values(holiday).returning();
  if (!inserted) throw new Error('The day off was not inserted');
  return inserted;
}

/** @returns a day off, also one that was taken back */
export async function selectHoliday(transaction: Transaction, id: string): Promise<HolidayRow | undefined> {
  const [holiday] = await transaction
    .select()
    .from(holidays)
    .where(and(eq(holidays.id, id), isAgreed(holidays)));
  return holiday;
}

export async function updateHoliday(
  transaction: Queryable,
  id: string,
  fields: Partial<typeof holidays.$inferInsert>,
): Promise<HolidayRow> {
  const [updated] = await transaction.update(holidays).set(fields).where(eq(holidays.id, id)).returning();
  if (!updated) throw new Error('The day off is gone');
  return updated;
}

const isActiveOne = isActive({ status: sql`engagement.status` });

/** The services whose visits are due on the weekday of a day, looked up one by one. */
const onWeekday = (day: Temporal.PlainDate) => sql<{ id: string }>`
  select engagement.id from schedule_template_days planned
  cross join lateral (select * from schedule_templates where id = planned.schedule_template_id offset 0) template
  cross join lateral (select * from engagements where id = template.engagement_id offset 0) engagement
  where planned.day_of_week = ${weekDayOf(day)} and ${isActiveOne}`;

/**
 * Holds everybody else from beginning or moving visits that a day off concerns until the transaction ends.
 * @param days the day off, and those to which it and later ones move its visits
 * @param beyond those of them on which visits may have no rows yet
 * @returns the engagements whose visits these are
 */
export async function lockVisitsOf(
  transaction: Transaction,
  days: readonly Temporal.PlainDate[],
  beyond: readonly Temporal.PlainDate[],
): Promise<string[]> {
  const dates = sql`any(${sql.param(days.map(String))}::date[])`;
  const { rows } = await transaction.execute<{ id: string }>(sql`
    select engagements.id from engagements
    where engagements.id = any(array(
      select engagement_id from ${visits} where day = ${dates}
      union all select engagement_id from ${visits} where home = ${dates} and home <> day
      union all select engagement_id from ${visits} where set_day = ${dates} and set_day is not null
      ${sql.join(
        beyond.map((day) => sql`union all ${onWeekday(day)}`),
        sql` `,
      )}
    ))
    order by engagements.id for no key update`);
  return rows.map(({ id }) => id);
}

/** A visit that is to come on a day, and whose. */
export type Waiting = { id: string; day: IsoDay; workerProfileId: string };

/** @returns the visits that are to come on a day, or on all days up to the last one, by their rows; of one worker if one is given */
export async function selectWaiting(
  transaction: Transaction,
  day: Temporal.PlainDate,
  { last = `${day}`, worker = null }: { last?: IsoDay; worker?: string | null } = {},
): Promise<Waiting[]> {
  const isOn = sql`${visits.day} between ${dateOf(day)} and ${last}::date`;
  return await transaction
    .select({ id: visits.id, day: dayOfVisit, workerProfileId: sql<string>`${visits.workerProfileId}` })
    .from(visits)
    .where(and(isOn, sql`${visits.state} = 'planned'`, worker ? eq(visits.workerProfileId, worker) : undefined));
}

/** @returns the services that a worker has */
export async function selectServicesOf(transaction: Transaction, worker: string): Promise<string[]> {
  const rows = await transaction
    .select({ id: engagements.id })
    .from(engagements)
    .where(and(eq(engagements.workerProfileId, worker), isActive(engagements)));
  return rows.map(({ id }) => id);
}

/** @returns where visits are by now, and who makes them; null for one that is off */
export async function selectPlaces(transaction: Transaction, ids: readonly string[]) {
  const rows = await transaction
    .select({ id: visits.id, day: dayOfVisit, worker: visits.workerProfileId, state: visits.state })
    .from(visits)
    .where(inArray(visits.id, [...ids]));
  return new Map(rows.map(({ id, state, ...place }) => [id, state === 'planned' ? place : null]));
}

/** @returns the services whose visits are due on the weekday of a day */
export async function selectOnWeekday(transaction: Transaction, day: Temporal.PlainDate): Promise<string[]> {
  return (await transaction.execute<{ id: string }>(onWeekday(day))).rows.map(({ id }) => id);
}

/** @returns the names of workers by their profiles, in their order */
export async function selectNames(database: Queryable, workerProfileIds: readonly string[]) {
  return await database
    .select({ id: profiles.id, name: profiles.displayName })
    .from(profiles)
    .where(inArray(profiles.id, [...workerProfileIds]))
    .orderBy(asc(profiles.displayName), asc(profiles.id));
}

/** @returns how many visits that would be on a day, where staff or the plan have them, are elsewhere */
export async function countElsewhere(transaction: Transaction, day: Temporal.PlainDate): Promise<number> {
  const isPlanned = and(eq(visits.home, day), ne(visits.home, visits.day), isNull(visits.setDay));
  const isSet = and(eq(visits.setDay, day), isNotNull(visits.setDay), ne(visits.setDay, visits.day));
  return await transaction.$count(visits, and(or(isPlanned, isSet), sql`${visits.offBy} is distinct from 'plan'`));
}

/** @returns the days off on some days, also those that were taken back, in the order in which they were set */
export async function selectHolidaysOn(transaction: Transaction, days: readonly string[]): Promise<HolidayRow[]> {
  if (days.length === 0) return [];
  return await transaction
    .select()
    .from(holidays)
    .where(and(sql`${holidays.day} = any(${sql.param([...days])}::date[])`, isNull(holidays.workerProfileId)))
    .orderBy(asc(holidays.createdAt));
}

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
