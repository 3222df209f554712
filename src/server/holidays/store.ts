import { and, asc, eq, gte, inArray, isNotNull, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { businessDay, weekDayOf } from '#domain/calendar.ts';
import type { Visit } from '#domain/reconcile.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { waysThroughDaysOff } from '../database/days-off.ts';
import { isDayOff, isDueByPlan, isHoliday, isSettledOn, visitsWaitingOn } from '../database/due-visits.ts';
import { insertPastMoves } from '../database/past-moves.ts';
import { contactOf } from '../database/people.ts';
import { holidays, moves } from '../database/schema/calendar.ts';
import { profiles } from '../database/schema/profiles.ts';
import { isActive } from '../database/schema/states.ts';
import { visits, visitTold } from '../database/schema/visits.ts';

export type HolidayRow = typeof holidays.$inferSelect;

/** @returns the days off from a day on */
export async function selectHolidays(database: Queryable, from: Temporal.PlainDate): Promise<HolidayRow[]> {
  return await database
    .select()
    .from(holidays)
    .where(and(gte(holidays.day, from), isNull(holidays.takenBackAt)))
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

export async function selectHoliday(transaction: Transaction, id: string): Promise<HolidayRow | undefined> {
  const [holiday] = await transaction.select().from(holidays).where(eq(holidays.id, id));
  return holiday;
}

export async function updateHoliday(
  transaction: Queryable,
  id: string,
  fields: Partial<typeof holidays.$inferInsert>,
): Promise<void> {
  await transaction.update(holidays).set(fields).where(eq(holidays.id, id));
}

const isActiveOne = isActive({ status: sql`engagement.status` });
const dateOf = (day: Temporal.PlainDate) => sql`${day.toString()}::date`;

/**
 * Holds everybody else from beginning or moving visits that a day off concerns until the transaction ends.
 * @param days the day off, and those to which it and later ones move its visits
 * @returns the engagements whose visits these are
 */
export async function lockVisitsOf(transaction: Transaction, days: readonly Temporal.PlainDate[]): Promise<string[]> {
  const dates = sql`any(${sql.param(days.map(String))}::date[])`;
  const waiting = days.map((day) => sql`select visit.engagement_id from ${visitsWaitingOn(day)} visit`);
  const { rows } = await transaction.execute<{ id: string }>(sql`
    select engagements.id from engagements
    where engagements.id = any(array(
      ${sql.join(waiting, sql` union all `)}
      union all select engagement_id from ${visits} where day = ${dates}
      union all select engagement_id from ${visits} where home = ${dates} and home <> day
      union all select engagement_id from ${visits} where set_day = ${dates} and set_day is not null
    ))
    order by engagements.id for no key update`);
  return rows.map(({ id }) => id);
}

/** A visit that is to come on a day, and whose; one without a row is known by its service. */
export type Waiting = { id: string; workerProfileId: string; hasRow: boolean };

/** @returns the visits that are to come on a day, by their rows */
export async function selectWaiting(transaction: Transaction, day: Temporal.PlainDate): Promise<Waiting[]> {
  return await transaction
    .select({ id: visits.id, workerProfileId: sql<string>`${visits.workerProfileId}`, hasRow: sql<boolean>`true` })
    .from(visits)
    .where(and(eq(visits.day, day), sql`${visits.state} = 'planned'`));
}

/** @returns the services whose visits are due on the weekday of a day, looked up one by one */
export async function selectOnWeekday(transaction: Transaction, day: Temporal.PlainDate): Promise<string[]> {
  const { rows } = await transaction.execute<{ id: string }>(sql`
    select engagement.id from schedule_template_days planned
    cross join lateral (select * from schedule_templates where id = planned.schedule_template_id offset 0) template
    cross join lateral (select * from engagements where id = template.engagement_id offset 0) engagement
    where planned.day_of_week = ${weekDayOf(day)} and ${isActiveOne}`);
  return rows.map(({ id }) => id);
}

/** @returns the names of workers by their profiles, in their order */
export async function selectNames(transaction: Transaction, workerProfileIds: readonly string[]) {
  return await transaction
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

/**
 * Moves the visits of a day that are not begun to another day, but for those of services that have one there already, or
 * whose customer is away then.
 */
export async function moveAll(
  transaction: Transaction,
  day: Temporal.PlainDate,
  to: Temporal.PlainDate,
  { id, name: reason }: Pick<HolidayRow, 'id' | 'name'>,
  movedAt: Temporal.Instant,
): Promise<void> {
  await insertPastMoves(transaction, eq(moves.day, day), movedAt);
  await transaction.execute(sql`
    insert into moves (id, engagement_id, original_day, day, worker_profile_id, reason, moved_at, holiday_id)
    select gen_random_uuid(), visit.engagement_id, visit.original_day, ${dateOf(to)},
      case when visit.worker_profile_id is distinct from engagement.worker_profile_id then visit.worker_profile_id end,
      ${reason}, ${movedAt.toString()}::timestamptz, ${id}::uuid
    from ${visitsWaitingOn(day)} visit
    join engagements engagement on engagement.id = visit.engagement_id
    where not ${isDayOff(sql`visit.engagement_id`, dateOf(to))}
      and not ${isSettledOn(sql`visit.engagement_id`, dateOf(to))}
      and not exists (select from moves there where there.engagement_id = visit.engagement_id and there.day = ${dateOf(to)})
      and not exists (
        select from schedule_template_days planned
        join schedule_templates template on template.id = planned.schedule_template_id
        where template.engagement_id = visit.engagement_id and planned.day_of_week = ${weekDayOf(to)}
          and ${isDueByPlan(sql`visit.engagement_id`, dateOf(to))}
      )
    on conflict (engagement_id, original_day) do update
      set day = excluded.day, is_kept = false, reason = excluded.reason,
        moved_from = case when moves.is_kept then moves.day else moves.moved_from end, moved_at = excluded.moved_at, holiday_id = excluded.holiday_id`);
}

type Back = Pick<HolidayRow, 'id' | 'day'>;

/** @returns SQL for whether the visit of `move` went through a day off: that one moved it, or another one from where that one had */
const wentThrough = (id: string) => sql`(
  move.holiday_id is not null
  and exists (select from ${waysThroughDaysOff(sql`move`)} way where way.id = ${id}::uuid))`;

/**
 * Puts visits that went through a day off back on its day, but for what was begun, taken off or moved since, or has no room there.
 * What another day off had moved to this day is that one's again.
 * @param which of these visits, each a `move`; all unless given
 * @returns the other days off that were taken back meanwhile, whose visits go back further
 */
async function moveBack(
  transaction: Transaction,
  { id, day }: Back,
  movedAt: Temporal.Instant,
  which = sql`true`,
): Promise<Back[]> {
  const now = sql`${movedAt.toString()}::timestamptz`;
  const { rows: found } = await transaction.execute<{ id: string }>(sql`
    select move.id from moves move
    where ${wentThrough(id)} and ${which} and ${isRoomOn(sql`move.engagement_id`, dateOf(day))}
      and not ${isSettledOn(sql`move.engagement_id`, sql`move.day`)}`);
  const ids = found.map((row) => row.id);
  const back = inArray(moves.id, ids);
  await insertPastMoves(transaction, back, movedAt);
  await transaction
    .update(moves)
    .set({
      ...{ day, reason: null, holidayId: null, movedAt },
      isKept: sql`coalesce(${moves.movedFrom} = ${dateOf(day)}, false)`,
      movedFrom: sql`nullif(${moves.movedFrom}, ${dateOf(day)})`,
    })
    .where(back);
  const { rows } = await transaction.execute<{ id: string; day: string; isTakenBack: boolean }>(sql`
    update moves set holiday_id = earlier.id, reason = earlier.name
    from past_moves past
    join holidays own on own.id = ${id}::uuid and own.created_at = past.until
    join holidays earlier on earlier.id = past.holiday_id and earlier.moved_to = past.day
    where moves.day = ${dateOf(day)} and moves.moved_at = ${now} and moves.holiday_id is null
      and past.engagement_id = moves.engagement_id and past.original_day = moves.original_day and past.day = moves.day
      and (earlier.taken_back_at is null or ${isFree(sql`moves.engagement_id`, sql`earlier.day`, movedAt)})
    returning earlier.id, earlier.day::text as day, earlier.taken_back_at is not null as "isTakenBack"`);
  // What is where the plan has it, and its worker's, needs no row; what is kept there the plan has elsewhere.
  await transaction.execute(sql`
    delete from moves where id = any(${sql.param(ids)}::uuid[]) and day = original_day and worker_profile_id is null
      and not is_kept and moved_from is null and left_day is null`);
  const further = new Map(rows.filter(({ isTakenBack }) => isTakenBack).map((row) => [row.id, row.day]));
  return [...further].map(([earlier, date]) => ({ id: earlier, day: Temporal.PlainDate.from(date) }));
}

/** @returns SQL for whether a visit of an engagement can be on a date: it is to come, people work then, and no other visit is there */
const isFree = (engagementId: SQL, date: SQL, now: Temporal.Instant) => sql`(
  ${date} >= ${dateOf(businessDay(now))} and not ${isHoliday(date)} and ${isRoomOn(engagementId, date)})`;

/** @returns SQL for whether no other visit of an engagement that is not where the plan has it is on a date */
const isRoomOn = (engagementId: SQL, date: SQL) => sql`(
  not exists (select from moves there where there.engagement_id = ${engagementId} and there.day = ${date})
  and not ${isSettledOn(engagementId, date)})`;

/** Puts back what a day off has moved, through all days off that have moved it. */
export async function moveAllBack(transaction: Transaction, holiday: Back, movedAt: Temporal.Instant): Promise<void> {
  const further = await moveBack(transaction, holiday, movedAt);
  for (const earlier of further) {
    further.push(
      ...(await moveBack(transaction, earlier, movedAt, sql`move.moved_at = ${movedAt.toString()}::timestamptz`)),
    );
  }
}

/** @returns the days off on some days, also those that were taken back, in the order in which they were set */
export async function selectHolidaysOn(transaction: Transaction, days: readonly string[]): Promise<HolidayRow[]> {
  if (days.length === 0) return [];
  return await transaction
    .select()
    .from(holidays)
    .where(sql`${holidays.day} = any(${sql.param([...days])}::date[])`)
    .orderBy(asc(holidays.createdAt));
}

/** @returns the days off of which people are to be told by now, or that they were taken back */
export async function selectDueHolidays(database: Queryable, now: Temporal.Instant): Promise<HolidayRow[]> {
  return await database.select().from(holidays).where(lte(holidays.dueAt, now)).orderBy(asc(holidays.day));
}

/** Whether the service is its worker's, who was not told of it yet. */
const isNew = sql`exists (
  select from plans plan where plan.engagement_id = visit.engagement_id and plan.worker_profile_id = visit.worker_profile_id
  having bool_and(plan.told_at is null) and count(*) > 0)`;

type OnDay = Pick<Visit, 'home' | 'day' | 'setDay' | 'state' | 'offBy'> & {
  id: string;
  engagementId: string;
  worker: string;
  /** Where the plan has the others of its service. */
  homes: string[];
};

/**
 * Lets people be told what becomes of visits that they believe to be on a day, unless they are told later of what else becomes of them.
 * @returns those of which their workers believe that, but for customers who are away
 */
export async function tellOnDay(
  transaction: Transaction,
  day: Temporal.PlainDate,
  now: Temporal.Instant,
): Promise<OnDay[]> {
  const { rows } = await transaction.execute<OnDay>(sql`
    with believed as (
      select visit.*, told.reader_profile_id = visit.worker_profile_id and not ${isNew} and not exists (
        select from holds where holds.engagement_id = visit.engagement_id and ${dateOf(day)} between holds.first_day and holds.last_day
      ) as is_own
      from visit_told told join visits visit on visit.id = told.visit_id
      join engagements engagement on engagement.id = told.engagement_id
      where told.day = ${dateOf(day)} and ${isActiveOne}
    ), told as (
      update engagements set tell_after = ${now.toString()}::timestamptz
      where id in (select engagement_id from believed) and tell_after is null
    )
    select id, engagement_id as "engagementId", worker_profile_id as worker, home::text as home, day::text as day,
      set_day::text as "setDay", state, off_by as "offBy", array(
        select other.home::text from visits other where other.engagement_id = believed.engagement_id and other.id <> believed.id
          and other.home >= ${dateOf(day)} and other.off_by is distinct from 'plan'
      ) as homes
    from believed where is_own and (state = 'planned' or off_by in ('holiday', 'hold'))`);
  return rows;
}

/** @returns of services, the visits on a day of which their workers do not know that they are there */
export async function selectUnknownOn(
  transaction: Transaction,
  engagementIds: readonly string[],
  day: string,
): Promise<{ id: string; engagementId: string }[]> {
  return await transaction
    .select({ id: visits.id, engagementId: visits.engagementId })
    .from(visits)
    .innerJoin(visitTold, and(eq(visitTold.visitId, visits.id), eq(visitTold.readerProfileId, visits.workerProfileId)))
    .where(
      and(
        inArray(visits.engagementId, [...engagementIds]),
        sql`${visits.day} = ${day}::date and ${visits.state} = 'planned' and ${visitTold.day} is distinct from ${visits.day}`,
      ),
    );
}

/** Notes where workers believe their visits to be by now: on a day, on none, or, where it is not given, where their rows say. */
export async function noteRead(
  transaction: Transaction,
  read: readonly { id: string; known?: string | null }[],
): Promise<void> {
  const ofWorker = (which: readonly { id: string }[]) =>
    and(
      inArray(
        visitTold.visitId,
        which.map(({ id }) => id),
      ),
      sql`${visitTold.readerProfileId} = (select visit.worker_profile_id from visits visit where visit.id = ${visitTold.visitId})`,
    );
  await transaction.delete(visitTold).where(ofWorker(read.filter(({ known }) => known === undefined)));
  for (const one of read) {
    if (one.known === undefined) continue;
    const day = one.known === null ? null : Temporal.PlainDate.from(one.known);
    await transaction
      .update(visitTold)
      .set({ day, workerProfileId: day && sql`${visitTold.readerProfileId}` })
      .where(ofWorker([one]));
  }
}

/**
 * Notes that workers know of the visits of a day that is no day off any more; of each service the one that was elsewhere is there again.
 * @param way the days to which days off had moved it
 */
export async function noteBack(
  transaction: Transaction,
  day: Temporal.PlainDate,
  way: readonly string[],
): Promise<void> {
  const to = sql`any(${sql.param([...way])}::date[])`;
  await transaction.execute(sql`
    delete from visit_told told using visits visit
    where visit.id = told.visit_id and told.reader_profile_id = visit.worker_profile_id and exists (
      select from visits back where back.engagement_id = told.engagement_id and back.day = ${dateOf(day)} and back.state = 'planned'
        and back.worker_profile_id = told.reader_profile_id
    ) and (visit.day = ${dateOf(day)} or told.day = ${to} or (told.day is null and visit.day = ${to}))`);
}

export async function selectContact(database: Queryable, profileId: string) {
  const [person] = await database.select(contactOf(profiles)).from(profiles).where(eq(profiles.id, profileId));
  return person;
}
