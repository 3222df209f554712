import type { BillActs, RefundState } from '#contract/acts.ts';
import type { NewRefund } from '#contract/refunds.ts';
import type { Effect } from '#domain/acts.ts';
import { momentLabel } from '#domain/calendar.ts';
import { moneyLabel } from '#domain/labels.ts';
import { refundEffect, refundState } from '#domain/refund.ts';
import { holdGiver, requireWithinGift } from '../acts/gift-limit.ts';
import { employeeOf, holdRefundId, requireSender, sentBefore } from '../acts/record.ts';
import { differing, record } from '../changes/record.ts';
import { lockAllOfCustomer } from '../charges/lock-store.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import type { Caller } from '../http/access.ts';
import { ApiError, invalid, notFound, notNow } from '../http/errors.ts';
import type { World } from '../world.ts';
import { insertRefund, type RefundablePayment, selectRefund, selectRefundable, selectRefunds } from './refund-store.ts';

/** @throws ApiError NOT_FOUND */
async function requireRefundable(database: Queryable, billId: string): Promise<RefundablePayment> {
  const found = await selectRefundable(database, billId);
  if (!found) throw notFound('Bill');
  return found;
}

const creditObstacle =
  'Credit has paid this bill: nothing else was charged. You can give credit on the customer’s billing page.';

/** @returns why nothing of a bill can be refunded now */
function obstacleOf({ status, dispute, amount, refunded, creditUsed, owedBack }: RefundablePayment): string | null {
  if (status !== 'paid' && status !== 'refunded') return 'This bill is not paid, so there is nothing to refund.';
  if (amount === 0) return creditUsed > 0 ? creditObstacle : 'This bill is free, so there is nothing to refund.';
  if (dispute === 'open') {
    return 'The customer’s bank has taken this payment back. Please answer the dispute at Stripe.';
  }
  if (dispute === 'lost') return 'The customer’s bank has taken this payment back for good: nothing is left to refund.';
  if (refunded < amount) return null;
  if (owedBack > 0) {
    return `The bank returned ${moneyLabel(owedBack)} of what was sent back: we still owe it. It can be given as credit.`;
  }
  return creditUsed > 0
    ? 'What was charged for this bill has been refunded already.'
    : 'All of this bill has been refunded already.';
}

/**
 * @returns how much of a bill has gone back, and what may
 * @throws ApiError NOT_FOUND
 */
export async function whatMayGoBack(
  database: Queryable,
  billId: string,
): Promise<Pick<BillActs, 'refunded' | 'left' | 'obstacle'>> {
  const payment = await requireRefundable(database, billId);
  const obstacle = obstacleOf(payment);
  const { amount, refunded } = payment;
  return { refunded, left: obstacle === null ? amount - refunded : 0, obstacle };
}

/**
 * Refunds a part of a bill, or all of it; the request, sent again, does it once. What it did to each is booked when
 * Stripe says so.
 * @returns what it does to each, as a preview too, and how it stands
 * @throws ApiError as `requireWithinGift`; NOT_FOUND; INVALID_INPUT at the amount; NOT_ALLOWED_NOW; CONFLICT when somebody else has refunded
 *   something meanwhile, or the request was sent before with something else in it
 */
export async function refundBill(
  world: World,
  caller: Caller,
  billId: string,
  { requestId, isPreview, amount, reason, refundedBefore }: NewRefund,
): Promise<{ effect: Effect; state: RefundState | null }> {
  return await world.database.transaction(async (transaction) => {
    await holdGiver(transaction, caller, isPreview);
    const { engagementId } = await requireRefundable(transaction, billId);
    await lockAllOfCustomer(transaction, engagementId);
    const payment = await requireRefundable(transaction, billId);
    await holdRefundId(transaction, requestId);
    const sent = await selectRefund(transaction, requestId);
    if (sent) {
      requireSender(sent, employeeOf(caller));
      const isSame = sent.paymentId === payment.paymentId && sent.amount === amount && sent.reason === reason;
      if (!isSame) throw sentBefore();
      return {
        effect: refundEffect({ ...payment, refunded: refundedBefore }, amount),
        state: refundState(sent.status),
      };
    }
    if (payment.refunded !== refundedBefore) throw await otherRefund(transaction, payment);
    const obstacle = obstacleOf(payment);
    if (obstacle !== null) throw notNow(obstacle);
    const left = payment.amount - payment.refunded;
    if (amount > left) throw invalid('body.amount', `Only ${moneyLabel(left)} of this bill can be refunded.`);
    const { customerProfileId } = payment;
    await requireWithinGift(world, transaction, caller, { customerProfileId, amount }, 'body.amount');
    const effect = refundEffect(payment, amount);
    if (isPreview) return { effect, state: null };
    const now = world.clock.now();
    const { paymentId } = payment;
    const who = { byProfileId: employeeOf(caller), reason };
    const refund = { id: requestId, paymentId, amount, ...who, createdAt: now, dueAt: now };
    await insertRefund(transaction, { ...refund, status: 'pending' });
    const fields = differing(undefined, { amount });
    const change = { kind: 'refund', by: caller.userId, subjectId: billId, fields } as const;
    await record(world, transaction, { ...change, about: customerProfileId });
    await world.jobs.enqueue(transaction, 'make-refund', { refundId: requestId });
    return { effect, state: 'under-way' };
  });
}

async function otherRefund(transaction: Transaction, { paymentId }: RefundablePayment): Promise<ApiError> {
  const last = (await selectRefunds(transaction, paymentId)).at(-1);
  const what = last
    ? `${last.by ?? 'Somebody at Stripe'} refunded ${moneyLabel(last.refund.amount)} of it, ${momentLabel(last.refund.createdAt.toString())}`
    : 'What was refunded of it has changed';
  return new ApiError('CONFLICT', `This bill has changed meanwhile: ${what}. Please look again.`);
}
