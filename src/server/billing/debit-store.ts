import { and, asc, eq, gt, isNotNull, isNull, min, sql } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { mustWait } from '../database/debits-in-turn.ts';
import { prepared } from '../database/prepared.ts';
import { payments } from '../database/schema/billing.ts';
import { engagements } from '../database/schema/engagements.ts';
import { isOpenPayment } from '../database/schema/states.ts';
import type { PaymentRow } from './store.ts';

/**
 * @returns how often a bill's debits from this account came back for want of money, and when the first was made; null when none was. What no
 *   bank was asked for does not count: what was refused here, and what stands for the rest of a debit that credit has paid in part
 */
export async function selectDebits(
  database: Queryable,
  { billId, stripePaymentMethodId }: Pick<typeof payments.$inferSelect, 'billId' | 'stripePaymentMethodId'>,
) {
  const [found] = await database
    .select({
      tries: sql`count(*)`.mapWith(Number),
      first: min(payments.askedAt),
    })
    .from(payments)
    .where(
      and(
        sql`${payments.billId} = ${billId}`,
        eq(payments.stripePaymentMethodId, stripePaymentMethodId),
        eq(payments.failureReason, 'account-short'),
        eq(payments.status, 'declined'),
        isNotNull(payments.askedAt),
      ),
    );
  if (!found) throw new Error('A count is always one row');
  return found;
}

const waitingOne = prepared('debit_must_wait', (database) =>
  database
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.id, sql.placeholder('paymentId')), mustWait)),
);

/** @returns whether a payment must wait for another debit, with the way to pay that its service has now */
export const mustPaymentWait = async (database: Queryable, paymentId: string): Promise<boolean> =>
  (await waitingOne(database, { paymentId })).length > 0;

const plannedOnes = prepared('planned_payments_of_customer', (database) =>
  database
    .select({ payment: payments, stripePaymentMethodId: engagements.stripePaymentMethodId, mustWait })
    .from(payments)
    .innerJoin(engagements, eq(engagements.id, payments.engagementId))
    .where(
      and(
        sql`${engagements.customerProfileId} = (select own.customer_profile_id from engagements own
          where own.id = ${sql.placeholder('engagementId')})`,
        isOpenPayment(payments),
        eq(payments.status, 'pending'),
        isNull(payments.askedAt),
        gt(payments.amount, 0),
        gt(payments.dueAt, sql.placeholder('now')),
      ),
    )
    .orderBy(asc(payments.id)),
);

/**
 * @param engagementId one of the customer's
 * @returns the customer's attempts that are planned for later, with the way to pay that each service has now, and whether each must wait for
 *   another debit
 */
export async function selectPlanned(
  database: Queryable,
  engagementId: string,
  now: Temporal.Instant,
): Promise<(PaymentRow & { mustWait: boolean })[]> {
  const rows = await plannedOnes(database, { engagementId, now: `${now}` });
  return rows.map(({ payment, ...of }) => ({ ...payment, ...of }));
}
