import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { engagements, scheduleTemplateDays } from '../database/schema/engagements.ts';
import { buildEngagement, buildOnboardedWorker, claimEngagement } from '../testing/engagement-factories.ts';
import { buildCustomer } from '../testing/factories.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

test('a place in a plan always has the worker of its engagement, whoever writes what', async ({ yardpack }) => {
  const { database } = yardpack.world;
  const customer = await buildCustomer(yardpack);
  const [first, second] = [await buildOnboardedWorker(yardpack), await buildOnboardedWorker(yardpack)];
  const [moving, staying] = [await buildEngagement(yardpack, customer), await buildEngagement(yardpack, customer)];
  for (const engagement of [moving, staying]) {
    await claimEngagement(yardpack, first, engagement, ['DAY_OF_WEEK_MONDAY']);
  }
  const workers = async () => {
    const rows = await database
      .select({ templateId: scheduleTemplateDays.scheduleTemplateId, worker: scheduleTemplateDays.workerProfileId })
      .from(scheduleTemplateDays);
    const workerOf = Object.fromEntries(rows.map(({ templateId, worker }) => [templateId, worker]));
    return [moving, staying].map(({ scheduleTemplate }) => workerOf[scheduleTemplate.id]);
  };
  expect(await workers()).toEqual([first.profileId, first.profileId]);

  await database.update(engagements).set({ workerProfileId: second.profileId }).where(eq(engagements.id, moving.id));
  expect(await workers()).toEqual([second.profileId, first.profileId]);

  await database.update(scheduleTemplateDays).set({ workerProfileId: null });
  expect(await workers()).toEqual([second.profileId, first.profileId]);
});
