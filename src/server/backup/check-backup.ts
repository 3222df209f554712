import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { BackupError } from './backup-error.ts';
import { type Manifest, readEntries, type TableSum, type Totals, type Visitor } from './entries.ts';
import { openSealed } from './sealed-file.ts';

type Read = {
  manifest: Manifest;
  totals: Totals;
  tables: Map<string, TableSum>;
  isEncrypted: boolean;
  /** Of the file, in bytes. */
  size: number;
};

/**
 * Reads a backup from its beginning to its end: its seals, the checksum of each table and photo, the numbers of rows.
 * @param key of an encrypted one
 * @throws BackupError that says what is wrong
 */
export async function readBackup(file: string, key: string | undefined, visitor: Visitor = {}): Promise<Read> {
  const { bytes, isEncrypted, size } = await openSealed(file, key);
  let read: Omit<Read, 'isEncrypted' | 'size'> | undefined;
  await pipeline(bytes, createZstdDecompress(), async (source: AsyncIterable<Buffer>) => {
    read = await readEntries(source, visitor);
  });
  if (!read) throw new BackupError(`${file} could not be read.`);
  return { ...read, isEncrypted, size };
}
