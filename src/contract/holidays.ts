import * as z from 'zod/mini';
import { Done, endpoint, only } from './endpoint.ts';
import { CalendarDay, calendarDayField, Id, optionalLongText, requiredText } from './fields.ts';

const Holiday = z.object({
  id: Id,
  day: CalendarDay,
  name: z.string(),
  /** The worker who is off; null for a day on which everybody is off. */
  worker: z.nullable(z.object({ profileId: Id, name: z.string() })),
  /** The last of the worker's days off: that day itself where it is one; null for a day on which everybody is off. */
  lastDay: z.nullable(CalendarDay),
  /** The name of the worker who makes the visits instead. */
  coveredBy: z.nullable(z.string()),
  /** Where its visits go; null when they are left out, or another worker makes them. */
  movedTo: z.nullable(CalendarDay),
});
export type Holiday = z.infer<typeof Holiday>;

/** What becomes of the visits of a day off. */
const HolidayEffect = z.object({
  /** How many visits go to the other day, and how many are left out. */
  moved: z.int(),
  leftOut: z.int(),
  /** How many visits another worker makes on each day, and how many that worker has there besides. */
  given: z.optional(z.array(z.object({ day: CalendarDay, count: z.int(), there: z.int() }))),
  /** The visits that each worker would have on the other day, with those that are there already. */
  workers: z.array(z.object({ name: z.string(), moved: z.int(), there: z.int() })),
});
export type HolidayEffect = z.infer<typeof HolidayEffect>;

/** What becomes of the visits of a day off that is taken back. */
const HolidayBack = z.object({
  /** How many visits are on the day again. */
  due: z.int(),
  /** How many stay where they were moved to: they are begun or off, or their service has another visit on the day. */
  elsewhere: z.int(),
});
export type HolidayBack = z.infer<typeof HolidayBack>;

export const NewHoliday = z.object({
  day: calendarDayField('Please pick a day.'),
  name: requiredText('Please give it a name.', 60),
  /** Leaves them out unless given. A visit of a service that has one there already, or whose customer is away, is left out. */
  movedTo: z.optional(calendarDayField('Please pick a day.')),
  /** The one worker who is off; everybody unless given. */
  workerProfileId: z.optional(Id),
  /** The last of that worker's days off, of at most 31; one day unless given. */
  lastDay: z.optional(calendarDayField('Please pick a day.')),
  /** The worker who makes the visits instead, on their days. */
  toWorkerProfileId: z.optional(Id),
  /** The worker's request that this accepts, also with other days. */
  wishId: z.optional(Id),
});

/** Days off of a worker, as that one sees them. */
const DaysOff = z.object({
  id: Id,
  day: CalendarDay,
  lastDay: CalendarDay,
  /** `asked`: staff have not decided; `set`: they count. */
  state: z.enum(['asked', 'set', 'declined']),
  /** What the worker wrote. */
  note: z.nullable(z.string()),
  declinedReason: z.nullable(z.string()),
});
export type DaysOff = z.infer<typeof DaysOff>;

export const NewDaysOff = z.object({
  day: calendarDayField('Please pick a day.'),
  /** At most 31 days; one day unless given. */
  lastDay: z.optional(calendarDayField('Please pick a day.')),
  note: optionalLongText(200),
});

const own = only(['PROFILE_TYPE_WORKER'], { own: { workerProfileId: 'PROFILE_TYPE_WORKER' } });
const ownDaysOff = '/v1/workers/{workerProfileId}/days-off';
const mayChange = only(['PROFILE_TYPE_EMPLOYEE'], { right: 'holidays' });

export const holidays = {
  listHolidays: endpoint({
    method: 'GET',
    path: '/v1/holidays',
    summary:
      'The days off to come, of the business and of single workers, and those of the United States in the next year that could be.',
    access: only(['PROFILE_TYPE_EMPLOYEE']),
    response: z.object({
      today: CalendarDay,
      holidays: z.array(Holiday),
      /** To whom days off, and visits, can be given. */
      workers: z.array(z.object({ profileId: Id, name: z.string() })),
      suggestions: z.array(z.object({ day: CalendarDay, name: z.string() })),
    }),
    provides: ['holidays'],
  }),
  setHoliday: endpoint({
    method: 'POST',
    path: '/v1/holidays',
    summary:
      'Makes a day off, or days off of one worker: the visits are left out, go to another day, or to another worker. People are told of a day off of all a week before, else in a minute. A repeat changes nothing.',
    access: mayChange,
    body: NewHoliday,
    response: z.object({ holiday: Holiday, effect: HolidayEffect }),
    invalidates: ['holidays', 'calendar', 'itineraries', 'engagements', 'staffDesk'],
  }),
  previewHoliday: endpoint({
    method: 'POST',
    path: '/v1/holiday-previews',
    summary: 'What a day off would do to its visits; nothing is changed.',
    access: mayChange,
    body: NewHoliday,
    response: z.object({ effect: HolidayEffect }),
  }),
  previewHolidayBack: endpoint({
    method: 'POST',
    path: '/v1/holidays/{holidayId}/taking-back-previews',
    summary: 'What becomes of the visits of a day off when it is taken back; nothing is changed.',
    access: mayChange,
    response: z.object({ back: HolidayBack }),
  }),
  takeBackHoliday: endpoint({
    method: 'DELETE',
    path: '/v1/holidays/{holidayId}',
    summary: 'People work on that day after all: what it moved goes back. Who was told is told of it.',
    access: mayChange,
    response: Done,
    invalidates: ['holidays', 'calendar', 'itineraries', 'engagements', 'staffDesk'],
  }),
  declineDaysOff: endpoint({
    method: 'POST',
    path: '/v1/holidays/{holidayId}/decline',
    summary:
      'Declines days off that a worker asked for; the worker reads why. To accept them, set them with their `wishId`.',
    access: mayChange,
    body: z.object({ reason: requiredText('Please say why. The worker reads it.') }),
    response: Done,
    invalidates: ['holidays', 'staffDesk'],
  }),
  listDaysOff: endpoint({
    method: 'GET',
    path: ownDaysOff,
    summary: 'A worker’s days off that are not over: those that are set, and those that the worker asked for.',
    access: own,
    response: z.object({ today: CalendarDay, daysOff: z.array(DaysOff) }),
    provides: ['holidays'],
  }),
  askForDaysOff: endpoint({
    method: 'POST',
    path: ownDaysOff,
    summary: 'Asks staff for days off, which count for nothing until staff accept them. A repeat changes nothing.',
    access: own,
    body: NewDaysOff,
    response: z.object({ daysOff: DaysOff }),
    invalidates: ['holidays'],
  }),
  withdrawDaysOff: endpoint({
    method: 'DELETE',
    path: `${ownDaysOff}/{holidayId}`,
    summary: 'Takes a request for days off back that staff have not decided. A repeat does nothing.',
    access: own,
    response: Done,
    invalidates: ['holidays'],
  }),
};
