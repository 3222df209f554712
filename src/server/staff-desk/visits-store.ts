import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { VisitCounts } from '#contract/desk-visits.ts';
import type { VisitState } from '#domain/desk.ts';
import { lastOfDay, type SkipKind } from '#domain/schedule-rules.ts';
import { isOpenAccount } from '../database/claimable.ts';
import { isDayOff, isDueByPlan } from '../database/due-visits.ts';
import { given, listOf } from '../database/hot-read.ts';
import { type CursorOrder, inOrder, isBehindCursor } from '../database/page.ts';
import { engagements, skips } from '../database/schema/engagements.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { isActive } from '../database/schema/states.ts';
import { pageSize, pagesOf, personOf, type RowOf, upTo } from './list-store.ts';

/** Today's visits; what reads them takes `today`, and its `weekDay`. */

const today = given('today', 'date');
const weekDay = given('weekDay', 'text');
/** The worker of the cursor, with whom a page begins. */
const firstWorker = given('after0', 'uuid');

/** `offset 0` here and below keeps Postgres from turning a lookup into a join that reads all rows. */
const isSkipped = (engagementId: SQL) => sql`exists (
  select from skips where skips.engagement_id = ${engagementId} and skips.date = ${today} offset 0
)`;

/**
 * The visits that were started, even when the plan has changed since; not those that their workers cannot finish any more,
 * which are among the unfinished ones.
 * @param works names today's `work`s
 */
const startedVisits = (works: SQL) => sql`select * from (
  select work.engagement_id, work.worker_profile_id,
    case when work.status = 'WORK_STATUS_WORK_COMPLETED' then 'done'
      when ${isSkipped(sql`work.engagement_id`)} then 'skipped'
      when ${isOpenAccount(sql`work.worker_profile_id`)} then 'under-way' end as state,
    coalesce((
      select planned.sequence from schedule_templates template
      join schedule_template_days planned on planned.schedule_template_id = template.id
      where template.engagement_id = work.engagement_id and planned.day_of_week = ${weekDay}
    ), ${sql.raw(String(lastOfDay))}) as sequence
  from ${works}
) begun where begun.state is not null`;

const isActiveOne = isActive({ status: sql`engagement.status` });
const isDue = sql`${isActiveOne} and ${isDueByPlan(sql`engagement.id`, today)}`;
const isComing = sql`${isActiveOne} and not ${isDayOff(sql`engagement.id`, today)}`;

/** The visits that were moved to today. @param engagements names some `engagement`s */
const movedHere = (engagements: SQL, which = sql`true`) => sql`
  select engagement.id as engagement_id, coalesce(move.worker_profile_id, engagement.worker_profile_id) as worker_profile_id,
    ${sql.raw(String(lastOfDay))} as sequence
  from ${engagements} join moves move on move.engagement_id = engagement.id and move.day = ${today}
  where ${isComing} and ${which}`;

/** The visits that are due by the plan. @param engagements names some `engagement`s */
const dueByPlan = (engagements: SQL) => sql`
  select engagement.id as engagement_id, engagement.worker_profile_id, template.sequence from ${engagements}
  cross join lateral (
    select template.start_day, template.week_offset, template.interval, planned.sequence from schedule_templates template
    join schedule_template_days planned on planned.schedule_template_id = template.id
    where template.engagement_id = engagement.id and planned.day_of_week = ${weekDay} offset 0
  ) template where ${isDue} offset 0`;

/** Those of the due visits that were not started. */
const waitingVisits = (due: SQL) => sql`
  select due.engagement_id, due.worker_profile_id,
    case when ${isSkipped(sql`due.engagement_id`)} then 'skipped' else 'not-started' end as state, due.sequence
  from (${due}) due
  where not exists (
    select from works where works.engagement_id = due.engagement_id and works.date = ${today} offset 0
  )`;

/** The same, found by their places in the plan. @param which of the places `planned` */
const dueByPlace = (which: SQL) => sql`
  select one.* from schedule_template_days planned cross join lateral (
    select engagement.id as engagement_id, engagement.worker_profile_id, planned.sequence
    from schedule_templates template join engagements engagement on engagement.id = template.engagement_id
    where template.id = planned.schedule_template_id and ${isDue} offset 0
  ) one where planned.day_of_week = ${weekDay} and ${which}`;

const isDone = sql`work.status = 'WORK_STATUS_WORK_COMPLETED'`;
const worksOfToday = sql`works work where work.date = ${today}`;
const waitingOfWorker = waitingVisits(sql`
  ${dueByPlace(sql`planned.worker_profile_id = worker.id`)} union all ${movedHere(
    sql`engagements engagement`,
    sql`coalesce(move.worker_profile_id, engagement.worker_profile_id) = worker.id`,
  )}`);
const skippedToday = sql`(select * from skips where skips.date = ${today}) skip
  join engagements engagement on engagement.id = skip.engagement_id`;

/** Worker by worker, by the index of the workers, so that a page costs no more than the visits of those on it. */
const byWorker = (visits: SQL) => sql`
  select visit.engagement_id, worker.id as worker_profile_id, visit.state, visit.sequence
  from profiles worker cross join lateral (${visits}) visit
  where worker.type = 'PROFILE_TYPE_WORKER' and worker.id >= ${firstWorker}`;

/** Each starts from rows of its own, so that few visits in a state are found among many in others. */
const visitsIn: Record<VisitState | 'all', SQL> = {
  all: byWorker(sql`
    ${startedVisits(sql`${worksOfToday} and work.worker_profile_id = worker.id`)} union all ${waitingOfWorker}`),
  'not-started': byWorker(sql`select * from (${waitingOfWorker}) waiting where waiting.state = 'not-started'`),
  'under-way': sql`select * from (
    ${startedVisits(sql`${worksOfToday} and not ${isDone} and work.worker_profile_id >= ${firstWorker}`)}
  ) begun where begun.state = 'under-way'`,
  done: startedVisits(sql`${worksOfToday} and ${isDone} and work.worker_profile_id >= ${firstWorker}`),
  skipped: sql`
    ${startedVisits(sql`
      skips skip join works work on work.engagement_id = skip.engagement_id and work.date = skip.date
      where skip.date = ${today} and not ${isDone}`)} union all ${waitingVisits(
      sql`(${dueByPlan(skippedToday)}) union all ${movedHere(skippedToday)}`,
    )}`,
};

export const customer = alias(profiles, 'customer');
export const worker = alias(profiles, 'worker');

export const inRouteOrder: CursorOrder = {
  by: [sql`visit.worker_profile_id`, sql`visit.sequence`, sql`visit.engagement_id`],
  types: ['uuid', 'integer', 'uuid'],
  direction: 'ascending',
};

const visitFields = {
  engagementId: engagements.id,
  sequence: sql<number>`visit.sequence`,
  state: sql<VisitState>`visit.state`,
  customer: personOf(customer),
  worker: personOf(worker),
  streetAddress1: addresses.streetAddress1,
  city: addresses.city,
  skip: sql<{ kind: SkipKind; reason: string | null } | null>`case when visit.state = 'skipped' then (
    select json_build_object('kind', ${skips.kind}, 'reason', ${skips.reason}) from ${skips}
    where ${skips.engagementId} = visit.engagement_id and ${skips.date} = ${today}
  ) end`,
};

/** @returns visits worker by worker in the order of the route, behind a cursor of placeholders */
export function visitRows(which: VisitState | 'all', limit: number) {
  const order = sql.join(inOrder(inRouteOrder), sql`, `);
  return listOf(
    visitFields,
    sql`from (
        select * from (${visitsIn[which]}) visit where ${isBehindCursor(inRouteOrder)} order by ${order} ${upTo(limit)}
      ) visit
      join ${engagements} on ${engagements.id} = visit.engagement_id
      join ${profiles} ${customer} on ${customer.id} = ${engagements.customerProfileId}
      join ${profiles} ${worker} on ${worker.id} = visit.worker_profile_id
      join ${addresses} on ${addresses.id} = ${engagements.serviceAddressId}`,
    order,
  );
}

function pagesIn(which: VisitState | 'all') {
  const valuesOf = ({ worker, sequence, engagementId }: VisitRow) => [worker.profileId, sequence, engagementId];
  return pagesOf(`visits_${which}`, visitRows(which, pageSize + 1), inRouteOrder, valuesOf);
}
type VisitRow = RowOf<ReturnType<typeof visitRows>>;

/** Reads a page of the visits in one state, or of all. */
export const selectVisits = {
  all: pagesIn('all'),
  'not-started': pagesIn('not-started'),
  'under-way': pagesIn('under-way'),
  done: pagesIn('done'),
  skipped: pagesIn('skipped'),
};

/** How many of the day's visits are in each state, without the states that have none; as many rows as there are visits. */
export const visitCounts = sql<Partial<VisitCounts>>`(
  select coalesce(json_object_agg(state, visits), '{}'::json) from (
    select state, count(*) as visits from (
      ${startedVisits(worksOfToday)} union all
      ${waitingVisits(sql`${dueByPlace(sql`true`)} union all ${movedHere(sql`engagements engagement`)}`)}
    ) visit group by state
  ) counted
)`;
