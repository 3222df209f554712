import type { Readable } from 'node:stream';

/** What is about to be uploaded; the signed address takes nothing else. */
export type Upload = { fileId: string; contentType: string /** Bytes. */; contentLength: number };
export type StoredFile = { fileId: string; fileName: string };

/** What a signed address of ours says, as its query carries it. */
export type SignedQuery = Record<string, string | undefined>;

/** The server's side of signed addresses: what they allow, and the bytes behind them. */
export type LocalStore = {
  /** @returns the upload that an address allows, or undefined when it is not ours or has expired */
  readUpload(fileId: string, query: SignedQuery): Upload | undefined;
  readDownload(fileId: string, query: SignedQuery): StoredFile | undefined;
  /**
   * Takes all that is brought, or nothing.
   * @returns false when something was brought for this file before
   * @throws the stream's error
   */
  takeUpload(fileId: string, bytes: Readable): Promise<boolean>;
  read(fileId: string): Promise<{ bytes: Readable; size: number } | undefined>;
};

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

/**
 * A name as a Content-Disposition header carries it: plain ASCII, and the whole of it besides (RFC 6266, section 4.3).
 */
export function attachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^ !#-.0-9:<-[\]-~]/g, '_');
  const whole = encodeURIComponent(fileName).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
