import { type SQLWrapper, sql } from 'drizzle-orm';
import { shownMoment } from './schema/columns.ts';

type Finished = { date: SQLWrapper; workCompletedAt: SQLWrapper };
type Moments = Finished & { finishedBy: SQLWrapper };

/**
 * Whether a visit was finished by the end of its day, by whomever.
 * @param zone the business's time zone, in SQL
 */
export const isFinishedOnItsDay = (visit: Finished, zone: SQLWrapper) =>
  sql`(${visit.workCompletedAt} at time zone ${zone})::date <= ${visit.date}`;

/**
 * Whether a visit was done by its worker, and by the end of its day. One that was left at a step, and finished later or by the
 * office, was not made at that moment: of it only the day is known, and not how long it took.
 * @param zone the business's time zone, in SQL
 */
export const isDoneOnItsDay = (visit: Moments, zone: SQLWrapper) =>
  sql`(${isFinishedOnItsDay(visit, zone)} and ${visit.finishedBy} is null)`;

/** When a visit was made, as the wire has it, and neither for one that was finished later or by the office; the query takes `timeZone`. */
export const timesOf = (visit: Moments & { workStartedAt: SQLWrapper }) => {
  const isOnItsDay = isDoneOnItsDay(visit, sql`${sql.placeholder('timeZone')}::text`);
  return {
    startedAt: shownMoment(sql`case when coalesce(${isOnItsDay}, true) then ${visit.workStartedAt} end`),
    completedAt: shownMoment(sql`case when ${isOnItsDay} then ${visit.workCompletedAt} end`),
  };
};
