import type { creditKinds } from './ledger.ts';
import { smallestPayment } from './pricing.ts';

/** What is given at once at most, integer cents. */
export const largestCredit = 1_000_000;

/** A visit on a bill, integer cents: what is to be paid, the business's part of that, and what credit pays of it. */
export type Billed = { amount: number; fee: number; creditUsed: number };

/**
 * @param credit what the customer has
 * @param amount of the bill, enough for a payment by card
 * @returns how much of it a bill uses, integer cents: what is left for the card is nothing, or enough for a payment
 */
export function creditFor(credit: number, amount: number): number {
  const left = Math.max(amount - credit, 0);
  return left > 0 && left < smallestPayment ? amount - smallestPayment : amount - left;
}

/** @returns a bill's visits with what its credit pays of each: the first ones whole */
export function withCredit<Visit extends { amount: number }>(
  visits: readonly Visit[],
  credit: number,
): (Visit & { creditUsed: number })[] {
  let left = credit;
  return visits.map((visit) => {
    const creditUsed = Math.min(left, visit.amount);
    left -= creditUsed;
    return { ...visit, creditUsed };
  });
}

/** @returns what the card is asked of a visit, and the business's part of that: in proportion, rounded half up */
export function askedOf({ amount, fee, creditUsed }: Billed): { amount: number; fee: number } {
  const asked = amount - creditUsed;
  return { amount: asked, fee: amount === 0 ? 0 : Math.round((fee * asked) / amount) };
}

/** @returns what the worker is to get of a visit besides, so that it is the same whoever has paid; integer cents */
export function topUpOf(visit: Billed): number {
  const asked = askedOf(visit);
  return visit.amount - visit.fee - (asked.amount - asked.fee);
}

/** One change of a customer's credit: its bill, if it has one, and whether the bank had returned that bill's payment. */
export type CreditMove = {
  kind: (typeof creditKinds)[number];
  amount: number;
  billId: string | null;
  isReturned: boolean;
};

/**
 * @param moves all of a customer, oldest first
 * @returns how much of the credit is the customer's own money, which a bank returned when it was refunded; integer cents. A
 *   bill uses what the business gave first, and gives back what it used
 */
export function ownMoneyIn(moves: readonly CreditMove[]): number {
  let [credit, own] = [0, 0];
  const usedOf = new Map<string | null, number>();
  for (const { kind, amount, billId, isReturned } of moves) {
    credit += amount;
    const used = usedOf.get(billId) ?? 0;
    if (kind === 'credit-paid-out') own = Math.max(own + amount, 0);
    else if (isReturned) own += amount;
    else {
      const change = amount < 0 ? Math.min(credit - own, 0) : Math.min(used, amount);
      own += change;
      usedOf.set(billId, used - change);
    }
  }
  return own;
}
