import type { MessagesQuery, OpenMessage, SentMessage } from '#contract/correspondence.ts';
import { Phone } from '#contract/phone.ts';
import { dayStart } from '#domain/calendar.ts';
import { consentWordings } from '#domain/consents.ts';
import {
  type MessageWait,
  messageChannels,
  messageClasses,
  messageStates,
  withoutTokens,
} from '#domain/correspondence.ts';
import { undoSeconds } from '#domain/visit-limits.ts';
import { notFound } from '../http/errors.ts';
import { whyLost } from '../messages/dead.ts';
import { searchQuery } from '../search/words.ts';
import type { World } from '../world.ts';
import { type MessageRow, selectMessage, selectMessages } from './store.ts';

/** @returns a page of the messages that are like this, newest first; `from` and `to` are days of the business */
export async function listMessages(
  { database, clock }: World,
  { q, profileId, channel, state, class: kind, from, to, after }: MessagesQuery,
): Promise<{ messages: SentMessage[]; onlyPeople: number | null; next: string | null }> {
  const now = clock.now();
  const query = searchQuery(q ?? '');
  // A letter alone is not looked for yet. What has no letter is nobody's name.
  const isLookedFor = query !== undefined || /^[^\p{L}\p{N}]+$/u.test(q ?? '');
  const { rows, next, onlyPeople } = await selectMessages(database, {
    states: state ? [state] : messageStates,
    channels: channel ? [channel] : messageChannels,
    classes: kind ? [kind] : messageClasses,
    since: from ? dayStart(from) : '-infinity',
    until: to ? dayStart(to, 1) : 'infinity',
    to: profileId ? { profileId } : isLookedFor ? { query: query ?? '', ...reachIn(q ?? '') } : undefined,
    after,
  });
  return { messages: rows.map((row) => toMessage(row, now)), onlyPeople, next };
}

/**
 * @returns what was typed as an address or a number, perhaps of somebody without an account; and whether it is the beginning of
 *   a name, a mail address or a number
 */
function reachIn(typed: string) {
  const text = typed.trim();
  const phone = Phone.safeParse(text);
  const exact = [...new Set([text, text.toLowerCase(), ...(phone.success ? [phone.data] : [])])];
  const [hasLetters, hasAt] = [/\p{L}/u.test(text), text.includes('@')];
  return { exact, names: hasLetters && !hasAt, mails: hasAt, texts: !hasLetters && !hasAt };
}

/** To load one would tell that somebody reads, and may need a link that is the recipient's. */
const picture = /<img\b[^>]*>/gi;

/**
 * @returns a message with its words, but not its pictures, those of a secret one, nor what in links proves who opens them
 * @throws ApiError NOT_FOUND
 */
export async function getMessage({ database, clock }: World, messageId: string): Promise<OpenMessage> {
  const found = await selectMessage(database, messageId);
  if (!found) throw notFound('Message');
  const now = clock.now();
  const { text, html, isSecret, replyTo, notAfter, attempts, basis, consent, consentBy, answers } = found;
  return {
    ...toMessage(found, now),
    text: isSecret || text === '' ? null : withoutTokens(text),
    html: isSecret || html === null ? null : withoutTokens(html.replaceAll(picture, '')),
    isSecret,
    replyTo,
    notAfter,
    attempts,
    basis,
    consent: consent && {
      ...consent,
      version: consent.wording,
      wording: consent.wording && consentWordings[consent.wording],
      by: consentBy[0] ?? null,
    },
    answers,
  };
}

function toMessage(row: MessageRow, now: Temporal.Instant): SentMessage {
  const { id, channel, class: kind, recipient, people, order, subject, state, createdAt, dueAt, endedAt, reason } = row;
  const { lostLink } = row;
  return {
    ...{ id, channel, class: kind, recipient, people, order, subject },
    state,
    wait: state === 'waiting' ? waitOf(row, now) : null,
    ...{ createdAt, dueAt, endedAt, reason, whyLost: whyLost(lostLink) },
  };
}

function waitOf({ channel, createdAt, dueAt, attempts }: MessageRow, now: Temporal.Instant): MessageWait {
  if (attempts > 0) return 'retry';
  if (dueAt === null || Temporal.Instant.compare(dueAt, now) <= 0) return 'turn';
  if (Temporal.Instant.from(dueAt).since(createdAt).total('seconds') <= undoSeconds) return 'undo';
  return channel === 'text' ? 'day' : 'planned';
}
