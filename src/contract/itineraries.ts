import * as z from 'zod/mini';
import { workStatuses } from '#domain/enums.ts';
import { endpoint, only } from './endpoint.ts';
import { Engagement } from './engagements.ts';
import { CalendarDay, DayOfWeek, Id } from './fields.ts';
import { Skip } from './skips.ts';
import { Work } from './works.ts';

/** One visit of a worker's week. `work` is null until the worker starts it; `skip` is there when nobody comes. */
export const Job = z.object({
  engagement: Engagement,
  customerProfile: z.object({
    id: Id,
    firstName: z.string(),
    lastName: z.string(),
    phone: z.string(),
    email: z.string(),
  }),
  work: z.nullable(Work),
  skip: z.nullable(z.pick(Skip, { reason: true, skippedBy: true })),
  scheduleInstance: z.object({ dayOfWeek: DayOfWeek, sequence: z.int(), date: CalendarDay }),
});
export type Job = z.infer<typeof Job>;

const ofWorker = z.object({ workerProfileId: Id });
const wholeNumber = (minimum: number, maximum: number, message: string) =>
  z.pipe(
    z.string({ error: message }).check(z.regex(/^\d{1,4}$/, { error: message })),
    z.pipe(
      z.transform(Number),
      z.int().check(z.minimum(minimum, { error: message }), z.maximum(maximum, { error: message })),
    ),
  );
const worker = only(['PROFILE_TYPE_WORKER'], { own: { workerProfileId: 'PROFILE_TYPE_WORKER' } });
const oneWork = z.object({ work: Work });

export const itineraries = {
  getItinerary: endpoint({
    method: 'GET',
    path: '/v1/workers/{workerProfileId}/itineraries',
    summary: "The visits of a worker's ISO week.",
    access: worker,
    params: ofWorker,
    query: z.object({
      week: wholeNumber(1, 53, 'Week must be a number from 1 to 53.'),
      year: wholeNumber(2000, 2200, 'Year must be a number from 2000 to 2200.'),
    }),
    response: z.object({ jobs: z.array(Job), today: CalendarDay }),
    provides: ['itinerary', 'itineraries'],
  }),
  createWork: endpoint({
    method: 'POST',
    path: '/v1/workers/{workerProfileId}/itinerary/works',
    summary: "Starts today's visit of an engagement.",
    access: worker,
    params: ofWorker,
    body: z.object({ engagementId: Id }),
    response: oneWork,
    invalidates: ['itinerary', 'itineraries', 'engagements'],
  }),
  updateWork: endpoint({
    method: 'PATCH',
    path: '/v1/worker/{workerProfileId}/itinerary/works/{workId}',
    summary: "Moves today's visit one step on; completing it charges the customer once.",
    access: worker,
    params: z.object({ workerProfileId: Id, workId: Id }),
    body: z.object({ status: z.enum(workStatuses) }),
    response: oneWork,
    invalidates: ['itinerary', 'itineraries', 'engagements'],
  }),
};
