import { expect } from 'vitest';
import { sweep } from '../sweep.ts';
import { advanceFor, buildEngagement, buildOnboardedWorker, claimEngagement } from '../testing/engagement-factories.ts';
import { buildCustomer, mailsTo } from '../testing/factories.ts';
import { yardpackTest } from '../testing/yardpack-test.ts';

yardpackTest('who has waited for a keeper for three days is told once, by day', async ({ yardpack }) => {
  await yardpack.advance('2027-03-08T22:00:00-06:00');
  const customer = await buildCustomer(yardpack, { firstName: 'Casey' });
  const wren = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  const taken = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, taken, ['DAY_OF_WEEK_FRIDAY']);
  const told = async () => (await mailsTo(yardpack, customer, /still looking/)).map(({ text }) => text);
  const later = async (to: string) => {
    await advanceFor(yardpack, to, [customer, wren]);
    await Promise.all([sweep(yardpack.world), sweep(yardpack.world)]);
    await yardpack.drain();
  };
  await later('2027-03-11T21:59:00-06:00');
  // The three days are over at night.
  await later('2027-03-11T22:01:00-06:00');
  expect(await told()).toEqual([]);
  await later('2027-03-12T09:00:00-06:00');
  await later('2027-03-20T09:00:00-05:00');
  const letters = await told();
  expect(letters).toHaveLength(1);
  expect(letters[0]).toContain('nobody has accepted “Yard cleanup” at 100 Main St yet. We are still looking.');
  expect(letters[0]).toContain('Waits since: Mon, Mar 8');
  expect(letters[0]).toContain(`/engagements/${engagement.id}`);
  // Given back after a claim, it waits anew, and is told of once more.
  await claimEngagement(yardpack, wren, engagement, ['DAY_OF_WEEK_TUESDAY']);
  await yardpack.call('updateEngagement', {
    as: wren.accessToken,
    params: { engagementId: engagement.id },
    body: { status: 'ENGAGEMENT_STATUS_PROPOSED' },
  });
  await later('2027-03-22T09:00:00-05:00');
  expect(await told()).toHaveLength(1);
  await later('2027-03-23T10:00:00-05:00');
  expect(await told()).toHaveLength(2);
});
