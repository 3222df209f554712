import type { FindingKind } from '#domain/findings.ts';
import { type Move, movedBetween, type Reading, writtenOffOf } from '#domain/ledger.ts';
import { reversedAlone } from '#domain/refund.ts';
import type { Transaction } from '../database/connection.ts';
import { endFindings, keepFindings } from '../findings/store.ts';
import type { Posting } from '../ledger/post.ts';
import type { World } from '../world.ts';
import { followDisputes } from './apply-dispute.ts';
import { disputed, type Found, type FoundDispute } from './reading.ts';
import {
  type BillOfPayment,
  type DisputeRow,
  keepDisputes,
  keepReading,
  keepRefunds,
  selectBillOfPayment,
} from './reading-store.ts';
import { tellOfRefunds } from './refund-news.ts';
import type { PaymentRow } from './store.ts';

/**
 * Keeps what Stripe says of the money of a payment, and tells customer and worker of what went back. The caller
 * holds the lock on the customer's engagements.
 * @returns what has moved since the reading before, to be posted
 */
export async function applyReading(
  world: World,
  transaction: Transaction,
  payment: PaymentRow,
  found: Found,
): Promise<Posting[]> {
  const bill = await selectBillOfPayment(transaction, payment.id);
  if (!bill) return [];
  const before: Reading = { ...payment, ...disputed(bill.disputes) };
  // Once it is known, it stays.
  const after: Reading = { ...found.reading, processingFee: found.reading.processingFee ?? payment.processingFee };
  const news = await keepRefunds(transaction, payment.id, found.refunds, world.clock.now());
  const hasNewDisputes = await keepDisputes(transaction, payment.id, found.disputes);
  const isPaidTwice = payment.isTakenOver;
  const moves = [
    ...movedBetween(before, after, { isPaidTwice, isTip: payment.tipWorkId !== null }),
    ...decidedOtherwise(bill, found),
  ];
  const isNew = moves.length > 0 || news.length > 0 || hasNewDisputes || after.processingFee !== before.processingFee;
  if (!isNew) return [];
  const readings = payment.readings + 1;
  const status = after.refunded >= payment.amount ? 'refunded' : 'paid';
  await followDisputes(world, transaction, payment, { bill, found });
  await keepReading(transaction, payment.id, { ...after, readings, status });
  const givenBack = after.reversed - after.feeReturned - (before.reversed - before.feeReturned);
  const alone = reversedAlone(payment, after);
  await keepWarnings(world, transaction, payment, { bill, found, alone });
  // What was booked before it was read is no news to anybody.
  if (moves.length > 0)
    await tellOfRefunds(world, transaction, payment, {
      bill,
      refunds: news,
      givenBack,
      isAlone: alone > reversedAlone(payment, before),
      readings,
    });
  const { customerProfileId, workerProfileId, visitIds } = bill;
  // What a bill of several visits gives back is not of one of them.
  const [visitId, ...others] = visitIds;
  const ofVisit = visitId !== undefined && others.length === 0 ? { visitId } : {};
  const cause = `payment:${payment.id}:${readings}`;
  return [{ customerProfileId, workerProfileId, ...ofVisit, paymentId: payment.id, cause, moves }];
}

/** @returns the reversal of a write-off when its dispute is won after the office's decision, or the write-off again when it is lost once more */
function decidedOtherwise({ disputes }: BillOfPayment, found: Found): Move[] {
  return disputes.flatMap((before) => {
    const now = found.disputes.find(({ stripeDisputeId }) => stripeDisputeId === before.stripeDisputeId);
    const amount = now ? writtenOffOf({ ...before, status: now.status }) - writtenOffOf(before) : 0;
    return amount === 0 ? [] : [{ kind: 'dispute-written-off', amount }];
  });
}

/** Keeps what staff are to look at, and ends it. */
async function keepWarnings(
  world: World,
  transaction: Transaction,
  payment: PaymentRow,
  { bill, found, alone }: { bill: BillOfPayment; found: Found; alone: number },
): Promise<void> {
  const { workerProfileId, customerProfileId, billId } = bill;
  const now = world.clock.now();
  const ended: FindingKind[] = [];
  if (found.reading.refunded >= payment.amount || found.disputes.length > 0) ended.push('fraud-warning');
  const twice = payment.creditedBack - found.reading.owedBack;
  if (twice <= 0) ended.push('paid-and-credited');
  else {
    const about = { profileId: customerProfileId, billId };
    await keepFindings(transaction, [{ kind: 'paid-and-credited', subject: payment.id, amount: twice, ...about }], now);
  }
  await keepLateTurns(world, transaction, { bill, found });
  if (alone === 0) ended.push('reversed-alone');
  else {
    const about = { profileId: workerProfileId, billId };
    const finding = { kind: 'reversed-alone', subject: payment.id, amount: alone, ...about } as const;
    await keepFindings(transaction, [finding], now);
  }
  if (ended.length > 0) await endFindings(transaction, ended, payment.id, now);
}

/** What the desk says of how a bank decides after the office has. */
const lateKinds = ['paid-twice', 'won-after-all', 'lost-again'] as const;
type LateTurn = { kind: (typeof lateKinds)[number]; amount: number };

function lateTurn(status: FoundDispute['status'], { received, amount }: DisputeRow): LateTurn | undefined {
  if (status === 'lost') return { kind: 'lost-again', amount };
  if (status !== 'won') return undefined;
  return received > 0 ? { kind: 'paid-twice', amount: received } : { kind: 'won-after-all', amount };
}

/**
 * A bank may let a payment stand when the office has already decided that it is lost: then its money is there twice, or after all.
 * And it may take it once more. The desk says what was so last.
 */
async function keepLateTurns(
  { clock }: Pick<World, 'clock'>,
  transaction: Transaction,
  { bill, found }: { bill: BillOfPayment; found: Found },
): Promise<void> {
  for (const { stripeDisputeId, status } of found.disputes) {
    const decided = bill.disputes.find((one) => one.stripeDisputeId === stripeDisputeId && one.decision !== null);
    if (!decided || decided.status === status) continue;
    const finding = lateTurn(status, decided);
    const over = lateKinds.filter((kind) => kind !== finding?.kind);
    await endFindings(transaction, over, stripeDisputeId, clock.now());
    const about = { subject: stripeDisputeId, profileId: bill.customerProfileId, billId: bill.billId };
    if (finding) await keepFindings(transaction, [{ ...finding, ...about }], clock.now());
  }
}
