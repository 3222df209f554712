import { noEmail } from '#domain/no-email.ts';
import { ownValues, record } from '../changes/record.ts';
import type { Transaction } from '../database/connection.ts';
import { markBroken } from '../messages/broken-emails.ts';
import { accountGoneLetter, emailGoneLetter } from '../messages/letters/email-changed.ts';
import { newToken } from '../secrets.ts';
import { logSecurity } from '../security-log.ts';
import type { World } from '../world.ts';
import { deleteBareAccounts, endSecretAddressesOf, holdOrdersOf, isBareAccount } from './bare-store.ts';
import { holderOf, warn, waysTo } from './holder.ts';
import { selectProvedPhone } from './holder-store.ts';
import { endLinks, giveAddress } from './mailed-links.ts';
import {
  endSessionsOfUser,
  findAndHoldUser,
  holdForDeletion,
  insertLink,
  insertUser,
  selectLinks,
  selectUserByEmail,
  type UserRow,
  updateUsername,
} from './store.ts';
import { usernameFor, usernameOfPhone } from './usernames.ts';
import { forgetWrongPasswords } from './wrong-passwords.ts';

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
 * Takes an unconfirmed address from its account, because someone else proved it. A bare account is deleted: an order whose text opened it
 * waits again for whoever has the phone, which reads so. Any other account was proved by
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
  await holdOrdersOf(transaction, held.id);
  if (await isBareAccount(transaction, held.id)) return await giveUp(world, transaction, held.id);
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

/** Deletes a bare account. The phone whose text opened it reads that its order waits for it. */
async function giveUp(world: World, transaction: Transaction, userId: string): Promise<void> {
  await holdForDeletion(transaction, userId);
  const proved = await selectProvedPhone(transaction, userId);
  await endLinks(world, transaction, userId, 'confirm', 'reset', 'email', 'stop-email');
  await deleteAtStripe(world, transaction, await deleteBareAccounts(transaction, [userId]));
  logSecurity(world, 'email-taken', { userId });
  if (!proved) return;
  const options = { class: 'security', about: proved.orderId } as const;
  const way = { channel: 'text', to: proved.phone } as const;
  await warn(world, transaction, `email-changed:${userId}:gone`, [way], accountGoneLetter(world.publicUrl), options);
}

/** Has customers deleted at Stripe, with their cards, whose accounts the transaction deletes. */
export async function deleteAtStripe(world: World, transaction: Transaction, ids: readonly string[]): Promise<void> {
  for (const stripeCustomerId of ids) await world.jobs.enqueue(transaction, 'delete-at-stripe', { stripeCustomerId });
}

/**
 * Opens the account of whoever has proved an address by a link that asks them anew, as one for a new password or an order does. Somebody
 * else may have typed the address before. So nothing of the account that had it unconfirmed becomes theirs (`yieldAddress`).
 * Its links that would have confirmed the address go to them as used: the address is confirmed.
 * @throws an error that `takenError` recognises when the address is confirmed, or of a closed account
 */
export async function openForReader(
  world: World,
  transaction: Transaction,
  email: string,
  passwordHash: string,
): Promise<UserRow> {
  const known = await selectUserByEmail(transaction, email);
  const links = known ? await selectLinks(transaction, known.id, 'confirm') : [];
  await yieldAddress(world, transaction, email);
  const now = world.clock.now();
  const username = await usernameFor(transaction, email);
  const user = await insertUser(transaction, { username, email, passwordHash, createdAt: now, confirmedAt: now });
  for (const link of links) await insertLink(transaction, { ...link, userId: user.id, usedAt: now });
  return user;
}
