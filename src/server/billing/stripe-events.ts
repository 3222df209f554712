import { refreshPayouts } from '../connected-accounts/payouts.ts';
import { refreshConnectedAccount } from '../connected-accounts/service.ts';
import { followCard } from '../payment-methods/cards.ts';
import { refreshStripeCustomer } from '../payment-methods/deleted-customer.ts';
import { noteHeard } from '../setup/heard.ts';
import { type EventHandlers, handleDueEvents } from '../stripe/events.ts';
import type { World } from '../world.ts';
import { hearFraudWarning } from './fraud-warnings.ts';
import { findIntentOfCharge } from './payment-intents.ts';
import { reconcilePayment } from './service.ts';
import { hearReversedTransfer } from './top-up-reversals.ts';

/** Deals with what Stripe has told us of. */
export async function handleStripeEvents(world: World): Promise<void> {
  const handlers: EventHandlers = {
    'payment-intent': (paymentIntentId) => reconcilePayment(world, paymentIntentId),
    charge: async (chargeId) => {
      const intentId = await findIntentOfCharge(world, chargeId);
      if (intentId !== undefined) await reconcilePayment(world, intentId);
    },
    'fraud-warning': (warningId) => hearFraudWarning(world, warningId),
    customer: async (customerId) => {
      await refreshStripeCustomer(world, customerId);
      await noteHeard(world, customerId);
    },
    account: async (accountId) => {
      await refreshConnectedAccount(world, accountId);
    },
    payouts: (accountId) => refreshPayouts(world, accountId),
    transfer: (transferId) => hearReversedTransfer(world, transferId),
    'payment-method': (cardId) => followCard(world, cardId),
  };
  await handleDueEvents(world, handlers);
}
