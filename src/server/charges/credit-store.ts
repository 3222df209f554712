import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { bills, charges, payments } from '../database/schema/billing.ts';
import { creditBalances } from '../database/schema/credits.ts';
import { canCreditPay } from '../database/schema/states.ts';

/** Whether nobody is collecting an attempt that is not paid. */
const rests = (now: Temporal.Instant) =>
  or(eq(payments.status, 'declined'), and(eq(payments.status, 'pending'), gt(payments.dueAt, now)));

/** @returns the last attempts of a customer's open bills that nobody is collecting now, oldest bill first, locked */
export async function lockRestingPayments(transaction: Transaction, customerProfileId: string, now: Temporal.Instant) {
  const isLast = and(eq(payments.billId, bills.id), eq(payments.isTakenOver, false), isNull(payments.tipWorkId));
  return await transaction
    .select({ billId: bills.id, number: bills.number, amount: bills.amount, fee: bills.fee, payment: payments })
    .from(bills)
    .innerJoin(payments, isLast)
    .where(and(eq(bills.customerProfileId, customerProfileId), rests(now)))
    .orderBy(asc(bills.createdAt), asc(bills.number))
    .for('no key update', { of: payments });
}

/** @returns the customers whose credit could pay for a bill that is open and that nobody is collecting now */
export async function selectIdleCredit(database: Queryable, now: Temporal.Instant): Promise<string[]> {
  const { customerProfileId, amount } = creditBalances;
  const rows = await database
    .selectDistinct({ customerProfileId })
    .from(creditBalances)
    .innerJoin(bills, eq(bills.customerProfileId, customerProfileId))
    .innerJoin(payments, and(eq(payments.billId, bills.id), canCreditPay(payments, amount)))
    .where(and(gt(amount, 0), rests(now)));
  return rows.map((row) => row.customerProfileId);
}

/** @returns the charges of a bill with what credit pays of each, oldest first */
export async function chargesWithCredit(transaction: Transaction, billId: string) {
  const { id, workId: visitId, amount, fee, creditUsed } = charges;
  return await transaction
    .select({ id, visitId, amount, fee, creditUsed })
    .from(charges)
    .where(eq(charges.billId, billId))
    .orderBy(asc(charges.id));
}

/** Keeps what credit pays of a charge, integer cents. */
export async function keepCreditUsed(transaction: Transaction, chargeId: string, creditUsed: number): Promise<void> {
  await transaction.update(charges).set({ creditUsed }).where(eq(charges.id, chargeId));
}

/** Adds to what credit pays of a bill, integer cents. @returns whose it is, and whether all of that was given back */
export async function keepBillCredit(transaction: Transaction, billId: string, amount: number) {
  const { customerProfileId, isCreditReturned } = bills;
  const [bill] = await transaction
    .update(bills)
    .set({ creditUsed: sql`${bills.creditUsed} + ${amount}` })
    .where(eq(bills.id, billId))
    .returning({ customerProfileId, isCreditReturned });
  if (!bill) throw new Error(`There is no bill ${billId}`);
  return bill;
}

/** Has a payment that nobody was asked for yet ask for less. */
export async function lowerPayment(
  transaction: Transaction,
  paymentId: string,
  less: Partial<Pick<typeof payments.$inferSelect, 'amount' | 'applicationFee' | 'processingFee' | 'dueAt'>>,
): Promise<void> {
  await transaction.update(payments).set(less).where(eq(payments.id, paymentId));
}
