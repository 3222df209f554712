import { test as base, expect } from 'vitest';
import type { Engagement } from '#contract/engagements.ts';
import { type CalendarDay, dayLabel } from '#domain/calendar.ts';
import { usHolidays } from '#domain/us-holidays.ts';
import { sweep } from '../sweep.ts';
import { jobsOf, startWork } from '../testing/engagement-calls.ts';
import {
  advanceFor,
  buildEngagement,
  buildOnboardedWorker,
  buildProduct,
  claimEngagement,
} from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, mailsTo, type Person } from '../testing/factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

type Business = {
  yardpack: TestWorld;
  customer: Person;
  twice: Person;
  wren: Person;
  office: Person;
  weekly: Engagement;
  daily: Engagement;
};

/** It is Monday, 8 March 2027. Casey is visited on Thursdays, Tony on Thursdays and Fridays, all by Wren. */
const test = base.extend<{ business: Business }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest asks for the pattern
  business: async ({}, use) => {
    const yardpack = await createTestWorld();
    await yardpack.advance('2027-03-08T09:00:00-06:00');
    const customer = await buildCustomer(yardpack, { firstName: 'Casey' });
    const twice = await buildCustomer(yardpack, { firstName: 'Tony' });
    const wren = await buildOnboardedWorker(yardpack, { firstName: 'Wren', lastName: 'Okafor' });
    const office = await buildEmployee(yardpack);
    const weekly = await buildEngagement(yardpack, customer);
    const daily = await buildEngagement(yardpack, twice, { frequency: 2 });
    await claimEngagement(yardpack, wren, weekly, ['DAY_OF_WEEK_THURSDAY']);
    await claimEngagement(yardpack, wren, daily, ['DAY_OF_WEEK_THURSDAY', 'DAY_OF_WEEK_FRIDAY']);
    await yardpack.drain();
    await use({ yardpack, customer, twice, wren, office, weekly, daily });
    await yardpack.close();
  },
});

const march = (day: number): CalendarDay => ({ year: 2027, month: 3, day });
const set = ({ yardpack, office }: Business, day: number, movedTo?: number, as = office) =>
  yardpack.call('setHoliday', {
    as: as.accessToken,
    body: { day: march(day), name: 'Founders’ Day', ...(movedTo && { movedTo: march(movedTo) }) },
  });
const marchLabel = (day: number) => dayLabel(Temporal.PlainDate.from(march(day)));
const upcoming = async ({ yardpack }: Business, person: Person, { id }: Engagement) =>
  (await yardpack.call('listVisits', { as: person.accessToken, params: { engagementId: id } })).body.upcoming.map(
    ({ day }) => day,
  );
const later = async ({ yardpack, customer, twice, wren, office }: Business, to: string) => {
  await advanceFor(yardpack, to, [customer, twice, wren, office]);
  await sweep(yardpack.world);
  await yardpack.drain();
};
const subjects = async ({ yardpack }: Business, person: Person, about: RegExp) =>
  (await mailsTo(yardpack, person, about)).map(({ subject }) => subject);

test('visits of a day off go to another day once, or are left out, and people are told a week before', async ({
  business,
}) => {
  const { yardpack, customer, twice, wren, weekly, daily } = business;
  const preview = await yardpack.call('previewHoliday', {
    as: business.office.accessToken,
    body: { day: march(18), name: 'Founders’ Day', movedTo: march(19) },
  });
  const effect = { moved: 1, leftOut: 1, workers: [{ name: 'Wren O.', moved: 1, there: 1 }] };
  expect([preview.status, preview.body.effect]).toEqual([200, effect]);
  // A Thursday that is so far ahead that it has no rows of visits yet.
  const far = await yardpack.call('previewHoliday', {
    as: business.office.accessToken,
    body: {
      ...{ day: { year: 2027, month: 11, day: 11 }, name: 'Veterans Day' },
      movedTo: { year: 2027, month: 11, day: 12 },
    },
  });
  expect([far.status, far.body.effect]).toEqual([200, effect]);
  expect(await upcoming(business, customer, weekly)).toEqual([11, 18, 25, 1, 8]);

  const made = await set(business, 18, 19);
  expect([made.status, made.body.effect]).toEqual([200, effect]);
  expect(await upcoming(business, customer, weekly)).toEqual([11, 19, 25, 1, 8]);
  // Tony has a visit on that Friday already.
  expect(await upcoming(business, twice, daily)).toEqual([11, 12, 19, 25, 26]);
  // The answer was lost: the same again changes nothing.
  const again = await set(business, 18, 19);
  expect([again.status, again.body]).toEqual([200, made.body]);

  await later(business, '2027-03-11T08:59:00-06:00');
  expect(await subjects(business, customer, /Founders/)).toEqual([]);
  await later(business, '2027-03-11T09:01:00-06:00');
  expect(await subjects(business, customer, /Founders/)).toEqual(['No visit on Thu, Mar 18: Founders’ Day']);
  expect(await subjects(business, twice, /Founders/)).toHaveLength(1);
  expect(await subjects(business, wren, /Founders/)).toEqual(['Day off: Thu, Mar 18, Founders’ Day']);
  const [mail] = await mailsTo(yardpack, customer, /Founders/);
  expect(mail?.text).toContain('Your visit at 100 Main St is on Fri, Mar 19 instead, with ');
  const [left] = await mailsTo(yardpack, twice, /Founders/);
  expect(left?.text).toContain('is left out and not charged.');
  await later(business, '2027-03-12T09:00:00-06:00');
  expect(await subjects(business, customer, /Founders/)).toHaveLength(1);

  await later(business, '2027-03-18T09:00:00-05:00');
  expect((await startWork(yardpack, wren, weekly.id)).status).toBe(409);
  expect((await jobsOf(yardpack, wren)).map(({ scheduleInstance }) => scheduleInstance.date.day)).toEqual([19, 19]);
  // Nobody has missed what was left out.
  await later(business, '2027-03-19T09:00:00-05:00');
  const { body } = await yardpack.call('listVisits', {
    as: twice.accessToken,
    params: { engagementId: daily.id },
  });
  expect(body.skips.filter(({ date }) => date.day === 18)).toEqual([]);
});

test('a day off counts for each worker what it moves itself, and what was moved to that day before among the others', async ({
  business,
}) => {
  const { yardpack, office, wren, weekly } = business;
  const alone = await yardpack.call('moveVisit', {
    as: office.accessToken,
    params: { engagementId: weekly.id },
    body: {
      ...{ date: march(11), workerProfileId: wren.profileId },
      ...{ toDate: march(20), toWorkerProfileId: wren.profileId },
    },
  });
  expect(alone.status).toBe(200);
  // Casey has that visit on Saturday, so the one of the day off is left out; Tony's goes there.
  const made = await set(business, 18, 20);
  const effect = { moved: 1, leftOut: 1, workers: [{ name: 'Wren O.', moved: 1, there: 1 }] };
  expect([made.status, made.body.effect]).toEqual([200, effect]);
  // The next day off moves nothing there.
  const body = { day: march(19), name: 'Second day', movedTo: march(20) };
  const preview = await yardpack.call('previewHoliday', { as: office.accessToken, body });
  expect([preview.status, preview.body.effect]).toEqual([200, { moved: 0, leftOut: 1, workers: [] }]);
});

test('a visit that a day off moved stands as moved before people are told of it, and after', async ({ business }) => {
  const { yardpack, customer, weekly } = business;
  await set(business, 18, 19);
  const moved = async () =>
    (
      await yardpack.call('listVisits', { as: customer.accessToken, params: { engagementId: weekly.id } })
    ).body.moved.map(({ date, originalDay }) => [originalDay.day, date.day]);
  expect(await moved()).toEqual([[18, 19]]);
  await later(business, '2027-03-12T10:00:00-06:00');
  expect(await subjects(business, customer, /Founders/)).toHaveLength(1);
  expect(await moved()).toEqual([[18, 19]]);
});

test('a day off that is taken back is as if it had never been, and who was told is told', async ({ business }) => {
  const { yardpack, customer, wren, weekly, office } = business;
  const takeBack = (holidayId: string) =>
    yardpack.call('takeBackHoliday', { as: office.accessToken, params: { holidayId } });
  const first = await set(business, 25, 26);
  expect((await takeBack(first.body.holiday.id)).status).toBe(200);
  expect(await upcoming(business, customer, weekly)).toEqual([11, 18, 25, 1, 8]);
  await later(business, '2027-03-19T09:00:00-05:00');
  expect(await subjects(business, customer, /Founders|after all/)).toEqual([]);

  const second = await set(business, 25, 26);
  await later(business, '2027-03-20T09:00:00-05:00');
  expect(await subjects(business, customer, /Founders/)).toHaveLength(1);
  for (const _ of [1, 2]) expect((await takeBack(second.body.holiday.id)).status).toBe(200);
  await later(business, '2027-03-20T10:00:00-05:00');
  expect(await subjects(business, customer, /after all/)).toEqual(['We come on Thu, Mar 25 after all']);
  expect(await subjects(business, wren, /after all/)).toHaveLength(1);
  expect((await upcoming(business, customer, weekly))[0]).toBe(25);
});

test.for([
  ['the first one first', [0, 1]],
  ['the second one first', [1, 0]],
] as const)('visits that two days off moved go back when both are taken back, %s', async ([, order], { business }) => {
  const { yardpack, customer, wren, weekly, office } = business;
  const ids: string[] = [];
  for (const day of [11, 12]) {
    const made = await set(business, day, day + 1);
    expect(made.status).toBe(200);
    ids.push(made.body.holiday.id);
    await later(business, 'PT61S');
  }
  expect((await upcoming(business, customer, weekly))[0]).toBe(13);
  // The first one had moved them from their own day.
  const days = order[0] === 0 ? [11, 11] : [12, 11];
  for (const [index, which] of order.entries()) {
    const params = { holidayId: ids[which] ?? '' };
    const preview = await yardpack.call('previewHolidayBack', { as: office.accessToken, params });
    // Casey's visit and Tony's of that day, of which the office says what becomes before it does so.
    expect([preview.status, preview.body.back.elsewhere]).toEqual([200, 0]);
    expect((await yardpack.call('takeBackHoliday', { as: office.accessToken, params })).status).toBe(200);
    expect((await upcoming(business, customer, weekly))[0]).toBe(days[index]);
    const day = [11, 12][which] ?? 0;
    const onIt = [await upcoming(business, customer, weekly), await upcoming(business, business.twice, business.daily)];
    expect(preview.body.back.due).toBe(onIt.filter((all) => all.includes(day)).length);
    await later(business, 'PT61S');
  }
  const read = async (person: Person) => (await subjects(business, person, /Mar 1[1-3]/)).reverse();
  const back = order[0] === 0 ? [11] : [12, 11];
  expect(await read(customer)).toEqual([
    ...[11, 12].map((day) => `No visit on ${marchLabel(day)}: Founders’ Day`),
    ...back.map((day) => `We come on ${marchLabel(day)} after all`),
  ]);
  const ofWren = (await read(wren)).filter((subject) => !subject.includes('Mar 12'));
  expect(ofWren).toEqual(['Day off: Thu, Mar 11, Founders’ Day', 'No day off on Thu, Mar 11 after all']);
  const page = await yardpack.call('listVisits', { as: customer.accessToken, params: { engagementId: weekly.id } });
  expect(page.body.moved).toEqual([]);
});

test.for([
  ['the first one first', [0, 1]],
  ['the second one first', [1, 0]],
] as const)(
  'of two days off that are set long before and taken back once both are told people read each day’s own, %s',
  async ([, order], { business }) => {
    const { yardpack, customer, wren, weekly, office } = business;
    const ids: string[] = [];
    // Friday's visits would have gone to Saturday.
    for (const day of [25, 26]) ids.push((await set(business, day, day + 1)).body.holiday.id);
    await later(business, '2027-03-18T09:01:00-05:00');
    expect(await subjects(business, customer, /Founders/)).toEqual(['No visit on Thu, Mar 25: Founders’ Day']);
    const [first] = await mailsTo(yardpack, customer, /Founders/);
    expect(first?.text).toContain('is on Fri, Mar 26 instead');
    await later(business, '2027-03-19T09:01:00-05:00');
    const [second] = await mailsTo(yardpack, customer, /No visit on Fri, Mar 26/);
    expect(second?.text).toContain('is on Sat, Mar 27 instead');
    const ofWren = async (day: string) => (await mailsTo(yardpack, wren, new RegExp(`^Day off: ${day}`)))[0]?.text;
    expect(await ofWren('Thu, Mar 25')).toContain(
      '1 of your visits is moved to Fri, Mar 26 and 1 of your visits is left out',
    );
    expect(await ofWren('Fri, Mar 26')).toContain('2 of your visits are moved to Sat, Mar 27.');
    for (const which of order) {
      const params = { holidayId: ids[which] ?? '' };
      expect((await yardpack.call('takeBackHoliday', { as: office.accessToken, params })).status).toBe(200);
    }
    expect((await upcoming(business, customer, weekly))[0]).toBe(25);
    await later(business, 'PT61S');
    expect(await subjects(business, customer, /after all|moved|takes? place/)).toEqual([
      'We come on Thu, Mar 25 after all',
    ]);
  },
);

test('visits that a day off has moved go back through the one before, also when it is set a second time', async ({
  business,
}) => {
  const { yardpack, customer, weekly, office } = business;
  const first = await set(business, 11, 12);
  const takeBack = async ({ body }: typeof first) =>
    await yardpack.call('takeBackHoliday', { as: office.accessToken, params: { holidayId: body.holiday.id } });
  const visit = async () => (await upcoming(business, customer, weekly))[0];
  for (const _ of [1, 2]) {
    await later(business, 'PT61S');
    const second = await set(business, 12, 13);
    expect(await visit()).toBe(13);
    await later(business, 'PT61S');
    await takeBack(second);
    expect(await visit()).toBe(12);
  }
  await takeBack(first);
  expect(await visit()).toBe(11);
});

test('a day that cannot be is refused at its field, and two who set one at once are told', async ({ business }) => {
  const { yardpack, office, customer } = business;
  const refusal = async (day: number, movedTo?: number) => {
    const { status, error } = await set(business, day, movedTo);
    return [status, ...(error.fields ?? []).map(({ path, message }) => `${path}: ${message}`)];
  };
  expect(await refusal(7)).toEqual([400, 'body.day: This day is over.']);
  expect(await refusal(18, 18)).toEqual([400, 'body.movedTo: Please pick another day.']);
  await set(business, 19);
  expect(await refusal(18, 19)).toEqual([400, 'body.movedTo: Nobody works on this day either: Founders’ Day.']);
  expect(await refusal(19, 20)).toEqual([
    409,
    'body.day: This is a day off already: Founders’ Day. Take that back first.',
  ]);
  const both = await Promise.all([set(business, 25, 26), set(business, 25, 27)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await set(business, 30, undefined, customer)).status).toBe(403);
  const { body } = await yardpack.call('listHolidays', { as: office.accessToken });
  expect(body.holidays.map(({ day }) => day.day)).toEqual([19, 25]);
  expect(body.suggestions.map(({ name }) => name)).toContain('Thanksgiving');
});

test('the holidays of the United States fall on their days', () => {
  const days = Object.fromEntries(usHolidays(2026).map(({ name, day }) => [name, day.toString()]));
  expect(days).toMatchObject({
    'Martin Luther King Jr. Day': '2026-01-19',
    'Presidents’ Day': '2026-02-16',
    'Memorial Day': '2026-05-25',
    'Labor Day': '2026-09-07',
    'Columbus Day': '2026-10-12',
    Thanksgiving: '2026-11-26',
    'Day after Thanksgiving': '2026-11-27',
  });
});

test('who was served already hears nothing of a day off, and of a visit that was moved there its people do', async ({
  business,
}) => {
  const { yardpack, customer, twice, wren, office, weekly, daily } = business;
  const moved = await yardpack.call('moveVisit', {
    as: office.accessToken,
    params: { engagementId: weekly.id },
    body: {
      date: march(11),
      workerProfileId: wren.profileId,
      toDate: march(12),
      toWorkerProfileId: wren.profileId,
    },
  });
  expect(moved.status).toBe(200);
  await later(business, '2027-03-12T09:00:00-06:00');
  await startWork(yardpack, wren, daily.id);
  expect((await set(business, 12, 13)).body.effect).toMatchObject({ moved: 1, leftOut: 0 });
  await later(business, 'PT2M');
  expect(await subjects(business, twice, /^No visit on/)).toEqual([]);
  const [letter] = await mailsTo(yardpack, customer, /^No visit on Fri, Mar 12/);
  expect(letter?.text).toContain('is on Sat, Mar 13 instead');
  expect(await subjects(business, wren, /^Day off/)).toEqual(['Day off: Fri, Mar 12, Founders’ Day']);
});

test('two services at one address are told apart', async ({ business }) => {
  const { yardpack, customer, wren } = business;
  const { id: productId } = await buildProduct(yardpack, { name: 'Deodorizing' });
  const second = await buildEngagement(yardpack, customer, { productId });
  await claimEngagement(yardpack, wren, second, ['DAY_OF_WEEK_THURSDAY']);
  await set(business, 11);
  await later(business, 'PT2M');
  const [letter] = await mailsTo(yardpack, customer, /^No visit on Thu, Mar 11/);
  expect(letter?.text).toContain('Your visit at 100 Main St (Deodorizing) is left out');
});

test('a day off that is taken back is told to nobody who has no visit on it after all', async ({ business }) => {
  const { yardpack, customer, wren, office, weekly } = business;
  const holiday = await set(business, 11, 12);
  await later(business, 'PT61S');
  expect(await subjects(business, customer, /^No visit on Thu, Mar 11/)).toHaveLength(1);
  const skipped = await yardpack.call('createSkip', {
    as: office.accessToken,
    params: { engagementId: weekly.id },
    body: { date: march(12), reason: 'Storm' },
  });
  expect(skipped.status).toBe(200);
  const call = { as: office.accessToken, params: { holidayId: holiday.body.holiday.id } };
  // Tony comes again; Casey's visit stays where she knows it to be off.
  expect((await yardpack.call('previewHolidayBack', call)).body.back).toEqual({ due: 1, elsewhere: 1 });
  const back = await yardpack.call('takeBackHoliday', call);
  expect(back.status).toBe(200);
  await later(business, 'PT61S');
  expect(await upcoming(business, customer, weekly)).toEqual([18, 25, 1, 8, 15]);
  expect(await subjects(business, customer, /after all/)).toEqual([]);
  expect(await subjects(business, business.twice, /after all/)).toHaveLength(1);
  expect(await subjects(business, wren, /after all/)).toHaveLength(1);
});

test('who was away when all were told of a day off is told when they are back, and a skip on it is not taken back', async ({
  business,
}) => {
  const { yardpack, customer, twice, wren, weekly, daily } = business;
  const params = { engagementId: weekly.id };
  const as = customer.accessToken;
  const body = { firstDay: march(10), lastDay: march(12) };
  const { body: made } = await yardpack.call('createHold', { as, params, body });
  const skipped = { engagementId: daily.id };
  await yardpack.call('createSkip', { as: twice.accessToken, params: skipped, body: { date: march(11) } });
  await yardpack.advance('PT61S');
  await set(business, 11);
  await yardpack.advance('PT61S');
  expect(await mailsTo(yardpack, customer, /Founders/)).toEqual([]);
  await yardpack.call('endHold', { as, params: { ...params, holdId: made.hold.id } });
  await yardpack.advance('PT61S');
  expect(await mailsTo(yardpack, customer, /^No visit on Thu, Mar 11: Founders’ Day/)).toHaveLength(1);
  expect(await mailsTo(yardpack, wren, /^A visit less on Thu, Mar 11/)).toHaveLength(1);
  const back = await yardpack.call('deleteSkip', {
    as: twice.accessToken,
    params: { ...skipped, date: '2027-03-11' },
  });
  expect([back.status, back.error.message]).toEqual([409, 'Nobody works on this day: Founders’ Day.']);
});
