import * as z from 'zod/mini';
import { workStatuses } from '#domain/enums.ts';
import { noteReaders } from '#domain/notes.ts';
import { endpoint, only } from './endpoint.ts';
import { Engagement } from './engagements.ts';
import { CalendarDay, calendarDayField, DayOfWeek, Id, Instant, wholeNumberText } from './fields.ts';
import { Photo } from './files.ts';
import { Skip } from './skips.ts';
import { OwnWork, TappedAt } from './works.ts';

/**
 * One visit of a worker's week. `work` is null until the worker starts it; `skip` is set when it did not take place.
 */
export const Job = z.object({
  /** Null while it is farther ahead than visits have ids. */
  visitId: z.nullable(Id),
  engagement: Engagement,
  customerProfile: z.object({
    id: Id,
    firstName: z.string(),
    lastName: z.string(),
    phone: z.string(),
    email: z.string(),
  }),
  work: z.nullable(OwnWork),
  /** What its charge has brought the worker by now, integer cents; null while there is none. */
  earned: z.nullable(z.int()),
  skip: z.nullable(z.pick(Skip, { kind: true, reason: true, skippedBy: true })),
  /** Oldest first. */
  photos: z.array(Photo),
  /** What the worker wrote at the visit, and who reads it; oldest first. */
  notes: z.array(z.object({ id: Id, reader: z.enum(noteReaders), text: z.string() })),
  scheduleInstance: z.object({
    dayOfWeek: DayOfWeek,
    sequence: z.int(),
    date: CalendarDay,
    /** The day on which the plan has it, when the office has moved it. */
    movedFrom: z.optional(CalendarDay),
  }),
});
export type Job = z.infer<typeof Job>;

const worker = only(['PROFILE_TYPE_WORKER'], { own: { workerProfileId: 'PROFILE_TYPE_WORKER' } });
const oneWork = z.object({ work: OwnWork });
const workStatusBody = z.object({ status: z.enum(workStatuses) });

export const itineraries = {
  getItinerary: endpoint({
    method: 'GET',
    path: '/v1/workers/{workerProfileId}/itineraries',
    summary: "The visits of a worker's ISO week.",
    access: worker,
    query: z.object({
      week: wholeNumberText(1, 53, 'Week must be a number from 1 to 53.'),
      year: wholeNumberText(2000, 2200, 'Year must be a number from 2000 to 2200.'),
    }),
    response: z.object({
      jobs: z.array(Job),
      /** Yesterday's visits that are begun and not finished, which may go on today; only in the present week. */
      unfinished: z.array(Job),
      today: CalendarDay,
      /** The server's time, to compare `undoUntil` with. */
      now: Instant,
    }),
    provides: ['itinerary', 'itineraries'],
  }),
  createWork: endpoint({
    method: 'POST',
    path: '/v1/workers/{workerProfileId}/itinerary/works',
    summary: "Starts today's visit of an engagement.",
    access: worker,
    body: z.object({
      engagementId: Id,
      /** Which visit of the service, as its job says; absent for the one of that day. */
      visitId: z.optional(Id),
      /** The visit's day: a start that a phone keeps until after midnight must not start the next day's visit. */
      date: z.optional(calendarDayField('Please pick a day.')),
      tappedAt: TappedAt,
    }),
    response: oneWork,
    invalidates: ['itinerary', 'itineraries', 'engagements'],
  }),
  updateWork: endpoint({
    method: 'PATCH',
    path: '/v1/worker/{workerProfileId}/itinerary/works/{workId}',
    summary: 'Moves a visit one step on, until the end of the day after it; its completion charges the customer once.',
    access: worker,
    body: z.extend(workStatusBody, { tappedAt: TappedAt }),
    response: oneWork,
    invalidates: ['itinerary', 'itineraries', 'engagements'],
  }),
  undoWork: endpoint({
    method: 'POST',
    path: '/v1/worker/{workerProfileId}/itinerary/works/{workId}/undo',
    summary: 'Takes the last step of a visit back within a minute of its arrival; `status` is the one that it led to.',
    access: worker,
    body: workStatusBody,
    /** Null when its start is undone: then there is no visit any more. */
    response: z.object({ work: z.nullable(OwnWork) }),
    invalidates: ['itinerary', 'itineraries', 'engagements'],
  }),
};
