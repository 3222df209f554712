import { and, desc, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { isIdOfAnother } from '../database/id-of-another.ts';
import { accountLinks, sessions, users } from '../database/schema/accounts.ts';
import { profiles } from '../database/schema/profiles.ts';
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

export async function updateUsername(database: Queryable, userId: string, username: string): Promise<void> {
  await database.update(users).set({ username }).where(eq(users.id, userId));
}

/** Replaces what the sign-up form said, but for the address, for an account that nobody has confirmed. */
export async function replaceUser(
  database: Queryable,
  userId: string,
  changes: Pick<UserRow, 'username' | 'passwordHash'>,
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
 * Ignores case. A user name may read like the email of somebody else, so there may be two.
 * @returns the user with this name first, then the user with this email
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

/** @returns the user's oldest profile; undefined for a user without one */
export async function selectFirstProfileId(database: Queryable, userId: string): Promise<string | undefined> {
  const [profile] = await database
    .select({ id: profiles.id })
    .from(profiles)
    .where(eq(profiles.userId, userId))
    .orderBy(profiles.createdAt)
    .limit(1);
  return profile?.id;
}

export async function insertLink(database: Queryable, link: typeof accountLinks.$inferInsert): Promise<void> {
  await database.insert(accountLinks).values(link);
}

export async function selectLink(database: Queryable, tokenHash: string): Promise<LinkRow | undefined> {
  const [link] = await database.select().from(accountLinks).where(eq(accountLinks.tokenHash, tokenHash));
  return link;
}

/** @returns a user's links of a purpose, used or not */
export const selectLinks = (database: Queryable, userId: string, purpose: LinkPurpose): Promise<LinkRow[]> =>
  database
    .select()
    .from(accountLinks)
    .where(and(eq(accountLinks.userId, userId), eq(accountLinks.purpose, purpose)));

/** The new address that a link waits to confirm, whether the office asked for it, and when. */
export type Pending = { email: string; isByOffice: boolean; askedAt: Temporal.Instant };

/** @returns the new address that a user's newest open link would confirm, and whether the office asked for it; undefined without such a link */
export async function selectPending(
  database: Queryable,
  userId: string,
  now: Temporal.Instant,
): Promise<Pending | undefined> {
  const [link] = await database
    .select({ email: accountLinks.email, sessionId: accountLinks.sessionId, askedAt: accountLinks.createdAt })
    .from(accountLinks)
    .where(
      and(
        eq(accountLinks.userId, userId),
        eq(accountLinks.purpose, 'email'),
        isOpenLink(accountLinks, sql`${now.toString()}`),
      ),
    )
    .orderBy(desc(accountLinks.createdAt))
    .limit(1);
  if (!link?.email) return undefined;
  return { email: link.email, isByOffice: link.sessionId === null, askedAt: link.askedAt };
}

/** @returns whether a user has an open link of a purpose */
export async function hasOpenLink(
  database: Queryable,
  userId: string,
  purpose: LinkPurpose,
  now: Temporal.Instant,
): Promise<boolean> {
  const isOpen = isOpenLink(accountLinks, sql`${now.toString()}`);
  const isIt = and(eq(accountLinks.userId, userId), eq(accountLinks.purpose, purpose), isOpen);
  return (await database.$count(accountLinks, isIt)) > 0;
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

/** Makes a user's open links of some purposes expire. @returns them */
export async function endLinksOf(
  database: Queryable,
  userId: string,
  purposes: readonly LinkPurpose[],
  now: Temporal.Instant,
): Promise<Pick<LinkRow, 'purpose' | 'tokenHash'>[]> {
  return await database
    .update(accountLinks)
    .set({ expiresAt: now })
    .where(
      and(
        eq(accountLinks.userId, userId),
        inArray(accountLinks.purpose, [...purposes]),
        isOpenLink(accountLinks, sql`${now.toString()}`),
      ),
    )
    .returning({ purpose: accountLinks.purpose, tokenHash: accountLinks.tokenHash });
}

/** Deletes a user's links of some purposes, used or not. */
export async function deleteLinks(
  transaction: Transaction,
  userId: string,
  purposes: readonly LinkPurpose[],
): Promise<void> {
  await transaction
    .delete(accountLinks)
    .where(and(eq(accountLinks.userId, userId), inArray(accountLinks.purpose, [...purposes])));
}

/** @returns whether an id that a browser made up is that of something else than an account */
export const isForeignId = (transaction: Transaction, id: string): Promise<boolean> =>
  isIdOfAnother(transaction, id, 'users');

/** Locks the user's row until the transaction ends. @returns undefined when there is none */
export async function findAndHoldUser(transaction: Transaction, userId: string): Promise<UserRow | undefined> {
  const [user] = await transaction.select().from(users).where(eq(users.id, userId)).for('no key update');
  return user;
}

/** Waits for all that adds something to a user, and keeps more from coming, since the user is deleted next. */
export async function holdForDeletion(transaction: Transaction, userId: string): Promise<void> {
  await transaction.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
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

/** Confirms a user, of whose email Stripe is told then. A second confirmation keeps the time of the first. */
export async function confirmUser(database: Queryable, userId: string, now: Temporal.Instant): Promise<void> {
  await database
    .update(users)
    .set({
      confirmedAt: now,
      stripeDueAt: sql`case when ${users.stripeCustomerId} is null then ${users.stripeDueAt} else ${now.toString()}::timestamptz end`,
    })
    .where(and(eq(users.id, userId), isNull(users.confirmedAt)));
}

/** Changes an account's email, for `giveAddress`. A foreign key updates the copies in its profiles, which here count as edited. */
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

/**
 * Ends every open session of a user and every sign-in that is under way, and forgets all of their browsers.
 * @param but the session that goes on, with its browser; none unless given
 */
export async function endSessionsOfUser(
  database: Queryable,
  userId: string,
  now: Temporal.Instant,
  { but }: { but?: string | null } = {},
): Promise<void> {
  const isTheirs = and(eq(sessions.userId, userId), but ? ne(sessions.id, but) : undefined);
  await database.delete(factorChallenges).where(eq(factorChallenges.userId, userId));
  await database
    .update(sessions)
    .set({ endedAt: now })
    .where(and(isTheirs, isNull(sessions.endedAt)));
  await database
    .update(sessions)
    .set({ deviceHash: null })
    .where(and(isTheirs, isNotNull(sessions.deviceHash)));
}
