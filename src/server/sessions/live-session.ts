import type { Session } from '#contract/session-shapes.ts';
import { shownOfBusiness } from '#domain/settings.ts';
import type { Queryable } from '../database/connection.ts';
import { ApiError } from '../http/errors.ts';
import { listProfiles } from '../profiles/service.ts';
import { hashToken, newToken } from '../secrets.ts';
import type { World } from '../world.ts';
import { insertTokens, selectSessionUser } from './store.ts';

const accessTokenLife = { minutes: 15 };
/** How long an unused session lives. */
export const refreshTokenLife = { hours: 30 * 24 };
/** How long a session lives at most: OWASP ASVS 5.0, 7.3.2. Staff see everything; theirs is short without a second factor. */
export const sessionLife = { usual: { hours: 90 * 24 }, staffWithoutFactor: { hours: 12 } };

/**
 * `session` goes into the response body, `refreshToken` into the cookie until `refreshUntil`. Undefined leaves the
 * cookie as it is.
 */
export type StartedSession = {
  session: Session;
  refreshToken: string | undefined;
  refreshUntil: Temporal.Instant;
};

type Factor = { hasFactor: boolean; hasProvedFactor: boolean };

/** @returns whether a second factor has to be proved, or set up, before an employee's profile can do anything */
export const lacksFactor = (world: World, { hasFactor, hasProvedFactor }: Factor): boolean =>
  !hasProvedFactor && (hasFactor || world.settings.now().staffNeedSecondFactor);

/** A session that can go on, its user, and until when its next tokens are good. */
type LiveSession = {
  sessionId: string;
  user: { id: string; username: string } & Factor;
  accessUntil: Temporal.Instant;
  refreshUntil: Temporal.Instant;
};

/** @returns a session with its user; undefined when it has ended, or is too old */
export async function liveSession(
  world: World,
  database: Queryable,
  sessionId: string,
): Promise<LiveSession | undefined> {
  const user = await selectSessionUser(database, sessionId);
  if (!user) return undefined;
  const now = world.clock.now();
  // The link of the first set-up counts as a second factor, but not for 90 days.
  const isShort = user.isStaff && !(user.hasProvedFactor && user.hasFactor);
  const end = user.startedAt.add(isShort ? sessionLife.staffWithoutFactor : sessionLife.usual);
  if (Temporal.Instant.compare(now, end) >= 0) return undefined;
  const orEnd = (moment: Temporal.Instant) => (Temporal.Instant.compare(moment, end) < 0 ? moment : end);
  return {
    sessionId,
    user,
    accessUntil: orEnd(now.add(accessTokenLife)),
    refreshUntil: orEnd(now.add(refreshTokenLife)),
  };
}

export async function keepRefreshToken(database: Queryable, live: LiveSession, token: string): Promise<void> {
  const { sessionId, refreshUntil: expiresAt } = live;
  await insertTokens(database, [{ hash: hashToken(token), sessionId, kind: 'refresh', expiresAt }]);
}

/** @returns the session for the wire, with a new access token */
export async function openSession(world: World, database: Queryable, live: LiveSession): Promise<Session> {
  const { sessionId, user, accessUntil: expiresAt } = live;
  const accessToken = newToken();
  await insertTokens(database, [{ hash: hashToken(accessToken), sessionId, kind: 'access', expiresAt }]);
  return {
    accessToken,
    user: { id: user.id, userId: user.id, username: user.username },
    profiles: await listProfiles(world, database, user.id),
    ...(lacksFactor(world, user) ? { needsSecondFactor: true } : {}),
    business: shownOfBusiness(world.settings.now(), world.settings.area()),
  };
}

export const refreshFailed = () => new ApiError('TOKEN_REFRESH_FAILED', 'Failed to refresh access token');
