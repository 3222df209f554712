import { Phone } from '#contract/phone.ts';
import { commonPasswordMessage } from '#domain/account-rules.ts';
import { isEmail } from '#domain/no-email.ts';
import { callUs } from '#domain/settings.ts';
import type { Transaction } from '../database/connection.ts';
import { type FieldPath, invalid } from '../http/errors.ts';
import { secondsToTry } from '../http/rate-limit.ts';
import { markWorking } from '../messages/broken-emails.ts';
import { textStateOf } from '../messages/consents.ts';
import { accountClosedLetter } from '../messages/letters/account-closed.ts';
import { accountOpenLetter } from '../messages/letters/account-open.ts';
import { confirmLetter } from '../messages/letters/confirm.ts';
import { passwordChangedLetter } from '../messages/letters/password-changed.ts';
import { phoneChangedLetter } from '../messages/letters/phone-changed.ts';
import { resetLetter } from '../messages/letters/reset.ts';
import { type ResetText, resetByTextLetter } from '../messages/letters/reset-by-text.ts';
import { mail } from '../messages/service.ts';
import { logSecurity } from '../security-log.ts';
import type { World } from '../world.ts';
import { deleteUnconfirmed } from './bare-store.ts';
import { isCommonPassword } from './common-passwords.ts';
import { canWarn, type Holder, holderOf, holdUser, tellHolder, warn } from './holder.ts';
import { selectUsersOpenedBy } from './holder-store.ts';
import { endLinks, isOpen, linkExpired, requireLink, sendLink } from './mailed-links.ts';
import { deleteAtStripe, endWaysIn, openForReader } from './prove-address.ts';
import {
  endSessionsOfUser,
  findAndHoldUser,
  hasNoUsers,
  insertLink,
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

/** How many letters a stranger can make us send to one person. */
const confirmationLetters = { tries: 1, minutes: 5 };
const resetLetters = { tries: 5, minutes: 60 };

/**
 * Mails a new link in place of an expired one, within the limits of all such letters. It does not renew links that
 * change an email: the reader of that mailbox could restart a change that the owner has stopped by a new password.
 * @throws ApiError LINK_EXPIRED when the link is unknown
 */
export async function renewLink(world: World, token: string): Promise<void> {
  const link = await requireLink(world.database, token, ['confirm', 'reset']);
  const user = await selectUser(world.database, link.userId);
  if (!user || user.deactivatedAt) return;
  if (link.purpose === 'reset') await resetOf(world, user);
  else await sendConfirmation(world, user);
}

/**
 * Sends an unconfirmed user a new link, unless one went out a few minutes ago.
 * @returns whether it was sent
 */
export async function sendConfirmation(world: World, user: UserRow): Promise<boolean> {
  if (user.confirmedAt || !isEmail(user.email)) return false;
  return await world.database.transaction(async (transaction) => {
    // An address that was changed at this moment is the one that counts.
    const held = await findAndHoldUser(transaction, user.id);
    if (!held || held.confirmedAt) return false;
    if ((await secondsToTry(world, 'confirmation-letter', user.id, confirmationLetters, transaction)) > 0) return false;
    await mailConfirmation(world, transaction, held, await selectFirstName(transaction, user.id));
    return true;
  });
}

export async function mailConfirmation(
  world: World,
  transaction: Transaction,
  user: UserRow,
  name: string,
): Promise<void> {
  await sendLink(world, transaction, {
    userId: user.id,
    purpose: 'confirm',
    to: { channel: 'email', to: user.email },
    letter: (url) => confirmLetter(name, url),
  });
}

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
 * Mails a link for a new password to the user with this name or email. It does nothing when there is none, or after
 * too many links in the last hour. A user name may read like the email of somebody else. Then both get a link, each
 * for their own account, so one person cannot block another's reset by choosing that name. An account that a phone has proved is found by
 * its number, too: its username may be the mistyped address.
 */
export async function sendResetLink(world: World, usernameOrEmail: string): Promise<void> {
  const named = await selectUsersByNameOrEmail(world.database, usernameOrEmail);
  const phone = Phone.safeParse(usernameOrEmail);
  const opened = phone.success ? await selectUsersOpenedBy(world.database, phone.data) : [];
  const others = opened.filter(({ id }) => !named.some((user) => user.id === id));
  for (const user of [...named, ...others]) await resetOf(world, user);
}

async function resetOf(world: World, { id: userId }: UserRow): Promise<void> {
  await world.database.transaction(async (transaction) => {
    // An address that was changed at this moment is the one that counts.
    const user = await findAndHoldUser(transaction, userId);
    if (!user || user.deactivatedAt) return;
    if ((await secondsToTry(world, 'reset-letter', user.id, resetLetters, transaction)) > 0) return;
    logSecurity(world, 'reset-asked', { userId: user.id });
    const to = await holderOf(transaction, user);
    const isProved = user.confirmedAt !== null || to?.channel === 'text';
    const letter = (url: string) => resetLetter(isProved ? user.username : undefined, url);
    if (to) await sendLink(world, transaction, { userId, purpose: 'reset', to, letter });
    if (to?.channel === 'email' || !isEmail(user.email)) return;
    const text = await resetTextOf(world, transaction, to);
    const reader = { channel: 'email', to: user.email } as const;
    const toReader = (url: string) => resetByTextLetter(text, url);
    await sendLink(world, transaction, { userId, purpose: 'reset', to: reader, letter: toReader, isUnproved: true });
  });
}

/** @returns whether the text with a link for a new password goes there: a number that was given up may be another person's by now */
async function resetTextOf(world: World, transaction: Transaction, to: Holder | undefined): Promise<ResetText> {
  if (!to) return 'none';
  const { isStopped, purposes } = await textStateOf(world, transaction, to.to);
  if (isStopped) return 'stopped';
  return purposes.includes('account') && (await canWarn(world, transaction, to)) ? 'sent' : 'none';
}

/**
 * @returns whether the link opens another account for its reader
 * @throws ApiError LINK_EXPIRED unless the link can still set a new password
 */
export async function checkPasswordLink(world: World, token: string): Promise<{ opensAccount: boolean }> {
  const link = await requireLink(world.database, token, ['reset']);
  const user = await selectUser(world.database, link.userId);
  if (!user || !isOpen(world, link)) throw linkExpired();
  return { opensAccount: opensAccount(link, user) };
}

/** A link that was mailed to an address that is not confirmed: somebody else may have typed it. */
const opensAccount = ({ channel }: LinkRow, { confirmedAt }: UserRow): boolean => channel === 'email' && !confirmedAt;

/**
 * Sets a new password. It ends every session, every other link that could set a password or change the email, and every
 * calendar address, and forgets the wrong passwords. One that came by mail to an address that is not confirmed opens
 * a new account (`openForReader`). A repeat with the same link
 * and the same password succeeds and changes nothing: the first answer was lost.
 * @returns the username, for the phone that proved the account: its customer may never have read it
 * @throws ApiError LINK_EXPIRED when the link is unknown, was used or has expired; INVALID_INPUT for a common password,
 * which does not use up the link
 */
export async function setNewPassword(
  world: World,
  token: string,
  newPassword: string,
): Promise<{ username: string | undefined }> {
  const link = await requireLink(world.database, token, ['reset']);
  const isSet = isOpen(world, link) && (await redeemPasswordLink(world, link, newPassword));
  if (isSet) logSecurity(world, 'password-set', { userId: link.userId });
  else if (!(await wasPasswordSet(world, link, newPassword))) throw linkExpired();
  const user = link.channel === 'text' ? await selectUser(world.database, link.userId) : undefined;
  return { username: user?.username };
}

/** @returns false when the link was used meanwhile, its owner was shut out, or its address does not get into the account any more */
async function redeemPasswordLink(world: World, link: LinkRow, newPassword: string): Promise<boolean> {
  const { tokenHash, userId, channel } = link;
  refuseCommonPassword('body.newPassword', newPassword);
  // Hashing is slow on purpose, so it happens only for a good link, and before the transaction holds anything.
  const passwordHash = await world.passwords.hash(newPassword);
  return await world.database.transaction(async (transaction) => {
    // A second link of this user, used at the same moment, waits here.
    const held = await findAndHoldUser(transaction, userId);
    const now = world.clock.now();
    if (!held || held.deactivatedAt || !(await takeLink(transaction, tokenHash, now))) return false;
    if (channel === 'email') await markWorking(transaction, held.email);
    if (opensAccount(link, held)) {
      const opened = await openForReader(world, transaction, held.email, passwordHash);
      // A repeat finds it used.
      await insertLink(transaction, { ...link, userId: opened.id, usedAt: now });
      return true;
    }
    const holder = await holderOf(transaction, held);
    if (!(await updatePassword(transaction, userId, passwordHash))) return false;
    const hadCalendar = await endWaysIn(world, transaction, userId);
    const username = holder?.channel === 'text' ? held.username : undefined;
    const letter = passwordChangedLetter(world.publicUrl, hadCalendar, callUs(world.settings.now()), username);
    await tellHolder(world, transaction, `password-changed:${tokenHash}`, holder, letter, { class: 'security' });
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
  await endLinks(world, transaction, userId, 'confirm', 'reset', 'email', 'stop-email');
  // Somebody else may read an address that was never confirmed.
  if (user.confirmedAt) {
    const letter = accountClosedLetter(world.publicUrl);
    await mail(world, transaction, `account-closed:${userId}:${now}`, user.email, letter, { class: 'security' });
  }
  return true;
}

/**
 * Tells somebody that the office has entered another phone number for them: by email, since the number before need not have agreed to
 * texts; and the phone that has proved the account while its email address is not confirmed.
 * @param change names the change for ever
 */
export async function tellOfNewPhone(
  world: World,
  transaction: Transaction,
  userId: string,
  change: string,
): Promise<void> {
  const user = await holdUser(transaction, userId);
  const holder = await holderOf(transaction, user);
  const phones = holder?.channel === 'text' ? [holder] : [];
  const ways = isEmail(user.email) ? [...phones, { channel: 'email', to: user.email } as const] : phones;
  const letter = phoneChangedLetter(world.publicUrl, callUs(world.settings.now()));
  await warn(world, transaction, `phone-changed:${change}`, ways, letter, { class: 'security', userId });
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

/** How long an unconfirmed account keeps its user name and email after its last link. */
const daysToConfirm = 7;

/** Deletes accounts that were never confirmed: a mistyped email must not keep its owner out for good. */
export async function forgetUnconfirmedAccounts(world: World): Promise<void> {
  const before = world.clock.now().subtract({ hours: 24 * daysToConfirm });
  await world.database.transaction(async (transaction) =>
    deleteAtStripe(world, transaction, await deleteUnconfirmed(transaction, before, 100)),
  );
}

/** @returns whether nobody has ever signed up */
export const hasNoAccounts = (world: World): Promise<boolean> => hasNoUsers(world.database);

/** @throws ApiError INVALID_INPUT for a password that many people use */
export function refuseCommonPassword(path: FieldPath, password: string): void {
  if (isCommonPassword(password)) throw invalid(path, commonPasswordMessage);
}
