import * as z from 'zod/mini';
import { endpoint, only } from './endpoint.ts';
import { Id, WeekDay } from './fields.ts';

/** Degrees (WGS 84); null when neither the geocoder nor the zip code knows the address. */
const coordinates = { latitude: z.nullable(z.number()), longitude: z.nullable(z.number()) };

/** One address that a worker visits on a weekday. */
export const RouteStop = z.object({
  scheduleTemplateDayId: Id,
  engagementId: Id,
  customerName: z.string(),
  street: z.string(),
  ...coordinates,
  /** Whether the customer asked to keep the position in the day's order. */
  isPinned: z.boolean(),
});
export type RouteStop = z.infer<typeof RouteStop>;

/**
 * A weekday's drive. `start` is the worker's primary address; null when there is none, or its coordinates are unknown.
 */
export const DayRoute = z.object({
  start: z.nullable(z.object({ label: z.string(), latitude: z.number(), longitude: z.number() })),
  stops: z.array(RouteStop),
});
export type DayRoute = z.infer<typeof DayRoute>;

export const dayRoutes = {
  getDayRoute: endpoint({
    method: 'GET',
    path: '/v1/workers/{workerProfileId}/day-routes/{dayOfWeek}',
    summary: "Where a worker's active engagements of a weekday lie, in the order of the plan.",
    access: only(['PROFILE_TYPE_WORKER'], { own: { workerProfileId: 'PROFILE_TYPE_WORKER' } }),
    params: z.object({ workerProfileId: Id, dayOfWeek: WeekDay }),
    response: DayRoute,
    provides: ['engagements', 'addresses'],
  }),
};
