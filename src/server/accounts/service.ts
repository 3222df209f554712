import { commonPasswordMessage } from '#domain/account-rules.ts';
import type { Transaction } from '../database/connection.ts';
import { type FieldPath, invalid } from '../http/errors.ts';
import { secondsToTry } from '../http/rate-limit.ts';
import { mail } from '../messages/service.ts';
import { logSecurity } from '../security-log.ts';
import type { World } from '../world.ts';
import { isCommonPassword } from './common-passwords.ts';
import { changeEmail } from './email-change.ts';
import {
  accountClosedLetter,
  accountOpenLetter,
  confirmLetter,
  passwordChangedLetter,
  resetLetter,
} from './letters.ts';
import { isOpen, linkExpired, mailLink, requireLink } from './mailed-links.ts';
import {
  confirmUser,
  deleteUnconfirmed,
  endLinksOfUser,
  endSessionsOfUser,
  hasNoUsers,
  holdUser,
  type LinkRow,
  markDeactivated,
  selectFirstName,
  selectLink,
  selectUser,
  selectUsersByNameOrEmail,
  takeLink,
  type UserRow,
  updatePassword,
} from './store.ts';
import { forgetWrongPasswords } from './wrong-passwords.ts';

/** How many letters a stranger can make us send to one person. */
const confirmationLetters = { tries: 1, minutes: 5 };
const resetLetters = { tries: 5, minutes: 60 };

/**
 * What a link confirmed. `isRepeated` when it was confirmed before: the answer was lost, or the link is opened again.
 */
export type Confirmed = { confirmed: 'account' | 'email'; isRepeated: boolean };

/**
 * Confirms an account, or its new e-mail, by the link that was mailed there.
 * @throws ApiError LINK_EXPIRED when the link is unknown, has expired, or was used and confirmed nothing;
 * ALREADY_EXISTS when another account has taken the address meanwhile
 */
export async function confirmSignUp(world: World, token: string): Promise<Confirmed> {
  return await world.database.transaction(async (transaction) => {
    const link = await requireLink(transaction, token, ['confirm', 'email']);
    const user = await holdUser(transaction, link.userId);
    const confirmed = link.purpose === 'email' ? 'email' : 'account';
    if (confirmed === 'email' ? user.email === link.email : user.confirmedAt) return { confirmed, isRepeated: true };
    const now = world.clock.now();
    if (!(await takeLink(transaction, link.tokenHash, now))) throw linkExpired();
    if (confirmed === 'email') await changeEmail(world, transaction, user, link);
    else await confirmUser(transaction, user.id, now);
    return { confirmed, isRepeated: false };
  });
}

/**
 * Mails a new link in place of an expired one, within the limits of all such letters. It does not renew links that
 * change an e-mail: the reader of that mailbox could restart a change that the owner has stopped by a new password.
 * @throws ApiError LINK_EXPIRED when the link is unknown
 */
export async function renewLink(world: World, token: string): Promise<void> {
  const link = await requireLink(world.database, token, ['confirm', 'reset']);
  const user = await selectUser(world.database, link.userId);
  if (!user || user.deactivatedAt) return;
  if (link.purpose === 'reset') await mailResetLink(world, user);
  else await sendConfirmation(world, user);
}

/**
 * Sends an unconfirmed user a new link, unless one went out a few minutes ago.
 * @returns whether it was sent
 */
export async function sendConfirmation(world: World, user: UserRow): Promise<boolean> {
  if (user.confirmedAt) return false;
  return await world.database.transaction(async (transaction) => {
    if ((await secondsToTry(world, 'confirmation-letter', user.id, confirmationLetters, transaction)) > 0) return false;
    await mailConfirmation(world, transaction, user, await selectFirstName(transaction, user.id));
    return true;
  });
}

export const mailConfirmation = (world: World, transaction: Transaction, user: UserRow, name: string): Promise<void> =>
  mailLink(world, transaction, {
    userId: user.id,
    purpose: 'confirm',
    to: user.email,
    letter: (url) => confirmLetter(name, url),
  });

/**
 * Asks for a link to set a new password. A job looks the account up later, so that neither the answer nor its timing
 * tells whether the account exists.
 */
export async function resetPassword(world: World, usernameOrEmail: string): Promise<void> {
  await world.database.transaction((transaction) =>
    // Postgres refuses text with half a character (a lone surrogate).
    world.jobs.enqueue(transaction, 'send-reset-link', { usernameOrEmail: usernameOrEmail.toWellFormed() }),
  );
}

/**
 * Mails a link for a new password to the user with this name or e-mail. It does nothing when there is none, or after
 * too many links in the last hour. A user name may read like the e-mail of somebody else. Then both get a link, each
 * for their own account, so that nobody can block another's reset by choosing that name.
 */
export async function sendResetLink(world: World, usernameOrEmail: string): Promise<void> {
  for (const user of await selectUsersByNameOrEmail(world.database, usernameOrEmail)) await mailResetLink(world, user);
}

async function mailResetLink(world: World, user: UserRow): Promise<void> {
  if (user.deactivatedAt) return;
  await world.database.transaction(async (transaction) => {
    if ((await secondsToTry(world, 'reset-letter', user.id, resetLetters, transaction)) > 0) return;
    logSecurity(world, 'reset-asked', { userId: user.id });
    await mailLink(world, transaction, {
      userId: user.id,
      purpose: 'reset',
      to: user.email,
      letter: (url) => resetLetter(user.confirmedAt ? user.username : undefined, url),
    });
  });
}

/** @throws ApiError LINK_EXPIRED unless the link can still set a new password */
export async function checkPasswordLink(world: World, token: string): Promise<void> {
  if (!isOpen(world, await requireLink(world.database, token, ['reset']))) throw linkExpired();
}

/**
 * Sets a new password. It ends every session and every other link that could set a password or change the e-mail, and
 * forgets the wrong passwords. It also confirms the account, since the link came by mail. A repeat with the same link
 * and the same password succeeds and changes nothing: the first answer was lost.
 * @throws ApiError LINK_EXPIRED when the link is unknown, was used or has expired; INVALID_INPUT for a common password,
 * which does not use up the link
 */
export async function setNewPassword(world: World, token: string, newPassword: string): Promise<void> {
  const link = await requireLink(world.database, token, ['reset']);
  const isSet = isOpen(world, link) && (await redeemPasswordLink(world, link, newPassword));
  if (isSet) logSecurity(world, 'password-set', { userId: link.userId });
  else if (!(await wasPasswordSet(world, link, newPassword))) throw linkExpired();
}

/** @returns false when the link was used meanwhile, or its owner was shut out */
async function redeemPasswordLink(world: World, { tokenHash, userId }: LinkRow, newPassword: string): Promise<boolean> {
  refuseCommonPassword('body.newPassword', newPassword);
  // Hashing is slow on purpose, so it happens only for a good link, and before the transaction holds anything.
  const passwordHash = await world.passwords.hash(newPassword);
  return await world.database.transaction(async (transaction) => {
    // A second link of this user, used at the same moment, waits here.
    await holdUser(transaction, userId);
    const now = world.clock.now();
    if (!(await takeLink(transaction, tokenHash, now))) return false;
    const user = await updatePassword(transaction, userId, passwordHash);
    if (!user) return false;
    for (const purpose of ['reset', 'email'] as const) await endLinksOfUser(transaction, userId, purpose, now);
    await confirmUser(transaction, userId, now);
    await endSessionsOfUser(transaction, userId, now);
    await forgetWrongPasswords(transaction, userId);
    const letter = passwordChangedLetter(world.publicUrl);
    await mail(world, transaction, `password-changed:${tokenHash}`, user.email, letter, { class: 'security' });
    return true;
  });
}

/** Answers only while the link would have been good. Later its token must not be a way to try passwords. */
async function wasPasswordSet(world: World, { tokenHash, userId }: LinkRow, newPassword: string): Promise<boolean> {
  const link = await selectLink(world.database, tokenHash);
  if (!link?.usedAt || Temporal.Instant.compare(world.clock.now(), link.expiresAt) >= 0) return false;
  const user = await selectUser(world.database, userId);
  return user?.deactivatedAt === null && (await world.passwords.isRight(newPassword, user.passwordHash));
}

/**
 * Shuts a user out and mails them so, within the transaction that decides it. Every session and every mailed link ends.
 * From the next request on, neither an old token nor the password works.
 * @returns false when the user is shut out already
 */
export async function deactivateUser(world: World, transaction: Transaction, userId: string): Promise<boolean> {
  const now = world.clock.now();
  // A sign-in or a new password at the same moment waits here.
  const user = await holdUser(transaction, userId);
  if (user.deactivatedAt) return false;
  await markDeactivated(transaction, userId, now);
  await endSessionsOfUser(transaction, userId, now);
  for (const purpose of ['confirm', 'reset', 'email'] as const) await endLinksOfUser(transaction, userId, purpose, now);
  // Somebody else may read an address that was never confirmed.
  if (user.confirmedAt) {
    const letter = accountClosedLetter(world.publicUrl);
    await mail(world, transaction, `account-closed:${userId}:${now}`, user.email, letter, { class: 'security' });
  }
  return true;
}

/** Tells somebody whose account is open again. @param resting what of theirs stays paused, each in a few words */
export async function tellOfReopening(
  world: World,
  transaction: Transaction,
  userId: string,
  resting: readonly string[],
): Promise<void> {
  const user = await holdUser(transaction, userId);
  if (!user.confirmedAt) return;
  const letter = accountOpenLetter(resting, world.publicUrl);
  await mail(world, transaction, `account-open:${userId}:${world.clock.now()}`, user.email, letter, {
    class: 'security',
  });
}

/** Ends every session of a user, within the transaction that gives the reason. */
export const endSessions = (world: Pick<World, 'clock'>, transaction: Transaction, userId: string): Promise<void> =>
  endSessionsOfUser(transaction, userId, world.clock.now());

/** How long an unconfirmed account keeps its user name and e-mail after its last link. */
const daysToConfirm = 7;

/** Deletes accounts that were never confirmed: a mistyped e-mail must not keep its owner out for good. */
export async function forgetUnconfirmedAccounts(world: World): Promise<void> {
  const before = world.clock.now().subtract({ hours: 24 * daysToConfirm });
  await world.database.transaction((transaction) => deleteUnconfirmed(transaction, before, 100));
}

/** @returns whether nobody has ever signed up */
export const hasNoAccounts = (world: World): Promise<boolean> => hasNoUsers(world.database);

/** @throws ApiError INVALID_INPUT for a password that many people use */
export function refuseCommonPassword(path: FieldPath, password: string): void {
  if (isCommonPassword(password)) throw invalid(path, commonPasswordMessage);
}
