import * as z from 'zod/mini';
import { engagementStatuses } from '#domain/enums.ts';
import { CalendarDay, Id, Instant } from './fields.ts';

/** What the desk shows of money that did not move as it should. */

export const PersonName = z.object({ profileId: Id, name: z.string() });
/** Amounts are integer cents. */
const ofBill = { customer: PersonName, bill: z.object({ id: Id, number: z.string() }), amount: z.int() };

/**
 * `given-up`: every attempt was declined. `confirmation-needed`: the bank asks the customer. `retrying`: it was
 * declined and will be tried again.
 */
export const failedPaymentStates = ['given-up', 'confirmation-needed', 'retrying'] as const;

export const FailedPayment = z.object({
  paymentId: Id,
  engagementId: Id,
  ...ofBill,
  state: z.enum(failedPaymentStates),
  /** Why the last attempt failed, in Stripe's words; null when it gave none. */
  declineMessage: z.nullable(z.string()),
  /** The number of attempts so far. */
  attempts: z.int(),
  /** The next attempt, or for `confirmation-needed` the end of the customer's time to confirm; null when given up. */
  nextAt: z.nullable(Instant),
  engagementStatus: z.enum(engagementStatuses),
});
export type FailedPayment = z.infer<typeof FailedPayment>;

/** A worker whom Stripe does not let us pay. */
export const UnpayableWorker = z.object({
  worker: PersonName,
  /** When Stripe restricted the account; null for an account that was never complete. */
  restrictedAt: z.nullable(Instant),
  /** The charges that are held until we can pay the worker, integer cents. */
  heldAmount: z.int(),
});
export type UnpayableWorker = z.infer<typeof UnpayableWorker>;

/** A worker whose bank did not take the last payout, integer cents: the worker was told. */
export const FailedPayout = z.object({ worker: PersonName, amount: z.nullable(z.int()), failedAt: Instant });
export type FailedPayout = z.infer<typeof FailedPayout>;

/** A charge that was too small to collect, and could not be collected with others in time. */
export const WrittenOffCharge = z.object({
  chargeId: Id,
  engagementId: Id,
  customer: PersonName,
  /** Integer cents. */
  amount: z.int(),
  visitDay: CalendarDay,
});
export type WrittenOffCharge = z.infer<typeof WrittenOffCharge>;

/** A bill that staff have written off: nobody owes it. */
export const WrittenOffBill = z.object({ ...ofBill, writtenOffAt: Instant });
export type WrittenOffBill = z.infer<typeof WrittenOffBill>;

/** A payment that came in although its bill was paid: staff send it back at Stripe. */
export const PaidTwice = z.object({
  paymentId: Id,
  ...ofBill,
  paidAt: Instant,
  /** By which it is found at Stripe. */
  stripePaymentIntentId: z.string(),
});
export type PaidTwice = z.infer<typeof PaidTwice>;

/** Money of a bill that a customer's bank asks back: staff answer at Stripe, or decide about one that is lost. */
export const OpenDispute = z.object({
  id: Id,
  ...ofBill,
  /** The bank of an inquiry has only asked, and taken nothing. */
  isInquiry: z.boolean(),
  /** A lost one stays until staff have decided what becomes of it. */
  isLost: z.boolean(),
  /** In Stripe's words, such as `product_not_received`. */
  reason: z.string(),
  /** Until when Stripe takes an answer; null when it takes none. */
  answerBy: z.nullable(Instant),
  stripeDisputeId: z.string(),
});
export type OpenDispute = z.infer<typeof OpenDispute>;

/** A refund that came back to us, so that staff find another way to pay it, or that was refused: nothing has moved. */
export const FailedRefund = z.object({
  id: Id,
  ...ofBill,
  isRefused: z.boolean(),
  failedAt: Instant,
  /** In Stripe's words, such as `expired_or_canceled_card`. */
  reason: z.string(),
});
export type FailedRefund = z.infer<typeof FailedRefund>;

/** A card that cannot be charged, though a service is paid with it: it is gone from Stripe, or of a kind that is not taken anymore. */
export const GoneCard = z.object({
  id: z.string(),
  /** One of the services. */
  engagementId: Id,
  customer: PersonName,
  /** For example 'Visa (4242)'. */
  name: z.string(),
  goneAt: Instant,
  /** Whether that is because of its kind. */
  isKindEnded: z.boolean(),
});
export type GoneCard = z.infer<typeof GoneCard>;
