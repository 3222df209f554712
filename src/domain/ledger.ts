/** Who has an account in the ledger: each customer, each worker, the business, and the payment provider. */
export type Account = 'customer' | 'worker' | 'business' | 'provider';

/**
 * Each kind of entry moves an amount between two accounts: its own and a counterpart. A positive amount, in integer
 * cents, means that the business owes the first account more; the counterpart gets the opposite, so that each entry
 * sums to zero.
 */
export const entryKinds = {
  /** − the price of a visit, or of the way to a locked gate; + taken back. */
  charge: ['customer', 'business'],
  /** + what the coupon takes off. */
  discount: ['customer', 'business'],
  /** + what is not collected any more. */
  'write-off': ['customer', 'business'],
  /** + what the card has paid. */
  collected: ['customer', 'provider'],
  /** + what a visit has earned, before the fee. */
  earning: ['worker', 'business'],
  /** − the business's part of that. */
  fee: ['worker', 'business'],
  /** − what the provider has passed on to the worker's account. */
  transfer: ['worker', 'provider'],
  /** + what goes back to the customer. */
  refund: ['customer', 'business'],
  /** − what the provider has sent back to the card. */
  'paid-back': ['customer', 'provider'],
} as const satisfies Record<string, readonly [Account, Account]>;

export type EntryKind = keyof typeof entryKinds;

/** What an entry moves, without whose it is. */
export type Move = { kind: EntryKind; amount: number };

type Charge = { amount: number; discount: number; fee: number };

/** @returns what a visit moves when it is charged: `amount` is what is to be paid, after the coupon */
export const charged = ({ amount, discount }: Pick<Charge, 'amount' | 'discount'>): Move[] => [
  { kind: 'charge', amount: -(amount + discount) },
  { kind: 'discount', amount: discount },
];

/** @returns what it moves when its charge is taken back */
export const takenBack = (charge: Pick<Charge, 'amount' | 'discount'>): Move[] =>
  charged(charge).map(({ kind, amount }) => ({ kind, amount: -amount }));

/** @returns what it moves when it is not collected any more */
export const writtenOff = ({ amount }: Pick<Charge, 'amount'>): Move[] => [{ kind: 'write-off', amount }];

/** @returns what it moves when the card has paid: the provider passes all but the fee on to the worker at once */
export const collected = ({ amount, fee }: Pick<Charge, 'amount' | 'fee'>): Move[] => [
  { kind: 'collected', amount },
  { kind: 'earning', amount },
  { kind: 'fee', amount: -fee },
  { kind: 'transfer', amount: -(amount - fee) },
];

/** @returns what it moves when all of it was sent back to the card; what the worker gives back of it is not known here */
export const refunded = ({ amount }: Pick<Charge, 'amount'>): Move[] => [
  { kind: 'refund', amount },
  ...paidBack({ amount }),
];

/** @returns what it moves when the card has paid twice, and what the house has owed since is sent back */
export const paidBack = ({ amount }: Pick<Charge, 'amount'>): Move[] => [{ kind: 'paid-back', amount: -amount }];

/** @returns what these entries leave on each account, in integer cents */
export function balancesOf(moves: readonly Move[]): Record<Account, number> {
  const balances = { customer: 0, worker: 0, business: 0, provider: 0 };
  for (const { kind, amount } of moves) {
    const [account, against] = entryKinds[kind];
    balances[account] += amount;
    balances[against] -= amount;
  }
  return balances;
}
