import * as z from 'zod/mini';
import { creditRemovals } from '#domain/acts.ts';
import { largestCredit } from '#domain/credit.ts';
import { largestPayment } from '#domain/pricing.ts';
import { ActAnswer, actRequest, amountField, reasonField } from './acts.ts';
import { Done, endpoint, only } from './endpoint.ts';
import { Id, Instant } from './fields.ts';
import { page } from './page.ts';

/** What a customer has ahead, which pays for the next bills. Amounts are integer cents. */

const CreditLine = z.object({
  id: Id,
  at: Instant,
  /** Below zero: used. */
  amount: z.int(),
  /** Why it was given or removed; null of what a bill has used or given back. */
  reason: z.nullable(z.string()),
  /** The bill that it is for, or has paid. */
  bill: z.nullable(z.object({ id: Id, number: z.string() })),
  /** How staff removed it; null of what they gave and what bills used. */
  removal: z.nullable(z.enum(creditRemovals)),
  /** The employee who gave or removed the credit. Only staff read it. */
  by: z.nullable(z.string()),
});
export type CreditLine = z.infer<typeof CreditLine>;

/** What a worker is to get for a bill that credit has paid, and Stripe has not taken it yet. */
export const StuckTopUp = z.object({
  id: Id,
  worker: z.object({ profileId: Id, name: z.string() }),
  customerProfileId: Id,
  /** Integer cents. */
  amount: z.int(),
  bill: z.object({ id: Id, number: z.string() }),
  /** Whether it waits for staff to send it again; else it is asked for again by itself. */
  isRefused: z.boolean(),
  /** In Stripe's words. */
  reason: z.string(),
  since: Instant,
});
export type StuckTopUp = z.infer<typeof StuckTopUp>;

/** The balance's as the page shows it: by it two people who change it at once notice each other. */
const version = z.int().check(z.minimum(0), z.maximum(2_000_000_000));

const NewCredit = z.object({
  ...actRequest,
  amount: amountField(largestCredit),
  reason: reasonField,
  version,
});
export type NewCredit = z.output<typeof NewCredit>;

const RemovedCredit = z.object({
  ...actRequest,
  how: z.enum(creditRemovals, { error: 'Please choose what happens to it.' }),
  amount: amountField(largestPayment),
  reason: reasonField,
  version,
});
export type RemovedCredit = z.output<typeof RemovedCredit>;

const OwedBackCredit = z.object({
  ...actRequest,
  /** What the page shows as owed: by it two people who give it at once notice each other. */
  amount: amountField(largestPayment),
});
export type OwedBackCredit = z.output<typeof OwedBackCredit>;

/** Of a preview: which open bills it would pay, what would be left of each for the card, and what would stay ahead. */
const CreditAnswer = z.extend(ActAnswer, {
  pays: z.array(z.object({ number: z.string(), amount: z.int(), left: z.int() })),
  ahead: z.int(),
});
export type CreditAnswer = z.output<typeof CreditAnswer>;

const staff = only(['PROFILE_TYPE_EMPLOYEE']);
const limit = { calls: 60, minutes: 10 };
const invalidates = ['engagements', 'staffDesk'] as const;

export const credits = {
  listCredits: endpoint({
    method: 'GET',
    path: '/v1/customer/{customerProfileId}/credits',
    summary: 'What a customer was given of credit, and which bills have used it, newest first, 50 at a time.',
    access: only(['PROFILE_TYPE_CUSTOMER', 'PROFILE_TYPE_EMPLOYEE'], {
      own: { customerProfileId: 'PROFILE_TYPE_CUSTOMER' },
      staffToo: true,
    }),
    ...page(['moment', 'id'], { credits: z.array(CreditLine) }),
    provides: ['engagements'],
  }),
  giveCredit: endpoint({
    method: 'POST',
    path: '/v1/customer/{customerProfileId}/credits',
    summary: 'Gives a customer credit for what is open and the next bills, or says what that would do.',
    access: staff,
    limit,
    body: NewCredit,
    response: CreditAnswer,
    invalidates,
  }),
  removeCredit: endpoint({
    method: 'POST',
    path: '/v1/customer/{customerProfileId}/credits/removal',
    summary: 'Takes credit off a customer that was paid out another way or lapses, or says whether that can be done.',
    access: staff,
    limit,
    body: RemovedCredit,
    response: ActAnswer,
    invalidates,
  }),
  sendTopUpAgain: endpoint({
    method: 'POST',
    path: '/v1/top-ups/{topUpId}/send-again',
    summary: 'Asks Stripe once more to pass on to a worker what it has refused for a bill that credit has paid.',
    access: staff,
    limit,
    response: Done,
    invalidates: ['staffDesk'],
  }),
  creditOwedBack: endpoint({
    method: 'POST',
    path: '/v1/bills/{billId}/owed-back/credit',
    summary: 'Gives what the bank has returned of a bill’s refunds as credit instead, or says what that would do.',
    access: staff,
    limit,
    body: OwedBackCredit,
    response: CreditAnswer,
    invalidates,
  }),
};
