import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { recordOf } from '#domain/record-of.ts';
import { longestVisitMinutes, visitFigures } from '#domain/reports.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import type { Transaction } from '../database/connection.ts';
import { coupons } from '../database/schema/catalog.ts';
import { engagements, scheduleTemplates } from '../database/schema/engagements.ts';
import { recurringSteps, recurringSums, reportTouches } from '../database/schema/reports.ts';
import { isOffByPeople } from '../database/schema/states.ts';
import { isDoneOnItsDay, isFinishedOnItsDay } from '../database/visit-times.ts';

/** @returns false when another process keeps the sums just now */
export async function lockSums(transaction: Transaction): Promise<boolean> {
  const { rows } = await transaction.execute<{ isFree: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('report-sums', 0)) as "isFree"`,
  );
  return rows[0]?.isFree === true;
}

/** Takes changes, at most so many. @returns a day or a service of each */
export async function takeTouches(transaction: Transaction, limit: number) {
  const some = sql`array(select ctid from ${reportTouches} limit ${limit})`;
  const taken = await transaction.delete(reportTouches).where(sql`ctid = any(${some})`).returning();
  return taken.map(({ day, engagementId }) => ({ day: day?.toString(), engagementId }));
}

/** The business's, in SQL. */
export const timeZone = sql`${businessTimeZone}::text`;
const made = {
  date: sql`visit.date`,
  workCompletedAt: sql`visit.work_completed_at`,
  finishedBy: sql`visit.finished_by`,
};
/** How long a visit took, with the way; null while it is not done, and where nobody knows since it was finished later. */
export const minutes = sql`case when ${isDoneOnItsDay(made, timeZone)} then
  least(${sql.raw(String(longestVisitMinutes))}, greatest(0, extract(epoch from visit.work_completed_at - coalesce(visit.travel_started_at, visit.work_started_at)) / 60)) end`;

/**
 * What counts as a visit of its day: one that was begun, or did not take place. What is merely planned and still to come is none, and
 * what a rule left out.
 */
export const isCounted = sql`(visit.step is not null or visit.state = 'missed' or ${isOffByPeople({ offBy: sql`visit.off_by` })})`;
/** Whether a visit was made on its day and as planned. A day off that it was moved from was told of in advance. */
export const isOnTime = sql`(visit.state = 'done' and (visit.set_day is null or visit.home = visit.day) and ${isFinishedOnItsDay({ ...made, date: sql`visit.day` }, timeZone)})`;
/** What became of a visit that was missed on a day and is, or was, to be made up for: on that day it brought nothing. */
export const isMissedBefore = sql`visit.missed_on is not null and visit.state <> 'missed'`;

/** A visit's service and yard, looked up one by one, since Postgres would read all services rather than those of a busy day. */
export const serviceAndYard = (engagementId: SQL) => sql`
  cross join lateral (select * from engagements where id = ${engagementId} offset 0) service
  cross join lateral (select * from addresses where id = service.service_address_id offset 0) yard`;

/** Sums the visits of a day anew, also those that were missed on it and have moved on. */
export async function sumVisits(transaction: Transaction, day: string): Promise<void> {
  await transaction.execute(sql`delete from visit_sums where day = ${day}`);
  await transaction.execute(sql`
    insert into visit_sums
    with visit as (
      select visit.*, visit.day as date from visits visit where visit.day = ${day} and ${isCounted}
    ), counted as (
      select visit.worker_profile_id::text as worker, visit.engagement_id, visit.state, visit.off_by, ${isOnTime} as is_on_time,
        case when charge.is_not_billed then 0 else coalesce(charge.amount, 0) end as revenue,
        case when charge.is_not_billed then 0 else coalesce(charge.fee, 0) end as fees,
        ${minutes} as minutes, visit.miles::float8 as miles
      from visit left join lateral (
        select amount, fee, is_not_billed from charges where work_id = visit.id offset 0
      ) charge on true
      union all
      select visit.missed_worker_profile_id::text, visit.engagement_id, 'missed', null, false, 0, 0, null, null
      from visits visit where visit.missed_on = ${day} and ${isMissedBefore}
    ), placed as (
      select counted.*, yard.city, service.product_id::text as product from counted ${serviceAndYard(sql`counted.engagement_id`)}
    )
    select ${day}::date,
      case when grouping(worker) = 0 then 'worker' when grouping(city) = 0 then 'city'
        when grouping(product) = 0 then 'product' else 'all' end,
      coalesce(worker, city, product, ''),
      count(*), count(*) filter (where state = 'done'), count(*) filter (where is_on_time),
      count(*) filter (where state = 'off' and off_by = 'customer'), count(*) filter (where state = 'off' and off_by <> 'customer'),
      count(*) filter (where state = 'could-not'), count(*) filter (where state = 'missed'),
      sum(revenue), sum(fees), coalesce(sum(minutes), 0), coalesce(sum(miles), 0),
      coalesce(sum(revenue) filter (where minutes is not null), 0), coalesce(sum(revenue) filter (where miles is not null), 0)
    from placed group by grouping sets ((), (worker), (city), (product)) having count(*) > 0`);
}

/** The names of the columns of sums. */
export const sumColumns = recordOf(visitFigures, (name) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
);
const columns = Object.values(sumColumns);

/** Sums the months of some days anew, from the sums of their days. */
export async function sumMonths(transaction: Transaction, days: Iterable<string>): Promise<void> {
  const months = sql.param([...new Set([...days].map((day) => `${day.slice(0, 7)}-01`))]);
  await transaction.execute(sql`delete from visit_month_sums where month = any(${months}::date[])`);
  await transaction.execute(sql`
    insert into visit_month_sums (month, dimension, key, ${sql.raw(columns.join(', '))})
    select first, dimension, key, ${sql.raw(columns.map((column) => `sum(${column})`).join(', '))}
    from unnest(${months}::date[]) first
    join visit_sums on dimension <> 'all' and day between first and (first + interval '1 month')::date - 1
    group by 1, 2, 3`);
}

const lastBefore = (
  today: string,
) => sql`(select json_build_object('kind', step.kind, 'amountAfter', step.amount_after) from recurring_steps step
  where step.engagement_id = ${engagements.id} and step.day < ${today}::date
  order by step.day desc limit 1)`;

/** @returns services as they stand, with their last step before today */
export async function selectServices(transaction: Transaction, engagementIds: string[], today: string) {
  return await transaction
    .select({
      id: engagements.id,
      status: engagements.status,
      baseCost: engagements.baseCost,
      activeSince: engagements.activeSince,
      cancelReason: engagements.cancelReason,
      discount: { term: coupons.term, amountOff: coupons.amountOff, percentOff: coupons.percentOff },
      plannedDays: sql`(
        select count(*) from schedule_template_days place where place.schedule_template_id = ${scheduleTemplates.id}
      )`.mapWith(Number),
      frequency: scheduleTemplates.frequency,
      interval: scheduleTemplates.interval,
      last: sql<{ kind: typeof recurringSteps.$inferSelect.kind; amountAfter: number } | null>`${lastBefore(today)}`,
    })
    .from(engagements)
    .innerJoin(scheduleTemplates, eq(scheduleTemplates.engagementId, engagements.id))
    .leftJoin(coupons, eq(coupons.id, engagements.couponId))
    .where(inArray(engagements.id, engagementIds));
}
export type ServiceRow = Awaited<ReturnType<typeof selectServices>>[number];

export async function deleteSteps(transaction: Transaction, engagementIds: string[], day: string): Promise<void> {
  const isTheirs = inArray(recurringSteps.engagementId, engagementIds);
  await transaction.delete(recurringSteps).where(and(isTheirs, sql`${recurringSteps.day} = ${day}`));
}

export async function writeSteps(
  transaction: Transaction,
  rows: (typeof recurringSteps.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await transaction.insert(recurringSteps).values(rows);
}

/** Sums the steps of a day anew. */
export async function sumRecurring(transaction: Transaction, day: string): Promise<void> {
  const { kind, reason, amountBefore, amountAfter } = recurringSteps;
  await transaction.delete(recurringSums).where(sql`${recurringSums.day} = ${day}`);
  await transaction.insert(recurringSums).select(
    transaction
      .select({
        day: recurringSteps.day,
        kind,
        reason: sql<string>`coalesce(${reason}, '')`.as('reason'),
        services: sql<number>`count(*)`.as('services'),
        served: sql<number>`sum((${amountAfter} > 0)::int - (${amountBefore} > 0)::int)`.as('served'),
        amount: sql<number>`sum(${amountAfter} - ${amountBefore})`.as('amount'),
      })
      .from(recurringSteps)
      .where(sql`${recurringSteps.day} = ${day}`)
      .groupBy(recurringSteps.day, kind, sql`coalesce(${reason}, '')`),
  );
}
