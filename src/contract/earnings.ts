import * as z from 'zod/mini';
import { endpoint, only } from './endpoint.ts';
import { CalendarDay, Id, Instant, wholeNumberText } from './fields.ts';
import { page } from './page.ts';

/**
 * What visits earned, integer cents: `price` is after the coupon and without what went back, `fee` what the business keeps of
 * it, and `share` the rest, which is the worker's.
 */
const earned = { price: z.int(), fee: z.int(), share: z.int() };
/** What customers left on top, integer cents, less what went back of that; all of it is the worker's, and was paid. */
const tips = z.int();
/** What went back of the price, as the customer got money back: with it, `price` is what it was before. */
const givenBack = z.int();

/** The visits of some days. Ways to a locked gate count too; what was written off does not. */
const Period = z.object({
  visits: z.int(),
  ...earned,
  givenBack,
  tips,
  /** The part of `share` that was passed on to the worker's account. */
  paid: z.int(),
  /** The part that is being collected. */
  onItsWay: z.int(),
  /** The part that is collected later: the billing cycle runs still, or the customer has to pay first. */
  expected: z.int(),
});

const EarnedLine = z.object({
  id: Id,
  engagementId: Id,
  customerProfileId: Id,
  date: CalendarDay,
  street: z.string(),
  /** A `way` is one to a gate that was locked, a `bill` what went back of one with several visits, or none: paid twice. */
  kind: z.enum(['visit', 'way', 'bill']),
  visits: z.int(),
  ...earned,
  givenBack,
  tips,
  /** `unpaid`: the customer did not pay, and nothing is tried until they do. */
  status: z.enum(['paid', 'on-its-way', 'refunded', 'expected', 'unpaid', 'written-off', 'not-billed']),
});
export type EarnedLine = z.infer<typeof EarnedLine>;

const worker = only(['PROFILE_TYPE_WORKER', 'PROFILE_TYPE_EMPLOYEE'], {
  own: { workerProfileId: 'PROFILE_TYPE_WORKER' },
  staffToo: true,
});
const yearQuery = z.object({ year: wholeNumberText(2000, 2200, 'Year must be a number from 2000 to 2200.') });

export const earnings = {
  getEarnings: endpoint({
    method: 'GET',
    path: '/v1/workers/{workerProfileId}/earnings',
    summary: "What a worker's visits of today, this week, this month and this year have earned, by the visit's day.",
    access: worker,
    response: z.object({
      /** The business's today. */
      today: CalendarDay,
      day: Period,
      week: Period,
      month: Period,
      year: Period,
    }),
    provides: ['itinerary'],
  }),
  getFailedPayout: endpoint({
    method: 'GET',
    path: '/v1/workers/{workerProfileId}/failed-payout',
    summary: "The worker's last payout, if the bank did not take it: the money is in the balance at Stripe again.",
    access: worker,
    /** `amount` in integer cents; null when it was not kept. */
    response: z.object({ failedPayout: z.nullable(z.object({ amount: z.nullable(z.int()), at: Instant })) }),
    provides: ['itinerary'],
  }),
  listEarnings: endpoint({
    method: 'GET',
    path: '/v1/workers/{workerProfileId}/earnings/visits',
    summary:
      "A worker's visits with what each has earned, and what went back of whole bills, newest first, 50 at a time.",
    access: worker,
    ...page(['day', 'id'], { lines: z.array(EarnedLine) }),
    provides: ['itinerary'],
  }),
  getYearOfEarnings: endpoint({
    method: 'GET',
    path: '/v1/workers/{workerProfileId}/earnings/year',
    summary: 'What was collected for a worker in a year, by month, for taxes. The month is that of the collection.',
    access: worker,
    query: yearQuery,
    response: z.object({
      /** Only months in which something was collected. */
      months: z.array(z.object({ month: z.int(), ...earned, tips })),
    }),
    provides: ['itinerary'],
  }),
  exportEarnings: endpoint({
    method: 'GET',
    path: '/v1/workers/{workerProfileId}/earnings/export',
    summary: 'The same visit by visit, as comma-separated values.',
    access: worker,
    query: yearQuery,
    response: z.object({ fileName: z.string(), csv: z.string() }),
  }),
};
