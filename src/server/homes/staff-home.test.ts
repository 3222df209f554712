import { expect } from 'vitest';
import { advanceFor, buildEngagement, buildOnboardedWorker, claimEngagement } from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, type Person } from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

const read = async (yardpack: TestWorld, { accessToken: as }: Person) =>
  (await yardpack.call('getStaffHome', { as })).body;

test('customers who are served, and who came and went in this week', async ({ yardpack }) => {
  await yardpack.advance('2027-03-10T09:00:00-06:00');
  const [staying, leaving] = [await buildCustomer(yardpack), await buildCustomer(yardpack)];
  const [worker, staff] = [await buildOnboardedWorker(yardpack), await buildEmployee(yardpack)];
  for (const customer of [staying, staying, leaving]) {
    const engagement = await buildEngagement(yardpack, customer);
    await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  }
  expect(await read(yardpack, staff)).toEqual({
    today: { year: 2027, month: 3, day: 10 },
    customers: { active: 2, joined: 2, left: 0 },
  });
  // The week after: who asks for another service has not joined again, and who ends one of two has not left.
  await advanceFor(yardpack, '2027-03-15T00:30:00-05:00', [staying, leaving, staff]);
  const another = await buildEngagement(yardpack, staying);
  const { body } = await yardpack.call('listCustomerEngagements', {
    as: leaving.accessToken,
    params: { customerProfileId: leaving.profileId },
  });
  for (const [customer, id] of [
    [staying, another.id],
    [leaving, body.engagements[0]?.id ?? ''],
  ] as const) {
    await yardpack.call('updateEngagement', {
      as: customer.accessToken,
      params: { engagementId: id },
      body: { status: 'ENGAGEMENT_STATUS_CANCELLED' },
    });
  }
  expect((await read(yardpack, staff)).customers).toEqual({ active: 1, joined: 0, left: 1 });
});
