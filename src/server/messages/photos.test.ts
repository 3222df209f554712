import { randomUUID } from 'node:crypto';
import { test as base, expect } from 'vitest';
import type { Engagement } from '#contract/engagements.ts';
import { businessDay, weekDayOf } from '#domain/calendar.ts';
import { sweep } from '../sweep.ts';
import { stepWork } from '../testing/engagement-calls.ts';
import { buildEngagement, buildOnboardedWorker, claimEngagement, workUntil } from '../testing/engagement-factories.ts';
import { buildCustomer, mailsTo, type Person } from '../testing/factories.ts';
import { tinyPicture } from '../testing/pictures.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

type Visit = { yardpack: TestWorld; customer: Person; worker: Person; engagement: Engagement; workId: string };

/** A visit whose work has started. */
const test = base.extend<{ visit: Visit }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest asks for the pattern
  visit: async ({}, use) => {
    const yardpack = await createTestWorld();
    const [worker, customer] = [await buildOnboardedWorker(yardpack), await buildCustomer(yardpack)];
    const engagement = await buildEngagement(yardpack, customer);
    await claimEngagement(yardpack, worker, engagement, [weekDayOf(businessDay(yardpack.world.clock.now()))]);
    const workId = await workUntil(yardpack, worker, engagement, 'WORK_STATUS_WORK_STARTED');
    await use({ yardpack, customer, worker, engagement, workId });
    await yardpack.close();
  },
});

async function addPhoto({ yardpack, worker, workId }: Visit): Promise<string> {
  const fileId = randomUUID();
  const body = { workId, fileId, contentType: 'image/png', contentLength: tinyPicture.length };
  const asked = await yardpack.call('generatePreSignedUrl', { as: worker.accessToken, body });
  const headers = { 'content-type': 'image/png' };
  await yardpack.app.inject({ method: 'PUT', url: asked.body.uploadUrl ?? '', headers, payload: tinyPicture });
  const kept = await yardpack.call('completeUpload', { as: worker.accessToken, params: { fileId } });
  expect(kept.status).toBe(200);
  return fileId;
}

const finish = ({ yardpack, worker, workId }: Visit) =>
  stepWork(yardpack, worker, workId, 'WORK_STATUS_WORK_COMPLETED');
const doneMail = async ({ yardpack, customer }: Visit) => {
  await yardpack.advance('PT61S');
  await sweep(yardpack.world);
  await yardpack.drain();
  return (await mailsTo(yardpack, customer, /done/))[0];
};
const addressIn = (text = '') => /\/p\/[\w-]{22}/.exec(text)?.[0];

test('who has a visit done sees its newest photo, without signing in, for a month', async ({ visit }) => {
  const { yardpack, customer } = visit;
  await addPhoto(visit);
  const newest = await addPhoto(visit);
  await finish(visit);
  const mail = await doneMail(visit);
  const address = addressIn(mail?.text);
  expect(address).toBeDefined();
  expect(mail?.html).toContain(`<img src="http://localhost:3000${address}.jpg"`);
  expect(mail?.text).not.toContain('%photo%');
  const texts = (await yardpack.messages()).filter(({ channel, to }) => channel === 'text' && to === customer.phone);
  expect(texts.map(({ text }) => text)).toContainEqual(
    expect.stringContaining(` Photo: http://localhost:3000${address}`),
  );
  const page = await yardpack.app.inject(address ?? '');
  expect([page.statusCode, page.headers['cache-control'], page.headers['x-robots-tag']]).toEqual([
    200,
    'no-store',
    'noindex',
  ]);
  const picture = await yardpack.app.inject(`${address}.jpg`);
  expect(picture.statusCode).toBe(302);
  expect(String(picture.headers.location)).toContain(newest);
  expect((await yardpack.app.inject(String(picture.headers.location))).headers['content-type']).toBe('image/jpeg');
  // Nobody guesses another one, and in the end it is over.
  expect((await yardpack.app.inject(`/p/${'x'.repeat(22)}`)).statusCode).toBe(404);
  await yardpack.advance('P30D');
  expect((await yardpack.app.inject(address ?? '')).statusCode).toBe(404);
  expect((await yardpack.app.inject(`${address}.jpg`)).statusCode).toBe(404);
});

test('a photo that is deleted within the minute is in no message', async ({ visit }) => {
  const { yardpack, worker } = visit;
  const fileId = await addPhoto(visit);
  await finish(visit);
  const deleted = await yardpack.call('deletePhoto', { as: worker.accessToken, params: { fileId } });
  expect(deleted.status).toBe(200);
  const mail = await doneMail(visit);
  expect(mail?.subject).toBe('Your yard is done');
  expect([addressIn(mail?.text), addressIn(mail?.html ?? '')]).toEqual([undefined, undefined]);
  expect(`${mail?.text}${mail?.html}`).not.toMatch(/%photo%|photo of the visit/);
});

test('a photo that is deleted later is shown no more', async ({ visit }) => {
  const { yardpack, worker } = visit;
  const fileId = await addPhoto(visit);
  await finish(visit);
  const address = addressIn((await doneMail(visit))?.text) ?? '';
  expect((await yardpack.app.inject(address)).statusCode).toBe(200);
  await yardpack.call('deletePhoto', { as: worker.accessToken, params: { fileId } });
  const page = await yardpack.app.inject(address);
  expect([page.statusCode, page.body.includes('not here anymore')]).toEqual([404, true]);
});
