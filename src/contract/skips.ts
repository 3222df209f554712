import * as z from 'zod/mini';
import { skipKinds } from '#domain/schedule-rules.ts';
import { Done, endpoint, signedIn } from './endpoint.ts';
import { CalendarDay, calendarDayField, Id, optionalLongText } from './fields.ts';
import { TappedAt } from './works.ts';

/** A visit that did not take place. It costs nothing, except perhaps the locked gate fee. */
export const Skip = z.object({
  date: CalendarDay,
  kind: z.enum(skipKinds),
  /** Null for a missed visit. */
  skippedBy: z.nullable(z.enum(['customer', 'worker', 'employee'])),
  reason: z.nullable(z.string()),
});
export type Skip = z.infer<typeof Skip>;

/** Which visit to take off, or to give up. A worker must give a reason; the customer and staff may. */
export const NewSkip = z.object({
  /** Which visit of the service, as its job says; absent for the one of that day. */
  visitId: z.optional(Id),
  date: calendarDayField('Please pick a day.'),
  reason: optionalLongText(300),
  /**
   * Why a worker gives up at the gate. `no-access`, the default, is for a locked gate or a dog in the yard, and costs
   * the locked gate fee of the settings. `other` is not the customer's fault.
   */
  cause: z.optional(z.enum(['no-access', 'other'])),
  /** For workers only. */
  tappedAt: TappedAt,
});

const noDay = { error: 'Please pick a day.' };
/** Within the years that a calendar day may have. */
const IsoDay = z.iso.date(noDay).check(z.regex(/^(19|20|21)/, noDay));

export const skips = {
  createSkip: endpoint({
    method: 'POST',
    path: '/v1/engagements/{engagementId}/skips',
    summary:
      'Takes a visit off, or gives up a visit that was begun. It costs nothing, except perhaps the locked gate fee. A repeat answers the existing skip.',
    access: signedIn(),
    body: NewSkip,
    response: z.object({ skip: Skip }),
    invalidates: ['itinerary', 'itineraries', 'engagements'],
  }),
  deleteSkip: endpoint({
    method: 'DELETE',
    path: '/v1/engagements/{engagementId}/skips/{date}',
    summary: 'Undoes a skip, so that the visit is due again; a date such as 2027-03-10.',
    access: signedIn(),
    params: z.object({ engagementId: Id, date: IsoDay }),
    response: Done,
    invalidates: ['itinerary', 'itineraries', 'engagements'],
  }),
};
