import type Stripe from 'stripe';
import type { CreditCardPaymentMethod, PaymentMethods } from '#contract/payment-methods.ts';
import { kindNotTakenMessage } from '#domain/payment-attempts.ts';
import { blockedMessage } from '#domain/payment-failure.ts';
import { endFinding } from '../findings/store.ts';
import { ApiError, invalid, notFound } from '../http/errors.ts';
import { askStripe, findAtStripe, makeOnce } from '../stripe/ask.ts';
import { cardBrand } from '../stripe/card-brand.ts';
import type { World } from '../world.ts';
import { findAllowedAgain, findBlocked, findBlockOf } from './blocks.ts';
import { isTaken, learnCard } from './cards.ts';
import { refreshStripeCustomer } from './deleted-customer.ts';
import { contactAtStripe } from './payer-at-stripe.ts';
import { findSaving, withoutRepeats } from './repeated-cards.ts';
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
    unusableIds: [],
    allowedAgainIds: [],
  };
  const isBlocked = await findBlocked(world.database, userId);
  const isAllowedAgain = await findAllowedAgain(world.database, userId);
  for (const method of await withoutRepeats(world, userId, await listSaved(world, userId))) {
    const { id, created, card, us_bank_account: bank, cashapp, paypal, link } = method;
    if (isBlocked(method) || !isTaken(world, method)) groups.unusableIds.push(id);
    else if (isAllowedAgain(method)) groups.allowedAgainIds.push(id);
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
  const saved = await findAtStripe(world, (stripe) =>
    stripe.customers.listPaymentMethods(customer, { limit: 100 }).autoPagingToArray({ limit: 1000 }),
  );
  // What Stripe told us of its deletion was lost.
  if (!saved) await refreshStripeCustomer(world, customer);
  return saved ?? [];
}

/**
 * Begins saving a way to pay; the first time the user becomes a customer at Stripe.
 * @returns the client secret with which the browser completes it
 * @throws ApiError PAYMENT_PROVIDER_UNAVAILABLE
 */
export async function createPaymentMethodSetupIntent(world: World, userId: string): Promise<string> {
  const customer = await customerOf(world, userId);
  const made = await findAtStripe(world, (stripe) => beginSetup(world, stripe, customer));
  if (made) return secretOf(made);
  // Deleted there, and what Stripe told us of it was lost: they become another one at once.
  await refreshStripeCustomer(world, customer);
  const other = await customerOf(world, userId);
  return secretOf(await askStripe(world, (stripe) => beginSetup(world, stripe, other)));
}

function beginSetup(world: World, stripe: Stripe, customer: string): Promise<Stripe.SetupIntent> {
  const types = world.config.PAYMENT_METHOD_TYPES;
  return stripe.setupIntents.create({
    customer,
    allowed_payment_method_types: types,
    usage: 'off_session',
    // Small deposits would take days, and another visit to the site.
    ...(types.includes('us_bank_account') && {
      payment_method_options: { us_bank_account: { verification_method: 'instant' } },
    }),
  });
}

function secretOf({ client_secret: clientSecret }: Stripe.SetupIntent): string {
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
 * Forgets a way to pay, by the id of any saving of it.
 * @throws ApiError NOT_FOUND unless the user saved it, IN_USE while a live engagement is paid with it, a visit is
 *   still to be or a payment with it is under way, PAYMENT_PROVIDER_UNAVAILABLE
 */
export async function deletePaymentMethod(world: World, userId: string, paymentMethodId: string): Promise<void> {
  const found = await findSaved(world, userId, paymentMethodId);
  if (!found) throw notFound('Payment method');
  const uses = await selectUses(world.database, userId, found.id, world.clock.now());
  const reason = inUse.find(([use]) => uses?.[use])?.[1];
  if (reason) throw new ApiError('IN_USE', reason);
  await askStripe(world, (stripe) => stripe.paymentMethods.detach(found.id));
}

/**
 * Asked before a way to pay becomes the one of a service.
 * @returns the id to keep: another tab may still show an older saving of the same card
 * @throws ApiError INVALID_INPUT unless the user saved it, it is of a kind that is taken, and it can still be used, PAYMENT_PROVIDER_UNAVAILABLE
 */
export async function requirePaymentMethod(world: World, userId: string, paymentMethodId: string): Promise<string> {
  const found = await findSaved(world, userId, paymentMethodId);
  if (!found) throw invalid('body.stripePaymentMethodId', 'Payment method is required.');
  if (!isTaken(world, found)) throw invalid('body.stripePaymentMethodId', kindNotTakenMessage);
  const reason = (await findBlocked(world.database, userId))(found);
  if (reason) throw invalid('body.stripePaymentMethodId', blockedMessage(reason));
  await learnCard(world, userId, found);
  return found.id;
}

/** @throws ApiError INVALID_INPUT for a way to pay that cannot be used anymore, as is known without asking Stripe */
export async function requireUnblocked(world: World, userId: string, paymentMethodId: string): Promise<void> {
  const block = await findBlockOf(world.database, userId, paymentMethodId);
  if (block) throw invalid('body.stripePaymentMethodId', blockedMessage(block.reason));
}

/**
 * @returns a user's way to pay, by the id of any saving of it; undefined when it is not theirs
 * @throws ApiError PAYMENT_PROVIDER_UNAVAILABLE
 */
export const findSaved = async (world: World, userId: string, paymentMethodId: string) =>
  await findSaving(world, await listSaved(world, userId), paymentMethodId);

async function customerOf(world: World, userId: string): Promise<string> {
  const payer = await selectPayer(world.database, userId);
  if (!payer) throw notFound('User');
  if (payer.stripeCustomerId) return payer.stripeCustomerId;
  // Under the key of one that was deleted Stripe would answer that one for a day.
  const after = payer.deletedStripeCustomerId;
  const { email, ...contact } = contactAtStripe(payer);
  const metadata = { userId, ...(after !== null && { after }) };
  const customer = { ...contact, ...(email && { email }), metadata };
  const { id } = await makeOnce(world, `customer:${userId}`, customer, (stripe, sent, options) =>
    stripe.customers.create(sent, options),
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
