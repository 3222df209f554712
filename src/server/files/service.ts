import { randomUUIDv7 } from 'node:crypto';
import type * as z from 'zod/mini';
import { type files, type Photo, photoTypes } from '#contract/files.ts';
import { businessDay } from '#domain/calendar.ts';
import { photosPerVisit } from '#domain/visit-limits.ts';
import type { Transaction } from '../database/connection.ts';
import { type Caller, profileIds } from '../http/access.ts';
import { ApiError, invalid, notFound, notNow } from '../http/errors.ts';
import type { World } from '../world.ts';
import { urlLife } from './file-store.ts';
import {
  announceFile,
  countOtherFiles,
  deleteFile,
  deleteUnfinished,
  type FileRow,
  giveUpRoom,
  lockOwnWork,
  markUploaded,
  selectOwnFile,
} from './store.ts';

type UploadForm = z.output<typeof files.generatePreSignedUrl.body>;

type PhotoRow = Pick<FileRow, 'id' | 'workId' | 'fileName' | 'contentType'> & {
  /** Perhaps as the wire has it. */
  createdAt: Temporal.Instant | string;
};

/** A phone without signal uploads its pictures later. */
const daysToUpload = 7;
/** The type of every redrawn picture. */
const keptType = 'image/jpeg';

/**
 * Announces a photo of a visit that the caller made. A repeat with the same id gives new addresses for the same file.
 * @returns `uploadUrl` to PUT it to, null when it was uploaded already; `downloadUrl` to read it once it is completed
 * @throws ApiError NOT_FOUND unless it is the caller's visit, NOT_ALLOWED_NOW when the visit was too long ago or has
 * enough photos, CONFLICT for an id that another file has
 */
export async function requestUpload(world: World, caller: Caller, form: UploadForm) {
  const own = profileIds(caller, 'PROFILE_TYPE_WORKER');
  const now = world.clock.now();
  const { file, mayBeThere } = await world.database.transaction(async (transaction) => {
    const work = await lockOwnWork(transaction, form.workId, own);
    if (!work) throw notFound('Visit');
    const fileId = form.fileId ?? randomUUIDv7();
    const again = form.fileId ? await selectOwnFile(transaction, fileId, own) : undefined;
    const isKnown = again?.workId === work.id;
    if (isKnown && again.uploadedAt) return { file: again, mayBeThere: true };
    if (!isKnown && work.date.until(businessDay(now)).days > daysToUpload) {
      throw notNow('Photos can be added for a week after the visit.');
    }
    const fileName = photoName(work.date, fileId);
    const row = { id: fileId, workId: work.id, fileName, contentType: keptType, createdAt: now };
    await requireRoom(world, transaction, row);
    const announced = own[0] && (await announceFile(transaction, { ...row, createdBy: own[0] }));
    if (!announced) throw new ApiError('CONFLICT', 'There is another file of this id.');
    return { file: announced, mayBeThere: isKnown };
  });
  const isThere = file.uploadedAt !== null || (mayBeThere && (await world.files.hasUpload(file.id)));
  const upload = { fileId: file.id, contentType: form.contentType, contentLength: form.contentLength };
  return {
    fileId: file.id,
    uploadUrl: isThere ? null : await world.files.uploadUrl(upload),
    downloadUrl: await world.files.downloadUrl({ fileId: file.id, fileName: file.fileName }),
  };
}

/** People see this name, so it is ours: the uploader's could say anything. */
const photoName = (day: Temporal.PlainDate, fileId: string) => `visit-${day}-${fileId.slice(-6)}.jpg`;

/**
 * Redraws an upload and keeps it as a photo that people see. A repeat answers the same.
 * @throws ApiError NOT_FOUND unless it is the caller's file; NOT_ALLOWED_NOW while the upload is missing, and when the
 * visit has got enough other photos since the upload address expired; INVALID_INPUT for no picture, which it then
 * deletes
 */
export async function completeUpload(world: World, caller: Caller, fileId: string): Promise<Photo> {
  const own = profileIds(caller, 'PROFILE_TYPE_WORKER');
  const file = await selectOwnFile(world.database, fileId, own);
  if (!file) throw notFound('File');
  if (!file.uploadedAt) {
    await keepPicture(world, file.id);
    await world.database.transaction(async (transaction) => {
      await lockOwnWork(transaction, file.workId, own);
      await requireRoom(world, transaction, file);
      await markUploaded(transaction, file.id, world.clock.now());
    });
  }
  // Last, because the upload is the only copy until the file is kept. A repeat does it again, in case this was cut off.
  await world.files.removeUpload(file.id);
  return await toPhoto(world, file);
}

/**
 * Deletes a photo with its bytes.
 * @throws ApiError NOT_FOUND unless it is the caller's photo, NOT_ALLOWED_NOW when the visit's day is over, or it shows why
 * the visit could not be done
 */
export async function deletePhoto(world: World, caller: Caller, fileId: string): Promise<void> {
  const own = profileIds(caller, 'PROFILE_TYPE_WORKER');
  await world.database.transaction(async (transaction) => {
    const file = await selectOwnFile(transaction, fileId, own);
    const work = file && (await lockOwnWork(transaction, file.workId, own));
    if (!work) throw notFound('File');
    if (!work.date.equals(businessDay(world.clock.now()))) {
      throw notNow('Photos can be deleted on the day of the visit only.');
    }
    if (!(await deleteFile(transaction, fileId))) {
      throw notNow('This photo stays: it shows why the visit could not be done.');
    }
    // Last, so that a row whose bytes stay is not forgotten: a failure here takes all of it back.
    await world.files.remove(fileId);
  });
}

async function keepPicture(world: World, id: string): Promise<void> {
  const upload = await world.files.readUpload(id);
  if (!upload) {
    // Another call may have kept the picture and removed the upload.
    if (await world.files.has(id)) return;
    throw notNow('The file has not arrived yet. Please upload it again.');
  }
  const { redrawPicture } = await import('./picture.ts');
  const picture = await redrawPicture(upload);
  if (!picture) {
    await world.files.removeUpload(id);
    // The row stays, because the address still works: the sweep deletes a second upload together with the row.
    await giveUpRoom(world.database, id, world.clock.now().subtract(urlLife.upload));
    throw invalid(
      'params.fileId',
      'This file is no picture that can be shown. Please take a JPEG, PNG or WebP picture.',
    );
  }
  await world.files.keep(id, picture);
}

/** An announced file counts as long as its address works, unless its upload was refused. */
async function requireRoom(
  world: World,
  transaction: Transaction,
  file: Pick<FileRow, 'id' | 'workId'>,
): Promise<void> {
  const stillGood = world.clock.now().subtract(urlLife.upload);
  if ((await countOtherFiles(transaction, file, stillGood)) < photosPerVisit) return;
  throw notNow(`A visit can have ${photosPerVisit} photos.`);
}

/**
 * @param rows uploaded files of visits that the person may see; this does not check it
 * @returns them as photos, in their order, by visit
 */
export async function photosOfFiles(world: World, rows: PhotoRow[]): Promise<Map<string, Photo[]>> {
  const photos = await Promise.all(rows.map((row) => toPhoto(world, row)));
  return Map.groupBy(photos, (photo) => photo.workId);
}

/** Deletes files that were announced and never uploaded. */
export async function forgetUnfinishedUploads(world: World): Promise<void> {
  const before = world.clock.now().subtract({ hours: 24 * daysToUpload });
  for (const fileId of await deleteUnfinished(world.database, before)) await world.files.remove(fileId);
}

async function toPhoto(world: World, { id, workId, fileName, contentType, createdAt }: PhotoRow): Promise<Photo> {
  const type = photoTypes.find((known) => known === contentType);
  if (!type) throw new Error(`File ${id} has the unknown type ${contentType}`);
  const downloadUrl = await world.files.downloadUrl({ fileId: id, fileName });
  return { id, workId, fileName, contentType: type, createdAt: createdAt.toString(), downloadUrl };
}
