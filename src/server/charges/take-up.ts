import { writtenOff } from '#domain/ledger.ts';
import { largestPayment, smallestPayment } from '#domain/pricing.ts';
import type { Transaction } from '../database/connection.ts';
import { workInLanes } from '../jobs/lanes.ts';
import { post } from '../ledger/post.ts';
import type { World } from '../world.ts';
import { insertPayment, markTakenOver } from './attempt-store.ts';
import {
  type DueCharge,
  engagementsWithDueCharges,
  holdCharges,
  holdChargesOf,
  lockDueCharges,
  lockTerms,
  type Terms,
  writeOff,
} from './store.ts';

/** When it is looked at again whether a worker can be paid, besides at the moment the provider says so. */
const lookAgain = { hours: 24 };
/** For how long a rest that is too small for a payment waits for another one to join. */
const longestRest = { hours: 24 * 30 };

/** Takes up everything that is due, together for an engagement and worker; a job then collects it. */
export async function takeUpCharges(world: World): Promise<void> {
  const due = (await engagementsWithDueCharges(world.database, world.clock.now())).values();
  await workInLanes(
    async () => due.next().value,
    async (engagementId) => {
      try {
        await world.database.transaction(async (transaction) => {
          await takeUpDueCharges(world, transaction, engagementId, await lockTerms(transaction, engagementId));
        });
      } catch (error) {
        // One engagement in trouble must not hold up the others; its charges stay due.
        world.log.error({ err: error, engagementId }, 'charges not taken up; will be tried again');
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
  for (const { payee, charges, amount, fee } of paymentsFor(due)) {
    const chargeIds = charges.map((charge) => charge.id);
    if (!payee || !stripeCustomerId) {
      // Staff see it on the desk; it is collected as soon as the worker can be paid.
      await holdCharges(transaction, chargeIds, now, now.add(lookAgain));
      continue;
    }
    if (amount < smallestPayment) {
      ended.push(...(await holdRests(transaction, charges, now)));
      continue;
    }
    const { id: paymentId } = await insertPayment(
      transaction,
      {
        engagementId,
        amount,
        applicationFee: fee,
        stripeCustomerId,
        stripePaymentMethodId,
        stripeDestinationAccountId: payee,
        attempt: 1,
        createdAt: now,
        dueAt: now,
      },
      chargeIds,
    );
    await world.jobs.enqueue(transaction, 'collect-payment', { paymentId });
  }
  const postings = ended.map((charge) => ({
    cause: `write-off:${charge.id}`,
    moves: writtenOff(charge),
    customerProfileId,
    visitId: charge.workId,
  }));
  await post(world, transaction, postings);
}

/** Holds the charges of a payment that could not be made, because its worker cannot be paid now. */
export async function holdAgain(world: World, transaction: Transaction, paymentId: string): Promise<void> {
  const now = world.clock.now();
  await holdChargesOf(transaction, paymentId, now, now.add(lookAgain));
  await markTakenOver(transaction, paymentId);
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
  const parts: { payee: string | null; charges: DueCharge[]; amount: number; fee: number }[] = [];
  for (const charge of due) {
    const part = parts.find(({ payee, amount }) => payee === charge.payee && amount + charge.amount <= largestPayment);
    if (part) {
      part.charges.push(charge);
      part.amount += charge.amount;
      part.fee += charge.fee;
    } else parts.push({ payee: charge.payee, charges: [charge], amount: charge.amount, fee: charge.fee });
  }
  return parts;
}
