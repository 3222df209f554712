import { isEmail } from '#domain/no-email.ts';
import { findAtStripe } from '../stripe/ask.ts';
import type { World } from '../world.ts';
import { type DuePayer, endTelling, takeDuePayers } from './payer-store.ts';

/** How long telling Stripe may take before it is taken for lost. */
const lease = { minutes: 5 };
/** How many one sweep tells of: each asks Stripe. */
const mostInOneSweep = 50;

/** @returns a customer as Stripe is to know them: receipts and the dashboard there show it */
export const contactAtStripe = ({ email, name }: { email: string; name: string | null }) => ({
  email: isEmail(email) ? email : '',
  ...(name && { name }),
});

/**
 * Tells Stripe of customers whose name or email has changed. A trigger makes each change due; what Stripe does not answer is told again,
 * and what changes meanwhile is due once more.
 */
export async function tellStripeOfPayers(world: World): Promise<void> {
  const now = world.clock.now();
  for (const payer of await takeDuePayers(world.database, now, now.add(lease), mostInOneSweep)) {
    try {
      await tellStripe(world, payer);
    } catch (error) {
      world.log.warn(
        { event: 'payer-not-told', err: error, userId: payer.userId },
        'Stripe could not be told of a changed name or email; will be tried again',
      );
    }
  }
}

async function tellStripe(world: World, { userId, stripeCustomerId, leasedUntil, ...payer }: DuePayer): Promise<void> {
  // One that is not there any more is made anew, with what counts then.
  await findAtStripe(world, (stripe) => stripe.customers.update(stripeCustomerId, contactAtStripe(payer)));
  await endTelling(world.database, userId, leasedUntil);
}
