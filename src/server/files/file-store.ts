import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { createLocalStore, type LocalStore } from './local-store.ts';
import { createS3Store } from './s3-store.ts';

/** What is about to be uploaded; the signed address takes nothing else. */
export type Upload = { fileId: string; contentType: string /** Bytes. */; contentLength: number };
export type StoredFile = { fileId: string; fileName: string };

/** How long a signed address is good for. */
export const urlLife = { upload: { minutes: 15 }, download: { hours: 1 } } as const;

/**
 * Where the bytes of files are. Browsers bring and fetch them by signed addresses, without our tokens. What was brought
 * lies apart from what is shown: no address for bringing leads to a file that somebody sees.
 */
export type FileStore = {
  /** @returns an address to which the browser may PUT exactly this, while nothing was brought for this file */
  uploadUrl(upload: Upload): Promise<string>;
  /** @returns whether all its bytes were brought */
  hasUpload(fileId: string): Promise<boolean>;
  /** @returns what was brought, undefined when nothing was */
  readUpload(fileId: string): Promise<Buffer | undefined>;
  /** Removes what was brought; what is not there is removed already. */
  removeUpload(fileId: string): Promise<void>;
  /** Keeps the JPEG that is shown from now on. Once: a file that is there stays as it is. */
  keep(fileId: string, jpeg: Buffer): Promise<void>;
  /** @returns an address from which the file may be read, named in its Content-Disposition */
  downloadUrl(file: StoredFile): Promise<string>;
  /** @returns whether the file that is shown is there */
  has(fileId: string): Promise<boolean>;
  /** Removes a file and what was brought for it; one that is not there is removed already. */
  remove(fileId: string): Promise<void>;
  /** The origin that browsers talk to; none when it is our own. */
  readonly origin: string | undefined;
  /** What our own server must answer, when it keeps the files itself. */
  readonly local: LocalStore | undefined;
};

/** Keeps files in the configured bucket, or in a folder of our own when none is configured. */
export async function createFileStore(config: Config, clock: Clock): Promise<FileStore> {
  if (config.S3_BUCKET) return await createS3Store(config.S3_BUCKET, config.SNS_REGION);
  return await createLocalStore(join(config.DATA_DIR, 'files'), clock);
}

/**
 * A name as a Content-Disposition header carries it: plain ASCII, and the whole of it besides (RFC 6266, section 4.3).
 */
export function attachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^ !#-.0-9:<-[\]-~]/g, '_');
  const whole = encodeURIComponent(fileName).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
