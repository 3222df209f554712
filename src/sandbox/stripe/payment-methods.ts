import { createMethod } from './card-entry.ts';
import { behaviourOf, type Decline, laterDeclines } from './cards.ts';
import { type Answer, type Context, loadFromPath, ok, pathId } from './context.ts';
import { missing, notAllowed } from './errors.ts';
import type { AttemptError, PaymentMethod } from './objects.ts';
import { allowOnly, optionalGroup, requiredChoice, requiredInteger } from './parameters.ts';

/** Finds the PaymentMethod with this id, or makes a new one for `pm_card_visa`. Throws 400 when there is none. */
export async function resolvePaymentMethod(context: Context, id: string): Promise<PaymentMethod> {
  if (id === 'pm_card_visa') {
    const year = new Date(context.now * 1000).getUTCFullYear() + 4;
    const card = { number: '4242424242424242', exp_month: '8', exp_year: String(year) };
    return createMethod(context, { type: 'card', card });
  }
  const method = await context.store.find('payment_method', id, true);
  if (method === undefined) throw missing('PaymentMethod', id, 'payment_method', 400);
  return method;
}

/** Attaches a card to a customer, and emits `payment_method.attached` unless it was there already. */
export async function attach(context: Context, method: PaymentMethod, customer: string): Promise<void> {
  if (method.customer === customer) return;
  const attached = { ...method, customer };
  await context.store.save(attached);
  await context.emit('payment_method.attached', attached);
}

/**
 * Whether this card asks for the cardholder's confirmation now. A 3155 card asks until a SetupIntent with it has
 * succeeded, as do the ways to pay that are approved on a page of their own; a 3184 card asks at every charge.
 */
export async function asksForAuthentication(context: Context, method: PaymentMethod): Promise<boolean> {
  const { authentication } = behaviourOf(method);
  const isApprovedElsewhere = ['link', 'cashapp', 'paypal'].includes(method.type);
  if (!isApprovedElsewhere && authentication !== 'unless-set-up') return authentication === 'always';
  const setups = await context.store.list('setup_intent', {}, { payment_method: method.id, status: 'succeeded' });
  return setups.data.length === 0;
}

/** @returns the error of a failed attempt, for intents and error answers */
export function attemptError(decline: Decline, method: PaymentMethod, charge?: string): AttemptError {
  return { ...(charge === undefined ? {} : { charge }), ...decline, payment_method: method, type: 'card_error' };
}

export async function detachPaymentMethod(context: Context): Promise<Answer> {
  const method = await loadFromPath(context, 'payment_method');
  if (method.customer === null) {
    throw notAllowed('The payment method you provided is not attached to a customer so detachment is impossible.', {
      code: 'payment_method_unexpected_state',
      param: 'payment_method',
    });
  }
  const detached = { ...method, customer: null, detached: true } as const;
  await context.store.save(detached);
  await context.emit('payment_method.detached', detached);
  return ok(detached);
}

/** Changes when a card expires, as its bank does as well (`payment_method.automatically_updated`). */
export async function updatePaymentMethod(context: Context): Promise<Answer> {
  const method = await loadFromPath(context, 'payment_method');
  const card = optionalGroup(context.params, 'card') ?? {};
  allowOnly(card, ['exp_month', 'exp_year']);
  if (!method.card) throw notAllowed('Only a card can be updated.', { param: 'card' });
  const updated: PaymentMethod = {
    ...method,
    card: {
      ...method.card,
      exp_month: requiredInteger(card, 'exp_month', 'card[exp_month]'),
      exp_year: requiredInteger(card, 'exp_year', 'card[exp_year]'),
    },
  };
  await context.store.save(updated);
  await context.emit('payment_method.updated', updated);
  return ok(updated);
}

/** From now on a saved card is declined, as when its owner has reported it; `works` takes that back. */
export async function declineLater(context: Context): Promise<Answer> {
  const { declines_later: _, ...method } = await loadFromPath(context, 'payment_method');
  const as = requiredChoice(context.params, 'as', ['works', ...Object.keys(laterDeclines)]);
  const changed: PaymentMethod = as === 'works' ? method : { ...method, declines_later: as };
  await context.store.save(changed);
  return ok(changed);
}

export async function listPaymentMethods(context: Context): Promise<Answer> {
  const { id: customer, deleted } = await loadFromPath(context, 'customer');
  if (deleted) throw missing('customer', customer);
  const page = await context.store.list('payment_method', context.params, { customer });
  return ok({ object: 'list', ...page, url: context.path });
}

/** `GET /v1/customers/:id/payment_methods/:id` */
export async function retrievePaymentMethod(context: Context): Promise<Answer> {
  const method = await context.store.find('payment_method', pathId(context, 1));
  if (method === undefined || method.customer !== pathId(context)) throw missing('PaymentMethod', pathId(context, 1));
  return ok(method);
}
