import type { Profile } from '#contract/profiles.ts';
import { wordingsNow } from '#domain/consents.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import type { Caller } from '../http/access.ts';
import { brokenEmailOf } from '../messages/broken-emails.ts';
import { giveConsents, revokeConsents, textStateOf, wantsNoMails } from '../messages/consents.ts';
import type { World } from '../world.ts';
import { isTextedByAnother, type ProfileRow } from './store.ts';

const aboutThem = ['account', 'service'] as const;
const offers = ['marketing'] as const;

const wantsTexts = ({ notificationPreference }: Pick<ProfileRow, 'notificationPreference'>) =>
  notificationPreference !== 'NOTIFICATION_PREFERENCE_EMAIL';

/** Writes down what somebody has agreed to with the choice of texts at a form, and the tick for offers beside it. */
export async function keepTextConsents(
  world: World,
  transaction: Transaction,
  profile: ProfileRow,
  hasOffers: boolean,
  by: { profileId: string; source: 'sign-up' | 'profile' },
): Promise<void> {
  if (!wantsTexts(profile)) return;
  const texts = { channel: 'text', address: profile.phone, ...by } as const;
  await giveConsents(world, transaction, { ...texts, purposes: aboutThem, wording: wordingsNow.texts });
  if (hasOffers) await giveConsents(world, transaction, { ...texts, purposes: offers, wording: wordingsNow.offers });
}

/**
 * Writes down what a changed profile says of texts. A number that was given up is not texted any more, unless somebody else has it
 * too. At a new number staff write down that its owner agrees; to offers the owner agrees anew.
 */
export async function changeTextConsents(
  world: World,
  transaction: Transaction,
  before: ProfileRow,
  after: ProfileRow,
  { marketingTexts, by }: { marketingTexts?: boolean | undefined; by?: Caller },
): Promise<void> {
  const profileId = after.id;
  const source = by ? 'staff' : 'profile';
  const said = { channel: 'text', source, profileId, byUserId: by?.userId } as const;
  const isOtherNumber = before.phone !== after.phone;
  const isGivenUp = wantsTexts(before) && (isOtherNumber || !wantsTexts(after));
  if (isGivenUp && before.phone !== '' && !(await isTextedByAnother(transaction, before))) {
    const word = isOtherNumber ? 'Another number' : 'Email only';
    await revokeConsents(world, transaction, {
      ...said,
      address: before.phone,
      purposes: [...aboutThem, ...offers],
      word,
    });
  } else if (isGivenUp && before.phone !== '') {
    // The number stays somebody else's; the tick for offers was this one's own.
    await revokeConsents(world, transaction, { ...said, address: before.phone, purposes: offers, word: 'No texts' });
  }
  if (!wantsTexts(after)) return;
  const texts = { ...said, address: after.phone };
  if (by) {
    if (isOtherNumber)
      await giveConsents(world, transaction, { ...texts, purposes: aboutThem, wording: wordingsNow.staff });
    return;
  }
  await keepTextConsents(world, transaction, after, marketingTexts ?? false, { profileId, source: 'profile' });
  if (marketingTexts === false)
    await revokeConsents(world, transaction, { ...texts, purposes: offers, word: 'No offers' });
}

/** Brings mails about visits back, to who has unsubscribed from them. */
export async function bringMailsBack(world: World, transaction: Transaction, { id, email }: ProfileRow): Promise<void> {
  const mails = { channel: 'email', address: email, purposes: ['service'], source: 'profile', profileId: id } as const;
  await giveConsents(world, transaction, { ...mails, wording: wordingsNow.account });
}

/** @returns how it stands with a profile's texts and mails, as its page shows it */
export async function textsOf(
  world: World,
  database: Queryable,
  profile: ProfileRow,
): Promise<Pick<Profile, 'marketingTexts' | 'textsEnded' | 'mailsEnded' | 'emailBroken'>> {
  const { purposes, isStopped, refusal } = await textStateOf(world, database, profile.phone, profile.id);
  const broken = await brokenEmailOf(database, profile.email);
  const ended = isStopped ? 'stopped' : (refusal ?? (purposes.includes('service') ? undefined : 'not-agreed'));
  return {
    marketingTexts: purposes.includes('marketing') || undefined,
    textsEnded: wantsTexts(profile) ? ended : undefined,
    mailsEnded: (await wantsNoMails(database, profile.email)) || undefined,
    emailBroken: broken && { why: broken.why, reason: broken.reason, at: broken.at.toString() },
  };
}
