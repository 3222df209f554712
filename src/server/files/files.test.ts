import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, isNotNull } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { businessDay, weekDayOf } from '#domain/calendar.ts';
import { photosPerVisit } from '#domain/visit-limits.ts';
import { files } from '../database/schema/files.ts';
import { visits } from '../database/schema/visits.ts';
import { sweep } from '../sweep.ts';
import { insertSkips } from '../testing/begun-visits.ts';
import {
  advanceFor,
  buildEngagement,
  buildOnboardedWorker,
  claimEngagement,
  workUntil,
} from '../testing/engagement-factories.ts';
import { buildCustomer, type Person } from '../testing/factories.ts';
import { tinyPicture } from '../testing/pictures.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';
import { takeBackOff } from '../visits/off-store.ts';
import { photosOfFiles } from './service.ts';

let yard: TestWorld;
let worker: Person;
let customer: Person;
let workId: string;

beforeAll(async () => {
  yard = await createTestWorld();
});
beforeEach(async () => {
  [worker, customer] = [await buildOnboardedWorker(yard), await buildCustomer(yard)];
  const engagement = await buildEngagement(yard, customer);
  await claimEngagement(yard, worker, engagement, [weekDayOf(businessDay(yard.world.clock.now()))]);
  workId = await workUntil(yard, worker, engagement, 'WORK_STATUS_WORK_STARTED');
});
afterAll(() => yard.close());

const photo = () => ({ workId, contentType: 'image/png', contentLength: tinyPicture.length });
const ask = (details: object = {}, as = worker) =>
  yard.call('generatePreSignedUrl', { as: as.accessToken, body: { ...photo(), ...details } });
const put = (url: string | null, bytes = tinyPicture, contentType = 'image/png') =>
  yard.app.inject({ method: 'PUT', url: url ?? '', payload: bytes, headers: { 'content-type': contentType } });
const complete = (fileId: string, as = worker) =>
  yard.call('completeUpload', { as: as.accessToken, params: { fileId } });
/** Announces and PUTs a file. @returns its addresses and its id */
async function bring(bytes = tinyPicture, contentType = 'image/png', as = worker) {
  const { body } = await ask({ contentType, contentLength: bytes.length }, as);
  expect((await put(body.uploadUrl, bytes, contentType)).statusCode).toBe(200);
  return body;
}
const read = (url: string | undefined) => yard.app.inject(url ?? '');
const filesOf = (part = '') => readdir(join(yard.world.config.DATA_DIR, 'files', part));
async function photosOf(id: string) {
  const isThere = and(eq(files.workId, id), isNotNull(files.uploadedAt));
  const rows = await yard.world.database.select().from(files).where(isThere);
  return (await photosOfFiles(yard.world, rows)).get(id) ?? [];
}

test('a photo is brought by a signed address, shown with its visit, and read back by a name of ours', async () => {
  const body = await bring();
  expect((await read(body.downloadUrl)).statusCode).toBe(404);
  expect(await photosOf(workId)).toEqual([]);
  expect((await complete(body.fileId)).status).toBe(200);
  const [shown] = await photosOf(workId);
  const fileName = `visit-${businessDay(yard.world.clock.now())}-${body.fileId.slice(-6)}.jpg`;
  expect(shown).toMatchObject({ id: body.fileId, fileName, contentType: 'image/jpeg' });
  const { headers, rawPayload } = await read(shown?.downloadUrl);
  expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1, height: 3 });
  expect(headers['content-disposition']).toBe(`attachment; filename="${fileName}"; filename*=UTF-8''${fileName}`);
  expect(headers['content-type']).toBe('image/jpeg');
  expect(headers['x-content-type-options']).toBe('nosniff');
  // A mail program on the web shows it on a page of its own.
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
});

test('the same id again is the same file: a lost answer makes no second photo', async () => {
  const fileId = randomUUID();
  const first = await ask({ fileId });
  const again = await ask({ fileId });
  expect([first.body.fileId, again.body.fileId]).toEqual([fileId, fileId]);
  const { body } = await put(again.body.uploadUrl).then(() => ask({ fileId }));
  expect(body).toMatchObject({ fileId, uploadUrl: null });
  const answers = await Promise.all([complete(fileId), complete(fileId), complete(fileId)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await photosOf(workId)).toHaveLength(1);
  expect((await ask({ fileId })).body.uploadUrl).toBeNull();
});

test('an address is good for one write: what was brought or shown is not replaced', async () => {
  const fileId = randomUUID();
  const [one, other] = [await ask({ fileId }), await ask({ fileId })];
  const puts = await Promise.all([put(one.body.uploadUrl), put(other.body.uploadUrl)]);
  expect(puts.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412]);
  const { rawPayload } = await complete(fileId).then(({ body }) => read(body.photo.downloadUrl));
  const red = await sharp({ create: { width: 1, height: 3, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const replacement = Buffer.concat([red, Buffer.alloc(Math.max(0, tinyPicture.length - red.length))]);
  expect((await put(one.body.uploadUrl, replacement.subarray(0, tinyPicture.length))).statusCode).toBe(412);
  expect((await complete(fileId)).status).toBe(200);
  expect((await read(one.body.downloadUrl)).rawPayload.equals(rawPayload)).toBe(true);
  expect(await filesOf('uploads')).not.toContain(`${fileId}.bin`);
});

test('a file that was kept while the server fell is shown when the phone asks again', async () => {
  const { fileId } = await bring();
  await yard.world.files.keep(fileId, await sharp(tinyPicture).jpeg().toBuffer());
  await yard.world.files.removeUpload(fileId);
  expect((await complete(fileId)).status).toBe(200);
  expect(await photosOf(workId)).toHaveLength(1);
});

test('what is no picture is refused, forgotten and never shown', async () => {
  const program = Buffer.from(`MZ${'\0'.repeat(200)}This program cannot be run in DOS mode.`);
  const { fileId, downloadUrl } = await bring(program, 'image/jpeg');
  const { status, error } = await complete(fileId);
  const message = 'This file is no picture that can be shown. Please take a JPEG, PNG or WebP picture.';
  expect([status, error.fields]).toEqual([400, [{ path: 'params.fileId', message }]]);
  expect([await photosOf(workId), (await read(downloadUrl)).statusCode]).toEqual([[], 404]);
  expect(await filesOf('uploads')).not.toContain(`${fileId}.bin`);
  expect(await filesOf()).not.toContain(`${fileId}.bin`);
  // The same file may be uploaded again.
  const { body } = await ask({ fileId });
  await put(body.uploadUrl);
  expect((await complete(fileId)).status).toBe(200);
});

test('what is shown has no place, no time and no bytes of anything else', async () => {
  const taken = await sharp({ create: { width: 6, height: 4, channels: 3, background: 'teal' } })
    .withExif({
      IFD0: { Make: 'Phone', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 16/1 1/1', GPSLongitudeRef: 'W', GPSLongitude: '97/1 44/1 1/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(taken).metadata()).exif?.toString('latin1')).toContain('Phone');
  const { fileId } = await bring(Buffer.concat([taken, Buffer.from('PK\u0003\u0004 invoice.exe')]), 'image/jpeg');
  const { body } = await complete(fileId);
  const { rawPayload } = await read(body.photo.downloadUrl);
  const { width, height, exif, orientation } = await sharp(rawPayload).metadata();
  expect({ width, height, exif, orientation }).toEqual({ width: 4, height: 6 });
  expect(rawPayload.toString('latin1')).not.toMatch(/Exif|Phone|invoice/);
});

test('what has not arrived is not shown, and says so', async () => {
  const { body } = await ask();
  const { status, error } = await complete(body.fileId);
  expect([status, error.errorCode]).toEqual([409, 'NOT_ALLOWED_NOW']);
  expect(error.message).toContain('has not arrived');
  expect(await photosOf(workId)).toEqual([]);
});

test('a signed address takes only what it was signed for, for as long as it is good', async () => {
  const { body } = await ask();
  const uploadUrl = body.uploadUrl ?? '';
  expect((await put(uploadUrl, Buffer.from('longer than what was announced'))).statusCode).toBe(400);
  expect((await put(uploadUrl, tinyPicture, 'text/html')).statusCode).toBe(400);
  const other = uploadUrl.replace('image%2Fpng', 'text%2Fhtml');
  expect((await put(other, tinyPicture, 'text/html')).statusCode).toBe(404);
  expect((await put(uploadUrl.replace(body.fileId, randomUUID()))).statusCode).toBe(404);
  expect((await put(uploadUrl.replace(/signature=../, 'signature=xx'))).statusCode).toBe(404);
  expect((await yard.app.inject(uploadUrl)).statusCode).toBe(404);
  expect((await yard.app.inject(body.downloadUrl.replace('/files/', '/files/../'))).statusCode).toBe(404);
  await advanceFor(yard, 'PT16M', [worker]);
  expect((await put(uploadUrl)).statusCode).toBe(404);
  expect((await complete(body.fileId)).status).toBe(409);
});

test('only the worker who made the visit may add a photo to it', async () => {
  const other = await buildOnboardedWorker(yard);
  expect((await ask({}, other)).status).toBe(404);
  expect((await ask({}, customer)).status).toBe(403);
  expect((await ask({ workId: randomUUID() })).status).toBe(404);
  const { body } = await ask();
  await put(body.uploadUrl);
  expect((await complete(body.fileId, other)).status).toBe(404);
  const otherEngagement = await buildEngagement(yard, customer);
  await claimEngagement(yard, other, otherEngagement, [weekDayOf(businessDay(yard.world.clock.now()))]);
  const otherWork = await workUntil(yard, other, otherEngagement, 'WORK_STATUS_PENDING');
  expect((await ask({ workId: otherWork, fileId: body.fileId }, other)).error.errorCode).toBe('CONFLICT');
});

test.each([
  [{ contentType: 'image/svg+xml' }, 'body.contentType', 'Please take a JPEG, PNG or WebP picture.'],
  [{ contentLength: 0 }, 'body.contentLength', 'This picture is empty.'],
  [{ contentLength: 10_485_761 }, 'body.contentLength', 'This picture is larger than 10 MB.'],
])('a picture with %j is refused', async (details, path, message) => {
  const { status, error } = await ask(details);
  expect(status).toBe(400);
  expect(error.fields).toContainEqual({ path, message });
});

test('a visit has no more photos than it may, also when they are asked for at once', async () => {
  const answers = await Promise.all(Array.from({ length: photosPerVisit + 4 }, () => ask()));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(photosPerVisit);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(4);
});

test('one that was refused gives its place to another at once', async () => {
  const program = Buffer.from(`MZ${'\0'.repeat(200)}`);
  const refused = await bring(program, 'image/jpeg');
  await Promise.all(Array.from({ length: photosPerVisit - 1 }, () => ask()));
  expect((await ask()).status).toBe(409);
  expect((await complete(refused.fileId)).status).toBe(400);
  expect((await ask()).status).toBe(200);
  expect((await ask()).status).toBe(409);
  // The file cannot come back past the limit.
  expect((await ask({ fileId: refused.fileId })).status).toBe(409);
});

test('one that was announced and never came holds its place for as long as its address is good', async () => {
  const announced = await Promise.all(Array.from({ length: photosPerVisit }, () => ask()));
  for (const { body } of announced) await put(body.uploadUrl);
  const [kept, late, renewed] = announced.map(({ body }) => body.fileId);
  expect((await complete(kept ?? '')).status).toBe(200);
  await advanceFor(yard, 'PT14M', [worker]);
  expect((await ask()).status).toBe(409);
  expect((await ask({ fileId: renewed })).status).toBe(200);
  await advanceFor(yard, 'PT2M', [worker]);
  const others = await Promise.all(Array.from({ length: photosPerVisit }, () => ask()));
  const taken = others.filter(({ status }) => status === 200).map(({ body }) => body);
  expect(taken).toHaveLength(photosPerVisit - 2);
  for (const { uploadUrl } of taken) await put(uploadUrl);

  const limit = `A visit can have ${photosPerVisit} photos.`;
  expect((await ask({ fileId: late })).error.message).toBe(limit);
  const answers = await Promise.all(
    [late, renewed, ...taken.map(({ fileId }) => fileId)].map((id) => complete(id ?? '')),
  );
  expect(answers.map(({ status }) => status)).toEqual([409, 200, 200, 200, 200, 200]);
  expect(answers[0]?.error.message).toBe(limit);
  expect(await photosOf(workId)).toHaveLength(photosPerVisit);
});

test('a photo is deleted by its worker with its bytes, on the day of the visit', async () => {
  const remove = (fileId: string, as = worker) => yard.call('deletePhoto', { as: as.accessToken, params: { fileId } });
  const { fileId } = await bring();
  await complete(fileId);
  const before = (await filesOf()).length;
  expect((await remove(fileId, await buildOnboardedWorker(yard))).status).toBe(404);
  expect((await remove(fileId)).status).toBe(200);
  expect(await filesOf()).toHaveLength(before - 1);
  expect((await photosOf(workId)).map(({ id }) => id)).not.toContain(fileId);
  expect((await remove(fileId)).status).toBe(404);

  const proof = await bring();
  await complete(proof.fileId);
  const [work] = await yard.world.database.select().from(visits).where(eq(visits.id, workId));
  if (!work) throw new Error('No visit');
  const skip = { engagementId: work.engagementId, date: work.day, kind: 'could-not', skippedBy: 'worker' } as const;
  const [made] = await insertSkips(yard.world.database, {
    ...skip,
    workerProfileId: worker.profileId,
    reason: 'The gate is locked',
    createdAt: yard.world.clock.now(),
  });
  expect((await remove(proof.fileId)).error.message).toBe(
    'This photo stays: it shows why the visit could not be done.',
  );
  const change = { at: yard.world.clock.now(), by: null };
  await yard.world.database.transaction((transaction) => takeBackOff(transaction, [made?.id ?? ''], change));
  await advanceFor(yard, 'P1D', [worker]);
  expect((await remove(proof.fileId)).error.message).toBe('Photos can be deleted on the day of the visit only.');
});

test('photos come late by a week at most, and what never came is forgotten with its bytes', async () => {
  const { body } = await ask();
  await put(body.uploadUrl);
  await advanceFor(yard, 'P7D', [worker]);
  expect((await ask()).status).toBe(200);
  await advanceFor(yard, 'P1D', [worker]);
  expect((await ask()).error.message).toBe('Photos can be added for a week after the visit.');
  await sweep(yard.world);
  expect(await filesOf('uploads')).not.toContain(`${body.fileId}.bin`);
  expect((await complete(body.fileId)).status).toBe(404);
});
