import * as z from 'zod/mini';
import { Done, endpoint, only } from './endpoint.ts';
import { CalendarDay, calendarDayField, Id } from './fields.ts';

/** Days, both ends among them, on which a customer wants no visits; they go on by themselves afterwards. */
export const Hold = z.object({ id: Id, firstDay: CalendarDay, lastDay: CalendarDay });
export type Hold = z.infer<typeof Hold>;

export const NewHold = z.object({
  firstDay: calendarDayField('Please pick the first day.'),
  lastDay: calendarDayField('Please pick the last day.'),
  /** The hold with this first day that ends later from now on; a new one without. */
  lengthens: z.optional(Id),
});

const customerOrStaff = only(['PROFILE_TYPE_CUSTOMER', 'PROFILE_TYPE_EMPLOYEE']);

export const holds = {
  createHold: endpoint({
    method: 'POST',
    path: '/v1/engagements/{engagementId}/holds',
    summary:
      'No visits from one day to another; nothing is charged meanwhile. A repeat answers the hold that is there. One that is named ends later from now on.',
    access: customerOrStaff,
    body: NewHold,
    response: z.object({ hold: Hold }),
    invalidates: ['engagements', 'calendar', 'itineraries'],
  }),
  endHold: endpoint({
    method: 'DELETE',
    path: '/v1/engagements/{engagementId}/holds/{holdId}',
    summary:
      'Ends a hold: one that has not begun as if it had never been, else today is its last day. A repeat does nothing.',
    access: customerOrStaff,
    response: Done,
    invalidates: ['engagements', 'calendar', 'itineraries'],
  }),
};
