import { and, asc, eq, gte, isNull, lte, sql } from 'drizzle-orm';
import { weekDayOf } from '#domain/calendar.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { isDayOff, isDueByPlan, isInRhythm, visitsWaitingOn } from '../database/due-visits.ts';
import { insertPastMoves } from '../database/past-moves.ts';
import { contactOf } from '../database/people.ts';
import { holidays, moves } from '../database/schema/calendar.ts';
import { profiles } from '../database/schema/profiles.ts';
import { isActive } from '../database/schema/states.ts';

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

/** Holds everybody else from beginning or moving the visits of a day until the transaction ends. */
export async function lockVisitsOf(transaction: Transaction, day: Temporal.PlainDate): Promise<void> {
  await transaction.execute(sql`
    select from engagements
    where engagements.id in (select visit.engagement_id from ${visitsWaitingOn(day)} visit)
    order by engagements.id for no key update`);
}

/** @returns how many visits of a day are due and not begun */
export async function countWaiting(transaction: Transaction, day: Temporal.PlainDate): Promise<number> {
  const { rows } = await transaction.execute<{ count: number }>(
    sql`select count(*)::int as count from ${visitsWaitingOn(day)} visit`,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Moves the visits of a day that are not begun to another day, but for those of services that have one there already, or
 * whose customer is away then.
 * @returns how many were moved
 */
export async function moveAll(
  transaction: Transaction,
  day: Temporal.PlainDate,
  to: Temporal.PlainDate,
  { id, name: reason }: Pick<HolidayRow, 'id' | 'name'>,
  movedAt: Temporal.Instant,
): Promise<number> {
  await insertPastMoves(transaction, eq(moves.day, day), movedAt);
  const { rowCount } = await transaction.execute(sql`
    insert into moves (id, engagement_id, original_day, day, worker_profile_id, reason, moved_at, holiday_id)
    select gen_random_uuid(), visit.engagement_id, visit.original_day, ${dateOf(to)},
      case when visit.worker_profile_id is distinct from engagement.worker_profile_id then visit.worker_profile_id end,
      ${reason}, ${movedAt.toString()}::timestamptz, ${id}::uuid
    from ${visitsWaitingOn(day)} visit
    join engagements engagement on engagement.id = visit.engagement_id
    where not ${isDayOff(sql`visit.engagement_id`, dateOf(to))}
      and not exists (select from works where works.engagement_id = visit.engagement_id and works.date = ${dateOf(to)})
      and not exists (select from skips where skips.engagement_id = visit.engagement_id and skips.date = ${dateOf(to)})
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
  return rowCount ?? 0;
}

/** @returns each worker's visits on the day to which a day off moves its own: those that it moves, and the others */
export async function countByWorker(transaction: Transaction, id: string, movedTo: Temporal.PlainDate) {
  const { rows } = await transaction.execute<{ name: string; moved: number; there: number }>(sql`
    select worker.display_name as name, count(move.id)::int as moved, (count(*) - count(move.id))::int as there
    from ${visitsWaitingOn(movedTo)} visit join profiles worker on worker.id = visit.worker_profile_id
    left join moves move on move.engagement_id = visit.engagement_id and move.original_day = visit.original_day
      and move.holiday_id = ${id}::uuid
    group by worker.id, worker.display_name order by worker.display_name, worker.id`);
  return rows.filter(({ moved }) => moved > 0);
}

/** Puts back what a day off has moved, but for what was begun, taken off or moved since. */
export async function moveBack(
  transaction: Transaction,
  { id, day }: Pick<HolidayRow, 'id' | 'day'>,
  movedAt: Temporal.Instant,
): Promise<void> {
  await insertPastMoves(transaction, eq(moves.holidayId, id), movedAt);
  await transaction.execute(sql`
    with back as (
      update moves set day = ${dateOf(day)}, reason = null, holiday_id = null, moved_at = ${movedAt.toString()}::timestamptz,
        is_kept = coalesce(moved_from = ${dateOf(day)}, false), moved_from = nullif(moved_from, ${dateOf(day)})
      where moves.holiday_id = ${id}::uuid
        and not exists (select from works where works.engagement_id = moves.engagement_id and works.date = moves.day offset 0)
        and not exists (
          select from skips where skips.engagement_id = moves.engagement_id and skips.date = moves.day offset 0
        )
      returning id
    ) select from back`);
  // What is where the plan has it, and its worker's, needs no row.
  await transaction.execute(sql`
    delete from moves where original_day = ${dateOf(day)} and day = original_day and worker_profile_id is null`);
}

/** @returns the days off of which people are to be told by now, or that they were taken back */
export async function selectDueHolidays(database: Queryable, now: Temporal.Instant): Promise<HolidayRow[]> {
  return await database.select().from(holidays).where(lte(holidays.dueAt, now)).orderBy(asc(holidays.day));
}

/** One service whose visit a day off concerns; `movedTo` is null for a visit that is left out. */
export type Concerned = { engagementId: string; workerProfileId: string; movedTo: string | null };

/** @returns the services whose visit of a day off is elsewhere or left out */
export async function selectConcerned(
  transaction: Transaction,
  { id, day }: Pick<HolidayRow, 'id' | 'day'>,
): Promise<Concerned[]> {
  const date = dateOf(day);
  const { rows } = await transaction.execute<Concerned>(sql`
    select engagement.id as "engagementId", visit.moved_to::text as "movedTo",
      coalesce(visit.worker_profile_id, engagement.worker_profile_id) as "workerProfileId"
    from (
      select template.engagement_id, null::uuid as worker_profile_id, null::date as moved_to
      from schedule_template_days planned
      join schedule_templates template on template.id = planned.schedule_template_id
      where planned.day_of_week = ${weekDayOf(day)} and ${isInRhythm(date)} and not exists (
        select from moves where moves.engagement_id = template.engagement_id and moves.original_day = ${date} offset 0
      )
      union all
      select move.engagement_id, move.worker_profile_id, null from moves move
      where move.day = ${date} and move.holiday_id is distinct from ${id}::uuid
      union all
      select move.engagement_id, move.worker_profile_id, case when not exists (
        select from skips where skips.engagement_id = move.engagement_id and skips.date = move.day
      ) and not ${isDayOff(sql`move.engagement_id`, sql`move.day`)} then move.day end
      from moves move where move.holiday_id = ${id}::uuid
    ) visit
    join engagements engagement on engagement.id = visit.engagement_id
    where ${isActiveOne}
      and not exists (select from works where works.engagement_id = engagement.id and works.date = ${date} offset 0)
      and not exists (select from skips where skips.engagement_id = engagement.id and skips.date = ${date} offset 0)
      and not exists (
        select from holds
        where holds.engagement_id = engagement.id and ${date} between holds.first_day and holds.last_day offset 0
      )
    order by engagement.id`);
  return rows;
}

/** @returns the workers who have visits on a day, and how many */
export async function selectBusy(transaction: Transaction, day: Temporal.PlainDate) {
  const { rows } = await transaction.execute<{ workerProfileId: string; visits: number }>(sql`
    select visit.worker_profile_id as "workerProfileId", count(*)::int as visits from ${visitsWaitingOn(day)} visit
    where visit.worker_profile_id is not null group by visit.worker_profile_id order by visit.worker_profile_id`);
  return rows;
}

export async function selectContact(database: Queryable, profileId: string) {
  const [person] = await database.select(contactOf(profiles)).from(profiles).where(eq(profiles.id, profileId));
  return person;
}
