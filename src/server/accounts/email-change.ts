import { wordingsNow } from '#domain/consents.ts';
import { type Queryable, type Transaction, violatesUnique } from '../database/connection.ts';
import { taken, tooManyRequests } from '../http/errors.ts';
import { secondsToTry } from '../http/rate-limit.ts';
import { asAtAddressBefore, giveConsents, revokeConsents, wantsNoMails } from '../messages/consents.ts';
import { mail } from '../messages/service.ts';
import { logSecurity } from '../security-log.ts';
import type { World } from '../world.ts';
import { emailChangedLetter, emailChangeLetter, newEmailLetter } from './letters.ts';
import { mailLink } from './mailed-links.ts';
import {
  endLinksOfUser,
  holdUser,
  type LinkRow,
  selectPendingEmail,
  selectUserByEmail,
  type UserRow,
  updateEmail,
} from './store.ts';

/** How many letters a user can make us send to others. */
const changeLimit = { tries: 5, minutes: 60 };

/** @returns the new e-mail that an account has asked for and not confirmed yet, or undefined */
export const pendingEmailOf = (world: World, database: Queryable, userId: string) =>
  selectPendingEmail(database, userId, world.clock.now());

/**
 * Begins to change an account's e-mail. It mails a link to the new address and a notice to the old one. The old address
 * counts until the link is followed. Asking for the present address, or for the pending one again, does nothing.
 * @param isByOffice whether staff ask for it
 * @returns the account's present address
 * @throws ApiError ALREADY_EXISTS for the address of another account, TOO_MANY_REQUESTS after five in an hour
 */
export async function requestEmail(
  world: World,
  transaction: Transaction,
  userId: string,
  email: string,
  { isByOffice = false } = {},
): Promise<string> {
  const user = await holdUser(transaction, userId);
  if (email === user.email || email === (await pendingEmailOf(world, transaction, userId))) return user.email;
  const owner = await selectUserByEmail(transaction, email);
  if (owner && owner.id !== userId) throw emailTaken();
  const seconds = await secondsToTry(world, 'email-change', userId, changeLimit, transaction);
  if (seconds > 0) throw tooManyRequests(seconds);
  await mailEmailLink(world, transaction, user, email);
  logSecurity(world, 'email-change-asked', { userId });
  const event = `email-change:${userId}:${world.clock.now()}`;
  const options = { class: 'security', userId } as const;
  await mail(world, transaction, event, user.email, emailChangeLetter(world.publicUrl, isByOffice), options);
  return user.email;
}

/** Ends a change of e-mail that was asked for before somebody became an employee, who can see and do so much more. */
export async function endEmailChange(world: World, transaction: Transaction, userId: string): Promise<void> {
  await holdUser(transaction, userId);
  await endLinksOfUser(transaction, userId, 'email', world.clock.now());
}

/** Mails the link that proves a new address. An earlier link stops working. */
export async function mailEmailLink(
  world: World,
  transaction: Transaction,
  user: UserRow,
  email: string,
): Promise<void> {
  await endLinksOfUser(transaction, user.id, 'email', world.clock.now());
  await mailLink(world, transaction, { userId: user.id, purpose: 'email', to: email, letter: newEmailLetter });
}

/**
 * Gives an account the address that a link has proved, within the transaction that uses up the link. Reset links in the
 * old mailbox stop working, and a last mail goes there.
 * @throws ApiError ALREADY_EXISTS when another account has taken it meanwhile
 */
export async function changeEmail(
  world: World,
  transaction: Transaction,
  user: UserRow,
  { tokenHash, email }: LinkRow,
): Promise<void> {
  if (email === null) throw new Error('The link proves no address');
  await updateEmail(transaction, user.id, email).catch((error) => {
    throw violatesUnique(error, 'users_email_key') ? emailTaken() : error;
  });
  const proved = { channel: 'email', address: email, source: 'mail-link' } as const;
  const agreed = { purposes: ['account', 'service'], wording: wordingsNow.account } as const;
  await giveConsents(world, transaction, { ...proved, ...agreed });
  // Who has had enough of mails about visits has not asked for them again by having another address.
  if (await wantsNoMails(transaction, user.email))
    await revokeConsents(world, transaction, { ...proved, purposes: ['service'], word: asAtAddressBefore });
  logSecurity(world, 'email-changed', { userId: user.id });
  await endLinksOfUser(transaction, user.id, 'reset', world.clock.now());
  const letter = emailChangedLetter(world.publicUrl);
  await mail(world, transaction, `email-changed:${tokenHash}`, user.email, letter, {
    class: 'security',
    userId: user.id,
  });
}

export const emailTaken = () => taken('body.email', 'There is an account with this e-mail already.');
