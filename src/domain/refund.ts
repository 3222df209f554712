import type { Effect } from './acts.ts';

/** What a bill is for, and how much of it has gone back already; integer cents. */
export type Refundable = { amount: number; fee: number; refunded: number };

/**
 * @param refund cents, at most what is left
 * @returns the part of the fee that goes back with it: in proportion and rounded half up, so that the parts of all refunds
 *   sum to the fee. What is booked in the end is what Stripe says that it has returned
 */
export function returnedFee({ amount, fee, refunded }: Refundable, refund: number): number {
  const upTo = (sum: number) => Math.round((fee * sum) / amount);
  return upTo(refunded + refund) - upTo(refunded);
}

/** @returns what a refund gives to each and takes from each, integer cents, zero in sum */
export function refundEffect(bill: Refundable, refund: number): Effect {
  const fee = returnedFee(bill, refund);
  return { customer: refund, worker: -(refund - fee) || 0, business: -fee || 0 };
}

type Ended = 'done' | 'failed' | 'refused';

/** @returns how a refund stands, for whoever looks at it */
export const refundState = (status: 'pending' | 'unknown' | Ended): 'under-way' | Ended =>
  status === 'pending' || status === 'unknown' ? 'under-way' : status;
