import * as z from 'zod/mini';
import { moneyLabel } from '#domain/labels.ts';
import { largestPayment } from '#domain/pricing.ts';
import { endpoint, only } from './endpoint.ts';
import { Id, Instant, requiredText } from './fields.ts';

/** Amounts are integer cents. */

/** `under-way`: Stripe is being asked. `refused`: nothing was moved. `failed`: the money came back, and is owed. */
export const refundStates = ['under-way', 'done', 'failed', 'refused'] as const;

const Refund = z.object({
  id: Id,
  amount: z.int(),
  state: z.enum(refundStates),
  createdAt: Instant,
  /** Who asked for it here, and why; null of one that was made at Stripe's dashboard. */
  by: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** Why it failed or was refused, in Stripe's words. */
  failure: z.nullable(z.string()),
});
export type Refund = z.infer<typeof Refund>;

const BillRefunds = z.object({
  /** Oldest first. */
  refunds: z.array(Refund),
  /** Of the bill, whatever became of it; what was refused does not count. */
  refunded: z.int(),
  /** What may go back still. */
  left: z.int(),
  /** Why nothing can be refunded now, in words; null when something can. */
  obstacle: z.nullable(z.string()),
});
export type BillRefunds = z.infer<typeof BillRefunds>;

const cents = 'Please give an amount in whole cents.';
const NewRefund = z.object({
  /** Made by the browser: the same request, sent again, refunds once. It is the id of the refund. */
  requestId: Id,
  /** Asks what it would do, and does nothing. */
  isPreview: z.boolean(),
  amount: z
    .int(cents)
    .check(
      z.minimum(1, { error: `Please give at least ${moneyLabel(1)}.` }),
      z.maximum(largestPayment, { error: `Please give at most ${moneyLabel(largestPayment)}.` }),
    ),
  reason: requiredText('Please give a reason.', 200),
  /** What the page shows as refunded: by it two people who refund at once notice each other. */
  refundedBefore: z.int(cents).check(z.minimum(0), z.maximum(largestPayment)),
});
export type NewRefund = z.output<typeof NewRefund>;

/** What it gives to each and takes from each, zero in sum. */
const Effect = z.object({ customer: z.int(), worker: z.int(), business: z.int() });
export type RefundEffect = z.infer<typeof Effect>;

const staff = only(['PROFILE_TYPE_EMPLOYEE']);

export const refunds = {
  listRefunds: endpoint({
    method: 'GET',
    path: '/v1/bills/{billId}/refunds',
    summary: 'What of a bill has gone back, who asked for it, and what may go back still.',
    access: staff,
    response: BillRefunds,
    provides: ['engagements'],
  }),
  refundBill: endpoint({
    method: 'POST',
    path: '/v1/bills/{billId}/refunds',
    summary: 'Sends a part of a bill, or all of it, back to the card, or says what that would do.',
    access: staff,
    limit: { calls: 60, minutes: 10 },
    body: NewRefund,
    /** How the refund stands, done only when Stripe has said so; null when it only asks. */
    response: z.object({ effect: Effect, state: z.nullable(z.enum(refundStates)) }),
    invalidates: ['engagements'],
  }),
};
