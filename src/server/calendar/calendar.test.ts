import { expect } from 'vitest';
import type { CalendarDay } from '#domain/calendar.ts';
import {
  advanceFor,
  buildEngagement,
  buildOnboardedWorker,
  claimEngagement,
  workUntil,
} from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, type Person } from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest } from '../testing/yardpack-test.ts';

const test = yardpackTest;
const march = (day: number): CalendarDay => ({ year: 2027, month: 3, day });

const read = async (yardpack: TestWorld, office: Person, from: string, days = 7) => {
  const { status, body, error } = await yardpack.call('getCalendar', {
    as: office.accessToken,
    query: { from, days: String(days) },
  });
  if (status !== 200) throw new Error(JSON.stringify(error));
  return body;
};

test('the week has every worker’s visits as they stand, what nobody has, and what was missed', async ({ yardpack }) => {
  await yardpack.advance('2027-03-08T09:00:00-06:00');
  const customer = await buildCustomer(yardpack, { firstName: 'Casey', lastName: 'Hill' });
  const wren = await buildOnboardedWorker(yardpack, { firstName: 'Wren', lastName: 'Okafor' });
  const walt = await buildOnboardedWorker(yardpack, { firstName: 'Walt', lastName: 'Berg' });
  const office = await buildEmployee(yardpack);
  const twice = await buildEngagement(yardpack, customer, { frequency: 2 });
  await claimEngagement(yardpack, wren, twice, ['DAY_OF_WEEK_MONDAY', 'DAY_OF_WEEK_WEDNESDAY']);
  const open = await buildEngagement(yardpack, customer);
  const people = [customer, wren, walt, office];
  await workUntil(yardpack, wren, twice, 'WORK_STATUS_WORK_COMPLETED');

  const week = await read(yardpack, office, '2027-03-08');
  expect(week.today).toEqual(march(8));
  expect(week.workers.map(({ name, mayWork }) => [name, mayWork])).toEqual([
    ['Walt B.', true],
    ['Wren O.', true],
  ]);
  const shape = ({ cells }: typeof week) =>
    cells.map(({ workerProfileId, date, count, done, off, visits }) => [
      workerProfileId === wren.profileId ? 'wren' : 'walt',
      date.day,
      [count, done, off],
      visits.map(({ state, originalDay, isCover }) => [state, originalDay?.day ?? null, isCover]),
    ]);
  expect(shape(week)).toEqual([
    ['wren', 8, [1, 1, 0], [['done', null, false]]],
    ['wren', 10, [1, 0, 0], [['not-started', null, false]]],
  ]);
  expect(week.cells[0]?.visits[0]).toMatchObject({ customerName: 'Casey Hill', streetAddress1: '100 Main St' });
  expect(week.unassigned).toMatchObject({ count: 1, rows: [{ engagementId: open.id, frequency: 1 }] });

  const moved = await yardpack.call('moveVisit', {
    as: office.accessToken,
    params: { engagementId: twice.id },
    body: {
      date: march(10),
      workerProfileId: wren.profileId,
      toDate: march(11),
      toWorkerProfileId: walt.profileId,
    },
  });
  expect(moved.status).toBe(200);
  expect(shape(await read(yardpack, office, '2027-03-08'))).toEqual([
    ['wren', 8, [1, 1, 0], [['done', null, false]]],
    ['walt', 11, [1, 0, 0], [['not-started', 10, true]]],
  ]);
  expect(shape(await read(yardpack, office, '2027-03-11', 1))).toEqual([
    ['walt', 11, [1, 0, 0], [['not-started', 10, true]]],
  ]);

  await advanceFor(yardpack, '2027-03-12T09:00:00-06:00', people);
  const after = await read(yardpack, office, '2027-03-08');
  expect(shape(after)).toEqual([
    ['wren', 8, [1, 1, 0], [['done', null, false]]],
    ['walt', 11, [1, 0, 1], [['missed', 10, true]]],
  ]);
  expect(after.undecided).toMatchObject([
    { engagementId: twice.id, date: march(11), workerProfileId: walt.profileId, workerName: 'Walt B.' },
  ]);

  // Whoever decides takes it out of the list.
  const seen = await yardpack.call('seeMissedVisit', {
    as: office.accessToken,
    params: { skipId: after.undecided[0]?.skipId ?? '' },
    body: { isSeen: true },
  });
  expect([seen.status, (await read(yardpack, office, '2027-03-08')).undecided]).toEqual([200, []]);
});

test('a visit that was taken off stays with its worker of that day once another one has the service', async ({
  yardpack,
}) => {
  await yardpack.advance('2027-03-08T09:00:00-06:00');
  const customer = await buildCustomer(yardpack);
  const wren = await buildOnboardedWorker(yardpack);
  const walt = await buildOnboardedWorker(yardpack);
  const office = await buildEmployee(yardpack);
  const service = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, service, ['DAY_OF_WEEK_WEDNESDAY']);
  const params = { engagementId: service.id };
  for (const day of [10, 24]) {
    const body = { date: march(day), reason: 'Ill' };
    expect((await yardpack.call('createSkip', { as: office.accessToken, params, body })).status).toBe(200);
  }
  await advanceFor(yardpack, '2027-03-15T09:00:00-05:00', [customer, wren, walt, office]);
  const { body } = await yardpack.call('getEngagement', { as: office.accessToken, params });
  const assignment = { workerProfileId: walt.profileId, weekDays: ['DAY_OF_WEEK_WEDNESDAY' as const], from: march(15) };
  const assigned = await yardpack.call('assignWorker', {
    as: office.accessToken,
    params,
    body: { ...assignment, version: body.engagement.version },
  });
  expect(assigned.status).toBe(200);
  const weeks = [];
  for (const monday of ['2027-03-08', '2027-03-15', '2027-03-22']) weeks.push(await read(yardpack, office, monday));
  const cells = weeks.flatMap((week) => week.cells);
  expect(cells.map(({ workerProfileId, date, off }) => [workerProfileId, date.day, off])).toEqual([
    [wren.profileId, 10, 1],
    [walt.profileId, 17, 0],
    [walt.profileId, 24, 1],
  ]);
});

test('a week more than 13 weeks ahead has the visits of the plans, none on a day off', async ({ yardpack }) => {
  await yardpack.advance('2027-03-08T09:00:00-06:00');
  const customer = await buildCustomer(yardpack);
  const wren = await buildOnboardedWorker(yardpack);
  const office = await buildEmployee(yardpack);
  const every = await buildEngagement(yardpack, customer, { frequency: 2 });
  await claimEngagement(yardpack, wren, every, ['DAY_OF_WEEK_TUESDAY', 'DAY_OF_WEEK_SUNDAY']);
  const other = await buildEngagement(yardpack, customer, { interval: 2 });
  await claimEngagement(yardpack, wren, other, ['DAY_OF_WEEK_FRIDAY']);
  const dayOff = { day: { year: 2027, month: 6, day: 20 }, name: 'Juneteenth' };
  const days = async (from: string) =>
    (await read(yardpack, office, from)).cells.map(({ date, count, visits }) => [
      date.day,
      count,
      visits.map(({ engagementId, state }) => [engagementId === every.id ? 'every' : 'other', state]),
    ]);
  const due = (day: number, which: string) => [day, 1, [[which, 'not-started']]];
  // Rows go up to Sunday, June 13; on June 6 and 7 of a week that begins in between.
  expect(await days('2027-06-03')).toEqual([due(4, 'other'), due(6, 'every'), due(8, 'every')]);
  expect(await days('2027-06-07')).toEqual([due(8, 'every'), due(13, 'every')]);
  expect(await days('2027-06-14')).toEqual([due(15, 'every'), due(18, 'other'), due(20, 'every')]);
  // By night a week more is shown than has rows.
  await advanceFor(yardpack, '2027-03-15T21:00:00-05:00', [office, wren, customer]);
  expect(await days('2027-06-21')).toEqual([due(22, 'every'), due(27, 'every')]);
  expect((await yardpack.call('setHoliday', { as: office.accessToken, body: dayOff })).status).toBe(200);
  expect(await days('2027-06-17')).toEqual([due(18, 'other'), due(22, 'every')]);

  // What staff do there has its rows.
  const params = { engagementId: every.id };
  const june = (day: number) => ({ year: 2027, month: 6, day });
  const { profileId } = wren;
  const body = { date: june(29), workerProfileId: profileId, toDate: june(30), toWorkerProfileId: profileId };
  expect((await yardpack.call('moveVisit', { as: office.accessToken, params, body })).status).toBe(200);
  const skip = { params, body: { date: { year: 2027, month: 7, day: 6 } } };
  expect((await yardpack.call('createSkip', { as: office.accessToken, ...skip })).status).toBe(200);
  expect(await days('2027-06-28')).toEqual([due(30, 'every'), due(2, 'other'), due(4, 'every')]);
  expect(await days('2027-07-05')).toEqual([[6, 1, [['every', 'skipped']]], due(11, 'every')]);
  await advanceFor(yardpack, '2027-04-20T09:00:00-05:00', [office, wren, customer]);
  expect(await days('2027-06-28')).toEqual([due(30, 'every'), due(2, 'other'), due(4, 'every')]);
});

test('a cell names the first visits of a week, all of a day, and counts them all', async ({ yardpack }) => {
  await yardpack.advance('2027-03-08T09:00:00-06:00');
  const wren = await buildOnboardedWorker(yardpack);
  const office = await buildEmployee(yardpack);
  const add = async (count: number) => {
    const customer = await buildCustomer(yardpack, { firstName: `Customer ${count}` });
    const engagement = await buildEngagement(yardpack, customer);
    await claimEngagement(yardpack, wren, engagement, ['DAY_OF_WEEK_TUESDAY']);
  };
  for (let count = 0; count < 6; count += 1) await add(count);
  // Instead of "1 more" the sixth stands there.
  const [ofSix] = (await read(yardpack, office, '2027-03-08')).cells;
  expect([ofSix?.count, ofSix?.visits.length]).toEqual([6, 6]);
  await add(6);
  const [ofWeek] = (await read(yardpack, office, '2027-03-08')).cells;
  expect([ofWeek?.count, ofWeek?.visits.length]).toEqual([7, 5]);
  const [ofDay] = (await read(yardpack, office, '2027-03-09', 1)).cells;
  expect([ofDay?.count, ofDay?.visits.length]).toEqual([7, 7]);
  // Each new place comes first in the plan.
  expect(ofDay?.visits[0]?.customerName).toMatch(/^Customer 6/);
});

test('the visit under way stands first of its day, before those to come and those that are done', async ({
  yardpack,
}) => {
  await yardpack.advance('2027-03-08T09:00:00-06:00');
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const office = await buildEmployee(yardpack);
  const services: Awaited<ReturnType<typeof buildEngagement>>[] = [];
  for (let number = 0; number < 3; number += 1) {
    const service = await buildEngagement(yardpack, customer);
    await claimEngagement(yardpack, worker, service, ['DAY_OF_WEEK_MONDAY']);
    services.push(service);
  }
  const [first, , last] = services;
  if (!first || !last) throw new Error('There are three');
  await workUntil(yardpack, worker, first, 'WORK_STATUS_WORK_COMPLETED');
  await workUntil(yardpack, worker, last, 'WORK_STATUS_WORK_STARTED');
  const { cells } = await read(yardpack, office, '2027-03-08', 1);
  expect(cells[0]?.visits.map(({ state }) => state)).toEqual(['under-way', 'not-started', 'done']);
});

test('a visit that nobody goes on with is not finished: of a worker whose account is closed, and of a day before', async ({
  yardpack,
}) => {
  await yardpack.advance('2027-03-08T09:00:00-06:00');
  const customer = await buildCustomer(yardpack);
  const office = await buildEmployee(yardpack);
  const [leaving, staying] = [await buildOnboardedWorker(yardpack), await buildOnboardedWorker(yardpack)];
  for (const worker of [leaving, staying]) {
    const service = await buildEngagement(yardpack, customer);
    await claimEngagement(yardpack, worker, service, ['DAY_OF_WEEK_MONDAY']);
    await workUntil(yardpack, worker, service, 'WORK_STATUS_TRAVEL_STARTED');
  }
  const states = async () => {
    const { cells } = await read(yardpack, office, '2027-03-08', 1);
    return [leaving, staying].map(
      ({ profileId }) => cells.find(({ workerProfileId }) => workerProfileId === profileId)?.visits[0]?.state,
    );
  };
  expect(await states()).toEqual(['under-way', 'under-way']);
  await yardpack.call('closeAccount', { as: office.accessToken, params: { profileId: leaving.profileId } });
  expect(await states()).toEqual(['unfinished', 'under-way']);
  await advanceFor(yardpack, '2027-03-09T09:00:00-06:00', [office]);
  expect(await states()).toEqual(['unfinished', 'unfinished']);
});

test('days that are none, or too many, are refused at their field', async ({ yardpack }) => {
  const office = await buildEmployee(yardpack);
  const refusal = async (query: { from: string; days: string }) => {
    const { status, error } = await yardpack.call('getCalendar', { as: office.accessToken, query });
    return [status, error.fields?.map(({ path }) => path)];
  };
  expect(await refusal({ from: '2027-02-30', days: '7' })).toEqual([400, ['querystring.from']]);
  expect(await refusal({ from: '2027-02-20', days: '8' })).toEqual([400, ['querystring.days']]);
});

test('of two services of a customer at one address that nobody has it is said which one is meant', async ({
  yardpack,
}) => {
  const [customer, office] = [await buildCustomer(yardpack), await buildEmployee(yardpack)];
  const first = await buildEngagement(yardpack, customer);
  const { unassigned: alone } = await read(yardpack, office, '2027-03-08');
  expect(alone.rows.map(({ yard }) => yard)).toEqual(['100 Main St']);
  await yardpack.advance('PT2M');
  await buildEngagement(yardpack, customer);
  const { rows } = (await read(yardpack, office, '2027-03-08')).unassigned;
  expect(rows[0]?.yard).toContain(`100 Main St (${first.product.name}`);
  expect(new Set(rows.map(({ yard }) => yard)).size).toBe(2);
});
