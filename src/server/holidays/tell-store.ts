import { asc, eq, lte, sql } from 'drizzle-orm';
import type { IsoDay } from '#domain/iso-days.ts';
import type { Visit } from '#domain/reconcile.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { contactOf } from '../database/people.ts';
import { agreedPlans } from '../database/plan-versions.ts';
import { holidays } from '../database/schema/calendar.ts';
import { profiles } from '../database/schema/profiles.ts';
import { isActive, takesPlace } from '../database/schema/states.ts';
import type { HolidayRow } from './store.ts';

const isActiveOne = isActive({ status: sql`engagement.status` });
const dateOf = (day: Temporal.PlainDate) => sql`${day.toString()}::date`;

/** @returns the days off of which people are to be told by now, or that they were taken back */
export async function selectDueHolidays(database: Queryable, now: Temporal.Instant): Promise<HolidayRow[]> {
  return await database.select().from(holidays).where(lte(holidays.dueAt, now)).orderBy(asc(holidays.day));
}

/** Whether the service is its worker's, who was not told of it yet. */
const isNew = sql`exists (
  select from ${agreedPlans('plan')} where plan.engagement_id = visit.engagement_id and plan.worker_profile_id = visit.worker_profile_id
  having bool_and(plan.told_at is null) and count(*) > 0)`;

type OnDay = Pick<Visit, 'home' | 'day' | 'setDay' | 'state' | 'offBy'> & {
  id: string;
  engagementId: string;
  worker: string;
  /** Where the plan has the others of its service. */
  homes: string[];
  /** Whether its worker comes on the last day of the way, and does not know that. */
  isToCome: boolean;
};

/**
 * Lets people be told what becomes of visits that they believe to be on a day, unless they are told later of what else becomes of them.
 * @param last to which days off have put them
 * @returns those of which their workers believe that, but for customers who are away
 */
export async function tellOnDay(
  transaction: Transaction,
  day: Temporal.PlainDate,
  last: IsoDay,
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
      ) as homes, exists (
        select from visits there
        join visit_told told on told.engagement_id = there.engagement_id and told.reader_profile_id = there.worker_profile_id and told.day = there.day
        where there.engagement_id = believed.engagement_id and there.day = ${last}::date and there.state = 'planned'
          and there.worker_profile_id = believed.worker_profile_id and told.worker_profile_id is null
      ) as "isToCome"
    from believed where is_own and (state = 'planned' or off_by in ('holiday', 'hold'))`);
  return rows;
}

/**
 * Notes that workers know their visits to be where they are again that days off had put elsewhere.
 * @param way the days to which days off had moved them
 * @returns the other days on which workers believed to have visits of these services, and have none
 */
export async function noteBack(
  transaction: Transaction,
  ids: readonly string[],
  way: readonly IsoDay[] = [],
): Promise<{ reader: string; day: IsoDay }[]> {
  const { rows } = await transaction.execute<{ reader: string; day: IsoDay; isGone: boolean }>(sql`
    delete from visit_told told using visits back
    where back.id = any(${sql.param([...ids])}::uuid[]) and told.engagement_id = back.engagement_id
      and told.reader_profile_id = back.worker_profile_id and (told.day = back.day or (
        (told.visit_id = back.id or (told.worker_profile_id is not null and told.day = any(${sql.param([...way])}::date[]))) and not exists (
          select from visits other where other.engagement_id = told.engagement_id and other.day = told.day
            and other.worker_profile_id = told.reader_profile_id and ${takesPlace({ state: sql`other.state` })}
        )))
    returning told.reader_profile_id as reader, told.day::text as day, told.day <> back.day as "isGone"`);
  return rows.filter(({ isGone }) => isGone);
}

export async function selectContact(database: Queryable, profileId: string) {
  const [person] = await database.select(contactOf(profiles)).from(profiles).where(eq(profiles.id, profileId));
  return person;
}
