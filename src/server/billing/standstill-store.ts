import { and, asc, count, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { payments } from '../database/schema/billing.ts';
import { topUps } from '../database/schema/credits.ts';
import { engagements } from '../database/schema/engagements.ts';
import { profiles } from '../database/schema/profiles.ts';
import { isMoneyMoving, lostPayments, standstills } from '../database/schema/standstills.ts';
import type { PaymentRow } from './store.ts';

export type StandstillRow = typeof standstills.$inferSelect;
type LostRow = typeof lostPayments.$inferInsert;

/** How many of them are shown. */
const mostShown = 100;

/** @returns whether money may be moved */
export async function mayMoneyMove(database: Queryable): Promise<boolean> {
  const { rows } = await database.execute<{ may: boolean }>(sql`select ${isMoneyMoving} as may`);
  return rows[0]?.may === true;
}

/** @returns the standstill that nobody has ended; a restore leaves one */
export async function selectStandstill(database: Queryable): Promise<StandstillRow | undefined> {
  const [standstill] = await database.select().from(standstills).where(isNull(standstills.endedAt));
  return standstill;
}

/** Keeps those of some payments at Stripe that are not known here. @param some with the ids that we gave them */
export async function keepLost(database: Queryable, some: readonly (LostRow & { paymentId: string })[]): Promise<void> {
  if (some.length === 0) return;
  const known = await database
    .select({ id: payments.id, intentId: payments.stripePaymentIntentId })
    .from(payments)
    .where(
      sql`${payments.id} = any(${sql.param(some.map(({ paymentId }) => paymentId))}::uuid[])
        or ${payments.stripePaymentIntentId} = any(${sql.param(some.map((one) => one.stripePaymentIntentId))}::text[])`,
    );
  const isKnown = new Set(known.flatMap(({ id, intentId }) => [id, intentId]));
  const lost = some.filter((one) => !isKnown.has(one.paymentId) && !isKnown.has(one.stripePaymentIntentId));
  if (lost.length === 0) return;
  const rows = lost.map(({ paymentId: _, ...row }) => row);
  await database.insert(lostPayments).values(rows).onConflictDoNothing();
}

/** Keeps how many of some top-ups at Stripe are not known here. @param some by the ids that we gave them, with what they have passed on */
export async function keepLostTopUps(
  database: Queryable,
  id: string,
  some: ReadonlyMap<string, number>,
): Promise<void> {
  const known = await database
    .select({ id: topUps.id })
    .from(topUps)
    .where(sql`${topUps.id}::text = any(${sql.param([...some.keys()])}::text[])`);
  const isKnown = new Set(known.map((one) => one.id));
  const lost = [...some].filter(([topUpId]) => !isKnown.has(topUpId));
  const lostTopUpsAmount = lost.reduce((sum, [, amount]) => sum + amount, 0);
  await database.update(standstills).set({ lostTopUps: lost.length, lostTopUpsAmount }).where(eq(standstills.id, id));
}

/** @returns whether it was not compared before */
export async function markCompared(database: Queryable, id: string, now: Temporal.Instant): Promise<boolean> {
  const marked = await database
    .update(standstills)
    .set({ comparedAt: now })
    .where(and(eq(standstills.id, id), isNull(standstills.comparedAt)))
    .returning({ id: standstills.id });
  return marked.length > 0;
}

/** @returns the payments that were lost with a restore, the newest last, and how many there are in all */
export async function selectLost(database: Queryable, standstillId: string) {
  const isOf = eq(lostPayments.standstillId, standstillId);
  const [all] = await database
    .select({ count: count(), amount: sql`coalesce(sum(${lostPayments.amount}), 0)`.mapWith(Number) })
    .from(lostPayments)
    .where(isOf);
  const rows = await database
    .select({
      id: lostPayments.stripePaymentIntentId,
      amount: lostPayments.amount,
      description: lostPayments.description,
      madeAt: lostPayments.madeAt,
      customer: { id: profiles.id, firstName: profiles.firstName, lastName: profiles.lastName },
    })
    .from(lostPayments)
    .leftJoin(engagements, eq(engagements.id, lostPayments.engagementId))
    .leftJoin(profiles, eq(profiles.id, engagements.customerProfileId))
    .where(isOf)
    .orderBy(asc(lostPayments.madeAt), asc(lostPayments.stripePaymentIntentId))
    .limit(mostShown);
  return { count: all?.count ?? 0, amount: all?.amount ?? 0, rows };
}

/** How many the check of the money looks at. */
const mostChecked = 1000;

/** @returns the ids of the lost payments that nothing has taken over although money moves again, oldest first */
export async function selectUntaken(database: Queryable): Promise<string[]> {
  const untaken = await database
    .select({ id: lostPayments.stripePaymentIntentId })
    .from(lostPayments)
    .innerJoin(standstills, eq(standstills.id, lostPayments.standstillId))
    .where(and(isNull(lostPayments.takenByPaymentId), isNotNull(standstills.endedAt)))
    .orderBy(asc(lostPayments.madeAt))
    .limit(mostChecked);
  return untaken.map(({ id }) => id);
}

/** @returns whether a payment that is not known here may still be taken over, once money moves again */
export async function mayBeTaken(database: Queryable, intentId: string): Promise<boolean> {
  const [waiting] = await database
    .select({ id: standstills.id })
    .from(lostPayments)
    .innerJoin(standstills, eq(standstills.id, lostPayments.standstillId))
    .where(and(eq(lostPayments.stripePaymentIntentId, intentId), isNull(standstills.endedAt)));
  return waiting !== undefined;
}

/** @returns the ids of what was ended: none when somebody else was first */
export async function endStandstills(transaction: Transaction, now: Temporal.Instant): Promise<string[]> {
  const ended = await transaction
    .update(standstills)
    .set({ endedAt: now })
    .where(isNull(standstills.endedAt))
    .returning({ id: standstills.id });
  return ended.map(({ id }) => id);
}

/**
 * Takes over a payment that was lost with a restore and is for the same: the same service, visits and amount. It is one
 * payment's for good.
 * @returns the id of its PaymentIntent; undefined when there is none
 */
export async function takeLost(
  database: Queryable,
  { id, engagementId, amount }: PaymentRow,
  description: string,
): Promise<string | undefined> {
  const isFree = sql`(${lostPayments.takenByPaymentId} is null or ${lostPayments.takenByPaymentId} = ${id})`;
  const isSame = and(
    eq(lostPayments.engagementId, engagementId),
    eq(lostPayments.amount, amount),
    eq(lostPayments.description, description),
  );
  const first = database
    .select({ id: lostPayments.stripePaymentIntentId })
    .from(lostPayments)
    .where(and(isSame, isFree))
    .orderBy(asc(lostPayments.takenByPaymentId), asc(lostPayments.madeAt))
    .limit(1);
  const [taken] = await database
    .update(lostPayments)
    .set({ takenByPaymentId: id })
    .where(and(eq(lostPayments.stripePaymentIntentId, first), isFree))
    .returning({ id: lostPayments.stripePaymentIntentId });
  return taken?.id;
}
