import type { FastifyInstance } from 'fastify';
import Stripe from 'stripe';
import { ApiError } from '../http/errors.ts';
import type { World } from '../world.ts';

/** What is done about an object that changed at the provider: it is read again there, by its id. */
export type WebhookHandlers = {
  paymentIntentChanged(paymentIntentId: string): Promise<void>;
  accountChanged(accountId: string): Promise<void>;
};

/**
 * Takes the payment provider's events at `POST /webhooks/stripe`. Nothing in an event is believed but the id of what
 * it is about, so that events may come twice, late and in any order. 200 says that it is dealt with; after anything
 * else Stripe sends it again (https://docs.stripe.com/webhooks#retries).
 */
export async function registerWebhook(app: FastifyInstance, world: World, handlers: WebhookHandlers): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The signature is over the bytes as they came; parsed and written anew they would differ.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post('/webhooks/stripe', { schema: { hide: true } }, async (request) => {
      const event = signedEvent(world, request.body, request.headers['stripe-signature']);
      await handle(event, handlers);
      return { received: true };
    });
  });
}

/** @throws ApiError INVALID_INPUT unless the provider signed these bytes within the last five minutes */
function signedEvent(world: World, body: unknown, signature: string | string[] | undefined): Stripe.Event {
  try {
    if (!(body instanceof Buffer)) throw new TypeError('There is no body');
    return constructEvent(world, body, signature ?? '');
  } catch (error) {
    const isForged = error instanceof Stripe.errors.StripeSignatureVerificationError;
    world.log.warn({ reason: isForged ? error.message : String(error) }, 'webhook refused');
    throw new ApiError('INVALID_INPUT', 'The signature of this event is not good.');
  }
}

/**
 * Stripe tells of the platform's payments and of connected accounts at two endpoints, each with a secret of its own
 * (https://docs.stripe.com/connect/webhooks); both may have this address.
 */
function constructEvent({ stripe, payments }: World, body: Buffer, signature: string | string[]): Stripe.Event {
  const [secret = '', ...others] = payments.webhookSecret.split(',').map((one) => one.trim());
  for (const other of others) {
    try {
      return stripe.webhooks.constructEvent(body, signature, other);
    } catch {
      // It may be signed with one of the others.
    }
  }
  return stripe.webhooks.constructEvent(body, signature, secret);
}

async function handle(event: Stripe.Event, handlers: WebhookHandlers): Promise<void> {
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.processing':
    case 'payment_intent.requires_action':
    case 'payment_intent.canceled':
      return await handlers.paymentIntentChanged(event.data.object.id);
    case 'charge.refunded': {
      const { payment_intent: intent } = event.data.object;
      if (intent) await handlers.paymentIntentChanged(typeof intent === 'string' ? intent : intent.id);
      return;
    }
    case 'account.updated':
      return await handlers.accountChanged(event.data.object.id);
  }
}
