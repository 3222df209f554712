import { test as base, expect } from 'vitest';
import type { CalendarDay } from '#domain/calendar.ts';
import {
  advanceFor,
  buildCoupon,
  buildEngagement,
  buildOnboardedWorker,
  claimEngagement,
  workUntil,
} from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, type Person } from '../testing/factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

const test = base.extend<{ yardpack: TestWorld }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest asks for the pattern
  yardpack: async ({}, use) => {
    const world = await createTestWorld();
    await use(world);
    await world.close();
  },
});

const list = (yardpack: TestWorld, person: Person, engagementId: string) =>
  yardpack.call('listVisits', { as: person.accessToken, params: { engagementId } });
const label = ({ month, day }: CalendarDay) => `${month}/${day}`;

test('visits with times and charges, newest first, and the next dates', async ({ yardpack }) => {
  await yardpack.advance('2027-03-10T09:00:00-06:00');
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  await buildCoupon(yardpack);
  const engagement = await buildEngagement(yardpack, customer, { interval: 2, couponName: 'WELCOME' });
  expect((await list(yardpack, customer, engagement.id)).body).toEqual({
    today: { year: 2027, month: 3, day: 10 },
    visits: [],
    upcoming: [],
    skippable: [],
    skips: [],
    openAmount: 0,
    nextDiscount: 300,
  });
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  const due = (await list(yardpack, customer, engagement.id)).body;
  expect(due.upcoming.map(label)).toEqual(['3/10', '3/24', '4/7', '4/21', '5/5']);

  const first = await workUntil(yardpack, worker, engagement, 'WORK_STATUS_WORK_COMPLETED');
  await yardpack.drain();
  await advanceFor(yardpack, '2027-03-24T08:00:00-05:00', [customer, worker]);
  const second = await workUntil(yardpack, worker, engagement, 'WORK_STATUS_WORK_STARTED');
  const { visits, upcoming, nextDiscount } = (await list(yardpack, customer, engagement.id)).body;
  expect(visits).toMatchObject([
    { work: { id: second, status: 'WORK_STATUS_WORK_STARTED' }, date: { day: 24 }, completedAt: null, charge: null },
    {
      work: { id: first, status: 'WORK_STATUS_WORK_COMPLETED' },
      charge: { amount: 1200, discount: 300, status: 'paid', stripePaymentMethodId: engagement.stripePaymentMethodId },
      photos: [],
    },
  ]);
  expect(visits[0]?.startedAt).toMatch(/^2027-03-24T13:0/);
  expect(visits[1]?.completedAt).toMatch(/^2027-03-10T15:0/);
  expect(upcoming.map(label)).toEqual(['4/7', '4/21', '5/5', '5/19', '6/2']);
  expect(nextDiscount).toBe(0);
});

test('others do not see the visits, and a worker sees those of his own', async ({ yardpack }) => {
  await yardpack.advance('2027-03-10T09:00:00-06:00');
  const customer = await buildCustomer(yardpack);
  const stranger = await buildCustomer(yardpack);
  const employee = await buildEmployee(yardpack);
  const [ada, bob] = [await buildOnboardedWorker(yardpack), await buildOnboardedWorker(yardpack)];
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, ada, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  await workUntil(yardpack, ada, engagement, 'WORK_STATUS_WORK_COMPLETED');
  const seen = async (person: Person) => {
    const { status, body } = await list(yardpack, person, engagement.id);
    return status === 200 ? body.visits.length : status;
  };
  expect(await seen(customer)).toBe(1);
  expect(await seen(employee)).toBe(1);
  expect(await seen(ada)).toBe(1);
  expect(await seen(bob)).toBe(404);
  expect(await seen(stranger)).toBe(404);
  await yardpack.call('updateEngagement', {
    as: ada.accessToken,
    params: { engagementId: engagement.id },
    body: { status: 'ENGAGEMENT_STATUS_PROPOSED' },
  });
  expect(await seen(bob)).toBe(0);
  expect(await seen(customer)).toBe(1);
});

test("what a visit cost, and whether it was paid, is the customer's affair", async ({ yardpack }) => {
  await yardpack.advance('2027-03-10T09:00:00-06:00');
  const customer = await buildCustomer(yardpack);
  const employee = await buildEmployee(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  await workUntil(yardpack, worker, engagement, 'WORK_STATUS_WORK_COMPLETED');
  await yardpack.drain();
  const charge = async (person: Person) => (await list(yardpack, person, engagement.id)).body.visits[0]?.charge;
  expect(await charge(customer)).toMatchObject({ amount: 1500, status: 'paid' });
  expect(await charge(employee)).toMatchObject({ amount: 1500, status: 'paid' });
  expect(await charge(worker)).toBeNull();
});

test('the photos of a visit are shown with it, once they were brought', async ({ yardpack }) => {
  await yardpack.advance('2027-03-10T09:00:00-06:00');
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  const workId = await workUntil(yardpack, worker, engagement, 'WORK_STATUS_WORK_STARTED');
  const picture = Buffer.from('a closed gate');
  const { body } = await yardpack.call('generatePreSignedUrl', {
    as: worker.accessToken,
    body: { workId, fileName: 'gate.png', contentType: 'image/png', contentLength: picture.length },
  });
  const headers = { 'content-type': 'image/png' };
  await yardpack.app.inject({ method: 'PUT', url: body.uploadUrl, payload: picture, headers });
  const photos = async () => (await list(yardpack, customer, engagement.id)).body.visits[0]?.photos;
  expect(await photos()).toEqual([]);
  await yardpack.call('completeUpload', { as: worker.accessToken, params: { fileId: body.fileId } });
  expect(await photos()).toMatchObject([{ id: body.fileId, workId, fileName: 'gate.png' }]);
});
