import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { bills, payments } from '../database/schema/billing.ts';
import { topUps } from '../database/schema/credits.ts';
import { connectedAccounts, profiles } from '../database/schema/profiles.ts';
import { askedRows } from './asked-store.ts';

export type TopUpRow = typeof topUps.$inferSelect;

/** @returns its id */
export async function insertTopUp(
  transaction: Transaction,
  topUp: Omit<typeof topUps.$inferInsert, 'status'>,
): Promise<string> {
  const [inserted] = await transaction
    .insert(topUps)
    .values({ ...topUp, status: 'pending' })
    .returning({ id: topUps.id });
  if (!inserted) throw new Error('The top-up was not inserted');
  return inserted.id;
}

export const { take: takeTopUp, moveUnknown: moveUnknownTopUp } = askedRows(topUps);

/**
 * Keeps how much of a top-up was taken back at Stripe.
 * @returns whose it is, and how much more that is than before; undefined when it is none of ours, or no more
 */
export async function keepReversed(transaction: Transaction, topUpId: string, reversed: number) {
  const [before] = await transaction.select().from(topUps).where(eq(topUps.id, topUpId)).for('no key update');
  if (!before || reversed <= before.reversed) return undefined;
  await transaction.update(topUps).set({ reversed }).where(eq(topUps.id, topUpId));
  const { workerProfileId, customerProfileId, number, id: billId } = bills;
  const [bill] = await transaction
    .select({ billId, number, workerProfileId, customerProfileId, paymentId: payments.id })
    .from(bills)
    .innerJoin(payments, and(eq(payments.billId, bills.id), eq(payments.isTakenOver, false)))
    .where(eq(bills.id, before.billId));
  return bill && { ...bill, more: reversed - before.reversed };
}

/** @returns the account that the worker of a bill has now; undefined without one */
export async function selectAccountOfWorker(database: Queryable, billId: string): Promise<string | undefined> {
  const [account] = await database
    .select({ id: connectedAccounts.stripeAccountId })
    .from(bills)
    .innerJoin(profiles, eq(profiles.id, bills.workerProfileId))
    .innerJoin(connectedAccounts, eq(connectedAccounts.userId, profiles.userId))
    .where(eq(bills.id, billId));
  return account?.id;
}

/** Makes a top-up that was refused due again, under a key of its own. @returns false when it was not refused, undefined when there is none */
export async function reopenTopUp(database: Queryable, topUpId: string, now: Temporal.Instant) {
  const reopened = await database
    .update(topUps)
    .set({ status: 'unknown', attempt: sql`${topUps.attempt} + 1`, dueAt: now, settledAt: null })
    .where(and(eq(topUps.id, topUpId), eq(topUps.status, 'refused')))
    .returning({ id: topUps.id });
  if (reopened.length > 0) return true;
  const [topUp] = await database.select({ id: topUps.id }).from(topUps).where(eq(topUps.id, topUpId));
  return topUp ? false : undefined;
}

/** @returns the ids of the top-ups that are due, oldest first */
export async function selectDueTopUps(database: Queryable, now: Temporal.Instant): Promise<string[]> {
  const due = await database
    .select({ id: topUps.id })
    .from(topUps)
    .where(lte(topUps.dueAt, now))
    .orderBy(asc(topUps.dueAt))
    .limit(1000);
  return due.map(({ id }) => id);
}
