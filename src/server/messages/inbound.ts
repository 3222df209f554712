import { randomUUIDv7 } from 'node:crypto';
import { consentPurposes } from '#domain/consents.ts';
import { phoneLabel } from '#domain/labels.ts';
import { shortNameOf } from '#domain/settings.ts';
import type { NumberTrouble } from '#domain/text-delivery.ts';
import { type Heard, hear, type TextIntent } from '#domain/text-keywords.ts';
import { isReaction } from '#domain/text-reaction.ts';
import type { Transaction } from '../database/connection.ts';
import { secondsToTry, type TryLimit } from '../http/rate-limit.ts';
import type { World } from '../world.ts';
import { deleteRefusal, upsertRefusal } from './consent-store.ts';
import { resumeConsents, revokeConsents, textStateOf } from './consents.ts';
import {
  deleteInbound,
  dropStopped,
  insertInbound,
  keepReading,
  keepUnread,
  selectTextsSent,
} from './inbound-store.ts';
import { aboutTexts } from './letters/text-reply.ts';
import { tell } from './service.ts';

/** A text as its provider hands it over. */
export type InboundText = {
  provider: 'twilio' | 'sns';
  /** The provider's id of it. */
  providerId: string;
  from: string;
  to: string;
  text: string;
  /** What came with it and is not kept, in a sentence; '' when nothing did. */
  enclosed?: string;
  /** What the provider has taken it for, by whichever words, and answered itself. */
  answered?: TextIntent | undefined;
};

/** How many texts of one number are kept; of more only a STOP counts. */
const textLimit = { tries: 60, minutes: 60 };
/** Of a text beyond the limit that may still be a STOP, in characters. */
const longestPlea = 160;
/** Ten texts long: as much as a phone sends as one. */
const longestKept = 1600;
const cutMark = ' … (cut)';
/** For so many days after a text somebody may react to it. */
const daysToReact = 90;
/** Two machines that answer each other come to an end. */
const answerLimit = { tries: 10, minutes: 60 };

/**
 * Takes a text that somebody has sent: does what it asks for by a word alone, or keeps it unread for staff. The same one again
 * does nothing. Of more than a number may send in an hour only a STOP counts.
 */
export async function takeInbound(world: World, inbound: InboundText): Promise<void> {
  const { provider, enclosed = '', answered } = inbound;
  const providerId = storable(inbound.providerId);
  const recipient = storable(inbound.to);
  const sender = numberOf(storable(inbound.from));
  const said = storable(inbound.text);
  const isCut = said.length > longestKept;
  const kept = isCut ? said.slice(0, longestKept - cutMark.length).toWellFormed() + cutMark : said;
  const words =
    [kept, enclosed && `(${enclosed})`].filter((part) => part.trim() !== '').join('\n') || '(An empty text.)';
  const { businessName, ...settings } = world.settings.now();
  await world.database.transaction(async (transaction) => {
    const receivedAt = world.clock.now();
    const arrived = { provider, providerId, sender, recipient, isCut, text: words, receivedAt };
    const id = await insertInbound(transaction, { ...arrived, intent: null, isToRead: false });
    if (id === undefined) return;
    // Read once it is stored, so that the same one again costs nothing.
    const isTooMany = (await secondsToTry(world, 'inbound-text', sender, textLimit, transaction)) > 0;
    const heard: Heard =
      isTooMany && said.length > longestPlea
        ? { intent: undefined, isToRead: false }
        : hear(said, [businessName, shortNameOf({ businessName, ...settings })]);
    // Who has had enough is heard at any time.
    if (isTooMany && (answered ?? heard.intent) !== 'stop') return await deleteInbound(transaction, id);
    const sent = await selectTextsSent(transaction, sender, receivedAt.subtract({ hours: 24 * daysToReact }));
    const intent = answered ?? heard.intent ?? (isReaction(said, sent) ? 'reaction' : null);
    await keepReading(transaction, id, { intent, isToRead: heard.intent !== undefined && heard.isToRead });
    // Who texts us can be texted.
    await deleteRefusal(transaction, sender);
    if (intent === 'reaction') return;
    if (intent === null) return await remindOfStart(world, transaction, id, sender, said);
    const done = await act(world, transaction, intent, sender, said.trim().slice(0, 40));
    if (done?.isToRead) await keepUnread(transaction, id);
    if (done?.answer && !answered) await reply(world, transaction, id, sender, done.answer);
  });
}

/** Said by a person who wants texts again, but by another word than START. */
const agrees = /^(?:y|yes|yep|yeah|ok|okay|resume|continue|subscribe|s[ií])[\s.!]*$/i;
const startLimit = { tries: 1, minutes: 24 * 60 };

/** Answers a YES after a STOP once a day: only START brings texts back. So staff need not read it. */
async function remindOfStart(world: World, transaction: Transaction, id: string, sender: string, words: string) {
  if (!agrees.test(words.trim())) return;
  const { isStopped } = await textStateOf(world, transaction, sender);
  if (!isStopped) return;
  await keepReading(transaction, id, { intent: 'start', isToRead: false });
  await reply(
    world,
    transaction,
    id,
    sender,
    'texts to this number are off. Reply START to get them again.',
    startLimit,
  );
}

/** @returns what is answered, if anything, and whether a person has to see to it besides */
async function act(
  world: World,
  transaction: Transaction,
  intent: TextIntent,
  sender: string,
  word: string,
): Promise<{ answer?: string; isToRead?: true }> {
  const { supportPhone, contactEmail } = world.settings.now();
  const us = `${supportPhone ? `Call ${phoneLabel(supportPhone)} or write` : 'Write'} to ${contactEmail}`;
  if (intent === 'help')
    return { answer: `yard cleanup. ${us}. Reply STOP to end texts. Message and data rates may apply.` };
  if (intent === 'stop') {
    const about = { channel: 'text', address: sender, purposes: consentPurposes, source: 'text-reply', word } as const;
    const isNews = await revokeConsents(world, transaction, about);
    return isNews ? { answer: noMoreTexts } : {};
  }
  const resumed = await resumeConsents(world, transaction, sender, word);
  if (resumed) return { answer: 'texts are on again. Reply STOP to end them, HELP for help.' };
  const { purposes, isOpened } = await textStateOf(world, transaction, sender);
  if (resumed === undefined && purposes.length > 0)
    return { answer: 'texts are on. Reply STOP to end them, HELP for help.' };
  // It had ended texts, or the office had for it, and had never asked for any: who wants them now a person has to find out.
  if (isOpened)
    return { answer: 'texts to this number may come again. Reply STOP to end them, HELP for help.', isToRead: true };
  // No profile has chosen texts for it, so that a person has to find out who wants them.
  return { answer: `no texts are set up for this number. ${us}, or choose texts in your profile.`, isToRead: true };
}

const noMoreTexts = 'you get no more texts from us. Reply START to get them again.';

/** Whether a number is texted that has texted us: not one of another country, nor a short one, which is a machine's. */
export const isAnswerable = (number: string): boolean => /^\+1\d{10}$/.test(number);

/** Answers by text, at any hour: who has just texted is awake. */
async function reply(
  world: World,
  transaction: Transaction,
  id: string,
  to: string,
  answer: string,
  limit: TryLimit = answerLimit,
): Promise<void> {
  if (!isAnswerable(to)) return;
  const options = { class: 'security', basis: 'asked', inboundTextId: id, limit } as const;
  const kind = limit === startLimit ? 'start-reply' : 'text-reply';
  await tell(world, transaction, `${kind}:${id}`, numberReader(to), aboutTexts(world, answer), options);
}

const numberReader = (phone: string) =>
  ({ email: '', phone, notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT' }) as const;

/**
 * Ends texts to a number because somebody who has it has told the office so, by whatever means. Only the phone itself undoes it, by
 * START. It is told once, by day.
 * @returns whether anything has changed: it may have ended before
 */
export async function endTextsTo(
  world: World,
  transaction: Transaction,
  { number, byUserId, inboundTextId }: { number: string; byUserId: string; inboundTextId?: string },
): Promise<boolean> {
  const about = { channel: 'text', address: number, purposes: consentPurposes, source: 'office' } as const;
  const isNews = await revokeConsents(world, transaction, { ...about, byUserId, word: 'No more texts' });
  if (isNews && isAnswerable(number)) {
    const options = { class: 'service', basis: 'asked', ...(inboundTextId && { inboundTextId }) } as const;
    await tell(
      world,
      transaction,
      `texts-ended:${randomUUIDv7()}`,
      numberReader(number),
      aboutTexts(world, noMoreTexts),
      options,
    );
  }
  return isNews;
}

/**
 * Notes what a provider says of a number: its owner has stopped texts at the carrier, or the carrier takes none.
 * @param code the provider's
 */
export async function noteNumber(
  world: World,
  transaction: Transaction,
  number: string,
  why: NumberTrouble,
  code: string,
): Promise<void> {
  if (why !== 'stopped') return await upsertRefusal(transaction, number, code, world.clock.now());
  const about = { channel: 'text', address: number, purposes: consentPurposes, source: 'carrier', word: code } as const;
  await revokeConsents(world, transaction, about);
}

/** Ends a text whose number has stopped texts at the carrier. */
export async function endStopped(world: World, number: string, messageId: string, code: string): Promise<void> {
  await world.database.transaction(async (transaction) => {
    await noteNumber(world, transaction, number, 'stopped', code);
    await dropStopped(
      transaction,
      messageId,
      world.clock.now(),
      'They have stopped texts to this number at their carrier.',
    );
  });
}

/** @returns a number in E.164 when it is one of ours; what else a provider says stays as it is */
function numberOf(from: string): string {
  const digits = from.replaceAll(/[^\d+]/g, '');
  if (/^1\d{10}$/.test(digits)) return `+${digits}`;
  if (/^\d{10}$/.test(digits)) return `+1${digits}`;
  return (digits === '' ? from : digits).slice(0, 40);
}

/** Postgres cannot store U+0000. */
const storable = (text: string) => text.replaceAll('\u0000', '\ufffd').toWellFormed();
