import { argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB of memory, 2 passes, 1 lane. */
const current = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;

/** @returns 256 random bits as 43 characters that are safe in a URL */
export const newToken = () => randomBytes(32).toString('base64url');

/** @returns the hash that we store: it finds the token, and is useless to a reader of the database */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url');

/** @returns a password's argon2id hash in PHC string format, with its parameters and salt */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', { message: password, nonce, tagLength, ...current });
  const { memory, passes, parallelism } = current;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${nonce.toString('base64url')}$${tag.toString('base64url')}`;
}

/** @returns whether the password is the one that was hashed */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(hash);
  if (!match) throw new Error('A stored password hash is not an argon2id hash');
  const [, memory, passes, parallelism, salt, stored] = match;
  const tag = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(salt ?? '', 'base64url'),
    tagLength,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(tag, Buffer.from(stored ?? '', 'base64url'));
}
