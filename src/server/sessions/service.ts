import type * as z from 'zod/mini';
import type { SignInCompletion } from '#contract/second-factors.ts';
import type { SecondStep, Session, SignedInDevice } from '#contract/session-shapes.ts';
import { shownOfBusiness } from '#domain/settings.ts';
import { checkCredentials, holdCredentials, isPasswordOf } from '../accounts/credentials.ts';
import { holdOpenUser } from '../accounts/opening.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import type { Caller } from '../http/access.ts';
import { ApiError, notFound } from '../http/errors.ts';
import { listProfiles } from '../profiles/service.ts';
import { askForFactor, checkProof, tryChallenge, useUp } from '../second-factors/proving.ts';
import { forgetChallenges } from '../second-factors/service.ts';
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
/** How long an unused session lives. */
const refreshTokenLife = { hours: 30 * 24 };
/** How long a session lives at most: OWASP ASVS 5.0, 7.3.2. Staff see everything; theirs is short without a second factor. */
const sessionLife = { usual: { hours: 90 * 24 }, staffWithoutFactor: { hours: 12 } };
/** How many sessions a person is shown. */
const mostShown = 50;
/** Two tabs may refresh with the same token at once. This long after its use we take a repeat for the second tab. */
const reuseGraceSeconds = 10;

/**
 * `session` goes into the response body, `refreshToken` into the cookie until `refreshUntil`. Undefined leaves the
 * cookie as it is.
 */
export type StartedSession = {
  session: Session;
  refreshToken: string | undefined;
  refreshUntil: Temporal.Instant;
};

/** The browser that somebody signs in with; empty for another program. */
export type Browser = {
  /** The refresh token that it has held until now. */
  refreshToken?: string | undefined;
  /** The token by which we know it again, if it holds one. */
  heldDeviceToken?: string | undefined;
  userAgent?: string | undefined;
  /** Where it calls from. */
  address?: string | undefined;
};

/** @returns the token by which we know a browser again: the one it holds, or a new one */
const deviceTokenOf = ({ heldDeviceToken: held = '' }: Browser) => (/^[\w-]{43}$/.test(held) ? held : newToken());

/** @returns the caller with this access token, or undefined when the token is not good now */
export async function authenticate(world: World, accessToken: string): Promise<Caller | undefined> {
  const found = await selectCaller(world.database, hashToken(accessToken), world.clock.now());
  if (!found) return undefined;
  const { profiles, hasFactor, hasProvedFactor, ...who } = found;
  if (!lacksFactor(world, { hasFactor, hasProvedFactor })) return { ...who, profiles };
  const isOpen = ({ type }: { type: string }) => type !== 'PROFILE_TYPE_EMPLOYEE';
  return { ...who, profiles: profiles.filter(isOpen), isStaffShut: !profiles.every(isOpen) };
}

type Factor = { hasFactor: boolean; hasProvedFactor: boolean };

/** @returns whether a second factor has to be proved, or set up, before an employee's profile can do anything */
const lacksFactor = (world: World, { hasFactor, hasProvedFactor }: Factor): boolean =>
  !hasProvedFactor && (hasFactor || world.settings.now().staffNeedSecondFactor);

type SignedIn = StartedSession & {
  /** By which we know the browser again. */
  deviceToken: string;
};

/**
 * Opens a session after a right password, or asks for the second factor if there is one; errors as `checkCredentials`.
 */
export async function signIn(
  world: World,
  username: string,
  password: string,
  browser: Browser = {},
): Promise<SignedIn | { secondStep: SecondStep }> {
  const deviceToken = deviceTokenOf(browser);
  const { user, counted } = await checkCredentials(world, username, password, {
    deviceHash: hashToken(deviceToken),
    address: browser.address,
  });
  if (user.secondFactorAt) {
    return { secondStep: await askForFactor(world, { userId: user.id, purpose: 'sign-in', counted }) };
  }
  const started = await world.database.transaction(async (transaction) => {
    await holdCredentials(transaction, user);
    return await startSession(world, transaction, user.id, { ...browser, heldDeviceToken: deviceToken });
  });
  logSecurity(world, 'sign-in', { userId: user.id });
  return started;
}

/**
 * Opens a session for who has proved the password and now the second factor.
 * @throws ApiError CHALLENGE_ENDED, and as `checkProof`
 */
export async function completeSignIn(
  world: World,
  proof: z.output<typeof SignInCompletion>,
  browser: Browser = {},
): Promise<SignedIn> {
  const challenge = await tryChallenge(world, proof.challenge, 'sign-in', null);
  const { userId } = challenge;
  const use = await checkProof(world, challenge, proof);
  const started = await world.database.transaction(async (transaction) => {
    // A new password or a closed account at the same moment waits here, or has ended the challenge.
    await holdOpenUser(transaction, userId);
    await useUp(world, transaction, challenge, proof, use);
    return await startSession(world, transaction, userId, browser, { hasProvedFactor: true });
  });
  logSecurity(world, 'sign-in', { userId, factor: use.by });
  return started;
}

/**
 * Opens a session for a user who is known, within a transaction that holds the user. It ends the session that the browser
 * had: the new refresh token takes its place in the cookie, so nobody could sign out of it any more.
 * @param options.hasProvedFactor whether more than the password was proved
 */
export async function startSession(
  world: World,
  transaction: Transaction,
  userId: string,
  browser: Browser,
  { hasProvedFactor = false } = {},
): Promise<SignedIn> {
  const now = world.clock.now();
  const { refreshToken: replaced, userAgent } = browser;
  const deviceToken = deviceTokenOf(browser);
  const earlier = replaced && (await selectRefreshToken(transaction, hashToken(replaced)));
  if (earlier) await endSession(transaction, earlier.sessionId, now);
  const sessionId = await insertSession(transaction, {
    userId,
    startedAt: now,
    lastUsedAt: now,
    secondFactorAt: hasProvedFactor ? now : null,
    deviceHash: hashToken(deviceToken),
    device: deviceName(userAgent),
  });
  const live = await liveSession(world, transaction, sessionId);
  // It cannot be gone: the user is held until this transaction ends.
  if (!live) throw refreshFailed();
  const refreshToken = newToken();
  await keepRefreshToken(transaction, live, refreshToken);
  const session = await openSession(world, transaction, live);
  return { session, refreshToken, refreshUntil: live.refreshUntil, deviceToken };
}

/**
 * Opens a session for somebody whose account was opened a moment ago, when the answer to that was lost.
 * @param options.hasProvedFactor as of `startSession`; it counts only as long as there is no second factor
 * @returns undefined when the account is not there, is shut out, or has another password
 */
export async function signInAgain(
  world: World,
  userId: string,
  password: string,
  browser: Browser,
  { hasProvedFactor = false } = {},
): Promise<SignedIn | undefined> {
  const user = await world.database.transaction((transaction) => holdOpenUser(transaction, userId));
  if (!(await isPasswordOf(world, user, password))) return undefined;
  const started = await world.database.transaction(async (transaction) => {
    const held = await holdOpenUser(transaction, userId);
    if (!held || held.passwordHash !== user?.passwordHash) return undefined;
    const isProved = hasProvedFactor && held.secondFactorAt === null;
    return await startSession(world, transaction, userId, browser, { hasProvedFactor: isProved });
  });
  if (started) logSecurity(world, 'sign-in', { userId });
  return started;
}

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

/** A session that can go on, its user, and until when its next tokens are good. */
type LiveSession = {
  sessionId: string;
  user: { id: string; username: string } & Factor;
  accessUntil: Temporal.Instant;
  refreshUntil: Temporal.Instant;
};

async function liveSession(world: World, database: Queryable, sessionId: string): Promise<LiveSession | undefined> {
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
    ...(lacksFactor(world, user) ? { needsSecondFactor: true } : {}),
    business: shownOfBusiness(world.settings.now(), world.settings.area()),
  };
}

const refreshFailed = () => new ApiError('TOKEN_REFRESH_FAILED', 'Failed to refresh access token');
