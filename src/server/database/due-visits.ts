import { type SQL, sql } from 'drizzle-orm';

const mondayOf = (date: SQL) => sql`(${date} - (extract(isodow from ${date})::int - 1))`;

/**
 * Says the same in SQL as `isVisitDue`. The query must name its schedule template `template`, and must select only
 * places on the date's weekday.
 * @param date an expression of the type date
 */
export const isDueByPlan = (date: SQL): SQL => sql`template.start_day <= ${date}
  and ((${mondayOf(date)} - ${mondayOf(sql`template.start_day`)}) / 7 + template.week_offset)
    % template.interval = 0`;
