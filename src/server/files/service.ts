import { randomUUIDv7 } from 'node:crypto';
import type * as z from 'zod/mini';
import { type files, type Photo, photosPerVisit, photoTypes } from '#contract/files.ts';
import { businessDay } from '#domain/calendar.ts';
import type { Transaction } from '../database/connection.ts';
import { type Caller, profileIds } from '../http/access.ts';
import { ApiError, invalid, notFound } from '../http/errors.ts';
import type { World } from '../world.ts';
import { urlLife } from './file-store.ts';
import { redrawPicture } from './picture.ts';
import {
  announceFile,
  countOtherFiles,
  deleteUnfinished,
  type FileRow,
  giveUpPlace,
  lockOwnWork,
  markUploaded,
  selectFilesOfWorks,
  selectOwnFile,
} from './store.ts';

type UploadForm = z.output<typeof files.generatePreSignedUrl.body>;

type PhotoRow = Pick<FileRow, 'id' | 'workId' | 'fileName' | 'contentType' | 'createdAt'>;

/** A phone that had no signal may bring its pictures later. */
const daysToUpload = 7;
/** What every picture is redrawn as. */
const keptType = 'image/jpeg';

/**
 * Announces a photo of a visit that the caller made. The same id again answers with new addresses for the same file.
 * @returns where to PUT it, null when it was PUT already, and where it can be read once it is completed
 * @throws ApiError NOT_FOUND unless it is the caller's visit, NOT_ALLOWED_NOW when that was too long ago or has its
 * photos, CONFLICT for an id that is another file's
 */
export async function requestUpload(world: World, caller: Caller, form: UploadForm) {
  const own = profileIds(caller, 'PROFILE_TYPE_WORKER');
  const now = world.clock.now();
  const { file, mayBeThere } = await world.database.transaction(async (transaction) => {
    const work = await lockOwnWork(transaction, form.workId, own);
    if (!work) throw notFound('Visit');
    const fileId = form.fileId ?? randomUUIDv7();
    const again = await selectOwnFile(transaction, fileId, own);
    const isKnown = again?.workId === work.id;
    if (isKnown && again.uploadedAt) return { file: again, mayBeThere: true };
    if (!isKnown && work.date.until(businessDay(now)).days > daysToUpload) {
      throw new ApiError('NOT_ALLOWED_NOW', 'Photos can be added for a week after the visit.');
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

/** What people are shown says when and what, in our words: the uploader's could be anything. */
const photoName = (day: Temporal.PlainDate, fileId: string) => `visit-${day}-${fileId.slice(-6)}.jpg`;

/**
 * Keeps what was brought as a picture that is shown from now on, redrawn; again answers the same.
 * @throws ApiError NOT_FOUND unless it is the caller's file, NOT_ALLOWED_NOW while its bytes are not there, and when
 * others have taken its place since its address ended, INVALID_INPUT for what is no picture, which is then forgotten
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
  // Last, and again when this was called again: until the file is shown, what was brought is all there is.
  await world.files.removeUpload(file.id);
  return await toPhoto(world, file);
}

async function keepPicture(world: World, id: string): Promise<void> {
  const brought = await world.files.readUpload(id);
  if (!brought) {
    // Another call may have kept it, since this one began or before it was cut off.
    if (await world.files.has(id)) return;
    throw new ApiError('NOT_ALLOWED_NOW', 'The file has not arrived yet. Please upload it again.');
  }
  const picture = await redrawPicture(brought);
  if (!picture) {
    await world.files.removeUpload(id);
    // The row stays, so that what is brought by an address that is still good is forgotten with it.
    await giveUpPlace(world.database, id, world.clock.now().subtract(urlLife.upload));
    throw invalid(
      'params.fileId',
      'This file is no picture that can be shown. Please take a JPEG, PNG or WebP picture.',
    );
  }
  await world.files.keep(id, picture);
}

/** A file that was announced holds a place for as long as its address is good, unless what came was refused. */
async function requireRoom(
  world: World,
  transaction: Transaction,
  file: Pick<FileRow, 'id' | 'workId'>,
): Promise<void> {
  const stillGood = world.clock.now().subtract(urlLife.upload);
  if ((await countOtherFiles(transaction, file, stillGood)) < photosPerVisit) return;
  throw new ApiError('NOT_ALLOWED_NOW', `A visit can have ${photosPerVisit} photos.`);
}

/**
 * @param workIds visits that the caller may see; the caller of this has made sure of it
 * @returns their photos, oldest first, by visit
 */
export async function photosOfVisits(world: World, workIds: string[]): Promise<Map<string, Photo[]>> {
  return await photosOfFiles(world, await selectFilesOfWorks(world.database, workIds));
}

/** @returns files of visits as photos, in their order, by visit */
export async function photosOfFiles(world: World, rows: PhotoRow[]): Promise<Map<string, Photo[]>> {
  const photos = await Promise.all(rows.map((row) => toPhoto(world, row)));
  return Map.groupBy(photos, (photo) => photo.workId);
}

/** Forgets files that were announced and never brought. */
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
