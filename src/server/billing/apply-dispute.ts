import { isLive } from '#domain/engagement-status.ts';
import { meaningOf, reasonOfDispute } from '#domain/payment-failure.ts';
import { callUs } from '#domain/settings.ts';
import { findOverdue } from '../charges/overdue.ts';
import type { Transaction } from '../database/connection.ts';
import { pauseBlocked, resumePaid } from '../engagements/paying.ts';
import { takenBackLetter } from '../messages/letters/taken-back.ts';
import { tell } from '../messages/service.ts';
import { blockMethodOf, unblockMethodOf } from '../payment-methods/blocks.ts';
import type { World } from '../world.ts';
import type { Found, FoundDispute } from './reading.ts';
import type { BillOfPayment } from './reading-store.ts';
import { type PaymentRow, selectPayer } from './store.ts';
import { billOf, engagementLead } from './tell-payer.ts';

/**
 * Follows what has changed with the disputes of a payment: one for fraud, or one that is lost, stops all that is paid with
 * that card or account, and its customer is asked for another; one that is won lets it go on, unless another of the same
 * payment still stops it. The caller holds the lock on the customer's engagements.
 */
export async function followDisputes(
  world: World,
  transaction: Transaction,
  payment: PaymentRow,
  { bill, found }: { bill: BillOfPayment; found: Found },
): Promise<void> {
  const isStopped = found.disputes.some((dispute) => reasonOfDispute(dispute) !== undefined);
  for (const dispute of found.disputes) {
    const before = bill.disputes.find(({ stripeDisputeId }) => stripeDisputeId === dispute.stripeDisputeId);
    if (before?.status === dispute.status) continue;
    if (dispute.status === 'won' || dispute.status === 'closed') {
      if (!isStopped) await letGoOn(world, transaction, payment, bill.customerProfileId);
    } else await stop(world, transaction, payment, dispute, found.method);
  }
}

async function stop(
  world: World,
  transaction: Transaction,
  payment: PaymentRow,
  dispute: FoundDispute,
  { name, fingerprint }: Found['method'],
): Promise<void> {
  const reason = reasonOfDispute(dispute);
  if (reason === undefined) return;
  const isNews = await blockMethodOf(world, transaction, payment, { reason, fingerprint }, 'account');
  const paused = await pauseBlocked(world, transaction, payment.engagementId);
  // Of one for fraud the customer has heard when it began.
  if (!isNews) return;
  const bill = await billOf(transaction, payment, name);
  const call = callUs(world.settings.now());
  const sentence = meaningOf(reason).sentence ?? '';
  const payer = await selectPayer(transaction, payment.engagementId);
  const lead = engagementLead(world, payer, payment);
  const isOver = !paused.isPaused && !isLive({ status: payer.engagementStatus });
  const letter = takenBackLetter(payer, bill, { sentence, ...paused, isOver, call, lead });
  // A bank may take it, let it stand and take it again: each time is an event of its own.
  const event = `taken-back:${payment.id}:${reason}:${payment.readings + 1}`;
  await tell(world, transaction, event, payer, letter, { class: 'bill' });
}

/** The bank lets the payment stand: what waited for that goes on. */
async function letGoOn(world: World, transaction: Transaction, payment: PaymentRow, customerProfileId: string) {
  if (!(await unblockMethodOf(world, transaction, payment.id))) return;
  const { givenUpAmount } = await findOverdue(world, transaction, customerProfileId);
  if (givenUpAmount === 0) await resumePaid(world, transaction, customerProfileId);
}
