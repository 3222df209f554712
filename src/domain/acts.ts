/** What staff do to money besides a refund, which is a row of its own. */
export const actKinds = [
  'write-off',
  'try-again',
  'move-card',
  'stop-waiting',
  'not-billed',
  'credit',
  'credit-paid-out',
  'credit-taken-back',
  'dispute-written-off',
  'dispute-paid',
  'dispute-ended',
  'method-allowed',
] as const;
export type ActKind = (typeof actKinds)[number];

/**
 * What staff decide about a lost dispute: the business bears it, the customer has paid it in another way, or the service
 * that it was for ends.
 */
export const disputeDecisions = ['written-off', 'paid', 'ended'] as const;
export type DisputeDecision = (typeof disputeDecisions)[number];

/** @returns what it does to each when a customer pays in another way what a bank has taken back */
export const effectOfPaidOutside = (amount: number): Effect => ({
  customer: -amount || 0,
  worker: 0,
  business: amount,
});

/** How staff remove credit: the business pays it to the customer another way, or keeps it. */
export const creditRemovals = ['paid-out', 'taken-back'] as const;
export type CreditRemoval = (typeof creditRemovals)[number];

/** What something gives to each and takes from each; integer cents, zero in sum. */
export type Effect = { customer: number; worker: number; business: number };

/** What visits cost, and the business's part of it; integer cents. */
type Price = { amount: number; fee: number };

/** @returns what it does to each when visits are not paid for: the worker earns nothing for them either */
export const effectOfNoPay = ({ amount, fee }: Price): Effect => ({
  customer: amount,
  worker: -(amount - fee) || 0,
  business: -fee || 0,
});

/**
 * @param asked cents that the card is asked for; what credit has paid of the amount the business adds for the worker
 * @returns what it does to each when that is paid
 */
export const effectOfPay = ({ amount, fee }: Price, asked: number): Effect => ({
  customer: -asked,
  worker: amount - fee,
  business: asked - (amount - fee),
});

/**
 * @param amount cents of credit that are given
 * @param paid bills that it pays whole at once, or the rest of: with how much of it
 * @returns what it does to each: what pays a bill is the customer's no more, and its worker is paid as by a card
 */
export const effectOfCredit = (amount: number, paid: readonly (Price & { used: number })[]): Effect =>
  paid
    .map(({ used, ...price }) => effectOfPay(price, used))
    .reduce(
      (sum, one) => ({
        customer: sum.customer + one.customer,
        worker: sum.worker + one.worker,
        business: sum.business + one.business,
      }),
      { customer: amount, worker: 0, business: -amount },
    );
