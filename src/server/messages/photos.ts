import { randomBytes } from 'node:crypto';
import { escapeHtml } from '#domain/escape-html.ts';
import { notFound } from '../http/errors.ts';
import type { World } from '../world.ts';
import { photoMark } from './letter.ts';
import { keepPhotoLink, selectPhoto } from './photo-store.ts';
import { withPhotoLink } from './plain-words.ts';
import type { Message } from './store.ts';

/** How long the address of a photo works: as long as somebody may come back to the mail. */
const daysToLook = 30;

/**
 * Puts the newest photo of a visit into the message that it is done, at the moment of sending: what was deleted in the minute
 * to undo is in none.
 * @returns the words of a message as they are sent
 */
export async function withPhoto(world: World, message: Message): Promise<Pick<Message, 'text' | 'html'>> {
  const { kind, subjectId: workId, text, html } = message;
  if (kind !== 'work-completed' || !workId) return { text, html };
  const expiresAt = world.clock.now().add({ hours: 24 * daysToLook });
  const token = await keepPhotoLink(world.database, {
    workId,
    token: randomBytes(16).toString('base64url'),
    expiresAt,
  });
  const url = token && `${world.publicUrl}/p/${token}`;
  if (message.channel === 'text') return { text: url ? withPhotoLink(text, url) : text, html };
  return {
    text: text.replace(photoMark.text, () => (url ? `A photo of the visit: ${url}\n\n` : '')),
    html: html?.replace(photoMark.html, () => (url ? pictureHtml(url) : '')) ?? null,
  };
}

const pictureHtml = (url: string) =>
  `<p style="margin:0 0 16px"><a href="${escapeHtml(url)}"><img src="${escapeHtml(url)}.jpg" width="510" alt="A photo of the visit" style="display:block;width:100%;max-width:510px;height:auto;border:0;border-radius:14px"></a></p>`;

/**
 * @returns an address to read a photo from that somebody has a link to; it works for an hour
 * @throws ApiError NOT_FOUND when the link is too old, or the photo is gone
 */
export async function readPhoto(world: World, token: string): Promise<string> {
  const photo = await selectPhoto(world.database, token, world.clock.now());
  if (!photo) throw notFound('Photo');
  return await world.files.downloadUrl(photo);
}

/** @returns whether somebody's link leads to a photo still */
export const hasPhoto = async (world: World, token: string): Promise<boolean> =>
  (await selectPhoto(world.database, token, world.clock.now())) !== undefined;
