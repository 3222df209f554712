import { type SQL, sql } from 'drizzle-orm';
import { weekDayOf } from '#domain/calendar.ts';
import { engagements } from './schema/engagements.ts';
import { isActive, isBegun, isOffByPeople } from './schema/states.ts';

/** The number of a date's ISO week, counted through the years: the 1st of January of year 1 was a Monday. */
const weekOf = (date: SQL) => sql`((${date} - date '0001-01-01') / 7)`;

/**
 * Says the same in SQL as `isVisitDue`. The query must name its schedule template `template`, and must select only
 * places on the date's weekday.
 * @param date an expression of the type date
 */
export const isInRhythm = (date: SQL): SQL => sql`template.start_day <= ${date}
  and (${weekOf(date)} - ${weekOf(sql`template.start_day`)} + template.week_offset) % template.interval = 0`;

/** Whether nobody works on a date. */
export const isHoliday = (date: SQL): SQL =>
  sql`exists (select from holidays where holidays.day = ${date} and holidays.taken_back_at is null)`;

/** Whether nobody comes to an engagement on a date, because nobody works, or because its customer is away. */
export const isDayOff = (engagementId: SQL, date: SQL): SQL => sql`(
  ${isHoliday(date)}
  or exists (select from holds where holds.engagement_id = ${engagementId} and ${date} between holds.first_day and holds.last_day offset 0)
)`;

/**
 * Whether the plan has a visit of an engagement on a date that is still there: neither moved nor on a day off. What was
 * moved to the date is a row of `moves`.
 * @param engagementId of the engagement, whose schedule template the query names `template`; it must select only places
 * on the date's weekday
 * @param date an expression of the type date
 */
export const isDueByPlan = (engagementId: SQL, date: SQL): SQL => sql`${isInRhythm(date)}
  and not exists (select from moves where moves.engagement_id = ${engagementId} and moves.original_day = ${date} offset 0)
  and not ${isDayOff(engagementId, date)}`;

/** Whether a visit of an engagement was begun on a date, taken off there, or missed there. */
export const isSettledOn = (engagementId: SQL, date: SQL): SQL => sql`(
  exists (
    select from visits settled where settled.engagement_id = ${engagementId} and settled.day = ${date}
      and (${isBegun({ step: sql`settled.step` })} or ${isOffByPeople({ offBy: sql`settled.off_by` })}) offset 0
  )
  or exists (select from visits missed where missed.engagement_id = ${engagementId} and missed.missed_on = ${date} offset 0)
)`;

const isActiveOne = isActive({ status: sql`engagement.status` });

/**
 * The visits of a day that are due and neither begun nor taken off, each with its engagement, its customer, who makes it, and
 * the day on which the plan had it: a subselect.
 * @param engagementIds of which engagements; of all unless given
 */
export function visitsWaitingOn(day: Temporal.PlainDate, engagementIds?: readonly string[]): SQL {
  const date = sql`${day.toString()}::date`;
  // Said in each part, since Postgres would read the whole day's visits before it asks whose they are.
  const isOne = (id: SQL) => (engagementIds ? sql`${id} = any(${sql.param(engagementIds)}::uuid[])` : sql`true`);
  return sql`(
  select engagement.id as engagement_id, engagement.customer_profile_id,
    coalesce(due.worker_profile_id, engagement.worker_profile_id) as worker_profile_id, due.original_day
  from (
    select template.engagement_id, null::uuid as worker_profile_id, ${date} as original_day
    from schedule_template_days planned
    join schedule_templates template on template.id = planned.schedule_template_id
    where planned.day_of_week = ${weekDayOf(day)} and ${isOne(sql`template.engagement_id`)}
      and ${isDueByPlan(sql`template.engagement_id`, date)}
    union all
    select move.engagement_id, move.worker_profile_id, move.original_day from moves move
    where move.day = ${date} and ${isOne(sql`move.engagement_id`)} and not ${isDayOff(sql`move.engagement_id`, date)}
  ) due
  join engagements engagement on engagement.id = due.engagement_id
  where ${isActiveOne}
    and not ${isSettledOn(sql`engagement.id`, date)}
)`;
}

/**
 * Whether a user is a worker who makes a visit of an engagement of another worker's: covers one, or has one left until
 * somebody takes over. One of yesterday may be finished still.
 */
export const makesVisit = (
  userId: SQL,
  today: SQL,
): SQL<boolean> => sql`(${engagements.workerProfileId} is not null and exists (
  select from visits join profiles maker on maker.id = visits.worker_profile_id
  where visits.engagement_id = ${engagements.id} and maker.user_id = ${userId} and visits.day >= ${today} - 1
    and visits.state <> 'off' offset 0
))`;

/**
 * The engagements of which somebody has begun a visit that can still be finished, whatever became of them meanwhile: a list that
 * is read once for a whole statement. Who is in one has to get into the yard.
 * @param isMaker whose visits, of the profile `maker`
 */
export const underWayOf = (isMaker: SQL, today: SQL): SQL => sql`array(
  select visit.engagement_id from visits visit join profiles maker on maker.id = visit.worker_profile_id
  where ${isMaker} and visit.day >= ${today} - 1 and visit.state = 'begun'
)`;

/**
 * Whether a user has given an engagement back since a moment: released it to all, or declined it in favour of who had it before.
 * The answer may have been lost, and the page is open still.
 */
export const gaveBack = (engagementId: SQL, userId: SQL, since: SQL): SQL<boolean> => sql`exists (
  select from changes where changes.subject_id = ${engagementId} and changes.by_user_id = ${userId}
    and changes.at >= ${since} and (
      changes.kind = 'worker-assigned'
      or changes.kind = 'status-changed' and changes.fields @> '[{"name": "status", "to": "ENGAGEMENT_STATUS_PROPOSED"}]'
    ) offset 0
)`;
