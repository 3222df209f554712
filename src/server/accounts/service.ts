import type * as z from 'zod/mini';
import type { SignUp } from '#contract/accounts.ts';
import { addAddress } from '../addresses/service.ts';
import { type Transaction, violatesUnique } from '../database/connection.ts';
import { ApiError } from '../http/errors.ts';
import { mail } from '../messages/service.ts';
import { addProfile } from '../profiles/service.ts';
import { hashPassword, hashToken, newToken } from '../secrets.ts';
import type { World } from '../world.ts';
import { confirmLetter, passwordChangedLetter, resetLetter } from './letters.ts';
import {
  confirmUser,
  endLinksOfUser,
  endSessionsOfUser,
  hasNoUsers,
  insertLink,
  insertUser,
  lockUser,
  selectLinkOwner,
  selectUserByEmail,
  selectUserByName,
  takeLink,
  type UserRow,
  updatePassword,
} from './store.ts';

const linkLife = { confirm: { hours: 24 }, reset: { hours: 1 } } as const;

/**
 * Opens an account with its first profile and address, and mails the link that confirms it.
 * @returns the new user's id
 * @throws ApiError ALREADY_EXISTS for a taken user name or e-mail, INVALID_INPUT as `addProfile`
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

/** Sends somebody who has not confirmed yet a new link. */
export async function sendConfirmation(world: World, user: UserRow): Promise<void> {
  await world.database.transaction((transaction) => mailLink(world, transaction, user, 'confirm', user.username));
}

/**
 * Asks for a link for a new password. Whether there is such an account is looked up after the answer, so that neither
 * the answer nor the time it takes tells.
 */
export async function resetPassword(world: World, usernameOrEmail: string): Promise<void> {
  await world.database.transaction((transaction) =>
    world.jobs.enqueue(transaction, 'send-reset-link', { usernameOrEmail }),
  );
}

/** Mails a link for a new password to whoever has this user name or e-mail; does nothing when nobody has. */
export async function sendResetLink(world: World, usernameOrEmail: string): Promise<void> {
  const user =
    (await selectUserByName(world.database, usernameOrEmail)) ??
    (await selectUserByEmail(world.database, usernameOrEmail));
  if (!user || user.deactivatedAt) return;
  await world.database.transaction((transaction) => mailLink(world, transaction, user, 'reset', user.username));
}

/**
 * Sets a new password, and ends every session and every other link that was mailed for one. The link came by mail, so the address is confirmed with it.
 * @throws ApiError LINK_EXPIRED when the link is unknown, was used or has expired
 */
export async function setNewPassword(world: World, token: string, newPassword: string): Promise<void> {
  const linkOwner = await selectLinkOwner(world.database, hashToken(token), 'reset', world.clock.now());
  if (!linkOwner) throw linkExpired();
  // Hashing is slow on purpose: only for a good link, and before the transaction holds anything.
  const passwordHash = await hashPassword(newPassword);
  await world.database.transaction(async (transaction) => {
    // Two links of one person at the same moment take turns.
    await lockUser(transaction, linkOwner);
    const userId = await redeemLink(world, transaction, token, 'reset');
    const now = world.clock.now();
    await endLinksOfUser(transaction, userId, 'reset', now);
    const user = await updatePassword(transaction, userId, passwordHash);
    await confirmUser(transaction, userId, now);
    await endSessionsOfUser(transaction, userId, now);
    const letter = passwordChangedLetter(world.publicUrl);
    await mail(world, transaction, `password-changed:${hashToken(token)}`, user.email, letter);
  });
}

/** @returns whether nobody has ever signed up */
export async function hasNoAccounts(world: World): Promise<boolean> {
  return await hasNoUsers(world.database);
}

/** @returns the user of that name, with what a sign-in must check */
export async function findUserToSignIn(world: World, username: string): Promise<UserRow | undefined> {
  return await selectUserByName(world.database, username);
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
  await insertLink(transaction, {
    tokenHash,
    userId: user.id,
    purpose,
    createdAt,
    expiresAt: createdAt.add(linkLife[purpose]),
  });
  const letter =
    purpose === 'confirm'
      ? confirmLetter(name, `${world.publicUrl}/confirm-sign-up?token=${token}`)
      : resetLetter(`${world.publicUrl}/set-new-password?token=${token}`);
  await mail(world, transaction, `${purpose}:${tokenHash}`, user.email, letter, { isSecret: true });
}

function takenError(error: unknown): ApiError | undefined {
  if (violatesUnique(error, 'users_username_key')) return taken('username', 'This username is already taken.');
  if (violatesUnique(error, 'users_email_key')) return taken('email', 'There is an account with this e-mail already.');
  return undefined;
}

const taken = (field: string, message: string) =>
  new ApiError('ALREADY_EXISTS', message, [{ path: `body.${field}`, message }]);
