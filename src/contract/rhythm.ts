import * as z from 'zod/mini';
import { intervals, maximumFrequency, minimumFrequency } from '#domain/schedule-rules.ts';
import { Done, endpoint, only } from './endpoint.ts';
import { CalendarDay, calendarDayField, WeekDay } from './fields.ts';

const tooMany = maximumFrequency('PERIOD_WEEKLY');
const frequencyError = `Please give a whole number from ${minimumFrequency} to ${tooMany}.`;
const intervalField = z.literal(
  intervals.map(({ value }) => value),
  { error: 'Please pick every week or every 2 weeks.' },
);

/** How often visits are to be, and from when on. */
export const NewRhythm = z.object({
  frequency: z
    .int({ error: frequencyError })
    .check(z.minimum(minimumFrequency, { error: frequencyError }), z.maximum(tooMany, { error: frequencyError })),
  interval: intervalField,
  startDay: calendarDayField('Please pick the first day.'),
});

/** Another rhythm that a customer wants of a running service, until its worker accepts it, also one who takes it over. */
export const RhythmRequest = z.object({
  frequency: z.int(),
  interval: z.int(),
  startDay: CalendarDay,
  askedBy: z.enum(['customer', 'employee']),
});
export type RhythmRequest = z.infer<typeof RhythmRequest>;

/** Another rhythm that a worker has accepted and that has not begun yet, with the one until then. */
export const AgreedRhythm = z.object({
  frequency: z.int(),
  interval: z.int(),
  startDay: CalendarDay,
  before: z.object({ frequency: z.int(), interval: z.int() }),
  /** Whether its customer and staff may take it back: not once another worker has the service, or while it rests. */
  canBeTakenBack: z.boolean(),
});
export type AgreedRhythm = z.infer<typeof AgreedRhythm>;

const path = '/v1/engagements/{engagementId}/rhythm-request';
const Answer = z.object({ request: z.nullable(RhythmRequest) });
const customerOrStaff = only(['PROFILE_TYPE_CUSTOMER', 'PROFILE_TYPE_EMPLOYEE']);

export const rhythm = {
  getRhythmRequest: endpoint({
    method: 'GET',
    path,
    summary:
      'The other rhythm that the customer wants of a service, if one waits for its worker, and the one that is agreed, if it has not begun yet.',
    access: only(['PROFILE_TYPE_CUSTOMER', 'PROFILE_TYPE_WORKER', 'PROFILE_TYPE_EMPLOYEE']),
    response: z.object({ ...Answer.shape, agreed: z.nullable(AgreedRhythm) }),
    provides: ['engagements'],
  }),
  askRhythm: endpoint({
    method: 'PUT',
    path,
    summary:
      'Asks for another rhythm from a day on; the price of a visit stays. The worker accepts it or releases the service, with which the wish waits for the next worker until its first day; until then all stays. Without a worker and such a wish it counts at once, and null is answered.',
    access: customerOrStaff,
    body: NewRhythm,
    response: Answer,
    invalidates: ['engagements', 'itineraries', 'calendar'],
  }),
  withdrawRhythm: endpoint({
    method: 'DELETE',
    path,
    summary: 'Takes the wish for another rhythm back. Without one it does nothing.',
    access: customerOrStaff,
    response: Done,
    invalidates: ['engagements'],
  }),
  takeBackRhythm: endpoint({
    method: 'POST',
    path: '/v1/engagements/{engagementId}/agreed-rhythm/take-back',
    summary:
      'Takes a rhythm back that was accepted and has not begun: the one before counts again, at the same price, and the worker is told. One that is not agreed anymore changes nothing.',
    access: customerOrStaff,
    body: NewRhythm,
    response: Done,
    invalidates: ['engagements', 'itineraries', 'itinerary', 'calendar'],
  }),
  acceptRhythm: endpoint({
    method: 'POST',
    path: `${path}/accept`,
    summary:
      'Accepts the other rhythm on these weekdays. Visits before its first day stay as they are, also when the worker releases the service before that day: then the rhythm is wanted of the next one.',
    access: only(['PROFILE_TYPE_WORKER']),
    body: z.object({
      ...NewRhythm.shape,
      weekDays: z.array(WeekDay).check(z.minLength(1, { error: 'Please pick a weekday.' }), z.maxLength(7)),
    }),
    response: Done,
    invalidates: ['engagements', 'itineraries', 'itinerary', 'calendar'],
  }),
};
