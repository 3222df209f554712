import type { CreditRemoval } from '#domain/acts.ts';
import type { Transaction } from '../database/connection.ts';
import type { Posting } from '../ledger/post.ts';
import { addToBalance, lockBalance, takeFromBalance } from './balance-store.ts';

/**
 * Keeps everybody else from giving a customer credit or using it until the transaction ends. It comes before the numbers
 * of bills.
 * @returns what the customer has, integer cents
 */
export async function lockCredit(transaction: Transaction, customerProfileId: string): Promise<number> {
  return (await lockBalance(transaction, customerProfileId))?.amount ?? 0;
}

/** The credit that a bill uses or gives back: for which attempt, and for its visits, integer cents. */
type OfBill = { billId: string; paymentId: string; parts: readonly { visitId: string; creditUsed: number }[] };

/**
 * Uses credit for the visits of a bill; the caller has locked it.
 * @param cause such as `bill:<id>`, unique for ever
 * @returns what that moves, to be posted
 */
export async function takeCredit(
  transaction: Transaction,
  customerProfileId: string,
  bill: OfBill,
  cause: string,
): Promise<Posting[]> {
  const used = sumOf(bill);
  if (used > 0) await takeFromBalance(transaction, customerProfileId, used, false);
  return postingsOf(cause, customerProfileId, bill, 1);
}

/**
 * Gives back what the visits of a bill that came to nothing had used.
 * @returns what that moves, to be posted
 */
export async function returnCredit(
  transaction: Transaction,
  customerProfileId: string,
  bill: OfBill,
): Promise<Posting[]> {
  const used = sumOf(bill);
  if (used > 0) await addToBalance(transaction, customerProfileId, used, false);
  return postingsOf(`credit-back:${bill.billId}:${bill.paymentId}`, customerProfileId, bill, -1);
}

/**
 * Gives a customer credit.
 * @param credit.cause such as `act:<id>`, unique for ever
 * @param credit.paymentId of the attempt that it is given for, if it is for one
 * @returns what that moves, to be posted
 */
export async function addCredit(
  transaction: Transaction,
  { amount, ...whose }: Pick<Posting, 'cause' | 'customerProfileId' | 'paymentId'> & { amount: number },
): Promise<Posting[]> {
  await addToBalance(transaction, whose.customerProfileId, amount, true);
  return [{ ...whose, moves: [{ kind: 'credit', amount }] }];
}

/**
 * Takes credit off a customer that staff remove; the caller has locked it.
 * @returns what that moves, to be posted
 */
export async function removeFromCredit(
  transaction: Transaction,
  { amount, how, ...whose }: Pick<Posting, 'cause' | 'customerProfileId'> & { amount: number; how: CreditRemoval },
): Promise<Posting[]> {
  await takeFromBalance(transaction, whose.customerProfileId, amount, true);
  return [{ ...whose, moves: [{ kind: `credit-${how}`, amount: -amount }] }];
}

const sumOf = ({ parts }: OfBill) => parts.reduce((sum, part) => sum + part.creditUsed, 0);

/** One line of what the customer has, and one for each visit that it pays for. */
function postingsOf(cause: string, customerProfileId: string, bill: OfBill, sign: 1 | -1): Posting[] {
  const { paymentId, parts } = bill;
  const common = { cause, customerProfileId, paymentId };
  return [
    { ...common, moves: [{ kind: 'credit', amount: -sign * sumOf(bill) }] },
    ...parts.map(
      ({ visitId, creditUsed }): Posting => ({
        ...common,
        visitId,
        moves: [{ kind: 'credit-used', amount: sign * creditUsed }],
      }),
    ),
  ];
}
