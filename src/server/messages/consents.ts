import {
  type ConsentChannel,
  type ConsentPurpose,
  type ConsentSource,
  type ConsentWording,
  consentPurposes,
} from '#domain/consents.ts';
import type { NoTexts } from '#domain/no-texts.ts';
import { numberTroubleOf } from '#domain/text-delivery.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import type { World } from '../world.ts';
import { type ConsentRow, dropUnconsented, insertConsents, selectNewest, selectRefusal } from './consent-store.ts';

type About = {
  channel: ConsentChannel;
  /** A phone number in E.164, or an email address. */
  address: string;
  purposes: readonly ConsentPurpose[];
  source: ConsentSource;
  profileId?: string | undefined;
  /** The employee who writes it down. */
  byUserId?: string | undefined;
  word?: string;
};

/**
 * For how long it counts that a phone could not be reached: then one text tries again. A number that can have no texts at all has none
 * until it texts us, or a report says that one has arrived.
 */
export const refusalDays = 30;

/**
 * Writes down that somebody has agreed, within the transaction of the form. What stands already is not written again. At a
 * number that has said STOP it counts only once the phone says START.
 */
export async function giveConsents(
  world: World,
  transaction: Transaction,
  { wording, ...about }: About & { wording: ConsentWording },
): Promise<void> {
  await insertConsents(transaction, rowsOf(world, about, { kind: 'given', wording }), 'as-said');
}

/** What a profile says of the number that it had, and why what waits there is not sent. */
const givenUp: Record<string, string> = {
  'Another number': 'They have another number now.',
  'Email only': 'They chose email instead of texts.',
};

/**
 * Writes down that somebody wants no more of it, and drops what waits for them. Doing it again writes nothing.
 * @returns whether anything was written: it was not so before
 */
export async function revokeConsents(world: World, transaction: Transaction, about: About): Promise<boolean> {
  const { written } = await insertConsents(transaction, rowsOf(world, about, { kind: 'revoked' }), 'as-said');
  const address = addressOf(about);
  const reason =
    about.source === 'carrier'
      ? 'They have stopped texts to this number at their carrier.'
      : about.channel === 'text'
        ? (givenUp[about.word ?? ''] ?? 'They do not want texts anymore.')
        : 'They do not want these emails anymore.';
  await dropUnconsented(transaction, { ...about, address }, world.clock.now(), reason);
  return written > 0;
}

/**
 * Brings back what a phone has stopped: all that had been agreed to, and nothing else.
 * @returns how many purposes it gets texts about again; undefined when it had not stopped any
 */
export async function resumeConsents(
  world: World,
  transaction: Transaction,
  number: string,
  word: string,
): Promise<number | undefined> {
  const about = { channel: 'text', address: number, purposes: consentPurposes, source: 'text-reply', word } as const;
  const { written, given } = await insertConsents(transaction, rowsOf(world, about, { kind: 'revoked' }), 'as-before');
  return written > 0 ? given : undefined;
}

function rowsOf({ clock }: World, about: About, what: { kind: 'given' | 'revoked'; wording?: ConsentWording }) {
  const { channel, purposes, source, profileId = null, byUserId = null, word = null } = about;
  const address = addressOf(about);
  const at = clock.now();
  return purposes.map((purpose) => ({ channel, address, purpose, source, profileId, byUserId, word, at, ...what }));
}

const addressOf = ({ channel, address }: Pick<About, 'channel' | 'address'>) =>
  channel === 'email' ? address.toLowerCase() : address;

/**
 * How it stands with texts to a number: which purposes may be texted, what keeps all of them from it, whether it has ever said, and
 * whether its phone has said START last and nobody has agreed to any: then what it asks is answered, and nothing else is texted.
 */
export type TextState = {
  purposes: ConsentPurpose[];
  isStopped: boolean;
  /** Why texts to it don't arrive, as a provider has said. */
  refusal: NoTexts | undefined;
  isKnown: boolean;
  isOpened: boolean;
};

/** @param profileId whose offers */
export async function textStateOf(
  world: World,
  database: Queryable,
  number: string,
  profileId: string | null = null,
): Promise<TextState> {
  const newest = await selectNewest(database, 'text', number, profileId);
  const refusal = await selectRefusal(database, number);
  const since = world.clock.now().subtract({ hours: 24 * refusalDays });
  return {
    purposes: standing(newest),
    isKnown: newest.length > 0,
    isOpened: newest.some(
      ({ purpose, kind, isStopped, source }) =>
        purpose === 'service' && kind === 'revoked' && !isStopped && source === 'text-reply',
    ),
    // A phone stops all at once, and asks for all again; of offers the newest word may be another person's.
    isStopped: newest.some(({ purpose, isStopped }) => purpose !== 'marketing' && isStopped),
    refusal: noTextsOf(refusal, since),
  };
}

function noTextsOf(refusal: { code: string; at: Temporal.Instant } | undefined, since: Temporal.Instant) {
  if (!refusal) return undefined;
  const isRecent = Temporal.Instant.compare(refusal.at, since) > 0;
  if (numberTroubleOf(refusal.code) === 'refused') return 'refused';
  return isRecent ? (numberTroubleOf(refusal.code) === 'away' ? 'away' : 'refused') : undefined;
}

/** @returns what may be mailed to an address */
export async function mailPurposesOf(database: Queryable, email: string): Promise<ConsentPurpose[]> {
  return standing(await selectNewest(database, 'email', email.toLowerCase(), null));
}

const standing = (newest: ConsentRow[]): ConsentPurpose[] =>
  newest.filter(({ kind, isStopped }) => kind === 'given' && !isStopped).map(({ purpose }) => purpose);

/** The word of a no that was said at the address that somebody had before. */
export const asAtAddressBefore = 'As at the address before';

/** @returns whether mails about visits have ended at an address only because they have at the one before */
export async function isEndedAsBefore(database: Queryable, email: string): Promise<boolean> {
  const newest = await selectNewest(database, 'email', email.toLowerCase(), null);
  return newest.some(({ purpose, word }) => purpose === 'service' && word === asAtAddressBefore);
}

/** @returns whether somebody has had enough of mails about visits, at their own address */
export async function wantsNoMails(database: Queryable, email: string): Promise<boolean> {
  const newest = await selectNewest(database, 'email', email.toLowerCase(), null);
  return newest.some(({ purpose, kind }) => purpose === 'service' && kind === 'revoked');
}
