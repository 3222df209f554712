import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Clock } from '../clock.ts';
import { type FileStore, type SignedQuery, urlLife } from './file-store.ts';

const filesPath = '/files';

/**
 * Keeps files in a folder and signs addresses of our own server for them. The secret lies beside the files, so that
 * addresses outlive a restart.
 * @param folder made if it does not exist
 */
export async function createLocalStore(folder: string, clock: Clock): Promise<FileStore> {
  const uploads = join(folder, 'uploads');
  await mkdir(uploads, { recursive: true, mode: 0o700 });
  const secret = await readSecret(join(folder, 'signing-secret'));
  const pathOf = (fileId: string) => join(folder, `${fileId}.bin`);
  const uploadOf = (fileId: string) => join(uploads, `${fileId}.bin`);
  const removeUpload = (fileId: string) => rm(uploadOf(fileId), { force: true });
  const sign = (parts: readonly string[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');
  const urlFor = (method: string, fileId: string, life: Temporal.DurationLike, values: Record<string, string>) => {
    const expires = clock.now().add(life).toString();
    const signature = sign([method, fileId, expires, ...Object.values(values)]);
    return `${filesPath}/${fileId}?${new URLSearchParams({ ...values, expires, signature })}`;
  };
  const isGood = (method: string, fileId: string, { expires, signature }: SignedQuery, values: readonly string[]) => {
    if (!expires || !signature) return false;
    const expected = Buffer.from(sign([method, fileId, expires, ...values]));
    const given = Buffer.from(signature);
    if (expected.length !== given.length || !timingSafeEqual(expected, given)) return false;
    return Temporal.Instant.compare(clock.now(), Temporal.Instant.from(expires)) < 0;
  };
  return {
    uploadUrl: async ({ fileId, contentType, contentLength }) =>
      urlFor('PUT', fileId, urlLife.upload, { contentType, contentLength: String(contentLength) }),
    downloadUrl: async ({ fileId, fileName }) => urlFor('GET', fileId, urlLife.download, { fileName }),
    hasUpload: (fileId) => isThere(uploadOf(fileId)),
    readUpload: (fileId) => readIfThere(uploadOf(fileId)),
    removeUpload,
    async keep(fileId, jpeg) {
      await writeOnce(pathOf(fileId), jpeg);
    },
    has: (fileId) => isThere(pathOf(fileId)),
    read: (fileId) => readIfThere(pathOf(fileId)),
    async remove(fileId) {
      await removeUpload(fileId);
      await rm(pathOf(fileId), { force: true });
    },
    origin: undefined,
    local: {
      readUpload(fileId, query) {
        const { contentType = '', contentLength = '' } = query;
        if (!isGood('PUT', fileId, query, [contentType, contentLength])) return undefined;
        return { fileId, contentType, contentLength: Number(contentLength) };
      },
      readDownload(fileId, query) {
        const { fileName = '' } = query;
        return isGood('GET', fileId, query, [fileName]) ? { fileId, fileName } : undefined;
      },
      takeUpload: async (fileId, bytes) =>
        !(await isThere(pathOf(fileId))) && (await writeOnce(uploadOf(fileId), bytes)),
      async read(fileId) {
        const found = await stat(pathOf(fileId)).catch(() => undefined);
        return found && { bytes: createReadStream(pathOf(fileId)), size: found.size };
      },
    },
  };
}

/** When two servers start on one folder at the same moment, both use the secret of the first. */
async function readSecret(file: string): Promise<Buffer> {
  const found = await readIfThere(file);
  if (found) return found;
  await writeOnce(file, randomBytes(32));
  return await readFile(file);
}

/** @returns false when the file exists already; it stays as it is */
async function writeOnce(file: string, bytes: Buffer | Readable): Promise<boolean> {
  const part = `${file}.${randomBytes(6).toString('hex')}.part`;
  try {
    await writeFile(part, bytes, { mode: 0o600 });
    // A link appears only when the file does not exist, and then with its whole content.
    await link(part, file);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(part, { force: true });
  }
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

const hasCode = (error: unknown, code: string) => (error as NodeJS.ErrnoException).code === code;
