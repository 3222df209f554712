import { askedOf, creditFor } from '#domain/credit.ts';
import { askedAttempt } from '#domain/payment-attempts.ts';
import { lockCredit, returnCredit, takeCredit } from '../credits/balance.ts';
import type { Transaction } from '../database/connection.ts';
import { type Posting, post } from '../ledger/post.ts';
import type { World } from '../world.ts';
import { insertPayment, markTakenOver, type PaymentRow } from './attempt-store.ts';
import {
  chargesWithCredit,
  keepBillCredit,
  keepCreditUsed,
  lockRestingPayments,
  lowerPayment,
  selectIdleCredit,
} from './credit-store.ts';
import { lockCustomer } from './lock-store.ts';

/** What credit pays of a bill that is open: its number, how much, and what is left for the card; integer cents. */
export type CreditUse = { number: string; amount: number; left: number };

type Resting = Awaited<ReturnType<typeof lockRestingPayments>>[number];

/**
 * @param credit what the customer has, integer cents
 * @returns what of it pays for bills that are open and that nobody is collecting now, the oldest first. The caller has
 *   locked the customer's engagements
 */
export async function planCreditUse(
  { clock }: Pick<World, 'clock'>,
  transaction: Transaction,
  customerProfileId: string,
  credit: number,
): Promise<(CreditUse & { resting: Resting })[]> {
  let left = credit;
  const uses = [];
  for (const resting of await lockRestingPayments(transaction, customerProfileId, clock.now())) {
    const asked = resting.payment.amount;
    const amount = creditFor(left, asked);
    if (amount <= 0) continue;
    left -= amount;
    uses.push({ resting, number: resting.number, amount, left: asked - amount });
  }
  return uses;
}

/**
 * Uses what a customer has of credit for bills that are open and that nobody is collecting now. A bill that it pays whole is
 * paid at once, as one that credit pays from the start. The caller has locked the customer's engagements.
 * @param cause what has led to it, such as `act:<id>`, unique for ever
 * @returns what it pays with the payment that asks for what is left, and what that moves, to be posted
 */
export async function payOpenWithCredit(
  world: World,
  transaction: Transaction,
  customerProfileId: string,
  cause: string,
): Promise<{ uses: (CreditUse & { billId: string; paymentId: string })[]; postings: Posting[] }> {
  const credit = await lockCredit(transaction, customerProfileId);
  const planned = credit > 0 ? await planCreditUse(world, transaction, customerProfileId, credit) : [];
  const uses = [];
  const postings: Posting[] = [];
  for (const { resting, number, amount, left } of planned) {
    const { billId, payment } = resting;
    let rest = amount;
    let applicationFee = 0;
    const parts = [];
    for (const { id, visitId, ...charge } of await chargesWithCredit(transaction, billId)) {
      const more = Math.min(rest, charge.amount - charge.creditUsed);
      const creditUsed = charge.creditUsed + more;
      rest -= more;
      applicationFee += askedOf({ ...charge, creditUsed }).fee;
      if (more === 0) continue;
      await keepCreditUsed(transaction, id, creditUsed);
      parts.push({ visitId, creditUsed: more });
    }
    await keepBillCredit(transaction, billId, amount);
    const paymentId = await askForLess(world, transaction, payment, { amount: left, applicationFee });
    const bill = { billId, paymentId, parts };
    postings.push(...(await takeCredit(transaction, customerProfileId, bill, `bill:${billId}:${cause}`)));
    uses.push({ number, amount, left, billId, paymentId });
  }
  return { uses, postings };
}

/**
 * Uses the credit that lies beside an open bill. Whatever gives credit or lets a bill rest does so at once; this is for what
 * is older than that rule, and what was missed.
 */
export async function spendIdleCredit(world: World): Promise<void> {
  const now = world.clock.now();
  for (const customerProfileId of await selectIdleCredit(world.database, now)) {
    try {
      await world.database.transaction(async (transaction) => {
        await lockCustomer(transaction, customerProfileId);
        const { postings } = await payOpenWithCredit(world, transaction, customerProfileId, `idle:${now}`);
        await post(world, transaction, postings);
      });
    } catch (error) {
      // One customer in trouble must not hold up the others.
      world.log.error(
        { event: 'credit-not-used', err: error, customerProfileId },
        'credit not used; will be tried again',
      );
    }
  }
}

/**
 * What was asked of a card already stays as it is, since it may be paid at Stripe after all: another attempt stands for it,
 * declined like it.
 * @returns the id of the payment that asks for what is left
 */
async function askForLess(
  world: World,
  transaction: Transaction,
  payment: PaymentRow,
  rest: { amount: number; applicationFee: number },
): Promise<string> {
  const now = world.clock.now();
  const isPaid = rest.amount === 0;
  // What Stripe keeps of nothing is known.
  const less = { ...rest, ...(isPaid && { processingFee: 0, dueAt: now }) };
  let { id } = payment;
  if (payment.status === 'pending') await lowerPayment(transaction, id, less);
  else {
    await markTakenOver(transaction, id);
    const { engagementId, billId, stripeCustomerId, stripePaymentMethodId, stripeDestinationAccountId } = payment;
    const { attempt, declineMessage, failureReason, createdAt, settledAt } = payment;
    const whose = { engagementId, billId, stripeCustomerId, stripePaymentMethodId, stripeDestinationAccountId };
    const stands = isPaid
      ? { attempt: askedAttempt, createdAt: now }
      : ({ status: 'declined', attempt, declineMessage, failureReason, createdAt, settledAt } as const);
    ({ id } = await insertPayment(
      transaction,
      { ...whose, ...stands, ...less },
      await chargeIdsOf(transaction, payment),
    ));
  }
  if (isPaid) await world.jobs.enqueue(transaction, 'collect-payment', { paymentId: id });
  return id;
}

const chargeIdsOf = async (transaction: Transaction, { billId }: PaymentRow) =>
  billId === null ? [] : (await chargesWithCredit(transaction, billId)).map(({ id }) => id);

/**
 * Gives back the credit that a bill has used since a payment of it was asked for, because that payment is made after all.
 * @returns what that moves, to be posted
 */
export async function returnCreditSince(
  transaction: Transaction,
  { id: paymentId, billId, tipWorkId, amount }: PaymentRow,
): Promise<Posting[]> {
  // Credit pays for visits only.
  if (billId === null || tipWorkId !== null) return [];
  const charges = await chargesWithCredit(transaction, billId);
  const asked = charges.reduce((sum, charge) => sum + charge.amount - charge.creditUsed, 0);
  let since = amount - asked;
  if (since <= 0) return [];
  const { customerProfileId, isCreditReturned } = await keepBillCredit(transaction, billId, -since);
  const parts = [];
  // The first ones were the first to be paid by credit.
  for (const { id, visitId, creditUsed } of charges.toReversed()) {
    const less = Math.min(since, creditUsed);
    since -= less;
    if (less === 0) continue;
    await keepCreditUsed(transaction, id, creditUsed - less);
    parts.push({ visitId, creditUsed: less });
  }
  return isCreditReturned ? [] : await returnCredit(transaction, customerProfileId, { billId, paymentId, parts });
}
