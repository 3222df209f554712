import { askedOf } from '#domain/credit.ts';
import { collected, writtenOff } from '#domain/ledger.ts';
import { payBillAfterAll } from '../charges/attempts.ts';
import { lockAllOfCustomer } from '../charges/lock-store.ts';
import { findOverdue } from '../charges/overdue.ts';
import { holdAgain } from '../charges/take-up.ts';
import { payOpenWithCredit, returnCreditSince } from '../charges/use-credit.ts';
import type { Transaction } from '../database/connection.ts';
import { resumePaid } from '../engagements/paying.ts';
import { type Posting, post } from '../ledger/post.ts';
import { confirmPaymentLetter } from '../messages/letters/payment-confirm.ts';
import { receiptLetter } from '../messages/letters/receipt.ts';
import { blockMethodOf } from '../payment-methods/blocks.ts';
import type { World } from '../world.ts';
import {
  applyCanceled,
  applyDeclined,
  applyRefused,
  declined,
  inDays,
  type Tried,
  unsettled,
} from './apply-decline.ts';
import { applyReading } from './apply-reading.ts';
import { applyUnpaidTip, isTip, postingOfTip, tellOfTip } from './apply-tip.ts';
import { endPlanned } from './end-planned.ts';
import type { Outcome } from './outcome.ts';
import type { Found } from './reading.ts';
import {
  movePayment,
  type Payer,
  type PaymentRow,
  selectChargedVisits,
  selectPaidTwice,
  selectPayer,
  selectPayment,
} from './store.ts';
import { billOf, engagementLead, tellPayer } from './tell-payer.ts';
import { writeTopUp } from './top-ups.ts';

/** How long the customer has to confirm a payment that the bank asks about. */
const confirmationDays = 3;
/** How often a bank that takes days is looked at, besides when Stripe tells of it. */
const lookAgain = { hours: 24 };

/**
 * Makes a payment follow its outcome and tells the customer, in one transaction. If several calls bring an
 * outcome at once, one acts and the others find the payment settled.
 * @param found what Stripe says of the money of a payment that was made, if it was asked
 * @returns false when somebody else has kept another answer meanwhile: then Stripe is to be asked again
 */
export async function applyOutcome(world: World, paymentId: string, outcome: Outcome, found?: Found): Promise<boolean> {
  const isNewest = await world.database.transaction(async (transaction) => {
    const payment = await selectPayment(transaction, paymentId);
    if (!payment) return true;
    await lockAllOfCustomer(transaction, payment.engagementId);
    if (outcome.kind === 'declined') await blockAfterFailure(world, transaction, payment, outcome);
    const kept = await follow(world, transaction, payment, outcome, found);
    await endPlanned(world, transaction, payment.engagementId);
    return kept;
  });
  world.meters.payment(outcome.kind);
  return isNewest;
}

/** @returns as `applyOutcome` */
async function follow(
  world: World,
  transaction: Transaction,
  payment: PaymentRow,
  outcome: Outcome,
  found: Found | undefined,
): Promise<boolean> {
  if (outcome.kind === 'paid') return await applyPaid(world, transaction, payment.id, outcome, found);
  if (outcome.kind !== 'unknown' && outcome.kind !== 'processing' && isTip(payment)) {
    await applyUnpaidTip(world, transaction, payment, outcome, inDays(world, confirmationDays));
  } else await applyUnpaid(world, transaction, payment.id, outcome);
  return true;
}

/** What is not to be tried again is blocked, tips included; what was blocked before is no news. */
async function blockAfterFailure(
  world: World,
  transaction: Transaction,
  payment: PaymentRow,
  { failure: reason, fingerprint, isLocal }: Outcome & { kind: 'declined' },
): Promise<void> {
  const isNews = isLocal !== true && [...unsettled, 'processing'].includes(payment.status);
  if (isNews) await blockMethodOf(world, transaction, payment, { reason, fingerprint });
}

async function applyUnpaid(
  world: World,
  transaction: Transaction,
  paymentId: string,
  outcome: Exclude<Outcome, { kind: 'paid' }>,
): Promise<void> {
  switch (outcome.kind) {
    case 'action-required':
      return await askToConfirm(world, transaction, paymentId, outcome);
    case 'processing':
      return await waitForBank(world, transaction, paymentId, outcome);
    case 'declined':
      return await applyDeclined(world, transaction, paymentId, outcome);
    case 'canceled':
      return await applyCanceled(world, transaction, paymentId, outcome);
    case 'payee-restricted':
    case 'payer-deleted':
      return await applyUnpayable(world, transaction, paymentId, outcome.reason);
    case 'refused':
      return await applyRefused(world, transaction, paymentId, outcome.reason);
    case 'unknown':
      return await postpone(world, transaction, paymentId, outcome.reason);
  }
}

async function applyPaid(
  world: World,
  transaction: Transaction,
  paymentId: string,
  { intentId, card }: Tried<string | null>,
  found: Found | undefined,
): Promise<boolean> {
  const moved = { status: 'paid', stripePaymentIntentId: intentId, settledAt: world.clock.now(), dueAt: null } as const;
  // One that was declined may be paid at Stripe all the same, even when it was written off since.
  const expected = await movePayment(
    transaction,
    paymentId,
    [...unsettled, 'action-required', 'processing', 'declined'],
    moved,
  );
  const payment = expected ?? (await movePayment(transaction, paymentId, ['written-off'], moved));
  const stood = payment?.isTakenOver
    ? await payBillAfterAll(world, transaction, payment)
    : expected
      ? 'open'
      : payment && 'written-off';
  const creditBack = payment?.isTakenOver && stood ? await returnCreditSince(transaction, payment) : [];
  if (payment && creditBack.length > 0) creditBack.push(...(await payOpen(world, transaction, payment)));
  // What was paid twice is on the desk, until it is sent back.
  if (payment && stood && isTip(payment)) await tellOfTip(world, transaction, payment, card);
  else if (payment && stood) {
    const bill = await billOf(transaction, payment, card);
    const { profileId } = await tellPayer(world, transaction, payment, 'receipt', (payer) =>
      receiptLetter(payer, bill, engagementLead(world, payer, payment)),
    );
    if (bill.creditUsed > 0) await writeTopUp(world, transaction, payment);
    const { givenUpAmount } = await findOverdue(world, transaction, profileId);
    if (givenUpAmount === 0) await resumePaid(world, transaction, profileId);
  }
  const postings = [...creditBack, ...(payment ? await postingsOf(transaction, payment, stood) : [])];
  // One whose bill another had paid has perhaps become another's.
  const paid = found && (payment?.isTakenOver === false ? payment : await selectPayment(transaction, paymentId));
  const isNewest = paid?.readings === found?.after;
  if (found && paid && isNewest) postings.push(...(await applyReading(world, transaction, paid, found)));
  // Last, because until the commit all others who post wait.
  await post(world, transaction, postings);
  return isNewest;
}

/** @returns what a payment brought in; of a bill that was written off it is owed again before */
async function postingsOf(
  transaction: Transaction,
  payment: PaymentRow,
  stood: 'open' | 'written-off' | undefined,
): Promise<Posting[]> {
  if (isTip(payment)) return [await postingOfTip(transaction, payment, stood === undefined)];
  const { id: paymentId } = payment;
  const visits = await selectChargedVisits(transaction, paymentId);
  const parts = visits.length > 0 ? visits : await selectPaidTwice(transaction, paymentId);
  const cause = `payment:${paymentId}:paid`;
  return parts.map(({ amount, fee, creditUsed, ...whose }) => {
    const visit = { amount, fee, creditUsed };
    // The credit has gone back when it was written off, so that only the card's part is owed again.
    const owedAgain = stood === 'written-off' ? writtenOff({ amount: -askedOf(visit).amount }) : [];
    return { ...whose, paymentId, cause, moves: [...owedAgain, ...collected(visit)] };
  });
}

async function askToConfirm(world: World, transaction: Transaction, paymentId: string, { intentId, card }: Tried) {
  const payment = await movePayment(transaction, paymentId, [...unsettled], {
    status: 'action-required',
    stripePaymentIntentId: intentId,
    dueAt: inDays(world, confirmationDays),
  });
  if (!payment) return;
  if (payment.isTakenOver) {
    // Another attempt has paid meanwhile: Stripe is told that this one is over.
    await movePayment(transaction, paymentId, ['action-required'], { dueAt: world.clock.now() });
    return;
  }
  const bill = await billOf(transaction, payment, card);
  const letter = (payer: Payer) =>
    confirmPaymentLetter(payer, bill, engagementLead(world, payer, payment), confirmationDays);
  await tellPayer(world, transaction, payment, 'payment-confirm', letter, payment.dueAt ?? undefined);
}

/** A bank has taken it on, and says in some days whether it pays. Until then nothing else is tried, and nobody asked. */
async function waitForBank(world: World, transaction: Transaction, paymentId: string, { intentId }: Tried) {
  await movePayment(transaction, paymentId, [...unsettled, 'action-required'], {
    status: 'processing',
    stripePaymentIntentId: intentId,
    dueAt: world.clock.now().add(lookAgain),
  });
}

/** Uses the credit that has come back for what else is open. @returns what that moves */
async function payOpen(world: World, transaction: Transaction, { id, engagementId }: PaymentRow): Promise<Posting[]> {
  const { profileId } = await selectPayer(transaction, engagementId);
  return (await payOpenWithCredit(world, transaction, profileId, `credit-back:${id}`)).postings;
}

/** The worker's account cannot be paid now, or the customer is not at Stripe: the charges are held, and the customer loses no attempt. */
async function applyUnpayable(
  world: World,
  transaction: Transaction,
  paymentId: string,
  reason: string,
): Promise<void> {
  const payment = await movePayment(transaction, paymentId, [...unsettled], declined(world, reason, null));
  if (!payment) return;
  const creditBack = await holdAgain(world, transaction, paymentId);
  if (creditBack.length > 0) creditBack.push(...(await payOpen(world, transaction, payment)));
  await post(world, transaction, creditBack);
}

/** The outcome is unknown: asks again after as long as it has been unknown, at least 5 minutes, at most 6 hours. */
async function postpone(world: World, transaction: Transaction, paymentId: string, reason: string): Promise<void> {
  const payment = await selectPayment(transaction, paymentId);
  if (payment?.status !== 'unknown') return;
  const now = world.clock.now();
  const openMinutes = (now.epochMilliseconds - (payment.askedAt ?? now).epochMilliseconds) / 60_000;
  const minutes = Math.round(Math.min(Math.max(openMinutes, 5), 360));
  world.log.warn(
    { event: 'payment-unknown', paymentId, reason, minutes },
    'the outcome of a payment is unknown; asking again later',
  );
  await movePayment(transaction, paymentId, ['unknown'], { dueAt: now.add({ minutes }) });
}
