import { businessDay } from '#domain/calendar.ts';
import { shortNameOf } from '#domain/settings.ts';
import type { Queryable } from '../database/connection.ts';
import type { World } from '../world.ts';
import type { Letter } from './letter.ts';
import { lockOwedByMail, noteNotOwed } from './sending-store.ts';
import { aboutWork, tell } from './service.ts';
import { isAboutToChange, whyNotSo } from './still-so-store.ts';
import type { Message } from './store.ts';

/**
 * Tells by mail what did not come as a text, to those who get texts only.
 * What is not so any more is left out: staff have the dead text.
 * @returns how many texts that was
 */
export async function writeMailsInstead(world: World): Promise<number> {
  return await world.database.transaction(async (transaction) => {
    const all = await lockOwedByMail(transaction);
    const now = world.clock.now();
    const owed: Message[] = [];
    for (const text of all) {
      const standing = await standingOf(transaction, text, now);
      if (standing === 'changes') continue;
      owed.push(text);
      if (standing !== 'so') continue;
      const isOver = text.notAfter !== null && Temporal.Instant.compare(text.notAfter, now) <= 0;
      // The words of a secret are gone.
      if (isOver || text.text === '') continue;
      const { class: messageClass, basis, notAfter, profileId, userId, inboundTextId, aboutId, waitsForDay } = text;
      const byMail = { phone: '', notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL' } as const;
      const reader = { ...byMail, email: text.mailInstead ?? '', ...(profileId && { profileId }) };
      const whose = { ...(userId && { userId }), ...(inboundTextId && { inboundTextId }) };
      const options = {
        ...(waitsForDay ? aboutWork : {}),
        ...{ class: messageClass, basis, ...whose },
        ...(aboutId && { about: aboutId }),
        ...(notAfter && { notAfter }),
      };
      await tell(world, transaction, text.dedupeKey.replace(/:text$/, ''), reader, letterOf(world, text), options);
    }
    await noteNotOwed(
      transaction,
      owed.map(({ id }) => id),
    );
    return owed.length;
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

/** @returns a text's words as a letter, which says at its head who writes, and has the link as what is to be done */
function letterOf({ settings, publicUrl }: World, { subject, text, createdAt }: Message): Letter {
  const name = `${shortNameOf(settings.at(createdAt))}: `;
  const words = text.startsWith(name) ? text.slice(name.length) : text;
  const url = /\S+$/.exec(words)?.[0] ?? '';
  const isOurs = url.startsWith(`${publicUrl}/`);
  const said = isOurs ? words.slice(0, -url.length).trim() : words;
  return {
    subject,
    paragraphs: [said],
    short: words,
    ...(isOurs && { action: { label: 'See it', url } }),
    // They are plain since they were written.
    exact: [said, subject],
  };
}
