import { type SQL, sql } from 'drizzle-orm';

const mondayOf = (date: SQL) => sql`(${date} - (extract(isodow from ${date})::int - 1))`;

/**
 * Whether the plan has a visit on a date, for a query that names its schedule template `template` and looks at the
 * template's places on that weekday: by the rule of `isVisitDue`.
 * @param date an expression of the type date
 */
export const isDueByPlan = (date: SQL): SQL => sql`template.start_day <= ${date}
  and ((${mondayOf(date)} - ${mondayOf(sql`template.start_day`)}) / 7 + template.week_offset)
    % template.interval = 0`;
