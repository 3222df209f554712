import type Stripe from 'stripe';
import type { CreditCardPaymentMethod, PaymentMethods } from '#contract/payment-methods.ts';
import { kindNotTakenMessage } from '#domain/payment-attempts.ts';
import { endFinding } from '../findings/store.ts';
import { ApiError, invalid, notFound } from '../http/errors.ts';
import { askStripe, findAtStripe, keyFor } from '../stripe/ask.ts';
import { cardBrand } from '../stripe/card-brand.ts';
import type { World } from '../world.ts';
import { learnCard } from './cards.ts';
import { keepStripeCustomer, selectPayer, selectUses } from './store.ts';

/**
 * @returns a user's saved ways to pay, by kind, newest first
 * @throws ApiError PAYMENT_PROVIDER_UNAVAILABLE
 */
export async function listPaymentMethods(world: World, userId: string): Promise<PaymentMethods> {
  const groups: PaymentMethods = {
    creditCardPaymentMethods: [],
    usBankPaymentMethods: [],
    cashAppPaymentMethods: [],
    payPalPaymentMethods: [],
    linkPaymentMethods: [],
  };
  for (const { id, created, card, us_bank_account: bank, cashapp, paypal, link } of await listSaved(world, userId)) {
    if (card) groups.creditCardPaymentMethods.push({ ...toCreditCard(id, card), savedAt: savedAt({ created }) });
    else if (bank) groups.usBankPaymentMethods.push({ id, bankName: bank.bank_name ?? '', last4: bank.last4 ?? '' });
    else if (cashapp) groups.cashAppPaymentMethods.push({ id, tag: cashapp.cashtag ?? '' });
    else if (link) groups.linkPaymentMethods.push({ id, email: link.email ?? '' });
    else if (paypal) groups.payPalPaymentMethods.push({ id, email: paypal.payer_email ?? '' });
  }
  return groups;
}

/**
 * @returns the same as Stripe has them
 * @throws ApiError PAYMENT_PROVIDER_UNAVAILABLE
 */
export async function listSaved(world: World, userId: string): Promise<Stripe.PaymentMethod[]> {
  const customer = (await selectPayer(world.database, userId))?.stripeCustomerId;
  if (!customer) return [];
  return await askStripe(world, (stripe) =>
    stripe.customers.listPaymentMethods(customer, { limit: 100 }).autoPagingToArray({ limit: 1000 }),
  );
}

/**
 * Begins saving a way to pay; the first time the user becomes a customer at Stripe.
 * @returns the client secret with which the browser completes it
 * @throws ApiError PAYMENT_PROVIDER_UNAVAILABLE
 */
export async function createPaymentMethodSetupIntent(world: World, userId: string): Promise<string> {
  const customer = await customerOf(world, userId);
  const types = world.config.PAYMENT_METHOD_TYPES;
  const { client_secret: clientSecret } = await askStripe(world, (stripe) =>
    stripe.setupIntents.create({
      customer,
      allowed_payment_method_types: types,
      usage: 'off_session',
      // Small deposits would take days, and another visit to the site.
      ...(types.includes('us_bank_account') && {
        payment_method_options: { us_bank_account: { verification_method: 'instant' } },
      }),
    }),
  );
  if (!clientSecret) throw new Error('The SetupIntent has no client secret');
  return clientSecret;
}

/** Why a way to pay cannot be forgotten; of several reasons the first counts. */
const inUse = [
  ['isChosen', 'An engagement is paid with this payment method. Please choose another for the engagement first.'],
  ['isNeeded', 'A visit is still to be paid with this payment method. Please choose another for its engagement first.'],
  [
    'isUnderWay',
    'A payment with it is under way. Please remove it once that is settled: in a few minutes with a card, in some days with a bank account.',
  ],
] as const;

/**
 * Forgets a way to pay.
 * @throws ApiError NOT_FOUND unless the user saved it, IN_USE while a live engagement is paid with it, a visit is
 *   still to be or a payment with it is under way, PAYMENT_PROVIDER_UNAVAILABLE
 */
export async function deletePaymentMethod(world: World, userId: string, paymentMethodId: string): Promise<void> {
  if (!(await findPaymentMethod(world, userId, paymentMethodId))) throw notFound('Payment method');
  const uses = await selectUses(world.database, userId, paymentMethodId, world.clock.now());
  const reason = inUse.find(([use]) => uses?.[use])?.[1];
  if (reason) throw new ApiError('IN_USE', reason);
  await askStripe(world, (stripe) => stripe.paymentMethods.detach(paymentMethodId));
}

/**
 * Asked before a way to pay becomes the one of a service.
 * @throws ApiError INVALID_INPUT unless the user saved it and it is of a kind that is taken, PAYMENT_PROVIDER_UNAVAILABLE
 */
export async function requirePaymentMethod(world: World, userId: string, paymentMethodId: string): Promise<void> {
  const found = await findPaymentMethod(world, userId, paymentMethodId);
  if (!found) throw invalid('body.stripePaymentMethodId', 'Payment method is required.');
  if (!isTaken(world, found)) throw invalid('body.stripePaymentMethodId', kindNotTakenMessage);
  await learnCard(world, userId, found);
}

/** Whether a way to pay is of a kind that is taken; those that were saved before stay when the setting changes. */
export const isTaken = ({ config }: Pick<World, 'config'>, { type }: Pick<Stripe.PaymentMethod, 'type'>): boolean =>
  config.PAYMENT_METHOD_TYPES.some((taken) => taken === type);

async function findPaymentMethod(
  world: World,
  userId: string,
  paymentMethodId: string,
): Promise<Stripe.PaymentMethod | undefined> {
  const customer = (await selectPayer(world.database, userId))?.stripeCustomerId;
  if (!customer) return undefined;
  return await findAtStripe(world, (stripe) => stripe.customers.retrievePaymentMethod(customer, paymentMethodId));
}

async function customerOf(world: World, userId: string): Promise<string> {
  const payer = await selectPayer(world.database, userId);
  if (!payer) throw notFound('User');
  if (payer.stripeCustomerId) return payer.stripeCustomerId;
  // Under the key of one that was deleted Stripe would answer that one for a day.
  const after = payer.deletedStripeCustomerId;
  const customer = { email: payer.email, metadata: { userId, ...(after !== null && { after }) } };
  // Two requests at once get one and the same customer, by the key.
  const { id } = await askStripe(world, (stripe) =>
    stripe.customers.create(customer, { idempotencyKey: keyFor(`customer:${userId}`, customer) }),
  );
  const kept = await world.database.transaction(async (transaction) => {
    await endFinding(transaction, 'customer-deleted', userId, world.clock.now());
    return await keepStripeCustomer(transaction, userId, id);
  });
  if (!kept) throw notFound('User');
  return kept;
}

/** @returns when a way to pay was saved */
export const savedAt = ({ created }: Pick<Stripe.PaymentMethod, 'created'>): string =>
  Temporal.Instant.fromEpochMilliseconds(created * 1000).toString();

function toCreditCard(id: string, card: Stripe.PaymentMethod.Card): Omit<CreditCardPaymentMethod, 'savedAt'> {
  return {
    id,
    card: {
      brand: cardBrand(card.brand),
      last4: card.last4,
      expMonth: card.exp_month,
      expYear: card.exp_year,
    },
    wallet: card.wallet?.type ?? null,
  };
}
