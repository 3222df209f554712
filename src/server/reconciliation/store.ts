import { and, desc, eq, gt, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { disputes, payments, refunds } from '../database/schema/billing.ts';
import { reconciliations } from '../database/schema/findings.ts';
import { entries } from '../database/schema/ledger.ts';
import { profiles } from '../database/schema/profiles.ts';
import { isProcessingFeeUnknown } from '../database/schema/states.ts';

export type ReconciliationRow = typeof reconciliations.$inferSelect;

/** Begins a check, unless one is under way or the night has had its own. @returns whether it is new */
export async function insertReconciliation(
  database: Queryable,
  check: Pick<ReconciliationRow, 'startedAt'> & Partial<Pick<ReconciliationRow, 'night' | 'byProfileId'>>,
): Promise<boolean> {
  const inserted = await database
    .insert(reconciliations)
    .values({ ...check, dueAt: check.startedAt })
    .onConflictDoNothing()
    .returning({ id: reconciliations.id });
  return inserted.length > 0;
}

/** Takes the check that is due, so that nobody else makes it until then. */
export async function takeReconciliation(
  database: Queryable,
  now: Temporal.Instant,
  until: Temporal.Instant,
): Promise<ReconciliationRow | undefined> {
  const [taken] = await database
    .update(reconciliations)
    .set({ dueAt: until })
    .where(lte(reconciliations.dueAt, now))
    .returning();
  return taken;
}

/** Says that a check is still being made. */
export async function keepReconciliation(database: Queryable, id: string, until: Temporal.Instant): Promise<void> {
  await database
    .update(reconciliations)
    .set({ dueAt: until })
    .where(and(eq(reconciliations.id, id), isNotNull(reconciliations.dueAt)));
}

/** @param failure of one that could not look at everything: its night is not done yet */
export async function endReconciliation(
  database: Queryable,
  id: string,
  { finishedAt, failure }: Pick<ReconciliationRow, 'finishedAt' | 'failure'>,
): Promise<void> {
  await database
    .update(reconciliations)
    .set({ finishedAt, failure, dueAt: null, ...(failure === null ? {} : { night: null }) })
    .where(eq(reconciliations.id, id));
}

/** @returns the last check with who asked for it; undefined before the first */
export async function selectLast(database: Queryable) {
  const [last] = await database
    .select({ check: reconciliations, by: profiles.displayName })
    .from(reconciliations)
    .leftJoin(profiles, eq(profiles.id, reconciliations.byProfileId))
    .orderBy(desc(reconciliations.startedAt))
    .limit(1);
  return last;
}

/** @returns whether a check is to be begun, or begun again */
export async function hasDueCheck(database: Queryable, now: Temporal.Instant): Promise<boolean> {
  const due = await database
    .select({ id: reconciliations.id })
    .from(reconciliations)
    .where(lte(reconciliations.dueAt, now));
  return due.length > 0;
}

/** @returns whether a check has failed since then */
export async function hasFailedSince(database: Queryable, since: Temporal.Instant): Promise<boolean> {
  const [failed] = await database
    .select({ id: reconciliations.id })
    .from(reconciliations)
    .where(and(isNotNull(reconciliations.failure), gt(reconciliations.finishedAt, since)))
    .limit(1);
  return failed !== undefined;
}

/** @returns when the last check began that could look at everything; undefined before the first */
export async function selectLastWhole(database: Queryable): Promise<Temporal.Instant | undefined> {
  const [last] = await database
    .select({ startedAt: reconciliations.startedAt })
    .from(reconciliations)
    .where(and(isNotNull(reconciliations.finishedAt), isNull(reconciliations.failure)))
    .orderBy(desc(reconciliations.startedAt))
    .limit(1);
  return last?.startedAt;
}

/**
 * @returns by PaymentIntent, what the ledger has moved at Stripe from that day on (integer cents, as Stripe
 *   counts them), and whether it was collected since the moment
 */
export async function selectMovedAtStripe(database: Queryable, since: Temporal.Instant, day: Temporal.PlainDate) {
  const isCollected = sql`${entries.kind} = 'collected' and ${entries.at} >= ${since.toString()}::timestamptz`;
  const rows = await database
    .select({
      intentId: payments.stripePaymentIntentId,
      net: sql`sum(${entries.amount})`.mapWith(Number),
      isCollected: sql<boolean>`bool_or(${isCollected})`,
    })
    .from(entries)
    .innerJoin(payments, eq(payments.id, entries.paymentId))
    .where(
      and(eq(entries.against, 'provider'), ne(entries.kind, 'top-up'), sql`${entries.day} >= ${day.toString()}::date`),
    )
    .groupBy(payments.id);
  return new Map(rows.map((row) => [row.intentId, row]));
}

/** @returns the refunds and disputes with these ids of Stripe's, with what they have taken from us */
export async function selectKnown(database: Queryable, stripeIds: readonly string[]): Promise<Map<string, number>> {
  const ids = sql`any(${sql.param(stripeIds)}::text[])`;
  const known = await database
    .select({
      id: refunds.stripeRefundId,
      taken: sql<number>`case ${refunds.status} when 'done' then ${refunds.amount} else 0 end`,
    })
    .from(refunds)
    .where(sql`${refunds.stripeRefundId} = ${ids}`);
  const disputed = await database
    .select({ id: disputes.stripeDisputeId, taken: sql<number>`${disputes.taken} + ${disputes.disputeFee}` })
    .from(disputes)
    .where(sql`${disputes.stripeDisputeId} = ${ids}`);
  return new Map([...known, ...disputed].map(({ id, taken }) => [id ?? '', taken]));
}

/** @returns the PaymentIntents of paid payments of which Stripe has not said what it keeps, oldest first */
export async function selectProcessingFeeUnknown(
  database: Queryable,
  before: Temporal.Instant,
  limit: number,
): Promise<string[]> {
  const rows = await database
    .select({ id: payments.stripePaymentIntentId })
    .from(payments)
    .where(
      and(isProcessingFeeUnknown(payments), lte(payments.settledAt, before), isNotNull(payments.stripePaymentIntentId)),
    )
    .orderBy(payments.settledAt)
    .limit(limit);
  return rows.flatMap(({ id }) => id ?? []);
}
