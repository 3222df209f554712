import { businessDay } from '#domain/calendar.ts';
import { workInLanes } from '../jobs/lanes.ts';
import type { World } from '../world.ts';
import { markBroken } from './broken-emails.ts';
import { unsubscribeUrl } from './footing.ts';
import { endStopped, noteNumber } from './inbound.ts';
import { standingOf, writeMailsInstead } from './mails-instead.ts';
import { withPhoto } from './photos.ts';
import { AddressRefusedError, isUnanswered, NumberRefusedError, RefusedError } from './refused.ts';
import {
  dropPointless,
  markFailed,
  markHandedOver,
  markSent,
  mostUnanswered,
  owesMails,
  postpone,
  takeMessages,
} from './sending-store.ts';
import { selectTextInstead, whyNotSo } from './still-so-store.ts';
import type { Message } from './store.ts';
import { mayGoFrom } from './waking.ts';
import { dropByKeys } from './writing-store.ts';

/** How long one try has: longer than a sender takes to give up, so that no two tries overlap. */
const lease = { minutes: 2 };
/** Kinds that wait, and that their readers may make untrue meanwhile. */
const outlasting = /^customer-deleted:/;

/**
 * Sends the messages that are due, several at once and the most urgent first, and drops those whose time is over. Texts
 * do not wait for a slow mail server, nor mails for texts.
 */
export async function deliverDueMessages(world: World): Promise<void> {
  const begun = world.clock.now();
  // There are seldom any to tell by mail.
  const owes = await dropPointless(world.database, begun, 'Its time was over before it could be sent.');
  const deliver = async (channel: Message['channel']) =>
    await workInLanes(
      async (most) => {
        const now = world.clock.now();
        return await takeMessages(world.database, channel, most, now, now.add(lease));
      },
      (message) => tryToSend(world, message),
      // Texts to one number go one after the other.
      { mayFollow: channel === 'text' },
    );
  // First the texts that do not come, which are then mails.
  if (owes) await writeMailsInstead(world);
  const [, texts] = await Promise.all([deliver('email'), deliver('text')]);
  if (texts === 0 || !(await owesMails(world.database))) return;
  if ((await writeMailsInstead(world)) > 0) await deliver('email');
}

async function tryToSend(world: World, message: Message): Promise<void> {
  if (message.outcome !== null) return;
  const { id, recipient: to, subject, replyTo } = message;
  const morning = mayGoFrom(world, message, world.clock.now());
  // It was due by day: a provider or this server stood still, or a try failed.
  if (morning) return await postpone(world.database, message, morning);
  if (message.attempts > 1 && message.channel === 'email' && !(await isSoInstead(world, message))) return;
  if (outlasting.test(message.dedupeKey) && (await dropUntrue(world, message))) return;
  let isTakenBack = false;
  // This process may end before it hears of an answer, so what may have arrived is written down before it can have.
  const noteHandOver = async () => {
    isTakenBack = !(await markHandedOver(world.database, message));
    if (isTakenBack) throw new Error('It was taken back, or had ended, before its last byte had gone.');
  };
  let noted: Promise<void> | undefined;
  const handOver = () => (noted ??= noteHandOver());
  try {
    const { text, html } = await withPhoto(world, message);
    // As in its words, which were written then.
    const { businessName: fromName } = world.settings.at(message.createdAt);
    const { unsubscribeToken: token } = message;
    const unsubscribe = token && unsubscribeUrl(world, token);
    if (message.channel === 'email')
      await world.sendMail({ id, fromName, to, subject, text, html, replyTo, unsubscribe }, handOver);
    else if (world.sendText) await world.sendText({ id, to, text }, handOver);
    else throw new RefusedError('This server sends no texts anymore: it has no provider for them.');
  } catch (error) {
    if (isTakenBack) return;
    const now = world.clock.now();
    if (error instanceof NumberRefusedError) await noteRefused(world, message, error);
    if (error instanceof AddressRefusedError) await noteNoAddress(world, to, error.message);
    const unanswered = message.unanswered + (isUnanswered(error) ? 1 : 0);
    const isLast = error instanceof RefusedError || unanswered >= mostUnanswered;
    const retryAt = isLast ? undefined : nextTry(message, now);
    world.log.warn(
      { event: 'message-not-sent', err: error, messageId: id, retryAt: retryAt?.toString() },
      'message not sent',
    );
    const words = error instanceof Error ? error.message : String(error);
    const reason = unanswered > 0 ? `It was perhaps sent: an answer was lost. ${words}` : words;
    await markFailed(world.database, message, { now, retryAt, reason, unanswered });
    world.meters.message(message.channel, retryAt ? 'failed' : 'dead');
    return;
  }
  await markSent(world.database, { id, now: world.clock.now() });
  world.meters.message(message.channel, 'sent');
}

/**
 * Looks once more at what a mail says in place of a dead text, when it has waited for another try: it is dropped when that is not so
 * any more, and waits while its reader is about to be told otherwise.
 * @returns whether it goes
 */
async function isSoInstead(world: World, message: Message): Promise<boolean> {
  const { dedupeKey, giveUpAt } = message;
  const textId = await selectTextInstead(world.database, dedupeKey);
  if (textId === undefined) return true;
  const now = world.clock.now();
  const standing = await standingOf(world.database, { id: textId, dedupeKey }, now);
  if (standing === 'so') return true;
  if (standing === 'changes' && Temporal.Instant.compare(now, giveUpAt) < 0)
    await postpone(world.database, message, now.add({ minutes: 1 }));
  else
    await world.database.transaction((transaction) =>
      dropByKeys(transaction, [dedupeKey], now, 'What it says is not so anymore.'),
    );
  return false;
}

/** @returns whether what it says is not so anymore: then it does not go */
async function dropUntrue({ database, clock }: World, { id, dedupeKey }: Message): Promise<boolean> {
  const now = clock.now();
  const why = await whyNotSo(database, id, { now, today: businessDay(now) });
  if (why) await database.transaction((transaction) => dropByKeys(transaction, [dedupeKey], now, why));
  return why !== undefined;
}

async function noteNoAddress(world: World, email: string, reason: string): Promise<void> {
  await world.database.transaction((transaction) => markBroken(world, transaction, email, { why: 'bounced', reason }));
}

/** Of a number that has stopped texts nothing is left to do; of one that its carrier refuses staff are to know. */
async function noteRefused(world: World, { id, recipient }: Message, { why, code }: NumberRefusedError): Promise<void> {
  if (why === 'stopped') return await endStopped(world, recipient, id, code);
  await world.database.transaction((transaction) => noteNumber(world, transaction, recipient, why, code));
}

/**
 * @returns when a message is due again after a failed try: a minute after the first, then doubling up to six hours, or
 * earlier when its time is over; undefined when that was the last try
 */
function nextTry({ attempts, giveUpAt, notAfter }: Message, now: Temporal.Instant): Temporal.Instant | undefined {
  if (Temporal.Instant.compare(giveUpAt, now) <= 0) return undefined;
  const retryAt = now.add({ seconds: Math.min(60 * 2 ** (attempts - 1), 6 * 3600) });
  const moments = [retryAt, giveUpAt, ...(notAfter ? [notAfter] : [])];
  return moments.sort(Temporal.Instant.compare)[0];
}
