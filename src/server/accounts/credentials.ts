import type { Transaction } from '../database/connection.ts';
import { ApiError, tooManyRequests } from '../http/errors.ts';
import { hashPassword, newToken, verifyPassword } from '../secrets.ts';
import { logSecurity } from '../security-log.ts';
import type { World } from '../world.ts';
import { sendConfirmation } from './service.ts';
import { holdUnchangedUser, isKnownDevice, selectUsersByNameOrEmail, type UserRow } from './store.ts';
import { returnPasswordTry, takePasswordTry } from './wrong-passwords.ts';

/** How long after its last sign-in a browser is known. */
const deviceMemory = { hours: 365 * 24 };

/** Compared with when no such user exists, so that the answer takes as long. */
const nobodysPassword = await hashPassword(newToken());

/**
 * Finds out whether this is the user's password. A try is taken before it is looked at, and given back when it is right.
 * @param deviceHash the browser's; one that has been signed in as the user before is counted by itself
 * @returns the user, who is confirmed and not shut out
 * @throws ApiError INVALID_CREDENTIALS alike for unknown users, wrong passwords and who is shut out; TOO_MANY_REQUESTS
 * after too many of them; ACCOUNT_NOT_CONFIRMED, after a right password only, which sends a new confirmation link
 */
export async function checkCredentials(
  world: World,
  usernameOrEmail: string,
  password: string,
  deviceHash: string,
): Promise<UserRow> {
  const { user, counted } = await findByPassword(world, usernameOrEmail, password, deviceHash);
  if (user.deactivatedAt) throw refused(world, user.id);
  await returnPasswordTry(world, counted);
  if (user.confirmedAt) return user;
  const isSent = await sendConfirmation(world, user);
  throw new ApiError(
    'ACCOUNT_NOT_CONFIRMED',
    isSent
      ? 'Please confirm your account first. We have sent a new link to your e-mail address.'
      : 'Please confirm your account first. We sent a link to your e-mail address a few minutes ago.',
  );
}

/**
 * Finds out whether this is somebody's password where it is not asked for to sign in, counted and logged as there.
 * @param user undefined for nobody, whose answer takes as long
 */
export async function isPasswordOf(world: World, user: UserRow | undefined, password: string): Promise<boolean> {
  if (user && (await takePasswordTry(world, user.id)) > 0) {
    logSecurity(world, 'locked-out', { userId: user.id });
    return false;
  }
  const isRight = await verifyPassword(password, user?.passwordHash ?? nobodysPassword);
  if (user && isRight) await returnPasswordTry(world, user.id);
  else if (user) logSecurity(world, 'sign-in-refused', { userId: user.id });
  return user !== undefined && isRight;
}

/** Where a user name reads like the e-mail of somebody else, the password says who of the two it is. */
async function findByPassword(world: World, typed: string, password: string, deviceHash: string) {
  const candidates = await selectUsersByNameOrEmail(world.database, typed);
  if (candidates.length === 0) {
    const wait = await takePasswordTry(world, typed.toLowerCase());
    if (wait > 0) throw lockedOut(world, wait, {});
    await verifyPassword(password, nobodysPassword);
    throw refused(world);
  }
  for (const user of candidates) {
    const isKnown = await isKnownDevice(world.database, user.id, deviceHash, world.clock.now().subtract(deviceMemory));
    // By itself, so that a stranger cannot lock out whoever has been here before.
    const counted = isKnown ? `${user.id} ${deviceHash}` : user.id;
    const wait = await takePasswordTry(world, counted);
    if (wait === 0 && (await verifyPassword(password, user.passwordHash))) return { user, counted };
    if (wait > 0 && user === candidates.at(-1)) throw lockedOut(world, wait, { userId: user.id });
  }
  throw refused(world, candidates.at(-1)?.id);
}

function refused(world: World, userId?: string): ApiError {
  logSecurity(world, 'sign-in-refused', userId === undefined ? {} : { userId });
  return invalidCredentials();
}

function lockedOut(world: World, seconds: number, ids: Record<string, string>): ApiError {
  logSecurity(world, 'locked-out', ids);
  return tooManyRequests(seconds, tooManyWrong);
}

/**
 * Holds a user whose password was right until the transaction ends, so that the session it opens is ended with the
 * others by a new password or a deactivation at the same moment.
 * @throws ApiError INVALID_CREDENTIALS when the password is no longer the one that was checked, or the user is shut out
 */
export async function holdCredentials(transaction: Transaction, user: UserRow): Promise<void> {
  if (!(await holdUnchangedUser(transaction, user))) throw invalidCredentials();
}

const invalidCredentials = () => new ApiError('INVALID_CREDENTIALS', 'The username or the password is wrong.');
const tooManyWrong = (when: string) =>
  `There were too many wrong passwords for this username. Please try again ${when}, or set a new password with "Forgot password?".`;
