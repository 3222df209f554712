import { noEmail } from '#domain/no-email.ts';
import { ownValues, record } from '../changes/record.ts';
import type { Transaction } from '../database/connection.ts';
import { markBroken } from '../messages/broken-emails.ts';
import { newToken } from '../secrets.ts';
import { logSecurity } from '../security-log.ts';
import type { World } from '../world.ts';
import {
  deleteBareAccounts,
  deleteProfilesOf,
  endSecretAddressesOf,
  forgetCardsOf,
  forgetFactorsOf,
  isBareAccount,
  releaseJoinCodesOf,
  releaseOrdersOf,
} from './bare-store.ts';
import { holderOf, warn, waysTo } from './holder.ts';
import { emailGoneLetter } from './letters.ts';
import { endLinks, giveAddress } from './mailed-links.ts';
import {
  confirmUser,
  endSessionsOfUser,
  findAndHoldUser,
  insertLink,
  insertUser,
  type LinkRow,
  selectUserByEmail,
  type UserRow,
  updateUsername,
} from './store.ts';
import { usernameFor, usernameOfPhone } from './usernames.ts';
import { forgetWrongPasswords } from './wrong-passwords.ts';

/**
 * Confirms an account for whoever has proved its address by a link that asks them anew, as one for a new password or an order
 * does, within the transaction that uses the proof. A stranger may have typed the address. So they begin clean: every way in that
 * was made before ends (sessions, links, second factors, calendar addresses), and saved cards, profiles, names, phones, choices,
 * yards and the username of the sign-up are gone, and orders whose text opened the account wait for another one. An account on which
 * more rests is proved by its phone, and is not given away (`holderOf`).
 * @param user one who is held
 */
export async function proveAddress(world: World, transaction: Transaction, user: UserRow): Promise<void> {
  if (user.confirmedAt) return;
  if (!(await isBareAccount(transaction, user.id))) throw new Error('More than a sign-up rests on the account');
  await endWaysIn(world, transaction, user.id);
  await endLinks(world, transaction, user.id, 'confirm');
  await forgetFactorsOf(transaction, [user.id]);
  await forgetCardsOf(transaction, [user.id]);
  await releaseJoinCodesOf(transaction, user.id);
  await releaseOrdersOf(transaction, [user.id]);
  await deleteProfilesOf(transaction, [user.id]);
  await updateUsername(transaction, user.id, await usernameFor(transaction, user.email, user.id));
  await confirmUser(transaction, user.id, world.clock.now());
}

/**
 * Ends every way into an account but its password and second factors: sessions, mailed links, secret addresses.
 * @returns whether there was a calendar's address
 */
export async function endWaysIn(world: World, transaction: Transaction, userId: string): Promise<boolean> {
  await endLinks(world, transaction, userId, 'reset', 'email', 'stop-email');
  await endSessionsOfUser(transaction, userId, world.clock.now());
  await forgetWrongPasswords(transaction, userId);
  return await endSecretAddressesOf(transaction, [userId]);
}

/**
 * Takes an unconfirmed address from its account, because someone else proved it. A bare account is deleted. Any other account was proved by
 * its phone: it keeps everything else, has no address from then on (`noEmail`), and we text its phone. A username that is the address goes,
 * too: whoever asks by it is the one who proved it. The phone gets another one by text. A closed account keeps the address
 * until the office opens it.
 * @param toUserId who has proved the address, if they have an account
 */
export async function yieldAddress(
  world: World,
  transaction: Transaction,
  email: string,
  toUserId?: string,
): Promise<void> {
  const known = await selectUserByEmail(transaction, email);
  if (!known || known.id === toUserId) return;
  const held = await findAndHoldUser(transaction, known.id);
  if (!held || held.confirmedAt || held.deactivatedAt) return;
  if (await isBareAccount(transaction, held.id)) return await deleteBareAccounts(transaction, [held.id]);
  const { id: userId } = held;
  const holder = await holderOf(transaction, held);
  const ways = (await waysTo(world, transaction, held)).filter(({ channel }) => channel === 'text');
  const none = noEmail(newToken());
  await giveAddress(world, transaction, userId, none);
  await markBroken(world, transaction, none, { why: 'taken' });
  const fields = ownValues([{ name: 'email', from: held.email, to: null }]);
  await record(world, transaction, { kind: 'email-broken', by: null, about: userId, subjectId: userId, fields });
  logSecurity(world, 'email-taken', { userId });
  const event = `email-changed:${userId}:${world.clock.now()}`;
  const isNamedByIt = held.username.toLowerCase() === held.email.toLowerCase();
  const username = isNamedByIt ? await usernameOfPhone(transaction, holder?.to ?? '') : undefined;
  if (username !== undefined) await updateUsername(transaction, userId, username);
  const options = { class: 'security', userId } as const;
  // Only the phone that proved the account gets the name by which one signs in.
  const [own, others] = [ways.filter(({ to }) => to === holder?.to), ways.filter(({ to }) => to !== holder?.to)];
  await warn(world, transaction, `${event}:own`, own, emailGoneLetter(world.publicUrl, username), options);
  await warn(world, transaction, event, others, emailGoneLetter(world.publicUrl), options);
}

/**
 * Opens a new account for the reader of an email, within the transaction that uses its link. Another account had the address, unconfirmed.
 * The link moves to the new account, so that a repeat finds it used.
 * @param user the other account, locked
 */
export async function openForReader(
  world: World,
  transaction: Transaction,
  { email }: UserRow,
  link: LinkRow,
  passwordHash: string,
): Promise<void> {
  await yieldAddress(world, transaction, email);
  const now = world.clock.now();
  const username = await usernameFor(transaction, email);
  const user = { username, email, passwordHash, createdAt: now, confirmedAt: now };
  const { id: userId } = await insertUser(transaction, user);
  await insertLink(transaction, { ...link, userId, usedAt: now });
}
