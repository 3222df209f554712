import * as z from 'zod/mini';
import { endpoint, signedIn } from './endpoint.ts';
import { CalendarDay, Id, Instant } from './fields.ts';
import { Work } from './works.ts';

export const VisitCharge = z.object({
  /** Integer cents, after the coupon. */
  amount: z.int(),
  discount: z.int(),
  status: z.enum(['open', 'collecting', 'paid', 'declined', 'action-required', 'refunded']),
  paidAt: z.nullable(Instant),
});

/** One visit that was started, with its times and what it cost. */
export const Visit = z.object({
  work: Work,
  date: CalendarDay,
  startedAt: z.nullable(Instant),
  completedAt: z.nullable(Instant),
  /** The customer's own affair: null for a worker, and until the visit is completed. */
  charge: z.nullable(VisitCharge),
});
export type Visit = z.infer<typeof Visit>;

export const visits = {
  listVisits: endpoint({
    method: 'GET',
    path: '/v1/engagements/{engagementId}/visits',
    summary: 'The visits of an engagement with their charges, newest first, and the dates of the next ones.',
    access: signedIn(),
    params: z.object({ engagementId: Id }),
    response: z.object({ visits: z.array(Visit), upcoming: z.array(CalendarDay) }),
    provides: ['engagements'],
  }),
};
