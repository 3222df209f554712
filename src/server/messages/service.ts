import type { MessageBasis } from '#domain/consents.ts';
import type { MessageClass } from '#domain/correspondence.ts';
import type { NotificationPreference } from '#domain/enums.ts';
import { isEmail } from '#domain/no-email.ts';
import { visitClass } from '#domain/visit-class.ts';
import type { Transaction } from '../database/connection.ts';
import { secondsToTry, type TryLimit } from '../http/rate-limit.ts';
import { newToken } from '../secrets.ts';
import type { World } from '../world.ts';
import { refusalDays } from './consents.ts';
import { footingOf, isUnsubscribable, unsubscribeUrl } from './footing.ts';
import type { Letter } from './letter.ts';
import type { NewMessage } from './store.ts';
import { isAtAnyHour, nextWaking } from './waking.ts';
import { writtenOut } from './write-out.ts';
import { insertClaims, insertMessages } from './writing-store.ts';

/** Who gets a message, by which profile if by one, and how they want to get it. */
export type Recipient = {
  profileId?: string | undefined;
  email: string;
  phone: string;
  notificationPreference: NotificationPreference;
};

/** What it takes to write a message; a command beside the server has no more. */
export type TellingWorld = Pick<World, 'database' | 'clock' | 'settings' | 'publicUrl' | 'jobs'> &
  Partial<Pick<World, 'sendText'>>;

/**
 * Of all that a worker is told of services and visits: it is their work, and no mail about visits that they may have had enough of.
 * People do not have to know it at night.
 */
export const aboutWork = {
  class: 'security',
  waitsForDay: true,
  why: 'You get this because it is about your work.',
} as const satisfies MessageOptions;

/** As `aboutWork`, of visits on these days: what changes today's while somebody may still come they read at once. */
export const workOn = ({ clock }: Pick<World, 'clock'>, days: readonly Temporal.PlainDate[]) => ({
  ...aboutWork,
  waitsForDay: visitClass(clock.now(), days) !== 'now',
});

export type MessageOptions = {
  /** What it is about, and how urgent: 'security', 'now' (somebody comes), 'bill', 'service', 'marketing'. */
  class?: MessageClass;
  /** What it rests on; a consent unless given. */
  basis?: MessageBasis;
  /** Whose account it is about, where the address alone does not say it, such as one that is not theirs yet. */
  userId?: string;
  /** The text that it answers. */
  inboundTextId?: string;
  /** Of a request that writes nothing but this message (`repeats.ts`). */
  requestDigest?: string;
  /** Whether its text waits for the day although others of its class do not. */
  waitsForDay?: boolean;
  /** The service or the order that it is about. */
  about?: string;
  /** Why its reader gets it, where that is not what is said of its class. */
  why?: string;
  /** Holds the message back until then, so that it can be canceled. */
  notBefore?: Temporal.Instant;
  /** The message is pointless from then on, and is dropped. */
  notAfter?: Temporal.Instant;
  /** The visits of which it tells where they are, or that they are off. */
  visits?: readonly string[];
  /** Whether it is tried until then, however long a provider stands still. */
  isTriedToTheEnd?: boolean;
  /** Whether it holds a secret, such as a link. Its words are deleted when it has been sent or dropped. */
  isSecret?: boolean;
  /** How many of its kind one recipient gets. The others are dropped. */
  limit?: TryLimit;
};

/** Hours for which we try a message of each class that the provider does not take. Most have an end of their own before. */
const hoursToTry: Record<MessageClass, number> = { security: 24, now: 6, bill: 72, service: 72, marketing: 24 };
/** For how long at most a text is tried that a mail can take the place of. */
const longestForText = { hours: 24 };
/** For how long a message is tried that somebody sends again. */
export const mostHoursToTry = Math.max(...Object.values(hoursToTry));
/**
 * Tells somebody of an event, by mail, text or both, as they prefer. The transaction of the event writes the message; a
 * job sends it after the commit. A message ends as sent, as dropped (it became pointless), or as dead: it was refused
 * for good, failed for three days, or was perhaps sent twice already.
 * @param event names the event for ever ('work-completed:<id>'); telling it again does nothing
 */
export async function tell(
  world: TellingWorld,
  transaction: Transaction,
  event: string,
  recipient: Recipient,
  letter: Letter,
  options: MessageOptions = {},
): Promise<void> {
  const isTooMany = await isBeyondLimit(world, transaction, event, recipient, options.limit);
  const rows = rowsOf(world, { event, recipient, letter }, options);
  const reason = 'Enough of these went to this address.';
  const written = isTooMany ? rows.map((row) => ({ ...row, ...dropped(row.createdAt, reason) })) : rows;
  await insert(world, transaction, written, options.visits);
}

const dropped = (endedAt: Temporal.Instant, reason: string) =>
  ({ outcome: 'dropped', endedAt, dueAt: null, reason }) as const;

export type Telling = { event: string; recipient: Recipient; letter: Letter; about?: string } & Pick<
  MessageOptions,
  'notBefore' | 'notAfter'
> & {
    /** When it happened that is told of; now unless given. */
    at?: Temporal.Instant;
  };

/** Tells many people at once, as `tell` does, with one statement for all. */
export async function tellAll(
  world: TellingWorld,
  transaction: Transaction,
  tellings: readonly Telling[],
  options: Omit<MessageOptions, 'limit' | 'visits'> = {},
): Promise<void> {
  await insert(
    world,
    transaction,
    tellings.flatMap(({ event, recipient, letter, at, ...own }) => {
      const then = at ? { ...world, clock: { now: () => at } } : world;
      return rowsOf(then, { event, recipient, letter }, { ...options, ...own });
    }),
  );
}

async function insert(
  world: TellingWorld,
  transaction: Transaction,
  rows: NewMessage[],
  visits: readonly string[] = [],
): Promise<void> {
  const refusedSince = world.clock.now().subtract({ hours: 24 * refusalDays });
  const inserted = rows.length === 0 ? [] : await insertMessages(transaction, rows, refusedSince);
  if (inserted.length > 0 && visits.length > 0) await insertClaims(transaction, inserted, visits);
  // The sweep sends those that are held back.
  const isDue = rows.some(({ dueAt, createdAt }) => dueAt && Temporal.Instant.compare(dueAt, createdAt) <= 0);
  if (inserted.length > 0 && isDue) await world.jobs.enqueue(transaction, 'deliver-messages', {});
}

/** @returns the messages that tell somebody of an event, as they prefer */
function rowsOf(world: TellingWorld, { event, recipient, letter }: Telling, options: MessageOptions): NewMessage[] {
  const byText = recipient.notificationPreference !== 'NOTIFICATION_PREFERENCE_EMAIL';
  const hasMail = isEmail(recipient.email) && recipient.email !== '';
  // Who has no address is told by text alone; one who is not told by text has a row that says that nothing went.
  const byMail = recipient.notificationPreference !== 'NOTIFICATION_PREFERENCE_TEXT' && (hasMail || !byText);
  const { class: messageClass = 'service', basis = 'consent', isSecret = false, notBefore, notAfter = null } = options;
  const createdAt = world.clock.now();
  const dueAt = notBefore ?? createdAt;
  const triedUntil = (from: Temporal.Instant) =>
    options.isTriedToTheEnd && notAfter ? notAfter : from.add({ hours: hoursToTry[messageClass] });
  const giveUpAt = triedUntil(dueAt);
  const unsubscribeToken = basis === 'consent' && isUnsubscribable(messageClass) ? newToken() : null;
  const footing = footingOf(
    { class: messageClass, basis, ...(options.why && { why: options.why }) },
    unsubscribeToken && unsubscribeUrl(world, unsubscribeToken),
  );
  const { subject, text, html, short, letter: said } = writtenOut(world, letter, footing);
  const whose = {
    profileId: recipient.profileId ?? null,
    userId: options.userId ?? null,
    inboundTextId: options.inboundTextId ?? null,
    requestDigest: options.requestDigest ?? null,
    aboutId: options.about ?? null,
  };
  const common = {
    ...whose,
    subject,
    class: messageClass,
    basis,
    isSecret,
    waitsForDay: options.waitsForDay ?? false,
    createdAt,
    notAfter,
    giveUpAt,
    dueAt,
  };
  const rows: NewMessage[] = [];
  // A secret proves who reads it, so it goes where it was to go and nowhere else.
  const hasMailInstead = !byMail && hasMail && !isSecret;
  const isTextless = !world.sendText;
  const goesAtOnce = isAtAnyHour({ class: messageClass, waitsForDay: options.waitsForDay ?? false });
  const textDueAt = goesAtOnce ? dueAt : nextWaking(world, dueAt);
  const textGiveUpAt = triedUntil(textDueAt);
  const isTooLate = !textDueAt.equals(dueAt) && notAfter !== null && Temporal.Instant.compare(notAfter, textDueAt) <= 0;
  const whyNoText = isTextless
    ? 'This server sends no texts: it has no provider for them.'
    : isTooLate && 'It has no point anymore at the hour when texts go out again.';
  if (byMail || hasMailInstead) {
    rows.push({
      ...common,
      dedupeKey: `${event}:email`,
      channel: 'email',
      recipient: recipient.email,
      text,
      html,
      unsubscribeToken,
      replyTo: letter.replyTo ?? null,
      mailInstead: byMail || whyNoText ? null : recipient.phone,
    });
  }
  if (byText && !(isTextless && (byMail || hasMailInstead))) {
    rows.push({
      ...common,
      dedupeKey: `${event}:text`,
      channel: 'text',
      recipient: recipient.phone,
      text: short,
      dueAt: textDueAt,
      giveUpAt: hasMailInstead ? givesWayAt(textDueAt, textGiveUpAt, notAfter) : textGiveUpAt,
      mailInstead: hasMailInstead ? recipient.email : null,
      letter: hasMailInstead && !whyNoText ? said : null,
      ...(whyNoText ? dropped(createdAt, whyNoText) : {}),
      // What nothing else brings is on the desk until staff drop it.
      ...(whyNoText && !byMail && !hasMailInstead && !isSecret ? ({ outcome: 'dead', notAfter: null } as const) : {}),
    });
  }
  return rows;
}

/**
 * @returns when a text that does not come gives way to the mail in its place: after a day at the latest, and half way to the moment from
 * which that has no point
 */
function givesWayAt(from: Temporal.Instant, giveUpAt: Temporal.Instant, notAfter: Temporal.Instant | null) {
  const moments = [giveUpAt, from.add(longestForText)];
  if (notAfter) {
    const milliseconds = Math.floor((notAfter.epochMilliseconds - from.epochMilliseconds) / 2);
    moments.push(from.add({ milliseconds: Math.max(0, milliseconds) }));
  }
  return moments.reduce((one, other) => (Temporal.Instant.compare(one, other) < 0 ? one : other));
}

/** Counts a message by its kind, which is the first part of the event, and by its mailbox, or its number. */
async function isBeyondLimit(
  world: TellingWorld,
  transaction: Transaction,
  event: string,
  { email, phone }: Recipient,
  limit: TryLimit | undefined,
): Promise<boolean> {
  if (!limit) return false;
  const kind = event.slice(0, event.indexOf(':'));
  // The part after a plus is the owner's own label for the same mailbox (RFC 5233), so it is not counted apart.
  const mailbox = email.toLowerCase().replace(/\+[^@]*(?=@)/, '') || phone;
  return (await secondsToTry(world, `message-${kind}`, mailbox, limit, transaction)) > 0;
}

/** Sends a mail whatever the recipient prefers, for example a link that proves the email address. */
export async function mail(
  world: TellingWorld,
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
