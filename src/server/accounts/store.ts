import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { accountLinks, sessions, users } from '../database/schema/accounts.ts';

export type UserRow = typeof users.$inferSelect;
type LinkRow = typeof accountLinks.$inferInsert;

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

/**
 * Uses a link up.
 * @returns whose it was, or undefined when it is unknown, was used or has expired
 */
export async function takeLink(
  database: Queryable,
  tokenHash: string,
  purpose: 'confirm' | 'reset',
  now: Temporal.Instant,
): Promise<string | undefined> {
  const [link] = await database
    .update(accountLinks)
    .set({ usedAt: now })
    .where(
      and(
        eq(accountLinks.tokenHash, tokenHash),
        eq(accountLinks.purpose, purpose),
        isNull(accountLinks.usedAt),
        gt(accountLinks.expiresAt, now),
      ),
    )
    .returning({ userId: accountLinks.userId });
  return link?.userId;
}

export async function confirmUser(database: Queryable, userId: string, now: Temporal.Instant): Promise<void> {
  await database
    .update(users)
    .set({ confirmedAt: now })
    .where(and(eq(users.id, userId), isNull(users.confirmedAt)));
}

export async function updatePassword(database: Queryable, userId: string, passwordHash: string): Promise<UserRow> {
  const [user] = await database.update(users).set({ passwordHash }).where(eq(users.id, userId)).returning();
  if (!user) throw new Error('The user of the link is gone');
  return user;
}

export async function endSessionsOfUser(database: Queryable, userId: string, now: Temporal.Instant): Promise<void> {
  await database
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)));
}
