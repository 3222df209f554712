import { sql } from 'drizzle-orm';
import { listOf } from './list-of.ts';
import { scheduleTemplateDays, scheduleTemplates } from './schema/engagements.ts';

/** The weekdays of a schedule template, as a column beside it. */
export const daysOfTemplate = listOf(
  { dayOfWeek: scheduleTemplateDays.dayOfWeek },
  sql`from ${scheduleTemplateDays} where ${scheduleTemplateDays.scheduleTemplateId} = ${scheduleTemplates.id}`,
);
