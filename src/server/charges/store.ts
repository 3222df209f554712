import { and, asc, count, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { smallestPayment } from '#domain/pricing.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { given, prepared } from '../database/prepared.ts';
import { bills, charges } from '../database/schema/billing.ts';
import { topUps } from '../database/schema/credits.ts';
import { engagements } from '../database/schema/engagements.ts';
import { connectedAccounts, profiles } from '../database/schema/profiles.ts';
import { isHeldCharge, isStuckTopUp } from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';

export type ChargeRow = typeof charges.$inferSelect;

const chargesOfWorks = prepared('charges_of_works', (database) =>
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

/** @returns the new charges' ids by their visits */
export async function insertCharges(
  database: Queryable,
  rows: (typeof charges.$inferInsert)[],
): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map();
  const inserted = await database.insert(charges).values(rows).returning({ id: charges.id, workId: charges.workId });
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

const withDueCharges = prepared('engagements_with_due_charges', (database) =>
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

const lockDue = prepared('lock_due_charges', (database) =>
  database
    .select({
      id: charges.id,
      workId: charges.workId,
      amount: charges.amount,
      fee: charges.fee,
      payee: connectedAccounts.stripeAccountId,
      workerProfileId: profiles.id,
      heldSince: charges.heldSince,
    })
    .from(charges)
    .innerJoin(engagements, eq(engagements.id, charges.engagementId))
    .innerJoin(visits, eq(visits.id, charges.workId))
    .innerJoin(profiles, eq(profiles.id, visits.workerProfileId))
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
  return await lockDue(transaction, { engagementId, customerProfileId, now: `${now}` });
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

/** Looks at charges again at `dueAt`, without anybody hearing of it. */
export async function lookLater(transaction: Transaction, chargeIds: string[], dueAt: Temporal.Instant): Promise<void> {
  await transaction.update(charges).set({ dueAt }).where(inArray(charges.id, chargeIds));
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

/** Makes due what is held of an engagement. */
export async function makeHeldOfEngagementDue(
  transaction: Transaction,
  engagementId: string,
  now: Temporal.Instant,
): Promise<void> {
  await transaction
    .update(charges)
    .set({ dueAt: now })
    .where(and(isHeldCharge(charges), eq(charges.engagementId, engagementId)));
}

/** Makes due what is held of the visits that a user has made, top-ups that were refused for now among it. */
export async function makeHeldDue(transaction: Transaction, userId: string, now: Temporal.Instant): Promise<void> {
  const own = transaction
    .select({ id: visits.id })
    .from(visits)
    .innerJoin(profiles, eq(profiles.id, visits.workerProfileId))
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
