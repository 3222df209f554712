import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { record } from '../changes/record.ts';
import { listPayouts } from '../connected-accounts/payouts.ts';
import { requireMayTake } from '../employees/service.ts';
import { attachment } from '../files/file-store.ts';
import type { Caller } from '../http/access.ts';
import { notFound } from '../http/errors.ts';
import { hashToken, newToken } from '../secrets.ts';
import { logSecurity } from '../security-log.ts';
import type { World } from '../world.ts';
import { selectPerson } from './erase-store.ts';
import { insertExport, selectExportProfile } from './export-links-store.ts';
import { exportPage } from './export-page.ts';
import { type ExportedList, selectExported } from './export-parts-store.ts';

/** How long the address of an export works: whoever has it may download it. */
const linkLife = { minutes: 5 } as const;

export const exportPath = '/v1/personal-data';

const fileNameOf = (profileId: string) => `personal-data-${profileId}.zip`;

/**
 * Makes an address for a few minutes under which all that is kept of a profile's person is downloaded as one archive. The record says who
 * asked for it.
 * @throws ApiError NOT_FOUND, FORBIDDEN for an employee's, unless the caller is one of the owners or that employee
 */
export async function exportData(
  world: World,
  caller: Caller,
  profileId: string,
): Promise<{ fileName: string; url: string }> {
  const person = await selectPerson(world.database, profileId);
  if (!person) throw notFound('Profile');
  const { userId } = person;
  const token = newToken();
  const now = world.clock.now();
  await world.database.transaction(async (transaction) => {
    await requireMayTake(transaction, caller, userId);
    await record(world, transaction, { kind: 'data-exported', by: caller.userId, subjectId: userId, about: userId });
    const link = { tokenHash: hashToken(token), profileId, expiresAt: now.add(linkLife) };
    await insertExport(transaction, link, now);
  });
  logSecurity(world, 'data-exported', { userId, by: caller.userId });
  return { fileName: fileNameOf(profileId), url: `${exportPath}/${token}.zip` };
}

/**
 * @returns the archive that an address leads to, as it is made: a page to read, the same as JSON, and the photos
 * @throws ApiError NOT_FOUND, PAYMENT_PROVIDER_UNAVAILABLE when a worker's payouts cannot be read
 */
export async function readExport(world: World, token: string): Promise<{ disposition: string; archive: Readable }> {
  const profileId = await selectExportProfile(world.database, hashToken(token), world.clock.now());
  const person = profileId && (await selectPerson(world.database, profileId));
  if (!person) throw notFound('Export');
  const { userId, name } = person;
  const payouts = await listPayouts(world, userId);
  // Read at one moment, whatever changes meanwhile.
  const lists: ExportedList[] = await world.database.transaction(
    async (transaction) => [
      ...(await selectExported(transaction, person)),
      { name: 'payouts', title: 'Payouts', group: 'Earnings', rows: payouts },
    ],
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  const { businessName } = world.settings.now();
  const exportedAt = world.clock.now().toString();
  const zip = new ZipFile();
  const archive = zip.outputStream as Readable;
  // The download breaks off, so that nobody takes a part of it for the whole.
  zip.on('error', (error: Error) => archive.destroy(error));
  const add = (text: string, path: string) => zip.addBuffer(Buffer.from(text), path);
  add(exportPage(lists, { keptBy: businessName, name, exportedAt }), 'index.html');
  const file = { keptBy: businessName, exportedAt, amounts: 'integer cents of US dollars', ...byName(lists) };
  add(JSON.stringify(file, null, 2), 'data.json');
  for (const { file: path } of lists.find((list) => list.name === 'photos')?.rows ?? []) {
    addPhoto(world, zip, String(path));
  }
  zip.end();
  return { disposition: attachment(fileNameOf(profileId)), archive };
}

/** A photo is read when its turn comes, so that one at a time is held. */
function addPhoto(world: World, zip: ZipFile, path: string): void {
  const fileId = path.slice(-40, -4);
  zip.addReadStreamLazy(path, { compress: false }, (done) => {
    world.files.read(fileId).then(
      // One that was deleted meanwhile is empty: all else still comes.
      (bytes) => done(null, Readable.from(bytes ? [bytes] : [])),
      (error: unknown) => done(error, Readable.from([])),
    );
  });
}

function byName(lists: readonly ExportedList[]): Record<string, unknown> {
  const { account, ...others } = Object.fromEntries(lists.map(({ name, rows }) => [name, rows]));
  return { account: account?.[0], ...others };
}
