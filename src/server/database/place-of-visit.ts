import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { scheduleTemplateDays, scheduleTemplates } from './schema/engagements.ts';
import { visits } from './schema/visits.ts';

/** The place that the plan of a visit's worker has for the service on that weekday. */
export const place = alias(scheduleTemplateDays, 'place');
const template = alias(scheduleTemplates, 'template');

/** Joins `place` to rows of `visits`, if there is one. */
export const placeOfVisit = sql`left join ${scheduleTemplates} ${template} on ${template.engagementId} = ${visits.engagementId}
  left join ${scheduleTemplateDays} ${place} on ${place.scheduleTemplateId} = ${template.id}
    and ${place.workerProfileId} = ${visits.workerProfileId}
    and ${place.dayOfWeek} = 'DAY_OF_WEEK_' || trim(to_char(${visits.day}, 'DAY'))`;
