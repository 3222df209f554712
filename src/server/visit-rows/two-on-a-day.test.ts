import { expect } from 'vitest';
import { plainDate } from '#domain/calendar.ts';
import { insertSkips, insertWork } from '../testing/begun-visits.ts';
import { buildEngagement, claimEngagement } from '../testing/engagement-factories.ts';
import { march, marchTest } from '../testing/march-business.ts';

/** A service can have two visits on one day, one of which is off: what became of the one is not said of the other. */

marchTest('a visit that was made is not shown as the one that was taken off on its day', async ({ people }) => {
  const { yardpack, customer, wren, office } = people;
  const { database, clock } = yardpack.world;
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  const ofDay = { engagementId: engagement.id, date: plainDate(march(8)), createdAt: clock.now() };
  await insertSkips(database, { ...ofDay, skippedBy: 'customer', reason: 'We are in Paris.' });
  const { id } = await insertWork(database, {
    ...{ ...ofDay, workerProfileId: wren.profileId, status: 'WORK_STATUS_WORK_COMPLETED' },
    ...{ travelStartedAt: clock.now(), workStartedAt: clock.now(), workCompletedAt: clock.now() },
  });

  const params = { customerProfileId: customer.profileId };
  const record = await yardpack.call('getCustomer', { as: office.accessToken, params });
  expect(new Set(record.body.visits.map(({ status, skip }) => [status, skip?.kind ?? null].join()))).toEqual(
    new Set(['WORK_STATUS_WORK_COMPLETED,', ',skipped']),
  );
  expect(record.body.visits.map((visit) => visit.id)).toContain(id);
});
