import { businessTimeZone } from '#domain/calendar.ts';
import type { NotificationPreference } from '#domain/enums.ts';
import type { Transaction } from '../database/connection.ts';
import { ApiError, notFound } from '../http/errors.ts';
import { secondsToTry, type TryLimit } from '../http/rate-limit.ts';
import type { World } from '../world.ts';
import { type Letter, letterHtml, letterShort, letterText, withPlainWords } from './letter.ts';
import { isUnanswered, RefusedError } from './refused.ts';
import {
  deleteUntold,
  dropByKeys,
  dropPointless,
  insertMessages,
  type Message,
  markDropped,
  markFailed,
  markSent,
  type NewMessage,
  reviveDead,
  selectOutcome,
  takeMessage,
} from './store.ts';

/** Whom a message goes to, and how they want to be told. */
export type Recipient = { email: string; phone: string; notificationPreference: NotificationPreference };

export type MessageOptions = {
  /** How urgent it is, most urgent first: 'security', 'now' (somebody comes), 'bill', 'service'. */
  class?: Message['class'];
  /** It is held back until then, so that it can be withdrawn. */
  notBefore?: Temporal.Instant;
  /** Whether its text, which wakes people, waits for the morning. */
  byDay?: boolean;
  /** From then on it is pointless: what is not sent by then is dropped. */
  notAfter?: Temporal.Instant;
  /** Whether its text proves who reads it: then it is not kept once it has ended. */
  isSecret?: boolean;
  /** How many of its kind one recipient gets, whoever makes us send them; what is beyond that is dropped. */
  limit?: TryLimit;
};

/** Between these hours of the business a text wakes nobody. */
const waking = { from: 8, until: 21 };

function nextWaking(moment: Temporal.Instant): Temporal.Instant {
  const local = moment.toZonedDateTimeISO(businessTimeZone);
  if (local.hour >= waking.from && local.hour < waking.until) return moment;
  const day = local.toPlainDate().add({ days: local.hour < waking.from ? 0 : 1 });
  return day.toZonedDateTime({ timeZone: businessTimeZone, plainTime: { hour: waking.from } }).toInstant();
}

/** For how long a message is tried that the provider does not take. */
const tryDays = 3;
/** How often a message goes out that nobody answers for: each time it may have arrived. */
const mostUnanswered = 2;
/** How long one try has: longer than a sender takes to give up, so that no two are ever made at once. */
const lease = { minutes: 2 };
/** How many messages of a channel are sent at the same time by one run. */
const lanes = 10;
/** After this long a run takes no further message, so that what waits for it goes on. */
const runMs = 30_000;

/**
 * Tells somebody of an event, by mail, text or both as they prefer. It is written within the transaction of the event
 * and sent after its commit, until it is sent, dropped because it has no point any more, or dead: refused for good,
 * failing for three days, or perhaps sent twice already.
 * @param event names the event once and for all ('work-completed:<id>'); telling it again does nothing
 */
export async function tell(
  world: World,
  transaction: Transaction,
  event: string,
  recipient: Recipient,
  letter: Letter,
  options: MessageOptions = {},
): Promise<void> {
  const byText = recipient.notificationPreference !== 'NOTIFICATION_PREFERENCE_EMAIL';
  const byMail = recipient.notificationPreference !== 'NOTIFICATION_PREFERENCE_TEXT';
  const { class: messageClass = 'service', isSecret = false, notBefore, notAfter = null } = options;
  const createdAt = world.clock.now();
  const dueAt = notBefore ?? createdAt;
  const giveUpAt = dueAt.add({ hours: 24 * tryDays });
  const end = (await isBeyondLimit(world, transaction, event, recipient, options.limit))
    ? { outcome: 'dropped' as const, endedAt: createdAt, dueAt: null, reason: 'Enough of these went to this address.' }
    : { dueAt };
  const words = withPlainWords(letter);
  const { CONTACT_EMAIL: email, SUPPORT_PHONE: phone } = world.config;
  const sender = { url: world.publicUrl, email, phone };
  const common = { subject: words.subject, class: messageClass, isSecret, createdAt, notAfter, giveUpAt, ...end };
  const rows: NewMessage[] = [];
  if (byMail) {
    rows.push({
      ...common,
      dedupeKey: `${event}:email`,
      channel: 'email',
      recipient: recipient.email,
      text: letterText(words, sender),
      html: letterHtml(words, sender),
      replyTo: letter.replyTo ?? null,
    });
  }
  if (byText) {
    rows.push({
      ...common,
      dedupeKey: `${event}:text`,
      channel: 'text',
      recipient: recipient.phone,
      text: letterShort(words),
      dueAt: end.dueAt && options.byDay ? nextWaking(dueAt) : end.dueAt,
    });
  }
  const inserted = await insertMessages(transaction, rows);
  // One that is held back is left to the sweep.
  if (inserted > 0 && end.dueAt && Temporal.Instant.compare(dueAt, createdAt) <= 0) {
    await world.jobs.enqueue(transaction, 'deliver-messages', {});
  }
}

/** Counts a message by its kind, the first part of the event, and by the mailbox it goes to. */
async function isBeyondLimit(
  world: World,
  transaction: Transaction,
  event: string,
  { email }: Recipient,
  limit: TryLimit | undefined,
): Promise<boolean> {
  if (!limit) return false;
  const kind = event.slice(0, event.indexOf(':'));
  // What follows a plus is one person's own label for the same mailbox (RFC 5233), and would be counted apart.
  const mailbox = email.toLowerCase().replace(/\+[^@]*(?=@)/, '');
  return (await secondsToTry(world, `message-${kind}`, mailbox, limit, transaction)) > 0;
}

/**
 * Takes back what was told of an event, as if it had never been.
 * @returns false when somebody was told already, or is being told at this moment; for the caller to undo it all then
 */
export async function cancelMessages(transaction: Transaction, event: string): Promise<boolean> {
  return await deleteUntold(transaction, [`${event}:email`, `${event}:text`]);
}

/**
 * Drops what was to be told of an event and is not sent yet, because it has no point any more.
 * @param why one sentence for staff
 */
export async function drop(world: World, transaction: Transaction, event: string, why: string): Promise<void> {
  await dropByKeys(transaction, [`${event}:email`, `${event}:text`], world.clock.now(), why);
}

/**
 * Mails somebody whatever they prefer: links that prove an e-mail address can go nowhere else.
 */
export async function mail(
  world: World,
  transaction: Transaction,
  event: string,
  email: string,
  letter: Letter,
  options: MessageOptions = {},
): Promise<void> {
  await tell(
    world,
    transaction,
    event,
    { email, phone: '', notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL' },
    letter,
    options,
  );
}

/**
 * Tries a dead message again, for as long as a new one; one that is tried or was sent already is left as it is.
 * @throws ApiError NOT_FOUND, or NOT_ALLOWED_NOW when it has no point any more
 */
export async function sendAgain(world: World, messageId: string): Promise<void> {
  const now = world.clock.now();
  await world.database.transaction(async (transaction) => {
    if (await reviveDead(transaction, messageId, now, now.add({ hours: 24 * tryDays }))) {
      await world.jobs.enqueue(transaction, 'deliver-messages', {});
      return;
    }
    const outcome = await selectOutcome(transaction, messageId);
    if (outcome === undefined) throw notFound('Message');
    if (outcome === 'dropped') {
      throw new ApiError('NOT_ALLOWED_NOW', 'This message has no point any more, so it is not sent again.');
    }
  });
}

/**
 * Takes a dead message off the list of what waits for staff; one that is not dead is left as it is.
 * @throws ApiError NOT_FOUND
 */
export async function dropDead(world: World, messageId: string): Promise<void> {
  if (await markDropped(world.database, messageId, world.clock.now(), 'Staff dropped it.')) return;
  if ((await selectOutcome(world.database, messageId)) === undefined) throw notFound('Message');
}

/**
 * Sends every message that is due, the most urgent first, some at a time, and drops those whose time is over. Texts do
 * not wait for a slow mail server, nor mails for texts.
 */
export async function deliverDueMessages(world: World): Promise<void> {
  await dropPointless(world.database, world.clock.now(), 'Its time was over before it could be sent.');
  const timeIsUp = AbortSignal.timeout(runMs);
  const deliver = async (channel: Message['channel']) => {
    const underWay = new Set<Promise<void>>();
    const failures: unknown[] = [];
    while (!timeIsUp.aborted) {
      const now = world.clock.now();
      const message = await takeMessage(world.database, channel, now, now.add(lease));
      if (!message) break;
      const sending = tryToSend(world, message)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
      if (underWay.size >= lanes) await Promise.race(underWay);
    }
    await Promise.all(underWay);
    if (failures.length > 0)
      throw new AggregateError(failures, 'What became of some messages could not be written down');
  };
  await Promise.all([deliver('email'), deliver('text')]);
}

async function tryToSend(world: World, message: Message): Promise<void> {
  const { id, recipient: to, subject, text, html, replyTo } = message;
  try {
    if (message.channel === 'email') await world.sendMail({ id, to, subject, text, html, replyTo });
    else await world.sendText({ id, to, text });
  } catch (error) {
    const now = world.clock.now();
    const unanswered = message.unanswered + (isUnanswered(error) ? 1 : 0);
    const isLast = error instanceof RefusedError || unanswered >= mostUnanswered;
    const retryAt = isLast ? undefined : nextTry(message, now);
    world.log.warn({ err: error, messageId: id, retryAt: retryAt?.toString() }, 'message not sent');
    const words = error instanceof Error ? error.message : String(error);
    const reason = unanswered > 0 ? `It was perhaps sent: an answer was lost. ${words}` : words;
    await markFailed(world.database, message, { now, retryAt, reason, unanswered });
    return;
  }
  await markSent(world.database, id, world.clock.now());
}

/**
 * @returns when a message is looked at again after a failed try: one minute after the first, doubling up to six hours,
 * and when its time is over; undefined when that was the last one
 */
function nextTry({ attempts, giveUpAt, notAfter }: Message, now: Temporal.Instant): Temporal.Instant | undefined {
  if (Temporal.Instant.compare(giveUpAt, now) <= 0) return undefined;
  const retryAt = now.add({ seconds: Math.min(60 * 2 ** (attempts - 1), 6 * 3600) });
  const moments = [retryAt, giveUpAt, ...(notAfter ? [notAfter] : [])];
  return moments.sort(Temporal.Instant.compare)[0];
}
