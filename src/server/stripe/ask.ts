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
 * Makes something at Stripe that a person has one of. Two requests at once get one and the same, by the idempotency key.
 * The key depends on what is sent, because for a day Stripe refuses another request under the same key
 * (https://docs.stripe.com/api/idempotent_requests). For as long it repeats an answer that said 500: then a key of the minute
 * is used, so that nobody waits for a day. What Stripe may have made under the first key stays there unused.
 * @param what names it and its owner: `customer:ID`
 * @throws ApiError PAYMENT_PROVIDER_UNAVAILABLE
 */
export async function makeOnce<Sent extends object, Made>(
  world: Asking & Pick<World, 'clock'>,
  what: string,
  sent: Sent,
  make: (stripe: Stripe, sent: Sent, options: Stripe.RequestOptions) => Promise<Made>,
): Promise<Made> {
  const idempotencyKey = `${what}:${hashToken(JSON.stringify(sent))}`;
  return await askStripe(world, async (stripe) => {
    try {
      return await make(stripe, sent, { idempotencyKey });
    } catch (error) {
      if (!isServerFailure(error)) throw error;
      const minute = world.clock.now().round({ smallestUnit: 'minute', roundingMode: 'trunc' });
      return await make(stripe, sent, { idempotencyKey: `${idempotencyKey}:${minute}` });
    }
  });
}

/** @returns whether Stripe answered that it failed itself: such an answer is repeated under the same key */
export function isServerFailure(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500;
}

/** @returns whether it is of a connected account that is not connected any more (https://docs.stripe.com/error-codes#account-invalid) */
export function isDisconnected(error: unknown): boolean {
  return error instanceof Stripe.errors.StripePermissionError && error.code === 'account_invalid';
}

/** @returns whether the object does not exist at Stripe (https://docs.stripe.com/error-codes#resource-missing) */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}
