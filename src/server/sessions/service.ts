import type { Session } from '#contract/sessions.ts';
import { checkCredentials, holdCredentials } from '../accounts/credentials-service.ts';
import type { Queryable } from '../database/connection.ts';
import type { Caller } from '../http/access.ts';
import { ApiError } from '../http/errors.ts';
import { listProfiles } from '../profiles/service.ts';
import { hashToken, newToken } from '../secrets.ts';
import type { World } from '../world.ts';
import {
  deleteExpiredTokens,
  endSession,
  insertSession,
  insertTokens,
  rotateRefreshToken,
  selectCaller,
  selectRefreshToken,
  selectSessionUser,
} from './store.ts';

const accessTokenLife = { minutes: 15 };
/** How long a session lives that nobody uses. */
export const refreshTokenLife = { hours: 30 * 24 };
/** Tabs that refresh at the same moment send the same token; this long after its use it is taken for theirs. */
const reuseGraceSeconds = 10;

/** A session for the response body; `refreshToken` goes into the cookie, and stays as it was when undefined. */
export type StartedSession = { session: Session; refreshToken: string | undefined };

/** @returns whose access token this is, or undefined when it is not good now */
export async function authenticate(world: World, accessToken: string): Promise<Caller | undefined> {
  return await selectCaller(world.database, hashToken(accessToken), world.clock.now());
}

/**
 * Opens a session for whoever knows the password; errors as `checkCredentials`.
 * @param replaced the refresh token that the browser held until now: the new one takes its place, so that nobody could
 * sign out of its session any more, and it ends
 */
export async function signIn(
  world: World,
  username: string,
  password: string,
  replaced?: string,
): Promise<StartedSession> {
  const user = await checkCredentials(world, username, password);
  return await world.database.transaction(async (transaction) => {
    await holdCredentials(transaction, user);
    const earlier = replaced && (await selectRefreshToken(transaction, hashToken(replaced)));
    if (earlier) await endSession(transaction, earlier.sessionId, world.clock.now());
    const sessionId = await insertSession(transaction, user.id, world.clock.now());
    const refreshToken = newToken();
    await keepRefreshToken(world, transaction, sessionId, refreshToken);
    return { session: await openSession(world, transaction, sessionId, user), refreshToken };
  });
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
    const sessionId = rotated ?? (await sessionOfReusedToken(transaction, hash, now));
    const user = sessionId && (await selectSessionUser(transaction, sessionId));
    if (!sessionId || !user) return undefined;
    const successor = successorOf(refreshToken, sessionId);
    if (rotated) await keepRefreshToken(world, transaction, sessionId, successor);
    const kept = await selectRefreshToken(transaction, hashToken(successor));
    return {
      refreshToken: kept && !kept.rotatedAt ? successor : undefined,
      session: await openSession(world, transaction, sessionId, user),
    };
  });
  // Thrown outside the transaction, so that the end of a replayed session is committed.
  if (!started) throw refreshFailed();
  return started;
}

/** Ends the session of a refresh token; does nothing without one. */
export async function signOut(world: World, refreshToken: string | undefined): Promise<void> {
  const token = refreshToken && (await selectRefreshToken(world.database, hashToken(refreshToken)));
  if (token) await endSession(world.database, token.sessionId, world.clock.now());
}

/** Forgets tokens that nobody can use any more. */
export async function forgetExpiredTokens(world: World): Promise<void> {
  await deleteExpiredTokens(world.database, world.clock.now());
}

async function sessionOfReusedToken(
  database: Queryable,
  hash: string,
  now: Temporal.Instant,
): Promise<string | undefined> {
  const token = await selectRefreshToken(database, hash);
  if (!token?.rotatedAt) return undefined;
  if (token.rotatedAt.until(now).total('seconds') <= reuseGraceSeconds) return token.sessionId;
  await endSession(database, token.sessionId, now);
  return undefined;
}

/**
 * The token that follows a refresh token, always the same, so that it can be given again without being stored: who holds
 * the token does not know the session's id, which is in no answer, and who reads the database does not know the token.
 */
const successorOf = (refreshToken: string, sessionId: string) => hashToken(`${refreshToken}.${sessionId}`);

async function keepRefreshToken(world: World, database: Queryable, sessionId: string, token: string): Promise<void> {
  const expiresAt = world.clock.now().add(refreshTokenLife);
  await insertTokens(database, [{ hash: hashToken(token), sessionId, kind: 'refresh', expiresAt }]);
}

async function openSession(
  world: World,
  database: Queryable,
  sessionId: string,
  user: { id: string; username: string },
): Promise<Session> {
  const accessToken = newToken();
  const expiresAt = world.clock.now().add(accessTokenLife);
  await insertTokens(database, [{ hash: hashToken(accessToken), sessionId, kind: 'access', expiresAt }]);
  return {
    accessToken,
    user: { id: user.id, userId: user.id, username: user.username },
    profiles: await listProfiles(world, database, user.id),
  };
}

const refreshFailed = () => new ApiError('TOKEN_REFRESH_FAILED', 'Failed to refresh access token');
