import { ApiError } from '../http/errors.ts';
import type { World } from '../world.ts';
import { refreshPayouts } from './payouts.ts';
import { refreshConnectedAccount } from './service.ts';
import { keepChecked, selectLongestUnchecked } from './store.ts';

/** Two or three questions each; of more accounts the others have their turn in the nights that follow. */
const mostAtOnce = 200;

/**
 * Reads accounts and their last payouts again, because what Stripe tells of connected accounts cannot be listed afterwards as
 * our own events can.
 * @param stillHere is called before each account
 */
export async function checkAccounts(world: World, stillHere: () => Promise<void>): Promise<void> {
  const { database, clock, log } = world;
  for (const stripeAccountId of await selectLongestUnchecked(database, mostAtOnce)) {
    await stillHere();
    try {
      await refreshConnectedAccount(world, stripeAccountId);
      await refreshPayouts(world, stripeAccountId);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // One that is disconnected says nothing of its payouts.
      log.warn(
        { event: 'account-not-read', err: error, stripeAccountId },
        'an account could not be read; it has its turn again',
      );
    }
    await keepChecked(database, stripeAccountId, clock.now());
  }
}
