import { and, eq, isNotNull, min, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../database/connection.ts';
import { hotRead } from '../database/hot-read.ts';
import { payments } from '../database/schema/billing.ts';
import { isOpenPayment, isUnsettled } from '../database/schema/states.ts';

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

/** Whether a debit came back for want of money, from the account that `service` is paid with. */
const cameBack = (debit: SQL, service: SQL) =>
  sql`${debit}.failure_reason = 'account-short' and ${debit}.status = 'declined' and ${debit}.asked_at is not null
    and ${debit}.stripe_payment_method_id = ${service}.stripe_payment_method_id`;
const [mine, back, service] = [sql.raw('mine'), sql.raw('back'), sql.raw('service')];
const other = alias(payments, 'other');
/** When this bill’s debit first came back, which is its place in the queue; a bill without one comes last. */
const place = sql`coalesce((select min(mine.settled_at) from payments mine
  where mine.bill_id = ${payments.billId} and ${cameBack(mine, service)}), 'infinity')`;

/**
 * Whether an attempt must wait, because a debit from the same account that came back for want of money is being tried again:
 * until that one is over, no other debit begins. If several came back, they take turns in the order in which they first did, so
 * that of any two one waits, whoever looks. A customer who presses Pay has agreed to this one, and credit asks no bank.
 */
export const mustWait = sql<boolean>`(${payments.amount} > 0 and not ${payments.isOnSession} and exists (
  select from engagements service
  join engagements others on others.customer_profile_id = service.customer_profile_id
  join payments other on other.engagement_id = others.id and ${isOpenPayment(other)} and ${isUnsettled(other)}
    and other.id <> ${payments.id}
  join payments back on back.bill_id = other.bill_id and ${cameBack(back, service)}
  where service.id = ${payments.engagementId}
    and service.stripe_payment_method_id =
      case when other.status = 'pending' then others.stripe_payment_method_id else other.stripe_payment_method_id end
    and (other.status <> 'pending' or (back.settled_at, back.bill_id) < (${place}, ${payments.billId}))
))`;

const waitingOne = hotRead('debit_must_wait', (database) =>
  database
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.id, sql.placeholder('paymentId')), mustWait)),
);

/** @returns whether a payment must wait for another debit, with the way to pay that its service has now */
export const mustPaymentWait = async (database: Queryable, paymentId: string): Promise<boolean> =>
  (await waitingOne(database, { paymentId })).length > 0;
