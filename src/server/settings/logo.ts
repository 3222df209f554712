import { createHash } from 'node:crypto';
import type { Caller } from '../http/access.ts';
import { invalid } from '../http/errors.ts';
import type { World } from '../world.ts';
import { deleteUnnamedLogos, insertLogo, selectLogo } from './logo-store.ts';

/**
 * Draws a picture anew as a small logo, and keeps it. A repeat keeps nothing more.
 * @param picture in base64
 * @returns the hash by which a setting names it
 * @throws ApiError INVALID_INPUT for no picture
 */
export async function keepLogo(world: World, { userId }: Caller, picture: string): Promise<string> {
  const { redrawLogo } = await import('../files/picture.ts');
  const drawn = await redrawLogo(Buffer.from(picture, 'base64'));
  if (!drawn) {
    throw invalid(
      'body.picture',
      'This file is no picture that can be shown. Please choose a JPEG, PNG or WebP picture.',
    );
  }
  const hash = createHash('sha256').update(drawn).digest('hex');
  await insertLogo(world.database, { hash, picture: drawn, keptAt: world.clock.now(), keptBy: userId });
  return hash;
}

/** @returns the picture of a logo, a PNG; undefined when there is none */
export async function readLogo({ database }: Pick<World, 'database'>, hash: string): Promise<Buffer | undefined> {
  return /^[0-9a-f]{64}$/.test(hash) ? await selectLogo(database, hash) : undefined;
}

/** Deletes pictures that somebody has sent and not saved within a day. Others stay: mails that are out show them. */
export const forgetUnsavedLogos = ({ database, clock }: World): Promise<void> =>
  deleteUnnamedLogos(database, clock.now().subtract({ hours: 24 }));
