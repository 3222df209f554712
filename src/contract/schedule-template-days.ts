import * as z from 'zod/mini';
import { Done, endpoint, longBody, only } from './endpoint.ts';
import { Id, WeekDay } from './fields.ts';

/** One place of a worker's plan: an engagement's schedule on a weekday, at a position from 0. */
export const ScheduleTemplateDay = z.object({
  /** The client makes it, so that a repeated call makes no second place. */
  id: Id,
  scheduleTemplateId: Id,
  dayOfWeek: WeekDay,
  sequence: z.int(),
});

const DayForm = z.extend(ScheduleTemplateDay, { sequence: z.int().check(z.minimum(0), z.maximum(10_000)) });
const DayForms = z.object({ scheduleTemplateDays: z.array(DayForm).check(z.minLength(1), z.maxLength(2_000)) });
const days = z.object({ scheduleTemplateDays: z.array(ScheduleTemplateDay) });
const worker = only(['PROFILE_TYPE_WORKER']);
const path = '/v1/schedule-template-days';

export const scheduleTemplateDays = {
  createScheduleTemplateDays: endpoint({
    method: 'POST',
    path,
    summary: 'Puts engagements on weekdays; the first day of a proposed one claims it.',
    access: worker,
    body: DayForms,
    maxBody: longBody,
    response: days,
    invalidates: ['engagements', 'itinerary'],
  }),
  updateScheduleTemplateDays: endpoint({
    method: 'PUT',
    path,
    summary: 'Moves places of the plan to other positions or weekdays.',
    access: worker,
    body: DayForms,
    maxBody: longBody,
    response: days,
    invalidates: ['engagements', 'itinerary'],
  }),
  deleteScheduleTemplateDays: endpoint({
    method: 'DELETE',
    path,
    summary: 'Takes engagements off weekdays.',
    access: worker,
    maxBody: longBody,
    body: z.object({ scheduleTemplateDaysIds: z.array(Id).check(z.minLength(1), z.maxLength(2_000)) }),
    response: Done,
    invalidates: ['engagements', 'itinerary'],
  }),
};
