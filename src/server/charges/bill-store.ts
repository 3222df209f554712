import { and, eq, or, sql } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import { billNumbers, bills, charges, payments } from '../database/schema/billing.ts';
import { isUnpaid } from '../database/schema/states.ts';

/**
 * Takes the next numbers of a year's bills. Until the transaction ends everybody else who makes bills waits, so that
 * one that comes to nothing gives its numbers back.
 * @param prefix the letters before the year, whatever those of earlier numbers are: the count of a year goes on
 * @returns them, such as 'Y-2026-000123'
 */
export async function takeNumbers(
  transaction: Transaction,
  year: number,
  count: number,
  prefix: string,
): Promise<string[]> {
  const [taken] = await transaction
    .insert(billNumbers)
    .values({ year, last: count })
    .onConflictDoUpdate({ target: billNumbers.year, set: { last: sql`${billNumbers.last} + excluded.last` } })
    .returning({ last: billNumbers.last });
  if (!taken) throw new Error('The numbers were not taken');
  const first = taken.last - count + 1;
  return Array.from({ length: count }, (_, index) => `${prefix}-${year}-${String(first + index).padStart(6, '0')}`);
}

/** @returns the new bill's id */
export async function insertBill(transaction: Transaction, bill: typeof bills.$inferInsert): Promise<string> {
  const [inserted] = await transaction.insert(bills).values(bill).returning({ id: bills.id });
  if (!inserted) throw new Error('The bill was not inserted');
  return inserted.id;
}

/**
 * Makes a payment that was taken over the last attempt of its bill again, unless the bill is paid. An attempt that is
 * only planned ends without being made: credit that has paid of the bill since may name it. One that waits for its
 * confirmation is to end at once.
 * @returns how the bill stood; undefined when another attempt has paid it, or it came to nothing
 */
export async function takeBillBack(
  transaction: Transaction,
  { id: paymentId, billId }: { id: string; billId: string },
  now: Temporal.Instant,
): Promise<'open' | 'written-off' | undefined> {
  const isLast = and(eq(payments.billId, billId), eq(payments.isTakenOver, false));
  const at = sql`${now.toString()}::timestamptz`;
  const { status, dueAt, settledAt } = payments;
  const [last] = await transaction
    .update(payments)
    .set({
      isTakenOver: true,
      status: sql`case ${status} when 'pending' then 'declined' else ${status} end`,
      dueAt: sql`case ${status} when 'pending' then null when 'action-required' then ${at} else ${dueAt} end`,
      settledAt: sql`case ${status} when 'pending' then ${at} else ${settledAt} end`,
    })
    .where(and(isLast, or(isUnpaid(payments), eq(payments.status, 'written-off'))))
    .returning({ status });
  if (!last) return undefined;
  await transaction.update(payments).set({ isTakenOver: false }).where(eq(payments.id, paymentId));
  await transaction.update(charges).set({ paymentId }).where(eq(charges.billId, billId));
  return last.status === 'written-off' ? 'written-off' : 'open';
}

/** Makes a tip that came to nothing stand, unless another one does. @returns whether it stands */
export async function takeTipBack(transaction: Transaction, paymentId: string, tipWorkId: string): Promise<boolean> {
  const { id, isTakenOver } = payments;
  const other = and(eq(payments.tipWorkId, tipWorkId), eq(isTakenOver, false));
  if ((await transaction.select({ id }).from(payments).where(other)).length > 0) return false;
  await transaction.update(payments).set({ isTakenOver: false }).where(eq(id, paymentId));
  return true;
}
