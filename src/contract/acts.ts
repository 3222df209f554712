import * as z from 'zod/mini';
import { actKinds, disputeDecisions } from '#domain/acts.ts';
import { moneyLabel } from '#domain/labels.ts';
import { endpoint, only } from './endpoint.ts';
import { paymentMethodIdField } from './engagements.ts';
import { cleaners, Id, Instant, requiredText } from './fields.ts';
import { page } from './page.ts';

/** What staff do to money. Amounts are integer cents. */

/** `under-way`: Stripe is being asked. `refused`: nothing was moved. `failed`: the money came back, and is owed. */
export const refundStates = ['under-way', 'done', 'failed', 'refused'] as const;
export type RefundState = (typeof refundStates)[number];

/** What every act is asked for with. */
export const actRequest = {
  /** Made by the browser: the same request, sent again, does it once. It is the id of the act. */
  requestId: Id,
  /** Asks what it would do, and does nothing. */
  isPreview: z.boolean(),
};
export type ActRequest = z.infer<z.ZodMiniObject<typeof actRequest>>;

export const reasonField = requiredText('Please give a reason.', 200);

const cents = 'Please give an amount in whole cents.';
/** @param most in cents */
export const amountField = (most: number) =>
  z
    .int(cents)
    .check(
      z.minimum(1, { error: `Please give at least ${moneyLabel(1)}.` }),
      z.maximum(most, { error: `Please give at most ${moneyLabel(most)}.` }),
    );

/** What it gives to each and takes from each, zero in sum. */
export const Effect = z.object({ customer: z.int(), worker: z.int(), business: z.int() });

/** What is answered to an act: what it does, and whether it is done. */
export const ActAnswer = z.object({ effect: Effect, isDone: z.boolean() });
export type ActAnswer = z.infer<typeof ActAnswer>;

/** How a bill stands, by which two people who act on it at once notice each other: `version` of `open`. */
const version = z.string().check(cleaners.opaque, z.minLength(1), z.maxLength(200));

const Act = z.object({
  id: Id,
  kind: z.enum(['refund', ...actKinds]),
  /** Who did it here; null of what was done at Stripe's dashboard. */
  by: z.nullable(z.string()),
  at: Instant,
  amount: z.int(),
  reason: z.nullable(z.string()),
  /** The card that was asked, such as 'Visa (4242)'. */
  card: z.nullable(z.string()),
  /** Of a refund: how it stands, and why it failed or was refused, in Stripe's words. */
  state: z.nullable(z.enum(refundStates)),
  failure: z.nullable(z.string()),
});
export type Act = z.infer<typeof Act>;

const BillActs = z.object({
  /** Oldest first, refunds among them. */
  acts: z.array(Act),
  /** What has gone back of the bill, whatever became of it, and what may go back now; what was refused does not count. */
  refunded: z.int(),
  left: z.int(),
  /** How it stands, when it is open and rests: then it can be collected or written off. */
  open: z.nullable(z.object({ version: z.string(), amount: z.int() })),
  /** How it stands, while its bank waits for the customer to confirm it: staff may stop that. */
  waiting: z.nullable(z.object({ version: z.string(), amount: z.int() })),
  /** Why nothing can be done to it now, in words; null when something can. */
  obstacle: z.nullable(z.string()),
});
export type BillActs = z.infer<typeof BillActs>;

const BillCard = z.object({
  stripePaymentMethodId: z.string(),
  /** Such as 'Visa (4242)'. */
  name: z.string(),
  /** Of a card. */
  expiration: z.nullable(z.object({ expMonth: z.int(), expYear: z.int() })),
  savedAt: Instant,
  isOfService: z.boolean(),
});
export type BillCard = z.infer<typeof BillCard>;

const staff = only(['PROFILE_TYPE_EMPLOYEE']);
const limit = { calls: 60, minutes: 10 };
const invalidates = ['engagements', 'staffDesk'] as const;

export const acts = {
  getBillActs: endpoint({
    method: 'GET',
    path: '/v1/bills/{billId}/acts',
    summary: 'What staff have done to a bill, with its refunds, and what they may do now.',
    access: staff,
    response: BillActs,
    provides: ['engagements'],
  }),
  listCustomerActs: endpoint({
    method: 'GET',
    path: '/v1/customer/{customerProfileId}/acts',
    summary: "What staff have done to a customer's money apart from bills, newest first, 50 at a time.",
    access: staff,
    ...page(['moment', 'id'], { acts: z.array(Act) }),
    provides: ['engagements'],
  }),
  writeOffBill: endpoint({
    method: 'POST',
    path: '/v1/bills/{billId}/write-off',
    summary: 'Gives an open bill up for good, so that nobody owes it, or says what that would do.',
    access: staff,
    limit,
    body: z.object({ ...actRequest, version, reason: reasonField }),
    response: ActAnswer,
    invalidates,
  }),
  listBillCards: endpoint({
    method: 'GET',
    path: '/v1/bills/{billId}/cards',
    summary: "The saved cards of a bill's customer that can be charged, and which one its service has.",
    access: staff,
    response: z.object({ cards: z.array(BillCard) }),
    provides: ['engagements'],
  }),
  collectAgain: endpoint({
    method: 'POST',
    path: '/v1/bills/{billId}/attempts',
    summary: 'Collects an open bill now, also with another card, or says what that would do.',
    access: staff,
    limit,
    body: z.object({
      ...actRequest,
      version,
      /** Becomes the card of the bill's service. Without it the card is the one that the service has. */
      stripePaymentMethodId: z.optional(paymentMethodIdField),
    }),
    response: z.extend(ActAnswer, {
      /** The card that is asked; null when that is gone since it was done. */
      card: z.nullable(z.string()),
    }),
    invalidates,
  }),
  stopWaiting: endpoint({
    method: 'POST',
    path: '/v1/bills/{billId}/confirmation/stop',
    summary: 'Ends an attempt that waits for its customer to confirm it, or says what that would do.',
    access: staff,
    limit,
    body: z.object({ ...actRequest, version }),
    response: ActAnswer,
    invalidates,
  }),
  decideDispute: endpoint({
    method: 'POST',
    path: '/v1/bills/{billId}/dispute-decision',
    summary:
      'Decides about a bill whose dispute is lost: it is written off, was paid another way, or its service ends. It leaves the desk.',
    access: staff,
    limit,
    body: z.object({
      ...actRequest,
      decision: z.enum(disputeDecisions, { error: 'Please choose one of the decisions.' }),
      /** With `paid`: how much the customer has paid in another way, integer cents. */
      amount: z.optional(amountField(100_000_000)),
      reason: reasonField,
    }),
    response: ActAnswer,
    invalidates,
  }),
  allowMethod: endpoint({
    method: 'POST',
    path: '/v1/customers/{customerProfileId}/payment-methods/{paymentMethodId}/allow',
    summary:
      'Lets a payment method be used again that a failed payment has blocked; services that waited for that resume.',
    access: staff,
    limit,
    params: z.object({ customerProfileId: Id, paymentMethodId: paymentMethodIdField }),
    body: z.object({ ...actRequest, reason: reasonField }),
    response: ActAnswer,
    invalidates: [...invalidates, 'paymentMethods'],
  }),
  doNotBill: endpoint({
    method: 'POST',
    path: '/v1/visits/{workId}/not-billed',
    summary: 'Takes a visit off the next bill, so that nobody owes it, or says what that would do.',
    access: staff,
    limit,
    body: z.object({ ...actRequest, reason: reasonField }),
    response: ActAnswer,
    invalidates: ['engagements', 'staffDesk', 'itinerary'],
  }),
};
export type DisputeDecisionBody = z.output<typeof acts.decideDispute.body>;
export type BillAttempt = z.output<typeof acts.collectAgain.body>;
export type BillAttemptAnswer = z.output<typeof acts.collectAgain.response>;
export type NotBilled = z.output<typeof acts.doNotBill.body>;
export type StopWaiting = z.output<typeof acts.stopWaiting.body>;
export type WriteOff = z.output<typeof acts.writeOffBill.body>;
