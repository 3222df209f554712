import { expect } from 'vitest';
import { moveEngagement } from '../testing/engagement-calls.ts';
import { advanceFor, buildEngagement, claimEngagement, workUntil } from '../testing/engagement-factories.ts';
import { agreeToAll, mailsTo } from '../testing/factories.ts';
import { marchTest as test } from '../testing/march-business.ts';

test.for([
  ['while a visit is under way', 'WORK_STATUS_WORK_STARTED', true],
  ['when the visit is done', 'WORK_STATUS_WORK_COMPLETED', false],
  ['with nothing begun', undefined, false],
  ['when a visit was left days ago', 'WORK_STATUS_WORK_STARTED', false, 'P3D'],
] as const)('who pauses %s reads of one that is under way: %s', async ([_, status, isUnderWay, later], { people }) => {
  const { yardpack, customer, wren } = people;
  await agreeToAll(yardpack.world, customer);
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, engagement, ['DAY_OF_WEEK_MONDAY']);
  if (status) await workUntil(yardpack, wren, engagement, status);
  if (status === 'WORK_STATUS_WORK_COMPLETED') await advanceFor(yardpack, 'PT5M', [customer]);
  if (later) await advanceFor(yardpack, later, [customer]);
  expect((await moveEngagement(yardpack, customer, engagement.id, 'PAUSED')).status).toBe(200);
  await yardpack.advance('PT1M');
  await yardpack.drain();
  const [mail] = await mailsTo(yardpack, customer, /You have paused/);
  expect(/under way/.test(mail?.text ?? 'under way')).toBe(isUnderWay);
});
