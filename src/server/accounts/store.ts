import { and, desc, eq, exists, gt, inArray, isNotNull, isNull, lt, not, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { accountLinks, joinCodes, sessions, users } from '../database/schema/accounts.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';

export type UserRow = typeof users.$inferSelect;
export type LinkRow = typeof accountLinks.$inferSelect;
export type LinkPurpose = LinkRow['purpose'];

export async function insertUser(database: Queryable, user: typeof users.$inferInsert): Promise<UserRow> {
  const [inserted] = await database.insert(users).values(user).returning();
  if (!inserted) throw new Error('The user was not inserted');
  return inserted;
}

export async function hasNoUsers(database: Queryable): Promise<boolean> {
  const [user] = await database.select({ id: users.id }).from(users).limit(1);
  return user === undefined;
}

/** Makes an account that nobody has confirmed what a new form says. */
export async function replaceUser(
  database: Queryable,
  userId: string,
  changes: Pick<UserRow, 'username' | 'email' | 'passwordHash'>,
): Promise<UserRow> {
  const [user] = await database.update(users).set(changes).where(eq(users.id, userId)).returning();
  if (!user) throw new Error('There is no such user');
  return user;
}

export async function selectUser(database: Queryable, userId: string): Promise<UserRow | undefined> {
  const [user] = await database.select().from(users).where(eq(users.id, userId));
  return user;
}

/**
 * Without regard to case. A user name may read like the e-mail of somebody else.
 * @returns nobody, one or two: who is called so comes first, then whose e-mail it is
 */
export async function selectUsersByNameOrEmail(database: Queryable, typed: string): Promise<UserRow[]> {
  const isName = eq(sql`lower(${users.username})`, typed.toLowerCase());
  return await database
    .select()
    .from(users)
    .where(or(isName, eq(sql`lower(${users.email})`, typed.toLowerCase())))
    .orderBy(desc(isName));
}

/** Without regard to case. */
export async function selectUserByEmail(database: Queryable, email: string): Promise<UserRow | undefined> {
  const [user] = await database
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  return user;
}

/** @returns what somebody called themselves at the sign-up */
export async function selectFirstName(database: Queryable, userId: string): Promise<string> {
  const [profile] = await database
    .select({ firstName: profiles.firstName })
    .from(profiles)
    .where(eq(profiles.userId, userId))
    .orderBy(profiles.createdAt)
    .limit(1);
  return profile?.firstName ?? '';
}

export async function insertLink(database: Queryable, link: typeof accountLinks.$inferInsert): Promise<void> {
  await database.insert(accountLinks).values(link);
}

const isOpen = (purpose: LinkPurpose, now: Temporal.Instant) =>
  and(eq(accountLinks.purpose, purpose), isNull(accountLinks.usedAt), gt(accountLinks.expiresAt, now));

/** @returns a link, used or not */
export async function selectLink(database: Queryable, tokenHash: string): Promise<LinkRow | undefined> {
  const [link] = await database.select().from(accountLinks).where(eq(accountLinks.tokenHash, tokenHash));
  return link;
}

/** @returns the address of the newest link of a user that would change to it; undefined when none can be used */
export async function selectPendingEmail(
  database: Queryable,
  userId: string,
  now: Temporal.Instant,
): Promise<string | undefined> {
  const [link] = await database
    .select({ email: accountLinks.email })
    .from(accountLinks)
    .where(and(eq(accountLinks.userId, userId), isOpen('email', now)))
    .orderBy(desc(accountLinks.createdAt))
    .limit(1);
  return link?.email ?? undefined;
}

/**
 * Uses a link up.
 * @returns false when it was used before or has expired
 */
export async function takeLink(database: Queryable, tokenHash: string, now: Temporal.Instant): Promise<boolean> {
  const taken = await database
    .update(accountLinks)
    .set({ usedAt: now })
    .where(and(eq(accountLinks.tokenHash, tokenHash), isNull(accountLinks.usedAt), gt(accountLinks.expiresAt, now)))
    .returning({ tokenHash: accountLinks.tokenHash });
  return taken.length > 0;
}

/** Lets every link of a purpose expire that a user could still use. */
export async function endLinksOfUser(
  database: Queryable,
  userId: string,
  purpose: LinkPurpose,
  now: Temporal.Instant,
): Promise<void> {
  await database
    .update(accountLinks)
    .set({ expiresAt: now })
    .where(and(eq(accountLinks.userId, userId), isOpen(purpose, now)));
}

/** @returns the user if there is one, held until the transaction ends; whoever else wants to waits */
export async function findAndHoldUser(transaction: Transaction, userId: string): Promise<UserRow | undefined> {
  const [user] = await transaction.select().from(users).where(eq(users.id, userId)).for('no key update');
  return user;
}

export async function holdUser(transaction: Transaction, userId: string): Promise<UserRow> {
  const user = await findAndHoldUser(transaction, userId);
  if (!user) throw new Error('There is no such user');
  return user;
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

/** Changes an account's e-mail; its profiles' copies follow, and count as edited. */
export async function updateEmail(database: Queryable, userId: string, email: string): Promise<void> {
  await database.update(users).set({ email }).where(eq(users.id, userId));
  await database
    .update(profiles)
    .set({ version: sql`${profiles.version} + 1` })
    .where(eq(profiles.userId, userId));
}

export async function markDeactivated(database: Queryable, userId: string, now: Temporal.Instant): Promise<void> {
  await database.update(users).set({ deactivatedAt: now }).where(eq(users.id, userId));
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

/** @returns whether somebody has signed in as this user with this browser since */
export async function isKnownDevice(
  database: Queryable,
  userId: string,
  deviceHash: string,
  since: Temporal.Instant,
): Promise<boolean> {
  const [session] = await database
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.deviceHash, deviceHash), gt(sessions.startedAt, since)))
    .limit(1);
  return session !== undefined;
}

/** Ends every session of a user that has not ended, and knows none of their browsers any more. */
export async function endSessionsOfUser(database: Queryable, userId: string, now: Temporal.Instant): Promise<void> {
  await database
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)));
  await database
    .update(sessions)
    .set({ deviceHash: null })
    .where(and(eq(sessions.userId, userId), isNotNull(sessions.deviceHash)));
}

/** Deletes the profiles and addresses of accounts that were never confirmed, to which nothing else refers. */
export async function deleteProfilesOf(transaction: Transaction, userIds: readonly string[]): Promise<void> {
  const theirs = transaction.select({ id: profiles.id }).from(profiles).where(inArray(profiles.userId, userIds));
  await transaction.delete(addresses).where(inArray(addresses.profileId, theirs));
  await transaction.delete(profiles).where(inArray(profiles.userId, userIds));
}

/** Makes the join codes that a user has used good again. */
export async function releaseJoinCodesOf(transaction: Transaction, userId: string): Promise<void> {
  await transaction.update(joinCodes).set({ usedBy: null, usedAt: null }).where(eq(joinCodes.usedBy, userId));
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
  await deleteProfilesOf(transaction, ids);
  await transaction.delete(accountLinks).where(inArray(accountLinks.userId, ids));
  await transaction.update(joinCodes).set({ usedBy: null }).where(inArray(joinCodes.usedBy, ids));
  await transaction.delete(users).where(inArray(users.id, ids));
  return ids.length;
}
