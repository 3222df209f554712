import { and, asc, eq, inArray, lte, not, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { mustWait } from '../database/debits-in-turn.ts';
import { contactOf } from '../database/people.ts';
import { given, prepared } from '../database/prepared.ts';
import { users } from '../database/schema/accounts.ts';
import { bills, charges, type PaymentStatus, payments } from '../database/schema/billing.ts';
import { cards } from '../database/schema/cards.ts';
import { coupons, products } from '../database/schema/catalog.ts';
import { engagements } from '../database/schema/engagements.ts';
import { addresses, connectedAccounts, profiles } from '../database/schema/profiles.ts';
import { isMoneyMoving, lostPayments } from '../database/schema/standstills.ts';
import { isToConfirm } from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';

export type PaymentRow = typeof payments.$inferSelect;

const onePayment = prepared('payment', (database) =>
  database
    .select()
    .from(payments)
    .where(eq(payments.id, sql.placeholder('paymentId'))),
);

export async function selectPayment(database: Queryable, paymentId: string): Promise<PaymentRow | undefined> {
  const [payment] = await onePayment(database, { paymentId });
  return payment;
}

export async function selectPaymentByIntent(
  database: Queryable,
  stripePaymentIntentId: string,
): Promise<PaymentRow | undefined> {
  const [payment] = await database
    .select()
    .from(payments)
    .where(eq(payments.stripePaymentIntentId, stripePaymentIntentId));
  return payment;
}

/** @returns an engagement's payments that its customer can still confirm, oldest first */
export async function selectUnconfirmed(
  database: Queryable,
  engagementId: string,
  now: Temporal.Instant,
): Promise<PaymentRow[]> {
  return await database
    .select()
    .from(payments)
    .where(and(eq(payments.engagementId, engagementId), isToConfirm(payments, now)))
    .orderBy(asc(payments.id));
}

const duePayments = prepared('due_payments', (database) =>
  database
    .select({ id: payments.id })
    .from(payments)
    .where(sql`${payments.dueAt} <= ${given('now', 'timestamptz')}`)
    .orderBy(asc(payments.dueAt))
    .limit(sql.placeholder('limit')),
);

/** @returns the ids of what the sweep has to look at, oldest first */
export async function selectDuePayments(database: Queryable, now: Temporal.Instant, limit: number): Promise<string[]> {
  const due = await duePayments(database, { now: now.toString(), limit });
  return due.map(({ id }) => id);
}

const isDue = (paymentId: string, status: PaymentStatus, now: Temporal.Instant) =>
  and(eq(payments.id, paymentId), eq(payments.status, status), lte(payments.dueAt, now), isMoneyMoving);

/**
 * Takes a payment that is due for one try, unless money stands still. From here on it counts as unknown, since only Stripe can say what
 * became of it; others leave it alone until `until`. The first try reads the card that the engagement has now, and who its
 * customer and its worker are at Stripe.
 * @returns the payment, and whether Stripe may have been asked before; undefined when it is not due, or must wait for another debit
 */
export async function takePayment(
  database: Queryable,
  paymentId: string,
  now: Temporal.Instant,
  until: Temporal.Instant,
): Promise<{ payment: PaymentRow; askedBefore: boolean } | undefined> {
  const [first] = await database
    .update(payments)
    .set({
      status: 'unknown',
      dueAt: until,
      // A restore has marked what Stripe may know already, and so may what it has lost.
      askedAt: sql`coalesce(${payments.askedAt}, (select ${lostPayments.madeAt} from ${lostPayments} where ${lostPayments.engagementId} = ${payments.engagementId} and ${lostPayments.takenByPaymentId} is null limit 1), ${now.toString()}::timestamptz)`,
      declineMessage: null,
      stripePaymentMethodId: sql`(select ${engagements.stripePaymentMethodId} from ${engagements} where ${engagements.id} = ${payments.engagementId})`,
      // A customer who was deleted at Stripe has another id there by now.
      stripeCustomerId: sql`coalesce((select ${users.stripeCustomerId} from ${engagements} join ${profiles} on ${profiles.id} = ${engagements.customerProfileId} join ${users} on ${users.id} = ${profiles.userId} where ${engagements.id} = ${payments.engagementId}), ${payments.stripeCustomerId})`,
      // One who was disconnected there may have connected another account.
      stripeDestinationAccountId: sql`coalesce((select ${connectedAccounts.stripeAccountId} from ${bills} join ${profiles} on ${profiles.id} = ${bills.workerProfileId} join ${connectedAccounts} on ${connectedAccounts.userId} = ${profiles.userId} where ${bills.id} = ${payments.billId}), ${payments.stripeDestinationAccountId})`,
    })
    .where(and(isDue(paymentId, 'pending', now), not(mustWait)))
    .returning();
  if (first) return { payment: first, askedBefore: !first.askedAt?.equals(now) };
  const [again] = await database
    .update(payments)
    .set({ dueAt: until })
    .where(isDue(paymentId, 'unknown', now))
    .returning();
  return again && { payment: again, askedBefore: true };
}

/** Looks at a payment again later that is due and must wait for another debit. @returns its engagement; undefined when it must not */
export async function putOff(
  database: Queryable,
  paymentId: string,
  now: Temporal.Instant,
  until: Temporal.Instant,
): Promise<string | undefined> {
  const [waiting] = await database
    .update(payments)
    // A payment that was brought forward keeps its planned day if that is later.
    .set({ dueAt: sql`greatest(${payments.plannedFor}, ${until.toString()}::timestamptz)`, plannedFor: null })
    .where(and(isDue(paymentId, 'pending', now), mustWait))
    .returning({ engagementId: payments.engagementId });
  return waiting?.engagementId;
}

/**
 * Takes a payment that waits, and is to be looked at: the time for its confirmation is over, or its bank takes days. The
 * next time is `until`.
 * @param status what it waits as
 * @returns the payment, or undefined when it is not due
 */
export async function takeWaiting(
  database: Queryable,
  paymentId: string,
  status: 'action-required' | 'processing',
  now: Temporal.Instant,
  until: Temporal.Instant,
): Promise<PaymentRow | undefined> {
  const [taken] = await database
    .update(payments)
    .set({ dueAt: until })
    .where(and(eq(payments.id, paymentId), eq(payments.status, status), lte(payments.dueAt, now)))
    .returning();
  return taken;
}

/** @returns whether a way to pay is known to be a card: what else there is does not expire */
export async function isCard(database: Queryable, stripePaymentMethodId: string): Promise<boolean> {
  const [card] = await database
    .select({ expiresOn: cards.expiresOn })
    .from(cards)
    .where(eq(cards.id, stripePaymentMethodId));
  return card?.expiresOn != null;
}

/**
 * Moves a payment to another state.
 * @param from the states it may be in; in any other, nothing happens
 * @returns the payment, or undefined when somebody else was first
 */
export async function movePayment(
  database: Queryable,
  paymentId: string,
  from: PaymentStatus[],
  changes: Partial<Omit<PaymentRow, 'id'>>,
): Promise<PaymentRow | undefined> {
  const [moved] = await database
    .update(payments)
    .set(changes)
    .where(and(eq(payments.id, paymentId), inArray(payments.status, from)))
    .returning();
  return moved;
}

const oneBill = prepared('number_of_bill', (database) =>
  database
    .select({ number: bills.number, creditUsed: bills.creditUsed })
    .from(bills)
    .where(eq(bills.id, sql.placeholder('billId'))),
);

const payerOf = prepared('payer', (database) =>
  database
    .select({
      ...contactOf(profiles),
      userId: profiles.userId,
      engagementStatus: engagements.status,
      productName: products.name,
      street: addresses.streetAddress1,
      // A closed account cannot sign in.
      isClosed: sql<boolean>`${users.deactivatedAt} is not null`,
    })
    .from(engagements)
    .innerJoin(profiles, eq(profiles.id, engagements.customerProfileId))
    .innerJoin(users, eq(users.id, profiles.userId))
    .innerJoin(products, eq(products.id, engagements.productId))
    .innerJoin(addresses, eq(addresses.id, engagements.serviceAddressId))
    .where(eq(engagements.id, sql.placeholder('engagementId'))),
);

/** @returns who pays for an engagement, and how that stands */
export async function selectPayer(database: Queryable, engagementId: string) {
  const [payer] = await payerOf(database, { engagementId });
  if (!payer) throw new Error(`There is no engagement ${engagementId}`);
  return payer;
}
export type Payer = Awaited<ReturnType<typeof selectPayer>>;

const billedVisits = (database: Queryable, which: SQL) =>
  database
    .select({
      visitId: visits.id,
      amount: charges.amount,
      fee: charges.fee,
      creditUsed: charges.creditUsed,
      workerProfileId: sql<string>`${visits.workerProfileId}`,
      customerProfileId: engagements.customerProfileId,
    })
    .from(charges)
    .innerJoin(visits, eq(visits.id, charges.workId))
    .innerJoin(engagements, eq(engagements.id, charges.engagementId))
    .where(which)
    .orderBy(asc(charges.id));

const chargedVisits = prepared('visits_of_payment', (database) =>
  billedVisits(database, eq(charges.paymentId, sql.placeholder('paymentId'))),
);

/** @returns what a payment is for, visit by visit, with whose it is */
export const selectChargedVisits = (database: Queryable, paymentId: string) => chargedVisits(database, { paymentId });

/** @returns what a bill is for, likewise */
export const selectVisitsOfBill = (database: Queryable, billId: string) =>
  billedVisits(database, eq(charges.billId, billId));

/** @returns the same of one that was paid after another attempt had paid its bill: it is for no visit */
export async function selectPaidTwice(database: Queryable, paymentId: string) {
  const { workerProfileId, customerProfileId } = bills;
  const { amount, applicationFee: fee } = payments;
  const paid = await database
    .select({ amount, fee, workerProfileId, customerProfileId })
    .from(payments)
    .innerJoin(bills, eq(bills.id, payments.billId))
    .where(eq(payments.id, paymentId));
  return paid.map((payment) => ({ ...payment, creditUsed: 0 }));
}

const daysQuery = prepared('days_of_payments', (database) =>
  database
    .select({
      paymentId: payments.id,
      date: visits.day,
      kind: sql<'visit' | 'way' | 'tip'>`coalesce(${charges.kind}, 'tip')`,
      /** The coupon that takes off all of it. */
      freeWith: coupons.name,
    })
    .from(payments)
    .leftJoin(charges, eq(charges.paymentId, payments.id))
    .innerJoin(visits, eq(visits.id, sql`coalesce(${charges.workId}, ${payments.tipWorkId})`))
    .innerJoin(engagements, eq(engagements.id, visits.engagementId))
    .leftJoin(
      coupons,
      sql`${coupons.id} = ${engagements.couponId} and ${charges.amount} = 0 and ${charges.discount} > 0`,
    )
    .where(sql`${payments.id} = any(${sql.placeholder('paymentIds')}::uuid[])`)
    .orderBy(asc(visits.day)),
);

/** @returns the days of the visits that payments are for, of the ways to them, or of those that they are a tip for, in order */
export async function daysOfPayments(database: Queryable, paymentIds: string[]) {
  return await daysQuery(database, { paymentIds });
}

/** @returns the bill that a payment is for, and for what; one without a number when it was made before there were bills */
export async function selectBillOf(database: Queryable, { id, billId }: Pick<PaymentRow, 'id' | 'billId'>) {
  const [bill] = await oneBill(database, { billId });
  const visits = await daysOfPayments(database, [id]);
  return { ...(bill ?? { number: '', creditUsed: 0 }), visits };
}

/** @returns the days of the visits that a payment is for, in order */
export async function visitDays(database: Queryable, paymentId: string): Promise<Temporal.PlainDate[]> {
  return (await daysOfPayments(database, [paymentId])).map(({ date }) => date);
}
