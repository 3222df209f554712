import type { FileStore } from '../files/file-store.ts';

/** What the person at the keyboard can mend, in words for them. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** @returns that photos could not be read or kept, and where: what a bucket or a disk says is not to be taken for the database's */
export function photosRefused(
  { origin }: Partial<Pick<FileStore, 'origin'>>,
  what: 'read' | 'kept',
  error: unknown,
): BackupError {
  const place = origin ? `S3_BUCKET's bucket at ${origin}` : 'DATA_DIR/files';
  // One that tried several addresses of a host has a code alone.
  const reason = error instanceof Error ? error.message || ('code' in error ? error.code : error.name) : error;
  return new BackupError(`Photos could not be ${what} in ${place}: ${reason}`, { cause: error });
}
