import { expect } from 'vitest';
import type { Engagement } from '#contract/engagements.ts';
import type { WeekDay } from '#domain/calendar.ts';
import { advanceFor, buildEngagement, buildOnboardedWorker, claimEngagement } from '../testing/engagement-factories.ts';
import { mailsTo, type Person } from '../testing/factories.ts';
import { type MarchPeople, march, marchTest as test } from '../testing/march-business.ts';
import { serve } from '../testing/served-business.ts';

const wednesday: WeekDay = 'DAY_OF_WEEK_WEDNESDAY';
const thursday: WeekDay = 'DAY_OF_WEEK_THURSDAY';
const friday: WeekDay = 'DAY_OF_WEEK_FRIDAY';
const give = async ({ yardpack, office }: MarchPeople, { id }: Engagement, worker: Person, from = 22) => {
  const [as, params] = [office.accessToken, { engagementId: id }];
  const { version } = (await yardpack.call('getEngagement', { as, params })).body.engagement;
  const body = { workerProfileId: worker.profileId, weekDays: [friday], from: march(from), version };
  expect((await yardpack.call('assignWorker', { as, params, body })).status).toBe(200);
};
const decline = ({ yardpack }: MarchPeople, { id }: Engagement, worker: Person) =>
  yardpack.call('updateEngagement', {
    as: worker.accessToken,
    params: { engagementId: id },
    body: { status: 'ENGAGEMENT_STATUS_PROPOSED' },
  });
const page = async ({ yardpack }: MarchPeople, { id: engagementId }: Engagement, { accessToken: as }: Person) => [
  (await yardpack.call('getEngagement', { as, params: { engagementId } })).status,
  (await yardpack.call('listVisits', { as, params: { engagementId } })).status,
];

test('who declines twice, from two tabs, or after a lost answer, reads that it is done, and a stranger nothing', async ({
  people,
}) => {
  const { yardpack, customer, wren, walt } = people;
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, engagement, [wednesday]);
  await give(people, engagement, walt);
  const atOnce = await Promise.all([decline(people, engagement, walt), decline(people, engagement, walt)]);
  expect(atOnce.map(({ status }) => status)).toEqual([200, 200]);
  const again = await decline(people, engagement, walt);
  expect([again.status, again.body.engagement.worker?.displayName]).toEqual([200, 'Wren O.']);
  expect(again.body.engagement.nextStatuses).toEqual([]);
  expect(await page(people, engagement, walt)).toEqual([200, 200]);
  // Of what is not theirs they change nothing.
  const version = again.body.engagement.version;
  const skipped = await yardpack.call('createSkip', {
    as: walt.accessToken,
    params: { engagementId: engagement.id },
    body: { date: march(10) },
  });
  expect(skipped.status).toBe(404);
  expect((await decline(people, engagement, walt)).body.engagement.version).toBe(version);
  const stranger = await buildOnboardedWorker(yardpack, { firstName: 'Sam', lastName: 'Stone' });
  expect((await decline(people, engagement, stranger)).status).toBe(404);
  expect(await page(people, engagement, stranger)).toEqual([404, 404]);
  // It may be theirs again, and then a decline is one.
  await give(people, engagement, walt);
  expect((await decline(people, engagement, walt)).body.engagement.worker?.displayName).toBe('Wren O.');
  // The page is for what has just been done.
  await advanceFor(yardpack, 'PT48H', [walt]);
  expect((await decline(people, engagement, walt)).status).toBe(404);
  expect(await page(people, engagement, walt)).toEqual([404, 404]);
});

test('a decline and a pause at one moment each count, or say that the service was changed meanwhile', async ({
  people,
}) => {
  const { yardpack, customer, wren, walt } = people;
  for (let round = 0; round < 5; round += 1) {
    const engagement = await buildEngagement(yardpack, customer);
    await claimEngagement(yardpack, wren, engagement, [wednesday]);
    await give(people, engagement, walt);
    const params = { engagementId: engagement.id };
    const body = { status: 'ENGAGEMENT_STATUS_PAUSED' } as const;
    const atOnce = await Promise.all([
      decline(people, engagement, walt),
      yardpack.call('updateEngagement', { as: customer.accessToken, params, body }),
    ]);
    for (const { status } of atOnce) expect([200, 409]).toContain(status);
    const isDone = atOnce.map(({ status }) => status === 200);
    const { worker, status } = (await yardpack.call('getEngagement', { as: customer.accessToken, params })).body
      .engagement;
    expect([worker?.displayName === 'Wren O.', status === body.status]).toEqual(isDone);
  }
});

test('a release whose answer was lost is done, also once another worker has the service', async ({ people }) => {
  const { yardpack, customer, wren, walt } = people;
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, engagement, [wednesday]);
  const atOnce = await Promise.all([decline(people, engagement, wren), decline(people, engagement, wren)]);
  expect(atOnce.map(({ status }) => status)).toEqual([200, 200]);
  expect((await decline(people, engagement, wren)).status).toBe(200);
  await claimEngagement(yardpack, walt, engagement, [friday]);
  const late = await decline(people, engagement, wren);
  expect([late.status, late.body.engagement.worker?.displayName]).toEqual([200, 'Walt B.']);
  expect(await page(people, engagement, wren)).toEqual([200, 200]);
});

test.for([
  ['within a minute', 'PT1S'],
  ['once people were told', 'PT61S'],
])(
  'of several who decline %s the service goes back to who makes its visits still',
  async ([, pause = ''], { people }) => {
    const { yardpack, walt } = people;
    const { theo, tell, give: assign, decline: leave } = await serve(people, [wednesday]);
    await assign(walt, [friday], 15);
    await tell();
    await assign(theo, [friday], 29);
    await tell();
    expect(await leave(theo)).toBe('Walt B.');
    await yardpack.advance(pause);
    expect(await leave(walt)).toBe('Wren O.');
  },
);

test('who declines before a visit of theirs has come gives the service back to who had it, though that one has none left before', async ({
  people,
}) => {
  const { yardpack, customer, walt } = people;
  const { service, theo, later, tell, give: assign, decline: leave, all, seen } = await serve(people, [wednesday]);
  const has = async () => [(await seen()).worker?.displayName, (await seen()).baseCost];
  // It is Monday: Wren has no visit before.
  for (const worker of [walt, theo]) {
    await assign(worker, [friday], 9);
    await tell();
  }
  await leave(theo);
  expect(await has()).toEqual(['Walt B.', service.baseCost]);
  await tell();
  await leave(walt);
  expect(await has()).toEqual(['Wren O.', service.baseCost]);
  await tell();
  expect(await all()).toMatchObject({ days: { 0: '3/10' }, moved: [] });
  const [mail] = await mailsTo(yardpack, customer, /^Your visits/);
  expect(mail?.text).toContain('Wren O. comes to 100 Main St on Wednesday');
  // From today, in the evening before and on the day itself, too.
  await assign(walt, [friday], 12);
  await later('2027-03-12T10:00:00-06:00');
  await leave(walt);
  expect(await has()).toEqual(['Wren O.', service.baseCost]);
  await assign(walt, [friday], 12);
  // Nobody has come on a day of theirs, which is over: the service has begun.
  await later('2027-03-19T21:30:00-05:00');
  expect(await leave(walt)).toBeUndefined();
});

test('who declines what was open before leaves it open', async ({ people }) => {
  const { wren, walt } = people;
  const { tell, give: assign, decline: leave } = await serve(people, [wednesday]);
  expect(await leave(wren)).toBeUndefined();
  await assign(walt, [friday], 9);
  await tell();
  expect(await leave(walt)).toBeUndefined();
});

test('who was told last to have a service gets it back, not who makes its visits until then', async ({ people }) => {
  const { theo, tell, give: assign, decline: leave } = await serve(people, [wednesday]);
  for (const worker of [theo, people.walt]) {
    await assign(worker, [friday], 22);
    await tell();
  }
  expect(await leave(people.walt)).toBe('Theo L.');
});

test.for([
  ['on another day', 11, 12, 19, 'PT61S', 'PT61S'],
  ['on its own day, and was told of each', 18, 18, 26, 'PT61S', 'PT61S'],
  ['on its own day, and was not told of the service', 18, 18, 26, 'PT61S', 'PT1S'],
  ['on its own day, and was told of nothing', 18, 18, 26, 'PT1S', 'PT1S'],
] as const)(
  'a single visit stays with the worker whom staff gave it to %s, who declines the service',
  async ([, day, to, from, afterMove, afterGift], { people }) => {
    const { yardpack, customer, wren, walt } = people;
    const { tell, later, give: assign, move, decline: leave, all, jobs } = await serve(people, [thursday]);
    await tell();
    await move(wren, day, to, walt);
    await later(afterMove);
    await assign(walt, [friday], from);
    await later(afterGift);
    expect(await leave(walt)).toBe('Wren O.');
    await tell();
    const { days, moved } = await all();
    expect(days.slice(0, 3)).toEqual([`3/${to === 12 ? to : 11}`, '3/18', '3/25']);
    expect(moved).toEqual([[day, to, 'Walt B.']]);
    expect(await jobs(walt)).toEqual([to]);
    expect(await jobs(wren)).not.toContain(day);
    // Once each, when it was given.
    const isElsewhere = day !== to;
    for (const [person, subject] of [
      [
        customer,
        isElsewhere ? 'Your visit on Thu, Mar 11 is moved to Fri, Mar 12' : 'Walt B. makes your visit on Thu, Mar 18',
      ],
      [walt, `A visit more on ${isElsewhere ? 'Fri, Mar 12' : 'Thu, Mar 18'}: 100 Main St`],
      [wren, `A visit less on ${isElsewhere ? 'Thu, Mar 11' : 'Thu, Mar 18'}: 100 Main St`],
    ] as const)
      expect((await mailsTo(yardpack, person, /Mar 1[128]/)).map((mail) => mail.subject)).toEqual([subject]);
  },
);

test('of a decline all are told from the first day on which somebody else comes, while something else is untold', async ({
  people,
}) => {
  const { yardpack, customer, wren, walt, office } = people;
  const [declined, other] = [await buildEngagement(yardpack, customer), await buildEngagement(yardpack, customer)];
  for (const one of [declined, other]) await claimEngagement(yardpack, wren, one, [friday]);
  await give(people, declined, walt);
  await advanceFor(yardpack, 'PT5M', [customer, wren, walt, office]);
  await give(people, other, walt);
  expect((await decline(people, declined, walt)).status).toBe(200);
  await advanceFor(yardpack, 'PT5M', [customer, wren, walt]);
  const told = await mailsTo(yardpack, customer, /^Your visits from (Fri, Mar 26|Mon, Mar 8) on/);
  expect(told.map(({ subject }) => subject)).toEqual(['Your visits from Fri, Mar 26 on']);
  // Who declined knows.
  expect(await mailsTo(yardpack, walt, /^Another worker visits/)).toEqual([]);
});
