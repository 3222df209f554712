import { and, eq, isNotNull, min, ne, sql } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { hotRead } from '../database/hot-read.ts';
import { payments } from '../database/schema/billing.ts';
import { engagements } from '../database/schema/engagements.ts';
import { isOpenPayment } from '../database/schema/states.ts';
import type { PaymentRow } from './store.ts';

/**
 * @returns how often a bill's debits came back for want of money, and when the first was made; null when none was. What no
 *   bank was asked for does not count: what was refused here, and what stands for the rest of a debit that credit has paid in part
 */
export async function selectDebits(database: Queryable, billId: string | null) {
  const [found] = await database
    .select({
      tries: sql`count(*)`.mapWith(Number),
      first: min(payments.askedAt),
    })
    .from(payments)
    .where(
      and(
        sql`${payments.billId} = ${billId}`,
        eq(payments.failureReason, 'account-short'),
        eq(payments.status, 'declined'),
        isNotNull(payments.askedAt),
      ),
    );
  if (!found) throw new Error('A count is always one row');
  return found;
}

const own = sql`(select one.customer_profile_id from engagements one where one.id = ${sql.placeholder('engagementId')})`;
const presentedAgain = hotRead('debit_presented_again', (database) =>
  database
    .select({ id: payments.id })
    .from(engagements)
    .innerJoin(payments, and(eq(payments.engagementId, engagements.id), isOpenPayment(payments)))
    .where(
      and(
        eq(engagements.customerProfileId, own),
        eq(payments.stripePaymentMethodId, sql.placeholder('methodId')),
        // Of the one that is planned it is why the one before it failed.
        eq(payments.failureReason, sql`'account-short'`),
        ne(payments.status, sql`'declined'`),
        ne(payments.id, sql.placeholder('paymentId')),
      ),
    )
    .limit(1),
);

/** Whether a debit that came back for want of money is to be presented again from the same account, or has been. */
export async function isDebitPresentedAgain(database: Queryable, payment: PaymentRow): Promise<boolean> {
  const { id: paymentId, engagementId, stripePaymentMethodId: methodId } = payment;
  return (await presentedAgain(database, { paymentId, engagementId, methodId })).length > 0;
}
