import * as z from 'zod/mini';
import { disputeDecisions } from '#domain/acts.ts';
import { billStates } from '#domain/bill-state.ts';
import { yardSizes } from '#domain/enums.ts';
import { refundStates } from './acts.ts';
import { endpoint, only } from './endpoint.ts';
import { CalendarDay, Id, Instant } from './fields.ts';
import { Photo } from './files.ts';
import { page } from './page.ts';
import { visitTipFields } from './tips.ts';

/** Amounts are integer cents. */

/** How a bill stands, and what is next. */
const standing = {
  state: z.enum(billStates),
  /**
   * Of `retrying` and `waiting` the next attempt, of `to-confirm` the end of the customer's time for it; else null.
   */
  nextAt: z.nullable(Instant),
  /** Of those that were tried in vain: why, in the bank's words. */
  declineMessage: z.nullable(z.string()),
};

/** What became of its money after it was paid. */
const aftermath = {
  /** What of it went back to the card, and when the last of that did; null when nothing has. */
  refunded: z.int(),
  refundedAt: z.nullable(Instant),
  /** What came back to us on its way to the customer: we owe it in another way; and what of that was given as credit. */
  owedBack: z.int(),
  creditedBack: z.int(),
  /** What the customer's bank asks or asked back. `inquiry`: it has taken nothing yet. `won`: the customer has paid. */
  dispute: z.nullable(
    z.object({
      status: z.enum(['inquiry', 'open', 'won', 'lost']),
      amount: z.int(),
      /** What the office has decided about a lost one; null until then. */
      decision: z.nullable(z.enum(disputeDecisions)),
      decidedAt: z.nullable(Instant),
      /** What of it the customer has paid in another way since. */
      received: z.int(),
    }),
  ),
};

const billFacts = {
  id: Id,
  number: z.string(),
  createdAt: Instant,
  amount: z.int(),
  /** Whether it is of a tip: then the one visit is that which it is for. */
  isTip: z.boolean(),
  /** What of the amount the customer's credit pays; the card is asked for the rest. */
  creditUsed: z.int(),
  ...standing,
  ...aftermath,
};

const BillSummary = z.object({ ...billFacts, visits: z.int(), firstDay: CalendarDay, lastDay: CalendarDay });
export type BillSummary = z.infer<typeof BillSummary>;

const Billing = z.object({
  customerName: z.string(),
  /** What is on bills and not paid. */
  openAmount: z.int(),
  /** The part of it that a bank has taken on, and says in some days whether it pays. */
  onItsWay: z.int(),
  /** What happens next with that; null when nothing is open, and when the open bills stand differently: each says it then. */
  nextStep: z.nullable(z.object(standing)),
  /** What is charged and comes on a bill later, and when if that is known; null when there is nothing. */
  unbilled: z.nullable(z.object({ amount: z.int(), on: z.nullable(CalendarDay) })),
  /** What was paid twice, and goes back to the card. */
  paidTwice: z.int(),
  /** What came back to us on its way to the customer. */
  owedBack: z.int(),
  /** What pays for the next bills. */
  credit: z.int(),
  /** Changes when staff give some; 0 of who never had any. */
  creditVersion: z.int(),
});
export type Billing = z.infer<typeof Billing>;

const BilledVisit = z.object({
  workId: Id,
  engagementId: Id,
  date: CalendarDay,
  /** A `way` is one to a gate that was locked; of a `tip` the amount is the tip, not what the visit cost. */
  kind: z.enum(['visit', 'way', 'tip']),
  productName: z.string(),
  street: z.string(),
  /** Who was there. */
  workerName: z.string(),
  /** The employee who finished it in the worker's place, if one did. */
  finishedBy: z.nullable(z.string()),
  /** As with a service's visits. */
  startedAt: z.nullable(Instant),
  completedAt: z.nullable(Instant),
  /** The price is what is paid, and what the coupon has taken off before. */
  amount: z.int(),
  discount: z.int(),
  /** How the price before the coupon came about: the rate of a yard of this size × the multiplier. Null where not kept. */
  formula: z.nullable(z.object({ yardSize: z.enum(yardSizes), multiplier: z.int() })),
  couponName: z.nullable(z.string()),
  /** When the customer was told that it is done; null unless a message went out. */
  messageSentAt: z.nullable(Instant),
  ...visitTipFields,
  photos: z.array(Photo),
});
export type BilledVisit = z.infer<typeof BilledVisit>;

/** `paid-twice`: another attempt has paid the bill, so this goes back. */
const Attempt = z.object({
  at: Instant,
  /** What was asked for; nothing where credit has paid all of it. */
  amount: z.int(),
  status: z.enum(['collecting', 'processing', 'to-confirm', 'declined', 'paid', 'refunded', 'paid-twice']),
  declineMessage: z.nullable(z.string()),
});
export type Attempt = z.infer<typeof Attempt>;

const RefundOfBill = z.object({
  id: Id,
  amount: z.int(),
  createdAt: Instant,
  state: z.enum(refundStates),
  /** Null of one that was made at Stripe's dashboard. */
  reason: z.nullable(z.string()),
});
export type RefundOfBill = z.infer<typeof RefundOfBill>;

const Bill = z.object({
  ...billFacts,
  /** Since when nobody owes it any more; null unless it was written off. */
  writtenOffAt: z.nullable(Instant),
  /** Who asks for it; the tax line is null when there is none. */
  business: z.object({
    name: z.string(),
    legalName: z.nullable(z.string()),
    address: z.string(),
    taxLine: z.nullable(z.string()),
  }),
  customer: z.object({ name: z.string(), addressLines: z.array(z.string()) }),
  /** Oldest first, as are the attempts and the refunds. */
  visits: z.array(BilledVisit),
  attempts: z.array(Attempt),
  refunds: z.array(RefundOfBill),
});
export type Bill = z.infer<typeof Bill>;

const customer = only(['PROFILE_TYPE_CUSTOMER', 'PROFILE_TYPE_EMPLOYEE'], {
  own: { customerProfileId: 'PROFILE_TYPE_CUSTOMER' },
  staffToo: true,
});

export const bills = {
  getBilling: endpoint({
    method: 'GET',
    path: '/v1/customer/{customerProfileId}/billing',
    summary: 'What of a customer is open, what happens next, and what comes on a bill later.',
    access: customer,
    response: Billing,
    provides: ['engagements'],
  }),
  listBills: endpoint({
    method: 'GET',
    path: '/v1/customer/{customerProfileId}/bills',
    summary: "A customer's bills, newest first, 50 at a time.",
    access: customer,
    ...page(['moment', 'billNumber'], { bills: z.array(BillSummary) }),
    provides: ['engagements'],
  }),
  getBill: endpoint({
    method: 'GET',
    path: '/v1/customer/{customerProfileId}/bills/{billId}',
    summary: 'A bill with its visits and the attempts to collect it.',
    access: customer,
    response: Bill,
    provides: ['engagements'],
  }),
};
