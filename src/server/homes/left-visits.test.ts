import { expect } from 'vitest';
import { moveEngagement, startWork, stepWork } from '../testing/engagement-calls.ts';
import {
  advanceFor,
  buildEngagement,
  buildOnboardedWorker,
  claimEngagement,
  workUntil,
} from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, mailsTo } from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

const day = { year: 2027, month: 3, day: 10 };

/** A visit of Wednesday, 10 March 2027, to which its worker is on the way. */
async function buildOnTheWay(yardpack: TestWorld) {
  await yardpack.advance('2027-03-10T09:00:00-06:00');
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack, { firstName: 'Walt', lastName: 'Jansen' });
  const staff = await buildEmployee(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  const workId = await workUntil(yardpack, worker, engagement, 'WORK_STATUS_TRAVEL_STARTED');
  await yardpack.advance('PT3M');
  const home = async () => {
    const params = { customerProfileId: customer.profileId };
    return (await yardpack.call('getCustomerHome', { as: customer.accessToken, params })).body;
  };
  const visit = async () => {
    const params = { engagementId: engagement.id };
    return (await yardpack.call('listVisits', { as: customer.accessToken, params })).body.visits[0];
  };
  const desk = async () => (await yardpack.call('getStaffDesk', { as: staff.accessToken })).body;
  return { customer, worker, staff, engagement, workId, home, visit, desk };
}

test('a visit under way stays on the home of who cancels the only service, until it is over', async ({ yardpack }) => {
  const { customer, worker, engagement, workId, home } = await buildOnTheWay(yardpack);
  await moveEngagement(yardpack, customer, engagement.id, 'CANCELLED');
  const begun = { date: day, workerName: 'Walt J.', step: { status: 'WORK_STATUS_TRAVEL_STARTED' } };
  expect(await home()).toMatchObject({
    services: [{ status: 'ENGAGEMENT_STATUS_CANCELLED', next: begun, unfinished: null }],
    lastOfAll: null,
  });
  await advanceFor(yardpack, '2027-03-11T09:00:00-06:00', [customer, worker]);
  expect(await home()).toMatchObject({ services: [{ next: null, unfinished: { date: day, workerName: 'Walt J.' } }] });
  for (const status of ['TRAVEL_COMPLETED', 'WORK_STARTED', 'WORK_COMPLETED'] as const) {
    await stepWork(yardpack, worker, workId, `WORK_STATUS_${status}`);
  }
  expect(await home()).toMatchObject({ services: [], lastOfAll: { date: day, workerName: 'Walt J.' } });
});

test('a visit whose worker’s account is closed is on the way to nobody, and the office finishes or ends it', async ({
  yardpack,
}) => {
  const { customer, worker, staff, workId, home, visit, desk } = await buildOnTheWay(yardpack);
  const other = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, other, ['DAY_OF_WEEK_WEDNESDAY']);
  const { body } = await startWork(yardpack, worker, other.id);
  await stepWork(yardpack, worker, body.work.id, 'WORK_STATUS_TRAVEL_STARTED');
  expect(await desk()).toMatchObject({ visits: { counts: { 'under-way': 2 } }, unfinishedVisits: { count: 0 } });
  expect(await visit()).toMatchObject({ isLeft: false });
  const params = { profileId: worker.profileId };
  expect((await yardpack.call('closeAccount', { as: staff.accessToken, params })).status).toBe(200);
  const searched = { status: 'ENGAGEMENT_STATUS_PROPOSED', next: null, unfinished: { date: day } };
  expect(await home()).toMatchObject({ services: [searched, searched] });
  expect(await visit()).toMatchObject({ isLeft: true });
  expect(await desk()).toMatchObject({ visits: { counts: { 'under-way': 0 } }, unfinishedVisits: { count: 2 } });
  const finished = await yardpack.call('finishVisit', { as: staff.accessToken, params: { workId } });
  const ended = await yardpack.call('createSkip', {
    as: staff.accessToken,
    params: { engagementId: other.id },
    body: { date: day },
  });
  expect([finished.status, ended.status]).toEqual([200, 200]);
  expect(await desk()).toMatchObject({ unfinishedVisits: { count: 0 } });
  expect(await visit()).toMatchObject({
    work: { status: 'WORK_STATUS_WORK_COMPLETED' },
    isLeft: false,
    completedAt: null,
  });
  await yardpack.advance('PT3M');
  const [letter] = await mailsTo(yardpack, customer, /looking for another keeper/);
  expect(letter?.text).toContain('Until then nobody comes, and nothing new is charged.');
});

test('who reads that their keeper is looked for while that one is on the way reads that the visit is made', async ({
  yardpack,
}) => {
  const { customer, worker, engagement } = await buildOnTheWay(yardpack);
  await moveEngagement(yardpack, worker, engagement.id, 'PROPOSED');
  await yardpack.advance('PT3M');
  const [letter] = await mailsTo(yardpack, customer, /looking for another keeper/);
  expect(letter?.text).toContain('The visit that has begun today is still made.');
});
