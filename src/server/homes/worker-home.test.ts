import { expect } from 'vitest';
import { stepWork } from '../testing/engagement-calls.ts';
import {
  advanceFor,
  buildCoupon,
  buildEngagement,
  buildOnboardedWorker,
  buildProduct,
  claimEngagement,
  place,
  workUntil,
} from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, buildWorker, type Person } from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

const wednesday = '2027-03-10T09:00:00-06:00';

const home = async (yardpack: TestWorld, worker: Person) => {
  const { body } = await yardpack.call('getWorkerHome', {
    as: worker.accessToken,
    params: { workerProfileId: worker.profileId },
  });
  return body;
};

test('what is left today and what comes tomorrow, with the ways and the time in the yards', async ({ yardpack }) => {
  await yardpack.advance(wednesday);
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const [first, second, third] = [
    await buildEngagement(yardpack, customer),
    await buildEngagement(yardpack, customer),
    await buildEngagement(yardpack, customer),
  ];
  await yardpack.call('createScheduleTemplateDays', {
    as: worker.accessToken,
    body: {
      scheduleTemplateDays: [
        place(first, 'DAY_OF_WEEK_WEDNESDAY', 0),
        place(second, 'DAY_OF_WEEK_WEDNESDAY', 1),
        place(third, 'DAY_OF_WEEK_THURSDAY', 0),
      ],
    },
  });
  // All live at one address, so there is no way between them; nothing is known of how long they take.
  expect(await home(yardpack, worker)).toMatchObject({
    today: { day: 10 },
    left: { stops: 2, miles: 0, minutes: 40 },
    tomorrow: { stops: 1, miles: 0, minutes: 20 },
    proposalCount: 0,
    proposals: [],
  });
  await workUntil(yardpack, worker, first, 'WORK_STATUS_WORK_COMPLETED');
  expect((await home(yardpack, worker)).left.stops).toBe(1);
  // What was tapped in a second is no measure: a visit counts five minutes at least.
  expect((await home(yardpack, worker)).left.minutes).toBe(5);
});

test('a visit that was moved away, skipped or is on a day off is no stop, and one moved here is', async ({
  yardpack,
}) => {
  await yardpack.advance(wednesday);
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  await yardpack.call('createScheduleTemplateDays', {
    as: worker.accessToken,
    body: { scheduleTemplateDays: [place(engagement, 'DAY_OF_WEEK_THURSDAY')] },
  });
  expect((await home(yardpack, worker)).tomorrow.stops).toBe(1);
  const params = { engagementId: engagement.id };
  const date = { year: 2027, month: 3, day: 11 };
  await yardpack.call('createSkip', { as: customer.accessToken, params, body: { date } });
  expect((await home(yardpack, worker)).tomorrow.stops).toBe(0);
  const staff = await buildEmployee(yardpack);
  const { profileId: workerProfileId } = worker;
  const next = { date: { ...date, day: 18 }, workerProfileId };
  const toToday = { ...next, toDate: { ...date, day: 10 }, toWorkerProfileId: workerProfileId };
  const moved = await yardpack.call('moveVisit', { as: staff.accessToken, params, body: toToday });
  expect(moved.status).toBe(200);
  expect((await home(yardpack, worker)).left.stops).toBe(1);
});

test('open proposals, the nearest first, with what they pay and how much longer a day becomes', async ({
  yardpack,
}) => {
  await yardpack.advance(wednesday);
  const [near, far] = [await buildCustomer(yardpack), await buildCustomer(yardpack)];
  const worker = await buildOnboardedWorker(yardpack);
  const away = await yardpack.call('createAddress', {
    as: far.accessToken,
    params: { profileId: far.profileId },
    body: {
      profileId: far.profileId,
      streetAddress1: '1 Far St',
      city: 'Fayetteville',
      state: 'AR',
      zipCode: '72701',
      country: 'US',
    },
  });
  const farOne = await buildEngagement(yardpack, far, { serviceAddressId: away.body.address.id });
  const product = await buildProduct(yardpack);
  const nearOne = await buildEngagement(yardpack, near, { interval: 2, productId: product.id });
  const { proposals, proposalCount } = await home(yardpack, worker);
  expect(proposalCount).toBe(2);
  expect(proposals.map(({ engagementId }) => engagementId)).toEqual([nearOne.id, farOne.id]);
  expect(proposals[0]).toMatchObject({
    pay: 1200,
    minutesAdded: 20,
    dayOfWeek: null,
    payPerHour: 3600,
    interval: 2,
    productName: product.name,
    city: 'Bentonville',
  });
  expect(proposals[1]?.minutesAdded).toBeGreaterThan(50);
});

test('a proposal brings what its visits do, and says what the first does where a coupon is for that one', async ({
  yardpack,
}) => {
  await yardpack.advance(wednesday);
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  await buildCoupon(yardpack, { name: 'FREE', term: 'TERM_ONCE', percentOff: 100 });
  await buildCoupon(yardpack, { name: 'HALF', term: 'TERM_FOREVER', percentOff: 50 });
  await buildEngagement(yardpack, customer, { couponName: 'FREE' });
  await buildEngagement(yardpack, await buildCustomer(yardpack), { couponName: 'HALF' });
  const { proposals } = await home(yardpack, worker);
  expect(proposals.map(({ pay, firstPay, payPerHour }) => [pay, firstPay, payPerHour])).toEqual([
    [1200, 0, 3600],
    [600, null, 1800],
  ]);
});

test('who sees no proposals is shown none, and nobody else’s home', async ({ yardpack }) => {
  await yardpack.advance(wednesday);
  const customer = await buildCustomer(yardpack);
  await buildEngagement(yardpack, customer);
  const [onboarded, newcomer] = [await buildOnboardedWorker(yardpack), await buildWorker(yardpack)];
  expect((await home(yardpack, onboarded)).proposalCount).toBe(1);
  expect((await home(yardpack, newcomer)).proposalCount).toBe(0);
  const { status } = await yardpack.call('getWorkerHome', {
    as: newcomer.accessToken,
    params: { workerProfileId: onboarded.profileId },
  });
  expect(status).toBe(404);
});

test('a proposal counts the minutes that visits of its product take the worker, and names the weekday', async ({
  yardpack,
}) => {
  await yardpack.advance(wednesday);
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const [quick, deep, other] = [
    await buildProduct(yardpack),
    await buildProduct(yardpack),
    await buildProduct(yardpack),
  ];
  const [made, slow] = [
    await buildEngagement(yardpack, customer, { productId: quick.id }),
    await buildEngagement(yardpack, customer, { productId: deep.id }),
  ];
  await claimEngagement(yardpack, worker, made, ['DAY_OF_WEEK_WEDNESDAY']);
  await claimEngagement(yardpack, worker, slow, ['DAY_OF_WEEK_WEDNESDAY']);
  await workUntil(yardpack, worker, made, 'WORK_STATUS_WORK_COMPLETED');
  const work = await workUntil(yardpack, worker, slow, 'WORK_STATUS_WORK_STARTED');
  await advanceFor(yardpack, 'PT50M', [customer, worker]);
  await stepWork(yardpack, worker, work, 'WORK_STATUS_WORK_COMPLETED');
  const [usual, long, unknown] = [
    await buildEngagement(yardpack, customer, { productId: quick.id }),
    await buildEngagement(yardpack, customer, { productId: deep.id }),
    await buildEngagement(yardpack, customer, { productId: other.id }),
  ];
  const { proposals } = await home(yardpack, worker);
  const of = ({ id }: { id: string }) => proposals.find(({ engagementId }) => engagementId === id);
  // All live at one address. Of a product that was never visited the average of all visits counts.
  expect([usual, long, unknown].map((one) => of(one)?.minutesAdded)).toEqual([5, 50, 25]);
  expect(of(long)?.dayOfWeek).toBe('DAY_OF_WEEK_WEDNESDAY');
});

test('a product that a worker has never made counts by its multiplier what a plain visit takes, in proposals and on the way', async ({
  yardpack,
}) => {
  await yardpack.advance(wednesday);
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const [plain, deep, endless] = [
    await buildProduct(yardpack),
    await buildProduct(yardpack, { baseCostMultiplier: 2 }),
    await buildProduct(yardpack, { baseCostMultiplier: 10 }),
  ];
  const ask = (product: { id: string }) => buildEngagement(yardpack, customer, { productId: product.id });
  const [made, due] = [await ask(plain), await ask(deep)];
  const open = [await ask(plain), await ask(deep), await ask(endless)];
  const minutes = async () => {
    const { proposals } = await home(yardpack, worker);
    return open.map(({ id }) => proposals.find(({ engagementId }) => engagementId === id)?.minutesAdded);
  };
  await claimEngagement(yardpack, worker, made, ['DAY_OF_WEEK_WEDNESDAY']);
  await claimEngagement(yardpack, worker, due, ['DAY_OF_WEEK_WEDNESDAY']);
  expect(await minutes()).toEqual([20, 40, 90]);
  expect((await home(yardpack, worker)).left).toMatchObject({ stops: 2, minutes: 60 });
  const work = await workUntil(yardpack, worker, made, 'WORK_STATUS_WORK_STARTED');
  await advanceFor(yardpack, 'PT30M', [customer, worker]);
  await stepWork(yardpack, worker, work, 'WORK_STATUS_WORK_COMPLETED');
  expect(await minutes()).toEqual([30, 60, 90]);
  expect((await home(yardpack, worker)).left).toMatchObject({ stops: 1, minutes: 60 });
  // Once it was made, what it took counts; a plain one's measure is what both have taken.
  const second = await workUntil(yardpack, worker, due, 'WORK_STATUS_WORK_STARTED');
  await advanceFor(yardpack, 'PT45M', [customer, worker]);
  await stepWork(yardpack, worker, second, 'WORK_STATUS_WORK_COMPLETED');
  expect(await minutes()).toEqual([30, 45, 90]);
});

test('whom nobody came to on the last working day is named until the next one has passed, at most three days', async ({
  yardpack,
}) => {
  await yardpack.advance('2027-03-11T09:00:00-06:00');
  const worker = await buildOnboardedWorker(yardpack);
  const other = await buildOnboardedWorker(yardpack);
  const [ada, ben, cem] = [
    await buildCustomer(yardpack, { firstName: 'Ada', lastName: 'Moss' }),
    await buildCustomer(yardpack, { firstName: 'Ben', lastName: 'Moss' }),
    await buildCustomer(yardpack, { firstName: 'Cem', lastName: 'Moss' }),
  ];
  const days = [
    [ada, worker, 'DAY_OF_WEEK_THURSDAY'],
    [ben, worker, 'DAY_OF_WEEK_FRIDAY'],
    [ada, worker, 'DAY_OF_WEEK_FRIDAY'],
    [cem, other, 'DAY_OF_WEEK_SATURDAY'],
  ] as const;
  for (const [customer, claimer, day] of days) {
    await claimEngagement(yardpack, claimer, await buildEngagement(yardpack, customer), [day]);
  }
  const missedAt = async (at: string) => {
    await advanceFor(yardpack, at, [worker]);
    const { missed } = await home(yardpack, worker);
    return missed && [missed.date.day, missed.isTold, ...missed.names];
  };
  expect(await missedAt('2027-03-11T20:00:00-06:00')).toBeNull();
  // Before the morning in which the customer is told.
  expect(await missedAt('2027-03-12T07:30:00-06:00')).toEqual([11, false, 'Ada Moss']);
  expect(await missedAt('2027-03-12T09:00:00-06:00')).toEqual([11, true, 'Ada Moss']);
  expect(await missedAt('2027-03-13T09:00:00-06:00')).toEqual([12, true, 'Ada Moss', 'Ben Moss']);
  // The weekend, over which the clocks go forward; and on Tuesday it is long ago.
  expect(await missedAt('2027-03-15T09:00:00-05:00')).toEqual([12, true, 'Ada Moss', 'Ben Moss']);
  expect(await missedAt('2027-03-16T09:00:00-05:00')).toBeNull();
});
