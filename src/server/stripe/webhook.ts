import type { FastifyInstance } from 'fastify';
import Stripe from 'stripe';
import { systemClock } from '../clock.ts';
import { ApiError } from '../http/errors.ts';
import type { World } from '../world.ts';
import { subjectOf } from './event-types.ts';
import { isId, keepEvents } from './events.ts';

/** Who keeps whether signatures are good, for those who look after the business. */
export type Signatures = { refused(): Promise<void>; good(): Promise<void> };

/** Of many with a wrong signature from one sender one is noted for so long. */
const notedForMs = 10_000;

/** How far the time of a signature may be from ours, either way. */
const toleranceSeconds = 300;

/**
 * Takes Stripe's events at `POST /webhooks/stripe`. It stores an event, answers 200 and handles the event
 * later, so that Stripe does not hold up its own events. After any other answer Stripe sends the event again
 * (https://docs.stripe.com/webhooks#retries). From an event we use only the id of the object that it is about, so
 * events may come twice, late and in any order.
 */
export async function registerWebhook(app: FastifyInstance, world: World, signatures: Signatures): Promise<void> {
  let notedAt = Number.NEGATIVE_INFINITY;
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The signature covers the bytes as they came; parsing and writing them again would change them.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post('/webhooks/stripe', { schema: { hide: true } }, async (request) => {
      const signature = request.headers['stripe-signature'];
      const event = readSignedEvent(world, request.body, signature);
      if (!event) {
        // A call without any signature is no call of Stripe.
        if (signature && performance.now() - notedAt > notedForMs) {
          notedAt = performance.now();
          await signatures.refused();
        }
        throw new ApiError('INVALID_INPUT', 'The signature of this event is not good.');
      }
      notedAt = Number.NEGATIVE_INFINITY;
      await signatures.good();
      const about = subjectOf(event);
      if (!about) return { received: true };
      const { subject, subjectId } = about;
      if (!isId(subjectId)) throw new ApiError('INVALID_INPUT', 'This event is about nothing.');
      await keepEvents(world, [{ id: event.id, subject, subjectId }]);
      return { received: true };
    });
  });
}

/** @returns undefined unless these bytes are an event that Stripe signed within five minutes of now */
function readSignedEvent(
  world: World,
  body: unknown,
  signature: string | string[] | undefined,
): Stripe.Event | undefined {
  try {
    if (!(body instanceof Buffer)) throw new TypeError('There is no body');
    const event = constructEvent(world, body, signature ?? '');
    // The SDK refuses old signatures, but not those from the future.
    const signedAt = Number(/(?:^|,)t=(\d+)/.exec(String(signature))?.[1]);
    const now = systemClock.now().epochMilliseconds / 1000;
    if (!(signedAt - now <= toleranceSeconds)) throw new TypeError('It was signed in the future');
    if (!isEvent(event)) throw new TypeError('It is not an event');
    return event;
  } catch (error) {
    const isForged = error instanceof Stripe.errors.StripeSignatureVerificationError;
    world.log.warn({ event: 'webhook-refused', reason: isForged ? error.message : String(error) }, 'webhook refused');
    return undefined;
  }
}

/** A good signature proves the sender, not the content. */
function isEvent(event: Partial<Stripe.Event> | null): boolean {
  const object: unknown = event?.data?.object;
  return isId(event?.id) && typeof event?.type === 'string' && typeof object === 'object' && object !== null;
}

/**
 * Stripe sends events of the platform and of connected accounts from two endpoints, each with its own secret
 * (https://docs.stripe.com/connect/webhooks). Both may have our address.
 */
function constructEvent({ stripe, payments }: World, body: Buffer, signature: string | string[]): Stripe.Event {
  const [secret = '', ...others] = payments.webhookSecret.split(',').map((one) => one.trim());
  for (const other of others) {
    try {
      return stripe.webhooks.constructEvent(body, signature, other, toleranceSeconds);
    } catch {
      // Another secret may fit.
    }
  }
  return stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds);
}
