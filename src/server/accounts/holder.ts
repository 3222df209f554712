import { isEmail } from '#domain/no-email.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { notFound } from '../http/errors.ts';
import { brokenEmailOf, isUnprovedAddress } from '../messages/broken-emails.ts';
import { textStateOf } from '../messages/consents.ts';
import type { Letter } from '../messages/letter.ts';
import { type MessageOptions, tell } from '../messages/service.ts';
import type { World } from '../world.ts';
import { isBareAccount } from './bare-store.ts';
import { selectPhonesOf, selectProvedPhone } from './holder-store.ts';
import { findAndHoldUser, type UserRow } from './store.ts';

/** An address or a number that reaches the holder of an account. */
export type Holder = { channel: 'email' | 'text'; to: string };

/**
 * Says by what the holder of an account has proved who they are: the one rule about it. It is the email address once that is confirmed.
 * Until then it is the phone whose text opened the account, since the person who reads the address may be somebody else. A bare
 * account that no text opened has nothing but its address.
 * @returns undefined when nothing is proved
 */
export async function holderOf(database: Queryable, user: UserRow): Promise<Holder | undefined> {
  const byEmail = { channel: 'email', to: user.email } as const;
  if (user.confirmedAt) return byEmail;
  const proved = await selectProvedPhone(database, user.id);
  if (proved) return { channel: 'text', to: proved.phone };
  return (await isBareAccount(database, user.id)) ? byEmail : undefined;
}

/** @returns whether an account is more than an unconfirmed sign-up: its email is confirmed, a phone proved it, or it has a service */
export const isMoreThanSignUp = async (database: Queryable, user: UserRow): Promise<boolean> =>
  user.confirmedAt !== null || (await holderOf(database, user))?.channel !== 'email';

/**
 * Locks the user's row as `findAndHoldUser` does.
 * @throws ApiError NOT_FOUND when it is gone; the call of the person whose account it was says that they are signed out
 */
export async function holdUser(transaction: Transaction, userId: string): Promise<UserRow> {
  const user = await findAndHoldUser(transaction, userId);
  if (!user) throw notFound('User');
  return user;
}

/** Writes to the holder of an account, and to nobody when there is no way that is proved. */
export async function tellHolder(
  world: World,
  transaction: Transaction,
  event: string,
  holder: Holder | undefined,
  letter: Letter,
  options: MessageOptions,
): Promise<void> {
  if (!holder) return;
  const { channel, to } = holder;
  const recipient =
    channel === 'email'
      ? ({ email: to, phone: '', notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL' } as const)
      : ({ email: '', phone: to, notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT' } as const);
  await tell(world, transaction, event, recipient, letter, options);
}

/** For how many days a number is warned that somebody has replaced. */
const daysReplaced = 30;

/**
 * @returns every way by which an account has been reached so far, which a change of its email warns. It is the address that is proved,
 * or the only thing there is. An account that a phone has proved has more: that phone, those of its profiles, those that were replaced
 * lately, by whomever, and the address that nobody has confirmed
 */
export async function waysTo(world: World, transaction: Transaction, user: UserRow): Promise<Holder[]> {
  const holder = await holderOf(transaction, user);
  if (holder?.channel === 'email') return [holder];
  const since = world.clock.now().subtract({ hours: 24 * daysReplaced });
  const phones = new Set([...(holder ? [holder.to] : []), ...(await selectPhonesOf(transaction, user.id, since))]);
  const texts = [...phones].map((to) => ({ channel: 'text', to }) as const);
  return isEmail(user.email) ? [...texts, { channel: 'email', to: user.email }] : texts;
}

/** @returns whether a way takes a warning, as far as is known: a text needs no consent for it, but STOP forbids it */
export async function takesWarnings(world: World, transaction: Transaction, { channel, to }: Holder): Promise<boolean> {
  if (channel === 'email') return (await brokenEmailOf(transaction, to)) === undefined;
  const { isStopped, refusal } = await textStateOf(world, transaction, to);
  return !isStopped && refusal === undefined;
}

/** @returns whether a warning can go out that its way takes */
export const canWarn = async (world: World, transaction: Transaction, way: Holder): Promise<boolean> =>
  (way.channel === 'email' || world.sendText !== undefined) && (await takesWarnings(world, transaction, way));

/**
 * @returns what a warning rests on: whoever has an account has asked us to keep it, whatever they choose of texts; not after STOP. An
 * unconfirmed address gets it too
 */
export async function warningBasis(
  world: World,
  transaction: Transaction,
  { channel, to }: Holder,
): Promise<'consent' | 'asked'> {
  if (channel === 'email') {
    const isAsked = (await isUnprovedAddress(transaction, to)) && !(await brokenEmailOf(transaction, to));
    return isAsked ? 'asked' : 'consent';
  }
  return (await textStateOf(world, transaction, to)).isStopped ? 'consent' : 'asked';
}

/** Warns by every way that an account has been reached by (`waysTo`). */
export async function warn(
  world: World,
  transaction: Transaction,
  event: string,
  ways: readonly Holder[],
  letter: Letter,
  options: MessageOptions,
): Promise<void> {
  for (const [nth, way] of ways.entries()) {
    const basis = await warningBasis(world, transaction, way);
    await tellHolder(world, transaction, `${event}:${nth}`, way, letter, { ...options, basis });
  }
}
