import { and, asc, count, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Discount } from '#domain/coupon-discount.ts';
import type { BillingCycle, YardSize } from '#domain/enums.ts';
import { smallestPayment } from '#domain/pricing.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { given, hotRead } from '../database/hot-read.ts';
import { asRows, hotWrite, rowsOf } from '../database/hot-write.ts';
import { users } from '../database/schema/accounts.ts';
import { bills, charges, type payments } from '../database/schema/billing.ts';
import { coupons } from '../database/schema/catalog.ts';
import { topUps } from '../database/schema/credits.ts';
import { engagements, works } from '../database/schema/engagements.ts';
import { connectedAccounts, profiles } from '../database/schema/profiles.ts';
import { isHeldCharge, isStuckTopUp } from '../database/schema/states.ts';

export type PaymentRow = typeof payments.$inferSelect;
export type ChargeRow = typeof charges.$inferSelect;

/** What a visit of an engagement costs, when it is collected, and how it is paid. */
export type Terms = {
  baseCost: number;
  yardSize: YardSize;
  /** Null when it is not known which rate and multiplier made the price. */
  multiplier: number | null;
  billingCycle: BillingCycle;
  /** Null for a claim from before this was kept. */
  agreedFeePercent: number | null;
  discount: Discount | null;
  customerProfileId: string;
  stripePaymentMethodId: string;
  stripeCustomerId: string | null;
};

const lockEach = hotRead('lock_terms', (database) =>
  database
    .select({
      engagementId: engagements.id,
      // A released one may cost more by now than its customer has agreed to.
      baseCost: sql<number>`least(${engagements.baseCost}, ${engagements.agreedBaseCost})`,
      yardSize: engagements.yardSize,
      multiplier: sql<
        number | null
      >`case when ${engagements.baseCost} <= ${engagements.agreedBaseCost} then ${engagements.priceMultiplier} end`,
      billingCycle: engagements.billingCycle,
      // Of a visit that stayed with the worker before: what was agreed with that one.
      agreedFeePercent: sql<number | null>`coalesce((
        select past.agreed_fee_percent from works work
        join past_assignments past on past.engagement_id = work.engagement_id and past.worker_profile_id = work.worker_profile_id
        where work.id = any(${sql.placeholder('workIds')}::uuid[]) and work.engagement_id = ${engagements.id}
          and work.worker_profile_id is distinct from ${engagements.workerProfileId}
        order by past.until desc limit 1
      ), ${engagements.agreedFeePercent})`,
      customerProfileId: engagements.customerProfileId,
      stripePaymentMethodId: engagements.stripePaymentMethodId,
      stripeCustomerId: users.stripeCustomerId,
      discount: { term: coupons.term, amountOff: coupons.amountOff, percentOff: coupons.percentOff },
    })
    .from(engagements)
    .innerJoin(profiles, eq(profiles.id, engagements.customerProfileId))
    .innerJoin(users, eq(users.id, profiles.userId))
    .leftJoin(coupons, eq(coupons.id, engagements.couponId))
    .where(sql`${engagements.id} = any(${sql.placeholder('engagementIds')}::uuid[])`)
    .orderBy(asc(engagements.id))
    // The weaker lock: rows that only refer to the engagement may still be written.
    .for('no key update', { of: engagements }),
);

/**
 * Reads the terms of engagements, of each of which one visit is charged, and keeps everybody else from charging them until the
 * transaction ends. They are locked in the order of their ids.
 * @returns them by the engagements' ids
 */
export async function lockTermsOf(
  transaction: Transaction,
  visits: readonly { engagementId: string; id?: string }[],
): Promise<Map<string, Terms>> {
  const engagementIds = visits.map(({ engagementId }) => engagementId);
  const workIds = visits.flatMap(({ id }) => id ?? []);
  const found = await lockEach(transaction, { engagementIds, workIds });
  return new Map(found.map((terms) => [terms.engagementId, terms]));
}

export function termsOf(terms: ReadonlyMap<string, Terms>, engagementId: string): Terms {
  const found = terms.get(engagementId);
  if (!found) throw new Error(`There is no engagement ${engagementId}`);
  return found;
}

/**
 * Reads the terms of one engagement, and locks it likewise.
 * @param workId of the visit that is charged: its worker may have agreed on another fee
 */
export async function lockTerms(transaction: Transaction, engagementId: string, workId?: string): Promise<Terms> {
  const visit = workId === undefined ? { engagementId } : { engagementId, id: workId };
  return termsOf(await lockTermsOf(transaction, [visit]), engagementId);
}

const lockAll = hotRead('lock_engagements_of_customer', (database) =>
  database
    .select({ id: engagements.id })
    .from(engagements)
    .where(eq(engagements.customerProfileId, sql.placeholder('customerProfileId')))
    .orderBy(asc(engagements.id))
    .for('no key update'),
);
const lockAllBeside = hotRead('lock_engagements_beside', (database) => {
  const customer = database
    .select({ id: engagements.customerProfileId })
    .from(engagements)
    .where(eq(engagements.id, sql.placeholder('engagementId')));
  return database
    .select({ id: engagements.id })
    .from(engagements)
    .where(eq(engagements.customerProfileId, customer))
    .orderBy(asc(engagements.id))
    .for('no key update');
});

/** Locks an engagement and all others of its customer until the transaction ends, in the order of their ids. */
export async function lockOfSameCustomer(transaction: Transaction, engagementId: string): Promise<void> {
  await lockAllBeside(transaction, { engagementId });
}

/** Locks all engagements of a customer likewise. */
export async function lockOfCustomer(transaction: Transaction, customerProfileId: string): Promise<void> {
  await lockAll(transaction, { customerProfileId });
}

const chargesOfWorks = hotRead('charges_of_works', (database) =>
  database
    .select({ workId: charges.workId, isNotBilled: charges.isNotBilled })
    .from(charges)
    .where(sql`${charges.workId} = any(${sql.placeholder('workIds')}::uuid[])`),
);

/** @returns the charges that there are of visits, by their ids */
export async function findCharges(
  database: Queryable,
  workIds: readonly string[],
): Promise<Map<string, { isNotBilled: boolean }>> {
  const found = await chargesOfWorks(database, { workIds });
  return new Map(found.map((charge) => [charge.workId, charge]));
}

export async function findCharge(database: Queryable, workId: string): Promise<{ isNotBilled: boolean } | undefined> {
  return (await findCharges(database, [workId])).get(workId);
}

/** @returns how many visits of an engagement were charged, without the ways to those that could not be done */
export async function countCharges(database: Queryable, engagementId: string): Promise<number> {
  const [row] = await database
    .select({ count: count() })
    .from(charges)
    .where(and(eq(charges.engagementId, engagementId), eq(charges.kind, 'visit')));
  return row?.count ?? 0;
}

const insertAll = hotWrite('insert_charges', (database) =>
  database.insert(charges).select(rowsOf(charges)).returning({ id: charges.id, workId: charges.workId }),
);

/** @returns the new charges' ids by their visits */
export async function insertCharges(
  database: Queryable,
  rows: readonly (typeof charges.$inferInsert)[],
): Promise<Map<string, string>> {
  const inserted = await insertAll(database, asRows(charges, rows));
  return new Map(inserted.map(({ id, workId }) => [workId, id]));
}

/**
 * Forgets a visit's charge unless an attempt has taken it up, or it was written off. Of those that staff did not want
 * billed only a way is forgotten: the visit may still be made, and is charged then.
 * @returns what it was
 */
export async function deleteOpenCharge(transaction: Transaction, workId: string): Promise<ChargeRow | undefined> {
  const isWay = and(eq(charges.isNotBilled, true), eq(charges.kind, 'way'));
  const [deleted] = await transaction
    .delete(charges)
    .where(and(eq(charges.workId, workId), isNull(charges.paymentId), or(isNull(charges.writtenOffAt), isWay)))
    .returning();
  return deleted;
}

const withDueCharges = hotRead('engagements_with_due_charges', (database) =>
  database
    .selectDistinct({ engagementId: charges.engagementId })
    .from(charges)
    .where(sql`${charges.dueAt} <= ${given('now', 'timestamptz')}`),
);

/** @returns the engagements that have something to collect */
export async function engagementsWithDueCharges(database: Queryable, now: Temporal.Instant): Promise<string[]> {
  const rows = await withDueCharges(database, { now: now.toString() });
  return rows.map((row) => row.engagementId);
}

/** What is to be collected, with the connected account of the worker who did it; null while that may not be paid. */
export type DueCharge = Pick<ChargeRow, 'id' | 'workId' | 'amount' | 'fee' | 'heldSince'> & {
  payee: string | null;
  workerProfileId: string;
};

const lockDue = hotRead('lock_due_charges', (database) =>
  database
    .select({
      id: charges.id,
      workId: charges.workId,
      amount: charges.amount,
      fee: charges.fee,
      payee: connectedAccounts.stripeAccountId,
      workerProfileId: works.workerProfileId,
      heldSince: charges.heldSince,
    })
    .from(charges)
    .innerJoin(engagements, eq(engagements.id, charges.engagementId))
    .innerJoin(works, eq(works.id, charges.workId))
    .innerJoin(profiles, eq(profiles.id, works.workerProfileId))
    .leftJoin(
      connectedAccounts,
      and(eq(connectedAccounts.userId, profiles.userId), eq(connectedAccounts.onboardingComplete, true)),
    )
    .where(
      and(
        eq(engagements.customerProfileId, sql.placeholder('customerProfileId')),
        isNull(charges.paymentId),
        isNull(charges.writtenOffAt),
        or(
          and(
            eq(charges.engagementId, sql.placeholder('engagementId')),
            or(lte(charges.dueAt, sql.placeholder('now')), isNotNull(charges.heldSince)),
          ),
          and(isNotNull(charges.heldSince), sql`${charges.amount} < ${sql.raw(String(smallestPayment))}`),
        ),
      ),
    )
    .orderBy(asc(charges.id))
    .for('no key update', { of: charges }),
);

/**
 * @returns what is to be collected of an engagement, and what is held of it; of the customer's other engagements the
 *   rests that are too small alone. Locked until the transaction ends
 */
export async function lockDueCharges(
  transaction: Transaction,
  { engagementId, customerProfileId }: { engagementId: string; customerProfileId: string },
  now: Temporal.Instant,
): Promise<DueCharge[]> {
  return await lockDue(transaction, { engagementId, customerProfileId, now });
}

/** Keeps charges that cannot be collected now, to be looked at again at `dueAt`. */
export async function holdCharges(
  transaction: Transaction,
  chargeIds: string[],
  now: Temporal.Instant,
  dueAt: Temporal.Instant,
): Promise<void> {
  await transaction
    .update(charges)
    .set({ heldSince: sql`coalesce(${charges.heldSince}, ${now.toString()}::timestamptz)`, dueAt })
    .where(inArray(charges.id, chargeIds));
}

/** Gives charges up. */
export async function writeOff(transaction: Transaction, chargeIds: string[], now: Temporal.Instant): Promise<void> {
  await transaction.update(charges).set({ writtenOffAt: now, dueAt: null }).where(inArray(charges.id, chargeIds));
}

/** Marks the credit of a bill as returned. @returns what of its charges that was, oldest first */
export async function markCreditReturned(transaction: Transaction, paymentId: string) {
  const isUsed = and(eq(charges.paymentId, paymentId), gt(charges.creditUsed, 0));
  const used = await transaction
    .select({
      visitId: charges.workId,
      creditUsed: charges.creditUsed,
      billId: charges.billId,
      customerProfileId: engagements.customerProfileId,
    })
    .from(charges)
    .innerJoin(engagements, eq(engagements.id, charges.engagementId))
    .where(isUsed)
    .orderBy(asc(charges.id));
  const [first] = used;
  if (first?.billId) await transaction.update(bills).set({ isCreditReturned: true }).where(eq(bills.id, first.billId));
  return used;
}

/** Detaches charges from a payment that was never made, to be held until `dueAt`. */
export async function holdChargesOf(
  transaction: Transaction,
  paymentId: string,
  now: Temporal.Instant,
  dueAt: Temporal.Instant,
): Promise<void> {
  await transaction
    .update(charges)
    .set({ billId: null, paymentId: null, creditUsed: 0, heldSince: now, dueAt })
    .where(eq(charges.paymentId, paymentId));
}

/** Makes due what is held of the visits that a user has made, top-ups that were refused for now among it. */
export async function makeHeldDue(transaction: Transaction, userId: string, now: Temporal.Instant): Promise<void> {
  const own = transaction
    .select({ id: works.id })
    .from(works)
    .innerJoin(profiles, eq(profiles.id, works.workerProfileId))
    .where(eq(profiles.userId, userId));
  await transaction
    .update(charges)
    .set({ dueAt: now })
    .where(and(isHeldCharge(charges), inArray(charges.workId, own)));
  await transaction
    .update(topUps)
    .set({ dueAt: now })
    .where(
      and(eq(topUps.status, 'unknown'), isStuckTopUp(topUps), inArray(topUps.billId, billsOf(transaction, userId))),
    );
}

const billsOf = (transaction: Transaction, userId: string) =>
  transaction
    .select({ id: bills.id })
    .from(bills)
    .innerJoin(profiles, eq(profiles.id, bills.workerProfileId))
    .where(eq(profiles.userId, userId));
