import type { FindingKind } from '#domain/findings.ts';
import { movedBetween, type Reading } from '#domain/ledger.ts';
import { reversedAlone } from '#domain/refund.ts';
import type { Transaction } from '../database/connection.ts';
import { endFindings, keepFindings } from '../findings/store.ts';
import type { Posting } from '../ledger/post.ts';
import type { World } from '../world.ts';
import { disputed, type Found } from './reading.ts';
import { type BillOfPayment, keepDisputes, keepReading, keepRefunds, selectBillOfPayment } from './reading-store.ts';
import { tellOfRefunds } from './refund-letters.ts';
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
  const moves = movedBetween(before, after, { isPaidTwice, isTip: payment.tipWorkId !== null });
  const isNew = moves.length > 0 || news.length > 0 || hasNewDisputes || after.processingFee !== before.processingFee;
  if (!isNew) return [];
  const readings = payment.readings + 1;
  const status = after.refunded >= payment.amount ? 'refunded' : 'paid';
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

/** Disputes of bank debits are lost as they begin: https://docs.stripe.com/payments/ach-direct-debit#disputed-payments */
const isOfDebit = (reason: string) =>
  ['bank_cannot_process', 'debit_not_authorized', 'incorrect_account_details', 'insufficient_funds'].includes(reason);

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
  const returned = found.disputes.filter(({ status, reason }) => status === 'lost' && isOfDebit(reason));
  if (returned.length > 0) {
    const amount = returned.reduce((sum, { taken }) => sum + taken, 0);
    const about = { profileId: customerProfileId, billId };
    await keepFindings(transaction, [{ kind: 'debit-returned', subject: payment.id, amount, ...about }], now);
  }
  if (alone === 0) ended.push('reversed-alone');
  else {
    const about = { profileId: workerProfileId, billId };
    const finding = { kind: 'reversed-alone', subject: payment.id, amount: alone, ...about } as const;
    await keepFindings(transaction, [finding], now);
  }
  if (ended.length > 0) await endFindings(transaction, ended, payment.id, now);
}
