import { eq, max, min, sql } from 'drizzle-orm';
import { businessDay, weekDayOf } from '#domain/calendar.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { endOfWork, firstDayToCome } from '#domain/visit-class.ts';
import type { Queryable, Transaction } from './connection.ts';
import { isDayOff, isDueByPlan, visitsDone } from './due-visits.ts';
import { closedDays, engagements, skips } from './schema/engagements.ts';
import { isActive } from './schema/states.ts';

/** Postgres takes at most 65,535 values in a statement. */
const rowsAtOnce = 5000;
/** When customers are told, because nobody is told at night. */
const morning = '08:00';

/** @returns the first day whose missed visits were not recorded yet; undefined while no visit was ever due */
export async function firstOpenDay(database: Queryable): Promise<Temporal.PlainDate | undefined> {
  const first = await dayAfterClosed(database);
  if (first) return first;
  const since = await firstActiveSince(database);
  return since && businessDay(since);
}

/** @returns the day after the last closed day; undefined when no day was closed yet */
async function dayAfterClosed(database: Queryable): Promise<Temporal.PlainDate | undefined> {
  const [row] = await database.select({ day: max(closedDays.day) }).from(closedDays);
  return row?.day?.add({ days: 1 });
}

/** @returns when the first engagement became active, before which no visit was due */
async function firstActiveSince(database: Queryable): Promise<Temporal.Instant | undefined> {
  const [row] = await database.select({ first: min(engagements.activeSince) }).from(engagements);
  return row?.first ?? undefined;
}

/**
 * Records a day's missed visits: those that were due and were neither made nor taken off. A visit is not missed when
 * the engagement has had all visits of its period, or can still have them on later days of the period. One that was claimed,
 * resumed or planned once the day's work was over was not due.
 * @param now of which the day is over
 * @param engagementIds of which engagements; of all unless given
 */
export async function insertMissed(
  transaction: Transaction,
  day: Temporal.PlainDate,
  now: Temporal.Instant,
  engagementIds?: readonly string[],
): Promise<void> {
  const date = sql`${day.toString()}::date`;
  const end = sql`${endOfWork(day).toString()}::timestamptz`;
  const isOne = engagementIds ? sql`engagement.id = any(${sql.param(engagementIds)}::uuid[])` : sql`true`;
  const { rows } = await transaction.execute<{ engagementId: string; workerProfileId: string }>(sql`
    select engagement.id as "engagementId", visit.worker_profile_id as "workerProfileId"
    from (
      select template.engagement_id, engagement.worker_profile_id, ${date} as original_day, planned.planned_at as since
      from schedule_template_days planned
      join schedule_templates template on template.id = planned.schedule_template_id
      join engagements engagement on engagement.id = template.engagement_id
      where planned.day_of_week = ${weekDayOf(day)} and ${isOne} and ${isActive({ status: sql`engagement.status` })}
        and ${isDueByPlan(sql`engagement.id`, date)}
      union all
      select engagement.id, coalesce(move.worker_profile_id, engagement.worker_profile_id), move.original_day, move.moved_at
      from moves move join engagements engagement on engagement.id = move.engagement_id
      where move.day = ${date} and ${isOne} and ${isActive({ status: sql`engagement.status` })}
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
  const missed = rows.map((row) => ({ ...row, date: day, dueAt: nextMorning(now) }));
  await insertMissedRows(transaction, missed, now);
}

/** @returns when the customer of a visit that is written down as missed now is told */
export const nextMorning = (now: Temporal.Instant): Temporal.Instant =>
  firstDayToCome(now).toZonedDateTime({ timeZone: businessTimeZone, plainTime: morning }).toInstant();

type MissedRow = Pick<typeof skips.$inferInsert, 'engagementId' | 'date' | 'workerProfileId' | 'dueAt'>;

/** Leaves out those whose visit has a skip. */
export async function insertMissedRows(transaction: Transaction, rows: readonly MissedRow[], now: Temporal.Instant) {
  // In one order, so that the sweep and whoever changes a plan never wait for each other.
  const inOrder = [...rows].sort((one, other) => (one.engagementId < other.engagementId ? -1 : 1));
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const missed = inOrder
      .slice(from, from + rowsAtOnce)
      .map((row) => ({ ...row, kind: 'missed' as const, createdAt: now }));
    await transaction.insert(skips).values(missed).onConflictDoNothing();
  }
}

/** Marks a missed visit as seen, or as not seen. */
export async function updateSeen(
  transaction: Transaction,
  skipId: string,
  seen: { seenAt: Temporal.Instant | null; seenBy: string | null },
): Promise<void> {
  await transaction.update(skips).set(seen).where(eq(skips.id, skipId));
}
