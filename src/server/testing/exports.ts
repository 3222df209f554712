import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';
import type { Person } from './factories.ts';
import type { TestWorld } from './world.ts';

/**
 * Downloads all that is kept of a person, as staff do.
 * @returns the archive's files by their paths, its page, and what its JSON says
 */
export async function downloadExport(
  { app, call }: Pick<TestWorld, 'app' | 'call'>,
  by: Person,
  { profileId }: { profileId: string },
) {
  const asked = await call('exportData', { as: by.accessToken, params: { profileId } });
  if (asked.status !== 200) throw new Error(`The export was refused: ${asked.error.message}`);
  const { url, fileName } = asked.body;
  const { rawPayload, headers, statusCode } = await app.inject(url);
  if (statusCode !== 200) throw new Error(`The archive was refused: ${rawPayload.toString()}`);
  const files = await unzip(rawPayload);
  const json = files.get('data.json')?.toString() ?? '';
  return {
    url,
    fileName,
    headers,
    files,
    json,
    page: files.get('index.html')?.toString() ?? '',
    data: JSON.parse(json),
  };
}

async function unzip(archive: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const zip = await yauzl.fromBufferPromise(archive);
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return files;
}
