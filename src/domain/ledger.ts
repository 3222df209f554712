import { askedOf, type Billed } from './credit.ts';

/**
 * Who has an account in the ledger: each customer, each worker, the business, and Stripe (`provider`). A customer's card
 * and its bank are for what moves nothing and is to be seen all the same. `outside` is money that does not pass through
 * Stripe, such as cash and checks.
 */
export type Account = 'customer' | 'worker' | 'business' | 'provider' | 'card' | 'bank' | 'outside';

/**
 * Each kind of entry moves an amount between two accounts: its own and a counterpart. A positive amount, in integer
 * cents, means that the business owes the first account more; the counterpart gets the opposite, so that each entry
 * sums to zero.
 */
export const entryKinds = {
  /** − the price of a visit, or of the way to a locked gate; + undone. */
  charge: ['customer', 'business'],
  /** + what the coupon takes off. */
  discount: ['customer', 'business'],
  /** + what is not collected any more. */
  'write-off': ['customer', 'business'],
  /** + what staff take off the next bill. */
  'not-billed': ['customer', 'business'],
  /** + given; − used by bills. */
  credit: ['customer', 'business'],
  /** − what staff have paid the customer of it another way. */
  'credit-paid-out': ['customer', 'outside'],
  /** − what staff have taken back of it. */
  'credit-taken-back': ['customer', 'business'],
  /** + what that has paid of a bill; − when the bill comes to nothing. */
  'credit-used': ['customer', 'business'],
  /** + what the card has paid. */
  collected: ['customer', 'provider'],
  /** + what a visit has earned, before the fee. */
  earning: ['worker', 'business'],
  /** − the business's part of that. */
  fee: ['worker', 'business'],
  /** − what Stripe has passed on to the worker's account. */
  transfer: ['worker', 'provider'],
  /** − what the business has passed on itself, because credit has paid and no card; + taken back at Stripe. */
  'top-up': ['worker', 'provider'],
  /** − what the customer gives to the worker who came, on top of the price. */
  tip: ['customer', 'business'],
  /** + the same, whole. */
  'tip-passed': ['worker', 'business'],
  /** + what goes back to the customer; − given as a credit instead. */
  refund: ['customer', 'business'],
  /** − what Stripe has sent back to the card. */
  'paid-back': ['customer', 'provider'],
  /** − what Stripe keeps of a payment; + returned. */
  processing: ['business', 'provider'],
  /** − what the bank has taken in a dispute; + given back. */
  dispute: ['business', 'provider'],
  /** − what Stripe charges for a dispute; + returned. */
  'dispute-fee': ['business', 'provider'],
  /** + what a customer has paid in another way, after a bank took it back. */
  'paid-outside': ['business', 'outside'],
  /** + what a card was asked for in vain. */
  declined: ['card', 'bank'],
  /** + the part of a lost dispute that the office wrote off. The business bore the loss before, so no money moves. − when the dispute is won later. */
  'dispute-written-off': ['card', 'bank'],
} as const satisfies Record<string, readonly [Account, Account]>;

export type EntryKind = keyof typeof entryKinds;

/** A customer's credit is the sum of these. */
export const creditKinds = ['credit', 'credit-paid-out', 'credit-taken-back'] as const satisfies readonly EntryKind[];

/** What an entry moves, without whose it is. */
export type Move = { kind: EntryKind; amount: number };

type Charge = { amount: number; discount: number };

/** @returns what a visit moves when it is charged: `amount` is what is to be paid, after the coupon */
export const charged = ({ amount, discount }: Charge): Move[] => [
  { kind: 'charge', amount: -(amount + discount) },
  { kind: 'discount', amount: discount },
];

/** @returns what it moves when its charge is undone */
export const undone = (charge: Charge): Move[] =>
  charged(charge).map(({ kind, amount }) => ({ kind, amount: -amount }));

/** @returns what it moves when it is not collected any more */
export const writtenOff = ({ amount }: Pick<Charge, 'amount'>): Move[] => [{ kind: 'write-off', amount }];

/** @returns what a decision about a lost dispute moves: all of it that was not paid in another way is written off */
export const disputeDecided = ({ amount, received }: { amount: number; received: number }): Move[] => [
  { kind: 'paid-outside', amount: received },
  { kind: 'dispute-written-off', amount: amount - received },
];

type DecidedDispute = { status: string; decision: string | null; amount: number; received: number };

/** @returns how much of a dispute is written off, in cents: 0 before the office decides, and 0 when the bank decides for us later */
export const writtenOffOf = ({ status, decision, amount, received }: DecidedDispute): number =>
  status === 'lost' && decision !== null ? amount - received : 0;

/** @returns what it moves when it is never billed */
export const notBilled = ({ amount }: Pick<Charge, 'amount'>): Move[] => [{ kind: 'not-billed', amount }];

/**
 * @returns what it moves when it is paid. Stripe passes all but the fee of what the card has paid on to the worker at
 *   once; what credit has paid the worker is still to get
 */
export function collected(visit: Billed): Move[] {
  const card = askedOf(visit);
  return [
    { kind: 'collected', amount: card.amount },
    { kind: 'earning', amount: visit.amount },
    { kind: 'fee', amount: -visit.fee },
    { kind: 'transfer', amount: -(card.amount - card.fee) },
  ];
}

/**
 * @param isPaidTwice whether another tip stands for that visit: then we owe this one to the customer
 * @returns what a tip moves, all at the moment at which the card has paid it: until then nobody owes it
 */
export function tipped(amount: number, isPaidTwice: boolean): Move[] {
  return [
    { kind: 'tip', amount: isPaidTwice ? 0 : -amount },
    { kind: 'collected', amount },
    { kind: 'tip-passed', amount },
    { kind: 'transfer', amount: -amount },
  ];
}

/** @returns what it moves when so much of a top-up is taken back at Stripe: the worker has not earned it any more */
export const toppedDown = (amount: number): Move[] => [
  { kind: 'earning', amount: -amount },
  { kind: 'top-up', amount },
];

/** What Stripe says of a payment that was made, integer cents. */
export type Reading = {
  /** Sent back to the card. */
  refunded: number;
  /** To be sent back, and came back to us; we owe it. */
  owedBack: number;
  /** Taken from the worker's account, and of the fee given back to it. */
  reversed: number;
  feeReturned: number;
  /** What Stripe keeps of it; null until that is known. */
  processingFee: number | null;
  /** What banks have taken in disputes, and what those cost. */
  disputed: number;
  disputeFee: number;
};

/** Before anything is read of a payment. */
export const unread: Reading = {
  refunded: 0,
  owedBack: 0,
  reversed: 0,
  feeReturned: 0,
  processingFee: null,
  disputed: 0,
  disputeFee: 0,
};

/**
 * @param payment.isPaidTwice whether another attempt has paid the bill: then we owe all of it already
 * @param payment.isTip whether it was for a tip
 * @returns what has moved between two readings of a payment, whatever moved it
 */
export function movedBetween(
  before: Reading,
  after: Reading,
  { isPaidTwice, isTip }: { isPaidTwice: boolean; isTip: boolean },
): Move[] {
  const more = (part: keyof Reading) => (after[part] ?? before[part] ?? 0) - (before[part] ?? 0);
  const moves: Move[] = [
    { kind: 'refund', amount: isPaidTwice ? 0 : more('refunded') + more('owedBack') },
    { kind: 'paid-back', amount: -more('refunded') },
    { kind: isTip ? 'tip-passed' : 'earning', amount: -more('reversed') },
    { kind: 'fee', amount: more('feeReturned') },
    { kind: 'transfer', amount: more('reversed') - more('feeReturned') },
    { kind: 'processing', amount: -more('processingFee') },
    { kind: 'dispute', amount: -more('disputed') },
    { kind: 'dispute-fee', amount: -more('disputeFee') },
  ];
  return moves.filter(({ amount }) => amount !== 0);
}

/** @returns what these entries leave on each account, in integer cents */
export function balancesOf(moves: readonly Move[]): Record<Account, number> {
  const balances = { customer: 0, worker: 0, business: 0, provider: 0, card: 0, bank: 0, outside: 0 };
  for (const { kind, amount } of moves) {
    const [account, against] = entryKinds[kind];
    balances[account] += amount;
    balances[against] -= amount;
  }
  return balances;
}
