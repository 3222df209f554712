import Stripe from 'stripe';
import { topUpOf } from '#domain/credit.ts';
import { post } from '../ledger/post.ts';
import { isServerFailure } from '../stripe/ask.ts';
import type { World } from '../world.ts';
import { selectVisitsOfBill } from './store.ts';
import { moveUnknownTopUp, selectAccountOfWorker, selectDueTopUps, type TopUpRow, takeTopUp } from './top-up-store.ts';

/** How long a try may take before it is taken for lost. */
const lease = { minutes: 5 };

/**
 * What a transfer is refused for until something else has changed, which takes hours: the money of cards is not there
 * yet, or the worker's account is restricted (https://docs.stripe.com/error-codes).
 */
const refusedForNow = ['balance_insufficient', 'insufficient_capabilities_for_transfer', 'transfers_not_allowed'];

/**
 * Asks Stripe for a top-up that is due. Its id is the idempotency key, and what may have been made before is looked
 * up first, so it is made once. When Stripe is in trouble it is asked again later.
 */
export async function makeTopUp(world: World, topUpId: string): Promise<void> {
  const now = world.clock.now();
  const taken = await takeTopUp(world.database, topUpId, now, now.add(lease));
  if (!taken) return;
  const { row: topUp, askedBefore } = taken;
  try {
    const made = (askedBefore && (await findMade(world, topUp))) || (await createTransfer(world, topUp));
    await bookMade(world, topUp, made);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    await followRefusal(world, topUp, error);
  }
}

/** Asks for all top-ups that are due. */
export async function makeDueTopUps(world: World): Promise<void> {
  for (const topUpId of await selectDueTopUps(world.database, world.clock.now())) {
    try {
      await makeTopUp(world, topUpId);
    } catch (error) {
      // One top-up in trouble must not hold up the others; it stays due.
      world.log.error({ event: 'top-up-failed', err: error, topUpId }, 'top-up not made; will be tried again');
    }
  }
}

/** @returns the id of the transfer that was made for a top-up, if there is one */
async function findMade({ stripe }: World, { id }: TopUpRow): Promise<string | undefined> {
  const { data } = await stripe.transfers.list({ transfer_group: id, limit: 1 });
  return data[0]?.id;
}

/** @returns its id */
async function createTransfer(world: World, topUp: TopUpRow): Promise<string> {
  const { id, amount, stripeDestinationAccountId: destination, attempt } = topUp;
  try {
    const transfer = await world.stripe.transfers.create(
      // It is found by its group: https://docs.stripe.com/api/transfers/list
      { amount, currency: 'usd', destination, transfer_group: id, metadata: { topUpId: id } },
      { idempotencyKey: attempt === 1 ? id : `${id}:${attempt}` },
    );
    return transfer.id;
  } catch (error) {
    if (!isServerFailure(error)) throw error;
    // A 500 may come after acting, and the same key gets the same 500 again; what was made is found in the list.
    const made = await findMade(world, topUp);
    if (made) return made;
    // So the next try has a key of its own, once the list has been read again.
    await moveUnknownTopUp(world.database, id, { attempt: attempt + 1 });
    throw error;
  }
}

async function bookMade(world: World, { id, billId }: TopUpRow, stripeTransferId: string): Promise<void> {
  const settledAt = world.clock.now();
  await world.database.transaction(async (transaction) => {
    const changes = { status: 'done', stripeTransferId, failure: null, dueAt: null, settledAt } as const;
    if (!(await moveUnknownTopUp(transaction, id, changes))) return;
    const visits = await selectVisitsOfBill(transaction, billId);
    const postings = visits.map(({ visitId, workerProfileId, customerProfileId, ...visit }) => ({
      cause: `top-up:${id}`,
      moves: [{ kind: 'top-up', amount: -topUpOf(visit) } as const],
      visitId,
      workerProfileId,
      customerProfileId,
    }));
    await post(world, transaction, postings);
  });
}

type Failure = InstanceType<typeof Stripe.errors.StripeError>;

async function followRefusal(world: World, topUp: TopUpRow, error: Failure): Promise<void> {
  const { id, attempt } = topUp;
  const { message: failure, code } = error;
  const isRefused =
    error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripePermissionError;
  if (!isRefused) return await postpone(world, topUp, failure, 5);
  const account = await selectAccountOfWorker(world.database, topUp.billId);
  if (account !== undefined && account !== topUp.stripeDestinationAccountId) {
    // The worker has connected another one since: that is the one to pay.
    const another = { stripeDestinationAccountId: account, attempt: attempt + 1, dueAt: world.clock.now() };
    await moveUnknownTopUp(world.database, id, another);
    return;
  }
  if (code && refusedForNow.includes(code)) {
    // The refusal is what this key answers for a day.
    return await postpone(world, topUp, failure, 360, { failure, attempt: attempt + 1 });
  }
  world.log.error({ event: 'top-up-refused', topUpId: id, reason: failure }, 'Stripe refused a top-up; staff see it');
  const settledAt = world.clock.now();
  await moveUnknownTopUp(world.database, id, { status: 'refused', failure, dueAt: null, settledAt });
}

/** Asks again after as long as it is old, at least so many minutes, at most a day. */
async function postpone(
  { database, clock, log }: World,
  { id, createdAt }: TopUpRow,
  reason: string,
  least: number,
  changes: Partial<Pick<TopUpRow, 'failure' | 'attempt'>> = {},
): Promise<void> {
  const now = clock.now();
  const ageMinutes = (now.epochMilliseconds - createdAt.epochMilliseconds) / 60_000;
  const minutes = Math.round(Math.min(Math.max(ageMinutes, least), 1440));
  log.warn({ event: 'top-up-unknown', topUpId: id, reason, minutes }, 'a top-up was not made yet; asking again later');
  await moveUnknownTopUp(database, id, { ...changes, dueAt: now.add({ minutes }) });
}
