import * as z from 'zod/mini';
import { endpoint, only } from './endpoint.ts';
import { paymentMethodIdField } from './engagements.ts';
import { CalendarDay, Id } from './fields.ts';

/** A payment that the customer's bank wants confirmed, and what the browser needs for that. */
export const PaymentToConfirm = z.object({
  /** Integer cents. */
  amount: z.int(),
  /** The service, and the street where it is done. */
  productName: z.string(),
  street: z.string(),
  /** Whether it is a tip, for the visit of that day. */
  isTip: z.boolean(),
  /** The days of the visits that it pays for. */
  days: z.array(CalendarDay),
  clientSecret: z.string(),
  stripePaymentMethodId: z.string(),
});
export type PaymentToConfirm = z.infer<typeof PaymentToConfirm>;

/** What a customer owes for visits, in all of the customer's engagements; amounts in integer cents. */
export const Overdue = z.object({
  /** What is on bills and not paid, however it stands. */
  openAmount: z.int(),
  /** Declined and not being collected now, also when a next attempt is planned. */
  amount: z.int(),
  /** The part of `amount` that the bank wanted confirmed, and that the customer did not confirm. */
  notConfirmedAmount: z.int(),
  /** Given up. Until it is paid, the customer can neither resume an engagement nor ask for a new one. */
  givenUpAmount: z.int(),
  /** Whether something is being collected now, or is about to be. */
  isCollecting: z.boolean(),
  /** What a bank has taken on: it says in some days whether it pays. */
  onItsWay: z.int(),
  /** The engagements with something declined or given up. */
  engagementIds: z.array(Id),
  /** The engagements with payments that wait to be confirmed. */
  toConfirmEngagementIds: z.array(Id),
  /** What waits to be confirmed, and with which card. */
  toConfirm: z.array(z.object({ stripePaymentMethodId: z.string(), amount: z.int() })),
  /** What the services have that these payments are for, and what a bank has declined of it. */
  serviceMethodIds: z.array(z.string()),
  declinedMethodIds: z.array(z.string()),
});
export type Overdue = z.infer<typeof Overdue>;

const OverdueBody = z.object({
  /** Becomes the card of the engagements that it pays for. Without it each engagement is paid with its own card. */
  stripePaymentMethodId: z.optional(paymentMethodIdField),
  /** What the customer was shown. When it is another by now, the call is refused with CONFLICT. */
  amount: z.optional(z.int32()),
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
    summary: 'Collects everything that was declined at once, also when a next attempt is planned.',
    access: ownCustomer,
    // Somebody may try one stolen card after another.
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
