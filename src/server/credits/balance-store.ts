import { and, eq, gte, sql } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import { prepared } from '../database/prepared.ts';
import { creditBalances } from '../database/schema/credits.ts';

const ofCustomer = (customerProfileId: string) => eq(creditBalances.customerProfileId, customerProfileId);

/** Makes the row of a customer who has none, so that there is one to lock. */
export async function openBalance(transaction: Transaction, customerProfileId: string): Promise<void> {
  await transaction.insert(creditBalances).values({ customerProfileId, amount: 0, version: 0 }).onConflictDoNothing();
}

const lockOne = prepared('lock_credit_balance', (database) =>
  database
    .select()
    .from(creditBalances)
    .where(eq(creditBalances.customerProfileId, sql.placeholder('customerProfileId')))
    .for('no key update'),
);

/** @returns what a customer has, integer cents, locked until the transaction ends; undefined of one who never had any */
export async function lockBalance(transaction: Transaction, customerProfileId: string) {
  const [balance] = await lockOne(transaction, { customerProfileId });
  return balance;
}

/**
 * @param isRemoved whether somebody removes it, or a bill uses it
 * @throws Error when there is less
 */
export async function takeFromBalance(
  transaction: Transaction,
  customerProfileId: string,
  amount: number,
  isRemoved: boolean,
): Promise<void> {
  const taken = await transaction
    .update(creditBalances)
    .set({
      amount: sql`${creditBalances.amount} - ${amount}`,
      ...(isRemoved && { version: sql`${creditBalances.version} + 1` }),
    })
    .where(and(ofCustomer(customerProfileId), gte(creditBalances.amount, amount)))
    .returning({ left: creditBalances.amount });
  if (taken.length === 0) throw new Error(`The credit of ${customerProfileId} is less than ${amount}`);
}

/** @param isNew whether somebody gave it just now, or it comes back from a bill */
export async function addToBalance(
  transaction: Transaction,
  customerProfileId: string,
  amount: number,
  isNew: boolean,
): Promise<void> {
  await transaction
    .insert(creditBalances)
    .values({ customerProfileId, amount, version: 1 })
    .onConflictDoUpdate({
      target: creditBalances.customerProfileId,
      set: {
        amount: sql`${creditBalances.amount} + ${amount}`,
        ...(isNew && { version: sql`${creditBalances.version} + 1` }),
      },
    });
}
