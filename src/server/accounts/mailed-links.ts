import type { Transaction } from '../database/connection.ts';
import { ApiError } from '../http/errors.ts';
import type { Letter } from '../messages/letter.ts';
import { drop } from '../messages/take-back.ts';
import { hashToken, newToken } from '../secrets.ts';
import type { World } from '../world.ts';
import { type Holder, tellHolder, warningBasis } from './holder.ts';
import { endEventsOf, messageOf } from './link-events.ts';
import {
  deleteLinks,
  endLinksOf,
  insertLink,
  type LinkPurpose,
  type LinkRow,
  selectLink,
  updateEmail,
} from './store.ts';

const linkLife = { confirm: { hours: 24 }, email: { hours: 24 }, reset: { hours: 1 } } as const;
/** How long a change of email that the office asked for can be confirmed, and stopped. Texts may fail for days, and its warning with them. */
const changeLife = { hours: 7 * 24 };
const pages = {
  confirm: 'confirm-sign-up',
  email: 'confirm-sign-up',
  reset: 'set-new-password',
  'stop-email': 'stop-email-change',
} as const;

type NewLink = {
  userId: string;
  purpose: LinkPurpose;
  /** Whom it is sent to. */
  to: Holder;
  /** Makes the letter around the link. */
  letter: (url: string) => Letter;
  /** The session that asks for it, if it matters. */
  sessionId?: string | undefined;
  /** When it is mailed, if not at once. */
  notBefore?: Temporal.Instant | undefined;
  /** Whether the address is unconfirmed. The person who typed it asked for this one email, so it needs no consent. */
  isUnproved?: boolean;
};

/**
 * Sends a single-use link. A link for `email` proves the address that it is mailed to.
 * @returns what names it, and when it ends
 */
export async function sendLink(
  world: World,
  transaction: Transaction,
  { userId, purpose, to, letter, sessionId, notBefore, isUnproved = purpose !== 'reset' }: NewLink,
): Promise<Pick<LinkRow, 'tokenHash' | 'expiresAt'>> {
  const token = newToken();
  const tokenHash = hashToken(token);
  const createdAt = world.clock.now();
  const expiresAt = createdAt.add(purpose === 'stop-email' || notBefore ? changeLife : linkLife[purpose]);
  const email = purpose === 'email' ? to.to : null;
  await insertLink(transaction, {
    tokenHash,
    userId,
    purpose,
    channel: to.channel,
    email,
    sessionId: sessionId ?? null,
    createdAt,
    expiresAt,
  });
  const basis =
    purpose === 'stop-email' ? await warningBasis(world, transaction, to) : isUnproved ? 'asked' : 'consent';
  const written = letter(`${world.publicUrl}/${pages[purpose]}?token=${token}`);
  await tellHolder(world, transaction, messageOf({ purpose, tokenHash }), to, written, {
    class: 'security',
    basis,
    isSecret: true,
    userId,
    notAfter: expiresAt,
    // While texts fail we try again for as long as the phone can stop the change.
    isTriedToTheEnd: purpose === 'stop-email',
    ...(notBefore && { notBefore }),
  });
  return { tokenHash, expiresAt };
}

/** Ends a user's open links of some purposes. What waits to bring one is not sent anymore. */
export async function endLinks(
  world: Pick<World, 'clock'>,
  transaction: Transaction,
  userId: string,
  ...purposes: LinkPurpose[]
): Promise<void> {
  const ended = await endLinksOf(transaction, userId, purposes, world.clock.now());
  const events = ended.flatMap((link) => [
    messageOf(link),
    ...(link.purpose === 'email' ? endEventsOf(link.tokenHash) : []),
  ]);
  await drop(world, transaction, events, 'Its link was used, or has ended.');
}

/**
 * Gives an account another address, the only way in which it gets one. A link proves only the address that it went to, so that every
 * earlier one is as if it had never been: it confirms nothing, sets no password, stops nothing and brings no new one. Those that
 * gave it an address stay on record, and have ended.
 */
export async function giveAddress(
  world: Pick<World, 'clock'>,
  transaction: Transaction,
  userId: string,
  email: string,
): Promise<void> {
  await updateEmail(transaction, userId, email);
  await endLinks(world, transaction, userId, 'confirm', 'reset', 'email', 'stop-email');
  await deleteLinks(transaction, userId, ['confirm', 'reset', 'stop-email']);
}

/**
 * @returns a link of one of these purposes, used or not
 * @throws ApiError LINK_EXPIRED when there is none
 */
export async function requireLink(
  database: Transaction | World['database'],
  token: string,
  purposes: readonly LinkPurpose[],
): Promise<LinkRow> {
  const link = await selectLink(database, hashToken(token));
  if (!link || !purposes.includes(link.purpose)) throw linkExpired();
  return link;
}

export const isOpen = (world: World, { usedAt, expiresAt }: LinkRow): boolean =>
  usedAt === null && Temporal.Instant.compare(world.clock.now(), expiresAt) < 0;

export const linkExpired = () => new ApiError('LINK_EXPIRED', 'Link expired. Please generate new link');
