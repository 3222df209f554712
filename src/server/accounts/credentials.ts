import { isEmail } from '#domain/no-email.ts';
import type { Transaction } from '../database/connection.ts';
import { ApiError, tooManyRequests } from '../http/errors.ts';
import { logSecurity } from '../security-log.ts';
import type { World } from '../world.ts';
import { holderOf } from './holder.ts';
import { sendConfirmation } from './service.ts';
import { holdUnchangedUser, isKnownDevice, type UserRow } from './store.ts';
import { findUsersNamed } from './usernames.ts';
import { countGuessFrom, inTurn, returnPasswordTry, takePasswordTry, uncountGuessFrom } from './wrong-passwords.ts';

/** How long we know a browser after its last sign-in. */
const deviceMemory = { hours: 365 * 24 };

/** Where a password was typed: the hash of the browser's token, and its network address if there is one. */
type From = { deviceHash: string; address?: string | undefined };

/**
 * Checks a user's password. It takes a try before the check, and gives it back when the password is right.
 * @param from a browser that this user has signed in with before has tries of its own
 * @returns the user, who is confirmed, or has proved a phone, and is not shut out, and by what their wrong tries are counted
 * @throws ApiError INVALID_CREDENTIALS for an unknown user, a wrong password and a user who is shut out;
 * TOO_MANY_REQUESTS after too many wrong passwords; ACCOUNT_NOT_CONFIRMED after a right password only, with a new
 * confirmation link on its way
 */
export async function checkCredentials(
  world: World,
  usernameOrEmail: string,
  password: string,
  from: From,
): Promise<{ user: UserRow; counted: string }> {
  const candidates = await findUsersNamed(world.database, usernameOrEmail);
  const whose = candidates.map(({ id }) => id).join(' ') || usernameOrEmail.toLowerCase();
  const { user, counted } = await inTurn(whose, async () => {
    const found = await findByPassword(world, { typed: usernameOrEmail, candidates }, password, from);
    if (found.user.deactivatedAt) throw refused(world, found.user.id);
    await returnPasswordTry(world, found.counted);
    return found;
  });
  if (user.confirmedAt) return { user, counted };
  const isSent = await sendConfirmation(world, user);
  // A phone proved this one and set its password. A mistyped address, or none, must not keep its holder out.
  const holder = await holderOf(world.database, user);
  if (holder ? holder.channel === 'text' : !isEmail(user.email)) return { user, counted };
  throw new ApiError(
    'ACCOUNT_NOT_CONFIRMED',
    isSent
      ? 'Please confirm your account first. We have sent a new link to your email address.'
      : 'Please confirm your account first. We sent a link to your email address a few minutes ago.',
  );
}

/**
 * Checks a password outside of a sign-in. Tries are counted and logged as at a sign-in.
 * @param user undefined when there is none; that answer takes as long
 */
export async function isPasswordOf(world: World, user: UserRow | undefined, password: string): Promise<boolean> {
  return (await tryPassword(world, user, password)).isRight;
}

/**
 * Checks the password of a person who is signed in or has a link of ours, and who may learn that there were too many wrong ones. Each
 * session has its own tries, and all links of a user share theirs. So a stranger who enters wrong passwords elsewhere does not block the owner.
 * @param by the session, or 'link'
 * @param wrong makes the error for a wrong one
 * @throws ApiError TOO_MANY_REQUESTS after too many wrong passwords, whatever this one is
 */
export async function requirePasswordOf(
  world: World,
  { user, by }: { user: UserRow | undefined; by: string },
  password: string,
  wrong: () => ApiError,
): Promise<void> {
  const { isRight, wait } = await tryPassword(world, user, password, `${user?.id} ${by}`);
  if (wait > 0) throw tooManyRequests(wait, tooManyWrong);
  if (!isRight) throw wrong();
}

/**
 * @param counted by what wrong ones are counted
 * @returns whether it is right, and the seconds until it is looked at again when it was not
 */
async function tryPassword(
  world: World,
  user: UserRow | undefined,
  password: string,
  counted = user?.id ?? '',
): Promise<{ isRight: boolean; wait: number }> {
  const wait = user ? await takePasswordTry(world, counted) : 0;
  if (user && wait > 0) {
    logSecurity(world, 'locked-out', { userId: user.id });
    return { isRight: false, wait };
  }
  const isRight = await world.passwords.isRight(password, user?.passwordHash);
  if (user && isRight) await returnPasswordTry(world, counted);
  else if (user) logSecurity(world, 'sign-in-refused', { userId: user.id });
  return { isRight: user !== undefined && isRight, wait: 0 };
}

/** One person's user name may equal another person's email. Then the password decides whose account it is. */
async function findByPassword(
  world: World,
  { typed, candidates }: { typed: string; candidates: readonly UserRow[] },
  password: string,
  { deviceHash, address }: From,
) {
  if (candidates.length === 0) {
    await countGuessFrom(world, address);
    const wait = await takePasswordTry(world, typed.toLowerCase());
    if (wait > 0) {
      await uncountGuessFrom(world, address);
      throw lockedOut(world, wait, {});
    }
    await world.passwords.isRight(password, undefined);
    throw refused(world);
  }
  for (const user of candidates) {
    const isKnown = await isKnownDevice(world.database, user.id, deviceHash, world.clock.now().subtract(deviceMemory));
    // A known browser has its own count, so that a stranger cannot lock the user out of it.
    const counted = isKnown ? `${user.id} ${deviceHash}` : user.id;
    // The address comes first: what is refused for others' guesses there takes no try of the account.
    if (!isKnown) await countGuessFrom(world, address);
    const wait = await takePasswordTry(world, counted);
    const isRight = wait === 0 && (await world.passwords.isRight(password, user.passwordHash));
    if (!isKnown && (isRight || wait > 0)) await uncountGuessFrom(world, address);
    if (isRight) return { user, counted };
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
 * Holds a user until the transaction ends. A new password or a deactivation at the same moment then waits, and ends the
 * session that this transaction opens with all others.
 * @throws ApiError INVALID_CREDENTIALS when the password has changed since it was checked, a second factor has come or gone, or
 * the user is shut out
 */
export async function holdCredentials(transaction: Transaction, user: UserRow): Promise<void> {
  if (!(await holdUnchangedUser(transaction, user))) throw invalidCredentials();
}

const invalidCredentials = () => new ApiError('INVALID_CREDENTIALS', 'The username or the password is wrong.');
const tooManyWrong = (when: string) =>
  `There were too many wrong passwords for this username. Please try again ${when}, or set a new password with "Forgot password?".`;
