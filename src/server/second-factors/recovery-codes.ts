import { randomInt } from 'node:crypto';
import { recoveryCodeCount } from '#domain/second-factors.ts';
import type { World } from '../world.ts';

/** Without those that are taken for each other on paper. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const random = (length: number) => Array.from({ length }, () => letters[randomInt(letters.length)]).join('');

/** @returns which of a person's codes this is, and what only its owner knows: 39 bits, guessed ten times an hour at most */
export const partsOf = (code: string) => ({ lookup: code.slice(0, 4), secret: code.slice(4) });

/** @returns new codes as they are shown, and as they are kept */
export async function makeRecoveryCodes({ passwords }: Pick<World, 'passwords'>) {
  const lookups = new Set<string>();
  while (lookups.size < recoveryCodeCount) lookups.add(random(4));
  return await Promise.all(
    [...lookups].map(async (lookup) => {
      const secret = random(8);
      return {
        shown: `${lookup}-${secret.slice(0, 4)}-${secret.slice(4)}`,
        kept: { lookup, hash: await passwords.hash(secret) },
      };
    }),
  );
}
