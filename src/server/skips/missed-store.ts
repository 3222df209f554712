import { and, asc, eq, inArray, lte, max, min, not, sql } from 'drizzle-orm';
import { weekDayOf } from '#domain/calendar.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { isDayOff, isDueByPlan, visitsDone } from '../database/due-visits.ts';
import { contactOf } from '../database/people.ts';
import { products } from '../database/schema/catalog.ts';
import { closedDays, engagements, isSkipped, skips, works } from '../database/schema/engagements.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { isActive } from '../database/schema/states.ts';

/** Postgres takes at most 65,535 values in a statement. */
const rowsAtOnce = 5000;

/** @returns the day after the last closed day; undefined when no day was closed yet */
export async function dayAfterClosed(database: Queryable): Promise<Temporal.PlainDate | undefined> {
  const [row] = await database.select({ day: max(closedDays.day) }).from(closedDays);
  return row?.day?.add({ days: 1 });
}

/** @returns when the first engagement became active, before which no visit was due */
export async function firstActiveSince(database: Queryable): Promise<Temporal.Instant | undefined> {
  const [row] = await database.select({ first: min(engagements.activeSince) }).from(engagements);
  return row?.first ?? undefined;
}

/** Waits while another process closes the same day. @returns false when the day was closed before */
export async function insertClosedDay(
  transaction: Transaction,
  day: Temporal.PlainDate,
  closedAt: Temporal.Instant,
): Promise<boolean> {
  const inserted = await transaction.insert(closedDays).values({ day, closedAt }).onConflictDoNothing().returning();
  return inserted.length > 0;
}

/**
 * Records a day's missed visits: those that were due and were neither made nor taken off. A visit is not missed when
 * the engagement has had all visits of its period, or can still have them on later days of the period.
 * @param nobodyComes from when on nobody comes on the day; a visit that was claimed, resumed or planned later was not due
 * @param dueAt when we tell the customers
 */
export async function insertMissed(
  transaction: Transaction,
  day: Temporal.PlainDate,
  { nobodyComes, now, dueAt }: { nobodyComes: Temporal.Instant; now: Temporal.Instant; dueAt: Temporal.Instant },
): Promise<void> {
  const date = sql`${day.toString()}::date`;
  const end = sql`${nobodyComes.toString()}::timestamptz`;
  const { rows } = await transaction.execute<{ engagementId: string; workerProfileId: string }>(sql`
    select engagement.id as "engagementId", visit.worker_profile_id as "workerProfileId"
    from (
      select template.engagement_id, engagement.worker_profile_id, ${date} as original_day, planned.planned_at as since
      from schedule_template_days planned
      join schedule_templates template on template.id = planned.schedule_template_id
      join engagements engagement on engagement.id = template.engagement_id
      where planned.day_of_week = ${weekDayOf(day)} and ${isActive({ status: sql`engagement.status` })}
        and ${isDueByPlan(sql`engagement.id`, date)}
      union all
      select engagement.id, coalesce(move.worker_profile_id, engagement.worker_profile_id), move.original_day, move.moved_at
      from moves move join engagements engagement on engagement.id = move.engagement_id
      where move.day = ${date} and ${isActive({ status: sql`engagement.status` })}
        and not ${isDayOff(sql`engagement.id`, date)}
    ) visit
    join engagements engagement on engagement.id = visit.engagement_id
    join schedule_templates template on template.engagement_id = engagement.id
    cross join lateral (
      select
        case template.period when 'PERIOD_DAILY' then visit.original_day
          when 'PERIOD_MONTHLY' then date_trunc('month', visit.original_day)::date
          else date_trunc('week', visit.original_day)::date end as first,
        case template.period when 'PERIOD_DAILY' then visit.original_day
          when 'PERIOD_MONTHLY' then (date_trunc('month', visit.original_day) + interval '1 month - 1 day')::date
          else date_trunc('week', visit.original_day)::date + 6 end as last
    ) period
    where engagement.active_since < ${end}
      and (visit.since is null or visit.since < ${end})
      and not exists (select 1 from works work where work.engagement_id = engagement.id and work.date = ${date})
      and ${visitsDone(sql`engagement.id`, sql`period.first`, sql`period.last`)} + (
        select count(*) from generate_series(greatest(${date} + 1, period.first), period.last, interval '1 day') later(at)
        join schedule_template_days more on more.schedule_template_id = template.id
          and more.day_of_week = 'DAY_OF_WEEK_' || trim(to_char(later.at, 'DAY'))
        where ${isDueByPlan(sql`engagement.id`, sql`later.at::date`)}
      ) + (
        select count(*) from moves move
        where move.engagement_id = engagement.id and move.original_day between period.first and period.last
          and move.day > ${date} and not ${isDayOff(sql`engagement.id`, sql`move.day`)}
      ) < greatest(template.frequency, (
        select count(*) from moves move
        where move.engagement_id = engagement.id and move.original_day between period.first and period.last
          and move.day is not null
      ))`);
  const missed = rows.map((row) => ({ ...row, date: day, dueAt }));
  await insertMissedRows(transaction, missed, now);
}

/**
 * Records as missed the visits of a day that were begun and neither finished nor given up, once nobody can do either any
 * more. Their customers are not told: that is too long ago.
 */
export async function insertLeft(transaction: Transaction, day: Temporal.PlainDate, now: Temporal.Instant) {
  const isLeft = and(eq(works.date, day), sql`${works.status} <> 'WORK_STATUS_WORK_COMPLETED'`, not(isSkipped));
  // Somebody may still be finishing one.
  await transaction
    .select({ id: engagements.id })
    .from(engagements)
    .where(inArray(engagements.id, transaction.select({ id: works.engagementId }).from(works).where(isLeft)))
    .orderBy(asc(engagements.id))
    .for('no key update');
  const left = await transaction
    .select({ engagementId: works.engagementId, date: works.date, workerProfileId: works.workerProfileId })
    .from(works)
    .where(isLeft);
  await insertMissedRows(transaction, left, now);
}

type MissedRow = Pick<typeof skips.$inferInsert, 'engagementId' | 'date' | 'workerProfileId' | 'dueAt'>;

/** Leaves out those whose visit has a skip. */
async function insertMissedRows(transaction: Transaction, rows: readonly MissedRow[], now: Temporal.Instant) {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const missed = rows
      .slice(from, from + rowsAtOnce)
      .map((row) => ({ ...row, kind: 'missed' as const, createdAt: now }));
    await transaction.insert(skips).values(missed).onConflictDoNothing();
  }
}

/** Deletes missed visits that a worker began at the moment when they were recorded. */
export async function deleteBegunAfterAll(database: Queryable, now: Temporal.Instant): Promise<void> {
  await database.execute(sql`
    delete from skips missed using works work
    where missed.due_at <= ${now.toString()}::timestamptz and missed.kind = 'missed'
      and work.engagement_id = missed.engagement_id and work.date = missed.date`);
}

/** @returns the ids of customers who are due to be told of missed visits */
export async function selectCustomersToTell(database: Queryable, now: Temporal.Instant, limit: number) {
  const rows = await database
    .selectDistinct({ customerProfileId: engagements.customerProfileId })
    .from(skips)
    .innerJoin(engagements, eq(engagements.id, skips.engagementId))
    .where(lte(skips.dueAt, now))
    .limit(limit);
  return rows.map(({ customerProfileId }) => customerProfileId);
}

/** Marks a customer's due missed visits as told. @returns those that this call has marked, the earliest first */
export async function markTold(transaction: Transaction, customerProfileId: string, now: Temporal.Instant) {
  const marked = await transaction
    .update(skips)
    .set({ dueAt: null })
    .from(engagements)
    .innerJoin(products, eq(products.id, engagements.productId))
    .innerJoin(addresses, eq(addresses.id, engagements.serviceAddressId))
    .where(
      and(
        eq(engagements.id, skips.engagementId),
        eq(engagements.customerProfileId, customerProfileId),
        lte(skips.dueAt, now),
      ),
    )
    .returning({
      id: skips.id,
      engagementId: skips.engagementId,
      date: skips.date,
      productName: products.name,
      street: addresses.streetAddress1,
    });
  return marked.sort((a, b) => Temporal.PlainDate.compare(a.date, b.date));
}

export async function selectCustomer(database: Queryable, customerProfileId: string) {
  const [customer] = await database
    .select(contactOf(profiles))
    .from(profiles)
    .where(eq(profiles.id, customerProfileId));
  return customer;
}
