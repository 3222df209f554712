import { expect } from 'vitest';
import type { WeekDay } from '#domain/calendar.ts';
import { moveEngagement } from '../testing/engagement-calls.ts';
import { workUntil } from '../testing/engagement-factories.ts';
import { mailsTo, type Person } from '../testing/factories.ts';
import { type MarchPeople, marchTest as test } from '../testing/march-business.ts';
import { serve } from '../testing/served-business.ts';

/** What is whose until the one begins to whom staff have given a service from a day on. It is Monday, 8 March 2027. */
const [monday, tuesday, wednesday, thursday, friday]: WeekDay[] = [
  'DAY_OF_WEEK_MONDAY',
  'DAY_OF_WEEK_TUESDAY',
  'DAY_OF_WEEK_WEDNESDAY',
  'DAY_OF_WEEK_THURSDAY',
  'DAY_OF_WEEK_FRIDAY',
];
const subjects = async ({ yardpack }: MarchPeople, person: Person, pattern: RegExp) =>
  (await mailsTo(yardpack, person, pattern)).map(({ subject }) => subject);

test.for([
  ['of which nobody was told yet has moved to a day before', 8, 19],
  ['has moved to a day after', 12, 23],
] as const)(
  'a visit that a day off %s another worker begins stays there, whatever weekdays that one takes',
  async ([, today, to], { people }) => {
    const { wren, walt, customer } = people;
    const { later, tell, give, decline, dayOff, replan, all, jobs } = await serve(people, [thursday]);
    await later(`2027-03-${String(today).padStart(2, '0')}T10:00:00-06:00`);
    const undisturbed = await all();
    const takeBack = await dayOff(18, to);
    await tell();
    await give(walt, [friday], 22);
    await tell();
    const given = await all();
    expect(given.moved).toContainEqual([18, to, 'Wren O.']);
    for (const [before, other] of [
      [friday, tuesday],
      [tuesday, wednesday],
      [wednesday, friday],
    ]) {
      await replan(walt, before, other);
      await tell();
      // Where the plan has another visit since, it is left out.
      const isLeftOut = other === tuesday && to === 23;
      expect((await all()).moved).toEqual(given.moved.filter(([from]) => !(isLeftOut && from === 18)));
    }
    expect(await all()).toEqual(given);
    await replan(walt, friday, wednesday);
    await tell();
    await takeBack();
    await tell();
    expect([(await jobs(wren)).at(-1), await jobs(walt)]).toEqual([18, [24]]);
    expect(await decline(walt)).toBe('Wren O.');
    expect(await all()).toEqual(undisturbed);
    // Of no day before do they read that anything is otherwise, but of the day off, once people are told of it.
    const others = /^(?!We missed).*Mar 1\d/;
    const ofDayOff = today === 8 ? [] : ['We come on Thu, Mar 18 after all', 'No visit on Thu, Mar 18: Parade'];
    expect(await subjects(people, customer, others)).toEqual(ofDayOff);
    expect(await subjects(people, walt, others)).toEqual([]);
    const toWren = ['No day off on Thu, Mar 18 after all', 'Day off: Thu, Mar 18, Parade'];
    expect(await subjects(people, wren, others)).toEqual(today === 8 ? [] : toWren);
  },
);

test('who gets a service again, from somebody who has not begun, has it as if that one had never had it', async ({
  people,
}) => {
  const { yardpack, customer, wren, walt } = people;
  const { theo, tell, give, decline, seen } = await serve(people, [thursday]);
  const before = (await seen(wren)).pay;
  await give(walt, [friday], 22);
  await tell();
  await give(wren, [thursday], 22);
  expect((await seen(wren)).pay).toEqual(before);
  await give(walt, [friday], 15);
  await give(theo, [monday], 29);
  await tell();
  await give(wren, [thursday], 15);
  await tell();
  expect(await decline(wren)).toBeUndefined();
  expect((await seen()).status).toBe('ENGAGEMENT_STATUS_PROPOSED');
  await yardpack.advance('PT1M');
  await yardpack.drain();
  expect(await subjects(people, customer, /another keeper/)).toHaveLength(1);
});

test('who gets a service again, from somebody who has visits before, gives it back to that one', async ({ people }) => {
  const { wren, walt } = people;
  const { later, tell, give, decline } = await serve(people, [thursday]);
  await give(walt, [friday], 15);
  await tell();
  // Walt comes on the 19th and 26th.
  await give(wren, [thursday], 29);
  await tell();
  expect(await decline(wren)).toBe('Walt B.');
  expect(await decline(walt)).toBe('Wren O.');
  await give(walt, [friday], 9);
  await later('2027-03-22T10:00:00-05:00');
  await give(wren, [thursday], 22);
  await tell();
  expect(await decline(wren)).toBe('Walt B.');
});

test('of a chain of workers one whose account is closed is left out: who declines gives it to who makes the visits until then', async ({
  people,
}) => {
  const { yardpack, customer, wren, walt, office } = people;
  const { theo, tell, give, all, jobs, service } = await serve(people, [thursday]);
  const before = await all();
  await give(walt, [friday], 15);
  await tell();
  await give(theo, [monday], 29);
  await tell();
  const params = { profileId: walt.profileId };
  expect((await yardpack.call('closeAccount', { as: office.accessToken, params })).status).toBe(200);
  await yardpack.advance('PT61S');
  await yardpack.drain();
  // Until Theo begins, nobody but Theo is there for the visits of who has left.
  expect([await jobs(wren), await jobs(theo)]).toEqual([[11], [19, 26]]);
  const own = { as: theo.accessToken, params: { engagementId: service.id } };
  expect(
    (await yardpack.call('updateEngagement', { ...own, body: { status: 'ENGAGEMENT_STATUS_PROPOSED' } })).status,
  ).toBe(200);
  await yardpack.advance('PT61S');
  await yardpack.drain();
  expect(await all()).toEqual(before);
  expect((await subjects(people, customer, /./)).slice(0, 3)).toEqual([
    'Your visits from Thu, Mar 18 on',
    'Theo L. makes your visit on Fri, Mar 26',
    'Theo L. makes your visit on Fri, Mar 19',
  ]);
  expect(await subjects(people, wren, /./)).toEqual([
    'Casey at 100 Main St: Thursday from Thu, Mar 18 on',
    'Another worker visits Casey from Mon, Mar 15 on',
  ]);
});

test.for([['PT1S'], ['PT61S']])(
  'who was given a service that is paused declines it too, %s after it was given: it stays paused, with who had it before',
  async ([pause = ''], { people }) => {
    const { yardpack, customer, wren, walt } = people;
    const { tell, give, decline, all, service, seen } = await serve(people, [thursday]);
    const before = await all();
    const set = async (status: 'PAUSED' | 'RUNNING') =>
      expect((await moveEngagement(yardpack, customer, service.id, status)).status).toBe(200);
    const may = async (worker: Person) => (await seen(worker)).nextStatuses.includes('ENGAGEMENT_STATUS_PROPOSED');
    await give(walt, [friday], 22);
    await yardpack.advance(pause);
    await yardpack.drain();
    await set('PAUSED');
    await tell();
    expect(await may(walt)).toBe(true);
    expect(await decline(walt)).toBe('Wren O.');
    // The answer may be lost.
    expect(await decline(walt)).toBe('Wren O.');
    await tell();
    expect(await all()).toMatchObject({ worker: 'Wren O.', status: 'ENGAGEMENT_STATUS_PAUSED' });
    // Who has it as its keeper waits with the customer.
    expect(await may(wren)).toBe(false);
    await set('RUNNING');
    // That it resumes is out before what follows from it is told.
    await yardpack.drain();
    await tell();
    expect(await all()).toEqual(before);
    // Who has declined it hears nothing of it any more, and who had it before what is so once it goes on.
    expect(await subjects(people, walt, /On again/)).toEqual([]);
    expect((await subjects(people, wren, /./))[0]).toMatch(/^(A visit more on Thu, Mar 18|On again): 100 Main St/);
    expect((await subjects(people, customer, /^Your visits (resume|from Thu)/)).length).toBe(pause === 'PT1S' ? 1 : 2);
  },
);

test.for([
  [friday, '2027-03-13T10:00:00-06:00', false],
  // That of the day on which it was given.
  [monday, '2027-03-09T10:00:00-06:00', true],
] as const)(
  'whose only visit of a service that is paused, on %s, was missed is offered what is allowed',
  async ([day, moment, isAllowed], { people }) => {
    const { yardpack, customer, walt } = people;
    const { later, tell, give, seen, service } = await serve(people, [thursday]);
    await give(walt, [day], 8);
    await tell();
    await later(moment);
    expect((await moveEngagement(yardpack, customer, service.id, 'PAUSED')).status).toBe(200);
    expect((await seen()).worker?.displayName).toBe('Walt B.');
    expect((await seen(walt)).nextStatuses).toEqual(isAllowed ? ['ENGAGEMENT_STATUS_PROPOSED'] : []);
    expect((await moveEngagement(yardpack, walt, service.id, 'PROPOSED')).status).toBe(isAllowed ? 200 : 409);
    expect((await seen()).worker?.displayName).toBe(isAllowed ? 'Wren O.' : 'Walt B.');
  },
);

test('what is paused goes back also when the account of who was given it is closed, and stays with who has begun', async ({
  people,
}) => {
  const { yardpack, customer, walt, office } = people;
  const { theo, later, tell, give, seen, service } = await serve(people, [thursday]);
  await give(walt, [friday], 9);
  await later('2027-03-12T10:00:00-06:00');
  await workUntil(yardpack, walt, service, 'WORK_STATUS_WORK_COMPLETED');
  await give(theo, [friday], 19);
  await tell();
  const pause = () => moveEngagement(yardpack, customer, service.id, 'PAUSED');
  expect((await pause()).status).toBe(200);
  const params = { profileId: theo.profileId };
  expect((await yardpack.call('closeAccount', { as: office.accessToken, params })).status).toBe(200);
  expect(await seen()).toMatchObject({ worker: { displayName: 'Walt B.' }, status: 'ENGAGEMENT_STATUS_PAUSED' });
  // Who has begun it keeps it as any keeper does.
  expect((await seen(walt)).nextStatuses).toEqual([]);
  expect((await moveEngagement(yardpack, walt, service.id, 'PROPOSED')).error.errorCode).toBe('NOT_ALLOWED_NOW');
  expect(await seen()).toMatchObject({ worker: { displayName: 'Walt B.' } });
});

test('an open service that staff give from a day on has no visit before, whatever weekdays its worker takes, and is open again after a decline', async ({
  people,
}) => {
  const { yardpack, customer, wren, walt } = people;
  const { service, tell, give, decline, replan, all, jobs } = await serve(people, [wednesday]);
  expect(await decline(wren)).toBeUndefined();
  await tell();
  const proposed = await all();
  await give(walt, [friday], 24);
  await tell();
  const given = await all();
  expect([given.days[0], await jobs(walt)]).toEqual(['3/26', [26]]);
  for (const [from, to, days] of [
    [friday, thursday, [25]],
    [thursday, monday, []],
    [monday, friday, [26]],
  ] as const) {
    await replan(walt, from, to);
    await tell();
    expect(await jobs(walt)).toEqual(days);
  }
  expect(await all()).toEqual(given);
  expect(await subjects(people, customer, /Mar ([01]|2[0-3])/)).toEqual([]);
  expect(await decline(walt)).toBeUndefined();
  expect(await all()).toEqual(proposed);
  const { body } = await yardpack.call('listVisits', {
    as: customer.accessToken,
    params: { engagementId: service.id },
  });
  expect(body.upcoming).toEqual([]);
});

test('who begins later takes the other weeks from then on, and the visits until then stay', async ({ people }) => {
  const { yardpack, customer, wren, walt } = people;
  const { tell, give, decline, all, jobs, service } = await serve(people, [thursday], 2);
  const before = await all();
  await give(walt, [thursday], 22);
  await tell();
  const params = { engagementId: service.id };
  const body = { scheduleTemplate: { weekOffset: 1 } };
  expect((await yardpack.call('updateEngagement', { as: walt.accessToken, params, body })).status).toBe(200);
  await tell();
  expect((await all()).days.slice(0, 3)).toEqual(['3/11', '4/1', '4/15']);
  expect([await jobs(wren), await jobs(walt)]).toEqual([[11], []]);
  const [letter] = await mailsTo(yardpack, customer, /other weeks/);
  expect(letter?.text).toContain('beginning on Thu, Apr 1 instead of Thu, Mar 25');
  expect(await subjects(people, wren, /other weeks/)).toEqual([]);
  expect(await decline(walt)).toBe('Wren O.');
  await tell();
  expect(await all()).toEqual(before);
  expect((await subjects(people, customer, /./))[0]).toBe('Your visits from Thu, Mar 25 on');
});

test('weeks that staff choose of a service that is to begin later count at once with whoever gets it back', async ({
  people,
}) => {
  const { yardpack, office, wren, walt } = people;
  const { tell, give, decline, all, jobs, service } = await serve(people, [thursday], 2);
  await give(walt, [thursday], 22);
  const params = { engagementId: service.id };
  const body = { scheduleTemplate: { weekOffset: 1 } };
  expect((await yardpack.call('updateEngagement', { as: office.accessToken, params, body })).status).toBe(200);
  await tell();
  expect(await decline(walt)).toBe('Wren O.');
  await tell();
  expect((await all()).days.slice(0, 3)).toEqual(['3/18', '4/1', '4/15']);
  expect([await jobs(wren), await jobs(walt)]).toEqual([[18], []]);
});

test('who is given a service from today, whose visit of today is made, comes for the first time on the next one', async ({
  people,
}) => {
  const { yardpack, customer, wren, walt } = people;
  const { service, tell, give, decline, all } = await serve(people, [monday, thursday]);
  await workUntil(yardpack, wren, service, 'WORK_STATUS_WORK_COMPLETED');
  expect(await decline(wren)).toBeUndefined();
  await tell();
  await give(walt, [monday, thursday], 8);
  await tell();
  expect((await all()).days.slice(0, 2)).toEqual(['3/11', '3/15']);
  const [toCustomer] = await mailsTo(yardpack, customer, /./);
  expect(toCustomer?.text).toContain('for the first time on Thu, Mar 11');
  const toWalt = (await mailsTo(yardpack, walt, /./)).map(({ subject, text }) => `${subject}\n${text}`).join('\n');
  expect(toWalt).toContain('from Thu, Mar 11 on');
  expect(toWalt).not.toMatch(/Mar 8/);
  await give(wren, [monday, thursday], 8);
  await tell();
  expect((await mailsTo(yardpack, customer, /^Your visits/))[0]?.text).not.toMatch(/Mar 8/);
});
