import { randomUUIDv7 } from 'node:crypto';
import { test as base, expect } from 'vitest';
import type { Engagement } from '#contract/engagements.ts';
import type { CalendarDay } from '#domain/calendar.ts';
import { files } from '../database/schema/files.ts';
import { profiles } from '../database/schema/profiles.ts';
import { jobsOf, startWork } from '../testing/engagement-calls.ts';
import {
  advanceFor,
  buildEngagement,
  buildOnboardedWorker,
  claimEngagement,
  workUntil,
} from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, mailsTo, type Person } from '../testing/factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

type Business = { yardpack: TestWorld; customer: Person; worker: Person; engagement: Engagement };

/** It is Wednesday, 10 March 2027, in the morning; visits are on Wednesdays and Thursdays. */
const test = base.extend<{ business: Business }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest asks for the pattern
  business: async ({}, use) => {
    const yardpack = await createTestWorld();
    await yardpack.advance('2027-03-10T09:00:00-06:00');
    const customer = await buildCustomer(yardpack, { firstName: 'Casey' });
    const worker = await buildOnboardedWorker(yardpack, { firstName: 'Wren', lastName: 'Okafor' });
    const engagement = await buildEngagement(yardpack, customer, { frequency: 2 });
    await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_WEDNESDAY', 'DAY_OF_WEEK_THURSDAY']);
    await yardpack.drain();
    await use({ yardpack, customer, worker, engagement });
    await yardpack.close();
  },
});

const march = (day: number): CalendarDay => ({ year: 2027, month: 3, day });
const skip = ({ yardpack, engagement }: Business, person: Person, body: object, engagementId = engagement.id) =>
  yardpack.call('createSkip', { as: person.accessToken, params: { engagementId }, body });
const undoSkip = ({ yardpack, engagement }: Business, person: Person, day: number) =>
  yardpack.call('deleteSkip', {
    as: person.accessToken,
    params: { engagementId: engagement.id, date: `2027-03-${day}` },
  });
const start = ({ yardpack, worker, engagement }: Business) => startWork(yardpack, worker, engagement.id);
const listVisits = async ({ yardpack, engagement }: Business, person: Person) =>
  (await yardpack.call('listVisits', { as: person.accessToken, params: { engagementId: engagement.id } })).body;
const jobs = async ({ yardpack, worker }: Business) =>
  (await jobsOf(yardpack, worker)).map((job) => [job.scheduleInstance.date.day, job.work?.status ?? null, job.skip]);
const mails = async ({ yardpack }: Business, person: Person, subject: RegExp) => {
  // The minute in which nobody hears of a skip that is undone.
  await yardpack.advance('PT61S');
  return await mailsTo(yardpack, person, subject);
};
const days = (dates: CalendarDay[]) => dates.map(({ day }) => day);
const refusal = ({
  status,
  error,
}: {
  status: number;
  error: { errorCode: string; fields?: { path: string; message: string }[] };
}) => [status, error.errorCode, ...(error.fields ?? []).map(({ path, message }) => `${path}: ${message}`)];

test('a customer skips a visit until the evening before, and the worker is told once', async ({ business }) => {
  const { customer, worker } = business;
  const today = await skip(business, customer, { date: march(10) });
  expect(refusal(today)).toEqual([
    409,
    'NOT_ALLOWED_NOW',
    'body.date: A visit can be skipped until the evening before.',
  ]);
  const notDue = await skip(business, customer, { date: march(12) });
  expect(refusal(notDue)).toEqual([409, 'NOT_ALLOWED_NOW', 'body.date: No visit is due on this day.']);
  expect(await listVisits(business, customer)).toMatchObject({ skips: [], skippable: [{ day: 11 }, {}, {}, {}] });

  const reason = 'We have guests';
  const answers = await Promise.all([1, 2, 3].map(() => skip(business, customer, { date: march(11), reason })));
  for (const { status, body } of answers) {
    expect([status, body.skip]).toEqual([200, { date: march(11), kind: 'skipped', skippedBy: 'customer', reason }]);
  }
  const told = await mails(business, worker, /^Skipped: 100 Main St on Thu, Mar 11$/);
  expect(told).toHaveLength(1);
  expect(told[0]?.text).toContain('Casey has taken the visit on Thu, Mar 11 at 100 Main St off.');
  expect(told[0]?.text).toContain('We have guests');
  expect(await mails(business, customer, /visit on|No visit/)).toEqual([]);

  expect(await jobs(business)).toEqual([
    [10, null, null],
    [11, null, { kind: 'skipped', reason, skippedBy: 'customer' }],
  ]);
  const visits = await listVisits(business, customer);
  expect(days(visits.upcoming)).toEqual([10, 17, 18, 24, 25]);
  expect(days(visits.skippable)).toEqual([17, 18, 24, 25]);
  expect(visits.skips).toMatchObject([
    { date: march(11), kind: 'skipped', skippedBy: 'customer', reason, mayUndo: true },
  ]);
  expect((await listVisits(business, worker)).skips[0]?.mayUndo).toBe(false);

  // On the day itself nobody starts it, and the customer cannot call anybody back.
  await advanceFor(business.yardpack, '2027-03-11T00:00:00-06:00', [customer, worker]);
  expect(refusal(await start(business))).toEqual([409, 'NOT_ALLOWED_NOW']);
  expect(refusal(await undoSkip(business, customer, 11))).toEqual([409, 'NOT_ALLOWED_NOW']);
  expect(refusal(await undoSkip(business, worker, 11))).toEqual([409, 'NOT_ALLOWED_NOW']);
  expect((await listVisits(business, customer)).skips[0]?.mayUndo).toBe(false);
  expect((await skip(business, customer, { date: march(11) })).status).toBe(200);
});

test('what is about another day waits for the morning, a text also where a mail does not; what may come yet waits for nothing', async ({
  business,
}) => {
  const { yardpack, worker } = business;
  await yardpack.world.database.update(profiles).set({ notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL_TEXT' });
  const employee = await buildEmployee(yardpack);
  const told = async (channel: string) =>
    (await yardpack.messages()).filter(
      (message) => message.channel === channel && /has taken the visit on/.test(message.text),
    ).length;
  await advanceFor(yardpack, '2027-03-10T22:30:00-06:00', [employee, worker]);
  // Nobody came on that day, of which people are told otherwise, and about the other there is time.
  for (const day of [10, 17]) expect((await skip(business, employee, { date: march(day) })).status).toBe(200);
  await yardpack.advance('PT61S');
  expect([await told('email'), await told('text')]).toEqual([0, 0]);
  await advanceFor(yardpack, '2027-03-11T06:30:00-06:00', [employee, worker]);
  expect((await skip(business, employee, { date: march(11) })).status).toBe(200);
  await yardpack.advance('PT61S');
  expect([await told('email'), await told('text')]).toEqual([2, 1]);
  await yardpack.advance('2027-03-11T07:59:00-06:00');
  expect(await told('text')).toBe(1);
  await yardpack.advance('2027-03-11T08:01:00-06:00');
  expect(await told('text')).toBe(2);
});

test('the last minute before midnight in Arkansas is the evening before', async ({ business }) => {
  const { customer, yardpack } = business;
  await advanceFor(yardpack, '2027-03-10T23:59:00-06:00', [customer]);
  expect((await skip(business, customer, { date: march(11) })).status).toBe(200);
  expect((await undoSkip(business, customer, 11)).status).toBe(200);
  await advanceFor(yardpack, '2027-03-11T00:00:00-06:00', [customer]);
  expect((await skip(business, customer, { date: march(11) })).status).toBe(409);
});

test('a worker skips today with a reason, before the way there; the customer is told and pays nothing', async ({
  business,
}) => {
  const { customer, worker, yardpack } = business;
  const reason = 'The gate is locked';
  for (const without of [{}, { reason: '' }, { reason: '  ' }]) {
    const refused = await skip(business, worker, { date: march(10), ...without });
    expect(refusal(refused)).toEqual([400, 'INVALID_INPUT', 'body.reason: Please give a reason.']);
  }
  const tomorrow = await skip(business, worker, { date: march(11), reason });
  expect(refusal(tomorrow)).toEqual([409, 'NOT_ALLOWED_NOW', 'body.date: Only today’s visit can be skipped.']);

  await workUntil(yardpack, worker, business.engagement, 'WORK_STATUS_PENDING');
  for (const _ of [1, 2]) expect((await skip(business, worker, { date: march(10), reason })).status).toBe(200);
  expect(await jobs(business)).toEqual([
    [10, null, { kind: 'skipped', reason, skippedBy: 'worker' }],
    [11, null, null],
  ]);
  const told = await mails(business, customer, /^No visit on Wed, Mar 10$/);
  expect(told).toHaveLength(1);
  expect(told[0]?.text).toContain('Wren O. had to take your visit on Wed, Mar 10 at 100 Main St off.');
  expect(told[0]?.text).toContain('The reason: The gate is locked');
  const visits = await listVisits(business, customer);
  expect(visits).toMatchObject({ visits: [], openAmount: 0, skips: [{ date: march(10), reason }] });

  expect((await start(business)).status).toBe(409);
  for (const _ of [1, 2]) expect((await undoSkip(business, worker, 10)).status).toBe(200);
  expect(await mails(business, customer, /^On again: the visit on Wed, Mar 10$/)).toHaveLength(1);
  expect((await start(business)).status).toBe(200);
});

test('staff skip from today on and tell both; a visit that has a photo stays', async ({ business }) => {
  const { yardpack, customer, worker, engagement } = business;
  const employee = await buildEmployee(yardpack);
  expect((await skip(business, employee, { date: march(11), reason: 'Storm' })).status).toBe(200);
  expect((await mails(business, customer, /^No visit on/))[0]?.text).toContain('our office had to take');
  expect(await mails(business, worker, /^Skipped:/)).toHaveLength(1);
  expect((await undoSkip(business, customer, 11)).status).toBe(409);
  expect((await undoSkip(business, employee, 11)).status).toBe(200);
  expect(await mails(business, worker, /^On again:/)).toHaveLength(1);
  // A second skip of the same day is news again.
  expect((await skip(business, employee, { date: march(11) })).status).toBe(200);
  expect(await mails(business, worker, /^Skipped:/)).toHaveLength(2);
  const past = await skip(business, employee, { date: march(3) });
  expect(past.status).toBe(409);

  const workId = await workUntil(yardpack, worker, engagement, 'WORK_STATUS_PENDING');
  await yardpack.world.database.insert(files).values({
    workId,
    fileName: 'gate.jpg',
    contentType: 'image/jpeg',
    createdBy: worker.profileId,
    createdAt: yardpack.world.clock.now(),
  });
  expect((await skip(business, employee, { date: march(10) })).status).toBe(409);
});

test('Start and Skip at once never leave a visit both under way and taken off, however often it is tried', async ({
  business,
}) => {
  const { worker, yardpack } = business;
  const employee = await buildEmployee(yardpack);
  for (let round = 0; round < 8; round += 1) {
    const [started, skipped] = await Promise.all([
      start(business).then(async (answer) => {
        if (answer.status !== 200) return answer;
        return await yardpack.call('updateWork', {
          as: worker.accessToken,
          params: { workerProfileId: worker.profileId, workId: answer.body.work.id },
          body: { status: 'WORK_STATUS_TRAVEL_STARTED' },
        });
      }),
      skip(business, worker, { date: march(10), reason: 'Rain' }),
    ]);
    const [today] = (await jobs(business)).filter(([day]) => day === 10);
    const isUnderWay = today?.[1] === 'WORK_STATUS_TRAVEL_STARTED';
    // In either order, the visit is as the last answer says: taken off, or begun and given up.
    expect([isUnderWay, skipped.status]).toEqual([started.status === 200, 200]);
    expect(skipped.body.skip.kind).toBe(isUnderWay ? 'could-not' : 'skipped');
    expect(today?.[2]).toMatchObject({ kind: skipped.body.skip.kind });
    if (isUnderWay) break;
    await undoSkip(business, employee, 10);
  }
});

test('others cannot skip, and what is no engagement or no day is refused', async ({ business }) => {
  const { yardpack, customer, worker } = business;
  const stranger = await buildCustomer(yardpack);
  const bob = await buildOnboardedWorker(yardpack);
  const body = { date: march(11), reason: 'Just so' };
  for (const person of [stranger, bob]) {
    expect((await skip(business, person, body)).status).toBe(404);
    expect((await undoSkip(business, person, 11)).status).toBe(404);
  }
  expect((await skip(business, customer, body, randomUUIDv7())).status).toBe(404);
  const none = 'Please pick a day.';
  const refused = [
    [undefined, none],
    [null, none],
    ['2027-03-11', none],
    [march(32), 'Please give a real date.'],
  ];
  for (const [date, message] of refused) {
    const { status, error } = await skip(business, customer, { date });
    expect([status, error.fields?.[0]]).toEqual([400, { path: 'body.date', message }]);
  }
  const long = await skip(business, customer, { date: march(11), reason: 'x'.repeat(301) });
  expect(long.error.fields?.[0]).toEqual({ path: 'body.reason', message: 'Please use at most 300 characters.' });
  for (const date of ['yesterday', '2027-02-30', '0000-01-01', '9999-01-01']) {
    const answer = await yardpack.call('deleteSkip', {
      as: customer.accessToken,
      params: { engagementId: business.engagement.id, date },
    });
    expect([answer.status, answer.error.message]).toEqual([400, 'Please pick a day.']);
  }

  await yardpack.call('updateEngagement', {
    as: customer.accessToken,
    params: { engagementId: business.engagement.id },
    body: { status: 'ENGAGEMENT_STATUS_PAUSED' },
  });
  expect((await skip(business, customer, { date: march(11) })).status).toBe(409);
  expect(await jobs({ ...business, worker })).toEqual([]);
});
