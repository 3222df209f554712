import { expect } from 'vitest';
import type { WeekDay } from '#domain/calendar.ts';
import { moveEngagement } from '../testing/engagement-calls.ts';
import { buildEngagement, claimEngagement } from '../testing/engagement-factories.ts';
import { mailsTo, type Person } from '../testing/factories.ts';
import { type MarchPeople, marchTest as test } from '../testing/march-business.ts';
import { serve } from '../testing/served-business.ts';

/** What people know without a letter, since they have done it, or something that shows that they know. It is Monday, 8 March 2027. */
const [wednesday, thursday, friday] = [
  'DAY_OF_WEEK_WEDNESDAY',
  'DAY_OF_WEEK_THURSDAY',
  'DAY_OF_WEEK_FRIDAY',
] as const satisfies WeekDay[];
const subjects = async ({ yardpack }: MarchPeople, person: Person) =>
  (await mailsTo(yardpack, person, /Mar/)).map(({ subject }) => subject).toReversed();

test.for([
  ['by day', undefined, 15],
  ['at night', '2027-03-09T22:00:00-06:00', 15],
  ['while visits until then stay theirs', undefined, 24],
] as const)(
  'who was given a service, and puts it on another weekday, before it is given to somebody else reads that it is, %s',
  async ([, night, from], { people }) => {
    const { walt } = people;
    const { theo, later, tell, give, replan } = await serve(people, [wednesday]);
    if (night) await later(night);
    await give(walt, [friday], 15);
    await replan(walt, friday, thursday);
    await give(theo, [friday], from);
    await tell();
    if (night) {
      expect(await subjects(people, walt)).toEqual([]);
      await later('2027-03-10T08:01:00-06:00');
    }
    const first = from === 15 ? 'Mon, Mar 15' : 'Wed, Mar 24';
    expect((await subjects(people, walt))[0]).toBe(`Another worker visits Casey from ${first} on`);
    expect(await subjects(people, theo)).toEqual([`Casey at 100 Main St: Friday from ${first} on`]);
  },
);

test('who has put a service on another weekday reads also that who had it before has it again', async ({ people }) => {
  const { wren, walt, customer } = people;
  const { tell, give, replan, all } = await serve(people, [wednesday]);
  const before = await all();
  await give(walt, [friday], 15);
  await replan(walt, friday, thursday);
  await give(wren, [wednesday], 8);
  await tell();
  expect(await all()).toEqual(before);
  expect(await subjects(people, walt)).toEqual(['Another worker visits Casey from Mon, Mar 8 on']);
  expect(await subjects(people, wren)).toEqual([]);
  expect((await subjects(people, customer)).length).toBe(0);
});

test('who has put a service on another weekday, and declines it, knows that, and reads of it again only when it is theirs', async ({
  people,
}) => {
  const { walt } = people;
  const { theo, tell, give, replan, decline } = await serve(people, [wednesday]);
  await give(walt, [friday], 15);
  await replan(walt, friday, thursday);
  await give(theo, [friday], 15);
  await replan(theo, friday, wednesday);
  expect(await decline(theo)).toBe('Walt B.');
  expect(await decline(walt)).toBe('Wren O.');
  await tell();
  for (const worker of [walt, theo]) expect(await subjects(people, worker)).toEqual([]);
});

test('who puts a service on another weekday does not read again what becomes of visits on weekdays that stay', async ({
  people,
}) => {
  const { wren, walt } = people;
  const { tell, move, replan } = await serve(people, [wednesday, friday]);
  await move(wren, 17, 17, walt);
  await move(wren, 24, 23, wren);
  await tell();
  const told = await subjects(people, wren);
  expect(told.length).toBe(2);
  await replan(wren, friday, thursday);
  await tell();
  expect(await subjects(people, wren)).toEqual(told);
});

test('a worker who has just chosen weekdays reads of a visit that staff give to another worker within the minute', async ({
  people,
}) => {
  const { wren, walt } = people;
  const { tell, move, replan } = await serve(people, [wednesday]);
  await tell();
  await replan(wren, wednesday, thursday);
  await move(wren, 11, 11, walt);
  await tell();
  expect(await subjects(people, wren)).toEqual(['A visit less on Thu, Mar 11: 100 Main St']);
  // What was another worker's before they know.
  await replan(wren, thursday, friday);
  await tell();
  expect(await subjects(people, wren)).toEqual(['A visit less on Thu, Mar 11: 100 Main St']);
});

test('a worker who releases and claims a service again reads of a visit that staff give to another worker within the minute', async ({
  people,
}) => {
  const { yardpack, wren, walt } = people;
  const { service, tell, move } = await serve(people, [wednesday]);
  await tell();
  expect((await moveEngagement(yardpack, wren, service.id, 'PROPOSED')).status).toBe(200);
  await claimEngagement(yardpack, wren, service, [wednesday]);
  await move(wren, 10, 12, walt);
  await tell();
  expect(await subjects(people, wren)).toEqual(['A visit less on Wed, Mar 10: 100 Main St']);
});

test('who has given a service back does not read that another worker has it, who puts it on another weekday meanwhile', async ({
  people,
}) => {
  const { wren, walt, customer } = people;
  const { theo, tell, give, decline, replan } = await serve(people, [wednesday]);
  await give(walt, [friday], 15);
  await tell();
  const told = await subjects(people, walt);
  expect(await decline(walt)).toBe('Wren O.');
  await replan(wren, wednesday, thursday);
  await tell();
  expect(await subjects(people, walt)).toEqual(told);
  expect((await subjects(people, customer)).at(-1)).toMatch(/^Your visits from/);
  // Who has it again, and acts on that, reads it.
  await give(walt, [friday], 22);
  await tell();
  expect(await decline(walt)).toBe('Wren O.');
  await give(walt, [friday], 22);
  await replan(walt, friday, wednesday);
  await give(theo, [thursday], 22);
  await tell();
  expect((await subjects(people, walt)).at(-1)).toMatch(/^Another worker visits Casey from/);
});

test.for([
  ['who had declined it', true],
  ['from staff', false],
] as const)(
  'who has a service back %s, and puts it on another weekday before anybody reads that, does not read their own change',
  async ([, isDeclined], { people }) => {
    const { wren, walt, customer } = people;
    const { tell, give, replan, decline } = await serve(people, [wednesday]);
    const comesBack = async () => {
      if (isDeclined) expect(await decline(walt)).toBe('Wren O.');
      else await give(wren, [wednesday], 8);
    };
    await give(walt, [friday], 15);
    await tell();
    const told = await subjects(people, wren);
    await comesBack();
    await replan(wren, wednesday, thursday);
    await tell();
    expect(await subjects(people, wren)).toEqual(told);
    expect((await subjects(people, customer)).at(-1)).toMatch(/^Your visits from/);
    // What others change after it is news.
    await give(walt, [friday], 22);
    await tell();
    await give(wren, [wednesday], 22);
    await replan(wren, wednesday, thursday);
    await give(wren, [friday], 22);
    await tell();
    expect((await subjects(people, wren)).at(-1)).toBe('Casey at 100 Main St: Friday from Mon, Mar 22 on');
  },
);

test('who has a service back, and changes one of its weekdays, reads that the others are theirs, too', async ({
  people,
}) => {
  const { wren, walt } = people;
  const { tell, give, replan } = await serve(people, [wednesday, friday]);
  await give(walt, [wednesday, friday], 15);
  await tell();
  await give(wren, [wednesday, friday], 15);
  await replan(wren, wednesday, thursday);
  await tell();
  expect((await subjects(people, wren)).at(-1)).toMatch(/^Casey at 100 Main St: Thursday and Friday from/);
});

type Step = 'back' | 'resume' | 'tell';
const afterAll = 'No day off on Wed, Mar 10 after all';
const single = 'Moved: 100 Main St to Wed, Mar 10';
test.for([
  [['back', 'resume', 'tell'], [afterAll]],
  [['resume', 'back', 'tell'], [afterAll]],
  [['back', 'tell', 'resume', 'tell'], [single]],
  [['resume', 'tell', 'back', 'tell'], [afterAll]],
] as [Step[], string[]][])(
  'of a day off that is taken back around the end of a pause a worker reads once: %s',
  async ([steps, said], { people }) => {
    const { yardpack, customer, wren } = people;
    const { tell, dayOff, service } = await serve(people, [wednesday]);
    const takeBack = await dayOff(10, 12);
    await tell();
    expect((await moveEngagement(yardpack, customer, service.id, 'PAUSED')).status).toBe(200);
    await tell();
    const told = await subjects(people, wren);
    for (const step of steps) {
      if (step === 'tell') await tell();
      else if (step === 'back') await takeBack();
      else expect((await moveEngagement(yardpack, customer, service.id, 'ACCEPTED')).status).toBe(200);
    }
    expect((await subjects(people, wren)).slice(told.length)).toEqual(said);
  },
);

test('who reads of a day off that is none, while one of their services rests, reads of that one’s visit when it goes on', async ({
  people,
}) => {
  const { yardpack, customer, wren } = people;
  const { tell, dayOff, service } = await serve(people, [wednesday]);
  const other = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, other, [wednesday]);
  const takeBack = await dayOff(10, 12);
  await tell();
  expect((await moveEngagement(yardpack, customer, service.id, 'PAUSED')).status).toBe(200);
  await tell();
  await takeBack();
  await tell();
  expect((await moveEngagement(yardpack, customer, service.id, 'ACCEPTED')).status).toBe(200);
  const told = await subjects(people, wren);
  expect(told.at(-1)).toBe(afterAll);
  await tell();
  expect((await subjects(people, wren)).slice(told.length)).toEqual([
    expect.stringMatching(/^Moved: .* to Wed, Mar 10$/),
  ]);
});
