import type * as z from 'zod/mini';
import type { PaymentToConfirm } from '#contract/billing.ts';
import type { VisitCharge } from '#contract/visits.ts';
import { businessDay, businessTimeZone, calendarDay } from '#domain/calendar.ts';
import { couponDiscount } from '#domain/coupon-discount.ts';
import { notConfirmedMessage } from '#domain/payment-attempts.ts';
import { refreshConnectedAccount } from '../connected-accounts/service.ts';
import type { Transaction } from '../database/connection.ts';
import { isCustomerOf, requireVisible } from '../engagements/views.ts';
import type { Caller } from '../http/access.ts';
import { notFound } from '../http/errors.ts';
import { askStripe } from '../payments/ask.ts';
import type { World } from '../world.ts';
import { applyOutcome } from './apply-outcome.ts';
import {
  type ChargeWithPayment,
  countCharges,
  deleteOpenCharge,
  hasCharge,
  insertCharge,
  lockTerms,
  selectChargesOfWorks,
  type Terms,
} from './charge-store.ts';
import { collectionTime } from './cycle.ts';
import { outcomeOfIntent } from './outcome.ts';
import { retrieveIntent, tryToCollect } from './payment-intents.ts';
import {
  daysOfPayments,
  selectDuePayments,
  selectPayment,
  selectPaymentByIntent,
  selectUnconfirmed,
  takePayment,
  takeUnconfirmed,
} from './store.ts';
import { takeUpCharges } from './take-up.ts';

type VisitIds = { id: string; engagementId: string };
type ChargedVisit = VisitIds & { date: Temporal.PlainDate };

/** How long a try may take before it is taken for lost. */
const lease = { minutes: 5 };
/**
 * Charges a completed visit once, at the engagement's price less its coupon; charging it again does nothing. The sweep
 * collects it.
 * @param notBefore until when the charge can be withdrawn: nothing is collected earlier, however short the billing cycle
 */
export async function chargeVisit(
  world: World,
  transaction: Transaction,
  visit: ChargedVisit,
  notBefore: Temporal.Instant,
): Promise<void> {
  const terms = await lockTerms(transaction, visit.engagementId);
  const { baseCost } = terms;
  const visitsBefore = await countCharges(transaction, visit.engagementId);
  const discount = terms.discount ? couponDiscount(terms.discount, baseCost, visitsBefore) : 0;
  await writeCharge(world, transaction, terms, visit, {
    amount: baseCost - discount,
    discount,
    kind: 'visit',
    notBefore,
  });
}

/**
 * Charges the way to a visit that could not be done, once. No coupon is used for it.
 * @param amount integer cents
 * @param notBefore as with a visit
 */
export async function chargeForWay(
  world: World,
  transaction: Transaction,
  visit: ChargedVisit,
  amount: number,
  notBefore: Temporal.Instant,
): Promise<void> {
  const terms = await lockTerms(transaction, visit.engagementId);
  await writeCharge(world, transaction, terms, visit, { amount, discount: 0, kind: 'way', notBefore });
}

async function writeCharge(
  { clock }: World,
  transaction: Transaction,
  terms: Terms,
  { id: workId, engagementId, date }: ChargedVisit,
  { notBefore, ...charge }: { amount: number; discount: number; kind: 'visit' | 'way'; notBefore: Temporal.Instant },
): Promise<void> {
  if (await hasCharge(transaction, workId)) return;
  const createdAt = clock.now();
  // What comes late belongs to the cycle of the visit's day.
  const isLate = Temporal.PlainDate.compare(date, businessDay(createdAt)) < 0;
  const chargedAt = isLate ? date.toZonedDateTime(businessTimeZone).toInstant() : createdAt;
  const cycleEnd = collectionTime(terms.billingCycle, chargedAt);
  const dueAt = charge.amount === 0 ? null : Temporal.Instant.compare(cycleEnd, notBefore) < 0 ? notBefore : cycleEnd;
  await insertCharge(transaction, { ...charge, engagementId, workId, createdAt, dueAt });
}

/**
 * Takes a visit's charge back, as if the visit had never been completed.
 * @returns false when its collection has begun
 */
export async function cancelCharge(transaction: Transaction, { id: workId, engagementId }: VisitIds): Promise<boolean> {
  await lockTerms(transaction, engagementId);
  await deleteOpenCharge(transaction, workId);
  return !(await hasCharge(transaction, workId));
}

/**
 * Makes the next step of a payment that is due: a try to collect it, or the end of its wait for a confirmation. The payment's id is the idempotency key, so a try
 * whose answer was lost can be made again. Never rejects because of the payment provider.
 */
export async function collectPayment(world: World, paymentId: string): Promise<void> {
  const now = world.clock.now();
  const taken = await takePayment(world.database, paymentId, now, now.add(lease));
  if (!taken) return await endConfirmation(world, paymentId);
  const outcome = await tryToCollect(world, taken.payment, taken.askedBefore);
  await applyOutcome(world, paymentId, outcome);
  // Whose account it is hears of it, and staff too, once it is read again.
  if (outcome.kind === 'payee-restricted') {
    await refreshConnectedAccount(world, taken.payment.stripeDestinationAccountId);
  }
}

/**
 * Makes a payment follow its PaymentIntent, whatever changed there. An id that is not of ours is left alone.
 * @throws StripeError when the provider cannot be asked
 */
export async function reconcilePayment(world: World, stripePaymentIntentId: string): Promise<void> {
  const intent = await retrieveIntent(world, stripePaymentIntentId);
  if (!intent) return;
  const payment =
    (await selectPaymentByIntent(world.database, intent.id)) ??
    (isUuid(intent.metadata.paymentId) ? await selectPayment(world.database, intent.metadata.paymentId) : undefined);
  if (payment) await applyOutcome(world, payment.id, outcomeOfIntent(intent));
}

/** Collects whatever has fallen due. */
export async function sweepBilling(world: World): Promise<void> {
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
  const days = await daysOfPayments(
    world.database,
    waiting.map(({ id }) => id),
  );
  const found: PaymentToConfirm[] = [];
  for (const { id, amount, stripePaymentIntentId, stripePaymentMethodId } of waiting) {
    if (!stripePaymentIntentId) continue;
    const intent = await askStripe(world, (stripe) => stripe.paymentIntents.retrieve(stripePaymentIntentId));
    if (intent.status === 'succeeded' || intent.status === 'canceled' || !intent.client_secret) continue;
    const ofPayment = days.filter(({ paymentId }) => paymentId === id).map(({ date }) => calendarDay(date));
    found.push({ amount, days: ofPayment, clientSecret: intent.client_secret, stripePaymentMethodId });
  }
  return found;
}

/** @returns what each of these visits cost, by the work's id; a visit that was not charged is not in it */
export async function chargesOfVisits(
  world: World,
  workIds: string[],
): Promise<Map<string, z.output<typeof VisitCharge>>> {
  const found = await selectChargesOfWorks(world.database, workIds);
  return new Map(found.map((row) => [row.charge.workId, toVisitCharge(world, row)]));
}

/** Makes the next step of every payment that is due. */
async function collectDuePayments(world: World): Promise<void> {
  for (const id of await selectDuePayments(world.database, world.clock.now(), 500)) {
    try {
      await collectPayment(world, id);
    } catch (error) {
      // One payment in trouble must not hold up the others; it stays due.
      world.log.error({ err: error, paymentId: id }, 'payment not collected; will be tried again');
    }
  }
}

/**
 * The customer did not confirm in time, or chose another card: once the provider can no longer collect it, it counts as
 * declined.
 */
async function endConfirmation(world: World, paymentId: string): Promise<void> {
  const now = world.clock.now();
  const payment = await takeUnconfirmed(world.database, paymentId, now, now.add(lease));
  if (!payment?.stripePaymentIntentId) return;
  const intent = await retrieveIntent(world, payment.stripePaymentIntentId);
  if (!intent) return;
  const isOver = intent.status === 'succeeded' || intent.status === 'canceled';
  const ended = isOver ? intent : await world.stripe.paymentIntents.cancel(intent.id, { expand: ['latest_charge'] });
  await applyOutcome(world, paymentId, outcomeOfIntent(ended));
}

function toVisitCharge(world: World, { charge, payment }: ChargeWithPayment): z.output<typeof VisitCharge> {
  const { amount, discount } = charge;
  const paidAt = amount === 0 ? charge.createdAt : payment?.status === 'paid' ? payment.settledAt : null;
  return {
    amount,
    discount,
    status: charge.writtenOffAt ? 'written-off' : statusOf(world.clock.now(), amount, payment),
    paidAt: paidAt?.toString() ?? null,
    stripePaymentMethodId: payment?.stripePaymentMethodId ?? null,
  };
}

function statusOf(
  now: Temporal.Instant,
  amount: number,
  payment: ChargeWithPayment['payment'],
): z.output<typeof VisitCharge>['status'] {
  if (amount === 0) return 'paid';
  if (!payment) return 'open';
  // The customer was told of the decline; that another attempt is planned does not change it.
  if (payment.isDeclined) return payment.declineMessage === notConfirmedMessage ? 'not-confirmed' : 'declined';
  const { status, dueAt } = payment;
  if (status === 'pending' || status === 'unknown') return 'collecting';
  // Another card was chosen, and it is about to be collected with that.
  const isEnding = status === 'action-required' && dueAt !== null && Temporal.Instant.compare(dueAt, now) <= 0;
  return isEnding ? 'collecting' : status;
}

function isUuid(text: string | undefined): text is string {
  return text !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
