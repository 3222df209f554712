import { tipped } from '#domain/ledger.ts';
import { notConfirmedMessage } from '#domain/payment-attempts.ts';
import type { Transaction } from '../database/connection.ts';
import type { Posting } from '../ledger/post.ts';
import { tipReceiptLetter } from '../messages/letters/receipt.ts';
import { tipForWorkerLetter } from '../messages/letters/tip.ts';
import { tipFailedLetter } from '../messages/letters/tip-failed.ts';
import { aboutWork, tell } from '../messages/service.ts';
import type { World } from '../world.ts';
import type { Outcome } from './outcome.ts';
import { selectWorkerToTell } from './reading-store.ts';
import { movePayment, type PaymentRow, selectPaidTwice } from './store.ts';
import { billOf, engagementLead, shownOnPage, tellPayer } from './tell-payer.ts';
import { selectTippedVisit } from './tip-store.ts';

/** A payment for a tip. */
export type TipPayment = PaymentRow & { tipWorkId: string };
export const isTip = (payment: PaymentRow): payment is TipPayment => payment.tipWorkId !== null;

/** Of a tip that came to nothing, and not for the card's sake. */
export const notTakenMessage = 'Stripe does not let us pass a tip on right now.';

type Unpaid = Exclude<Outcome, { kind: 'paid' | 'unknown' | 'processing' }>;

/**
 * Makes a tip that is not paid follow its outcome. Unless the customer can still confirm it, it comes to nothing: nothing
 * is tried again, nobody owes it, and another can be left.
 * @param confirmUntil until when the customer can confirm it, on the site
 */
export async function applyUnpaidTip(
  world: World,
  transaction: Transaction,
  { id, askedAt }: TipPayment,
  outcome: Unpaid,
  confirmUntil: Temporal.Instant,
): Promise<void> {
  const now = world.clock.now();
  const intent = 'intentId' in outcome && outcome.intentId !== null ? { stripePaymentIntentId: outcome.intentId } : {};
  if (outcome.kind === 'action-required') {
    const changes = { status: 'action-required', dueAt: confirmUntil, ...intent } as const;
    await movePayment(transaction, id, ['pending', 'unknown'], changes);
    return;
  }
  if (outcome.kind === 'refused') {
    world.log.error({ event: 'tip-refused', paymentId: id, reason: outcome.reason }, 'Stripe refused a tip');
  }
  const isCanceled = outcome.kind === 'canceled';
  const isForCard = outcome.kind === 'declined' || outcome.kind === 'payer-deleted';
  const ended = await movePayment(
    transaction,
    id,
    ['pending', 'unknown', 'processing', ...(isCanceled ? (['action-required'] as const) : [])],
    {
      status: 'declined',
      isTakenOver: true,
      declineMessage: isCanceled ? notConfirmedMessage : isForCard ? outcome.reason : notTakenMessage,
      settledAt: now,
      dueAt: null,
      ...intent,
    },
  );
  if (!ended) return;
  const isOnPage = !isCanceled && Temporal.Instant.compare(now, (askedAt ?? now).add(shownOnPage)) < 0;
  if (isOnPage) return;
  const { amount, declineMessage } = ended;
  await tellPayer(world, transaction, ended, 'tip-failed', (payer) =>
    tipFailedLetter(payer, { amount, why: declineMessage ?? '', lead: engagementLead(world, payer, ended) }),
  );
}

/** Tells the customer that a tip is paid, and its worker who left it. */
export async function tellOfTip(
  world: World,
  transaction: Transaction,
  payment: TipPayment,
  card: string | null,
): Promise<void> {
  const { id, amount, tipWorkId } = payment;
  const { date, workerProfileId, workerName } = await selectTippedVisit(transaction, tipWorkId);
  const { number } = await billOf(transaction, payment, card);
  const payer = await tellPayer(world, transaction, payment, 'receipt', (to) =>
    tipReceiptLetter(to, { number, amount, card, date, workerName, lead: engagementLead(world, to, payment) }),
  );
  const worker = await selectWorkerToTell(transaction, workerProfileId);
  const url = `${world.publicUrl}/workers/${workerProfileId}/earnings`;
  const letter = tipForWorkerLetter(worker, { amount, date, customerName: payer.firstName, street: payer.street, url });
  await tell(world, transaction, `tip:${id}`, worker, letter, aboutWork);
}

/**
 * @param isPaidTwice whether another tip stands for that visit: then this one is owed back to the customer
 * @returns what a tip that was paid has moved
 */
export async function postingOfTip(
  transaction: Transaction,
  payment: TipPayment,
  isPaidTwice: boolean,
): Promise<Posting> {
  const { id, tipWorkId, amount } = payment;
  const [whose] = await selectPaidTwice(transaction, id);
  if (!whose) throw new Error(`There is no bill of the tip ${id}`);
  const { customerProfileId, workerProfileId } = whose;
  return {
    cause: `payment:${id}:paid`,
    moves: tipped(amount, isPaidTwice),
    customerProfileId,
    workerProfileId,
    paymentId: id,
    ...(isPaidTwice ? {} : { visitId: tipWorkId }),
  };
}
