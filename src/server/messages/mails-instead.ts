import { shortNameOf } from '#domain/settings.ts';
import type { World } from '../world.ts';
import type { Letter } from './letter.ts';
import { takeOwedByMail } from './sending-store.ts';
import { aboutWork, tell } from './service.ts';
import type { Message } from './store.ts';

/**
 * Tells by mail what did not come as a text, to those who get texts only.
 * @returns how many texts that was
 */
export async function writeMailsInstead(world: World): Promise<number> {
  return await world.database.transaction(async (transaction) => {
    const owed = await takeOwedByMail(transaction);
    const now = world.clock.now();
    for (const { text, to } of owed) {
      const isOver = text.notAfter !== null && Temporal.Instant.compare(text.notAfter, now) <= 0;
      // The words of a secret are gone.
      if (isOver || text.text === '') continue;
      const { class: messageClass, basis, notAfter, profileId, userId, inboundTextId, aboutId, waitsForDay } = text;
      const byMail = { phone: '', notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL' } as const;
      const reader = { ...byMail, email: to, ...(profileId && { profileId }) };
      const whose = { ...(userId && { userId }), ...(inboundTextId && { inboundTextId }) };
      const options = {
        ...(waitsForDay ? aboutWork : {}),
        ...{ class: messageClass, basis, ...whose },
        ...(aboutId && { about: aboutId }),
        ...(notAfter && { notAfter }),
      };
      await tell(world, transaction, text.dedupeKey.replace(/:text$/, ''), reader, letterOf(world, text), options);
    }
    return owed.length;
  });
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
