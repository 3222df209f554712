import { purposeOf, wordingsNow } from '#domain/consents.ts';
import type { World } from '../world.ts';
import { giveConsents, revokeConsents } from './consents.ts';
import { selectByUnsubscribeToken } from './store.ts';

/** As `newToken` makes it. */
const isToken = /^[\w-]{43}$/;

/** Of which mails a link speaks, and to whom they go; undefined for a link that is none, or of somebody who was erased. */
export type Unsubscribing = { address: string; purpose: 'service' | 'marketing' };

export async function findUnsubscribing(world: World, token: string): Promise<Unsubscribing | undefined> {
  if (!isToken.test(token)) return undefined;
  const message = await selectByUnsubscribeToken(world.database, token);
  const purpose = message && purposeOf[message.class];
  if (!message?.recipient.includes('@') || !purpose || purpose === 'account') return undefined;
  return { address: message.recipient, purpose };
}

/**
 * Ends the mails of the kind that a link stands in, or brings those about visits back. Doing either again changes nothing.
 * @returns what the link speaks of
 */
export async function unsubscribe(world: World, token: string, isBack: boolean): Promise<Unsubscribing | undefined> {
  const found = await findUnsubscribing(world, token);
  if (!found) return undefined;
  const { address, purpose } = found;
  const about = { channel: 'email', address, purposes: [purpose], source: 'mail-link' } as const;
  await world.database.transaction(async (transaction) => {
    if (!isBack) await revokeConsents(world, transaction, { ...about, word: 'List-Unsubscribe' });
    else if (purpose === 'service') {
      await giveConsents(world, transaction, { ...about, word: 'Back', wording: wordingsNow.account });
    }
  });
  return found;
}
