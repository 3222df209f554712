import { type Caller, profileIds } from '../http/access.ts';
import { notFound } from '../http/errors.ts';
import { tell } from '../messages/service.ts';
import { findAtStripe } from '../stripe/ask.ts';
import type { World } from '../world.ts';
import { payoutFailedLetter } from './letters.ts';
import { selectWorker, updateLastPayout, updatePayoutSeen } from './store.ts';

/**
 * Reads at Stripe how the last payout of an account ended. When a worker's bank did not take it, the worker
 * is told once, and staff see it until a later one is paid or one of them has seen it.
 * @throws ApiError PAYMENT_PROVIDER_UNAVAILABLE
 */
export async function refreshPayouts(world: World, stripeAccountId: string): Promise<void> {
  const payouts = await findAtStripe(world, (stripe) =>
    stripe.payouts.list({ limit: 20 }, { stripeAccount: stripeAccountId }),
  );
  // Others are under way still, and one that was paid may come back days later.
  const last = payouts?.data.find(({ status }) => status === 'paid' || status === 'failed');
  if (!last) return;
  const failed = last.status === 'failed' ? { id: last.id, amount: last.amount, at: world.clock.now() } : null;
  await world.database.transaction(async (transaction) => {
    const changed = await updateLastPayout(transaction, stripeAccountId, failed);
    const worker = changed && failed && (await selectWorker(transaction, changed.userId));
    if (!worker || !failed) return;
    const url = `${world.publicUrl}/workers/${worker.profileId}/earnings`;
    await tell(world, transaction, `payout-failed:${failed.id}`, worker, payoutFailedLetter(worker, url), {
      class: 'bill',
    });
  });
}

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
  if (!(await updatePayoutSeen(world.database, workerProfileId, seen))) throw notFound('Worker');
}
