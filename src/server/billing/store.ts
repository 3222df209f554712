import { and, asc, count, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Discount } from '#domain/coupon-discount.ts';
import type { BillingCycle, EngagementStatus, NotificationPreference } from '#domain/enums.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { users } from '../database/schema/accounts.ts';
import { charges, type PaymentStatus, payments } from '../database/schema/billing.ts';
import { coupons } from '../database/schema/catalog.ts';
import { engagements, works } from '../database/schema/engagements.ts';
import { connectedAccounts, profiles } from '../database/schema/profiles.ts';

export type PaymentRow = typeof payments.$inferSelect;
type ChargeRow = typeof charges.$inferSelect;

/** What a visit of an engagement costs, when it is collected, and how it is paid. */
export type Terms = {
  baseCost: number;
  billingCycle: BillingCycle;
  discount: Discount | null;
  stripePaymentMethodId: string;
  stripeCustomerId: string | null;
};

/** Reads the terms and keeps everybody else from charging this engagement until the transaction ends. */
export async function lockTerms(transaction: Transaction, engagementId: string): Promise<Terms> {
  const [terms] = await transaction
    .select({
      baseCost: engagements.baseCost,
      billingCycle: engagements.billingCycle,
      stripePaymentMethodId: engagements.stripePaymentMethodId,
      stripeCustomerId: users.stripeCustomerId,
      discount: { term: coupons.term, amountOff: coupons.amountOff, percentOff: coupons.percentOff },
    })
    .from(engagements)
    .innerJoin(profiles, eq(profiles.id, engagements.customerProfileId))
    .innerJoin(users, eq(users.id, profiles.userId))
    .leftJoin(coupons, eq(coupons.id, engagements.couponId))
    .where(eq(engagements.id, engagementId))
    // The weaker lock: rows that only refer to the engagement may still be written.
    .for('no key update', { of: engagements });
  if (!terms) throw new Error(`There is no engagement ${engagementId}`);
  return terms;
}

export async function hasCharge(database: Queryable, workId: string): Promise<boolean> {
  const [charge] = await database.select({ id: charges.id }).from(charges).where(eq(charges.workId, workId));
  return charge !== undefined;
}

export async function countCharges(database: Queryable, engagementId: string): Promise<number> {
  const [row] = await database.select({ count: count() }).from(charges).where(eq(charges.engagementId, engagementId));
  return row?.count ?? 0;
}

export async function insertCharge(database: Queryable, charge: typeof charges.$inferInsert): Promise<void> {
  await database.insert(charges).values(charge);
}

/** Forgets a visit's charge unless an attempt has taken it up. */
export async function deleteOpenCharge(transaction: Transaction, workId: string): Promise<void> {
  await transaction.delete(charges).where(and(eq(charges.workId, workId), isNull(charges.paymentId)));
}

/** @returns the engagements that have something to collect */
export async function engagementsWithDueCharges(database: Queryable, now: Temporal.Instant): Promise<string[]> {
  const rows = await database
    .selectDistinct({ engagementId: charges.engagementId })
    .from(charges)
    .where(lte(charges.dueAt, now));
  return rows.map((row) => row.engagementId);
}

/** What is to be collected, with the connected account of the worker who did it. */
export type DueCharge = { id: string; amount: number; payee: string | null };

export async function selectDueCharges(
  database: Queryable,
  engagementId: string,
  now: Temporal.Instant,
): Promise<DueCharge[]> {
  return await database
    .select({ id: charges.id, amount: charges.amount, payee: connectedAccounts.stripeAccountId })
    .from(charges)
    .innerJoin(works, eq(works.id, charges.workId))
    .innerJoin(profiles, eq(profiles.id, works.workerProfileId))
    .leftJoin(connectedAccounts, eq(connectedAccounts.userId, profiles.userId))
    .where(and(eq(charges.engagementId, engagementId), isNull(charges.paymentId), lte(charges.dueAt, now)));
}

/** Commits an attempt to collect these charges. */
export async function insertPayment(
  transaction: Transaction,
  payment: Omit<typeof payments.$inferInsert, 'id' | 'status'>,
  chargeIds: string[],
): Promise<PaymentRow> {
  const [inserted] = await transaction
    .insert(payments)
    .values({ ...payment, status: 'pending' })
    .returning();
  if (!inserted) throw new Error('The payment was not inserted');
  await transaction.update(charges).set({ paymentId: inserted.id, dueAt: null }).where(inArray(charges.id, chargeIds));
  return inserted;
}

/** @returns the ids of the charges whose last attempt this is */
export async function chargesOfPayment(database: Queryable, paymentId: string): Promise<string[]> {
  const rows = await database.select({ id: charges.id }).from(charges).where(eq(charges.paymentId, paymentId));
  return rows.map((row) => row.id);
}

export async function selectPayment(database: Queryable, paymentId: string): Promise<PaymentRow | undefined> {
  const [payment] = await database.select().from(payments).where(eq(payments.id, paymentId));
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

/** @returns an engagement's payments in one status, oldest first */
export async function selectPaymentsIn(
  database: Queryable,
  engagementId: string,
  status: PaymentStatus,
): Promise<PaymentRow[]> {
  return await database
    .select()
    .from(payments)
    .where(and(eq(payments.engagementId, engagementId), eq(payments.status, status)))
    .orderBy(asc(payments.id));
}

/** @returns what the sweep has to look at, oldest first */
export async function selectDuePayments(
  database: Queryable,
  now: Temporal.Instant,
  limit: number,
): Promise<Pick<PaymentRow, 'id' | 'status'>[]> {
  return await database
    .select({ id: payments.id, status: payments.status })
    .from(payments)
    .where(lte(payments.dueAt, now))
    .orderBy(asc(payments.dueAt))
    .limit(limit);
}

/**
 * Takes a payment that is due for one try. From here on it counts as unknown, since only the provider can say what
 * became of it; others leave it alone until `until`. The first try reads the card that the engagement has now.
 * @returns the payment, and whether the provider may have been asked before; undefined when it is not due
 */
export async function takePayment(
  database: Queryable,
  paymentId: string,
  now: Temporal.Instant,
  until: Temporal.Instant,
): Promise<{ payment: PaymentRow; askedBefore: boolean } | undefined> {
  const isDue = (status: PaymentStatus) =>
    and(eq(payments.id, paymentId), eq(payments.status, status), lte(payments.dueAt, now));
  const [first] = await database
    .update(payments)
    .set({
      status: 'unknown',
      dueAt: until,
      stripePaymentMethodId: sql`(select ${engagements.stripePaymentMethodId} from ${engagements} where ${engagements.id} = ${payments.engagementId})`,
    })
    .where(isDue('pending'))
    .returning();
  if (first) return { payment: first, askedBefore: false };
  const [again] = await database.update(payments).set({ dueAt: until }).where(isDue('unknown')).returning();
  return again && { payment: again, askedBefore: true };
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

/** Who pays for an engagement, and how that stands. */
export type Payer = {
  customerProfileId: string;
  userId: string;
  firstName: string;
  email: string;
  phone: string;
  notificationPreference: NotificationPreference;
  engagementStatus: EngagementStatus;
};

export async function selectPayer(database: Queryable, engagementId: string): Promise<Payer> {
  const [payer] = await database
    .select({
      customerProfileId: profiles.id,
      userId: profiles.userId,
      engagementStatus: engagements.status,
      firstName: profiles.firstName,
      email: profiles.email,
      phone: profiles.phone,
      notificationPreference: profiles.notificationPreference,
    })
    .from(engagements)
    .innerJoin(profiles, eq(profiles.id, engagements.customerProfileId))
    .where(eq(engagements.id, engagementId));
  if (!payer) throw new Error(`There is no engagement ${engagementId}`);
  return payer;
}

/** @returns the days of the visits that a payment is for, in order */
export async function visitDays(database: Queryable, paymentId: string): Promise<Temporal.PlainDate[]> {
  const rows = await database
    .select({ date: works.date })
    .from(charges)
    .innerJoin(works, eq(works.id, charges.workId))
    .where(eq(charges.paymentId, paymentId))
    .orderBy(asc(works.date));
  return rows.map((row) => row.date);
}

export type ChargeWithPayment = {
  charge: ChargeRow;
  payment: Pick<PaymentRow, 'status' | 'attempt' | 'settledAt' | 'stripePaymentMethodId'> | null;
};

export async function selectChargesOfWorks(database: Queryable, workIds: string[]): Promise<ChargeWithPayment[]> {
  if (workIds.length === 0) return [];
  return await database
    .select({
      charge: charges,
      payment: {
        status: payments.status,
        attempt: payments.attempt,
        settledAt: payments.settledAt,
        stripePaymentMethodId: payments.stripePaymentMethodId,
      },
    })
    .from(charges)
    .leftJoin(payments, eq(payments.id, charges.paymentId))
    .where(inArray(charges.workId, workIds));
}
