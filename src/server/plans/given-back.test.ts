import { expect } from 'vitest';
import type { WeekDay } from '#domain/calendar.ts';
import { mailsTo, saveSettings } from '../testing/factories.ts';
import { marchTest } from '../testing/march-business.ts';
import { serve } from '../testing/served-business.ts';

/** What there is after a decline of what staff have assigned: exactly what was there before, with what others have done since. */
const [monday, tuesday, wednesday, thursday, friday]: WeekDay[] = [
  'DAY_OF_WEEK_MONDAY',
  'DAY_OF_WEEK_TUESDAY',
  'DAY_OF_WEEK_WEDNESDAY',
  'DAY_OF_WEEK_THURSDAY',
  'DAY_OF_WEEK_FRIDAY',
];
const test = marchTest;

test("the worker's part is that of the claim when a service goes back, also when staff take it back", async ({
  people,
}) => {
  const { yardpack, office, wren, walt } = people;
  const { theo, later, tell, give, decline, seen } = await serve(people, [thursday]);
  const { pay } = await seen(wren);
  expect((await saveSettings(yardpack, office, { platformFeePercent: 40 })).status).toBe(200);
  await later('2027-03-09T10:00:00-06:00');
  await give(theo, [thursday], 25);
  expect((await seen(theo)).pay).not.toEqual(pay);
  await decline(theo);
  expect((await seen(wren)).pay).toEqual(pay);
  await give(walt, [thursday], 25);
  await tell();
  await decline(walt);
  expect((await seen(wren)).pay).toEqual(pay);
  await give(walt, [thursday], 25);
  await tell();
  await give(wren, [thursday], 25);
  expect((await seen(wren)).pay).toEqual(pay);
});

test('who accepts a wish in the evening keeps the service so, when another one declines it in that night', async ({
  people,
}) => {
  const { yardpack, customer, wren, walt } = people;
  const { later, give, decline, agree, all, wished } = await serve(people, [wednesday, friday]);
  await later('2027-03-09T21:05:00-06:00');
  await agree(wren, [monday], 22);
  const before = await all();
  await later('2027-03-09T22:00:00-06:00');
  await give(walt, [monday], 22);
  await later('2027-03-09T23:00:00-06:00');
  expect(await decline(walt)).toBe('Wren O.');
  expect(await all()).toEqual(before);
  expect(await wished()).toBeNull();
  await later('2027-03-10T08:06:00-06:00');
  expect(await mailsTo(yardpack, customer, /^Your other rhythm is accepted/)).toHaveLength(1);
  for (const person of [customer, wren, walt]) {
    expect(await mailsTo(yardpack, person, /keeper|longer|^Your visits (from|at)|^New visits/)).toEqual([]);
  }
});

test('what others have done at night, before it was assigned and since, stays with a decline, and they read of it', async ({
  people,
}) => {
  const { yardpack, customer, wren, walt } = people;
  const { theo, later, give, decline, move, takeOff, dayOff, all } = await serve(people, [thursday]);
  await later('2027-03-09T21:05:00-06:00');
  await move(wren, 11, 12, wren);
  await move(wren, 18, 18, theo);
  await later('2027-03-09T22:00:00-06:00');
  await give(walt, [thursday], 25);
  await takeOff(25);
  await move(theo, 18, 19, theo);
  await dayOff(26, 27);
  await later('2027-03-09T23:00:00-06:00');
  expect(await decline(walt)).toBe('Wren O.');
  const { days, moved, skips } = await all();
  expect(days.slice(0, 4)).toEqual(['3/12', '3/19', '4/1', '4/8']);
  expect(moved).toEqual([
    [11, 12, null],
    [18, 19, 'Theo L.'],
  ]);
  expect(skips).toEqual([25]);
  await later('2027-03-10T08:06:00-06:00');
  expect((await mailsTo(yardpack, customer, /Mar 12/)).map(({ subject }) => subject)).toEqual([
    'Your visit on Thu, Mar 11 is moved to Fri, Mar 12',
  ]);
  expect((await mailsTo(yardpack, theo, /Mar 19/)).map(({ subject }) => subject)).toEqual([
    'A visit more on Fri, Mar 19: 100 Main St',
  ]);
  expect(await mailsTo(yardpack, walt, /100 Main St/)).toEqual([]);
});

test('what staff move while another worker has it stays moved, and a day off counts for it', async ({ people }) => {
  const { walt } = people;
  const { theo, tell, give, decline, move, dayOff, all } = await serve(people, [monday, thursday]);
  await give(walt, [tuesday, friday], 15);
  await tell();
  // The first visit of the week of the 22nd, of which Wren has Monday, and the second of the week of the 15th.
  await move(walt, 23, 24, walt);
  await move(walt, 19, 20, theo);
  await dayOff(15, 16);
  await tell();
  expect(await decline(walt)).toBe('Wren O.');
  const { days, moved } = await all();
  expect(days).toEqual(['3/8', '3/11', '3/16', '3/20', '3/24']);
  expect(moved).toEqual([
    [15, 16, null],
    [18, 20, 'Theo L.'],
    [22, 24, null],
  ]);
});

test('what is assigned from today on when nobody comes anymore, and declined in the morning, goes back', async ({
  people,
}) => {
  const { yardpack, customer, wren, walt } = people;
  const { later, give, decline, move, theo, all } = await serve(people, [monday]);
  await move(wren, 22, 22, theo);
  await later('2027-03-08T21:30:00-06:00');
  const before = await all();
  await give(walt, [monday], 8);
  await later('2027-03-09T08:12:00-06:00');
  expect(await decline(walt)).toBe('Wren O.');
  const { days, ...after } = await all();
  expect({ ...after, skips: [] }).toEqual({ ...before, skips: [], days: undefined });
  expect(days.slice(0, 2)).toEqual(['3/15', '3/22']);
  expect(await mailsTo(yardpack, customer, /keeper/)).toEqual([]);
});

test.for(['09:30', '20:30'])(
  'who is given a service from today on at %s, and does not make the visit of that day, has not begun',
  async (time, { people }) => {
    const { yardpack, customer, wren, walt } = people;
    const { later, tell, give, decline, all } = await serve(people, [monday, thursday]);
    await later(`2027-03-08T${time}:00-06:00`);
    await give(walt, [monday, thursday], 8);
    await tell();
    await later('2027-03-09T00:10:00-06:00');
    expect(await decline(walt)).toBe('Wren O.');
    await later('2027-03-09T09:00:00-06:00');
    // What was missed stays so.
    expect(await all()).toMatchObject({ worker: 'Wren O.', skips: [8], moved: [] });
    const told = (await mailsTo(yardpack, customer, /./)).map(({ subject }) => subject);
    expect(told.filter((subject) => /We missed/.test(subject))).toHaveLength(1);
    expect(told.join()).not.toMatch(/another keeper/);
    expect((await mailsTo(yardpack, wren, /from .* on$/)).length).toBe(2);
  },
);

test('a visit that would have been before the decline stays where it is to come', async ({ people }) => {
  const { walt } = people;
  const { later, give, decline, takeOff, all } = await serve(people, [monday]);
  await give(walt, [thursday], 15);
  await takeOff(25);
  await later('2027-03-16T10:00:00-05:00');
  expect(await decline(walt)).toBe('Wren O.');
  const { days, skips } = await all();
  // Mar 15 is over, so this week's visit is on the 18th; what the customer took off stays off.
  expect(days.slice(0, 2)).toEqual(['3/18', '3/29']);
  expect(skips).toContain(25);
});

test('who is given a service at night is asked for another rhythm once they have read of it, and not at all when they decline', async ({
  people,
}) => {
  const { yardpack, wren, walt } = people;
  const { theo, later, give, decline, wishes } = await serve(people, [wednesday]);
  await later('2027-03-09T21:06:00-06:00');
  await give(walt, [thursday], 25);
  await later('2027-03-09T21:30:00-06:00');
  await wishes(2, 29);
  await later('2027-03-09T22:30:00-06:00');
  expect(await mailsTo(yardpack, walt, /^Another rhythm/)).toEqual([]);
  expect(await decline(walt)).toBe('Wren O.');
  await later('2027-03-09T22:40:00-06:00');
  expect(await mailsTo(yardpack, wren, /^Another rhythm/)).toHaveLength(1);
  await give(theo, [thursday], 25);
  await later('2027-03-10T08:06:00-06:00');
  expect(await mailsTo(yardpack, theo, /^Another rhythm/)).toHaveLength(1);
  expect(await mailsTo(yardpack, walt, /100 Main St/)).toEqual([]);
});

test('what a day off leaves out, since its other day is taken, a decline leaves out too, until the day off is taken back', async ({
  people,
}) => {
  const { walt } = people;
  const { later, tell, give, decline, all, dayOff } = await serve(people, [monday, wednesday]);
  await later('2027-03-09T10:00:00-06:00');
  const before = await all();
  await give(walt, [monday, wednesday], 29);
  await tell();
  const takeBack = await dayOff(15, 17);
  expect(await decline(walt)).toBe('Wren O.');
  // The next five.
  expect((await all()).days).toEqual([...before.days.filter((day) => day !== '3/15'), '3/29']);
  await takeBack();
  expect(await all()).toEqual(before);
});

test('what others take off, or give to another worker, on a weekday of who declines is the visit of its week still', async ({
  people,
}) => {
  const { yardpack, customer, wren, walt, office } = people;
  const { theo, tell, give, decline, move, takeOff, putBack, all } = await serve(people, [thursday]);
  await give(walt, [friday], 15);
  await tell();
  await move(walt, 19, 19, theo);
  await takeOff(26, office);
  await tell();
  expect(await decline(walt)).toBe('Wren O.');
  await tell();
  const { days, moved, skips } = await all();
  expect([days.slice(0, 4), moved, skips]).toEqual([['3/11', '3/19', '4/1', '4/8'], [[18, 19, 'Theo L.']], [26]]);
  const subjects = async (person: typeof wren, pattern: RegExp) =>
    (await mailsTo(yardpack, person, pattern)).map(({ subject }) => subject);
  // The visit that staff gave to Theo stays where it is, so all is as people know it until then.
  expect((await subjects(customer, /./))[0]).toBe('Your visits from Thu, Apr 1 on');
  expect(await subjects(theo, /./)).toEqual(['A visit more on Fri, Mar 19: 100 Main St']);
  // Who declined knows.
  expect(await subjects(walt, /Thu/)).toEqual([]);
  await putBack(26);
  await tell();
  expect((await all()).days.slice(0, 3)).toEqual(['3/11', '3/19', '3/25']);
});
