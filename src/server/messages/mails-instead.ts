import { businessDay } from '#domain/calendar.ts';
import { shortNameOf } from '#domain/settings.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import type { World } from '../world.ts';
import type { Letter } from './letter.ts';
import { heldUpLetter, whyByMail } from './letters/held-up.ts';
import { lockOwedByMail, noteNotOwed } from './sending-store.ts';
import { aboutWork, tell } from './service.ts';
import { isAboutToChange, whyNotSo } from './still-so-store.ts';
import type { Message } from './store.ts';
import { selectVisitsTold } from './writing-store.ts';

/** What has waited for so long is told in one letter with what else has: after an outage nobody is to get one for each text of then. */
const heldUp = { hours: 24 };

/**
 * Tells by mail what did not come as a text, to those who get texts only. What is not so any more is left out: staff have the dead
 * text. What was held up for long is one letter to each reader.
 * @returns how many texts that was
 */
export async function writeMailsInstead(world: World): Promise<number> {
  return await world.database.transaction(async (transaction) => {
    const all = await lockOwedByMail(transaction);
    const now = world.clock.now();
    const owed: Message[] = [];
    const told: Message[] = [];
    for (const text of all) {
      const standing = await standingOf(transaction, text, now);
      if (standing === 'changes') continue;
      owed.push(text);
      if (standing !== 'so') continue;
      const isOver = text.notAfter !== null && Temporal.Instant.compare(text.notAfter, now) <= 0;
      // The words of a secret are gone.
      if (isOver || text.text === '') continue;
      told.push(text);
    }
    const since = now.subtract(heldUp);
    const togetherWith = (text: Message) =>
      text.profileId && Temporal.Instant.compare(text.createdAt, since) < 0
        ? [text.mailInstead, text.profileId, text.class, text.basis, text.waitsForDay].join(' ')
        : text.id;
    for (const texts of Map.groupBy(told, togetherWith).values()) await tellByMail(world, transaction, texts);
    await noteNotOwed(
      transaction,
      owed.map(({ id }) => id),
    );
    return owed.length;
  });
}

/** @param texts to one reader and of one class; at least one */
async function tellByMail(world: World, transaction: Transaction, texts: readonly Message[]): Promise<void> {
  const [text, ...more] = texts;
  if (!text) return;
  const { class: messageClass, basis, notAfter, profileId, userId, inboundTextId, aboutId, waitsForDay } = text;
  const byMail = { phone: '', notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL' } as const;
  const reader = { ...byMail, email: text.mailInstead ?? '', ...(profileId && { profileId }) };
  const common = { ...(waitsForDay ? aboutWork : {}), class: messageClass, basis, ...(userId && { userId }) };
  const visits = await selectVisitsTold(
    transaction,
    texts.map(({ id }) => id),
  );
  if (more.length > 0) {
    const letter = heldUpLetter(
      texts.map((one) => saidBy(world, one).said),
      `${world.publicUrl}/dashboard`,
    );
    return await tell(world, transaction, `held-up:${text.id}`, reader, letter, { ...common, visits });
  }
  await tell(world, transaction, text.dedupeKey.replace(/:text$/, ''), reader, letterOf(world, text), {
    ...{ ...common, visits },
    ...(inboundTextId && { inboundTextId }),
    ...(aboutId && { about: aboutId }),
    ...(notAfter && { notAfter }),
  });
}

/**
 * @returns whether what a text says that did not come is still so; of a service of which people are about to be told otherwise that
 * is seen when they have been
 */
export async function standingOf(
  database: Queryable,
  { id, dedupeKey }: Pick<Message, 'id' | 'dedupeKey'>,
  now: Temporal.Instant,
): Promise<'so' | 'changes' | 'not-so'> {
  // What is said of texts to a number is judged by that number, where the mail does not go.
  if (dedupeKey.startsWith('text')) return 'so';
  if (!(await whyNotSo(database, id, { now, today: businessDay(now) }))) return 'so';
  return (await isAboutToChange(database, id)) ? 'changes' : 'not-so';
}

/**
 * @returns the letter that was written beside a text, which says why it is an email. Beside texts of before there is none: then
 * it is the text's words, with the link as what is to be done
 */
function letterOf(world: World, text: Message): Letter {
  const { subject, letter: written } = text;
  if (written) {
    const letter = written as Letter;
    return { ...letter, paragraphs: [whyByMail, ...letter.paragraphs] };
  }
  const { said, words, url } = saidBy(world, text);
  return {
    subject,
    paragraphs: [whyByMail, said],
    short: words,
    ...(url && { action: { label: 'See it', url } }),
    // They are plain since they were written.
    exact: [said, subject],
  };
}

/** @returns a text's words without the business's name, and apart from them the link of ours at their end, if one is */
function saidBy({ settings, publicUrl }: World, { text, createdAt }: Message) {
  const name = `${shortNameOf(settings.at(createdAt))}: `;
  const words = text.startsWith(name) ? text.slice(name.length) : text;
  const url = /\S+$/.exec(words)?.[0] ?? '';
  const isOurs = url.startsWith(`${publicUrl}/`);
  return { words, said: isOurs ? words.slice(0, -url.length).trim() : words, url: isOurs ? url : undefined };
}
