import { createFromCard } from './card-entry.ts';
import { type Context, pathId } from './context.ts';
import { missing, notAllowed } from './errors.ts';
import type { AttemptError, NextAction, PaymentIntent, PaymentMethod, SetupIntent } from './objects.ts';
import { optionalFlag, optionalGroup, optionalText, optionalTexts, type Params } from './parameters.ts';
import { resolvePaymentMethod } from './payment-methods.ts';

/** What SetupIntents and PaymentIntents share. */

/** The intent of the path; a caller with a publishable key needs its client secret, and otherwise gets the same 404. */
export async function loadIntent<K extends 'setup_intent' | 'payment_intent'>(
  context: Context,
  kind: K,
): Promise<K extends 'setup_intent' ? SetupIntent : PaymentIntent>;
export async function loadIntent(
  context: Context,
  kind: 'setup_intent' | 'payment_intent',
): Promise<SetupIntent | PaymentIntent> {
  const intent = await context.store.find(kind, pathId(context), true);
  const secret = optionalText(context.params, 'client_secret');
  const secretIsWrong = secret !== undefined && secret !== intent?.client_secret;
  if (intent === undefined || secretIsWrong || (context.publishable && secret === undefined)) {
    throw missing(kind, pathId(context), 'intent');
  }
  return intent;
}

/** What a browser may see of an intent: nothing of the customer, the metadata or the money's way. */
export function viewOf<T extends SetupIntent | PaymentIntent>(context: Context, intent: T): object {
  if (!context.publishable) return intent;
  const hidden = ['application_fee_amount', 'customer', 'metadata', 'on_behalf_of', 'transfer_data', 'transfer_group'];
  return Object.fromEntries(Object.entries(intent).filter(([name]) => !hidden.includes(name)));
}

/**
 * `allowed_payment_method_types` and `automatic_payment_methods` of a create request; only cards are known here.
 * API version 2026-10-28 no longer takes `payment_method_types`, though the objects still carry it.
 */
export function readMethodTypes(params: Params) {
  const allowed = optionalTexts(params, 'allowed_payment_method_types') ?? null;
  const unknown = allowed?.find((type) => type !== 'card' && type !== 'link');
  if (unknown !== undefined) {
    throw notAllowed(`The payment method type "${unknown}" is invalid: the sandbox knows only cards.`, {
      param: 'allowed_payment_method_types',
    });
  }
  const automatic = optionalGroup(params, 'automatic_payment_methods');
  const enabled = automatic === undefined || optionalFlag(automatic, 'enabled') === true;
  const redirects = automatic === undefined ? undefined : optionalText(automatic, 'allow_redirects');
  return {
    allowed_payment_method_types: allowed,
    automatic_payment_methods: enabled ? { allow_redirects: redirects ?? 'always', enabled: true } : null,
    payment_method_types: allowed ?? ['card'],
  };
}

/**
 * The card a request names by `payment_method` or brings as `payment_method_data`, or the one the intent already has.
 * A card that is attached to another customer, or to none while the cardholder is away, is refused as Stripe does.
 */
export async function chosenMethod(
  context: Context,
  intent: { customer: string | null; payment_method: string | null },
  offSession = false,
): Promise<PaymentMethod | undefined> {
  const data = optionalGroup(context.params, 'payment_method_data');
  if (data !== undefined) return createFromCard(context, data);
  const id = optionalText(context.params, 'payment_method') ?? intent.payment_method;
  if (!id) return undefined;
  const method = await resolvePaymentMethod(context, id);
  if (method.customer !== null && method.customer !== intent.customer) {
    throw notAllowed(
      intent.customer === null
        ? 'The payment method you provided is attached to a customer so for use with this intent you must also provide the customer.'
        : `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`,
      { code: 'payment_method_unexpected_state', param: 'payment_method' },
    );
  }
  // An id such as pm_card_visa stands for a card made on the spot, which Stripe lets through.
  if (offSession && method.customer === null && method.id === id) {
    throw notAllowed(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
      { code: 'payment_method_unexpected_state', param: 'payment_method' },
    );
  }
  return method;
}

/** The 3-D Secure step that the browser script shows and answers with `POST /v1/3ds2/<intent>/authenticate`. */
export function authenticationStep(intentId: string): NextAction {
  return { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', source: intentId } };
}

/** What a failed 3-D Secure step leaves in an intent. https://docs.stripe.com/error-codes */
export function authenticationFailure(kind: 'setup_intent' | 'payment_intent', method: PaymentMethod): AttemptError {
  return {
    code: `${kind}_authentication_failure`,
    doc_url: `https://docs.stripe.com/error-codes#${kind.replace('_', '-')}-authentication-failure`,
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    payment_method: method,
    type: 'invalid_request_error',
  };
}
