import type * as z from 'zod/mini';
import type { accounts } from '#contract/accounts.ts';
import { callUs } from '#domain/settings.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { invalid } from '../http/errors.ts';
import { markWorking } from '../messages/broken-emails.ts';
import { emailConfirmedLetter } from '../messages/letters/email-confirmed.ts';
import type { World } from '../world.ts';
import { requirePasswordOf } from './credentials.ts';
import { changeEmail } from './email-change.ts';
import { isMoreThanSignUp, warn, waysTo } from './holder.ts';
import { endLinks, isOpen, linkExpired, requireLink } from './mailed-links.ts';
import { confirmUser, findAndHoldUser, type LinkRow, selectUser, takeLink, type UserRow } from './store.ts';

/**
 * What a link confirmed. `isRepeated` when it was confirmed before: the answer was lost, or a person opens the link again.
 */
export type Confirmed = { confirmed: 'account' | 'email'; isRepeated: boolean };

/** A link, and what shows that its reader has typed what it confirms: the password, or a browser that names the account. */
type Confirmation = z.output<typeof accounts.confirmSignUp.body>;

/**
 * Confirms an account, or its new email, by the link that was mailed there, for whoever has typed that address: all that they
 * have typed and made stays. Another reader of the mailbox did not ask for it, so the link does nothing for them (decision 38). An account
 * that a phone has proved is confirmed by its password alone, and its phones are told.
 * @throws ApiError LINK_EXPIRED when the link is unknown, has expired, or was used and confirmed nothing; INVALID_INPUT for the
 * password when the reader has not shown that they typed the address; TOO_MANY_REQUESTS after too many wrong ones;
 * ALREADY_EXISTS when another account has taken the address meanwhile
 */
export async function confirmSignUp(world: World, confirmation: Confirmation): Promise<Confirmed> {
  const passwordHash = await requireTypist(world, confirmation);
  return await world.database.transaction(async (transaction) => {
    const link = await requireLink(transaction, confirmation.token, ['confirm', 'email']);
    const user = await findAndHoldUser(transaction, link.userId);
    if (!user) throw linkExpired();
    const confirmed = link.purpose === 'email' ? 'email' : 'account';
    if (wasConfirmed(user, link)) return { confirmed, isRepeated: true };
    // The form may have come again meanwhile, with another password, or an order was accepted.
    const isAsBefore = passwordHash
      ? passwordHash === user.passwordHash
      : isByOffice(link) || !(await needsPassword(transaction, user));
    if (!isAsBefore) throw askForPassword();
    const now = world.clock.now();
    if (!(await takeLink(transaction, link.tokenHash, now))) throw linkExpired();
    // Its link has arrived there.
    await markWorking(transaction, link.email ?? user.email);
    if (confirmed === 'email') await changeEmail(world, transaction, user, link);
    else await confirmAccount(world, transaction, user, link);
    return { confirmed, isRepeated: false };
  });
}

async function confirmAccount(world: World, transaction: Transaction, user: UserRow, { tokenHash }: LinkRow) {
  const phones = (await waysTo(world, transaction, user)).filter(({ channel }) => channel === 'text');
  await endLinks(world, transaction, user.id, 'confirm');
  await confirmUser(transaction, user.id, world.clock.now());
  const letter = emailConfirmedLetter(world.publicUrl, callUs(world.settings.now()));
  const options = { class: 'security', userId: user.id } as const;
  await warn(world, transaction, `email-confirmed:${tokenHash}`, phones, letter, options);
}

/** Whether the office typed the address, and has said so to the one before. */
const isByOffice = ({ purpose, sessionId }: LinkRow) => purpose === 'email' && sessionId === null;

/**
 * The id of an account that the text of an order opened, or on which more rests, is no secret: the office reads it, and bills that may
 * go to a mistyped address link to it. So it does not show who typed the address.
 */
const needsPassword = async (database: Queryable, user: UserRow): Promise<boolean> =>
  !user.confirmedAt && (await isMoreThanSignUp(database, user));

const wasConfirmed = (user: UserRow, link: LinkRow) =>
  link.purpose === 'email' ? user.email === link.email : user.confirmedAt !== null;

/** @returns the hash of the password that was right; undefined when none was needed */
async function requireTypist(world: World, { token, password, userId }: Confirmation): Promise<string | undefined> {
  const link = await requireLink(world.database, token, ['confirm', 'email']);
  const user = await selectUser(world.database, link.userId);
  if (!user || wasConfirmed(user, link)) return undefined;
  if (!isOpen(world, link)) throw linkExpired();
  if (isByOffice(link)) return undefined;
  // Whether that shows it, is asked once the account is held.
  if (userId === user.id && password === undefined) return undefined;
  if (password === undefined) throw askForPassword();
  // All links of an account share their tries: a new one is a press away.
  await requirePasswordOf(world, { user, by: 'link' }, password, () =>
    invalid('body.password', 'That isn’t the password of this account.'),
  );
  return user.passwordHash;
}

const askForPassword = () => invalid('body.password', 'Please enter the password of this account.');
