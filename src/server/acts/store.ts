import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { inOrder, isBehind, type Order, type Page, toPage } from '../database/page.ts';
import { acts } from '../database/schema/acts.ts';
import { payments, refunds } from '../database/schema/billing.ts';
import { profiles } from '../database/schema/profiles.ts';

export type ActRow = typeof acts.$inferSelect;

export async function selectAct(database: Queryable, id: string): Promise<ActRow | undefined> {
  const [act] = await database.select().from(acts).where(eq(acts.id, id));
  return act;
}

/**
 * Keeps everybody else from using the id of a request until the transaction ends: refunds and other acts have tables of
 * their own, and share their ids. It comes after the locks of what the act is about.
 * @returns whether a refund has this id
 */
export async function lockRequest(transaction: Transaction, id: string): Promise<{ isRefund: boolean }> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`);
  const found = await transaction.select({ id: refunds.id }).from(refunds).where(eq(refunds.id, id));
  return { isRefund: found.length > 0 };
}

/** @returns false when there is one of this id */
export async function insertAct(transaction: Transaction, act: typeof acts.$inferInsert): Promise<boolean> {
  const inserted = await transaction.insert(acts).values(act).onConflictDoNothing().returning({ id: acts.id });
  return inserted.length > 0;
}

const named = { act: acts, by: profiles.displayName };
type NamedAct = { act: ActRow; by: string };

/** @returns what was done to a bill, with who did it */
export async function selectActsOfBill(database: Queryable, billId: string): Promise<NamedAct[]> {
  return await database
    .select(named)
    .from(acts)
    .innerJoin(profiles, eq(profiles.id, acts.byProfileId))
    .where(eq(acts.billId, billId));
}

/** @returns the refunds of a bill, also of what was paid twice, with who asked for them here */
export async function selectRefundsOfBill(database: Queryable, billId: string) {
  return await database
    .select({ refund: refunds, by: profiles.displayName })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .leftJoin(profiles, eq(profiles.id, refunds.byProfileId))
    .where(eq(payments.billId, billId));
}
export type NamedRefund = Awaited<ReturnType<typeof selectRefundsOfBill>>[number];

const newestFirst: Order = { by: [acts.at, acts.id], direction: 'descending' };
const pageSize = 50;

/** @returns a page of what was done to a customer's money apart from bills, newest first */
export async function selectActsOfCustomer(
  database: Queryable,
  customerProfileId: string,
  after: string | undefined,
): Promise<Page<NamedAct>> {
  const rows = await database
    .select(named)
    .from(acts)
    .innerJoin(profiles, eq(profiles.id, acts.byProfileId))
    .where(and(eq(acts.customerProfileId, customerProfileId), isNull(acts.billId), isBehind(newestFirst, after)))
    .orderBy(...inOrder(newestFirst))
    .limit(pageSize + 1);
  return toPage(rows, pageSize, ({ act }) => [act.at, act.id]);
}

/** Locks an employee's profile until the transaction ends, and lets others name it in what they write. */
export async function lockGiver(transaction: Transaction, profileId: string): Promise<void> {
  await transaction.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, profileId)).for('no key update');
}

/**
 * What an employee has given away since a moment: refunds, credit that was not owed, bills written off, visits not billed.
 * @returns integer cents
 */
export async function selectGiven(database: Queryable, byProfileId: string, since: Temporal.Instant): Promise<number> {
  const isGift = sql`(${acts.kind} in ('write-off', 'not-billed') or ${acts.kind} = 'credit' and ${acts.billId} is null)`;
  const { rows } = await database.execute<{ given: string }>(sql`select
    (select coalesce(sum(${acts.amount}), 0) from ${acts}
      where ${acts.byProfileId} = ${byProfileId} and ${acts.at} >= ${since.toString()} and ${isGift})
    + (select coalesce(sum(${refunds.amount}), 0) from ${refunds}
      where ${refunds.byProfileId} = ${byProfileId} and ${refunds.createdAt} >= ${since.toString()}
        and ${refunds.status} <> 'refused') as given`);
  return Number(rows[0]?.given ?? 0);
}

/** @returns whether there is such a customer */
export async function isCustomer(database: Queryable, profileId: string): Promise<boolean> {
  const isOne = and(eq(profiles.id, profileId), eq(profiles.type, 'PROFILE_TYPE_CUSTOMER'));
  return (await database.select({ id: profiles.id }).from(profiles).where(isOne)).length > 0;
}
