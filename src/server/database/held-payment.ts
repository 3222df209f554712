import { type SQLWrapper, sql } from 'drizzle-orm';
import type { Dispute } from '#domain/bill-state.ts';
import { listOf } from './list-of.ts';
import { disputes, payments } from './schema/billing.ts';
import { shown } from './schema/columns.ts';
import { isHeldByBank } from './schema/states.ts';

/** Whether a bank holds what a payment has brought in, or has taken it for good: its bill is frozen. */
export const isPaymentHeld = sql<boolean>`exists (
  select from ${disputes} where ${disputes.paymentId} = ${payments.id} and ${isHeldByBank(disputes)})`;

const of = (paymentId: SQLWrapper) =>
  sql`from ${disputes} where ${disputes.paymentId} = ${paymentId} and ${disputes.status} <> 'closed'`;
const undecidedFirst = sql`(${disputes.status} = 'lost' and ${disputes.decision} is null) desc, ${disputes.openedAt} desc, ${disputes.id}`;

/** What a customer's bank asks or asked back of a payment; what waits for the office's decision comes first. */
export const disputesOf = (paymentId: SQLWrapper) =>
  listOf(
    {
      status: sql<Dispute['status']>`${disputes.status}`,
      amount: disputes.amount,
      decision: disputes.decision,
      decidedAt: shown(disputes.decidedAt),
      received: disputes.received,
    },
    of(paymentId),
    undecidedFirst,
  );
export const disputesOfPayment = disputesOf(payments.id);

/** The first of them, to be joined laterally. */
export const disputeOfPayment = sql`(select * ${of(payments.id)} order by ${undecidedFirst} limit 1)`;
