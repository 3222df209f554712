import * as z from 'zod/mini';
import { largestPayment } from '#domain/pricing.ts';
import { actRequest, amountField, Effect, reasonField, refundStates } from './acts.ts';
import { endpoint, only } from './endpoint.ts';

/** Amounts are integer cents. */

/** The page sends this figure by itself. */
const outdated = 'Please reload the page, and look at what was refunded before.';

const NewRefund = z.object({
  /** The request's id is that of the refund. */
  ...actRequest,
  amount: amountField(largestPayment),
  reason: reasonField,
  /** What the page shows as refunded: by it two people who refund at once notice each other. */
  refundedBefore: z
    .int(outdated)
    .check(z.minimum(0, { error: outdated }), z.maximum(largestPayment, { error: outdated })),
});
export type NewRefund = z.output<typeof NewRefund>;

const staff = only(['PROFILE_TYPE_EMPLOYEE']);

export const refunds = {
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
