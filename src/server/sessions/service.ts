import type { Session, SignedInDevice } from '#contract/sessions.ts';
import { checkCredentials, holdCredentials } from '../accounts/credentials.ts';
import type { Queryable } from '../database/connection.ts';
import { type Caller, holds } from '../http/access.ts';
import { ApiError, notFound } from '../http/errors.ts';
import { listProfiles } from '../profiles/service.ts';
import { hashToken, newToken } from '../secrets.ts';
import { logSecurity } from '../security-log.ts';
import type { World } from '../world.ts';
import { deviceName } from './device.ts';
import {
  deleteExpiredTokens,
  endAndForgetSession,
  endSession,
  insertSession,
  insertTokens,
  markUsed,
  rotateRefreshToken,
  selectCaller,
  selectRefreshToken,
  selectSessions,
  selectSessionUser,
} from './store.ts';

const accessTokenLife = { minutes: 15 };
/** How long a session lives that nobody uses. */
const refreshTokenLife = { hours: 30 * 24 };
/** How long a session lives at most: OWASP ASVS 5.0, 7.3.2. Staff see everything, and have no second factor yet. */
const sessionLife = { others: { hours: 90 * 24 }, staff: { hours: 12 } };
/** How many sessions a person is shown. */
const mostShown = 50;
/** Tabs that refresh at the same moment send the same token; this long after its use it is taken for theirs. */
const reuseGraceSeconds = 10;

/**
 * A session for the response body; `refreshToken` goes into the cookie until `refreshUntil`, and stays as it was when
 * undefined.
 */
export type StartedSession = {
  session: Session;
  refreshToken: string | undefined;
  refreshUntil: Temporal.Instant;
};

/** The browser that somebody signs in with, if it is one. */
export type Browser = {
  /** The refresh token that it held until now. */
  refreshToken?: string | undefined;
  /** The token by which it is known again. */
  deviceToken?: string;
  userAgent?: string | undefined;
};

/** @returns the token by which a browser is known again: its own, or a new one for one that has none */
export const deviceToken = (held = '') => (/^[\w-]{43}$/.test(held) ? held : newToken());

/** @returns whose access token this is, or undefined when it is not good now */
export async function authenticate(world: World, accessToken: string): Promise<Caller | undefined> {
  return await selectCaller(world.database, hashToken(accessToken), world.clock.now());
}

/**
 * Opens a session for whoever knows the password; errors as `checkCredentials`. The session that the browser had ends: its
 * refresh token is replaced, so that nobody could sign out of it any more.
 */
export async function signIn(
  world: World,
  username: string,
  password: string,
  { refreshToken: replaced, deviceToken = newToken(), userAgent }: Browser = {},
): Promise<StartedSession> {
  const deviceHash = hashToken(deviceToken);
  const user = await checkCredentials(world, username, password, deviceHash);
  const now = world.clock.now();
  const started = await world.database.transaction(async (transaction) => {
    await holdCredentials(transaction, user);
    const earlier = replaced && (await selectRefreshToken(transaction, hashToken(replaced)));
    if (earlier) await endSession(transaction, earlier.sessionId, now);
    const sessionId = await insertSession(transaction, {
      userId: user.id,
      startedAt: now,
      lastUsedAt: now,
      deviceHash,
      device: deviceName(userAgent),
    });
    const live = await liveSession(world, transaction, sessionId);
    // Held until the end of this transaction, so it cannot be gone.
    if (!live) throw refreshFailed();
    const refreshToken = newToken();
    await keepRefreshToken(transaction, live, refreshToken);
    return { session: await openSession(world, transaction, live), refreshToken, refreshUntil: live.refreshUntil };
  });
  logSecurity(world, 'sign-in', { userId: user.id });
  return started;
}

/**
 * Gives a new access token for a refresh token, which is rotated. A token that was used up moments ago still gets an
 * access token (two tabs at once) and the same successor (its first answer was lost), as long as that is not used up
 * itself; one that was used up longer ago was stolen or replayed, and ends its session.
 * @throws ApiError TOKEN_REFRESH_FAILED
 */
export async function refreshSession(world: World, refreshToken: string | undefined): Promise<StartedSession> {
  if (!refreshToken) throw refreshFailed();
  const now = world.clock.now();
  const hash = hashToken(refreshToken);
  const started = await world.database.transaction(async (transaction) => {
    const rotated = await rotateRefreshToken(transaction, hash, now);
    const sessionId = rotated ?? (await sessionOfReusedToken(world, transaction, hash));
    const live = sessionId && (await liveSession(world, transaction, sessionId));
    if (!live) return undefined;
    const successor = successorOf(refreshToken, live.sessionId);
    if (rotated) {
      await keepRefreshToken(transaction, live, successor);
      await markUsed(transaction, live.sessionId, now);
    }
    const kept = await selectRefreshToken(transaction, hashToken(successor));
    return {
      refreshToken: kept && !kept.rotatedAt ? successor : undefined,
      refreshUntil: live.refreshUntil,
      session: await openSession(world, transaction, live),
    };
  });
  // Thrown outside the transaction, so that the end of a replayed session is committed.
  if (!started) throw refreshFailed();
  return started;
}

/** Ends the session of a refresh token; does nothing without one. */
export async function signOut(world: World, refreshToken: string | undefined): Promise<void> {
  const token = refreshToken && (await selectRefreshToken(world.database, hashToken(refreshToken)));
  const userId = token && (await endSession(world.database, token.sessionId, world.clock.now()));
  if (userId) logSecurity(world, 'sign-out', { userId });
}

/** @returns where the caller is signed in, the last used first */
export async function listSessions(world: World, caller: Caller): Promise<SignedInDevice[]> {
  const now = world.clock.now();
  const life = sessionLife[holds(caller, 'PROFILE_TYPE_EMPLOYEE') ? 'staff' : 'others'];
  const since = { startedAfter: now.subtract(life), usedAfter: now.subtract(refreshTokenLife) };
  const rows = await selectSessions(world.database, caller.userId, since, mostShown);
  return rows.map((row) => ({
    ...row,
    startedAt: row.startedAt.toString(),
    lastUsedAt: row.lastUsedAt.toString(),
    isCurrent: row.id === caller.sessionId,
  }));
}

/**
 * Signs the caller out of another browser, which is not known again; done again it changes nothing.
 * @throws ApiError NOT_FOUND
 */
export async function endOwnSession(world: World, caller: Caller, sessionId: string): Promise<void> {
  if (!(await endAndForgetSession(world.database, caller.userId, sessionId, world.clock.now()))) {
    throw notFound('Session');
  }
  logSecurity(world, 'session-ended', { userId: caller.userId, sessionId });
}

/** Forgets tokens that nobody can use any more. */
export async function forgetExpiredTokens(world: World): Promise<void> {
  await deleteExpiredTokens(world.database, world.clock.now());
}

async function sessionOfReusedToken(world: World, database: Queryable, hash: string): Promise<string | undefined> {
  const now = world.clock.now();
  const token = await selectRefreshToken(database, hash);
  if (!token?.rotatedAt) return undefined;
  if (token.rotatedAt.until(now).total('seconds') <= reuseGraceSeconds) return token.sessionId;
  await endSession(database, token.sessionId, now);
  logSecurity(world, 'session-replayed', { sessionId: token.sessionId });
  return undefined;
}

/**
 * The token that follows a refresh token, always the same, so that it can be given again without being stored: who holds
 * the token does not know the session's id, which is in no answer, and who reads the database does not know the token.
 */
const successorOf = (refreshToken: string, sessionId: string) => hashToken(`${refreshToken}.${sessionId}`);

/** A session that can go on, whose it is, and until when its next tokens are good. */
type LiveSession = {
  sessionId: string;
  user: { id: string; username: string };
  accessUntil: Temporal.Instant;
  refreshUntil: Temporal.Instant;
};

async function liveSession(world: World, database: Queryable, sessionId: string): Promise<LiveSession | undefined> {
  const user = await selectSessionUser(database, sessionId);
  if (!user) return undefined;
  const now = world.clock.now();
  const end = user.startedAt.add(sessionLife[user.isStaff ? 'staff' : 'others']);
  if (Temporal.Instant.compare(now, end) >= 0) return undefined;
  const orEnd = (moment: Temporal.Instant) => (Temporal.Instant.compare(moment, end) < 0 ? moment : end);
  return {
    sessionId,
    user,
    accessUntil: orEnd(now.add(accessTokenLife)),
    refreshUntil: orEnd(now.add(refreshTokenLife)),
  };
}

async function keepRefreshToken(database: Queryable, live: LiveSession, token: string): Promise<void> {
  const { sessionId, refreshUntil: expiresAt } = live;
  await insertTokens(database, [{ hash: hashToken(token), sessionId, kind: 'refresh', expiresAt }]);
}

async function openSession(world: World, database: Queryable, live: LiveSession): Promise<Session> {
  const { sessionId, user, accessUntil: expiresAt } = live;
  const accessToken = newToken();
  await insertTokens(database, [{ hash: hashToken(accessToken), sessionId, kind: 'access', expiresAt }]);
  return {
    accessToken,
    user: { id: user.id, userId: user.id, username: user.username },
    profiles: await listProfiles(world, database, user.id),
  };
}

const refreshFailed = () => new ApiError('TOKEN_REFRESH_FAILED', 'Failed to refresh access token');
