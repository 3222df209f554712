import Stripe from 'stripe';
import type { FailureReason } from '#domain/failure-reasons.ts';
import { cardGoneMessage, kindNotTakenMessage } from '#domain/payment-attempts.ts';
import { reasonOfFailure, sentenceOfFailure } from '#domain/payment-failure.ts';
import { fingerprintOf } from '../stripe/fingerprint.ts';
import { methodName } from '../stripe/method-name.ts';

/** With which card, 'Visa (4242)'; null when Stripe does not say. */
type Tried = { card: string | null };

/** Why it failed, and Stripe's mark of the card or account that it was tried with, if that is known. */
type Failed = {
  reason: string;
  failure: FailureReason;
  fingerprint?: string | undefined;
  /** Whether Stripe was not asked: what it would be tried with is blocked. */
  isLocal?: true;
};

/**
 * What became of a try to collect a payment, as Stripe says.
 * `processing`: a bank takes days to say; `refused`: nothing was charged, and not for the card's sake; `payee-restricted`:
 * neither, because the worker's account may not be paid; `payer-deleted`: neither, because the customer was deleted at Stripe; `unknown`: Stripe has not answered.
 */
export type Outcome =
  | ({ kind: 'paid'; intentId: string | null; charge: Stripe.Charge | null } & Tried)
  | ({ kind: 'action-required' | 'processing' | 'canceled'; intentId: string } & Tried)
  | ({ kind: 'declined'; intentId: string | null } & Failed & Tried)
  | { kind: 'refused' | 'payee-restricted' | 'payer-deleted' | 'unknown'; reason: string };

/** What becomes of a payment that asks a card for nothing, because credit pays all of its bill. */
export const paidByCredit: Outcome = { kind: 'paid', intentId: null, card: null, charge: null };

/** @param intent with `latest_charge` expanded where its money or the card is to be seen */
export function outcomeOfIntent(intent: Stripe.PaymentIntent): Outcome {
  const { id: intentId, status, last_payment_error: error } = intent;
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const card = methodName(charge?.payment_method_details ?? error?.payment_method);
  if (status === 'succeeded') return { kind: 'paid', intentId, card, charge };
  if (status === 'processing') return { kind: 'processing', intentId, card };
  if (status === 'canceled') return { kind: 'canceled', intentId, card };
  if (status === 'requires_action' || error?.code === 'authentication_required') {
    return { kind: 'action-required', intentId, card };
  }
  if (status === 'requires_payment_method' && error) {
    return { kind: 'declined', intentId, card, ...failed(error) };
  }
  return { kind: 'unknown', reason: `the PaymentIntent is ${status}` };
}

/** @param error what creating the PaymentIntent threw (https://docs.stripe.com/error-handling) */
export function outcomeOfError(error: unknown): Outcome {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  if (error instanceof Stripe.errors.StripeCardError) {
    const intentId = error.payment_intent?.id ?? null;
    const card = methodName(error.payment_method);
    if (error.code === 'authentication_required' && intentId) return { kind: 'action-required', intentId, card };
    return { kind: 'declined', intentId, card, ...failed(error) };
  }
  // Its own class in the SDK: a key that is in use, or that came with other parameters, says nothing of the outcome.
  if (error instanceof Stripe.errors.StripeIdempotencyError) return { kind: 'unknown', reason: error.message };
  if (error instanceof Stripe.errors.StripeInvalidRequestError) {
    // https://docs.stripe.com/error-codes#insufficient-capabilities-for-transfer
    const isAboutPayee =
      error.code === 'insufficient_capabilities_for_transfer' || error.param?.startsWith('transfer_data') === true;
    if (isAboutPayee) return { kind: 'payee-restricted', reason: error.message };
    const why = whyRefused(error);
    return why
      ? { kind: 'declined', intentId: null, card: null, ...failed(error), ...why }
      : { kind: 'refused', reason: error.message };
  }
  return { kind: 'unknown', reason: error.message };
}

type StripeFailure = {
  message?: string | undefined;
  code?: string | undefined;
  decline_code?: string | undefined;
  advice_code?: string | undefined;
  payment_method?: Stripe.PaymentMethod | undefined;
};

/** @returns why it failed, in the words that the customer may read */
function failed({ message, code, payment_method: method, ...error }: StripeFailure): Failed {
  const { decline_code: declineCode, advice_code: adviceCode } = error;
  const failed = { type: method?.type, code, declineCode, adviceCode };
  const reason = sentenceOfFailure(failed) ?? message ?? code ?? 'declined';
  return { reason, failure: reasonOfFailure(failed), fingerprint: fingerprintOf(method) };
}

/** @returns why the way to pay cannot be charged; undefined when the refusal is not about that */
function whyRefused({ code, param, message }: Stripe.errors.StripeInvalidRequestError): Partial<Failed> | undefined {
  // https://docs.stripe.com/error-codes#payment-intent-incompatible-payment-method
  if (code === 'payment_intent_incompatible_payment_method') {
    return { reason: kindNotTakenMessage, failure: 'kind-not-taken' };
  }
  if (param !== 'payment_method' && !code?.startsWith('payment_method_')) return undefined;
  const isGone = code === 'payment_method_unexpected_state' || code === 'resource_missing';
  return isGone ? { reason: cardGoneMessage, failure: 'method-gone' } : { reason: message };
}

/** @param error what looking up a PaymentIntent threw: it says nothing of what became of that */
export function unknownOutcome(error: unknown): Outcome {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  return { kind: 'unknown', reason: error.message };
}
