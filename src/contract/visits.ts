import * as z from 'zod/mini';
import { endpoint, signedIn } from './endpoint.ts';
import { CalendarDay, Instant } from './fields.ts';
import { Photo } from './files.ts';
import { page } from './page.ts';
import { Skip } from './skips.ts';
import { Work } from './works.ts';

export const VisitCharge = z.object({
  /** Integer cents, after the coupon. */
  amount: z.int(),
  discount: z.int(),
  /** `not-confirmed`: the bank asked for a confirmation that did not come; `written-off`: too small, and given up. */
  status: z.enum([
    'open',
    'collecting',
    'paid',
    'declined',
    'not-confirmed',
    'action-required',
    'refunded',
    'written-off',
  ]),
  paidAt: z.nullable(Instant),
  /** What it was paid with, or is being tried with; null before the first try, and when nothing was to be paid. */
  stripePaymentMethodId: z.nullable(z.string()),
});

/** One visit that was started, with its times and what it cost. */
export const Visit = z.object({
  work: Work,
  date: CalendarDay,
  startedAt: z.nullable(Instant),
  completedAt: z.nullable(Instant),
  /** The customer's own affair: null for a worker, and until the visit is completed. */
  charge: z.nullable(VisitCharge),
  /** Oldest first. */
  photos: z.array(Photo),
});
export type Visit = z.infer<typeof Visit>;

/** A day on which nobody comes. */
const SkippedVisit = z.extend(Skip, {
  /** Whether the caller may take it back now. */
  mayTakeBack: z.boolean(),
});

export const visits = {
  listVisits: endpoint({
    method: 'GET',
    path: '/v1/engagements/{engagementId}/visits',
    summary:
      'The visits of an engagement with their charges and those skipped, newest first, 50 at a time, and the dates of the next ones.',
    access: signedIn(),
    ...page(['day'], {
      /** The business's today. */
      today: CalendarDay,
      /** Those of this page, as the past skips are; everything else is of the whole engagement, on every page. */
      visits: z.array(Visit),
      /** The next visits that are due, without those skipped. */
      upcoming: z.array(CalendarDay),
      /** Those of them that the caller may skip now. */
      skippable: z.array(CalendarDay),
      /** Past ones and, on the first page, those to come, newest first. */
      skips: z.array(SkippedVisit),
      /** What is charged but not collected yet, integer cents; the customer's own affair: null for a worker. */
      openAmount: z.nullable(z.int()),
      /** What the customer has given up unpaid, here or elsewhere, integer cents: until it is paid nothing is resumed. */
      givenUpAmount: z.nullable(z.int()),
      /** What the coupon takes off the next visit, integer cents; null for a worker. */
      nextDiscount: z.nullable(z.int()),
    }),
    provides: ['engagements'],
  }),
};
