import { type SQLWrapper, sql } from 'drizzle-orm';
import { shownMoment } from './schema/columns.ts';
import { works } from './schema/engagements.ts';

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

const isOnItsDay = isDoneOnItsDay(works, sql`${sql.placeholder('timeZone')}::text`);

/** When a query's visit was made, as the wire has it, and neither for one that was finished later or by the office; the query takes `timeZone`. */
export const timesOfVisit = {
  startedAt: shownMoment(sql`case when coalesce(${isOnItsDay}, true) then ${works.workStartedAt} end`),
  completedAt: shownMoment(sql`case when ${isOnItsDay} then ${works.workCompletedAt} end`),
};
