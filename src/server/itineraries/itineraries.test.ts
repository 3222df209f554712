import { randomUUIDv7 } from 'node:crypto';
import { expect } from 'vitest';
import type { Job } from '#contract/itineraries.ts';
import { plainDate } from '#domain/calendar.ts';
import { jobsOf, moveEngagement, startWork, stepWork, weekQuery } from '../testing/engagement-calls.ts';
import {
  advanceFor,
  buildEngagement,
  buildOnboardedWorker,
  claimEngagement,
  workUntil,
} from '../testing/engagement-factories.ts';
import { buildCustomer, mailsTo, type Person } from '../testing/factories.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

const datesOf = (jobs: Job[]) => jobs.map((job) => plainDate(job.scheduleInstance.date).toString());

// 10 March 2027 is a Wednesday; clocks go forward on Sunday the 14th.
const wednesday = '2027-03-10T09:00:00-06:00';

test('a week has the visits that are due, from the start on, by weekday and position', async ({ yardpack }) => {
  await yardpack.advance(wednesday);
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const startDay = { year: 2027, month: 3, day: 12 };
  const twice = await buildEngagement(yardpack, customer, { frequency: 2, startDay });
  const once = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, twice, ['DAY_OF_WEEK_WEDNESDAY', 'DAY_OF_WEEK_FRIDAY']);
  await claimEngagement(yardpack, worker, once, ['DAY_OF_WEEK_FRIDAY']);
  const unscheduled = await buildEngagement(yardpack, customer);
  const [day] = await claimEngagement(yardpack, worker, unscheduled, ['DAY_OF_WEEK_MONDAY']);
  await yardpack.call('deleteScheduleTemplateDays', {
    as: worker.accessToken,
    body: { scheduleTemplateDaysIds: [day?.id] },
  });

  const jobs = await jobsOf(yardpack, worker);
  expect(
    jobs.map(({ engagement, work, scheduleInstance: { dayOfWeek, sequence, date } }) => [
      engagement.id,
      work,
      dayOfWeek,
      sequence,
      date.day,
    ]),
  ).toEqual([
    [unscheduled.id, null, 'DAY_OF_WEEK_UNKNOWN', 0, 8],
    [once.id, null, 'DAY_OF_WEEK_FRIDAY', 0, 12],
    [twice.id, null, 'DAY_OF_WEEK_FRIDAY', 1, 12],
  ]);
  expect(jobs[0]).toMatchObject({
    customerProfile: { id: customer.profileId, firstName: 'Pat', lastName: 'Lee', phone: customer.phone },
    engagement: { billingAddress: null, stripePaymentMethodId: null },
  });
  const nextWeek = await jobsOf(yardpack, worker, weekQuery(yardpack, Temporal.PlainDate.from('2027-03-17')));
  expect(datesOf(nextWeek)).toEqual(['2027-03-15', '2027-03-17', '2027-03-19', '2027-03-19']);
});

test('every other week keeps its weeks and days across both changes of the clock and the new year', async ({
  yardpack,
}) => {
  await yardpack.advance(wednesday);
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer, { interval: 2 });
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_SUNDAY']);
  const dates: string[] = [];
  for (
    let monday = Temporal.PlainDate.from('2027-03-08');
    monday.year < 2028 || monday.month < 3;
    monday = monday.add({ weeks: 1 })
  ) {
    dates.push(...datesOf(await jobsOf(yardpack, worker, weekQuery(yardpack, monday))));
  }
  const expected: string[] = [];
  for (
    let date = Temporal.PlainDate.from('2027-03-14');
    date.toString() < '2028-03-06';
    date = date.add({ days: 14 })
  ) {
    expected.push(date.toString());
  }
  expect(dates).toEqual(expected);
});

test('today is the day in Arkansas, in the last hour before midnight and after the clock went forward', async ({
  yardpack,
}) => {
  // Claimed early enough in the evening for a first visit on the same day.
  await yardpack.advance('2027-03-13T19:00:00-06:00');
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer, { frequency: 2 });
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_SATURDAY', 'DAY_OF_WEEK_SUNDAY']);
  await advanceFor(yardpack, '2027-03-13T23:30:00-06:00', [worker]);
  const saturday = await startWork(yardpack, worker, engagement.id);
  expect(saturday.status).toBe(200);
  await advanceFor(yardpack, '2027-03-14T23:30:00-05:00', [worker]);
  const { body } = await yardpack.call('getItinerary', {
    as: worker.accessToken,
    params: { workerProfileId: worker.profileId },
    query: weekQuery(yardpack),
  });
  expect(body.today).toEqual({ year: 2027, month: 3, day: 14 });
  const late = await stepWork(yardpack, worker, saturday.body.work.id, 'WORK_STATUS_TRAVEL_STARTED');
  expect(late.status).toBe(200);
  const sunday = await startWork(yardpack, worker, engagement.id);
  expect(sunday.status).toBe(200);
  expect(sunday.body.work.id).not.toBe(saturday.body.work.id);
});

test('who claims during a week has nothing due before that day, nor what another worker missed', async ({
  yardpack,
}) => {
  await yardpack.advance('2027-03-08T09:00:00-06:00');
  const customer = await buildCustomer(yardpack);
  const [before, after] = [await buildOnboardedWorker(yardpack), await buildOnboardedWorker(yardpack)];
  const engagement = await buildEngagement(yardpack, customer, { frequency: 3 });
  const days = ['DAY_OF_WEEK_MONDAY', 'DAY_OF_WEEK_TUESDAY', 'DAY_OF_WEEK_FRIDAY'] as const;
  await claimEngagement(yardpack, before, engagement, [...days]);
  await advanceFor(yardpack, wednesday, [before, after]);
  const seen = async (worker: Person) =>
    (await jobsOf(yardpack, worker)).map((job) => [job.scheduleInstance.date.day, job.skip?.kind]);
  const missed = [
    [8, 'missed'],
    [9, 'missed'],
  ];
  expect(await seen(before)).toEqual([...missed, [12, undefined]]);
  for (const status of ['PAUSED', 'RUNNING']) await moveEngagement(yardpack, customer, engagement.id, status);
  expect(await seen(before)).toEqual([...missed, [12, undefined]]);
  await moveEngagement(yardpack, before, engagement.id, 'PROPOSED');
  await claimEngagement(yardpack, after, engagement, [...days]);
  expect(await seen(after)).toEqual([[12, undefined]]);
});

test('a year without week 53 has none', async ({ yardpack }) => {
  const worker = await buildOnboardedWorker(yardpack);
  const ask = (year: string, week: string) =>
    yardpack.call('getItinerary', {
      as: worker.accessToken,
      params: { workerProfileId: worker.profileId },
      query: { year, week },
    });
  expect((await ask('2026', '53')).status).toBe(200);
  const { status, error } = await ask('2027', '53');
  expect([status, error.fields?.[0]?.path]).toEqual([400, 'querystring.week']);
  expect((await ask('2027', '0')).status).toBe(400);
});

test('a visit goes its one way, sets the engagement running and tells the customer', async ({ yardpack }) => {
  await yardpack.advance(wednesday);
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack, { firstName: 'Ada', lastName: 'Love' });
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  const started = await Promise.all(Array.from({ length: 5 }, () => startWork(yardpack, worker, engagement.id)));
  expect(started.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
  const workId = started[0]?.body.work.id ?? '';
  expect(new Set(started.map((answer) => answer.body.work.id))).toEqual(new Set([workId]));
  const [job] = await jobsOf(yardpack, worker);
  expect(job).toMatchObject({
    work: { id: workId, status: 'WORK_STATUS_PENDING' },
    engagement: { status: 'ENGAGEMENT_STATUS_RUNNING' },
  });

  const skipsAhead = await stepWork(yardpack, worker, workId, 'WORK_STATUS_WORK_COMPLETED');
  expect([skipsAhead.status, skipsAhead.error.errorCode]).toEqual([409, 'NOT_ALLOWED_NOW']);
  expect((await stepWork(yardpack, worker, workId, 'WORK_STATUS_NOT_STARTED')).status).toBe(409);
  for (const status of [
    'WORK_STATUS_TRAVEL_STARTED',
    'WORK_STATUS_TRAVEL_COMPLETED',
    'WORK_STATUS_WORK_STARTED',
    'WORK_STATUS_WORK_COMPLETED',
  ] as const) {
    expect((await stepWork(yardpack, worker, workId, status)).body.work).toMatchObject({ id: workId, status });
    expect((await stepWork(yardpack, worker, workId, status)).status).toBe(200);
    await yardpack.advance('PT1M');
  }
  expect((await stepWork(yardpack, worker, workId, 'WORK_STATUS_PENDING')).status).toBe(409);
  const subjects = (await mailsTo(yardpack, customer)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject === 'Ada L. is on the way')).toHaveLength(1);
  expect(subjects.filter((subject) => subject === 'Your yard is done')).toHaveLength(1);
});

test('twenty calls that complete a visit at once make one charge', async ({ yardpack }) => {
  await yardpack.advance(wednesday);
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  const workId = await workUntil(yardpack, worker, engagement, 'WORK_STATUS_WORK_STARTED');
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => stepWork(yardpack, worker, workId, 'WORK_STATUS_WORK_COMPLETED')),
  );
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
  const { rows } = await yardpack.world.database.$client.query('select work_id, amount from charges');
  expect(rows).toEqual([{ work_id: workId, amount: 1500 }]);
  await yardpack.advance('PT1M');
  const payments = await yardpack.world.database.$client.query('select amount, status from payments');
  expect(payments.rows).toEqual([{ amount: 1500, status: 'paid' }]);
});

test('only what is due today can be started', async ({ yardpack }) => {
  await yardpack.advance(wednesday);
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const refused = async (engagementId: string) => {
    const { status, error } = await startWork(yardpack, worker, engagementId);
    return [status, error.errorCode];
  };
  const engagement = await buildEngagement(yardpack, customer);
  expect(await refused(engagement.id)).toEqual([404, 'NOT_FOUND']);
  const [thursday] = await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_THURSDAY']);
  expect(await refused(engagement.id)).toEqual([409, 'NOT_ALLOWED_NOW']);
  const later = await buildEngagement(yardpack, customer, { startDay: { year: 2027, month: 3, day: 17 } });
  await claimEngagement(yardpack, worker, later, ['DAY_OF_WEEK_WEDNESDAY']);
  expect(await refused(later.id)).toEqual([409, 'NOT_ALLOWED_NOW']);
  const paused = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, paused, ['DAY_OF_WEEK_WEDNESDAY']);
  await yardpack.call('updateEngagement', {
    as: customer.accessToken,
    params: { engagementId: paused.id },
    body: { status: 'ENGAGEMENT_STATUS_PAUSED' },
  });
  expect(await refused(paused.id)).toEqual([409, 'NOT_ALLOWED_NOW']);
  expect(datesOf(await jobsOf(yardpack, worker))).toEqual(['2027-03-11']);

  // A visit done on Thursday and moved to Friday is not done twice in a week that was asked for once.
  await advanceFor(yardpack, '2027-03-11T09:00:00-06:00', [worker]);
  await workUntil(yardpack, worker, engagement, 'WORK_STATUS_WORK_COMPLETED');
  await yardpack.call('updateScheduleTemplateDays', {
    as: worker.accessToken,
    body: { scheduleTemplateDays: [{ ...thursday, dayOfWeek: 'DAY_OF_WEEK_FRIDAY' }] },
  });
  await advanceFor(yardpack, '2027-03-12T09:00:00-06:00', [worker]);
  expect(await refused(engagement.id)).toEqual([409, 'NOT_ALLOWED_NOW']);
});

test('a start that was kept on a phone over midnight starts nothing but the visit it was meant for', async ({
  yardpack,
}) => {
  // Claimed early enough in the evening for a first visit on the same day.
  await yardpack.advance('2027-03-10T19:00:00-06:00');
  const worker = await buildOnboardedWorker(yardpack);
  const daily = ['DAY_OF_WEEK_WEDNESDAY', 'DAY_OF_WEEK_THURSDAY'] as const;
  const details = { frequency: 2 };
  const customer = await buildCustomer(yardpack);
  const [unsent, unanswered] = [
    await buildEngagement(yardpack, customer, details),
    await buildEngagement(yardpack, customer, details),
  ];
  for (const engagement of [unsent, unanswered]) await claimEngagement(yardpack, worker, engagement, daily);
  await advanceFor(yardpack, '2027-03-10T23:59:00-06:00', [worker]);
  const startOn = (engagementId: string, day: number) =>
    yardpack.call('createWork', {
      as: worker.accessToken,
      params: { workerProfileId: worker.profileId },
      body: { engagementId, date: { year: 2027, month: 3, day } },
    });
  const first = await startOn(unanswered.id, 10);
  expect((await startOn(unsent.id, 11)).error.errorCode).toBe('NOT_ALLOWED_NOW');

  await advanceFor(yardpack, '2027-03-11T00:01:00-06:00', [worker]);
  expect((await startOn(unsent.id, 10)).error.errorCode).toBe('NOT_ALLOWED_NOW');
  expect((await startOn(unanswered.id, 10)).body.work.id).toBe(first.body.work.id);
  const works = (await jobsOf(yardpack, worker)).filter(({ work }) => work);
  expect(works.map(({ scheduleInstance }) => scheduleInstance.date.day)).toEqual([10]);
});

test("another worker's week, engagement and visit are not there", async ({ yardpack }) => {
  await yardpack.advance(wednesday);
  const customer = await buildCustomer(yardpack);
  const [ada, bob] = [await buildOnboardedWorker(yardpack), await buildOnboardedWorker(yardpack)];
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, ada, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  const workId = await workUntil(yardpack, ada, engagement, 'WORK_STATUS_WORK_STARTED');
  expect((await startWork(yardpack, bob, engagement.id)).status).toBe(404);
  expect((await stepWork(yardpack, bob, workId, 'WORK_STATUS_WORK_COMPLETED')).status).toBe(404);
  expect((await stepWork(yardpack, ada, randomUUIDv7(), 'WORK_STATUS_WORK_COMPLETED')).status).toBe(404);
  expect(await jobsOf(yardpack, bob)).toEqual([]);
  const foreign = await yardpack.call('getItinerary', {
    as: bob.accessToken,
    params: { workerProfileId: ada.profileId },
    query: weekQuery(yardpack),
  });
  expect(foreign.status).toBe(404);
});

test('a visit stays in the week it was made in, whatever becomes of the engagement', async ({ yardpack }) => {
  await yardpack.advance(wednesday);
  const customer = await buildCustomer(yardpack);
  const [ada, bob] = [await buildOnboardedWorker(yardpack), await buildOnboardedWorker(yardpack)];
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, ada, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  const workId = await workUntil(yardpack, ada, engagement, 'WORK_STATUS_WORK_COMPLETED');
  await yardpack.call('updateEngagement', {
    as: ada.accessToken,
    params: { engagementId: engagement.id },
    body: { status: 'ENGAGEMENT_STATUS_PROPOSED' },
  });
  await claimEngagement(yardpack, bob, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  expect(await jobsOf(yardpack, ada)).toMatchObject([
    { work: { id: workId }, scheduleInstance: { dayOfWeek: 'DAY_OF_WEEK_WEDNESDAY' } },
  ]);
  expect(await jobsOf(yardpack, bob)).toEqual([]);
  const again = await startWork(yardpack, bob, engagement.id);
  expect([again.status, again.error.errorCode]).toEqual([409, 'NOT_ALLOWED_NOW']);
  const nextWeek = weekQuery(yardpack, Temporal.PlainDate.from('2027-03-17'));
  expect(datesOf(await jobsOf(yardpack, bob, nextWeek))).toEqual(['2027-03-17']);
});
