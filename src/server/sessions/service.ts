import type { SignedInDevice } from '#contract/session-shapes.ts';
import type { Caller } from '../http/access.ts';
import { notFound } from '../http/errors.ts';
import { forgetChallenges } from '../second-factors/service.ts';
import { hashToken } from '../secrets.ts';
import { logSecurity } from '../security-log.ts';
import type { World } from '../world.ts';
import { lacksFactor, refreshTokenLife, sessionLife } from './live-session.ts';
import {
  deleteExpiredTokens,
  endAndForgetSession,
  endSession,
  selectCaller,
  selectRefreshToken,
  selectSessions,
} from './store.ts';

/** How many sessions a person is shown. */
const mostShown = 50;
/** @returns the caller with this access token, or undefined when the token is not good now */
export async function authenticate(world: World, accessToken: string): Promise<Caller | undefined> {
  const found = await selectCaller(world.database, hashToken(accessToken), world.clock.now());
  if (!found) return undefined;
  const { profiles, hasFactor, hasProvedFactor, ...who } = found;
  if (!lacksFactor(world, { hasFactor, hasProvedFactor })) return { ...who, profiles };
  const isOpen = ({ type }: { type: string }) => type !== 'PROFILE_TYPE_EMPLOYEE';
  return { ...who, profiles: profiles.filter(isOpen), isStaffShut: !profiles.every(isOpen) };
}

/** Ends the session of a refresh token; does nothing without one. */
export async function signOut(world: World, refreshToken: string | undefined): Promise<void> {
  const token = refreshToken && (await selectRefreshToken(world.database, hashToken(refreshToken)));
  const userId = token && (await endSession(world.database, token.sessionId, world.clock.now()));
  if (userId) logSecurity(world, 'sign-out', { userId });
}

/** @returns the caller's sessions, the last used first */
export async function listSessions(world: World, caller: Caller): Promise<SignedInDevice[]> {
  const now = world.clock.now();
  const isStaff = caller.isStaffShut || caller.profiles.some(({ type }) => type === 'PROFILE_TYPE_EMPLOYEE');
  const since = {
    startedAfter: now.subtract(isStaff ? sessionLife.staffWithoutFactor : sessionLife.usual),
    provedStartedAfter: now.subtract(sessionLife.usual),
    usedAfter: now.subtract(refreshTokenLife),
  };
  const rows = await selectSessions(world.database, caller.userId, since, mostShown);
  return rows.map((row) => ({
    ...row,
    startedAt: row.startedAt.toString(),
    lastUsedAt: row.lastUsedAt.toString(),
    isCurrent: row.id === caller.sessionId,
  }));
}

/**
 * Signs the caller out of another browser, and forgets that browser. Doing it again changes nothing.
 * @throws ApiError NOT_FOUND
 */
export async function endOwnSession(world: World, caller: Caller, sessionId: string): Promise<void> {
  if (!(await endAndForgetSession(world.database, caller.userId, sessionId, world.clock.now()))) {
    throw notFound('Session');
  }
  logSecurity(world, 'session-ended', { userId: caller.userId, sessionId });
}

/** Deletes tokens that nobody can use any more. */
export async function forgetExpiredTokens(world: World): Promise<void> {
  await deleteExpiredTokens(world.database, world.clock.now());
  await forgetChallenges(world);
}
