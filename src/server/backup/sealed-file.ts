import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { BackupError } from './backup-error.ts';

/**
 * The outside of a backup: zstd, whose checksum finds damage, and with a key age around it (https://age-encryption.org/v1),
 * which cannot be changed without the key. `age --decrypt FILE | zstd -d | tar x` opens one without Yardpack.
 */

/** OWASP's least for scrypt, as a power of two: a key that people have made up costs 128 MB and a second to guess once. */
const workFactor = 17;

/** @returns the steps of a `pipeline` that close a stream of bytes up */
export function closing(words: string | undefined) {
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  return [
    compress,
    (source: AsyncIterable<Buffer>) => (words === undefined ? source : encrypted(source, words)),
  ] as const;
}

async function* encrypted(source: AsyncIterable<Buffer>, words: string): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(workFactor);
  encrypter.setPassphrase(words.normalize('NFC'));
  yield* await encrypter.encrypt(toWeb(source));
}

const toWeb = (source: AsyncIterable<Buffer>) => Readable.toWeb(Readable.from(source)) as ReadableStream<Uint8Array>;

const isAge = (start: Buffer) => start.toString('latin1').startsWith('age-encryption.org/');
/** RFC 8878, 3.1.1 */
const isZstd = (start: Buffer) => start.readUInt32LE() === 0xfd2fb528;

/**
 * @param start the first bytes of the file
 * @param words the key; it is unused if the file is not encrypted
 * @returns the steps of a `pipeline` that open a backup; they throw a BackupError if the key is missing or wrong
 * @throws BackupError if it is no backup
 */
export function opening(file: string, start: Buffer, words: string | undefined) {
  const isEncrypted = isAge(start);
  if (!isEncrypted && !isZstd(start)) throw new BackupError(`${file} is not a backup of Yardpack.`);
  const source = createReadStream(file, { highWaterMark: 2 ** 18 });
  const decrypt = (bytes: AsyncIterable<Buffer>) => (isEncrypted ? decrypted(bytes, file, words) : bytes);
  return { steps: [source, decrypt, createZstdDecompress()] as const, isEncrypted };
}

/** @returns the first 32 bytes of a file, zeros after its end, and its size in bytes */
export async function beginningOf(file: string): Promise<{ start: Buffer; size: number }> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new BackupError(`There is no file ${file}.`);
    throw error;
  });
  try {
    const { size } = await handle.stat();
    const { buffer: start } = await handle.read(Buffer.alloc(32), 0, 32, 0);
    return { start, size };
  } finally {
    await handle.close();
  }
}

async function* decrypted(source: AsyncIterable<Buffer>, file: string, words: string | undefined) {
  if (words === undefined) {
    throw new BackupError(`${file} is encrypted: set BACKUP_KEY to the key that it was made with.`);
  }
  const decrypter = new Decrypter();
  decrypter.addPassphrase(words.normalize('NFC'));
  const plain = await decrypter.decrypt(toWeb(source)).catch((error: Error) => {
    // The library has no codes.
    if (!error.message.startsWith('no identity matched')) throw error;
    throw new BackupError(
      `The key is wrong: ${file} was made with another BACKUP_KEY, or its first lines are damaged.`,
    );
  });
  yield* plain;
}

/** @returns what a person reads if a backup cannot be read to its end */
export function readingError(file: string, cause: unknown): BackupError {
  if (cause instanceof BackupError) return cause;
  const words = `${file} is damaged or cut: some of its bytes are not those that were written. Copy it again from where it was made.`;
  return new BackupError(words, { cause });
}
