import type * as z from 'zod/mini';
import type { correspondence as contract, InboundText } from '#contract/correspondence.ts';
import type { ConsentPurpose } from '#domain/consents.ts';
import { mostAnswerParts } from '#domain/correspondence.ts';
import { isEmail } from '#domain/no-email.ts';
import { noTextsWords } from '#domain/no-texts.ts';
import { shortNameOf } from '#domain/settings.ts';
import { gsmWords, partsOf } from '#domain/text-parts.ts';
import { record } from '../changes/record.ts';
import type { Transaction } from '../database/connection.ts';
import type { Caller } from '../http/access.ts';
import { ApiError, invalid, notFound, notNow } from '../http/errors.ts';
import { brokenEmailOf, isUnprovedAddress } from '../messages/broken-emails.ts';
import { mailPurposesOf, textStateOf } from '../messages/consents.ts';
import { isAnswerable } from '../messages/inbound.ts';
import { answerLetter } from '../messages/letters/text-answer.ts';
import { tell } from '../messages/service.ts';
import type { World } from '../world.ts';
import {
  type InboundTextRow,
  insertAnswer,
  lockText,
  markRead,
  markUnread,
  type NewAnswer,
  selectAnswer,
  selectInboundText,
  selectInboundTexts,
} from './texts-store.ts';

type NewAnswerBody = z.output<typeof contract.answerInboundText.body>;

/** @returns a page of what people have texted, unread first, then the newest */
export async function listInboundTexts(
  { database }: World,
  query: z.output<typeof contract.listInboundTexts.query>,
): Promise<{ texts: InboundText[]; next: string | null }> {
  const { rows, next } = await selectInboundTexts(database, query);
  return { texts: rows.map(toInboundText), next };
}

function toInboundText({ readAt, readBy, answers, ...row }: InboundTextRow): InboundText {
  return {
    ...row,
    read: readAt === null ? null : { by: readBy ?? 'Somebody', at: readAt },
    answers: answers.map(({ by, message, ...answer }) => ({
      ...answer,
      by: by ?? 'Somebody',
      message,
    })),
  };
}

/**
 * Marks a text as read, or as unread again. Who read it first stays the one who did.
 * @throws ApiError NOT_FOUND
 */
export async function readInboundText(world: World, caller: Caller, textId: string, isRead: boolean): Promise<void> {
  const { database, clock } = world;
  if (!(await selectInboundText(database, textId))) throw notFound('Text');
  if (isRead) await markRead(database, { id: textId, readBy: caller.userId, readAt: clock.now() });
  else await markUnread(database, textId);
}

/**
 * Sends the words of an employee to the number that has texted, or by mail to somebody whose text it was, and marks the text as
 * read. A repeat finds it done.
 * @throws ApiError NOT_FOUND; INVALID_INPUT for too many texts; NOT_ALLOWED_NOW when they want no texts or mails, or nobody has the number; CONFLICT when
 *   the request was sent before with something else in it, or somebody has answered meanwhile
 */
export async function answerInboundText(
  world: World,
  caller: Caller,
  textId: string,
  { id, channel, text, profileId, answersSeen }: NewAnswerBody,
): Promise<void> {
  await world.database.transaction(async (transaction) => {
    const answersBefore = await lockText(transaction, textId);
    const asked = await selectInboundText(transaction, textId);
    if (!asked) throw notFound('Text');
    const at = world.clock.now();
    const answer = { id, textId, channel, text, byUserId: caller.userId, at };
    if (!(await insertAnswer(transaction, answer))) return requireSame(answer, await selectAnswer(transaction, id));
    if (answersBefore > answersSeen) {
      throw new ApiError('CONFLICT', 'Somebody has answered this text meanwhile. Please read that first.');
    }
    if (channel === 'text') requireShort(world, text);
    const basis = channel === 'text' ? await requireTextable(world, transaction, asked) : 'consent';
    const person = asked.people.find((one) => one.profileId === profileId);
    const canText = async () => 'basis' in (await textWayTo(world, transaction, asked.sender));
    if (channel === 'email') await requireMailable(transaction, person?.email, canText);
    await tell(
      world,
      transaction,
      `text-answer:${id}`,
      {
        profileId: channel === 'email' ? person?.profileId : undefined,
        email: channel === 'email' ? (person?.email ?? '') : '',
        phone: asked.sender,
        notificationPreference: channel === 'email' ? 'NOTIFICATION_PREFERENCE_EMAIL' : 'NOTIFICATION_PREFERENCE_TEXT',
      },
      answerLetter(text, asked),
      { class: isAwake(asked, at) ? 'now' : 'service', basis, inboundTextId: textId },
    );
    await markRead(transaction, { id: textId, readBy: caller.userId, readAt: at });
    const about = person?.profileId ?? asked.people[0]?.profileId;
    await record(world, transaction, {
      kind: 'text-answered',
      by: caller.userId,
      subjectId: textId,
      ...(about && { about }),
      fields: [{ name: 'channel', from: null, to: channel }],
    });
  });
}

/** Whether somebody has texted so lately that an answer wakes nobody, at any hour. */
const isAwake = ({ receivedAt }: { receivedAt: Temporal.Instant }, now: Temporal.Instant): boolean =>
  Temporal.Instant.compare(receivedAt.add({ hours: 1 }), now) >= 0;

function requireSame(answer: NewAnswer, before: NewAnswer | undefined): void {
  const isSame = (['textId', 'channel', 'text', 'byUserId'] as const).every((key) => answer[key] === before?.[key]);
  if (!isSame) throw new ApiError('CONFLICT', 'This answer was sent before with other words in it.');
}

/** Counted as the phone company does, with the name of the business in front. */
export function requireShort({ settings }: World, text: string): void {
  const parts = partsOf(`${shortNameOf(settings.now())}: ${gsmWords(text)}`);
  if (parts <= mostAnswerParts) return;
  const why = 'It has signs, such as an emoji, with which less fits into a text.';
  throw invalid(
    'body.text',
    `This goes as ${parts} texts, and ${mostAnswerParts} are the most. Please shorten it. ${why}`,
  );
}

const unanswerable = 'This number is a short one, or of another country, and is not texted.';

/** What an answer by text rests on, or why it can't go. */
type TextWay = { basis: 'consent' | 'asked' } | { why: string };

/** @returns what a text to the number rests on: its consent, or, of who gave none or says START after a STOP, that they have asked us */
async function textWayTo(world: World, transaction: Transaction, number: string): Promise<TextWay> {
  if (!world.sendText) return { why: 'This server sends no texts: it has no provider for them.' };
  if (!isAnswerable(number)) return { why: unanswerable };
  const { purposes, isStopped, refusal, isKnown, isOpened } = await textStateOf(world, transaction, number);
  if (isStopped) return { why: 'They have stopped texts to this number.' };
  if (refusal) return { why: noTextsWords[refusal] };
  if (purposes.includes('service')) return { basis: 'consent' };
  if (isKnown && !isOpened) return { why: 'They do not want texts at this number.' };
  return { basis: 'asked' };
}

async function requireTextable(
  world: World,
  transaction: Transaction,
  { sender: number, people }: { sender: string; people: readonly { email: string }[] },
): Promise<'consent' | 'asked'> {
  const way = await textWayTo(world, transaction, number);
  if ('basis' in way) return way.basis;
  if (way.why === unanswerable) throw notNow(unanswerable);
  const noMails = await Promise.all(people.map(({ email }) => whyNoMail(transaction, email, 'service')));
  throw notNow(`${way.why} ${noMails.includes(undefined) ? 'Answer by email, or call.' : 'Call them.'}`);
}

/**
 * @param canText whether a text reaches them, which the refusal offers then
 * @throws ApiError NOT_ALLOWED_NOW without an address, or when its owner wants no such emails
 */
export async function requireMailable(
  transaction: Transaction,
  email: string | undefined,
  canText: () => Promise<boolean>,
  purpose: ConsentPurpose = 'service',
): Promise<void> {
  const why = await whyNoMail(transaction, email, purpose);
  if (why) throw notNow(`${why} ${(await canText()) ? 'Text them, or call.' : 'Call them.'}`);
}

/** @returns why an email does not go, in a sentence; undefined when it does */
export async function whyNoMail(transaction: Transaction, email: string | undefined, purpose: ConsentPurpose) {
  if (!email) return 'We have no email address for this number.';
  if (!isEmail(email)) return 'They have no email address.';
  if (await brokenEmailOf(transaction, email)) return 'Emails do not reach their address.';
  if (await isUnprovedAddress(transaction, email)) return 'Their email address isn’t confirmed.';
  const purposes = await mailPurposesOf(transaction, email);
  return purposes.includes(purpose) ? undefined : 'They no longer want emails like this one.';
}
