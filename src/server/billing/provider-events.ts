import { refreshConnectedAccount } from '../connected-accounts/service.ts';
import { type EventHandlers, handleDueEvents } from '../stripe/events.ts';
import type { World } from '../world.ts';
import { reconcilePayment } from './service.ts';

/** Deals with what the payment provider has told us of. */
export async function handleProviderEvents(world: World): Promise<void> {
  const handlers: EventHandlers = {
    'payment-intent': (paymentIntentId) => reconcilePayment(world, paymentIntentId),
    account: async (accountId) => {
      await refreshConnectedAccount(world, accountId);
    },
  };
  await handleDueEvents(world, handlers);
}
