import { and, desc, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../database/connection.ts';
import { listOf } from '../database/list-of.ts';
import { prepared } from '../database/prepared.ts';
import { sessions, sessionTokens, users } from '../database/schema/accounts.ts';
import { profiles } from '../database/schema/profiles.ts';

type TokenRow = typeof sessionTokens.$inferInsert;

/** Everything that a request needs to know about its caller, by the hash of an access token. */
const callerOf = prepared('caller_by_access_token', (database) =>
  database
    .select({
      userId: users.id,
      sessionId: sessions.id,
      hasFactor: sql<boolean>`${users.secondFactorAt} is not null`,
      hasProvedFactor: sql<boolean>`${sessions.secondFactorAt} is not null`,
      profiles: listOf(
        { id: profiles.id, type: profiles.type, staffRole: profiles.staffRole },
        sql`from ${profiles} where ${profiles.userId} = ${users.id}`,
      ),
    })
    .from(sessionTokens)
    .innerJoin(sessions, eq(sessions.id, sessionTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessionTokens.hash, sql.placeholder('hash')),
        eq(sessionTokens.kind, 'access'),
        gt(sessionTokens.expiresAt, sql.placeholder('now')),
        isNull(sessions.endedAt),
        isNull(users.deactivatedAt),
      ),
    ),
);

/** @returns the caller whose good access token has this hash */
export async function selectCaller(database: Database, hash: string, now: Temporal.Instant) {
  const [caller] = await callerOf(database, { hash, now: `${now}` });
  return caller;
}

export async function insertSession(database: Queryable, session: typeof sessions.$inferInsert): Promise<string> {
  const [inserted] = await database.insert(sessions).values(session).returning({ id: sessions.id });
  if (!inserted) throw new Error('The session was not inserted');
  return inserted.id;
}

export async function markUsed(database: Queryable, sessionId: string, lastUsedAt: Temporal.Instant): Promise<void> {
  await database.update(sessions).set({ lastUsedAt }).where(eq(sessions.id, sessionId));
}

/**
 * @param startedAfter leaves out older sessions, whose life is over
 * @param provedStartedAfter the same of those with a second factor
 * @param usedAfter leaves out sessions that were last used before
 * @returns a user's open sessions, the last used first
 */
export async function selectSessions(
  database: Queryable,
  userId: string,
  {
    startedAfter,
    provedStartedAfter,
    usedAfter,
  }: Record<'startedAfter' | 'provedStartedAfter' | 'usedAfter', Temporal.Instant>,
  limit: number,
) {
  return await database
    .select({
      id: sessions.id,
      device: sessions.device,
      startedAt: sessions.startedAt,
      lastUsedAt: sessions.lastUsedAt,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.endedAt),
        or(
          gt(sessions.startedAt, startedAfter),
          and(isNotNull(sessions.secondFactorAt), gt(sessions.startedAt, provedStartedAfter)),
        ),
        gt(sessions.lastUsedAt, usedAfter),
      ),
    )
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(limit);
}

/**
 * Ends one of a user's sessions and forgets its browser. A second end keeps the time of the first.
 * @returns false when the user has no such session
 */
export async function endAndForgetSession(
  database: Queryable,
  userId: string,
  sessionId: string,
  now: Temporal.Instant,
): Promise<boolean> {
  const ended = await database
    .update(sessions)
    .set({ endedAt: sql`coalesce(${sessions.endedAt}, ${now.toString()}::timestamptz)`, deviceHash: null })
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  return ended.length > 0;
}

export async function insertTokens(database: Queryable, tokens: TokenRow[]): Promise<void> {
  await database.insert(sessionTokens).values(tokens);
}

/** Uses up a refresh token. @returns its session; undefined when it was used before, is unknown or has expired */
export async function rotateRefreshToken(
  database: Queryable,
  hash: string,
  now: Temporal.Instant,
): Promise<string | undefined> {
  const [token] = await database
    .update(sessionTokens)
    .set({ rotatedAt: now })
    .where(
      and(
        eq(sessionTokens.hash, hash),
        eq(sessionTokens.kind, 'refresh'),
        isNull(sessionTokens.rotatedAt),
        gt(sessionTokens.expiresAt, now),
      ),
    )
    .returning({ sessionId: sessionTokens.sessionId });
  return token?.sessionId;
}

/** @returns the token's session, and when the token was used up */
export async function selectRefreshToken(database: Queryable, hash: string) {
  const [token] = await database
    .select({ sessionId: sessionTokens.sessionId, rotatedAt: sessionTokens.rotatedAt })
    .from(sessionTokens)
    .where(and(eq(sessionTokens.hash, hash), eq(sessionTokens.kind, 'refresh')));
  return token;
}

const isStaff = sql<boolean>`exists (select from ${profiles} where ${profiles.userId} = ${users.id} and ${profiles.type} = 'PROFILE_TYPE_EMPLOYEE')`;

/** @returns the session's user and beginning; undefined when the session has ended or the user is shut out */
export async function selectSessionUser(database: Queryable, sessionId: string) {
  const [user] = await database
    .select({
      id: users.id,
      username: users.username,
      startedAt: sessions.startedAt,
      isStaff,
      hasFactor: sql<boolean>`${users.secondFactorAt} is not null`,
      hasProvedFactor: sql<boolean>`${sessions.secondFactorAt} is not null`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt), isNull(users.deactivatedAt)));
  return user;
}

/** Ends a session. @returns its user; undefined when it had ended before, which keeps the time of the first end */
export async function endSession(
  database: Queryable,
  sessionId: string,
  now: Temporal.Instant,
): Promise<string | undefined> {
  const [ended] = await database
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
    .returning({ userId: sessions.userId });
  return ended?.userId;
}

/** Deletes access and refresh tokens; their sessions stay. */
export async function deleteExpiredTokens(database: Queryable, now: Temporal.Instant): Promise<void> {
  await database.delete(sessionTokens).where(lt(sessionTokens.expiresAt, now));
}
