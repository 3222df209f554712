import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import { type Manifest, readEntries, type Totals, type Visitor } from './entries.ts';
import { isFirstFormat, readFirstFormat } from './first-format.ts';
import { beginningOf, opening, readingError } from './sealed-file.ts';

export type Read = {
  manifest: Manifest;
  totals: Totals;
  isEncrypted: boolean;
  /** Of the file, in bytes. */
  size: number;
};

/**
 * Reads a backup from its beginning to its end: its checksums and the numbers of rows.
 * @param key of an encrypted one
 * @throws BackupError that says what is wrong
 */
export async function readBackup(file: string, key: string | undefined, visitor: Visitor = {}): Promise<Read> {
  const { start, size } = await beginningOf(file);
  if (isFirstFormat(start)) return await readFirstFormat(file, key, visitor);
  const { steps, isEncrypted } = opening(file, start, key);
  const archive = extract();
  const reading = readEntries(file, archive, visitor).catch((error: unknown) => {
    archive.destroy();
    throw error;
  });
  const opened = pipeline(...steps, archive).catch((error: unknown) => {
    throw readingError(file, error);
  });
  const [read] = await Promise.all([reading, opened]);
  return { ...read, isEncrypted, size };
}
