import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Visit } from '#domain/reconcile.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { contactOf } from '../database/people.ts';
import { agreedPlans } from '../database/plan-versions.ts';
import { holidays } from '../database/schema/calendar.ts';
import { profiles } from '../database/schema/profiles.ts';
import { isActive } from '../database/schema/states.ts';
import { visits, visitTold } from '../database/schema/visits.ts';
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

/** @returns the visits of services on a day of which their workers do not know that they have them */
export async function selectUnknownOn(
  transaction: Transaction,
  engagementIds: readonly string[],
  day: string,
): Promise<{ id: string; engagementId: string; worker: string | null }[]> {
  return await transaction
    .select({ id: visits.id, engagementId: visits.engagementId, worker: visits.workerProfileId })
    .from(visits)
    .innerJoin(visitTold, and(eq(visitTold.visitId, visits.id), eq(visitTold.readerProfileId, visits.workerProfileId)))
    .where(
      and(
        inArray(visits.engagementId, [...engagementIds]),
        sql`${visits.day} = ${day}::date and ${visits.state} = 'planned' and ${visitTold.day} is null`,
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

/** @returns the other days on which a worker believes visits of theirs to be, and has none of the service */
export async function selectBefore(
  transaction: Transaction,
  reader: string,
  ids: readonly string[],
): Promise<Temporal.PlainDate[]> {
  const rows = await transaction
    .select({ day: visitTold.day })
    .from(visitTold)
    .innerJoin(visits, eq(visits.id, visitTold.visitId))
    .where(
      and(
        eq(visitTold.readerProfileId, reader),
        inArray(visitTold.visitId, [...ids]),
        sql`not exists (select from visits other where other.engagement_id = ${visits.engagementId}
          and other.day = ${visitTold.day} and other.worker_profile_id = ${reader} and other.state in ('planned', 'begun', 'done'))`,
      ),
    );
  return rows.flatMap(({ day }) => day ?? []);
}

export async function selectContact(database: Queryable, profileId: string) {
  const [person] = await database.select(contactOf(profiles)).from(profiles).where(eq(profiles.id, profileId));
  return person;
}
