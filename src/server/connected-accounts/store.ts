import { and, eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { contactOf } from '../database/people.ts';
import { prepared } from '../database/prepared.ts';
import { users } from '../database/schema/accounts.ts';
import { connectedAccounts, profiles } from '../database/schema/profiles.ts';

export type ConnectedAccountRow = typeof connectedAccounts.$inferSelect;

const accountOfUser = prepared('connected_account', (database) =>
  database
    .select()
    .from(connectedAccounts)
    .where(eq(connectedAccounts.userId, sql.placeholder('userId'))),
);

export async function selectConnectedAccount(
  database: Queryable,
  userId: string,
): Promise<ConnectedAccountRow | undefined> {
  const [account] = await accountOfUser(database, { userId });
  return account;
}

/** Stores a user's account unless there is one. @returns the account that the user has now */
export async function keepConnectedAccount(
  database: Queryable,
  account: typeof connectedAccounts.$inferInsert,
): Promise<ConnectedAccountRow> {
  const [inserted] = await database
    .insert(connectedAccounts)
    .values(account)
    .onConflictDoNothing({ target: connectedAccounts.userId })
    .returning();
  const kept = inserted ?? (await selectConnectedAccount(database, account.userId));
  if (!kept) throw new Error('The connected account was not inserted');
  return kept;
}

/** Puts an account in the place of one that is disconnected. @returns the account that the user has now */
export async function replaceConnectedAccount(
  database: Queryable,
  { userId, stripeAccountId, version }: ConnectedAccountRow,
  anotherId: string,
): Promise<string> {
  await database
    .update(connectedAccounts)
    .set({ stripeAccountId: anotherId, onboardingComplete: false, version: version + 1 })
    .where(and(eq(connectedAccounts.userId, userId), eq(connectedAccounts.stripeAccountId, stripeAccountId)));
  return (await selectConnectedAccount(database, userId))?.stripeAccountId ?? anotherId;
}

export async function selectByStripeId(
  database: Queryable,
  stripeAccountId: string,
): Promise<ConnectedAccountRow | undefined> {
  const [account] = await database
    .select()
    .from(connectedAccounts)
    .where(eq(connectedAccounts.stripeAccountId, stripeAccountId));
  return account;
}

/**
 * Stores a reading of Stripe, if the row still has the version from before the reading.
 * @returns the changed account; undefined when another reading was stored meanwhile
 */
export async function updateOnboarding(
  database: Queryable,
  { id, version }: Pick<ConnectedAccountRow, 'id' | 'version'>,
  reading: Pick<ConnectedAccountRow, 'onboardingComplete' | 'restrictedAt'>,
): Promise<ConnectedAccountRow | undefined> {
  const [updated] = await database
    .update(connectedAccounts)
    .set({ ...reading, version: version + 1 })
    .where(and(eq(connectedAccounts.id, id), eq(connectedAccounts.version, version)))
    .returning();
  return updated;
}

/** @returns Stripe's ids of the accounts that no check has read for longest */
export async function selectLongestUnchecked(database: Queryable, limit: number): Promise<string[]> {
  const rows = await database
    .select({ id: connectedAccounts.stripeAccountId })
    .from(connectedAccounts)
    .orderBy(sql`${connectedAccounts.checkedAt} nulls first`, connectedAccounts.id)
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function keepChecked(database: Queryable, stripeAccountId: string, checkedAt: Temporal.Instant) {
  await database
    .update(connectedAccounts)
    .set({ checkedAt })
    .where(eq(connectedAccounts.stripeAccountId, stripeAccountId));
}

/** @returns how to reach a user as a worker; undefined when the user is not one */
export async function selectWorker(database: Queryable, userId: string) {
  const [worker] = await database
    .select(contactOf(profiles))
    .from(profiles)
    .where(and(eq(profiles.userId, userId), eq(profiles.type, 'PROFILE_TYPE_WORKER')));
  return worker;
}

/** @returns the user's email; undefined when the user is not a worker */
export async function selectWorkerEmail(database: Queryable, userId: string): Promise<string | undefined> {
  const [worker] = await database
    .select({ email: users.email })
    .from(users)
    .innerJoin(profiles, and(eq(profiles.userId, users.id), eq(profiles.type, 'PROFILE_TYPE_WORKER')))
    .where(eq(users.id, userId));
  return worker?.email;
}

/**
 * Keeps how the last payout of an account ended.
 * @param failed Stripe's id of one that its bank did not take, integer cents, and now; null when it was paid
 * @returns the account, if this is news
 */
export async function updateLastPayout(
  database: Queryable,
  stripeAccountId: string,
  failed: { id: string; amount: number; at: Temporal.Instant } | null,
): Promise<ConnectedAccountRow | undefined> {
  const isOther = sql`(${connectedAccounts.failedPayoutId}, ${connectedAccounts.failedPayoutAmount})
    is distinct from (${failed?.id ?? null}::text, ${failed?.amount ?? null}::int)`;
  const [updated] = await database
    .update(connectedAccounts)
    .set({
      failedPayoutId: failed?.id ?? null,
      failedPayoutAmount: failed?.amount ?? null,
      payoutFailedAt: failed?.at ?? null,
      payoutSeenAt: null,
      payoutSeenBy: null,
    })
    .where(and(eq(connectedAccounts.stripeAccountId, stripeAccountId), isOther))
    .returning();
  return updated;
}

/** Locks a worker's account until the transaction ends. @returns undefined when the worker has none */
export async function lockAccountOf(transaction: Transaction, workerProfileId: string) {
  const user = transaction
    .select({ id: profiles.userId })
    .from(profiles)
    .where(and(eq(profiles.id, workerProfileId), eq(profiles.type, 'PROFILE_TYPE_WORKER')));
  const [account] = await transaction
    .select({ id: connectedAccounts.id, payoutSeenAt: connectedAccounts.payoutSeenAt })
    .from(connectedAccounts)
    .where(eq(connectedAccounts.userId, user))
    .for('no key update');
  return account;
}

export async function updatePayoutSeen(
  transaction: Transaction,
  accountId: string,
  seen: Pick<ConnectedAccountRow, 'payoutSeenAt' | 'payoutSeenBy'>,
): Promise<void> {
  await transaction.update(connectedAccounts).set(seen).where(eq(connectedAccounts.id, accountId));
}
