import { expect } from 'vitest';
import { calendarDay } from '#domain/calendar.ts';
import { jobsOf, putEngagement, readEngagement, weekQuery } from '../testing/engagement-calls.ts';
import {
  advanceFor,
  buildEngagement,
  buildOnboardedWorker,
  claimEngagement,
  workUntil,
} from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, mailsTo, type Person } from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

// A Wednesday; Tuesday is before it in its week.
const wednesday = Temporal.PlainDate.from('2027-12-08');
const tuesday = (date: string) => calendarDay(Temporal.PlainDate.from(date));

async function everyOtherTuesday(yardpack: TestWorld) {
  await yardpack.advance('2027-12-06T15:00:00Z');
  const [customer, worker] = [await buildCustomer(yardpack), await buildOnboardedWorker(yardpack)];
  const engagement = await buildEngagement(yardpack, customer, { interval: 2, startDay: calendarDay(wednesday) });
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_TUESDAY']);
  return { customer, worker, engagement };
}
const begin = (yardpack: TestWorld, person: Person, engagementId: string, weekOffset: number) =>
  putEngagement(yardpack, person, engagementId, { scheduleTemplate: { weekOffset } });
const upcoming = async ({ call }: TestWorld, person: Person, engagementId: string) =>
  (await call('listVisits', { as: person.accessToken, params: { engagementId } })).body.upcoming.slice(0, 2);

test('the worker of every other week may begin in the other one, and it is kept so everywhere', async ({
  yardpack,
}) => {
  const { customer, worker, engagement } = await everyOtherTuesday(yardpack);
  const { id } = engagement;
  expect(await upcoming(yardpack, customer, id)).toEqual([tuesday('2027-12-21'), tuesday('2028-01-04')]);

  expect((await begin(yardpack, worker, id, 1)).body.engagement.scheduleTemplate).toMatchObject({
    weekOffset: 1,
    startDay: calendarDay(wednesday),
  });
  expect(await upcoming(yardpack, customer, id)).toEqual([tuesday('2027-12-14'), tuesday('2027-12-28')]);
  const inWeekOf = (day: string) => jobsOf(yardpack, worker, weekQuery(yardpack, Temporal.PlainDate.from(day)));
  expect(await inWeekOf('2027-12-14')).toHaveLength(1);
  expect(await inWeekOf('2027-12-21')).toEqual([]);

  // On the day it is due for the one who starts it, and for staff who look at the day.
  const employee = await buildEmployee(yardpack);
  await advanceFor(yardpack, '2027-12-14T15:00:00Z', [customer, worker, employee]);
  const { visits } = (await yardpack.call('getStaffDesk', { as: employee.accessToken })).body;
  expect(visits.rows.map(({ engagementId }) => engagementId)).toEqual([id]);
  await workUntil(yardpack, worker, engagement, 'WORK_STATUS_TRAVEL_STARTED');
  expect(await upcoming(yardpack, customer, id)).toEqual([tuesday('2027-12-28'), tuesday('2028-01-11')]);
  // From the first visit on, nobody is surprised by another week.
  expect((await begin(yardpack, worker, id, 0)).error.errorCode).toBe('NOT_ALLOWED_NOW');
});

test('the customer is told once of the other week, with its dates, a minute later; a mistap is not told twice', async ({
  yardpack,
}) => {
  const { customer, worker, engagement } = await everyOtherTuesday(yardpack);
  const letters = () => mailsTo(yardpack, customer, /in the other weeks now$/);
  await begin(yardpack, worker, engagement.id, 1);
  await yardpack.advance('PT30S');
  expect(await letters()).toEqual([]);
  await begin(yardpack, worker, engagement.id, 0);
  await begin(yardpack, worker, engagement.id, 1);
  await begin(yardpack, worker, engagement.id, 1);
  await yardpack.advance('PT61S');
  expect((await letters()).map(({ text }) => text)).toEqual([
    expect.stringMatching(
      /every 2 weeks still, beginning on Tue, Dec 14 instead of Tue, Dec 21\.\s+Your first visits: Tue, Dec 14; Tue, Dec 28; and Tue, Jan 11\./,
    ),
  ]);
});

test('who accepts every other week tells the rhythm and the first date', async ({ yardpack }) => {
  const { customer } = await everyOtherTuesday(yardpack);
  await yardpack.drain();
  const [told] = await mailsTo(yardpack, customer, /will take care/);
  expect(told?.text).toMatch(/Your day is Tuesday, every 2 weeks\. .+ comes for the first time on Tue, Dec 21\./);
});

test('the week is for the worker to choose, and only where there are two', async ({ yardpack }) => {
  const { customer, worker, engagement } = await everyOtherTuesday(yardpack);
  const employee = await buildEmployee(yardpack);
  const other = await buildOnboardedWorker(yardpack);
  expect((await begin(yardpack, customer, engagement.id, 1)).status).toBe(403);
  expect((await begin(yardpack, other, engagement.id, 1)).status).toBe(404);
  expect((await begin(yardpack, worker, engagement.id, 2)).status).toBe(400);
  expect((await begin(yardpack, employee, engagement.id, 1)).status).toBe(200);
  const same = await begin(yardpack, worker, engagement.id, 1);
  expect([same.status, same.body.engagement.version]).toEqual([
    200,
    (await readEngagement(yardpack, customer, engagement.id)).version,
  ]);

  const weekly = await buildEngagement(yardpack, customer, { startDay: calendarDay(wednesday) });
  expect((await begin(yardpack, employee, weekly.id, 1)).error.fields?.[0]?.message).toBe(
    'This service is every week.',
  );
  const proposal = await buildEngagement(yardpack, customer, { interval: 2, startDay: calendarDay(wednesday) });
  expect((await begin(yardpack, other, proposal.id, 1)).status).toBe(403);
  expect((await begin(yardpack, employee, proposal.id, 1)).status).toBe(409);
});
