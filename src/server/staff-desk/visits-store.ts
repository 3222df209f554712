import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { alias, QueryBuilder } from 'drizzle-orm/pg-core';
import type { VisitState } from '#contract/staff-desk.ts';
import { weekDayOf } from '#domain/calendar.ts';
import { lastOfDay } from '#domain/schedule-rules.ts';
import type { Queryable } from '../database/connection.ts';
import { isDueByPlan } from '../database/due-visits.ts';
import { inOrder, isBehind, type Order, type Slice, toPage } from '../database/page.ts';
import { nameOf } from '../database/people.ts';
import { engagements, skips } from '../database/schema/engagements.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { isActive } from '../database/schema/states.ts';

const dayOf = (date: Temporal.PlainDate) => sql`${date.toString()}::date`;

const isDue = (date: Temporal.PlainDate) => sql`
    ${isActive({ status: sql`engagement.status` })} and ${isDueByPlan(dayOf(date))}`;

/** The visits that were started, even when the plan has changed since. */
const startedVisits = (date: Temporal.PlainDate, which = sql`true`) => sql`
  select work.engagement_id, work.worker_profile_id,
    case when work.status = 'WORK_STATUS_WORK_COMPLETED' then 'done'
      when exists (
        select 1 from skips where skips.engagement_id = work.engagement_id and skips.date = ${dayOf(date)} offset 0
      ) then 'skipped' else 'under-way' end as state,
    coalesce((
      select planned.sequence from schedule_templates template
      join schedule_template_days planned on planned.schedule_template_id = template.id
      where template.engagement_id = work.engagement_id and planned.day_of_week = ${weekDayOf(date)}
    ), ${sql.raw(String(lastOfDay))}) as sequence
  from works work where work.date = ${dayOf(date)} and ${which}`;

/** @param due `engagement_id`, `worker_profile_id` and `sequence` of visits that are due */
const waitingVisits = (date: Temporal.PlainDate, due: SQL) => sql`
  select due.engagement_id, due.worker_profile_id,
    case when exists (
      select 1 from skips where skips.engagement_id = due.engagement_id and skips.date = ${dayOf(date)} offset 0
    ) then 'skipped' else 'not-started' end as state,
    due.sequence
  from (${due}) due
  where not exists (
    select 1 from works where works.engagement_id = due.engagement_id and works.date = ${dayOf(date)} offset 0
  )`;

/**
 * Starts from the day's own rows, so that its cost grows with them only. `offset 0` here and above keeps Postgres from
 * turning a lookup into a join that reads all engagements.
 */
const visitsOfDay = (date: Temporal.PlainDate) => sql`
  ${startedVisits(date)} union all ${waitingVisits(
    date,
    sql`
    select one.* from schedule_template_days planned cross join lateral (
      select engagement.id as engagement_id, engagement.worker_profile_id, planned.sequence
      from schedule_templates template join engagements engagement on engagement.id = template.engagement_id
      where template.id = planned.schedule_template_id and ${isDue(date)} offset 0
    ) one
    where planned.day_of_week = ${weekDayOf(date)}`,
  )}`;

/** The same visits worker by worker, so that a page costs no more than the visits of the workers on it. */
const visitsByWorker = (date: Temporal.PlainDate, after: string | undefined) => sql`
  select visit.engagement_id, worker.id as worker_profile_id, visit.state, visit.sequence
  from profiles worker cross join lateral (
    ${startedVisits(date, sql`work.worker_profile_id = worker.id`)} union all ${waitingVisits(
      date,
      sql`
      select engagement.id as engagement_id, engagement.worker_profile_id, planned.sequence
      from engagements engagement join schedule_templates template on template.engagement_id = engagement.id
      join schedule_template_days planned on planned.schedule_template_id = template.id
      where engagement.worker_profile_id = worker.id and planned.day_of_week = ${weekDayOf(date)} and ${isDue(date)}`,
    )}
  ) visit
  where worker.type = 'PROFILE_TYPE_WORKER' and ${after ? sql`worker.id >= ${after.split('_')[0]}` : sql`true`}`;

/** @returns how many of a day's visits are in each state, without the states that have none */
export async function countVisits(
  database: Queryable,
  date: Temporal.PlainDate,
): Promise<{ state: VisitState; count: number }[]> {
  const { rows } = await database.execute<{ state: VisitState; count: number }>(
    sql`select state, count(*)::int as count from (${visitsOfDay(date)}) visit group by state`,
  );
  return rows;
}

export const customer = alias(profiles, 'customer');
export const worker = alias(profiles, 'worker');

// These names differ from the tables' columns, because the query that joins them names these without a table.
const sliceColumns = {
  engagementId: sql<string>`visited_engagement`.as('visited_engagement'),
  workerProfileId: sql<string>`visiting_worker`.as('visiting_worker'),
  state: sql<VisitState>`visit_state`.as('visit_state'),
  sequence: sql<number>`visit_sequence`.as('visit_sequence'),
};

const byWorker: Order = {
  by: [sql`visit.worker_profile_id`, sql`visit.sequence`, sql`visit.engagement_id`],
  direction: 'ascending',
};

/**
 * @param state only visits in this state
 * @returns a page of a day's visits, worker by worker in the order of the route
 */
export async function selectVisits(
  database: Queryable,
  date: Temporal.PlainDate,
  { state, after, limit }: Slice & { state?: VisitState | undefined },
) {
  const slice = new QueryBuilder().$with('slice', sliceColumns).as(sql`
    select visit.engagement_id as visited_engagement, visit.worker_profile_id as visiting_worker,
      visit.state as visit_state, visit.sequence as visit_sequence
    from (${state ? visitsOfDay(date) : visitsByWorker(date, after)}) visit
    where ${and(state && sql`visit.state = ${state}`, isBehind(byWorker, after)) ?? sql`true`}
    order by ${sql.join(inOrder(byWorker), sql`, `)} limit ${limit + 1}`);
  const rows = await database
    .with(slice)
    .select({
      engagementId: slice.engagementId,
      sequence: slice.sequence,
      state: slice.state,
      customer: nameOf(customer),
      worker: nameOf(worker),
      streetAddress1: addresses.streetAddress1,
      city: addresses.city,
      skip: { kind: skips.kind, reason: skips.reason },
    })
    .from(slice)
    .innerJoin(engagements, eq(engagements.id, slice.engagementId))
    .innerJoin(customer, eq(customer.id, engagements.customerProfileId))
    .innerJoin(worker, eq(worker.id, slice.workerProfileId))
    .innerJoin(addresses, eq(addresses.id, engagements.serviceAddressId))
    .leftJoin(skips, and(eq(slice.state, 'skipped'), eq(skips.engagementId, slice.engagementId), eq(skips.date, date)))
    .orderBy(asc(slice.workerProfileId), asc(slice.sequence), asc(slice.engagementId));
  return toPage(rows, limit, (row) => [row.worker.profileId, row.sequence, row.engagementId]);
}
export type VisitRow = Awaited<ReturnType<typeof selectVisits>>['rows'][number];
