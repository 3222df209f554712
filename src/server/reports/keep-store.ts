import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { circuity, earthRadiusMiles } from '#domain/best-order.ts';
import { isActive } from '#domain/engagement-status.ts';
import { longestVisitMinutes } from '#domain/reports.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import type { Transaction } from '../database/connection.ts';
import { coupons } from '../database/schema/catalog.ts';
import { engagements, scheduleTemplates, shortServices } from '../database/schema/engagements.ts';
import { recurringSteps, recurringSums, reportTouches } from '../database/schema/reports.ts';
import { isDoneOnItsDay, isFinishedOnItsDay } from '../database/visit-times.ts';
import { workerOfSkip } from '../database/whose-skip.ts';

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

const radians = (degrees: string) => sql.raw(`radians(${degrees})`);
/** The way to a yard from where the worker was before, as `drivingMiles` has it; null where somebody lies unknown. */
export const miles = sql`case when num_nulls(made.latitude, made.from_latitude) = 0 then ${sql.raw(String(circuity * 2 * earthRadiusMiles))} * asin(least(1, sqrt(
    power(sin((${radians('made.latitude')} - ${radians('made.from_latitude')}) / 2), 2)
    + cos(${radians('made.from_latitude')}) * cos(${radians('made.latitude')})
      * power(sin((${radians('made.longitude')} - ${radians('made.from_longitude')}) / 2), 2)))) end`;
/** The business's, in SQL. */
export const timeZone = sql`${businessTimeZone}::text`;
const made = { date: sql`made.date`, workCompletedAt: sql`made.work_completed_at`, finishedBy: sql`made.finished_by` };
/** How long a visit took, with the way; null while it is not done, and where nobody knows since it was finished later. */
export const minutes = () => sql`case when ${isDoneOnItsDay(made, timeZone)} then
  least(${sql.raw(String(longestVisitMinutes))}, greatest(0, extract(epoch from made.work_completed_at - coalesce(made.travel_started_at, made.work_started_at)) / 60)) end`;

/** A visit's service and yard, looked up one by one, since Postgres would read all services rather than those of a busy day. */
export const serviceAndYard = (engagementId: SQL) => sql`
  cross join lateral (select * from engagements where id = ${engagementId} offset 0) service
  cross join lateral (select * from addresses where id = service.service_address_id offset 0) yard`;

/**
 * Sums the visits of a day anew. Visits are those that were begun or did not take place; what was merely planned and is
 * still to come is none. A day off that a visit was moved from was told of in advance, so such a visit is on time.
 */
export async function sumVisits(transaction: Transaction, day: string): Promise<void> {
  await transaction.execute(sql`delete from visit_sums where day = ${day}`);
  await transaction.execute(sql`
    insert into visit_sums
    with route as (
      select work.*, yard.latitude, yard.longitude, home.latitude as home_latitude, home.longitude as home_longitude,
        lag(yard.latitude) over way as last_latitude, lag(yard.longitude) over way as last_longitude,
        row_number() over way = 1 as is_first
      from works work
      ${serviceAndYard(sql`work.engagement_id`)}
      left join lateral (
        select latitude, longitude from addresses where profile_id = work.worker_profile_id and primary_address offset 0
      ) home on true
      where work.date = ${day}
      window way as (partition by work.worker_profile_id order by coalesce(work.travel_started_at, work.created_at), work.id)
    ), made as (
      select *, case when is_first then home_latitude else last_latitude end as from_latitude,
        case when is_first then home_longitude else last_longitude end as from_longitude
      from route
    ), off as (select skip.*, ${workerOfSkip('skip')} as worker from skips skip where date = ${day}
    ), visit as (
      select coalesce(made.worker_profile_id, off.worker)::text as worker,
        yard.city, service.product_id::text as product, off.kind, off.skipped_by,
        made.status = 'WORK_STATUS_WORK_COMPLETED' and off.id is null as is_done,
        not exists (select from moves move where move.engagement_id = service.id and move.day = ${day}
          and not move.is_kept and coalesce(move.moved_from, move.original_day) <> move.day and move.holiday_id is null) as is_as_planned,
        case when charge.is_not_billed then 0 else coalesce(charge.amount, 0) end as revenue,
        case when charge.is_not_billed then 0 else coalesce(charge.fee, 0) end as fees,
        ${minutes()} as minutes, ${miles} as miles,
        coalesce(${isFinishedOnItsDay(made, timeZone)}, false) as is_on_its_day
      from made full join off on off.engagement_id = made.engagement_id
      ${serviceAndYard(sql`coalesce(made.engagement_id, off.engagement_id)`)}
      left join lateral (
        select amount, fee, is_not_billed from charges where work_id = made.id offset 0
      ) charge on true
    )
    select ${day}::date,
      case when grouping(worker) = 0 then 'worker' when grouping(city) = 0 then 'city'
        when grouping(product) = 0 then 'product' else 'all' end,
      coalesce(worker, city, product, ''),
      count(*), count(*) filter (where is_done), count(*) filter (where is_done and is_as_planned and is_on_its_day),
      count(*) filter (where kind = 'skipped' and skipped_by = 'customer'),
      count(*) filter (where kind = 'skipped' and skipped_by is distinct from 'customer'),
      count(*) filter (where kind = 'could-not'), count(*) filter (where kind = 'missed'),
      sum(revenue), sum(fees), coalesce(sum(minutes), 0), coalesce(sum(miles), 0),
      coalesce(sum(revenue) filter (where minutes is not null), 0), coalesce(sum(revenue) filter (where miles is not null), 0)
    from visit group by grouping sets ((), (worker), (city), (product)) having count(*) > 0`);
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

/** Notes which of these services are on fewer weekdays than are wanted, and since when. */
export async function noteShort(transaction: Transaction, services: ServiceRow[], now: Temporal.Instant) {
  // One that rests a while is so still when it goes on.
  const isShort = (service: ServiceRow) =>
    (isActive(service) || service.status === 'ENGAGEMENT_STATUS_PAUSED') && service.plannedDays < service.frequency;
  const short = services.filter(isShort).map(({ id: engagementId }) => ({ engagementId, since: now }));
  const others = services.filter((service) => !isShort(service)).map(({ id }) => id);
  await transaction.delete(shortServices).where(inArray(shortServices.engagementId, others));
  if (short.length > 0) await transaction.insert(shortServices).values(short).onConflictDoNothing();
}

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
