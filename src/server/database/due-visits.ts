import { type SQL, sql } from 'drizzle-orm';

/** The number of a date's ISO week, counted through the years: the 1st of January of year 1 was a Monday. */
const weekOf = (date: SQL) => sql`((${date} - date '0001-01-01') / 7)`;

/**
 * Says the same in SQL as `isVisitDue`. The query must name its schedule template `template`, and must select only
 * places on the date's weekday.
 * @param date an expression of the type date
 */
export const isDueByPlan = (date: SQL): SQL => sql`template.start_day <= ${date}
  and (${weekOf(date)} - ${weekOf(sql`template.start_day`)} + template.week_offset) % template.interval = 0`;
