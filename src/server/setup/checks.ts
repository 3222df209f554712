import { setTimeout as pause } from 'node:timers/promises';
import Stripe from 'stripe';
import type { SetupCheck, SetupReason } from '#domain/setup.ts';
import { senderTroubleOf } from '#domain/text-delivery.ts';
import { footingOf } from '../messages/footing.ts';
import { tryLetter } from '../messages/letters/mail-try.ts';
import { isUnanswered, RefusedError, SenderRefusedError } from '../messages/refused.ts';
import { writtenOut } from '../messages/write-out.ts';
import { findMissingEvents } from '../stripe/check-endpoints.ts';
import { connectedEventTypes, ownEventTypes } from '../stripe/event-types.ts';
import type { World } from '../world.ts';

/** How a try ended. `reference` is what we wait to hear of. */
export type Tried =
  | { state: 'good'; reason?: 'no-report' | 'texts-off' }
  | { state: 'waiting'; reference: string }
  | { state: 'failed'; reason: SetupReason };

/** Who asks, and gets the mail and the text of a try, which has this id. */
export type Asking = { id: string; email: string; phone: string };

type Try = (world: World, asking: Asking) => Promise<Tried>;
const good: Tried = { state: 'good' };
const failed = (reason: SetupReason): Tried => ({ state: 'failed', reason });

const tries: Record<SetupCheck, Try> = {
  business: async () => good,
  area: async () => good,
  mail: tryMail,
  text: tryText,
  payments: tryPayments,
  webhook: tryWebhook,
};

/** A browser gives a call up after half a minute, and would not hear how the check ended. */
const longestMs = 25_000;

/**
 * Tries a service in earnest. What fails is told by a reason of ours; the log has the provider's words.
 * @param limitMs after this long it counts as unreachable, whatever comes later
 */
export async function tryOut(world: World, asking: Asking, check: SetupCheck, limitMs = longestMs): Promise<Tried> {
  const stopping = new AbortController();
  const late = pause(limitMs, failed('unreachable'), { signal: stopping.signal });
  try {
    return await Promise.race([tries[check](world, asking), late]);
  } finally {
    stopping.abort();
    await late.catch(() => undefined);
  }
}

async function tryMail(world: World, { id, email }: Asking): Promise<Tried> {
  const { businessName: fromName, contactEmail: replyTo } = world.settings.now();
  try {
    const { subject, text, html } = written(world);
    await world.sendMail({ id, fromName, to: email, subject, text, html, replyTo, unsubscribe: null });
    return good;
  } catch (error) {
    return failed(reasonOf(world, error, 'mail'));
  }
}

/** As any other letter: who sets the business up sees what its customers will. */
const written = (world: World) =>
  writtenOut(world, tryLetter(`${world.publicUrl}/settings`), footingOf({ class: 'security', basis: 'asked' }, null));

async function tryText(world: World, { id, phone }: Asking): Promise<Tried> {
  // People who want texts get emails then. That is in order only where somebody has decided it.
  if (!world.sendText) {
    return world.config.TEXT_PROVIDER === 'none' ? { state: 'good', reason: 'texts-off' } : failed('no-provider');
  }
  try {
    await world.sendText({ id, to: phone, text: written(world).short });
    // Amazon writes what becomes of a text into its own log, and the stand-in reports only of numbers that fail.
    if (world.texts.provider === 'sns') return { state: 'good', reason: 'no-report' };
    return world.texts.provider === 'twilio' ? { state: 'waiting', reference: id } : good;
  } catch (error) {
    return failed(reasonOf(world, error, 'text'));
  }
}

type SendError = { name?: string; code?: string; command?: string; $metadata?: { httpStatusCode?: number } };

/** @returns why a message could not be handed over, by the codes of nodemailer and of the AWS SDK */
function reasonOf(world: World, error: unknown, what: string): SetupReason {
  world.log.warn({ event: 'check-failed', err: error, check: what }, 'a check of the set-up failed');
  if (error instanceof SenderRefusedError) return senderTroubleOf(error.code) ?? 'unknown';
  if (error instanceof RefusedError) return 'address-refused';
  if (isUnanswered(error)) return 'unanswered';
  const { name = '', code = '', command, $metadata: { httpStatusCode: status } = {} } = error as SendError;
  if (code === 'EAUTH' || name === 'CredentialsProviderError' || status === 401 || status === 403)
    return 'login-refused';
  if (command === 'MAIL FROM') return 'sender-refused';
  return /^E(DNS|SOCKET|CONNECTION|TIMEDOUT|TLS|PROTOCOL|CONN\w+|NOTFOUND|HOSTUNREACH|AI_AGAIN)$|^ENOTFOUND$/.test(
    code,
  ) || name === 'TimeoutError'
    ? 'unreachable'
    : 'unknown';
}

/** Whether both keys are of the same account's same mode shows in their first letters: https://docs.stripe.com/keys */
const modeOf = (key: string) => /^[a-z]+_(live|test)_/.exec(key)?.[1];

async function tryPayments(world: World): Promise<Tried> {
  const { stripe, config, payments } = world;
  const { STRIPE_SECRET_KEY: secretKey } = config;
  if (secretKey && modeOf(secretKey) !== modeOf(payments.publishableKey)) return failed('other-mode');
  try {
    const { charges_enabled: isActivated } = await stripe.accounts.retrieveCurrent();
    if (!isActivated) return failed('not-activated');
  } catch (error) {
    return failed(stripeReason(world, error));
  }
  try {
    await stripe.accounts.list({ limit: 1 });
    return good;
  } catch (error) {
    // Who has not signed up for Connect is refused so (https://docs.stripe.com/connect/get-started).
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return failed('no-connect');
    return failed(stripeReason(world, error));
  }
}

/** Makes a customer at Stripe and deletes it again, which costs nothing, and waits to be told of it. */
async function tryWebhook(world: World): Promise<Tried> {
  const { stripe, publicUrl } = world;
  const missing = await findMissingEvents(stripe, publicUrl);
  if (missing?.length) {
    const all = Object.keys(ownEventTypes).length + Object.keys(connectedEventTypes).length;
    return failed(missing.length === all ? 'no-endpoint' : 'missing-events');
  }
  try {
    const { id: reference } = await stripe.customers.create({ metadata: { for: 'set-up' } });
    return { state: 'waiting', reference };
  } catch (error) {
    return failed(stripeReason(world, error));
  }
}

function stripeReason(world: World, error: unknown): SetupReason {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  world.log.warn({ event: 'check-failed', err: error, check: 'payments' }, 'a check of the set-up failed');
  if (error instanceof Stripe.errors.StripeAuthenticationError) return 'key-refused';
  if (error instanceof Stripe.errors.StripePermissionError) return 'key-may-not';
  return error instanceof Stripe.errors.StripeConnectionError ? 'unreachable' : 'unknown';
}
