import { argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** @returns 256 random bits as 43 characters that are safe in a URL */
export const newToken = () => randomBytes(32).toString('base64url');

/** @returns the hash that we store: it finds the token, and is useless to a reader of the database */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url');

/** The cost of one guess of a password: KiB of memory, and passes over it. */
export type HashCost = { readonly memory: number; readonly passes: number };
/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB of memory, 2 passes, 1 lane. */
export const owaspCost: HashCost = { memory: 19_456, passes: 2 };

const tagLength = 32;
const phcFormat = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;

export type Passwords = {
  /** @returns a password's argon2id hash in PHC string format, with its parameters and salt */
  hash(password: string): Promise<string>;
  /**
   * @param hash undefined for an unknown user: the check then fails, and takes as long as any other
   * @returns whether the password is the one that was hashed
   */
  isRight(password: string, hash: string | undefined): Promise<boolean>;
};

/** @param cost of new hashes; a stored hash keeps its own */
export function openPasswords({ memory, passes }: HashCost): Passwords {
  const hash = async (password: string) => {
    const nonce = randomBytes(16);
    const tag = await derive('argon2id', { message: password, nonce, tagLength, memory, passes, parallelism: 1 });
    return `$argon2id$v=19$m=${memory},t=${passes},p=1$${nonce.toString('base64url')}$${tag.toString('base64url')}`;
  };
  // The start does not wait for it; who needs it hears when it has failed.
  const unknownUsers = hash(newToken());
  unknownUsers.catch(() => undefined);
  return {
    hash,
    isRight: async (password, stored) => verifyPassword(password, stored ?? (await unknownUsers)),
  };
}

async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const match = phcFormat.exec(hash);
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
