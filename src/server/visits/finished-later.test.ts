import { expect } from 'vitest';
import { stepWork } from '../testing/engagement-calls.ts';
import {
  advanceFor,
  buildEngagement,
  buildOnboardedWorker,
  claimEngagement,
  workUntil,
} from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee } from '../testing/factories.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

const done = 'WORK_STATUS_WORK_COMPLETED';

test('of visits that were finished on the day after, by office or worker, only the day is read, and no minutes count; what they brought counts in no hour, and they are not on time', async ({
  yardpack,
}) => {
  await yardpack.advance('2027-03-10T09:00:00-06:00');
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const boss = await buildEmployee(yardpack);
  const services = [await buildEngagement(yardpack, customer), await buildEngagement(yardpack, customer)];
  const works: string[] = [];
  for (const service of services) {
    await claimEngagement(yardpack, worker, service, ['DAY_OF_WEEK_WEDNESDAY']);
    works.push(await workUntil(yardpack, worker, service, 'WORK_STATUS_WORK_STARTED'));
  }
  const [byOffice = '', byWorker = ''] = works;
  const onTheDay = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, onTheDay, ['DAY_OF_WEEK_WEDNESDAY']);
  const third = await workUntil(yardpack, worker, onTheDay, 'WORK_STATUS_WORK_STARTED');
  await advanceFor(yardpack, 'PT30M', [customer, worker, boss]);
  await stepWork(yardpack, worker, third, done);
  await advanceFor(yardpack, '2027-03-11T08:00:00-06:00', [customer, worker, boss]);
  await yardpack.call('finishVisit', { as: boss.accessToken, params: { workId: byOffice } });
  await stepWork(yardpack, worker, byWorker, done);
  await yardpack.advance('PT3M');

  const as = customer.accessToken;
  const ofCustomer = { customerProfileId: customer.profileId };
  const { services: atHome } = (await yardpack.call('getCustomerHome', { as, params: ofCustomer })).body;
  const last = { date: { day: 10 }, completedAt: null };
  expect(atHome.filter(({ engagementId }) => engagementId !== onTheDay.id)).toMatchObject([{ last }, { last }]);
  const timeless = { startedAt: null, completedAt: null };
  for (const { id } of services) {
    const { visits } = (await yardpack.call('listVisits', { as, params: { engagementId: id } })).body;
    expect(visits).toMatchObject([{ date: { day: 10 }, work: { status: done }, ...timeless }]);
  }
  const { bills } = (await yardpack.call('listBills', { as, params: ofCustomer })).body;
  const onBills = [];
  for (const { id } of bills) {
    const { visits } = (await yardpack.call('getBill', { as, params: { ...ofCustomer, billId: id } })).body;
    onBills.push(...visits.filter(({ completedAt }) => completedAt === null));
  }
  expect(onBills).toMatchObject(works.map(() => ({ date: { day: 10 }, ...timeless })));
  const query = { from: '2027-03-10', to: '2027-03-10' };
  const report = (await yardpack.call('getReport', { as: boss.accessToken, query })).body;
  expect(report.visits).toMatchObject({ done: 3, onTime: 1, revenue: 4500, revenueOfHours: 1500 });
  expect(report.visits.minutes).toBeGreaterThanOrEqual(30);
  const listed = { as: boss.accessToken, query: { ...query, figure: 'onTime' as const } };
  const { visits: onTime } = (await yardpack.call('listReportVisits', listed)).body;
  expect(onTime.map(({ engagementId }) => engagementId)).toEqual([onTheDay.id]);
  const begun = { as: boss.accessToken, query: { ...query, figure: 'begun' as const } };
  const rows = (await yardpack.call('listReportVisits', begun)).body.visits;
  expect(rows.map(({ minutes }) => minutes).filter((minutes) => minutes === null)).toEqual([null, null]);

  // How long visits take is known of that one only.
  await claimEngagement(yardpack, worker, await buildEngagement(yardpack, customer), ['DAY_OF_WEEK_FRIDAY']);
  const home = await yardpack.call('getWorkerHome', {
    as: worker.accessToken,
    params: { workerProfileId: worker.profileId },
  });
  expect(home.body.tomorrow).toMatchObject({ stops: 1, minutes: 30 });
});
