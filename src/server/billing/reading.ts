import type Stripe from 'stripe';
import type { Reading } from '#domain/ledger.ts';
import { fingerprintOf } from '../stripe/fingerprint.ts';
import { methodName } from '../stripe/method-name.ts';
import type { World } from '../world.ts';
import type { DisputeRow, RefundRow } from './reading-store.ts';
import type { PaymentRow } from './store.ts';

/** A refund or dispute as Stripe has it. */
export type FoundRefund = Pick<RefundRow, 'amount' | 'failure' | 'createdAt'> & {
  stripeRefundId: string;
  status: 'done' | 'failed' | 'refused';
  /** Ours, if it was made here. */
  id: string | undefined;
};
export type FoundDispute = Omit<DisputeRow, 'id' | 'paymentId' | 'decision' | 'decidedAt' | 'received'>;

/** All that Stripe says of the money of a payment. */
export type Found = {
  reading: Reading;
  refunds: FoundRefund[];
  disputes: FoundDispute[];
  /** What was charged: its name, such as 'Visa (4242)', and Stripe's mark of the card or account itself. */
  method: { name: string | null; fingerprint: string | undefined };
  /** How often the payment had been read before this was asked: an answer that is overtaken does not count. */
  after: number;
};

/**
 * Reads what became of the money of a payment that was made, whoever moved it. Nothing is added up from events, which
 * come twice, late and in any order.
 * @param charge with what `expand` of payment-intents.ts names
 * @param payment as it was before Stripe was asked
 * @throws StripeError when Stripe cannot be asked
 */
export async function readMoney(
  { stripe }: Pick<World, 'stripe'>,
  charge: Stripe.Charge,
  payment: Pick<PaymentRow, 'refunded' | 'owedBack' | 'readings'>,
): Promise<Found> {
  const about = {
    payment_intent: idOf(charge.payment_intent),
    limit: 100,
    expand: ['data.failure_balance_transaction'],
  };
  const made: Stripe.Refund[] = [];
  if (charge.amount_refunded > 0 || payment.refunded > 0 || payment.owedBack > 0) {
    for await (const refund of stripe.refunds.list(about)) made.push(refund);
  }
  const disputes: FoundDispute[] = [];
  if (charge.disputed) for await (const dispute of stripe.disputes.list(about)) disputes.push(toDispute(dispute));
  const refunds = made.map(toRefund);
  const sumOf = (status: FoundRefund['status']) =>
    refunds.filter((refund) => refund.status === status).reduce((sum, { amount }) => sum + amount, 0);
  const { transfer, application_fee: fee, balance_transaction: balance, payment_method_details: details } = charge;
  return {
    refunds,
    disputes,
    method: { name: methodName(details), fingerprint: fingerprintOf(details) },
    after: payment.readings,
    reading: {
      refunded: sumOf('done'),
      owedBack: Math.min(owedBackOf(made), charge.amount_captured - sumOf('done')),
      reversed: transfer && typeof transfer === 'object' ? transfer.amount_reversed : 0,
      feeReturned: fee && typeof fee === 'object' ? fee.amount_refunded : 0,
      processingFee: balance && typeof balance === 'object' ? balance.fee : null,
      ...disputed(disputes),
    },
  };
}

/**
 * @returns what refunds that came back make us owe, less what somebody has sent again since, at Stripe's dashboard: ours
 *   never are, since what came back becomes credit. What is sent again and comes back too is owed as before.
 */
function owedBackOf(made: readonly Stripe.Refund[]): number {
  const sentAgain = made
    .filter(({ metadata, status }) => !metadata?.refundId && status !== 'canceled')
    .map(({ created, amount }) => ({ at: created, rank: 1, owed: -amount }));
  const cameBack = made
    .filter(({ status }) => status === 'failed')
    .map(({ created, amount, failure_balance_transaction: back }) => {
      const at = typeof back === 'object' ? back.created : created;
      // Within a second, what came back may be sent again, but comes back only after it was sent.
      return { at, rank: at > created ? 0 : 2, owed: amount };
    });
  return [...sentAgain, ...cameBack]
    .sort((one, other) => one.at - other.at || one.rank - other.rank)
    .reduce((sum, { owed }) => Math.max(0, sum + owed), 0);
}

/** @returns what disputes have taken together */
export const disputed = (disputes: readonly Pick<DisputeRow, 'taken' | 'disputeFee'>[]) => ({
  disputed: disputes.reduce((sum, { taken }) => sum + taken, 0),
  disputeFee: disputes.reduce((sum, { disputeFee }) => sum + disputeFee, 0),
});

const idOf = (object: string | { id: string } | null) => (typeof object === 'object' ? (object?.id ?? '') : object);
const atSecond = (seconds: number) => Temporal.Instant.fromEpochMilliseconds(seconds * 1000);

/** https://docs.stripe.com/api/refunds/object#refund_object-status: what is pending has left our balance. */
function toRefund({ id, amount, status, metadata, created, failure_reason }: Stripe.Refund): FoundRefund {
  return {
    stripeRefundId: id,
    id: metadata?.refundId,
    amount,
    status: status === 'failed' ? 'failed' : status === 'canceled' ? 'refused' : 'done',
    failure: failure_reason ?? null,
    createdAt: atSecond(created),
  };
}

function toDispute(dispute: Stripe.Dispute): FoundDispute {
  const { id, amount, status, reason, created, evidence_details, balance_transactions } = dispute;
  const sum = (part: 'amount' | 'fee') => balance_transactions.reduce((total, each) => total + each[part], 0);
  return {
    stripeDisputeId: id,
    amount,
    status: statusOf(status),
    taken: -sum('amount'),
    disputeFee: sum('fee'),
    reason,
    answerBy: evidence_details.due_by ? atSecond(evidence_details.due_by) : null,
    openedAt: atSecond(created),
  };
}

/** https://docs.stripe.com/api/disputes/object#dispute_object-status */
function statusOf(status: string): DisputeRow['status'] {
  if (status === 'won' || status === 'lost') return status;
  if (status === 'warning_closed' || status === 'prevented') return 'closed';
  return status.startsWith('warning') ? 'inquiry' : 'open';
}
