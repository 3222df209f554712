import type { Readable } from 'node:stream';

/** An upload that is about to come; its signed address takes nothing else. */
export type Upload = { fileId: string; contentType: string /** Bytes. */; contentLength: number };
export type StoredFile = { fileId: string; fileName: string };

/** The query of a signed address of ours. */
export type SignedQuery = Record<string, string | undefined>;

/** Our own server's side of signed addresses. */
export type LocalStore = {
  /** @returns the upload that an address allows; undefined when we did not sign it, or it has expired */
  readUpload(fileId: string, query: SignedQuery): Upload | undefined;
  readDownload(fileId: string, query: SignedQuery): StoredFile | undefined;
  /**
   * Takes the whole upload or nothing.
   * @returns false when this file has been uploaded before
   * @throws the stream's error
   */
  takeUpload(fileId: string, bytes: Readable): Promise<boolean>;
  read(fileId: string): Promise<{ bytes: Readable; size: number } | undefined>;
};

/** How long a signed address works. */
export const urlLife = { upload: { minutes: 15 }, download: { hours: 1 } } as const;

/**
 * Keeps the bytes of files. Browsers upload and fetch them by signed addresses, without our tokens. Uploads lie apart
 * from the files that people see, so that no upload address leads to one of those.
 */
export type FileStore = {
  /** @returns an address to which the browser may PUT exactly this upload, once */
  uploadUrl(upload: Upload): Promise<string>;
  /** @returns whether the whole upload is there */
  hasUpload(fileId: string): Promise<boolean>;
  readUpload(fileId: string): Promise<Buffer | undefined>;
  /** Removes an upload if there is one. */
  removeUpload(fileId: string): Promise<void>;
  /** Keeps the JPEG that people see from now on. A file that exists stays as it is. */
  keep(fileId: string, jpeg: Buffer): Promise<void>;
  /** @returns an address to read the file from; its Content-Disposition carries the name */
  downloadUrl(file: StoredFile): Promise<string>;
  /** @returns whether the file that people see is there */
  has(fileId: string): Promise<boolean>;
  /** @returns the bytes of the file that people see; undefined when it is not there */
  read(fileId: string): Promise<Buffer | undefined>;
  /** Removes a file and its upload, if they are there. */
  remove(fileId: string): Promise<void>;
  /** The origin that browsers talk to; undefined when it is our own. */
  readonly origin: string | undefined;
  /** Set when our own server keeps the files and answers the signed addresses. */
  readonly local: LocalStore | undefined;
};

/** @returns a Content-Disposition with the name in plain ASCII and in full (RFC 6266, section 4.3) */
export function attachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^ !#-.0-9:<-[\]-~]/g, '_');
  const whole = encodeURIComponent(fileName).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
