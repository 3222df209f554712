import { purposeOf, wordingsNow } from '#domain/consents.ts';
import type { World } from '../world.ts';
import { asAtAddressBefore, giveConsents, isEndedAsBefore, revokeConsents } from './consents.ts';
import { holdEmail, selectByUnsubscribeToken } from './unsubscribe-store.ts';

/** As `newToken` makes it. */
const isToken = /^[\w-]{43}$/;

/** Of which mails a link speaks, and to whom they go; undefined for a link that is none, or of somebody who was erased. */
export type Unsubscribing = {
  address: string;
  purpose: 'service' | 'marketing';
  userId: string | null;
  /** Whether it speaks also of the address that its reader has now, which is another one. */
  isMoved: boolean;
};

export async function findUnsubscribing(world: World, token: string): Promise<Unsubscribing | undefined> {
  if (!isToken.test(token)) return undefined;
  const message = await selectByUnsubscribeToken(world.database, token);
  const purpose = message && purposeOf[message.class];
  if (!message?.recipient.includes('@') || !purpose || purpose === 'account') return undefined;
  const { recipient: address, userId, emailNow } = message;
  return { address, purpose, userId, isMoved: isOther(emailNow, address) };
}

const isOther = (emailNow: string | null | undefined, address: string): emailNow is string =>
  typeof emailNow === 'string' && emailNow.toLowerCase() !== address.toLowerCase();

/**
 * Ends the mails of the kind that a link stands in, or brings those about visits back. Doing either again changes nothing.
 * Who has another address since has said it of that one too: a link works for as long as its mail is kept.
 * @returns what the link speaks of
 */
export async function unsubscribe(world: World, token: string, isBack: boolean): Promise<Unsubscribing | undefined> {
  const found = await findUnsubscribing(world, token);
  if (!found) return undefined;
  const { address, purpose, userId } = found;
  return await world.database.transaction(async (transaction) => {
    const emailNow = userId === null ? undefined : await holdEmail(transaction, userId);
    const also = isOther(emailNow, address) && (!isBack || (await isEndedAsBefore(transaction, emailNow))) && emailNow;
    // In one order, since the reader of another link may have had these the other way round.
    for (const one of also ? [address, also].toSorted() : [address]) {
      const about = { channel: 'email', address: one, purposes: [purpose], source: 'mail-link' } as const;
      if (!isBack)
        await revokeConsents(world, transaction, {
          ...about,
          word: one === address ? 'List-Unsubscribe' : asAtAddressBefore,
        });
      else if (purpose === 'service')
        await giveConsents(world, transaction, { ...about, word: 'Back', wording: wordingsNow.account });
    }
    return { ...found, isMoved: also !== false };
  });
}
