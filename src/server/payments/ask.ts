import Stripe from 'stripe';
import { ApiError } from '../http/errors.ts';
import { hashToken } from '../secrets.ts';
import type { World } from '../world.ts';

type Provider = Pick<World, 'stripe' | 'log'>;

/**
 * Asks the payment provider on behalf of somebody who waits for the answer.
 * @throws ApiError PAYMENT_PROVIDER_UNAVAILABLE when it fails or cannot be reached; the reason is in the log
 */
export async function askStripe<Answer>(
  { stripe, log }: Provider,
  question: (stripe: Stripe) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await question(stripe);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    log.error({ err: error }, 'the payment provider failed');
    throw new ApiError(
      'PAYMENT_PROVIDER_UNAVAILABLE',
      'Our payment provider cannot be reached right now. Please try again in a few minutes.',
    );
  }
}

/**
 * The same for something that may not be there.
 * @returns undefined when the provider does not know it
 */
export async function findAtStripe<Answer>(
  provider: Provider,
  question: (stripe: Stripe) => Promise<Answer>,
): Promise<Answer | undefined> {
  return await askStripe(provider, async (stripe) => {
    try {
      return await question(stripe);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  });
}

/**
 * The key under which something is made once at the provider, however often it is asked for. It varies with what is
 * sent: under one key the provider refuses anything else for a day (https://docs.stripe.com/api/idempotent_requests).
 */
export const keyFor = (what: string, sent: object): string => `${what}:${hashToken(JSON.stringify(sent))}`;

/** Whether the provider says that there is no such object (https://docs.stripe.com/error-codes#resource-missing). */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}
