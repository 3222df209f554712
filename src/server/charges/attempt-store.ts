import { and, asc, eq, gt, inArray, ne, type SQL } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { charges, payments } from '../database/schema/billing.ts';
import { isDeclined } from '../database/schema/states.ts';

export type PaymentRow = typeof payments.$inferSelect;

/** Commits an attempt to collect these charges. */
export async function insertPayment(
  transaction: Transaction,
  payment: Omit<typeof payments.$inferInsert, 'status'> & { status?: 'declined' },
  chargeIds: string[] = [],
): Promise<PaymentRow> {
  const [inserted] = await transaction
    .insert(payments)
    .values({ status: 'pending', ...payment })
    .returning();
  if (!inserted) throw new Error('The payment was not inserted');
  if (chargeIds.length === 0) return inserted;
  await transaction
    .update(charges)
    .set({ billId: inserted.billId, paymentId: inserted.id, dueAt: null })
    .where(inArray(charges.id, chargeIds));
  return inserted;
}

/** Marks a payment whose charges are no longer its own. */
export async function markTakenOver(transaction: Transaction, paymentId: string): Promise<void> {
  await transaction.update(payments).set({ isTakenOver: true }).where(eq(payments.id, paymentId));
}

/** @returns the ids of the charges whose last attempt this is */
export async function chargesOfPayment(database: Queryable, paymentId: string): Promise<string[]> {
  const rows = await database.select({ id: charges.id }).from(charges).where(eq(charges.paymentId, paymentId));
  return rows.map((row) => row.id);
}

/** @returns what was given up in an engagement, oldest first */
export async function selectGivenUp(transaction: Transaction, engagementId: string): Promise<PaymentRow[]> {
  return await transaction
    .select()
    .from(payments)
    .where(and(eq(payments.engagementId, engagementId), isDeclined(payments), eq(payments.isTakenOver, false)))
    .orderBy(asc(payments.id));
}

/** Makes an engagement's planned attempts due now. @returns their ids */
export const bringForward = (
  transaction: Transaction,
  engagementId: string,
  now: Temporal.Instant,
  isOnSession: boolean,
) => makePlannedDue(transaction, eq(payments.engagementId, engagementId), now, isOnSession);

/** Makes a planned attempt due now. @returns false when it is planned no more */
export const bringOneForward = async (transaction: Transaction, paymentId: string, now: Temporal.Instant) =>
  (await makePlannedDue(transaction, eq(payments.id, paymentId), now)).length > 0;

async function makePlannedDue(
  transaction: Transaction,
  which: SQL,
  now: Temporal.Instant,
  isOnSession = false,
): Promise<string[]> {
  const due = await transaction
    .update(payments)
    .set({ plannedFor: payments.dueAt, dueAt: now, isOnSession })
    .where(and(which, eq(payments.status, 'pending'), gt(payments.dueAt, now)))
    .returning({ id: payments.id });
  return due.map((payment) => payment.id);
}

/** Ends the wait for the confirmation of payments with a card that the engagement no longer has. @returns their ids */
export async function endOtherConfirmations(
  transaction: Transaction,
  engagementId: string,
  stripePaymentMethodId: string,
  now: Temporal.Instant,
): Promise<string[]> {
  const due = await transaction
    .update(payments)
    .set({ dueAt: now })
    .where(
      and(
        eq(payments.engagementId, engagementId),
        eq(payments.status, 'action-required'),
        ne(payments.stripePaymentMethodId, stripePaymentMethodId),
      ),
    )
    .returning({ id: payments.id });
  return due.map((payment) => payment.id);
}
