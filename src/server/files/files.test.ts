import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { photosPerVisit } from '#contract/files.ts';
import { businessDay, weekDayOf } from '#domain/calendar.ts';
import { sweep } from '../sweep.ts';
import {
  advanceFor,
  buildEngagement,
  buildOnboardedWorker,
  claimEngagement,
  workUntil,
} from '../testing/engagement-factories.ts';
import { buildCustomer, type Person } from '../testing/factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';
import { photosOfVisits } from './service.ts';

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

const picture = Buffer.from('\u0089PNG a closed gate');
const photo = () => ({ workId, fileName: 'gate.png', contentType: 'image/png', contentLength: picture.length });
const ask = (details: object = {}, as = worker) =>
  yard.call('generatePreSignedUrl', { as: as.accessToken, body: { ...photo(), ...details } });
const put = (url: string, bytes = picture, contentType = 'image/png') =>
  yard.app.inject({ method: 'PUT', url, payload: bytes, headers: { 'content-type': contentType } });
const complete = (fileId: string, as = worker) =>
  yard.call('completeUpload', { as: as.accessToken, params: { fileId } });
const photosOf = async (id: string) => (await photosOfVisits(yard.world, [id])).get(id) ?? [];

test('a photo is brought by a signed address, shown with its visit, and read back with its name', async () => {
  const { body } = await ask({ fileName: 'gate “closed”.png' });
  expect((await put(body.uploadUrl)).statusCode).toBe(200);
  expect(await photosOf(workId)).toEqual([]);
  expect((await complete(body.fileId)).status).toBe(200);
  const [shown] = await photosOf(workId);
  expect(shown).toMatchObject({ id: body.fileId, fileName: 'gate “closed”.png', contentType: 'image/png' });
  const read = await yard.app.inject(shown?.downloadUrl ?? '');
  expect(read.rawPayload.equals(picture)).toBe(true);
  expect(read.headers['content-disposition']).toBe(
    `attachment; filename="gate _closed_.png"; filename*=UTF-8''gate%20%E2%80%9Cclosed%E2%80%9D.png`,
  );
  expect(read.headers['content-type']).toBe('image/png');
  expect(read.headers['x-content-type-options']).toBe('nosniff');
});

test('the same id again is the same file: a lost answer makes no second photo', async () => {
  const fileId = randomUUID();
  const first = await ask({ fileId });
  const again = await ask({ fileId });
  expect([first.body.fileId, again.body.fileId]).toEqual([fileId, fileId]);
  await put(again.body.uploadUrl);
  await put(first.body.uploadUrl);
  const answers = await Promise.all([complete(fileId), complete(fileId), complete(fileId)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await photosOf(workId)).toHaveLength(1);
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
  const { uploadUrl } = body;
  expect((await put(uploadUrl, Buffer.from('longer than what was announced'))).statusCode).toBe(400);
  expect((await put(uploadUrl, picture, 'text/html')).statusCode).toBe(400);
  const other = uploadUrl.replace('image%2Fpng', 'text%2Fhtml');
  expect((await put(other, picture, 'text/html')).statusCode).toBe(404);
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
  [{ fileName: '' }, 'body.fileName', 'File name is required.'],
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

test('photos come late by a week at most, and what never came is forgotten with its bytes', async () => {
  const { body } = await ask();
  await put(body.uploadUrl);
  await advanceFor(yard, 'P7D', [worker]);
  expect((await ask()).status).toBe(200);
  await advanceFor(yard, 'P1D', [worker]);
  expect((await ask()).error.message).toBe('Photos can be added for a week after the visit.');
  const folder = join(yard.world.config.DATA_DIR, 'files');
  await sweep(yard.world);
  expect(await readdir(folder)).not.toContain(`${body.fileId}.bin`);
  expect((await complete(body.fileId)).status).toBe(404);
});
