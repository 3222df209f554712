import type Stripe from 'stripe';
import { differing, record } from '../changes/record.ts';
import { type Caller, profileIds } from '../http/access.ts';
import { notFound } from '../http/errors.ts';
import { payoutFailedLetter } from '../messages/letters/payout-failed.ts';
import { tell } from '../messages/service.ts';
import { findAtStripe } from '../stripe/ask.ts';
import type { World } from '../world.ts';
import { lockAccountOf, selectConnectedAccount, selectWorker, updateLastPayout, updatePayoutSeen } from './store.ts';

/**
 * Reads at Stripe how the last payouts of an account ended. When a worker's bank did not take one, the worker is told once,
 * and staff see it until one is paid that was made afterwards, or one of them has seen it. A bank may say so days after
 * Stripe took a payout for paid, when later ones are paid already; its money goes with the next one.
 * @throws ApiError PAYMENT_PROVIDER_UNAVAILABLE
 */
export async function refreshPayouts(world: World, stripeAccountId: string): Promise<void> {
  const payouts = await findAtStripe(world, (stripe) =>
    stripe.payouts.list(
      { limit: 20, expand: ['data.failure_balance_transaction'] },
      { stripeAccount: stripeAccountId },
    ),
  );
  const [last, ...others] = standingFailures(payouts?.data ?? []);
  // Others are under way still.
  if (!payouts?.data.some(hasEnded)) return;
  const amount = others.reduce((sum, each) => sum + each.amount, last?.amount ?? 0);
  const failed = last ? { id: last.id, amount, at: world.clock.now() } : null;
  await world.database.transaction(async (transaction) => {
    const changed = await updateLastPayout(transaction, stripeAccountId, failed);
    const worker = changed && failed && (await selectWorker(transaction, changed.userId));
    if (!worker || !last) return;
    const url = `${world.publicUrl}/workers/${worker.profileId}/earnings`;
    for (const payout of [last, ...others]) {
      const letter = payoutFailedLetter(worker, payout.amount, url);
      await tell(world, transaction, `payout-failed:${payout.id}`, worker, letter, { class: 'bill' });
    }
  });
}

/**
 * Reads a user's balance at Stripe, and the payout that arrives first of those that are on their way.
 * @returns undefined without an account; amounts in integer cents
 * @throws ApiError PAYMENT_PROVIDER_UNAVAILABLE
 */
export async function readBalance(world: World, userId: string) {
  const account = await selectConnectedAccount(world.database, userId);
  if (!account) return undefined;
  const of = { stripeAccount: account.stripeAccountId };
  const [balance, payouts] = await Promise.all([
    findAtStripe(world, (stripe) => stripe.balance.retrieve({}, of)),
    findAtStripe(world, (stripe) => stripe.payouts.list({ limit: 20 }, of)),
  ]);
  if (!balance) return undefined;
  const cents = (parts: readonly { amount: number; currency: string }[]) =>
    parts.reduce((sum, { amount, currency }) => sum + (currency === 'usd' ? amount : 0), 0);
  const [next] = (payouts?.data ?? [])
    .filter(({ status }) => status === 'pending' || status === 'in_transit')
    .sort((a, b) => a.arrival_date - b.arrival_date);
  return { available: cents(balance.available), pending: cents(balance.pending), next };
}

/**
 * @returns all payouts to a user's bank, as Stripe has them, newest first; none without an account
 * @throws ApiError PAYMENT_PROVIDER_UNAVAILABLE
 */
export async function listPayouts(world: World, userId: string) {
  const account = await selectConnectedAccount(world.database, userId);
  if (!account) return [];
  const of = { stripeAccount: account.stripeAccountId };
  const payouts = await findAtStripe(world, (stripe) =>
    stripe.payouts.list({ limit: 100 }, of).autoPagingToArray({ limit: 10_000 }),
  );
  return (payouts ?? []).map(({ id, amount, status, created, arrival_date: arrival, failure_message: failure }) => ({
    amount,
    status,
    at: Temporal.Instant.fromEpochMilliseconds(created * 1000),
    // Stripe gives the day as its first second in UTC.
    arrivesOn: Temporal.Instant.fromEpochMilliseconds(arrival * 1000)
      .toZonedDateTimeISO('UTC')
      .toPlainDate(),
    failure: failure ?? null,
    stripePayout: id,
  }));
}

/**
 * @param payouts of an account, newest first
 * @returns those whose money came back and went with no payout that was made afterwards, newest first
 */
function standingFailures(payouts: readonly Stripe.Payout[]): Stripe.Payout[] {
  return payouts.filter((payout, index) => {
    const { failure_balance_transaction: back, created } = payout;
    const failedAt = typeof back === 'object' && back !== null ? back.created : created;
    const isMadeAfter = (other: Stripe.Payout) => hasEnded(other) && other.created >= failedAt;
    return payout.status === 'failed' && !payouts.slice(0, index).some(isMadeAfter);
  });
}

const hasEnded = ({ status }: Stripe.Payout) => status === 'paid' || status === 'failed';

/**
 * Marks a worker's failed payout as seen by the caller, which takes it off the desk, or as not seen.
 * @throws ApiError NOT_FOUND unless the worker has an account
 */
export async function seeFailedPayout(
  world: World,
  caller: Caller,
  workerProfileId: string,
  isSeen: boolean,
): Promise<void> {
  const [seenBy = null] = profileIds(caller, 'PROFILE_TYPE_EMPLOYEE');
  const seen = isSeen
    ? { payoutSeenAt: world.clock.now(), payoutSeenBy: seenBy }
    : { payoutSeenAt: null, payoutSeenBy: null };
  await world.database.transaction(async (transaction) => {
    const account = await lockAccountOf(transaction, workerProfileId);
    if (!account) throw notFound('Worker');
    if ((account.payoutSeenAt !== null) === isSeen) return;
    await updatePayoutSeen(transaction, account.id, seen);
    const fields = differing({ isSeen: !isSeen }, { isSeen });
    await record(world, transaction, { kind: 'payout-seen', by: caller.userId, subjectId: workerProfileId, fields });
  });
}
