import { type SQL, sql } from 'drizzle-orm';
import type { IsoDay } from '#domain/iso-days.ts';
import { firstDayOfRows } from '#domain/row-days.ts';
import { undoSeconds } from '#domain/visit-limits.ts';
import type { Transaction } from '../database/connection.ts';
import { agreedPlans } from '../database/plan-versions.ts';
import { prepared } from '../database/prepared.ts';
import { engagements } from '../database/schema/engagements.ts';
import { isAgreed, isPaused, takesPlace } from '../database/schema/states.ts';
import { plans } from '../database/schema/visits.ts';
import type { Change } from './fill-store.ts';
import { isKnowing, type Said } from './known-store.ts';

/** By the ids of visits, on which day people believe them to be planned, whose they are by their rows; null where they know of none. */
export type Believed = Record<string, IsoDay | null>;

const ids = sql`${sql.placeholder('ids')}::uuid[]`;
const today = sql`${sql.placeholder('today')}::date`;
const by = sql`${sql.placeholder('by')}::uuid`;
const fresh = sql`${sql.placeholder('fresh')}::jsonb`;
const isFresh = sql`jsonb_exists(${fresh}, visit.id::text)`;
/** Whether the worker of a version knows it. */
const isKnownPlan = sql`plan.told_at is not null`;
/** The version of which people were told last is the first. */
const toldLast = sql`plan.told_at desc, plan.id desc`;

/**
 * The visits that the transaction has changed, as they were before it, which their newest row of history says until it is committed.
 * Only rows that were written since it began have no age.
 */
const changed = sql`
  select visit.id, visit.engagement_id, service.customer_profile_id as customer, service.worker_profile_id as holder, keeper.id as keeper,
    was.day as was_day, was.worker as was_worker, was.state as was_state, was.off_by as was_off_by,
    visit.day, visit.worker_profile_id as worker, visit.state, visit.off_by,
    (${sql.placeholder('known')}::jsonb ->> visit.id::text)::date as known_day
  from visits visit
  cross join lateral (select customer_profile_id, worker_profile_id from engagements where id = visit.engagement_id offset 0) service
  cross join lateral (
    select one.day, case when one.day is not null then visit.worker_profile_id end as worker, 'planned' as state, null as off_by
    from (select (${fresh} ->> visit.id::text)::date as day) one where ${isFresh}
    union all (
      select one.day, one.worker_profile_id, one.state, one.off_by from visit_history one
      where one.visit_id = visit.id and not ${isFresh} order by one.nth desc limit 1
    )
  ) was
  left join lateral (
    select plan.worker_profile_id as id from ${agreedPlans('plan')}
    where plan.engagement_id = visit.engagement_id and ${isKnownPlan}
      and (was.off_by in ('pause', 'hold') or visit.off_by in ('pause', 'hold'))
    order by ${toldLast} limit 1
  ) keeper on true
  where visit.engagement_id = any(${ids}) and age(visit.xmin) <= 0 and visit.day >= ${sql.placeholder('from')}::date
    and (visit.day >= ${today} or was.day >= ${today})
    and (was.day, was.worker, was.state, was.off_by) is distinct from (visit.day, visit.worker_profile_id, visit.state, visit.off_by)`;

const byPeople = (column: string) => sql`coalesce(${sql.raw(column)} in ('customer', 'worker', 'employee'), false)`;
const isPutBack = sql`(${byPeople('changed.was_off_by')} and not ${byPeople('changed.off_by')})`;
/** Whether somebody did something with the visit itself: they know that. What follows for others, and what weekdays say, they read. */
const isDeed = sql`(changed.state in ('begun', 'done') or changed.was_state in ('begun', 'done')
  or ${byPeople('changed.off_by')} or ${byPeople('changed.was_off_by')})`;
/** Whether the service is not that reader's: a worker who gives it back believes to have none of its visits, and reads of those they are to make still. */
const isLeaving = sql`(one.id <> changed.customer and one.id is distinct from changed.holder and not ${isDeed})`;

/**
 * Where each reader of these visits believes them to be before the change, where they are to them now, and, of what they did themselves,
 * where they know them to be. That a service rests is a letter of its own to the customer and to the worker who keeps it: to them its
 * visits are where they were.
 */
const lines = sql`
  select changed.id, changed.engagement_id as service, reader.id as reader, is_by, is_leaving, changed.was_day as own_day, changed.day as new_day,
    was.day as was_day, was.worker as was_worker, is_so.day as is_day, changed.worker,
    case when not is_by or is_leaving then null when is_so.day is null and (not ${isPutBack} or not (is_customer or changed.worker = reader.id)) then null
      else coalesce(changed.known_day, case when ${isPutBack} then changed.was_day end, is_so.day) end as known_day,
    (was.day, was.worker) is distinct from (is_so.day, is_so.worker) as is_otherwise, is_knowing, is_customer
  from changed
  cross join lateral (
    select distinct one.id, one.id is not distinct from ${by} and (${isDeed} or ${isLeaving}) as is_by, ${isLeaving} as is_leaving,
      one.id = changed.customer as is_customer,
      one.id = changed.customer or one.id is not distinct from changed.keeper as is_knowing
    from unnest(array[changed.customer, changed.was_worker, changed.worker]) one (id) where one.id is not null
  ) reader
  left join lateral (
    select changed.was_day as day, changed.was_worker as worker
    where (${takesPlace({ state: sql`changed.was_state` })} or (changed.was_off_by in ('pause', 'hold') and is_knowing))
      and (is_customer or changed.was_worker = reader.id)
  ) was on true
  left join lateral (
    select changed.day, changed.worker
    where (${takesPlace({ state: sql`changed.state` })} or (changed.off_by in ('pause', 'hold') and is_knowing))
      and (is_customer or changed.worker = reader.id)
  ) is_so on true`;

/** Whether the reader of a line takes its visit for the one of another day still. */
const isElsewhere = sql`exists (
  select from visit_told told where told.engagement_id = line.service and told.reader_profile_id = line.reader
    and told.visit_id = line.id and told.day is distinct from line.is_day)`;

/**
 * What readers know of days by what they did themselves, whatever they believed before: who leaves believes to have no visits, and a
 * visit that is put back is where it was taken off.
 */
const sure = sql`
  select line.service, line.reader, line.is_day as day, null::uuid as worker, null::uuid as id from lines line
  where line.is_by and line.is_leaving and line.is_day is not null
  union all
  select line.service, line.reader, line.known_day, line.worker, line.id from lines line
  where line.is_by and line.known_day is distinct from line.is_day and line.known_day is not null and line.worker is not null and not ${isElsewhere}
    and not exists (select from lines other where other.service = line.service and other.reader = line.reader and other.is_day = line.known_day)`;

/**
 * What was so on the days on which a visit was and is. Who puts back a visit, and takes it for the one of another day, reads that it is
 * moved. On days away another one may be there already.
 */
const before = sql`
  select line.service, line.reader, line.was_day as day, line.was_worker as worker, case when line.was_worker is not null then line.id end
  from lines line where line.is_otherwise and not line.is_by and line.was_day is not null
  union all
  select line.service, line.reader, line.is_day, null, null from lines line
  where line.is_otherwise and line.is_day is not null
    and (not line.is_by or (not line.is_leaving and (line.known_day <> line.is_day or ${isElsewhere})))
    and not (line.is_knowing and exists (
      select from visits other where other.engagement_id = line.service and other.day = line.is_day and other.id <> line.id
        and other.off_by in ('pause', 'hold') and (line.is_customer or other.worker_profile_id = line.reader)
        and not exists (select from lines moved where moved.id = other.id and moved.reader = line.reader and moved.is_otherwise)))`;

const noteThem = prepared('note_beliefs', (database) => {
  // Of each day the first belief counts until they are told.
  const noted = sql`
    insert into visit_told as told (engagement_id, reader_profile_id, day, worker_profile_id, visit_id)
    select distinct on (one.service, one.reader, one.day) one.service, one.reader, one.day, one.worker, one.id
    from (select *, 0 as rank from sure union all select *, case when worker is null then 2 else 1 end from before) one
    order by one.service, one.reader, one.day, one.rank
    on conflict (engagement_id, reader_profile_id, day)
      do update set worker_profile_id = excluded.worker_profile_id, visit_id = excluded.visit_id
      where exists (select from sure where sure.service = told.engagement_id and sure.reader = told.reader_profile_id and sure.day = told.day)`;
  // A reader who takes a visit off still waits for it on another day, of which they know it.
  const forgotten = sql`
    delete from visit_told told using lines line
    where told.engagement_id = line.service and told.reader_profile_id = ${by} and line.reader = ${by} and line.is_by
      and told.day is distinct from (case when line.is_leaving then line.is_day end) and case
        when line.is_leaving then told.visit_id = line.id or (told.worker_profile_id is not null and told.day in (line.own_day, line.new_day))
        when line.is_day is null then told.worker_profile_id is not null and told.day in (line.own_day, line.new_day) and told.day is distinct from line.known_day
        else told.day = line.is_day and line.known_day = line.is_day and not ${isElsewhere} end`;
  const named = (name: string, query: SQL) => database.$with(name, {}).as(query);
  return database
    .with(
      named('changed', changed),
      named('lines', lines),
      named('sure', sure),
      named('before', before),
      named('noted', noted),
      named('forgotten', forgotten),
    )
    .update(engagements)
    .set({ tellAfter: sql`${sql.placeholder('tellAfter')}::timestamptz` })
    .where(
      sql`${engagements.id} = any(array(
        select line.service from lines line where case when line.is_by then line.known_day is distinct from line.is_day else line.is_otherwise end
        union all select plan.engagement_id from unnest(${ids}) service (id)
        -- Of many services Postgres would read the whole table.
        cross join lateral (select plan.* from ${agreedPlans('plan')} where plan.engagement_id = service.id offset 0) plan where age(plan.xmin) <= 0))`,
    );
});

/**
 * Notes where readers believe visits to be that the transaction has put elsewhere, and when they are told: a minute after the last
 * change. The person who made the change knows it. One statement for any number of services.
 * @param beliefs `fresh` of new visits that readers know to be elsewhere than their rows say, or not at all; `known` of visits that a
 *   day off has moved of which nobody was told yet
 */
export async function noteBeliefs(
  transaction: Transaction,
  engagementIds: readonly string[],
  today: IsoDay,
  { at, by }: Change,
  { fresh, known }: Record<'fresh' | 'known', Believed>,
): Promise<void> {
  await noteThem(transaction, {
    ...{ ids: engagementIds, today, from: firstDayOfRows(today), by },
    ...{ tellAfter: at.add({ seconds: undoSeconds }).toString() },
    ...{ fresh: JSON.stringify(fresh), known: JSON.stringify(known) },
  });
}

/** Whether a visit is off on days away: whoever knows of these reads what else has become of it once they are over. */
const isForLater = sql`exists (
  select from holds join visits on visits.id = told.visit_id
  where holds.engagement_id = service.id and told.day between holds.first_day and holds.last_day
    and visits.state = 'off')`;

/**
 * Notes that people know all that is so of services; of one that rests only those who make its visits in another's place do, and the
 * rest once it goes on.
 * @param known visits that a day off has moved of which nobody was told yet: there people know them to be
 * @param said the days of which readers know by another plan
 */
export async function markTold(
  transaction: Transaction,
  engagementIds: readonly string[],
  now: Temporal.Instant,
  known: Believed,
  said: readonly Said[],
): Promise<void> {
  const which = sql`service.id = ${anyOf(engagementIds)}`;
  const rests = isPaused({ status: sql`service.status` });
  const isSaid = sql`exists (
    select from json_to_recordset(${JSON.stringify(said)}::json) as one(reader uuid, day date)
    where one.reader = told.reader_profile_id and one.day = told.day)`;
  await transaction.execute(sql`
    delete from visit_told told using engagements service
    where ${which} and told.engagement_id = service.id and (not ${isKnowing} or not ${rests} and (${isSaid} or not ${isForLater}))`);
  if (Object.keys(known).length > 0) {
    await transaction.execute(sql`
      insert into visit_told (engagement_id, reader_profile_id, day, worker_profile_id, visit_id)
      select distinct on (visit.engagement_id, reader.id, said.day) visit.engagement_id, reader.id, said.day, said.worker,
        case when said.worker is not null then visit.id end
      from json_each_text(${JSON.stringify(known)}::json) known
      join visits visit on visit.id = known.key::uuid
      join engagements service on service.id = visit.engagement_id
      cross join unnest(array[service.customer_profile_id, visit.worker_profile_id]) reader (id)
      cross join lateral (
        select known.value::date as day, visit.worker_profile_id as worker where known.value is not null
        union all select visit.day, null where visit.state = 'planned' and visit.day is distinct from known.value::date
      ) said
      where reader.id is not null
      order by visit.engagement_id, reader.id, said.day, said.worker
      on conflict do nothing`);
  }
  await transaction.execute(sql`
    update plans set told_at = ${now.toString()}::timestamptz from engagements service
    where ${which} and plans.engagement_id = service.id and plans.ended_on is null and ${isAgreed(plans)} and not ${rests} and (plans.told_at is null or plans.id = (
      select last.id from ${agreedPlans('last')} where last.engagement_id = service.id and last.ended_on is null order by last.id desc limit 1))`);
  await transaction.execute(sql`
    update holds set told_first_day = first_day, told_last_day = last_day
    where engagement_id = ${anyOf(engagementIds)}`);
  await transaction.execute(sql`
    update engagements service set tell_after = null where ${which} and service.tell_after is not null`);
}

const anyOf = (ids: readonly string[]) => sql`any(${sql.param([...ids])}::uuid[])`;

/** Which visits a message tells of: those of some days, or all from today on unless they are given. */
export type Concerned = { profileId: string; days: readonly Temporal.PlainDate[] | undefined };

/** @returns the visits of a service that are on these days, are to be there, or are believed to be there by the reader */
export async function selectConcerned(
  transaction: Transaction,
  engagementId: string,
  today: Temporal.PlainDate,
  { profileId, days }: Concerned,
): Promise<string[]> {
  const isOne = (day: SQL) => sql`${day} = any(${sql.param(days?.map(String))}::date[])`;
  const isConcerned = days
    ? sql`(${isOne(sql`told.day`)} or ((${isOne(sql`visit.day`)} or ${isOne(sql`visit.home`)}) and visit.off_by is distinct from 'plan'))`
    : sql`visit.day >= ${today.toString()}::date and visit.off_by is distinct from 'plan'`;
  const { rows } = await transaction.execute<{ id: string }>(sql`
    select distinct visit.id from visits visit
    left join visit_told told on told.engagement_id = visit.engagement_id and told.visit_id = visit.id and told.reader_profile_id = ${profileId}
    where visit.engagement_id = ${engagementId} and ${isConcerned}`);
  return rows.map(({ id }) => id);
}
