import { numberTroubleOf, senderTroubleOf } from '#domain/text-delivery.ts';
import type { World } from '../world.ts';
import { markHeard, markRefused, unmarkRefused } from './store.ts';

/** Notes that Stripe has told us of a customer, which the check of the webhook waits for. */
export const noteHeard = ({ database }: Pick<World, 'database'>, stripeCustomerId: string): Promise<void> =>
  markHeard(database, 'webhook', stripeCustomerId, { state: 'good', reason: null });

/** Notes what became of the text of the last try, which its check waits for. */
export async function noteTextReport(
  { database }: Pick<World, 'database'>,
  id: string,
  { isDelivered, code }: { isDelivered: boolean; code: string },
): Promise<void> {
  const reason = senderTroubleOf(code) ?? (numberTroubleOf(code) ? 'address-refused' : 'undelivered');
  await markHeard(database, 'text', id, isDelivered ? { state: 'good', reason: null } : { state: 'failed', reason });
}

/** Notes that a call of Stripe's webhook was refused for its signature: the secret may be another endpoint's. */
export const noteRefusedWebhook = ({ config, clock, database }: World): Promise<void> =>
  markRefused(database, !config.STRIPE_SECRET_KEY, clock.now());

/** Notes that Stripe's signature was good. */
export const noteGoodWebhook = ({ database }: Pick<World, 'database'>): Promise<void> => unmarkRefused(database);
