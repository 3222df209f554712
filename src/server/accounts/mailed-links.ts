import type { Transaction } from '../database/connection.ts';
import { ApiError } from '../http/errors.ts';
import type { Letter } from '../messages/letter.ts';
import { mail } from '../messages/service.ts';
import { hashToken, newToken } from '../secrets.ts';
import type { World } from '../world.ts';
import { insertLink, type LinkPurpose, type LinkRow, selectLink } from './store.ts';

const linkLife = { confirm: { hours: 24 }, email: { hours: 24 }, reset: { hours: 1 } } as const;
const pages = { confirm: 'confirm-sign-up', email: 'confirm-sign-up', reset: 'set-new-password' } as const;

type NewLink = {
  userId: string;
  purpose: LinkPurpose;
  /** The e-mail address. */
  to: string;
  /** Makes the letter around the link. */
  letter: (url: string) => Letter;
};

/** Mails a single-use link. A link for `email` proves the address that it is mailed to. */
export async function mailLink(
  world: World,
  transaction: Transaction,
  { userId, purpose, to, letter }: NewLink,
): Promise<void> {
  const token = newToken();
  const tokenHash = hashToken(token);
  const createdAt = world.clock.now();
  const expiresAt = createdAt.add(linkLife[purpose]);
  const email = purpose === 'email' ? to : null;
  await insertLink(transaction, { tokenHash, userId, purpose, email, createdAt, expiresAt });
  const written = letter(`${world.publicUrl}/${pages[purpose]}?token=${token}`);
  await mail(world, transaction, `${purpose}:${tokenHash}`, to, written, {
    class: 'security',
    // Before an address is proved, whoever typed it has asked for this one mail.
    basis: purpose === 'reset' ? 'consent' : 'asked',
    isSecret: true,
    userId,
    notAfter: expiresAt,
  });
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
