import { and, eq, sql } from 'drizzle-orm';
import type { Reading } from '#domain/ledger.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { listOf } from '../database/list-of.ts';
import { contactOf } from '../database/people.ts';
import { prepared } from '../database/prepared.ts';
import { bills, charges, disputes, payments, refunds } from '../database/schema/billing.ts';
import { entries } from '../database/schema/ledger.ts';
import { profiles } from '../database/schema/profiles.ts';
import type { FoundDispute, FoundRefund } from './reading.ts';

export type RefundRow = typeof refunds.$inferSelect;
export type DisputeRow = typeof disputes.$inferSelect;

const billQuery = prepared('bill_of_payment', (database) =>
  database
    .select({
      billId: bills.id,
      number: bills.number,
      customerProfileId: bills.customerProfileId,
      workerProfileId: bills.workerProfileId,
      tipWorkId: payments.tipWorkId,
      isTakenOver: payments.isTakenOver,
      visits: listOf(
        { id: charges.workId },
        sql`from ${charges} where ${charges.paymentId} = ${payments.id}`,
        sql`${charges.id}`,
      ),
    })
    .from(payments)
    .innerJoin(bills, eq(bills.id, payments.billId))
    .where(eq(payments.id, sql.placeholder('paymentId'))),
);

const disputesQuery = prepared('disputes_of_payment', (database) =>
  database
    .select()
    .from(disputes)
    .where(eq(disputes.paymentId, sql.placeholder('paymentId'))),
);

/** @returns the bill that a payment is for, with its disputes; undefined for one from before there were bills, which came to nothing */
export async function selectBillOfPayment(transaction: Transaction, paymentId: string) {
  const [found] = await billQuery(transaction, { paymentId });
  const ofPayment = await disputesOfPayment(transaction, paymentId);
  if (!found) return undefined;
  const { visits, ...ofBill } = found;
  const bill = { ...ofBill, disputes: ofPayment };
  // What was paid twice is for no visit.
  if (bill.tipWorkId !== null) return { ...bill, visitIds: bill.isTakenOver ? [] : [bill.tipWorkId] };
  return { ...bill, visitIds: visits.map(({ id }) => id) };
}
export type BillOfPayment = NonNullable<Awaited<ReturnType<typeof selectBillOfPayment>>>;

export const disputesOfPayment = (transaction: Transaction, paymentId: string): Promise<DisputeRow[]> =>
  disputesQuery(transaction, { paymentId });

/** Keeps the disputes of a payment as they are now. @returns whether one of them is new or has changed */
export async function keepDisputes(
  transaction: Transaction,
  paymentId: string,
  found: readonly FoundDispute[],
): Promise<boolean> {
  let isNew = false;
  for (const dispute of found) {
    const { status, taken, disputeFee, answerBy } = dispute;
    const set = { status, taken, disputeFee, answerBy };
    const isOther = sql`(${disputes.status}, ${disputes.taken}, ${disputes.disputeFee}) <> (excluded.status, excluded.taken, excluded.fee)`;
    const kept = await transaction
      .insert(disputes)
      .values({ ...dispute, paymentId })
      .onConflictDoUpdate({ target: disputes.stripeDisputeId, set, setWhere: isOther })
      .returning({ id: disputes.id });
    isNew ||= kept.length > 0;
  }
  return isNew;
}

/** Keeps the refunds of a payment as they are now. @returns those that are new or have changed */
export async function keepRefunds(
  transaction: Transaction,
  paymentId: string,
  found: readonly FoundRefund[],
  now: Temporal.Instant,
): Promise<RefundRow[]> {
  const news: RefundRow[] = [];
  if (found.length === 0) return news;
  const known = await transaction.select().from(refunds).where(eq(refunds.paymentId, paymentId));
  for (const { id, stripeRefundId, amount, status, failure, createdAt } of found) {
    const row = known.find((each) => each.stripeRefundId === stripeRefundId || each.id === id);
    if (row?.status === status && row.stripeRefundId === stripeRefundId) continue;
    const set = { status, stripeRefundId, failure, dueAt: null, settledAt: now };
    const [kept] = row
      ? await transaction.update(refunds).set(set).where(eq(refunds.id, row.id)).returning()
      : await transaction
          .insert(refunds)
          .values({ ...set, paymentId, amount, createdAt })
          .returning();
    if (kept) news.push(kept);
  }
  return news;
}

/** Keeps what Stripe has said of a payment that was made. */
export async function keepReading(
  transaction: Transaction,
  paymentId: string,
  reading: Omit<Reading, 'disputed' | 'disputeFee'> & { readings: number; status: 'paid' | 'refunded' },
): Promise<void> {
  const { refunded, owedBack, reversed, feeReturned, processingFee, readings, status } = reading;
  await transaction
    .update(payments)
    .set({ refunded, owedBack, reversed, feeReturned, processingFee, readings, status })
    .where(and(eq(payments.id, paymentId), eq(payments.readings, readings - 1)));
}

/** @returns how a worker is told something */
export async function selectWorkerToTell(transaction: Transaction, workerProfileId: string) {
  const [worker] = await transaction.select(contactOf(profiles)).from(profiles).where(eq(profiles.id, workerProfileId));
  if (!worker) throw new Error(`There is no worker ${workerProfileId}`);
  return worker;
}

/** @returns the payment of a PaymentIntent with its bill, and what the ledger has moved at Stripe for it, as that counts */
export async function selectBooked(database: Queryable, stripePaymentIntentId: string) {
  // What we add to a worker's pay is a transfer of its own, no part of the PaymentIntent.
  const ofPayment = sql`${entries.paymentId} = ${payments.id} and ${entries.against} = 'provider' and ${entries.kind} <> 'top-up'`;
  const [booked] = await database
    .select({
      payment: payments,
      billId: bills.id,
      profileId: bills.customerProfileId,
      moved: sql`(select coalesce(sum(${entries.amount}), 0) from ${entries} where ${ofPayment})`.mapWith(Number),
    })
    .from(payments)
    .leftJoin(bills, eq(bills.id, payments.billId))
    .where(eq(payments.stripePaymentIntentId, stripePaymentIntentId));
  return booked;
}
