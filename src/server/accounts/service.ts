import type * as z from 'zod/mini';
import type { SignUp } from '#contract/accounts.ts';
import { commonPasswordMessage } from '#domain/account-rules.ts';
import { addAddress } from '../addresses/service.ts';
import { type Transaction, violatesUnique } from '../database/connection.ts';
import { ApiError, invalid, taken } from '../http/errors.ts';
import { secondsToTry } from '../http/rate-limit.ts';
import { mail } from '../messages/service.ts';
import { addProfile } from '../profiles/service.ts';
import { hashPassword, hashToken, newToken } from '../secrets.ts';
import type { World } from '../world.ts';
import { isCommonPassword } from './common-passwords.ts';
import { confirmLetter, passwordChangedLetter, resetLetter } from './letters.ts';
import {
  confirmUser,
  deleteUnconfirmed,
  endLinksOfUser,
  endSessionsOfUser,
  hasNoUsers,
  insertLink,
  insertUser,
  lockUser,
  markDeactivated,
  selectLinkOwner,
  selectUserByEmail,
  selectUserByName,
  takeLink,
  type UserRow,
  updatePassword,
} from './store.ts';
import { forgetWrongPasswords } from './wrong-passwords.ts';

const linkLife = { confirm: { hours: 24 }, reset: { hours: 1 } } as const;
/** How many letters somebody else can make us send to one person. */
const confirmationLetters = { tries: 1, minutes: 5 };
const resetLetters = { tries: 5, minutes: 60 };

/**
 * Opens an account with its first profile and address, and mails the link that confirms it.
 * @returns the new user's id
 * @throws ApiError ALREADY_EXISTS for a taken user name or e-mail, INVALID_INPUT as `addProfile` and for a password
 * that is too common
 */
export async function signUp(world: World, form: z.output<typeof SignUp>): Promise<{ userId: string }> {
  return await openAccount(world, form, (transaction, user) =>
    mailLink(world, transaction, user, 'confirm', form.firstName),
  );
}

/** Opens an account that needs no confirmation; for the demo, which has nobody to read the mail. */
export async function openConfirmedAccount(world: World, form: z.output<typeof SignUp>): Promise<{ userId: string }> {
  return await openAccount(world, form, (transaction, user) => confirmUser(transaction, user.id, world.clock.now()));
}

async function openAccount(
  world: World,
  form: z.output<typeof SignUp>,
  finish: (transaction: Transaction, user: UserRow) => Promise<void>,
): Promise<{ userId: string }> {
  const { username, email, password } = form;
  refuseCommonPassword('body.password', password);
  // Hashing is slow on purpose, so it is done before the transaction holds anything.
  const passwordHash = await hashPassword(password);
  return await world.database.transaction(async (transaction) => {
    const user = await insertUser(transaction, { username, email, passwordHash, createdAt: world.clock.now() }).catch(
      (error) => {
        throw takenError(error) ?? error;
      },
    );
    const profile = await addProfile(world, transaction, user.id, {
      ...form,
      birthday: form.birthdate,
      birthdayField: 'birthdate',
      isDefault: true,
    });
    await addAddress(world, transaction, profile.id, { ...form, primaryAddress: true });
    await finish(transaction, user);
    return { userId: user.id };
  });
}

/** @throws ApiError LINK_EXPIRED when the link is unknown, was used or has expired */
export async function confirmSignUp(world: World, token: string): Promise<void> {
  await world.database.transaction(async (transaction) => {
    const userId = await redeemLink(world, transaction, token, 'confirm');
    await confirmUser(transaction, userId, world.clock.now());
  });
}

/**
 * Sends somebody who has not confirmed yet a new link, unless one was asked for a few minutes ago.
 * @returns whether it is sent
 */
export async function sendConfirmation(world: World, user: UserRow): Promise<boolean> {
  return await world.database.transaction(async (transaction) => {
    if ((await secondsToTry(world, 'confirmation-letter', user.id, confirmationLetters, transaction)) > 0) return false;
    await mailLink(world, transaction, user, 'confirm', user.username);
    return true;
  });
}

/**
 * Asks for a link for a new password. Whether there is such an account is looked up after the answer, so that neither
 * the answer nor the time it takes tells.
 */
export async function resetPassword(world: World, usernameOrEmail: string): Promise<void> {
  await world.database.transaction((transaction) =>
    // Half a character (a lone surrogate) is no text to Postgres.
    world.jobs.enqueue(transaction, 'send-reset-link', { usernameOrEmail: usernameOrEmail.toWellFormed() }),
  );
}

/**
 * Mails a link for a new password to whoever has this user name or e-mail; does nothing when nobody has, or when the
 * last links were not long ago and can still be used. A user name may read like the e-mail of somebody else: then both
 * get a link, each for their own account, so that nobody can take a name to keep another from a new password.
 */
export async function sendResetLink(world: World, usernameOrEmail: string): Promise<void> {
  const byName = await selectUserByName(world.database, usernameOrEmail);
  const byEmail = await selectUserByEmail(world.database, usernameOrEmail);
  if (byName) await mailResetLink(world, byName);
  if (byEmail && byEmail.id !== byName?.id) await mailResetLink(world, byEmail);
}

async function mailResetLink(world: World, user: UserRow): Promise<void> {
  if (user.deactivatedAt) return;
  await world.database.transaction(async (transaction) => {
    if ((await secondsToTry(world, 'reset-letter', user.id, resetLetters, transaction)) > 0) return;
    await mailLink(world, transaction, user, 'reset', user.username);
  });
}

/**
 * Sets a new password, ends every session and every other link that was mailed for one, and forgets the wrong passwords
 * that were tried. The link came by mail, so the address is confirmed with it.
 * @throws ApiError LINK_EXPIRED when the link is unknown, was used or has expired; INVALID_INPUT for a password that is
 * too common, which leaves the link as it is
 */
export async function setNewPassword(world: World, token: string, newPassword: string): Promise<void> {
  const linkOwner = await selectLinkOwner(world.database, hashToken(token), 'reset', world.clock.now());
  if (!linkOwner) throw linkExpired();
  refuseCommonPassword('body.newPassword', newPassword);
  // Hashing is slow on purpose: only for a good link, and before the transaction holds anything.
  const passwordHash = await hashPassword(newPassword);
  await world.database.transaction(async (transaction) => {
    // Two links of one person at the same moment take turns.
    await lockUser(transaction, linkOwner);
    const userId = await redeemLink(world, transaction, token, 'reset');
    const now = world.clock.now();
    await endLinksOfUser(transaction, userId, 'reset', now);
    const user = await updatePassword(transaction, userId, passwordHash);
    if (!user) throw linkExpired();
    await confirmUser(transaction, userId, now);
    await endSessionsOfUser(transaction, userId, now);
    await forgetWrongPasswords(transaction, user.username);
    const letter = passwordChangedLetter(world.publicUrl);
    await mail(world, transaction, `password-changed:${hashToken(token)}`, user.email, letter, { class: 'security' });
  });
}

/**
 * Shuts somebody out, within the transaction that decides it: every session and every link that was mailed ends, and
 * from the next request on neither an old token nor the password is good. Does nothing to whoever is shut out already.
 */
export async function deactivateUser(world: World, transaction: Transaction, userId: string): Promise<void> {
  const now = world.clock.now();
  // Whoever is signing in or setting a new password at this moment takes turns with this.
  await lockUser(transaction, userId);
  await markDeactivated(transaction, userId, now);
  await endSessionsOfUser(transaction, userId, now);
  await endLinksOfUser(transaction, userId, 'confirm', now);
  await endLinksOfUser(transaction, userId, 'reset', now);
}

/** How long after its last link an account that nobody confirmed keeps its user name and e-mail from others. */
const daysToConfirm = 7;

/** Forgets accounts that were never confirmed: a mistyped e-mail must not keep its owner out for good. */
export async function forgetUnconfirmedAccounts(world: World): Promise<void> {
  const before = world.clock.now().subtract({ hours: 24 * daysToConfirm });
  await world.database.transaction((transaction) => deleteUnconfirmed(transaction, before, 100));
}

/** @returns whether nobody has ever signed up */
export async function hasNoAccounts(world: World): Promise<boolean> {
  return await hasNoUsers(world.database);
}

async function redeemLink(
  world: World,
  transaction: Transaction,
  token: string,
  purpose: 'confirm' | 'reset',
): Promise<string> {
  const userId = await takeLink(transaction, hashToken(token), purpose, world.clock.now());
  if (!userId) throw linkExpired();
  return userId;
}

function refuseCommonPassword(path: string, password: string): void {
  if (isCommonPassword(password)) throw invalid(path, commonPasswordMessage);
}

const linkExpired = () => new ApiError('LINK_EXPIRED', 'Link expired. Please generate new link');

async function mailLink(
  world: World,
  transaction: Transaction,
  user: UserRow,
  purpose: 'confirm' | 'reset',
  name: string,
): Promise<void> {
  const token = newToken();
  const tokenHash = hashToken(token);
  const createdAt = world.clock.now();
  const expiresAt = createdAt.add(linkLife[purpose]);
  await insertLink(transaction, {
    tokenHash,
    userId: user.id,
    purpose,
    createdAt,
    expiresAt,
  });
  const letter =
    purpose === 'confirm'
      ? confirmLetter(name, `${world.publicUrl}/confirm-sign-up?token=${token}`)
      : resetLetter(`${world.publicUrl}/set-new-password?token=${token}`);
  await mail(world, transaction, `${purpose}:${tokenHash}`, user.email, letter, {
    class: 'security',
    isSecret: true,
    notAfter: expiresAt,
  });
}

function takenError(error: unknown): ApiError | undefined {
  if (violatesUnique(error, 'users_username_key')) return taken('body.username', 'This username is already taken.');
  if (violatesUnique(error, 'users_email_key'))
    return taken('body.email', 'There is an account with this e-mail already.');
  return undefined;
}
