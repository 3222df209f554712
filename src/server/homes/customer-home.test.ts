import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { arrivalWindow, minutesUntilLast } from '#domain/route-time.ts';
import { engagements } from '../database/schema/engagements.ts';
import { moveEngagement, startWork, stepWork } from '../testing/engagement-calls.ts';
import {
  advanceFor,
  buildEngagement,
  buildOnboardedWorker,
  claimEngagement,
  place,
  workUntil,
} from '../testing/engagement-factories.ts';
import { buildCustomer, type Person } from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

const wednesday = '2027-03-10T09:00:00-06:00';

const home = async (yardpack: TestWorld, customer: Person) => {
  const { body } = await yardpack.call('getCustomerHome', {
    as: customer.accessToken,
    params: { customerProfileId: customer.profileId },
  });
  return body;
};

test('who comes next, how the visit goes, and how the last one was', async ({ yardpack }) => {
  await yardpack.advance(wednesday);
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  expect(await home(yardpack, customer)).toMatchObject({ services: [] });
  const engagement = await buildEngagement(yardpack, customer);
  expect(await home(yardpack, customer)).toMatchObject({
    services: [{ status: 'ENGAGEMENT_STATUS_PROPOSED', next: null, last: null, priceToAgreeTo: null }],
  });
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  expect(await home(yardpack, customer)).toMatchObject({
    today: { day: 10 },
    services: [{ next: { date: { day: 10 }, workerName: 'Pat L.', step: null, between: null } }],
  });
  const { body } = await startWork(yardpack, worker, engagement.id);
  await stepWork(yardpack, worker, body.work.id, 'WORK_STATUS_TRAVEL_STARTED');
  expect(await home(yardpack, customer)).toMatchObject({
    services: [{ next: { step: { status: 'WORK_STATUS_TRAVEL_STARTED' }, between: null } }],
  });
  for (const status of ['TRAVEL_COMPLETED', 'WORK_STARTED', 'WORK_COMPLETED'] as const) {
    await stepWork(yardpack, worker, body.work.id, `WORK_STATUS_${status}`);
  }
  expect(await home(yardpack, customer)).toMatchObject({
    services: [
      { next: { date: { day: 17 }, step: null }, last: { date: { day: 10 }, workerName: 'Pat L.', photos: [] } },
    ],
  });
});

test('a visit that was begun and left is told of until it is closed, or nobody can finish it anymore', async ({
  yardpack,
}) => {
  await yardpack.advance(wednesday);
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  await startWork(yardpack, worker, engagement.id);
  expect(await home(yardpack, customer)).toMatchObject({ services: [{ unfinished: null }] });
  await advanceFor(yardpack, '2027-03-11T09:00:00-06:00', [customer]);
  expect(await home(yardpack, customer)).toMatchObject({
    services: [{ unfinished: { date: { day: 10 }, workerName: 'Pat L.' }, failed: null }],
  });
  await advanceFor(yardpack, '2027-03-18T09:00:00-06:00', [customer]);
  expect(await home(yardpack, customer)).toMatchObject({ services: [{ unfinished: null }] });
});

test('who left reads when the last visit was; who is new, whether anything is offered', async ({ yardpack }) => {
  await yardpack.advance(wednesday);
  const customer = await buildCustomer(yardpack);
  expect(await home(yardpack, customer)).toMatchObject({ services: [], lastOfAll: null, hasProduct: false });
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  await workUntil(yardpack, worker, engagement, 'WORK_STATUS_WORK_COMPLETED');
  expect(await home(yardpack, customer)).toMatchObject({ lastOfAll: null, services: [{ isPausedUnpaid: false }] });
  expect((await moveEngagement(yardpack, customer, engagement.id, 'PAUSED')).status).toBe(200);
  await yardpack.world.database
    .update(engagements)
    .set({ isPausedUnpaid: true })
    .where(eq(engagements.id, engagement.id));
  expect(await home(yardpack, customer)).toMatchObject({ services: [{ isPausedUnpaid: true, next: null }] });
  await yardpack.world.database
    .update(engagements)
    .set({ status: 'ENGAGEMENT_STATUS_CANCELLED', isPausedUnpaid: false })
    .where(eq(engagements.id, engagement.id));
  expect(await home(yardpack, customer)).toMatchObject({
    services: [],
    lastOfAll: { date: { day: 10 }, workerName: 'Pat L.' },
    hasProduct: true,
  });
});

test('whose services have all ended hears of a calendar’s address that can still be read', async ({ yardpack }) => {
  await yardpack.advance(wednesday);
  const customer = await buildCustomer(yardpack);
  const feed = { as: customer.accessToken, params: { customerProfileId: customer.profileId } };
  const engagement = await buildEngagement(yardpack, customer);
  expect((await yardpack.call('renewCalendarFeed', feed)).status).toBe(200);
  // Who has a service finds it there anyway.
  expect(await home(yardpack, customer)).toMatchObject({ services: [{}], hasFeed: false });
  await moveEngagement(yardpack, customer, engagement.id, 'CANCELLED');
  expect(await home(yardpack, customer)).toMatchObject({ services: [], lastOfAll: null, hasFeed: true });
  expect((await yardpack.call('endCalendarFeed', feed)).status).toBe(200);
  expect(await home(yardpack, customer)).toMatchObject({ services: [], hasFeed: false });
});

test('days away are left out, a skip too, and the next visit is the one after', async ({ yardpack }) => {
  await yardpack.advance(wednesday);
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_THURSDAY']);
  const params = { engagementId: engagement.id };
  const as = customer.accessToken;
  const day = (of: number) => ({ year: 2027, month: 3, day: of });
  await yardpack.call('createSkip', { as, params, body: { date: day(11) } });
  await yardpack.call('createHold', { as, params, body: { firstDay: day(15), lastDay: day(19) } });
  expect(await home(yardpack, customer)).toMatchObject({
    services: [{ next: { date: day(25), yardsBefore: null }, hold: { firstDay: day(15), lastDay: day(19) } }],
  });
});

test('when the worker comes is known once the day has begun, by what is before it', async ({ yardpack }) => {
  await yardpack.advance(wednesday);
  const [first, second, third] = [
    await buildCustomer(yardpack),
    await buildCustomer(yardpack),
    await buildCustomer(yardpack),
  ];
  const worker = await buildOnboardedWorker(yardpack);
  const engagements = [
    await buildEngagement(yardpack, first),
    await buildEngagement(yardpack, second),
    await buildEngagement(yardpack, third),
  ];
  await yardpack.call('createScheduleTemplateDays', {
    as: worker.accessToken,
    body: { scheduleTemplateDays: engagements.map((one, index) => place(one, 'DAY_OF_WEEK_WEDNESDAY', index)) },
  });
  const next = async () => (await home(yardpack, third)).services[0]?.next;
  expect(await next()).toMatchObject({ between: null, yardsBefore: 2 });
  const [one] = engagements;
  if (!one) throw new Error('No engagement');
  const windowOf = async () => (await next())?.between ?? undefined;
  const until = (moment: string | undefined) =>
    yardpack.world.clock
      .now()
      .until(Temporal.Instant.from(moment ?? ''))
      .total('minutes');
  // On the way to the day's first yard: that one and the second are before it, 40 minutes, of which 32 to 65, in quarters.
  const workId = await workUntil(yardpack, worker, one, 'WORK_STATUS_TRAVEL_STARTED');
  const early = await windowOf();
  expect(until(early?.from)).toBeGreaterThan(15);
  expect(until(early?.from)).toBeLessThanOrEqual(32);
  expect(until(early?.to)).toBeGreaterThanOrEqual(65);
  expect(until(early?.to)).toBeLessThan(80);
  for (const step of ['TRAVEL_COMPLETED', 'WORK_STARTED', 'WORK_COMPLETED'] as const) {
    await stepWork(yardpack, worker, workId, `WORK_STATUS_${step}`);
  }
  // The second yard is before it: 20 minutes, of which 16 to 40, in quarters.
  const { between: window, yardsBefore } = (await next()) ?? {};
  expect(window).not.toBeNull();
  expect(yardsBefore).toBe(1);
  expect(until(window?.from)).toBeGreaterThan(0);
  expect(until(window?.from)).toBeLessThanOrEqual(16);
  expect(until(window?.to)).toBeGreaterThanOrEqual(40);
  expect(until(window?.to)).toBeLessThan(55);
  // So late that nobody would come by then, and so late that it would be the next day.
  await advanceFor(yardpack, '2027-03-10T20:50:00-06:00', [third, worker]);
  expect(await next()).toMatchObject({ date: { day: 10 }, between: null, yardsBefore: 1 });
  await advanceFor(yardpack, '2027-03-10T23:20:00-06:00', [third, worker]);
  await startWork(yardpack, worker, engagements[2]?.id ?? '');
  expect(await next()).toMatchObject({ date: { day: 10 }, between: null, yardsBefore: 1 });
});

test('from 21:00 on nobody comes today, unless somebody begins the visit after all', async ({ yardpack }) => {
  await yardpack.advance(wednesday);
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  const at = async (time: string) => {
    await advanceFor(yardpack, `2027-03-10T${time}:00-06:00`, [customer, worker]);
    return (await home(yardpack, customer)).services[0];
  };
  const nextOnItsPage = async () => {
    const params = { engagementId: engagement.id };
    return (await yardpack.call('listVisits', { as: customer.accessToken, params })).body.upcoming[0]?.day;
  };
  expect(await at('20:59')).toMatchObject({ next: { date: { day: 10 } }, failed: null });
  expect(await nextOnItsPage()).toBe(10);
  const missed = { failed: { date: { day: 10 }, kind: 'missed', reason: null }, next: { date: { day: 17 } } };
  expect(await at('21:00')).toMatchObject(missed);
  expect(await nextOnItsPage()).toBe(17);
  expect(await at('23:57')).toMatchObject(missed);
  await startWork(yardpack, worker, engagement.id);
  expect(await at('23:58')).toMatchObject({ next: { date: { day: 10 }, step: {} }, failed: null });
});

test('what somebody takes over, or plans, once the work of the day is over was not due on it', async ({ yardpack }) => {
  await yardpack.advance('2027-03-10T21:30:00-06:00');
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer, { frequency: 2 });
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  const seen = async () => (await home(yardpack, customer)).services[0];
  expect(await seen()).toMatchObject({ next: { date: { day: 17 } }, failed: null });
  await advanceFor(yardpack, '2027-03-11T21:30:00-06:00', [customer, worker]);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_THURSDAY']);
  expect(await seen()).toMatchObject({ next: { date: { day: 17 } }, failed: null });
});

test('a missed visit is told of until one is made, and a closed day is not today anymore', async ({ yardpack }) => {
  await yardpack.advance(wednesday);
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  await advanceFor(yardpack, '2027-03-11T09:00:00-06:00', [customer, worker]);
  expect(await home(yardpack, customer)).toMatchObject({
    today: { day: 11 },
    services: [{ failed: { date: { day: 10 }, kind: 'missed' }, next: { date: { day: 17 } } }],
  });
});

test('minutes of a route are those of the ways and of the yards before the last', () => {
  const here = { latitude: 36.37, longitude: -94.2 };
  expect(minutesUntilLast(here, [here])).toBe(0);
  expect(minutesUntilLast(here, [here, here, here])).toBe(40);
  // A tenth of a degree is 6.9 miles as the crow flies, 8.3 by road.
  expect(minutesUntilLast(here, [{ ...here, latitude: 36.47 }])).toBeCloseTo(19.9, 0);
});

test('when somebody comes is said in quarters, and never begins before now', () => {
  const windowAt = (time: string, minutes: number) => {
    const { from, to } = arrivalWindow(Temporal.Instant.from(`2027-03-10T${time}Z`), minutes);
    return [from, to].map((moment) => moment.toString().slice(11, 16));
  };
  expect(windowAt('15:07:00', 20)).toEqual(['15:15', '16:00']);
  expect(windowAt('15:07:00', 0)).toEqual(['15:07', '15:30']);
  expect(windowAt('15:13:00', 1)).toEqual(['15:13', '15:30']);
  expect(windowAt('15:15:00', 0)).toEqual(['15:15', '15:30']);
});
