import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { businessDay, calendarDay, type WeekDay } from '#domain/calendar.ts';
import { recordOf } from '#domain/record-of.ts';
import type { ListedVisits, RecurringKind } from '#domain/reports.ts';
import { openedVisitFigures, recurringKinds, visitFigures } from '#domain/reports.ts';
import { charges } from '../database/schema/billing.ts';
import { recurringSteps, recurringSums, reportTouches, visitMonthSums, visitSums } from '../database/schema/reports.ts';
import { visits } from '../database/schema/visits.ts';
import { putEngagement } from '../testing/engagement-calls.ts';
import {
  advanceFor,
  buildEngagement,
  buildOnboardedWorker,
  claimEngagement,
  workUntil,
} from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, type Person } from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';
import { keepSums } from './keep.ts';
import { sumMonths } from './keep-store.ts';

const [monday, tuesday, wednesday, thursday]: WeekDay[] = [
  'DAY_OF_WEEK_MONDAY',
  'DAY_OF_WEEK_TUESDAY',
  'DAY_OF_WEEK_WEDNESDAY',
  'DAY_OF_WEEK_THURSDAY',
];
const march = (day: number) => `2027-03-${String(day).padStart(2, '0')}`;

/** It is Monday, 8 March 2027, in the morning. */
async function openBusiness(yardpack: TestWorld) {
  await yardpack.advance(`${march(8)}T09:00:00-06:00`);
  const customer = await buildCustomer(yardpack, { firstName: 'Casey', lastName: 'Rivera' });
  const wren = await buildOnboardedWorker(yardpack, { firstName: 'Wren', lastName: 'Okafor' });
  const boss = await buildEmployee(yardpack);
  return { customer, wren, boss, people: [customer, wren, boss] };
}

async function reportOf(yardpack: TestWorld, boss: Person, query: Record<string, string>) {
  const { status, body, error } = await yardpack.call('getReport', { as: boss.accessToken, query });
  if (status !== 200) throw new Error(JSON.stringify(error));
  return body;
}

const kindsOf = (kinds: Record<RecurringKind, { services: number; amount: number }>) =>
  Object.fromEntries(Object.entries(kinds).filter(([, { services }]) => services > 0));

test('recurring revenue: what is new, grown, paused, resumed and left, by day, and as of any past one', async ({
  yardpack,
}) => {
  const { customer, wren, boss, people } = await openBusiness(yardpack);
  const weekly = await buildEngagement(yardpack, customer);
  const often = await buildEngagement(yardpack, customer, { frequency: 2 });
  await claimEngagement(yardpack, wren, weekly, [thursday as WeekDay]);
  await claimEngagement(yardpack, wren, often, [wednesday, thursday] as WeekDay[]);
  await advanceFor(yardpack, 'P1D', people);
  const setTo = async (id: string, body: object) => {
    const { status, error } = await putEngagement(yardpack, customer, id, body);
    if (status !== 200) throw new Error(JSON.stringify(error));
    await yardpack.advance('PT5M');
  };
  await setTo(weekly.id, { status: 'ENGAGEMENT_STATUS_PAUSED' });
  await advanceFor(yardpack, 'P1D', people);
  await setTo(weekly.id, { status: 'ENGAGEMENT_STATUS_RUNNING' });
  // A pause that is taken back on the same day is none.
  await setTo(often.id, { status: 'ENGAGEMENT_STATUS_PAUSED' });
  await setTo(often.id, { status: 'ENGAGEMENT_STATUS_RUNNING' });
  await advanceFor(yardpack, 'P1D', people);
  await setTo(often.id, { status: 'ENGAGEMENT_STATUS_CANCELLED', cancelReason: 'moving' });

  const report = await reportOf(yardpack, boss, { from: march(8), to: march(11), by: 'day' });
  expect(report.rows.map(({ recurring }) => [recurring.end, recurring.servedAtEnd, kindsOf(recurring.kinds)])).toEqual([
    [19_500, 2, { new: { services: 2, amount: 19_500 } }],
    [13_000, 1, { paused: { services: 1, amount: -6500 } }],
    [19_500, 2, { resumed: { services: 1, amount: 6500 } }],
    [6500, 1, { left: { services: 1, amount: -13_000 } }],
  ]);
  expect(report.reasons).toEqual([{ reason: 'moving', services: 1, amount: -13_000 }]);
  expect(report.recurring).toMatchObject({ start: 0, end: 6500, servedAtStart: 0, servedAtEnd: 1 });
  const past = await reportOf(yardpack, boss, { from: march(9), to: march(9) });
  expect(past.recurring).toMatchObject({ start: 19_500, end: 13_000, servedAtStart: 2, servedAtEnd: 1 });

  for (const kind of recurringKinds) {
    const query = { from: march(8), to: march(11), kind };
    const { body } = await yardpack.call('listRecurringSteps', { as: boss.accessToken, query });
    expect(
      body.steps.reduce((sum, step) => sum + step.after - step.before, 0),
      kind,
    ).toBe(report.recurring.kinds[kind].amount);
  }
  const servedOn = async (day: number) => {
    const query = { from: march(day), to: march(day), kind: 'served' as const };
    return (await yardpack.call('listRecurringSteps', { as: boss.accessToken, query })).body.steps.map(
      ({ after }) => after,
    );
  };
  // Start and end of a day open to what they sum.
  const ninth = [await servedOn(8), await servedOn(9)];
  expect(ninth.map((amounts) => amounts.reduce((sum, amount) => sum + amount, 0))).toEqual([19_500, 13_000]);
  expect(ninth.map((amounts) => amounts.length)).toEqual([2, 1]);
  const reasonOf = async (reason: 'moving' | 'none') => {
    const query = { from: march(8), to: march(11), kind: 'left' as const, reason };
    return (await yardpack.call('listRecurringSteps', { as: boss.accessToken, query })).body.steps;
  };
  expect(await reasonOf('none')).toEqual([]);
  expect(await reasonOf('moving')).toMatchObject([
    { customer: { name: 'Casey Rivera' }, before: 13_000, after: 0, engagementId: often.id },
  ]);
});

test('weekdays that its worker takes off the plan shrink a service, and those put on it let it grow', async ({
  yardpack,
}) => {
  const { customer, wren, boss, people } = await openBusiness(yardpack);
  const often = await buildEngagement(yardpack, customer, { frequency: 3 });
  const days = [tuesday, wednesday, thursday] as WeekDay[];
  const places = await claimEngagement(yardpack, wren, often, days);
  const takeOff = async (...some: WeekDay[]) => {
    const ids = places.flatMap(({ id, dayOfWeek }) => (some.includes(dayOfWeek) ? [id] : []));
    const { status } = await yardpack.call('deleteScheduleTemplateDays', {
      as: wren.accessToken,
      body: { scheduleTemplateDaysIds: ids },
    });
    expect(status).toBe(200);
    await yardpack.advance('PT1M');
  };
  await advanceFor(yardpack, 'P1D', people);
  await takeOff(wednesday as WeekDay, thursday as WeekDay);
  await advanceFor(yardpack, 'P1D', people);
  await claimEngagement(yardpack, wren, often, [thursday as WeekDay]);
  await yardpack.advance('PT1M');
  await advanceFor(yardpack, 'P1D', people);
  const { rows } = await reportOf(yardpack, boss, { from: march(8), to: march(11), by: 'day' });
  expect(rows.map(({ recurring }) => [recurring.end, kindsOf(recurring.kinds)])).toEqual([
    [19_500, { new: { services: 1, amount: 19_500 } }],
    [6500, { shrunk: { services: 1, amount: -13_000 } }],
    [13_000, { grown: { services: 1, amount: 6500 } }],
    [13_000, {}],
  ]);
});

test('visits: each figure is the number of its rows, of all, and by worker, city and product', async ({ yardpack }) => {
  const { customer, wren, boss, people } = await openBusiness(yardpack);
  const daily = await buildEngagement(yardpack, customer, { frequency: 4 });
  await claimEngagement(yardpack, wren, daily, [monday, tuesday, wednesday, thursday] as WeekDay[]);
  await workUntil(yardpack, wren, daily, 'WORK_STATUS_WORK_COMPLETED');
  const skip = (day: number, as: Person) =>
    yardpack.call('createSkip', {
      as: as.accessToken,
      params: { engagementId: daily.id },
      body: { date: calendarDay(Temporal.PlainDate.from(march(day))), ...(as === customer ? {} : { reason: 'Ill' }) },
    });
  expect((await skip(9, customer)).status).toBe(200);
  await advanceFor(yardpack, 'P2D', people);
  await workUntil(yardpack, wren, daily, 'WORK_STATUS_WORK_COMPLETED');
  // Nobody comes on Thursday.
  await advanceFor(yardpack, 'P2D', people);
  await yardpack.advance('PT1M');

  const days = { from: march(8), to: march(12) };
  const report = await reportOf(yardpack, boss, { ...days, by: 'day' });
  const figures = {
    planned: 4,
    done: 2,
    onTime: 2,
    skipped: 1,
    takenOff: 0,
    couldNot: 0,
    missed: 1,
    revenue: 3000,
    fees: 600,
    minutes: expect.any(Number),
    miles: expect.any(Number),
    revenueOfHours: 3000,
    revenueOfMiles: 3000,
  };
  expect(report.visits).toEqual(figures);
  expect(report.rows.map(({ visits }) => [visits.done, visits.skipped, visits.missed])).toEqual([
    [1, 0, 0],
    [0, 1, 0],
    [1, 0, 0],
    [0, 0, 1],
    [0, 0, 0],
  ]);
  expect([report.workers, report.cities, report.products]).toEqual([
    [{ key: wren.profileId, name: 'Wren Okafor', figures: report.visits }],
    [{ key: 'Bentonville', name: 'Bentonville', figures: report.visits }],
    [{ key: daily.product.id, name: 'Yard cleanup', figures: report.visits }],
  ]);
  const ofWren = await reportOf(yardpack, boss, { ...days, of: 'worker', key: wren.profileId });
  expect([ofWren.of, ofWren.visits]).toEqual([{ dimension: 'worker', name: 'Wren Okafor' }, report.visits]);

  const rowsOf = async (figure: ListedVisits, of: object) =>
    (await yardpack.call('listReportVisits', { as: boss.accessToken, query: { ...days, figure, ...of } })).body.visits;
  for (const figure of openedVisitFigures) {
    for (const whose of [
      {},
      { of: 'worker', key: wren.profileId },
      { of: 'city', key: 'Bentonville' },
      { of: 'product', key: daily.product.id },
    ]) {
      expect((await rowsOf(figure, whose)).length, figure).toBe(report.visits[figure]);
    }
    expect(await rowsOf(figure, { of: 'worker', key: 'nobody' })).toEqual([]);
  }
  // The figures that are sums are those of the rows to which they open.
  const begun = await rowsOf('begun', { of: 'worker', key: wren.profileId });
  const sumOf = (name: 'amount' | 'fee' | 'minutes' | 'miles') =>
    begun.reduce((total, visit) => total + (visit[name] ?? 0), 0);
  expect([sumOf('amount'), sumOf('fee')]).toEqual([report.visits.revenue, report.visits.fees]);
  expect(sumOf('minutes')).toBeCloseTo(report.visits.minutes, 6);
  expect(sumOf('miles')).toBeCloseTo(report.visits.miles, 6);
  expect(await rowsOf('done', {})).toMatchObject([
    { date: { day: 10 }, customer: { name: 'Casey Rivera' }, workerName: 'Wren Okafor', amount: 1500 },
    { date: { day: 8 } },
  ]);
});

test('what changes a past day later counts on that day', async ({ yardpack }) => {
  const { customer, wren, boss, people } = await openBusiness(yardpack);
  const { database } = yardpack.world;
  const service = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, service, [monday as WeekDay]);
  await workUntil(yardpack, wren, service, 'WORK_STATUS_WORK_COMPLETED');
  await advanceFor(yardpack, 'P3D', people);
  const monday8 = { from: march(8), to: march(8) };
  const onMonday = async () => (await reportOf(yardpack, boss, monday8)).visits;
  expect(await onMonday()).toMatchObject({ done: 1, onTime: 1, revenue: 1500 });
  await database.update(charges).set({ isNotBilled: true });
  const isOfMonday = eq(visits.day, Temporal.PlainDate.from(march(8)));
  const moved = { home: Temporal.PlainDate.from(march(9)), setDay: visits.day, setAt: yardpack.world.clock.now() };
  await database.update(visits).set(moved).where(isOfMonday);
  await yardpack.advance('PT1M');
  expect(await onMonday()).toMatchObject({ done: 1, onTime: 0, revenue: 0 });
});

test('several processes at once, and again and again, keep the same sums; a read touches nothing', async ({
  yardpack,
}) => {
  const { customer, wren, boss } = await openBusiness(yardpack);
  const { world } = yardpack;
  const service = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, service, [monday as WeekDay]);
  await workUntil(yardpack, wren, service, 'WORK_STATUS_WORK_COMPLETED');
  const kept = async () => [
    await world.database.select().from(visitSums).orderBy(visitSums.dimension),
    await world.database.select().from(visitMonthSums).orderBy(visitMonthSums.dimension),
    await world.database.select().from(recurringSteps),
    await world.database.select().from(recurringSums),
  ];
  await keepSums(world);
  const before = await kept();
  expect(before.map((rows) => rows.length)).toEqual([4, 3, 1, 1]);
  await world.database
    .insert(reportTouches)
    .values([
      { day: businessDay(world.clock.now()) },
      { day: businessDay(world.clock.now()) },
      { engagementId: service.id },
    ]);
  await Promise.all([keepSums(world), keepSums(world), keepSums(world)]);
  await keepSums(world);
  expect(await kept()).toEqual(before);
  await reportOf(yardpack, boss, { range: 'this-week' });
  expect(await world.database.select().from(reportTouches)).toEqual([]);
});

test('the list of workers sums whole months and single days, whichever days are asked for', async ({ yardpack }) => {
  const { wren, boss } = await openBusiness(yardpack);
  const { database } = yardpack.world;
  const first = Temporal.PlainDate.from('2026-12-01');
  const days = Array.from({ length: 98 }, (_, ahead) => first.add({ days: ahead }));
  const figures = recordOf(visitFigures, () => 0);
  const rows = days.map((day, at) => ({
    ...{ ...figures, day, dimension: 'worker' as const, key: wren.profileId, planned: at + 1, revenue: 100 * at },
  }));
  await database.insert(visitSums).values(rows);
  await database.transaction((transaction) => sumMonths(transaction, days.map(String)));
  for (const [from, to] of [
    ['2026-12-10', '2026-12-20'],
    ['2026-12-10', '2027-01-10'],
    ['2026-12-01', '2026-12-31'],
    ['2026-12-01', '2027-02-28'],
    ['2026-12-31', '2027-03-01'],
    ['2026-12-15', '2027-03-08'],
    ['2027-01-01', '2027-01-30'],
    ['2027-01-02', '2027-01-31'],
    ['2027-03-08', '2027-03-08'],
  ] as const) {
    const { workers } = await reportOf(yardpack, boss, { from, to });
    const own = rows.filter(({ day }) => from <= day.toString() && day.toString() <= to);
    const sum = (name: 'planned' | 'revenue') => own.reduce((total, row) => total + row[name], 0);
    const [found] = workers;
    expect([from, to, workers.length, found?.figures.planned, found?.figures.revenue]).toEqual([
      ...[from, to, 1, sum('planned'), sum('revenue')],
    ]);
  }
});

test('days that make no report, and people whom nobody knows, are refused in words', async ({ yardpack }) => {
  const { boss } = await openBusiness(yardpack);
  const refusal = ({ error }: { error: { fields?: { path: string; message: string }[] | undefined } }) =>
    error.fields?.map(({ path, message }) => [path, message]);
  const ask = async (query: object) => refusal(await yardpack.call('getReport', { as: boss.accessToken, query }));
  const list = async (query: { of: 'worker' | 'city'; key: string }) =>
    refusal(
      await yardpack.call('listReportVisits', {
        as: boss.accessToken,
        query: { ...days, figure: 'planned', ...query },
      }),
    );
  const days = { from: march(1), to: march(8) };
  const nobody = '01990000-0000-7000-8000-000000000000';
  expect(await ask({ from: march(1), to: march(9) })).toEqual([
    ['querystring.to', 'That day is still to come. Please choose today or an earlier day.'],
  ]);
  expect(await ask({ from: march(8), to: march(1) })).toEqual([
    ['querystring.to', 'Please choose a last day that is not before the first.'],
  ]);
  expect(await ask({ from: '1927-03-08', to: march(8) })).toEqual([
    ['querystring.to', 'Please choose at most five years.'],
  ]);
  for (const key of [nobody, 'x', '']) {
    expect(await ask({ ...days, of: 'worker', key })).toEqual([['querystring.key', 'We do not know this worker.']]);
    expect(await list({ of: 'worker', key })).toEqual([['querystring.key', 'We do not know this worker.']]);
  }
  expect(await ask({ ...days, of: 'city' })).toEqual([['querystring.key', 'We do not know this city.']]);
  expect(await ask({ ...days, of: 'city', key: 'Nowhere' })).toEqual([
    ['querystring.key', 'We do not know this city.'],
  ]);
  expect(await list({ of: 'city', key: 'Nowhere' })).toEqual([['querystring.key', 'We do not know this city.']]);
  expect(await ask({ ...days, of: 'city', key: '\u0000' })).toEqual([['querystring.key', 'We do not know this city.']]);
  const tomorrow = { from: march(1), to: march(9) };
  for (const { status, error } of [
    await yardpack.call('listReportVisits', { as: boss.accessToken, query: { ...tomorrow, figure: 'done' } }),
    await yardpack.call('listRecurringSteps', { as: boss.accessToken, query: { ...tomorrow, kind: 'served' } }),
    await yardpack.call('listFoundInquiries', { as: boss.accessToken, query: tomorrow }),
  ]) {
    expect([status, error.fields?.[0]?.message]).toEqual([
      400,
      'That day is still to come. Please choose today or an earlier day.',
    ]);
  }
  const empty = await reportOf(yardpack, boss, days);
  expect(visitFigures.map((name) => empty.visits[name])).toEqual(visitFigures.map(() => 0));
  expect([empty.workers, empty.found]).toEqual([[], []]);
});

test('a worker who is gone keeps the figures', async ({ yardpack }) => {
  const { customer, wren, boss } = await openBusiness(yardpack);
  const service = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, service, [monday as WeekDay]);
  await workUntil(yardpack, wren, service, 'WORK_STATUS_WORK_COMPLETED');
  await yardpack.call('closeAccount', { as: boss.accessToken, params: { profileId: wren.profileId } });
  await yardpack.advance('PT1M');
  const gone = await reportOf(yardpack, boss, { from: march(8), to: march(8), of: 'worker', key: wren.profileId });
  expect([gone.of?.name, gone.visits.done]).toEqual(['Wren Okafor', 1]);
});
