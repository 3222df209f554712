import { randomUUIDv7 } from 'node:crypto';
import { consentPurposes } from '#domain/consents.ts';
import { phoneLabel } from '#domain/labels.ts';
import { shortNameOf } from '#domain/settings.ts';
import { hear, type TextIntent } from '#domain/text-keywords.ts';
import type { Transaction } from '../database/connection.ts';
import type { World } from '../world.ts';
import { deleteRefusal, upsertRefusal } from './consent-store.ts';
import { resumeConsents, revokeConsents, textStateOf } from './consents.ts';
import { dropStopped, insertInbound, keepUnread, noteDelivery } from './inbound-store.ts';
import type { Letter } from './letter.ts';
import { tell } from './service.ts';
import { whyRefused } from './twilio.ts';

/** A text as its provider hands it over. */
export type InboundText = {
  provider: 'twilio' | 'sns';
  /** The provider's id of it. */
  providerId: string;
  from: string;
  to: string;
  text: string;
  /** What the provider has taken it for, by whichever words, and answered itself. */
  answered?: TextIntent | undefined;
};

/** Ten texts long: as much as a phone sends as one. */
const longestKept = 1600;
const cutMark = ' … (cut)';
/** Two machines that answer each other come to an end. */
const answerLimit = { tries: 10, minutes: 60 };

/**
 * Takes a text that somebody has sent: does what it asks for by a word alone, or keeps it unread for staff. The same one again
 * does nothing.
 */
export async function takeInbound(world: World, inbound: InboundText): Promise<void> {
  const { provider, providerId, to: recipient, text, answered } = inbound;
  const sender = numberOf(inbound.from);
  const words = text.trim() === '' ? '(An empty text.)' : storable(text);
  const isCut = words.length > longestKept;
  const { businessName, ...settings } = world.settings.now();
  const heard = hear(words, [businessName, shortNameOf({ businessName, ...settings })]);
  const intent = answered ?? heard.intent ?? null;
  await world.database.transaction(async (transaction) => {
    const id = await insertInbound(transaction, {
      ...{
        provider,
        providerId,
        sender,
        recipient,
        intent,
        isCut,
        isToRead: heard.intent !== undefined && heard.isToRead,
      },
      text: isCut ? words.slice(0, longestKept - cutMark.length).toWellFormed() + cutMark : words,
      receivedAt: world.clock.now(),
    });
    if (id === undefined) return;
    // Who texts us can be texted.
    await deleteRefusal(transaction, sender);
    const done = intent && (await act(world, transaction, intent, sender, words.trim().slice(0, 40)));
    if (done?.isToRead) await keepUnread(transaction, id);
    if (done?.answer && !answered) await reply(world, transaction, id, sender, done.answer);
  });
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
  const us = `Call ${phoneLabel(supportPhone)} or write to ${contactEmail}`;
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
  // Nobody has chosen texts for it, so that a person has to find out who wants them.
  return { answer: `no texts are set up for this number. ${us}, or choose texts in your profile.`, isToRead: true };
}

const noMoreTexts = 'you get no more texts from us. Reply START to get them again.';

/** Whether a number is texted that has texted us: not one of another country, nor a short one, which is a machine's. */
export const isAnswerable = (number: string): boolean => /^\+1\d{10}$/.test(number);

/** Answers by text, at any hour: who has just texted is awake. */
async function reply(world: World, transaction: Transaction, id: string, to: string, answer: string): Promise<void> {
  if (!isAnswerable(to)) return;
  const options = { class: 'security', basis: 'asked', inboundTextId: id, limit: answerLimit } as const;
  await tell(world, transaction, `text-reply:${id}`, numberReader(to), aboutTexts(world, answer), options);
}

const numberReader = (phone: string) =>
  ({ email: '', phone, notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT' }) as const;

/** @returns what a phone reads about texts themselves */
function aboutTexts(world: World, answer: string): Letter {
  const { supportPhone, contactEmail, businessName } = world.settings.now();
  const short = `%businessName%: ${answer}`;
  const exact = [phoneLabel(supportPhone), contactEmail, businessName];
  return { subject: 'Answer to a text', paragraphs: [short], short, exact };
}

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
  why: 'stopped' | 'refused',
  code: string,
): Promise<void> {
  if (why === 'refused') return await upsertRefusal(transaction, number, code, world.clock.now());
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

/** Notes what became of a text, as its provider reports: a report may come twice, late and in any order. */
export async function takeReport(
  world: World,
  messageId: string,
  { status, code }: { status: string; code: string },
): Promise<void> {
  const isDelivered = status === 'delivered';
  if (!isDelivered && status !== 'undelivered' && status !== 'failed') return;
  await world.database.transaction(async (transaction) => {
    const delivery = isDelivered ? 'delivered' : 'undelivered';
    const reason = isDelivered ? null : `The carrier reports: ${status}${code && `, ${code}`}`;
    const number = await noteDelivery(transaction, messageId, delivery, reason);
    if (number === undefined) return;
    if (isDelivered) return await deleteRefusal(transaction, number);
    const why = whyRefused(code);
    if (why) await noteNumber(world, transaction, number, why, code);
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
