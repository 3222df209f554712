import * as z from 'zod/mini';
import { Done, endpoint, only } from './endpoint.ts';
import { CalendarDay, calendarDayField, Id, requiredText } from './fields.ts';

const Holiday = z.object({
  id: Id,
  day: CalendarDay,
  name: z.string(),
  /** Where its visits went; null when they are left out. */
  movedTo: z.nullable(CalendarDay),
});
export type Holiday = z.infer<typeof Holiday>;

/** What becomes of the visits of a day off. */
const HolidayEffect = z.object({
  /** How many visits go to the other day, and how many are left out. */
  moved: z.int(),
  leftOut: z.int(),
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
});

const mayChange = only(['PROFILE_TYPE_EMPLOYEE'], { right: 'holidays' });

export const holidays = {
  listHolidays: endpoint({
    method: 'GET',
    path: '/v1/holidays',
    summary: 'The days off that are to come, and those of the United States in the next year that could be.',
    access: only(['PROFILE_TYPE_EMPLOYEE']),
    response: z.object({
      today: CalendarDay,
      holidays: z.array(Holiday),
      suggestions: z.array(z.object({ day: CalendarDay, name: z.string() })),
    }),
    provides: ['holidays'],
  }),
  setHoliday: endpoint({
    method: 'POST',
    path: '/v1/holidays',
    summary:
      'Makes a day off: its visits are left out, or go to another day. Customers and workers are told a week before. A repeat changes nothing.',
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
};
