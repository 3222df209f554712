import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { payments } from './schema/billing.ts';
import { isOpenPayment, isUnsettled } from './schema/states.ts';

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

/** Whether an attempt that is planned must wait so: its day is only when it is looked at again, and no promise. */
export const waitsInTurn = sql<boolean>`(case when ${payments.status} = 'pending' then ${mustWait} else false end)`;
