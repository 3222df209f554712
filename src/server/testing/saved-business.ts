import { expect } from 'vitest';
import { chargedVisit } from './billing-fixture.ts';
import { buildOnboardedWorker } from './engagement-factories.ts';
import { buildCustomer } from './factories.ts';
import { tinyPicture } from './pictures.ts';
import { hearAllOfStripe } from './stripe-news.ts';
import type { TestWorld } from './world.ts';

/**
 * A small business that is worth a backup: a visit that was paid, with a photo. Nothing of it is under way any more.
 * @returns the photo's id
 */
export async function buildBusinessToSave(yard: TestWorld): Promise<string> {
  const [customer, worker] = [await buildCustomer(yard), await buildOnboardedWorker(yard)];
  const { workId } = await chargedVisit({ test: yard, customer, worker });
  const { body } = await yard.call('generatePreSignedUrl', {
    as: worker.accessToken,
    body: { workId, contentType: 'image/png', contentLength: tinyPicture.length },
  });
  const payload = { method: 'PUT', payload: tinyPicture, headers: { 'content-type': 'image/png' } } as const;
  await yard.app.inject({ ...payload, url: body.uploadUrl ?? '' });
  const params = { fileId: body.fileId };
  expect((await yard.call('completeUpload', { as: worker.accessToken, params })).status).toBe(200);
  await hearAllOfStripe(yard);
  return body.fileId;
}
