import { and, desc, eq, exists, gt, inArray, isNotNull, isNull, lt, ne, not, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { eraseConsentsOf } from '../database/erased-words.ts';
import { accountLinks, joinCodes, sessions, sessionTokens, users } from '../database/schema/accounts.ts';
import { creditBalances } from '../database/schema/credits.ts';
import { engagements } from '../database/schema/engagements.ts';
import { notes } from '../database/schema/notes.ts';
import { orders } from '../database/schema/orders.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { factorChallenges } from '../database/schema/second-factors.ts';
import { isOpenLink } from '../database/schema/states.ts';

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

/** Replaces what the sign-up form said, for an account that nobody has confirmed. */
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
 * Ignores case. A user name may read like the e-mail of somebody else, so there may be two.
 * @returns the user with this name first, then the user with this e-mail
 */
export async function selectUsersByNameOrEmail(database: Queryable, typed: string): Promise<UserRow[]> {
  const isName = eq(sql`lower(${users.username})`, typed.toLowerCase());
  return await database
    .select()
    .from(users)
    .where(or(isName, eq(sql`lower(${users.email})`, typed.toLowerCase())))
    .orderBy(desc(isName));
}

/** Ignores case. */
export async function selectUserByEmail(database: Queryable, email: string): Promise<UserRow | undefined> {
  const [user] = await database
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  return user;
}

/** @returns the first name of a user's oldest profile, '' when there is none */
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
  and(eq(accountLinks.purpose, purpose), isOpenLink(accountLinks, sql`${now.toString()}`));

export async function selectLink(database: Queryable, tokenHash: string): Promise<LinkRow | undefined> {
  const [link] = await database.select().from(accountLinks).where(eq(accountLinks.tokenHash, tokenHash));
  return link;
}

/** @returns the new address that a user's newest open link would confirm; undefined without such a link */
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

/** Uses up a link. @returns false when it was used before or has expired */
export async function takeLink(database: Queryable, tokenHash: string, now: Temporal.Instant): Promise<boolean> {
  const taken = await database
    .update(accountLinks)
    .set({ usedAt: now })
    .where(and(eq(accountLinks.tokenHash, tokenHash), isNull(accountLinks.usedAt), gt(accountLinks.expiresAt, now)))
    .returning({ tokenHash: accountLinks.tokenHash });
  return taken.length > 0;
}

/** Makes all of a user's open links of a purpose expire. */
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

/** Locks the user's row until the transaction ends. @returns undefined when there is none */
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
 * Shares a lock on the user's row until the transaction ends, so that nobody changes it.
 * @returns whether the password is still the one that was read, there is a second factor if there was one, and the user is
 * not shut out
 */
export async function holdUnchangedUser(transaction: Transaction, user: UserRow): Promise<boolean> {
  const [held] = await transaction
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, user.id),
        eq(users.passwordHash, user.passwordHash),
        eq(sql`${users.secondFactorAt} is null`, user.secondFactorAt === null),
        isNull(users.deactivatedAt),
      ),
    )
    .for('share');
  return held !== undefined;
}

/** Confirms a user. A second confirmation keeps the time of the first. */
export async function confirmUser(database: Queryable, userId: string, now: Temporal.Instant): Promise<void> {
  await database
    .update(users)
    .set({ confirmedAt: now })
    .where(and(eq(users.id, userId), isNull(users.confirmedAt)));
}

/** Changes an account's e-mail. A foreign key updates the copies in its profiles, which here count as edited. */
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

/** @returns the user; undefined when the user is shut out, and nothing changed */
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

/** @returns whether this user has signed in with this browser since then */
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

/** Ends every open session of a user and every sign-in that is under way, and forgets all of their browsers. */
export async function endSessionsOfUser(database: Queryable, userId: string, now: Temporal.Instant): Promise<void> {
  await database.delete(factorChallenges).where(eq(factorChallenges.userId, userId));
  await database
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)));
  await database
    .update(sessions)
    .set({ deviceHash: null })
    .where(and(eq(sessions.userId, userId), isNotNull(sessions.deviceHash)));
}

/** Deletes the profiles and addresses of unconfirmed accounts, and notes of them. Nothing else refers to them. */
export async function deleteProfilesOf(transaction: Transaction, userIds: readonly string[]): Promise<void> {
  const theirs = transaction.select({ id: profiles.id }).from(profiles).where(inArray(profiles.userId, userIds));
  await eraseConsentsOf(transaction, sql`(${theirs})`);
  await transaction.delete(addresses).where(inArray(addresses.profileId, theirs));
  await transaction.delete(notes).where(inArray(notes.profileId, theirs));
  await transaction.delete(profiles).where(inArray(profiles.userId, userIds));
}

/** Makes a user's join codes usable again. */
export async function releaseJoinCodesOf(transaction: Transaction, userId: string): Promise<void> {
  await transaction.update(joinCodes).set({ usedBy: null, usedAt: null }).where(eq(joinCodes.usedBy, userId));
}

/**
 * Deletes unconfirmed accounts with everything that a sign-up makes, so that their names are free again.
 * @param before takes the accounts whose every link had expired by then
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
  // Before only confirmed customers got any. What the ledger names stays.
  const hasCredit = transaction
    .select({ one: sql`1` })
    .from(creditBalances)
    .innerJoin(profiles, eq(profiles.id, creditBalances.customerProfileId))
    .where(eq(profiles.userId, users.id));
  // Who came by a text with the link of an order is signed in before the e-mail is confirmed. Such a person may have asked
  // for a service, or become more than a customer.
  const isMore = transaction
    .select({ one: sql`1` })
    .from(sessions)
    .innerJoin(profiles, eq(profiles.userId, sessions.userId))
    .where(and(eq(sessions.userId, users.id), ne(profiles.type, 'PROFILE_TYPE_CUSTOMER')));
  const hasService = transaction
    .select({ one: sql`1` })
    .from(engagements)
    .innerJoin(profiles, eq(profiles.id, engagements.customerProfileId))
    .where(eq(profiles.userId, users.id));
  const isNobodys = [goodLink, hasCredit, hasService, isMore].map((reason) => not(exists(reason)));
  const found = await transaction
    .select({ id: users.id })
    .from(users)
    .where(and(isNull(users.confirmedAt), lt(users.createdAt, before), ...isNobodys))
    .limit(limit)
    .for('update', { skipLocked: true });
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await deleteProfilesOf(transaction, ids);
  await transaction.delete(accountLinks).where(inArray(accountLinks.userId, ids));
  await transaction.update(joinCodes).set({ usedBy: null }).where(inArray(joinCodes.usedBy, ids));
  await transaction.update(orders).set({ userId: null }).where(inArray(orders.userId, ids));
  const theirs = transaction.select({ id: sessions.id }).from(sessions).where(inArray(sessions.userId, ids));
  await transaction.delete(sessionTokens).where(inArray(sessionTokens.sessionId, theirs));
  await transaction.delete(sessions).where(inArray(sessions.userId, ids));
  await transaction.delete(users).where(inArray(users.id, ids));
  return ids.length;
}
