import { askedOf, creditFor, withCredit } from '#domain/credit.ts';
import { writtenOff } from '#domain/ledger.ts';
import { largestPayment, smallestPayment } from '#domain/pricing.ts';
import { lockCredit, returnCredit, takeCredit } from '../credits/balance.ts';
import type { Transaction } from '../database/connection.ts';
import { workInLanes } from '../jobs/lanes.ts';
import { type Posting, post } from '../ledger/post.ts';
import type { World } from '../world.ts';
import { insertPayment, markTakenOver, type PaymentRow } from './attempt-store.ts';
import { numberBills } from './bill-numbers.ts';
import { insertBill } from './bill-store.ts';
import { keepCreditUsed } from './credit-store.ts';
import {
  type DueCharge,
  engagementsWithDueCharges,
  holdCharges,
  holdChargesOf,
  lockDueCharges,
  lookLater,
  markCreditReturned,
  writeOff,
} from './store.ts';
import { lockTerms, type Terms } from './terms-store.ts';

/** What is collected together. */
type Part = Pick<DueCharge, 'payee' | 'workerProfileId' | 'amount' | 'fee'> & { charges: DueCharge[] };
type Payable = Part & { payee: string };
/** Who pays for it, and how. */
type Customer = Pick<PaymentRow, 'engagementId' | 'stripeCustomerId' | 'stripePaymentMethodId'> & {
  customerProfileId: string;
};

/** When it is looked at again whether a worker can be paid, besides at the moment Stripe says so. */
const lookAgain = { hours: 24 };
/** For how long a rest that is too small for a payment waits for another one to join. */
const longestRest = { hours: 24 * 30 };

/** Takes up everything that is due, together for an engagement and worker; a job then collects it. */
export async function takeUpCharges(world: World): Promise<void> {
  const due = (await engagementsWithDueCharges(world.database, world.clock.now())).values();
  await workInLanes(
    async (most) => due.take(most).toArray(),
    async (engagementId) => {
      try {
        await world.database.transaction(async (transaction) => {
          await takeUpDueCharges(world, transaction, engagementId, await lockTerms(transaction, { engagementId }));
        });
      } catch (error) {
        // One engagement in trouble must not hold up the others; its charges stay due.
        world.log.error(
          { event: 'charges-not-taken-up', err: error, engagementId },
          'charges not taken up; will be tried again',
        );
      }
    },
  );
}

async function takeUpDueCharges(
  world: World,
  transaction: Transaction,
  engagementId: string,
  terms: Terms,
): Promise<void> {
  const now = world.clock.now();
  const { customerProfileId, stripeCustomerId, stripePaymentMethodId } = terms;
  const due = await lockDueCharges(transaction, { engagementId, customerProfileId }, now);
  const ended: DueCharge[] = [];
  const billed: Payable[] = [];
  for (const part of paymentsFor(due)) {
    const { payee, charges, amount } = part;
    const [free, priced] = [charges.filter(isFree), charges.filter((charge) => !isFree(charge))];
    if (!payee || !stripeCustomerId) {
      // A free visit brings no money to wait for, so its bill comes later and is not on the desk.
      await lookLater(transaction, idsOf(free), now.add(lookAgain));
      // Staff see it on the desk; it is collected as soon as the worker can be paid.
      await holdCharges(transaction, idsOf(priced), now, now.add(lookAgain));
    } else if (amount < smallestPayment) {
      ended.push(...(await holdRests(transaction, priced, now)));
      if (free.length > 0) billed.push({ ...part, payee, charges: free, amount: 0, fee: 0 });
    } else billed.push({ ...part, payee });
  }
  const postings: Posting[] = ended.map((charge) => ({
    cause: `write-off:${charge.id}`,
    moves: writtenOff(charge),
    customerProfileId,
    visitId: charge.workId,
  }));
  if (stripeCustomerId && billed.length > 0) {
    const customer = { engagementId, customerProfileId, stripeCustomerId, stripePaymentMethodId };
    postings.push(...(await makeBills(world, transaction, customer, billed)));
  }
  await post(world, transaction, postings);
}

/**
 * Makes a bill of each part, with the first attempt to collect what credit does not pay of it.
 * @returns what that moves
 */
async function makeBills(
  world: World,
  transaction: Transaction,
  { customerProfileId, ...customer }: Customer,
  billed: readonly Payable[],
): Promise<Posting[]> {
  let credit = await lockCredit(transaction, customerProfileId);
  const { numbers, createdAt } = await numberBills(world, transaction, billed.length);
  const postings: Posting[] = [];
  for (const [index, { payee, workerProfileId, charges, amount, fee }] of billed.entries()) {
    const number = numbers[index] ?? '';
    const creditUsed = creditFor(credit, amount);
    credit -= creditUsed;
    const paidByCredit = withCredit(charges, creditUsed);
    const bill = { number, customerProfileId, workerProfileId, amount, fee, creditUsed, createdAt };
    const billId = await insertBill(transaction, bill);
    const payment = {
      ...customer,
      billId,
      amount: amount - creditUsed,
      // What Stripe keeps of nothing is known.
      processingFee: amount === creditUsed ? 0 : null,
      applicationFee: paidByCredit.reduce((sum, charge) => sum + askedOf(charge).fee, 0),
      stripeDestinationAccountId: payee,
      attempt: 1,
      createdAt,
      dueAt: createdAt,
    };
    const { id: paymentId } = await insertPayment(transaction, payment, idsOf(charges));
    const used = paidByCredit.filter((charge) => charge.creditUsed > 0);
    for (const { id, creditUsed: ofCharge } of used) await keepCreditUsed(transaction, id, ofCharge);
    const parts = used.map((charge) => ({ visitId: charge.workId, creditUsed: charge.creditUsed }));
    postings.push(
      ...(await takeCredit(transaction, customerProfileId, { billId, paymentId, parts }, `bill:${billId}`)),
    );
    await world.jobs.enqueue(transaction, 'collect-payment', { paymentId });
  }
  return postings;
}

/** Whether a coupon takes off all of it. */
const isFree = ({ amount }: DueCharge) => amount === 0;
const idsOf = (charges: readonly DueCharge[]) => charges.map(({ id }) => id);

/**
 * Holds the charges of a payment that could not be made, because its worker cannot be paid now, or Stripe has its customer no more.
 * @returns what that moves: their bill has come to nothing, so its credit goes back
 */
export async function holdAgain(world: World, transaction: Transaction, paymentId: string): Promise<Posting[]> {
  const now = world.clock.now();
  const postings = await giveCreditBack(transaction, paymentId);
  await holdChargesOf(transaction, paymentId, now, now.add(lookAgain));
  await markTakenOver(transaction, paymentId);
  return postings;
}

/**
 * Gives the customer back what credit was to pay of a bill that comes to nothing.
 * @param paymentId of its last attempt
 * @returns what that moves
 */
export async function giveCreditBack(transaction: Transaction, paymentId: string): Promise<Posting[]> {
  const [first, ...others] = await markCreditReturned(transaction, paymentId);
  if (!first?.billId) return [];
  const { customerProfileId, billId } = first;
  return await returnCredit(transaction, customerProfileId, { billId, paymentId, parts: [first, ...others] });
}

/**
 * What is too small alone waits for the customer's next payment to the same worker, and is written off in the end.
 * @returns what was written off
 */
async function holdRests(transaction: Transaction, rests: DueCharge[], now: Temporal.Instant): Promise<DueCharge[]> {
  const ended: DueCharge[] = [];
  for (const rest of rests) {
    const until = (rest.heldSince ?? now).add(longestRest);
    if (Temporal.Instant.compare(until, now) <= 0) ended.push(rest);
    else await holdCharges(transaction, [rest.id], now, until);
  }
  const ids = ended.map(({ id }) => id);
  if (ids.length > 0) await writeOff(transaction, ids, now);
  return ended;
}

/** @returns what is collected together: all that one worker did, as far as one payment can carry it */
function paymentsFor(due: DueCharge[]) {
  const parts: Part[] = [];
  for (const charge of due) {
    const part = parts.find(({ payee, amount }) => payee === charge.payee && amount + charge.amount <= largestPayment);
    if (part) {
      part.charges.push(charge);
      part.amount += charge.amount;
      part.fee += charge.fee;
    } else {
      const { payee, workerProfileId, amount, fee } = charge;
      parts.push({ payee, workerProfileId, charges: [charge], amount, fee });
    }
  }
  return parts;
}
