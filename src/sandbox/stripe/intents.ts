import { createMethod } from './card-entry.ts';
import { type Context, pathId } from './context.ts';
import { missing, notAllowed, type Refusal } from './errors.ts';
import { type AttemptError, type Intent, methodTypes, type ObjectOf, type PaymentMethod } from './objects.ts';
import { optionalGroup, optionalText, optionalTexts } from './parameters.ts';
import { resolvePaymentMethod } from './payment-methods.ts';

/** Shared by SetupIntents and PaymentIntents. */

type IntentKind = Intent['object'];

/** Loads the intent of the path. Without the right client secret, a caller with a publishable key gets the same 404. */
export async function loadIntent<K extends IntentKind>(context: Context, kind: K): Promise<ObjectOf<K>> {
  const intent = await context.store.find(kind, pathId(context), true);
  const secret = optionalText(context.params, 'client_secret');
  const secretIsWrong = secret !== undefined && secret !== intent?.client_secret;
  if (intent === undefined || secretIsWrong || (context.publishable && secret === undefined)) {
    throw missing(kind, pathId(context), 'intent');
  }
  return intent;
}

/** Saves the changes and emits an event. `event` is its name without the kind, such as `succeeded`. */
export async function changeIntent<I extends Intent>(
  context: Context,
  intent: I,
  changes: Partial<I>,
  event: string,
): Promise<I> {
  const changed = { ...intent, ...changes };
  await context.store.save(changed);
  await context.emit(`${intent.object}.${event}`, changed);
  return changed;
}

/** @returns the part of an intent that the caller may see: a browser sees no customer, metadata, fee or destination */
export function viewOf(context: Context, intent: Intent): object {
  if (!context.publishable) return intent;
  const hidden = ['application_fee_amount', 'customer', 'metadata', 'transfer_data'];
  return Object.fromEntries(Object.entries(intent).filter(([name]) => !hidden.includes(name)));
}

/** Reads `allowed_payment_method_types` of a create request. */
export function readMethodTypes({ params }: Context): string[] | null {
  const allowed = optionalTexts(params, 'allowed_payment_method_types') ?? null;
  const unknown = allowed?.find((type) => !methodTypes.some((known) => known === type));
  if (unknown !== undefined) {
    throw notAllowed(`The payment method type "${unknown}" is invalid: the sandbox does not know it.`, {
      param: 'allowed_payment_method_types',
    });
  }
  return allowed;
}

/**
 * Finds the card that a request names by `payment_method` or sends as `payment_method_data`, or the intent's own card.
 * It refuses another customer's card and, off-session, a card without a customer, as Stripe does.
 */
export async function chooseMethod(
  context: Context,
  intent: Pick<Intent, 'allowed_payment_method_types' | 'customer' | 'payment_method'>,
  offSession = false,
): Promise<PaymentMethod | undefined> {
  const method = await findMethod(context, intent, offSession);
  if (method && intent.allowed_payment_method_types?.includes(method.type) === false) {
    const message = `The PaymentMethod provided (${method.type}) is not allowed for this Intent.`;
    throw notAllowed(message, { code: 'payment_intent_incompatible_payment_method', param: 'payment_method' });
  }
  return method;
}

async function findMethod(
  context: Context,
  intent: Pick<Intent, 'customer' | 'payment_method'>,
  offSession: boolean,
): Promise<PaymentMethod | undefined> {
  const data = optionalGroup(context.params, 'payment_method_data');
  if (data !== undefined) return createMethod(context, data);
  const id = optionalText(context.params, 'payment_method') ?? intent.payment_method;
  if (!id) return undefined;
  const method = await resolvePaymentMethod(context, id);
  const refuse = (message: string) =>
    notAllowed(message, { code: 'payment_method_unexpected_state', param: 'payment_method' });
  if (method.customer !== null && method.customer !== intent.customer) {
    throw refuse(
      intent.customer === null
        ? 'The payment method you provided is attached to a customer so for use with this intent you must also provide the customer.'
        : `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`,
    );
  }
  // pm_card_visa makes a new card, which Stripe allows.
  if (method.detached || (offSession && method.customer === null && method.id === id)) {
    throw refuse(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    );
  }
  return method;
}

export function unexpectedState(
  context: Context,
  intent: Intent,
  verb: string,
  why = `it has a status of ${intent.status}.`,
): Refusal {
  const name = intent.object === 'setup_intent' ? 'SetupIntent' : 'PaymentIntent';
  return notAllowed(`You cannot ${verb} this ${name} because ${why}`, {
    code: `${intent.object}_unexpected_state`,
    [intent.object]: viewOf(context, intent),
  });
}

export function isFinal(intent: Intent): boolean {
  return intent.status === 'succeeded' || intent.status === 'canceled';
}

/** Loads the intent of the path, and the card to confirm it with. */
export async function loadIntentToConfirm<K extends IntentKind>(context: Context, kind: K, offSession = false) {
  const intent = await loadIntent(context, kind);
  if (isFinal(intent)) throw unexpectedState(context, intent, 'confirm');
  const method = await chooseMethod(context, intent, offSession);
  if (!method) throw unexpectedState(context, intent, 'confirm', 'it is missing a payment method.');
  return { intent, method };
}

/** Loads the intent of the path, which must wait for 3-D Secure, and its card. */
export async function loadIntentToAuthenticate<K extends IntentKind>(context: Context, kind: K) {
  const intent = await loadIntent(context, kind);
  const method = intent.payment_method && (await context.store.find('payment_method', intent.payment_method, true));
  if (intent.status !== 'requires_action' || !method) throw unexpectedState(context, intent, 'authenticate');
  return { intent, method };
}

/** @returns the fields of an intent that waits for 3-D Secure; `POST /v1/3ds2/<intent>/authenticate` answers it */
export function waitingFor(intent: Intent, method: PaymentMethod) {
  return {
    next_action: {
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'three_d_secure_redirect', source: intent.id },
    },
    payment_method: method.id,
    status: 'requires_action',
  } as const;
}

/** The fields of an intent that asks for another card. */
export const withoutMethod = { next_action: null, payment_method: null, status: 'requires_payment_method' } as const;

/** @returns the error of an intent after a failed 3-D Secure step: https://docs.stripe.com/error-codes */
export function authenticationFailure({ object }: Intent, method: PaymentMethod): AttemptError {
  return {
    code: `${object}_authentication_failure`,
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    payment_method: method,
    type: 'invalid_request_error',
  };
}
