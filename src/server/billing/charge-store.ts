import { and, count, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Discount } from '#domain/coupon-discount.ts';
import type { BillingCycle } from '#domain/enums.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { users } from '../database/schema/accounts.ts';
import { charges, isDeclinedPayment, payments } from '../database/schema/billing.ts';
import { coupons } from '../database/schema/catalog.ts';
import { engagements, works } from '../database/schema/engagements.ts';
import { connectedAccounts, profiles } from '../database/schema/profiles.ts';

type PaymentRow = typeof payments.$inferSelect;
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
      // A released one may cost more by now than its customer has agreed to.
      baseCost: sql<number>`least(${engagements.baseCost}, ${engagements.agreedBaseCost})`,
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

/** @returns how many visits of an engagement were charged, without the ways to those that could not be done */
export async function countCharges(database: Queryable, engagementId: string): Promise<number> {
  const [row] = await database
    .select({ count: count() })
    .from(charges)
    .where(and(eq(charges.engagementId, engagementId), eq(charges.kind, 'visit')));
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

export type ChargeWithPayment = {
  charge: ChargeRow;
  payment:
    | (Pick<PaymentRow, 'status' | 'dueAt' | 'settledAt' | 'stripePaymentMethodId'> & { isDeclined: boolean })
    | null;
};

export async function selectChargesOfWorks(database: Queryable, workIds: string[]): Promise<ChargeWithPayment[]> {
  if (workIds.length === 0) return [];
  return await database
    .select({
      charge: charges,
      payment: {
        status: payments.status,
        isDeclined: isDeclinedPayment(payments),
        dueAt: payments.dueAt,
        settledAt: payments.settledAt,
        stripePaymentMethodId: payments.stripePaymentMethodId,
      },
    })
    .from(charges)
    .leftJoin(payments, eq(payments.id, charges.paymentId))
    .where(inArray(charges.workId, workIds));
}
