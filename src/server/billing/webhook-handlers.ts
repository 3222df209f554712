import { refreshConnectedAccount } from '../connected-accounts/service.ts';
import type { WebhookHandlers } from '../payments/webhook.ts';
import type { World } from '../world.ts';
import { reconcilePayment } from './service.ts';

/** What is done about the payment provider's events. */
export const stripeWebhookHandlers = (world: World): WebhookHandlers => ({
  paymentIntentChanged: (paymentIntentId) => reconcilePayment(world, paymentIntentId),
  accountChanged: async (accountId) => {
    await refreshConnectedAccount(world, accountId);
  },
});
