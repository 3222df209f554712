import type { Effect } from './acts.ts';
import type { Reading } from './ledger.ts';

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

/**
 * A refund that came back leaves the worker's pay reversed, because we owe it still. Sent again at Stripe's dashboard it may
 * reverse the same pay a second time, and somebody there may reverse it without any refund.
 * @param payment integer cents, and `applicationFee` the business's part of it
 * @returns how much of the worker's pay was taken that nothing explains which went back to the customer or is owed
 */
export function reversedAlone(
  { amount, applicationFee: fee }: { amount: number; applicationFee: number },
  { refunded, owedBack, reversed, feeReturned }: Pick<Reading, 'refunded' | 'owedBack' | 'reversed' | 'feeReturned'>,
): number {
  const explained = refunded + owedBack;
  const alone = reversed - explained;
  if (alone <= 0) return 0;
  // What the fee has given back of it the worker has already.
  const given = feeReturned - returnedFee({ amount, fee, refunded: 0 }, explained);
  return Math.max(0, Math.min(alone, alone - given));
}

type Ended = 'done' | 'failed' | 'refused';

/** @returns how a refund stands, for whoever looks at it */
export const refundState = (status: 'pending' | 'unknown' | Ended): 'under-way' | Ended =>
  status === 'pending' || status === 'unknown' ? 'under-way' : status;
