import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { contactOf } from '../database/people.ts';
import { users } from '../database/schema/accounts.ts';
import { connectedAccounts, profiles } from '../database/schema/profiles.ts';

export type ConnectedAccountRow = typeof connectedAccounts.$inferSelect;

/** @returns the user's account at the provider, as we know it */
export async function selectConnectedAccount(
  database: Queryable,
  userId: string,
): Promise<ConnectedAccountRow | undefined> {
  const [account] = await database.select().from(connectedAccounts).where(eq(connectedAccounts.userId, userId));
  return account;
}

/** @returns the account the user has: this one, or the one that was there before */
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

/** @returns our account of that id at the provider */
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
 * Keeps what was read at the provider after that version of the row was.
 * @returns the changed account, or undefined when another reading was kept meanwhile
 */
export async function updateOnboarding(
  database: Queryable,
  { id, version }: Pick<ConnectedAccountRow, 'id' | 'version'>,
  read: Pick<ConnectedAccountRow, 'onboardingComplete' | 'restrictedAt'>,
): Promise<ConnectedAccountRow | undefined> {
  const [updated] = await database
    .update(connectedAccounts)
    .set({ ...read, version: version + 1 })
    .where(and(eq(connectedAccounts.id, id), eq(connectedAccounts.version, version)))
    .returning();
  return updated;
}

/** @returns whom a letter about an account goes to, or undefined when it is no worker's */
export async function selectWorker(database: Queryable, userId: string) {
  const [worker] = await database
    .select(contactOf(profiles))
    .from(profiles)
    .where(and(eq(profiles.userId, userId), eq(profiles.type, 'PROFILE_TYPE_WORKER')));
  return worker;
}

/** @returns the e-mail of a user, or undefined when it is no worker */
export async function selectWorkerEmail(database: Queryable, userId: string): Promise<string | undefined> {
  const [worker] = await database
    .select({ email: users.email })
    .from(users)
    .innerJoin(profiles, and(eq(profiles.userId, users.id), eq(profiles.type, 'PROFILE_TYPE_WORKER')))
    .where(eq(users.id, userId));
  return worker?.email;
}
