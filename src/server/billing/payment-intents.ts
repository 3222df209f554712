import type Stripe from 'stripe';
import { calendarDay, longDayLabel } from '#domain/calendar.ts';
import { cardGoneMessage } from '#domain/payment-attempts.ts';
import { isMissing, isServerFailure } from '../stripe/ask.ts';
import type { World } from '../world.ts';
import { withoutAsking } from './before-asking.ts';
import { type Outcome, outcomeOfError, outcomeOfIntent, unknownOutcome } from './outcome.ts';
import { takeLost } from './standstill-store.ts';
import { isCard, type PaymentRow, visitDays } from './store.ts';

/** The charge tells of the card, and of the money that it has moved. */
export const expand = ['balance_transaction', 'transfer', 'application_fee'].map((part) => `latest_charge.${part}`);

/**
 * Makes one try to collect a payment. The payment's id is the idempotency key, so a try whose answer was
 * lost can be made again; one that has not reached Stripe is a first one, and may have become one that is not made.
 * @param askedBefore whether an earlier try may have been made
 * @returns what became of it; trouble at Stripe is an unknown outcome and never rejects
 */
export async function tryToCollect(world: World, payment: PaymentRow, askedBefore: boolean): Promise<Outcome> {
  const earlier = askedBefore ? await outcomeOfEarlierTry(world, payment) : undefined;
  const known = earlier ?? (await withoutAsking(world.database, payment, world.clock.now()));
  if (known) return known;
  try {
    return outcomeOfIntent(await createIntent(world, payment));
  } catch (error) {
    if (!isServerFailure(error)) return await whyRefused(world, payment, outcomeOfError(error));
    return await outcomeAfterServerFailure(world, payment, error);
  }
}

/** After a refusal it asks Stripe whether the customer was deleted there: the event may never have reached us. */
async function whyRefused({ stripe }: World, payment: PaymentRow, outcome: Outcome): Promise<Outcome> {
  if (outcome.kind !== 'refused') return outcome;
  try {
    const { deleted } = await stripe.customers.retrieve(payment.stripeCustomerId);
    return deleted ? { kind: 'payer-deleted', reason: cardGoneMessage } : outcome;
  } catch {
    return outcome;
  }
}

/**
 * The key is forgotten after a day (https://docs.stripe.com/api/idempotent_requests); the PaymentIntent is not.
 * @returns undefined when nothing was made; while that cannot be found out, whatever the reason, it stays unknown
 */
async function outcomeOfEarlierTry(world: World, payment: PaymentRow): Promise<Outcome | undefined> {
  try {
    const intent = await findIntent(world, payment);
    return intent && (await outcomeOfFound(world, payment, intent));
  } catch (error) {
    return unknownOutcome(error);
  }
}

/** A 500 may come after acting, and the same key gets the same 500 again; what was made is found in the list. */
async function outcomeAfterServerFailure(world: World, payment: PaymentRow, failure: unknown): Promise<Outcome> {
  try {
    const intent = await findIntent(world, payment);
    return intent ? await outcomeOfFound(world, payment, intent) : outcomeOfError(failure);
  } catch {
    return outcomeOfError(failure);
  }
}

/**
 * When Stripe failed half way it has made a PaymentIntent and never tried it. Its key would answer the failure for
 * ever, so it is tried now, if that may still be: one PaymentIntent is paid once, however often it is confirmed.
 */
async function outcomeOfFound(world: World, payment: PaymentRow, found: Stripe.PaymentIntent): Promise<Outcome> {
  const isUntried =
    found.status === 'requires_confirmation' ||
    (found.status === 'requires_payment_method' && !found.last_payment_error);
  if (!isUntried) return outcomeOfIntent(found);
  // The payment method may have been blocked since. Then the PaymentIntent stays untried, because nothing else confirms it.
  const known = await withoutAsking(world.database, payment, world.clock.now());
  if (known) return known;
  try {
    const payment_method = payment.stripePaymentMethodId;
    return outcomeOfIntent(
      await world.stripe.paymentIntents.confirm(found.id, { payment_method, off_session: true, expand }),
    );
  } catch (error) {
    const outcome = outcomeOfError(error);
    // Refused may mean that somebody else has just tried it: it must not be given up for another PaymentIntent.
    return outcome.kind === 'refused' || outcome.kind === 'payee-restricted'
      ? { kind: 'unknown', reason: outcome.reason }
      : outcome;
  }
}

async function createIntent(world: World, payment: PaymentRow): Promise<Stripe.PaymentIntent> {
  return await world.stripe.paymentIntents.create(
    {
      amount: payment.amount,
      currency: 'usd',
      customer: payment.stripeCustomerId,
      payment_method: payment.stripePaymentMethodId,
      allowed_payment_method_types: world.config.PAYMENT_METHOD_TYPES,
      // Otherwise fee and transfer are not in the answer: https://docs.stripe.com/payments/payment-intents/asynchronous-capture
      capture_method: 'automatic',
      confirm: true,
      // Banks decline less when somebody is there to answer; the other ways to pay would lead away from our page.
      off_session: !(payment.isOnSession && (await isCard(world.database, payment.stripePaymentMethodId))),
      transfer_data: { destination: payment.stripeDestinationAccountId },
      // Stripe takes an amount above zero or none.
      ...(payment.applicationFee > 0 && { application_fee_amount: payment.applicationFee }),
      description: await describe(world, payment),
      metadata: { paymentId: payment.id, engagementId: payment.engagementId },
      expand,
    },
    { idempotencyKey: payment.id },
  );
}

async function describe(world: World, payment: PaymentRow): Promise<string> {
  const days = await visitDays(world.database, payment.id);
  const what = payment.tipWorkId === null ? `visit${days.length === 1 ? '' : 's'}` : 'tip';
  // As it was when Stripe was asked first: with another text it would refuse to be asked again.
  const { businessName } = world.settings.at(payment.createdAt);
  return `${businessName} ${what}: ${days.map((day) => longDayLabel(calendarDay(day))).join('; ')}`.slice(0, 500);
}

/** @returns the PaymentIntent that was made for a payment whose answer was lost, or for the same before a restore */
async function findIntent(world: World, payment: PaymentRow): Promise<Stripe.PaymentIntent | undefined> {
  const { stripe } = world;
  const lost = await takeLost(world.database, payment, await describe(world, payment));
  if (lost !== undefined) return await retrieveIntent(world, lost);
  // A day of leeway, since the two clocks are not one.
  const madeAfter = Math.floor(payment.createdAt.epochMilliseconds / 1000) - 86_400;
  for await (const intent of stripe.paymentIntents.list({ customer: payment.stripeCustomerId, limit: 100 })) {
    if (intent.metadata.paymentId === payment.id) return await retrieveIntent(world, intent.id);
    if (intent.created < madeAfter) return undefined;
  }
  return undefined;
}

/** @returns undefined when Stripe does not know it */
export async function retrieveIntent(
  world: World,
  stripePaymentIntentId: string,
): Promise<Stripe.PaymentIntent | undefined> {
  try {
    return await world.stripe.paymentIntents.retrieve(stripePaymentIntentId, { expand });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** @returns the id of the PaymentIntent that a charge is of; undefined when Stripe does not know the charge */
export async function findIntentOfCharge({ stripe }: World, chargeId: string): Promise<string | undefined> {
  try {
    const { payment_intent: intent } = await stripe.charges.retrieve(chargeId);
    return (typeof intent === 'object' ? intent?.id : intent) ?? undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
