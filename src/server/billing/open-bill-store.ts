import { and, desc, eq, gt, or } from 'drizzle-orm';
import type { Rest } from '#domain/payment-failure.ts';
import { isBlockedService } from '../database/blocked.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { bills, payments } from '../database/schema/billing.ts';
import { engagements } from '../database/schema/engagements.ts';
import { profiles } from '../database/schema/profiles.ts';
import { isPausedUnpaid } from '../database/schema/states.ts';
import type { PaymentRow } from './store.ts';

/** @returns a bill with its last attempt and whose it is; undefined when there is none, or it came to nothing */
export async function selectOpenable(database: Queryable, billId: string) {
  const [found] = await database
    .select({
      billId: bills.id,
      number: bills.number,
      amount: bills.amount,
      fee: bills.fee,
      creditUsed: bills.creditUsed,
      customerProfileId: bills.customerProfileId,
      workerProfileId: bills.workerProfileId,
      /** Who has saved the cards. */
      userId: profiles.userId,
      payment: payments,
      /** Of the service that the bill is collected with. */
      card: engagements.stripePaymentMethodId,
    })
    .from(bills)
    .innerJoin(payments, and(eq(payments.billId, bills.id), eq(payments.isTakenOver, false)))
    .innerJoin(engagements, eq(engagements.id, payments.engagementId))
    .innerJoin(profiles, eq(profiles.id, bills.customerProfileId))
    .where(eq(bills.id, billId));
  return found;
}

export type OpenableBill = NonNullable<Awaited<ReturnType<typeof selectOpenable>>>;

/**
 * Ends a declined or planned payment, so that it is not collected any more.
 * @returns false when somebody has begun to collect it
 */
export async function writeOffPayment(
  transaction: Transaction,
  { id }: Pick<PaymentRow, 'id'>,
  now: Temporal.Instant,
): Promise<boolean> {
  const isPlanned = and(eq(payments.status, 'pending'), gt(payments.dueAt, now));
  const ended = await transaction
    .update(payments)
    .set({ status: 'written-off', settledAt: now, dueAt: null })
    .where(and(eq(payments.id, id), eq(payments.isTakenOver, false), or(eq(payments.status, 'declined'), isPlanned)))
    .returning({ id: payments.id });
  return ended.length > 0;
}

/** Why a customer's visits rest: the way to pay cannot be used anymore, or something is not paid; undefined where none do. */
export async function selectRest(database: Queryable, customerProfileId: string): Promise<Rest | undefined> {
  const [first] = await database
    .select({ isBlocked: isBlockedService })
    .from(engagements)
    .where(and(eq(engagements.customerProfileId, customerProfileId), isPausedUnpaid(engagements)))
    .orderBy(desc(isBlockedService))
    .limit(1);
  return first && (first.isBlocked ? 'method' : 'unpaid');
}
