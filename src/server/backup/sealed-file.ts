import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { BackupError } from './backup-error.ts';

/**
 * The outside of a backup: three lines, then pieces, each with a seal, then a line that says that it is whole.
 *
 * With a key each piece is encrypted with AES-256-GCM, and the seal is its tag; without one the seal is a part of a
 * SHA-256. Both cover the three lines, the piece's number and whether it is the last, so no piece can be changed, moved,
 * left out or taken from another backup.
 */

const firstWords = 'YARDPACK BACKUP ';
const format = 1;
const lastLine = Buffer.from('\nYARDPACK BACKUP ENDS\n');
const pieceLength = 256 * 1024;
const sealLength = 16;
/** OWASP's least for scrypt: a key that people have made up costs 128 MB and half a second to guess once. */
const cost = { N: 2 ** 17, r: 8, p: 1 };
const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

type Lock = { salt: string /** Tells a wrong key from a damaged file. */; check: string };
type Opening = { lock: Lock | null };
/** What pieces are sealed with. */
type Seal = { key: Buffer | undefined; header: Buffer };

async function keysOf(words: string, salt: string): Promise<{ key: Buffer; check: string }> {
  // Node allows 32 MB unless told.
  const both = await derive(words.normalize('NFC'), Buffer.from(salt, 'base64'), 64, { ...cost, maxmem: 2 ** 28 });
  return { key: both.subarray(0, 32), check: createHash('sha256').update(both.subarray(32)).digest('base64') };
}

const sha256 = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** A number that no other piece of the file has; the last piece's differs from every other's. */
function numberOf(piece: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(isLast ? 1 : 0);
  bytes.writeBigUInt64BE(BigInt(piece), 4);
  return bytes;
}

function sealPiece({ key, header }: Seal, plain: Buffer, piece: number, isLast: boolean): Buffer[] {
  const number = numberOf(piece, isLast);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(plain.length);
  if (!key) return [length, plain, sha256(header, number, plain).subarray(0, sealLength)];
  const cipher = createCipheriv('aes-256-gcm', key, number).setAAD(header);
  return [length, cipher.update(plain), cipher.final(), cipher.getAuthTag()];
}

/** @returns the piece; undefined when its seal does not fit */
function openPiece({ key, header }: Seal, sealed: Buffer, seal: Buffer, piece: number, isLast: boolean) {
  const number = numberOf(piece, isLast);
  if (!key) return sha256(header, number, sealed).subarray(0, sealLength).equals(seal) ? sealed : undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, number).setAAD(header).setAuthTag(seal);
  try {
    return Buffer.concat([decipher.update(sealed), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** @returns what seals a stream of bytes, as a step of a `pipeline` */
export async function sealing(
  words: string | undefined,
): Promise<(source: AsyncIterable<Buffer>) => AsyncIterable<Buffer>> {
  const salt = randomBytes(32).toString('base64');
  const keys = words === undefined ? undefined : await keysOf(words, salt);
  const opening: Opening = { lock: keys ? { salt, check: keys.check } : null };
  const text = `${firstWords}${format}\n${JSON.stringify(opening)}\n`;
  const header = sha256(text);
  const seal = { key: keys?.key, header };
  return async function* (source) {
    yield Buffer.from(`${text}${header.toString('hex')}\n`);
    let piece = 0;
    let waiting: Buffer[] = [];
    let length = 0;
    for await (const bytes of source) {
      waiting.push(bytes);
      length += bytes.length;
      if (length < pieceLength) continue;
      const all = Buffer.concat(waiting, length);
      let at = 0;
      for (; length - at >= pieceLength; at += pieceLength) {
        yield* sealPiece(seal, all.subarray(at, at + pieceLength), piece, false);
        piece += 1;
      }
      // A copy, so that the whole of what came is not kept for its end.
      waiting = [Buffer.from(all.subarray(at))];
      length -= at;
    }
    yield* sealPiece(seal, Buffer.concat(waiting, length), piece, true);
    yield lastLine;
  };
}

/** Takes so many bytes at a time from a stream. */
class Taker {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** @returns undefined when there are not as many left */
  async take(length: number): Promise<Buffer | undefined> {
    const parts = [this.#rest];
    let has = this.#rest.length;
    while (has < length) {
      const next = await this.#chunks.next();
      if (next.done) return undefined;
      parts.push(next.value);
      has += next.value.length;
    }
    const all = parts.length === 1 ? this.#rest : Buffer.concat(parts, has);
    this.#rest = all.subarray(length);
    return all.subarray(0, length);
  }
}

/** Longer than the three lines ever are. */
const longestOpening = 4096;

/**
 * Opens a backup and looks at its outside: whether it is one, is whole, and has this key.
 * @param words the key; one that is not needed is not used
 * @throws BackupError that says which of these it is
 */
export async function openSealed(
  file: string,
  words: string | undefined,
): Promise<{ bytes: () => AsyncGenerator<Buffer>; isEncrypted: boolean; size: number }> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new BackupError(`There is no file ${file}.`);
    throw error;
  });
  const [opening, size, end] = await (async () => {
    const { size: length } = await handle.stat();
    const first = Buffer.alloc(Math.min(longestOpening, length));
    await handle.read(first, 0, first.length, 0);
    const last = Buffer.alloc(Math.min(lastLine.length, length));
    await handle.read(last, 0, last.length, length - last.length);
    return [first, length, last] as const;
  })().finally(() => handle.close());
  const lines = opening.toString('latin1').split('\n', 3);
  const [magic = '', json = '', sum = ''] = lines;
  const made = new RegExp(`^${firstWords}(\\d+)$`).exec(magic)?.[1];
  if (made === undefined) throw new BackupError(`${file} is not a backup of Yardpack.`);
  if (Number(made) > format) {
    throw new BackupError(`${file} was made by a newer Yardpack, in a form that this one does not know.`);
  }
  if (!end.equals(lastLine)) {
    throw new BackupError(`${file} is cut: its end is missing. Copy it again from where it was made.`);
  }
  const header = sha256(`${magic}\n${json}\n`);
  if (header.toString('hex') !== sum) throw new BackupError(damaged(file));
  const { lock } = JSON.parse(json) as Opening;
  const seal = { key: lock ? await keyFor(file, lock, words) : undefined, header };
  const begin = lines.slice(0, 3).reduce((length, line) => length + line.length + 1, 0);
  const bytes = () => openPieces(file, begin, size - lastLine.length, seal);
  return { bytes, isEncrypted: lock !== null, size };
}

async function keyFor(file: string, lock: Lock, words: string | undefined): Promise<Buffer> {
  if (words === undefined)
    throw new BackupError(`${file} is encrypted: set BACKUP_KEY to the key that it was made with.`);
  const { key, check } = await keysOf(words, lock.salt);
  if (!timingSafeEqual(sha256(check), sha256(lock.check))) {
    throw new BackupError(`The key is wrong: ${file} was made with another BACKUP_KEY.`);
  }
  return key;
}

const damaged = (file: string) =>
  `${file} is damaged: some of its bytes are not those that were written. Copy it again from where it was made.`;

async function* openPieces(file: string, begin: number, end: number, seal: Seal): AsyncGenerator<Buffer> {
  if (begin >= end) throw new BackupError(damaged(file));
  const source = createReadStream(file, { start: begin, end: end - 1, highWaterMark: pieceLength });
  try {
    const taker = new Taker(source);
    let at = begin;
    for (let piece = 0; at < end; piece += 1) {
      const length = (await taker.take(4))?.readUInt32BE() ?? Number.POSITIVE_INFINITY;
      if (length > pieceLength) throw new BackupError(damaged(file));
      const sealed = await taker.take(length);
      const tag = await taker.take(sealLength);
      at += 4 + length + sealLength;
      const plain = sealed && tag && openPiece(seal, sealed, tag, piece, at === end);
      if (!plain) throw new BackupError(damaged(file));
      yield plain;
    }
  } finally {
    source.destroy();
  }
}
