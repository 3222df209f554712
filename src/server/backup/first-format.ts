import { createDecipheriv, createHash, scrypt, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { compose } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createZstdDecompress } from 'node:zlib';
import { BackupError } from './backup-error.ts';
import type { Read } from './check-backup.ts';
import type { Manifest, TableHead, Totals, Visitor } from './entries.ts';

/**
 * Reads backups in the form that was written until 2026-12-01. Outside: three lines, then pieces, each with a seal, then a
 * line that says that it is whole. Inside, behind zstd: lines of JSON and blocks of data.
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
const cost = { N: 2 ** 17, r: 8, p: 1 };
const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

type Lock = { salt: string /** Tells a wrong key from a damaged file. */; check: string };
type Opening = { lock: Lock | null };
/** The key and the header that seal a piece. */
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
async function openSealed(
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

/** It has one of them. */
type Line = { manifest?: Manifest; head?: TableHead | { photo: string }; foot?: object; totals?: Totals };
type Block = { line: Line } | { data: Buffer };

async function* blocksOf(source: AsyncIterable<Buffer>): AsyncGenerator<Block> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= 5) {
      const length = rest.readUInt32BE(1);
      if (rest.length < 5 + length) break;
      const bytes = rest.subarray(5, 5 + length);
      // "D" for data, "L" for a line.
      yield rest[0] === 0x44 ? { data: bytes } : { line: JSON.parse(bytes.toString()) as Line };
      rest = rest.subarray(5 + length);
    }
  }
}

export const isFirstFormat = (start: Buffer): boolean => start.toString('latin1').startsWith(firstWords);

/**
 * Reads a backup of the first form from its beginning to its end. The seals of its pieces find all damage.
 * @throws BackupError that says what is wrong
 */
export async function readFirstFormat(file: string, key: string | undefined, visitor: Visitor): Promise<Read> {
  const { bytes, isEncrypted, size } = await openSealed(file, key);
  const blocks = blocksOf(compose(bytes(), createZstdDecompress()) as AsyncIterable<Buffer>);
  const data = async function* () {
    for (let next = await blocks.next(); !next.done && 'data' in next.value; next = await blocks.next())
      yield next.value.data;
  };
  let manifest: Manifest | undefined;
  let totals: Totals | undefined;
  for (let next = await blocks.next(); !next.done; next = await blocks.next()) {
    const line: Line = 'line' in next.value ? next.value.line : {};
    manifest ??= line.manifest;
    totals ??= line.totals;
    if (line.manifest) await visitor.begin?.(line.manifest);
    if (!line.head) continue;
    const inside = data();
    if ('table' in line.head) await visitor.table?.(line.head, inside);
    else await visitor.photo?.({ id: line.head.photo, jpeg: await buffer(inside) });
    // Whatever the visitor has not read.
    for await (const _ of inside);
  }
  if (!manifest || !totals) throw new BackupError(`${file} breaks off inside.`);
  return { manifest, totals, isEncrypted, size };
}
