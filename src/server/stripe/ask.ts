import Stripe from 'stripe';
import { ApiError } from '../http/errors.ts';
import { hashToken } from '../secrets.ts';
import type { World } from '../world.ts';

type Asking = Pick<World, 'stripe' | 'log'>;

/**
 * Asks Stripe for somebody who waits for the answer.
 * @throws ApiError PAYMENT_PROVIDER_UNAVAILABLE when Stripe fails or cannot be reached; the log has the reason
 */
export async function askStripe<Answer>(
  { stripe, log }: Asking,
  question: (stripe: Stripe) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await question(stripe);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    log.error({ event: 'stripe-failed', err: error }, 'Stripe failed');
    throw new ApiError(
      'PAYMENT_PROVIDER_UNAVAILABLE',
      'Our payment provider cannot be reached right now. Please try again in a few minutes.',
    );
  }
}

/** Asks like `askStripe`. @returns undefined when Stripe does not know the object */
export async function findAtStripe<Answer>(
  world: Asking,
  question: (stripe: Stripe) => Promise<Answer>,
): Promise<Answer | undefined> {
  return await askStripe(world, async (stripe) => {
    try {
      return await question(stripe);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  });
}

/**
 * @returns the key under which Stripe makes something only once. It depends on the request, because for a day
 * Stripe refuses another request under the same key (https://docs.stripe.com/api/idempotent_requests).
 */
export const keyFor = (what: string, sent: object): string => `${what}:${hashToken(JSON.stringify(sent))}`;

/** @returns whether it is of a connected account that is not connected any more (https://docs.stripe.com/error-codes#account-invalid) */
export function isDisconnected(error: unknown): boolean {
  return error instanceof Stripe.errors.StripePermissionError && error.code === 'account_invalid';
}

/** @returns whether the object does not exist at Stripe (https://docs.stripe.com/error-codes#resource-missing) */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}
