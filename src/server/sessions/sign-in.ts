import type * as z from 'zod/mini';
import type { SignInCompletion } from '#contract/second-factors.ts';
import type { SecondStep } from '#contract/session-shapes.ts';
import { checkCredentials, holdCredentials, isPasswordOf } from '../accounts/credentials.ts';
import { holdOpenUser } from '../accounts/opening.ts';
import type { Transaction } from '../database/connection.ts';
import { askForFactor, checkProof, tryChallenge, useUp } from '../second-factors/proving.ts';
import { hashToken, newToken } from '../secrets.ts';
import { logSecurity } from '../security-log.ts';
import type { World } from '../world.ts';
import { deviceName } from './device.ts';
import { keepRefreshToken, liveSession, openSession, refreshFailed, type StartedSession } from './live-session.ts';
import { endSession, insertSession, selectRefreshToken } from './store.ts';

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
 * @param options.hasProvedFactor as of `startSession`
 * @returns undefined when the account is not there, is shut out, has another password, or a second factor, which only a sign-in asks for
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
    if (!held || held.secondFactorAt || held.passwordHash !== user?.passwordHash) return undefined;
    return await startSession(world, transaction, userId, browser, { hasProvedFactor });
  });
  if (started) logSecurity(world, 'sign-in', { userId });
  return started;
}
