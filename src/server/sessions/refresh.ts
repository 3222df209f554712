import type { Queryable } from '../database/connection.ts';
import { hashToken } from '../secrets.ts';
import { logSecurity } from '../security-log.ts';
import type { World } from '../world.ts';
import { keepRefreshToken, liveSession, openSession, refreshFailed, type StartedSession } from './live-session.ts';
import { endSession, markUsed, rotateRefreshToken, selectRefreshToken } from './store.ts';

/** Two tabs may refresh with the same token at once. This long after its use we take a repeat for the second tab. */
const reuseGraceSeconds = 10;

/**
 * Rotates a refresh token and gives a new access token. A token that was used up moments ago still gets an access
 * token, because two tabs refresh at once. It also gets the same successor, because the first answer may be lost,
 * unless that was used up too. A token that was used up longer ago was stolen or replayed, and ends its session.
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
  // Throwing here, after the transaction, lets it commit the end of a replayed session.
  if (!started) throw refreshFailed();
  return started;
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
 * A refresh token's successor is always the same, so that we can give it again without storing it. Nobody else can
 * compute it: the token's holder does not know the session's id, which no answer contains, and a reader of the database
 * does not know the token.
 */
const successorOf = (refreshToken: string, sessionId: string) => hashToken(`${refreshToken}.${sessionId}`);
