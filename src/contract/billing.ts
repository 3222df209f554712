import * as z from 'zod/mini';
import { endpoint, only } from './endpoint.ts';
import { paymentMethodIdField } from './engagements.ts';
import { CalendarDay, Id } from './fields.ts';

/** A payment that the customer's bank wants confirmed, with what the browser needs to ask for it. */
export const PaymentToConfirm = z.object({
  /** Integer cents. */
  amount: z.int(),
  /** The days of the visits that it is for. */
  days: z.array(CalendarDay),
  clientSecret: z.string(),
  stripePaymentMethodId: z.string(),
});
export type PaymentToConfirm = z.infer<typeof PaymentToConfirm>;

/** How the visits stand that a customer has not paid, in all of the customer's engagements; amounts in integer cents. */
export const Overdue = z.object({
  /** What was declined and is not being collected now, attempts that are planned included. */
  amount: z.int(),
  /** How much of that the bank wanted confirmed in vain. */
  notConfirmedAmount: z.int(),
  /** What was given up: until it is paid nothing is resumed and nothing new is asked for. */
  givenUpAmount: z.int(),
  /** Whether something is being collected now, or is about to be. */
  isCollecting: z.boolean(),
  /** Where something was declined or given up. */
  engagementIds: z.array(Id),
  /** Where payments wait to be confirmed. */
  toConfirmEngagementIds: z.array(Id),
});
export type Overdue = z.infer<typeof Overdue>;

const OverdueBody = z.object({
  /** It becomes the card of the engagements that it pays for; without it each is paid with the card it has. */
  stripePaymentMethodId: z.optional(paymentMethodIdField),
});
export type OverdueBody = z.output<typeof OverdueBody>;

const ownCustomer = only(['PROFILE_TYPE_CUSTOMER'], { own: { customerProfileId: 'PROFILE_TYPE_CUSTOMER' } });

export const billing = {
  getOverdue: endpoint({
    method: 'GET',
    path: '/v1/customer/{customerProfileId}/overdue',
    summary: 'What the customer has to pay or to confirm.',
    access: ownCustomer,
    response: Overdue,
    provides: ['engagements'],
  }),
  collectOverdue: endpoint({
    method: 'POST',
    path: '/v1/customer/{customerProfileId}/overdue/collect',
    summary: 'Collects at once whatever was declined, attempts that are planned included.',
    access: ownCustomer,
    // Each may be a try with another card.
    limit: { calls: 30, minutes: 10 },
    body: OverdueBody,
    response: Overdue,
    invalidates: ['engagements'],
  }),
  listPaymentsToConfirm: endpoint({
    method: 'GET',
    path: '/v1/engagements/{engagementId}/payments-to-confirm',
    summary: "The payments of the customer's own engagement that their bank wants confirmed.",
    access: only(['PROFILE_TYPE_CUSTOMER']),
    response: z.object({ payments: z.array(PaymentToConfirm) }),
    provides: ['engagements'],
  }),
};
