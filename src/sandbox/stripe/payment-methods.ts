import { buildPaymentMethod, createFromCard, readBillingDetails } from './card-entry.ts';
import { behaviourOf, type CardBehaviour, testCardByMagicId } from './cards.ts';
import { type Answer, type Context, loadFromPath, ok, pathId } from './context.ts';
import { cardRefused, missing, notAllowed } from './errors.ts';
import type { AttemptError, PaymentMethod } from './objects.ts';
import { allowOnly, mergeMetadata, optionalGroup, optionalInteger, optionalText, requiredText } from './parameters.ts';
import { listParameters } from './store.ts';

/** The PaymentMethod with this id, or a new one for an id such as `pm_card_visa`. Throws 400 when there is none. */
export async function resolvePaymentMethod(
  context: Context,
  id: string,
  param = 'payment_method',
): Promise<PaymentMethod> {
  const testCard = testCardByMagicId(id);
  if (testCard !== undefined) {
    const year = new Date(context.now * 1000).getUTCFullYear() + 4;
    const method = buildPaymentMethod(context, testCard, { month: 8, year }, undefined);
    await context.store.save('payment_method', method, method.created);
    return method;
  }
  const method = await context.store.find('payment_method', id, true);
  if (method === undefined) throw missing('PaymentMethod', id, param, param === 'id' ? 404 : 400);
  return method;
}

/** Attaches a card to a customer without the issuer's check; emits `payment_method.attached` when it is new there. */
export async function markAttached(
  context: Context,
  method: PaymentMethod,
  customerId: string,
): Promise<PaymentMethod> {
  if (method.customer === customerId) return method;
  if (method.customer !== null) {
    throw notAllowed('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
      param: 'payment_method',
    });
  }
  const attached = { ...method, customer: customerId };
  await context.store.save('payment_method', attached, method.created);
  await context.emit('payment_method.attached', attached);
  return attached;
}

/** Attaches a card to a customer after the issuer's check; throws 402 for a card that is declined when saved. */
export async function attachPaymentMethod(
  context: Context,
  method: PaymentMethod,
  customerId: string,
): Promise<PaymentMethod> {
  const decline = behaviourOf(method.card.fingerprint).declinedOnSetup;
  if (decline !== undefined) throw cardRefused(decline);
  return markAttached(context, method, customerId);
}

/**
 * Whether this card asks for the cardholder's confirmation now.
 * A 3155 card asks until a SetupIntent with it was authenticated; a 3184 card asks at every charge.
 */
export async function asksForAuthentication(context: Context, method: PaymentMethod): Promise<boolean> {
  const { authentication } = behaviourOf(method.card.fingerprint);
  if (authentication === undefined) return false;
  if (authentication === 'always') return true;
  const setups = await context.store.where('setup_intent', { payment_method: method.id, status: 'succeeded' });
  return setups.length === 0;
}

/** What Stripe advises to do next; none for a card that only needs its holder. https://docs.stripe.com/declines/codes */
const adviceCodes: Record<string, string> = {
  card_declined: 'try_again_later',
  expired_card: 'confirm_card_data',
  incorrect_cvc: 'confirm_card_data',
};

/** The error of a failed attempt in the shape that intents and error answers carry. */
export function attemptError(
  decline: NonNullable<CardBehaviour['declinedOnCharge']>,
  method: PaymentMethod,
  charge?: string,
): AttemptError {
  const advice = adviceCodes[decline.code];
  const topic = decline.code.replaceAll('_', '-');
  return {
    ...(advice === undefined ? {} : { advice_code: advice }),
    ...(charge === undefined ? {} : { charge }),
    ...decline,
    doc_url: `https://docs.stripe.com/error-codes#${topic}`,
    payment_method: method,
    type: 'card_error',
  };
}

export async function createPaymentMethod(context: Context): Promise<Answer> {
  allowOnly(context.params, ['type', 'card', 'billing_details', 'metadata', 'allow_redisplay']);
  return ok(await createFromCard(context, context.params));
}

export async function retrievePaymentMethod(context: Context): Promise<Answer> {
  return ok(await resolvePaymentMethod(context, pathId(context), 'id'));
}

export async function updatePaymentMethod(context: Context): Promise<Answer> {
  const { params } = context;
  allowOnly(params, ['allow_redisplay', 'billing_details', 'card', 'metadata']);
  const method = await loadFromPath(context, 'payment_method');
  const card = optionalGroup(params, 'card') ?? {};
  const details = optionalGroup(params, 'billing_details');
  const changed: PaymentMethod = {
    ...method,
    billing_details: details === undefined ? method.billing_details : readBillingDetails(details),
    card: {
      ...method.card,
      exp_month: optionalInteger(card, 'exp_month', 'card[exp_month]') ?? method.card.exp_month,
      exp_year: optionalInteger(card, 'exp_year', 'card[exp_year]') ?? method.card.exp_year,
    },
    metadata: mergeMetadata(method.metadata, params),
  };
  await context.store.save('payment_method', changed, method.created);
  await context.emit('payment_method.updated', changed);
  return ok(changed);
}

export async function attach(context: Context): Promise<Answer> {
  allowOnly(context.params, ['customer']);
  const customerId = requiredText(context.params, 'customer');
  const customer = await context.store.find('customer', customerId);
  if (customer === undefined || 'deleted' in customer) throw missing('customer', customerId, 'customer', 400);
  const method = await resolvePaymentMethod(context, pathId(context), 'id');
  return ok(await attachPaymentMethod(context, method, customerId));
}

export async function detach(context: Context): Promise<Answer> {
  allowOnly(context.params, []);
  const method = await loadFromPath(context, 'payment_method');
  if (method.customer === null) {
    throw notAllowed('The payment method you provided is not attached to a customer so detachment is impossible.', {
      code: 'payment_method_unexpected_state',
      param: 'payment_method',
    });
  }
  const detached = { ...method, customer: null };
  await context.store.save('payment_method', detached, method.created);
  await context.emit('payment_method.detached', detached);
  return ok(detached);
}

async function listFor(context: Context, customerId: string, url: string): Promise<Answer> {
  const type = optionalText(context.params, 'type');
  return ok(await context.store.list('payment_method', url, context.params, { customer: customerId, type }));
}

export async function listPaymentMethods(context: Context): Promise<Answer> {
  allowOnly(context.params, [...listParameters, 'customer', 'type']);
  const customerId = requiredText(context.params, 'customer');
  if ((await context.store.find('customer', customerId)) === undefined) {
    throw missing('customer', customerId, 'customer', 400);
  }
  return listFor(context, customerId, '/v1/payment_methods');
}

export async function listCustomerPaymentMethods(context: Context): Promise<Answer> {
  allowOnly(context.params, [...listParameters, 'type']);
  const customerId = pathId(context);
  if ((await context.store.find('customer', customerId)) === undefined) throw missing('customer', customerId);
  return listFor(context, customerId, `/v1/customers/${customerId}/payment_methods`);
}

/** `GET /v1/customers/:id/payment_methods/:id` */
export async function retrieveCustomerPaymentMethod(context: Context): Promise<Answer> {
  const method = await context.store.find('payment_method', pathId(context, 1));
  if (method === undefined || method.customer !== pathId(context)) throw missing('PaymentMethod', pathId(context, 1));
  return ok(method);
}
