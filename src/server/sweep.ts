import { collectPayment, sweepBilling } from './billing/service.ts';
import type { JobHandlers } from './jobs/jobs.ts';
import { deliverDueMessages, deliverMessage } from './messages/service.ts';
import { forgetExpiredTokens } from './sessions/service.ts';
import type { World } from './world.ts';

/** Does everything that has fallen due by the clock. */
export async function sweep(world: World): Promise<void> {
  await sweepBilling(world);
  await deliverDueMessages(world);
  await forgetExpiredTokens(world);
}

/** What each job does. */
export const createJobHandlers = (world: World): JobHandlers => ({
  'deliver-message': ({ messageId }) => deliverMessage(world, messageId),
  'collect-payment': ({ paymentId }) => collectPayment(world, paymentId),
  sweep: () => sweep(world),
});
