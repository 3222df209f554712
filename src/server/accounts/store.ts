import { and, eq, exists, gt, inArray, isNull, lt, not, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { accountLinks, joinCodes, sessions, users } from '../database/schema/accounts.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';

export type UserRow = typeof users.$inferSelect;
type LinkRow = typeof accountLinks.$inferInsert;
type LinkPurpose = LinkRow['purpose'];

export async function insertUser(database: Queryable, user: typeof users.$inferInsert): Promise<UserRow> {
  const [inserted] = await database.insert(users).values(user).returning();
  if (!inserted) throw new Error('The user was not inserted');
  return inserted;
}

export async function hasNoUsers(database: Queryable): Promise<boolean> {
  const [user] = await database.select({ id: users.id }).from(users).limit(1);
  return user === undefined;
}

/** Without regard to case. */
export async function selectUserByName(database: Queryable, username: string): Promise<UserRow | undefined> {
  const [user] = await database
    .select()
    .from(users)
    .where(eq(sql`lower(${users.username})`, username.toLowerCase()));
  return user;
}

/** Without regard to case. */
export async function selectUserByEmail(database: Queryable, email: string): Promise<UserRow | undefined> {
  const [user] = await database
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  return user;
}

export async function insertLink(database: Queryable, link: LinkRow): Promise<void> {
  await database.insert(accountLinks).values(link);
}

const isOpen = (purpose: LinkPurpose, now: Temporal.Instant) =>
  and(eq(accountLinks.purpose, purpose), isNull(accountLinks.usedAt), gt(accountLinks.expiresAt, now));

/** @returns whose link it is while it can be used; undefined when it is unknown, was used or has expired */
export async function selectLinkOwner(
  database: Queryable,
  tokenHash: string,
  purpose: LinkPurpose,
  now: Temporal.Instant,
): Promise<string | undefined> {
  const [link] = await database
    .select({ userId: accountLinks.userId })
    .from(accountLinks)
    .where(and(eq(accountLinks.tokenHash, tokenHash), isOpen(purpose, now)));
  return link?.userId;
}

/**
 * Uses a link up.
 * @returns whose it was, or undefined when it is unknown, was used or has expired
 */
export async function takeLink(
  database: Queryable,
  tokenHash: string,
  purpose: LinkPurpose,
  now: Temporal.Instant,
): Promise<string | undefined> {
  const [link] = await database
    .update(accountLinks)
    .set({ usedAt: now })
    .where(and(eq(accountLinks.tokenHash, tokenHash), isOpen(purpose, now)))
    .returning({ userId: accountLinks.userId });
  return link?.userId;
}

/** Uses up every link of a purpose that a user could still use. */
export async function endLinksOfUser(
  database: Queryable,
  userId: string,
  purpose: LinkPurpose,
  now: Temporal.Instant,
): Promise<void> {
  await database
    .update(accountLinks)
    .set({ usedAt: now })
    .where(and(eq(accountLinks.userId, userId), isOpen(purpose, now)));
}

/** Holds a user until the transaction ends; whoever else wants to waits. */
export async function lockUser(transaction: Transaction, userId: string): Promise<void> {
  await transaction.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

/**
 * Lets nobody change a user until the transaction ends; others may hold the user too.
 * @returns whether the password is still the one that was read, and the user not shut out
 */
export async function holdUnchangedUser(transaction: Transaction, user: UserRow): Promise<boolean> {
  const [held] = await transaction
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash), isNull(users.deactivatedAt)))
    .for('share');
  return held !== undefined;
}

/** A first confirmation keeps its time. */
export async function confirmUser(database: Queryable, userId: string, now: Temporal.Instant): Promise<void> {
  await database
    .update(users)
    .set({ confirmedAt: now })
    .where(and(eq(users.id, userId), isNull(users.confirmedAt)));
}

/** A first deactivation keeps its time. */
export async function markDeactivated(database: Queryable, userId: string, now: Temporal.Instant): Promise<void> {
  await database
    .update(users)
    .set({ deactivatedAt: now })
    .where(and(eq(users.id, userId), isNull(users.deactivatedAt)));
}

/** @returns the user; undefined for one who is shut out, whose password stays */
export async function updatePassword(
  database: Queryable,
  userId: string,
  passwordHash: string,
): Promise<UserRow | undefined> {
  const [user] = await database
    .update(users)
    .set({ passwordHash })
    .where(and(eq(users.id, userId), isNull(users.deactivatedAt)))
    .returning();
  return user;
}

/** Ends every session of a user that has not ended. */
export async function endSessionsOfUser(database: Queryable, userId: string, now: Temporal.Instant): Promise<void> {
  await database
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)));
}

/**
 * Deletes accounts that were never confirmed, with all that a sign-up makes: their names are free again.
 * @param before accounts whose every link had expired by then
 * @param limit the most accounts at once
 */
export async function deleteUnconfirmed(
  transaction: Transaction,
  before: Temporal.Instant,
  limit: number,
): Promise<number> {
  const goodLink = transaction
    .select({ one: sql`1` })
    .from(accountLinks)
    .where(and(eq(accountLinks.userId, users.id), gt(accountLinks.expiresAt, before)));
  const found = await transaction
    .select({ id: users.id })
    .from(users)
    .where(and(isNull(users.confirmedAt), lt(users.createdAt, before), not(exists(goodLink))))
    .limit(limit)
    .for('update', { skipLocked: true });
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return 0;
  const theirs = transaction.select({ id: profiles.id }).from(profiles).where(inArray(profiles.userId, ids));
  await transaction.delete(addresses).where(inArray(addresses.profileId, theirs));
  await transaction.delete(profiles).where(inArray(profiles.userId, ids));
  await transaction.delete(accountLinks).where(inArray(accountLinks.userId, ids));
  await transaction.update(joinCodes).set({ usedBy: null }).where(inArray(joinCodes.usedBy, ids));
  await transaction.delete(users).where(inArray(users.id, ids));
  return ids.length;
}
