import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { isPaymentHeld } from '../database/held-payment.ts';
import { bills, disputes, payments, refunds } from '../database/schema/billing.ts';
import { profiles } from '../database/schema/profiles.ts';
import { askedRows } from './asked-store.ts';
import type { RefundRow } from './reading-store.ts';

/** What a refund that counts has, whatever became of it: what failed is made good in another way, and not sent again. */
const counts = sql`${refunds.status} <> 'refused'`;

/** @returns a bill's last attempt as a refund needs it; undefined when there is no such bill */
export async function selectRefundable(database: Queryable, billId: string) {
  const [found] = await database
    .select({
      paymentId: payments.id,
      customerProfileId: bills.customerProfileId,
      engagementId: payments.engagementId,
      number: bills.number,
      status: payments.status,
      amount: payments.amount,
      fee: payments.applicationFee,
      creditUsed: bills.creditUsed,
      owedBack: sql`greatest(${payments.owedBack} - ${payments.creditedBack}, 0)`.mapWith(Number),
      refunded:
        sql`(select coalesce(sum(${refunds.amount}), 0) from ${refunds} where ${refunds.paymentId} = ${payments.id} and ${counts})`.mapWith(
          Number,
        ),
      /** Of the disputes in which the bank holds the money. */
      dispute: sql<'open' | 'lost' | null>`(select max(${disputes.status}) from ${disputes}
        where ${disputes.paymentId} = ${payments.id} and ${disputes.status} in ('open', 'lost'))`,
    })
    .from(bills)
    .innerJoin(payments, and(eq(payments.billId, bills.id), eq(payments.isTakenOver, false)))
    .where(eq(bills.id, billId));
  return found;
}
export type RefundablePayment = NonNullable<Awaited<ReturnType<typeof selectRefundable>>>;

/** @returns a bill's last attempt with what of its refunds came back and is owed; undefined when there is no such bill */
export async function selectOwedBack(database: Queryable, billId: string) {
  const [found] = await database
    .select({
      paymentId: payments.id,
      isHeldByBank: isPaymentHeld,
      engagementId: payments.engagementId,
      customerProfileId: bills.customerProfileId,
      number: bills.number,
      owed: sql`greatest(${payments.owedBack} - ${payments.creditedBack}, 0)`.mapWith(Number),
    })
    .from(bills)
    .innerJoin(payments, and(eq(payments.billId, bills.id), eq(payments.isTakenOver, false)))
    .where(eq(bills.id, billId));
  return found;
}

/** Keeps that so much of what came back was given as credit. */
export async function keepCreditedBack(transaction: Transaction, paymentId: string, amount: number): Promise<void> {
  await transaction
    .update(payments)
    .set({ creditedBack: sql`${payments.creditedBack} + ${amount}` })
    .where(eq(payments.id, paymentId));
}

/** @returns the refunds of a payment with who asked for them, oldest first */
export async function selectRefunds(database: Queryable, paymentId: string) {
  return await database
    .select({ refund: refunds, by: profiles.displayName })
    .from(refunds)
    .leftJoin(profiles, eq(profiles.id, refunds.byProfileId))
    .where(eq(refunds.paymentId, paymentId))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
}

export async function selectRefund(database: Queryable, refundId: string): Promise<RefundRow | undefined> {
  const [refund] = await database.select().from(refunds).where(eq(refunds.id, refundId));
  return refund;
}

export async function insertRefund(transaction: Transaction, refund: typeof refunds.$inferInsert): Promise<void> {
  await transaction.insert(refunds).values(refund);
}

export const { take: takeRefund, moveUnknown: moveUnknownRefund } = askedRows(refunds);

/** @returns the ids of the refunds that are due, oldest first */
export async function selectDueRefunds(database: Queryable, now: Temporal.Instant): Promise<string[]> {
  const due = await database
    .select({ id: refunds.id })
    .from(refunds)
    .where(lte(refunds.dueAt, now))
    .orderBy(asc(refunds.dueAt))
    .limit(1000);
  return due.map(({ id }) => id);
}
