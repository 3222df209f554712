import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { alias, QueryBuilder } from 'drizzle-orm/pg-core';
import type { VisitState } from '#contract/staff-desk.ts';
import { isoWeekOf, mondayOf, weekDayOf } from '#domain/calendar.ts';
import type { Queryable } from '../database/connection.ts';
import { engagements } from '../database/schema/engagements.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import type { Slice } from './store.ts';

/** After everything that has a position of its own on that day, as in the itinerary. */
const lastOfDay = 10_000;

// Not named as the tables' own columns are, so that a query that joins them can name these alone.
const columns = {
  engagementId: sql<string>`visited_engagement`.as('visited_engagement'),
  workerProfileId: sql<string>`visiting_worker`.as('visiting_worker'),
  sequence: sql<number>`visit_sequence`.as('visit_sequence'),
  state: sql<VisitState>`visit_state`.as('visit_state'),
};

/**
 * The visits of a day: those that the plan has due, by the rule of `isVisitDue`, and those that were started although
 * the plan has no such visit any more.
 *
 * `offset 0` keeps Postgres from turning a lookup into a join: it goes from the day's own rows to each one's engagement
 * by index, so that the cost grows with the visits of the day and not with all the engagements there are.
 */
function visitsOf(date: Temporal.PlainDate) {
  const day = sql`${date.toString()}::date`;
  const monday = sql`${mondayOf(isoWeekOf(date)).toString()}::date`;
  const isDue = (template: SQL, engagement: SQL) => sql`
    ${engagement}.status in ('ENGAGEMENT_STATUS_ACCEPTED', 'ENGAGEMENT_STATUS_RUNNING')
    and ${template}.start_day <= ${day}
    and ((${monday} - (${template}.start_day - (extract(isodow from ${template}.start_day)::int - 1))) / 7)
      % ${template}.interval = 0`;
  const template = sql.raw('template');
  const engagement = sql.raw('engagement');
  return new QueryBuilder().$with('visits', columns).as(sql`
    select engagement_id as visited_engagement, worker_profile_id as visiting_worker, sequence as visit_sequence,
      case when work_status = 'WORK_STATUS_WORK_COMPLETED' then 'done'
        when work_status is not null then 'under-way'
        when is_skipped then 'skipped'
        else 'not-started' end as visit_state
    from (
      select due.engagement_id, coalesce(work.worker_profile_id, due.worker_profile_id) as worker_profile_id,
        planned.sequence, work.status as work_status,
        exists (select 1 from skips where skips.engagement_id = due.engagement_id and skips.date = ${day} offset 0)
          as is_skipped
      from schedule_template_days planned
      cross join lateral (
        select engagement.id as engagement_id, engagement.worker_profile_id
        from schedule_templates template join engagements engagement on engagement.id = template.engagement_id
        where template.id = planned.schedule_template_id and ${isDue(template, engagement)} offset 0
      ) due
      left join lateral (
        select works.worker_profile_id, works.status from works
        where works.engagement_id = due.engagement_id and works.date = ${day} offset 0
      ) work on true
      where planned.day_of_week = ${weekDayOf(date)}
      union all
      select work.engagement_id, work.worker_profile_id, ${sql.raw(String(lastOfDay))}, work.status, false
      from works work
      where work.date = ${day} and not exists (
        select 1 from schedule_templates template
        join engagements engagement on engagement.id = template.engagement_id
        join schedule_template_days planned on planned.schedule_template_id = template.id
        where template.engagement_id = work.engagement_id and planned.day_of_week = ${weekDayOf(date)}
          and ${isDue(template, engagement)} offset 0
      )
    ) visit`);
}

/** @returns how many of a day's visits are in each state; a state that none is in is left out */
export async function countVisits(
  database: Queryable,
  date: Temporal.PlainDate,
): Promise<{ state: VisitState; count: number }[]> {
  const visits = visitsOf(date);
  return await database
    .with(visits)
    .select({ state: visits.state, count: sql<number>`count(*)::int` })
    .from(visits)
    .groupBy(visits.state);
}

const customer = alias(profiles, 'customer');
const worker = alias(profiles, 'worker');
const nameOf = (person: typeof customer | typeof worker) => ({
  profileId: person.id,
  firstName: person.firstName,
  lastName: person.lastName,
});

/** @returns a day's visits, worker by worker in the order of the route; those in one state only, if that is given */
export async function selectVisits(
  database: Queryable,
  date: Temporal.PlainDate,
  state: VisitState | undefined,
  { after, limit }: Slice,
) {
  const visits = visitsOf(date);
  const place = sql`select place.visiting_worker, place.visit_sequence, place.visited_engagement from visits place where place.visited_engagement = ${after}::uuid`;
  const slice = database
    .with(visits)
    .select()
    .from(visits)
    .where(
      and(
        state && eq(visits.state, state),
        after === undefined
          ? undefined
          : sql`(${visits.workerProfileId}, ${visits.sequence}, ${visits.engagementId}) > (${place})`,
      ),
    )
    .orderBy(asc(visits.workerProfileId), asc(visits.sequence), asc(visits.engagementId))
    .limit(limit)
    .as('slice');
  return await database
    .select({
      engagementId: slice.engagementId,
      state: slice.state,
      customer: nameOf(customer),
      worker: nameOf(worker),
      streetAddress1: addresses.streetAddress1,
      city: addresses.city,
    })
    .from(slice)
    .innerJoin(engagements, eq(engagements.id, slice.engagementId))
    .innerJoin(customer, eq(customer.id, engagements.customerProfileId))
    .innerJoin(worker, eq(worker.id, slice.workerProfileId))
    .innerJoin(addresses, eq(addresses.id, engagements.serviceAddressId))
    .orderBy(asc(slice.workerProfileId), asc(slice.sequence), asc(slice.engagementId));
}
