import Stripe from 'stripe';
import type { PaymentToConfirm } from '#contract/billing.ts';
import { calendarDay } from '#domain/calendar.ts';
import { lockAllOfCustomer } from '../charges/lock-store.ts';
import { takeUpCharges } from '../charges/take-up.ts';
import { refreshConnectedAccount } from '../connected-accounts/service.ts';
import { requireVisible } from '../engagements/views.ts';
import type { Caller } from '../http/access.ts';
import { notFound } from '../http/errors.ts';
import { workInLanes } from '../jobs/lanes.ts';
import { isCustomerOf } from '../parties/parties.ts';
import { refreshStripeCustomer } from '../payment-methods/deleted-customer.ts';
import { askStripe } from '../stripe/ask.ts';
import type { World } from '../world.ts';
import { applyOutcome } from './apply-outcome.ts';
import { endPlanned } from './end-planned.ts';
import { type Outcome, outcomeOfIntent, paidByCredit } from './outcome.ts';
import { expand, retrieveIntent, tryToCollect } from './payment-intents.ts';
import { readMoney } from './reading.ts';
import { mayMoneyMove } from './standstill-store.ts';
import {
  daysOfPayments,
  type PaymentRow,
  putOff,
  selectDuePayments,
  selectPayer,
  selectPayment,
  selectPaymentByIntent,
  selectUnconfirmed,
  takePayment,
  takeWaiting,
} from './store.ts';

/** How long a try may take before it is taken for lost. */
const lease = { minutes: 5 };
/** After how long it is looked at again whether a debit may begin. */
const waitForDebits = { hours: 24 };
/** More than one sweep has time for. */
const mostInOneSweep = 50_000;

/**
 * Makes the next step of a payment that is due: a try to collect it, or the end of its wait for a confirmation. The
 * payment's id is the idempotency key, so a try whose answer was lost can be made again.
 * @throws StripeError when Stripe cannot be asked how a payment stands that was tried before
 */
export async function collectPayment(world: World, paymentId: string): Promise<void> {
  const now = world.clock.now();
  const taken = await takePayment(world.database, paymentId, now, now.add(lease));
  if (!taken) {
    const engagementId = await putOff(world.database, paymentId, now, now.add(waitForDebits));
    if (engagementId !== undefined) return await endThoseInVain(world, engagementId);
    return await endWait(world, paymentId);
  }
  const { payment } = taken;
  const outcome = payment.amount === 0 ? paidByCredit : await tryToCollect(world, payment, taken.askedBefore);
  await follow(world, payment, outcome);
  // Whose account it is hears of it, and staff too, once it is read again.
  if (outcome.kind === 'payee-restricted') {
    await refreshConnectedAccount(world, payment.stripeDestinationAccountId);
  }
  if (outcome.kind === 'payer-deleted') await refreshStripeCustomer(world, payment.stripeCustomerId);
}

/** What waits for another debit may wait until its time is over. */
const endThoseInVain = (world: World, engagementId: string): Promise<void> =>
  world.database.transaction(async (transaction) => {
    await lockAllOfCustomer(transaction, engagementId);
    await endPlanned(world, transaction, engagementId);
  });

/**
 * Collects a payment for a caller who waits, and then reads how it stands. A failure of Stripe's is no error of the call: Stripe may
 * have taken the money, and then failed to read the payment. A webhook, the sweep or the nightly check reads it later.
 */
export async function collectNow(world: World, paymentId: string): Promise<void> {
  try {
    await collectPayment(world, paymentId);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    world.log.error({ event: 'payment-failed', err: error, paymentId }, 'payment not read; it is read again later');
  }
}

/**
 * Makes a payment follow its PaymentIntent, whatever changed there: its outcome, and whatever moved its money. An id that
 * is not of ours is left alone.
 * @throws StripeError when Stripe cannot be asked
 */
export async function reconcilePayment(world: World, stripePaymentIntentId: string): Promise<void> {
  // Before Stripe is asked: by this it shows whether somebody else has read it meanwhile.
  const known = await selectPaymentByIntent(world.database, stripePaymentIntentId);
  const intent = await retrieveIntent(world, stripePaymentIntentId);
  if (!intent) return;
  const { paymentId } = intent.metadata;
  const payment = known ?? (isUuid(paymentId) ? await selectPayment(world.database, paymentId) : undefined);
  if (payment) await follow(world, payment, outcomeOfIntent(intent));
}

/** @param payment as it was before Stripe was asked */
async function follow(world: World, payment: PaymentRow, outcome: Outcome): Promise<void> {
  const charge = outcome.kind === 'paid' ? outcome.charge : null;
  const found = charge ? await readMoney(world, charge, payment) : undefined;
  const isNewest = await applyOutcome(world, payment.id, outcome, found);
  if (!isNewest && outcome.kind === 'paid' && outcome.intentId !== null)
    await reconcilePayment(world, outcome.intentId);
}

/** Collects whatever has fallen due, unless money stands still after a restore. */
export async function sweepBilling(world: World): Promise<void> {
  if (!(await mayMoneyMove(world.database))) return;
  await takeUpCharges(world);
  await collectDuePayments(world);
}

/**
 * @returns the payments of the caller's engagement that wait for a confirmation; nobody but its customer gets any
 * @throws ApiError NOT_FOUND unless the caller is its customer, PAYMENT_PROVIDER_UNAVAILABLE
 */
export async function listPaymentsToConfirm(
  world: World,
  caller: Caller,
  engagementId: string,
): Promise<PaymentToConfirm[]> {
  if (!isCustomerOf(await requireVisible(world, caller, engagementId), caller)) throw notFound('Engagement');
  const waiting = await selectUnconfirmed(world.database, engagementId, world.clock.now());
  if (waiting.length === 0) return [];
  const { productName, street } = await selectPayer(world.database, engagementId);
  const days = await daysOfPayments(
    world.database,
    waiting.map(({ id }) => id),
  );
  const found: PaymentToConfirm[] = [];
  for (const { id, amount, tipWorkId, stripePaymentIntentId, stripePaymentMethodId } of waiting) {
    if (!stripePaymentIntentId) continue;
    const intent = await askStripe(world, (stripe) => stripe.paymentIntents.retrieve(stripePaymentIntentId));
    if (intent.status === 'succeeded' || intent.status === 'canceled' || !intent.client_secret) continue;
    const ofPayment = days.filter(({ paymentId }) => paymentId === id).map(({ date }) => calendarDay(date));
    const clientSecret = intent.client_secret;
    const isTip = tipWorkId !== null;
    found.push({ amount, productName, street, isTip, days: ofPayment, clientSecret, stripePaymentMethodId });
  }
  return found;
}

/** Makes the next step of every payment that is due, several at once. */
async function collectDuePayments(world: World): Promise<void> {
  const due = (await selectDuePayments(world.database, world.clock.now(), mostInOneSweep)).values();
  await workInLanes(
    async (most) => due.take(most).toArray(),
    async (id) => {
      try {
        await collectPayment(world, id);
      } catch (error) {
        // One payment in trouble must not hold up the others; it stays due.
        world.log.error(
          { event: 'payment-failed', err: error, paymentId: id },
          'payment not collected; will be tried again',
        );
      }
    },
  );
}

/** Looks again at a payment that waits for its customer or for a bank. */
async function endWait(world: World, paymentId: string): Promise<void> {
  const now = world.clock.now();
  const processing = await takeWaiting(world.database, paymentId, 'processing', now, now.add({ hours: 24 }));
  if (!processing) return await endConfirmation(world, paymentId);
  if (processing.stripePaymentIntentId) await reconcilePayment(world, processing.stripePaymentIntentId);
}

/**
 * The customer did not confirm in time, or chose another card: once Stripe can no longer collect it, it counts as
 * declined.
 */
async function endConfirmation(world: World, paymentId: string): Promise<void> {
  const now = world.clock.now();
  const payment = await takeWaiting(world.database, paymentId, 'action-required', now, now.add(lease));
  if (!payment?.stripePaymentIntentId) return;
  const intent = await retrieveIntent(world, payment.stripePaymentIntentId);
  if (!intent) return;
  const isOver = ['succeeded', 'canceled', 'processing'].includes(intent.status);
  const ended = isOver ? intent : await world.stripe.paymentIntents.cancel(intent.id, { expand });
  await follow(world, payment, outcomeOfIntent(ended));
}

function isUuid(text: string | undefined): text is string {
  return text !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
