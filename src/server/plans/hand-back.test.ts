import { expect } from 'vitest';
import type { Engagement } from '#contract/engagements.ts';
import type { WeekDay } from '#domain/calendar.ts';
import { weekQuery } from '../testing/engagement-calls.ts';
import { advanceFor, buildEngagement, buildOnboardedWorker, claimEngagement } from '../testing/engagement-factories.ts';
import { mailsTo, type Person } from '../testing/factories.ts';
import { type MarchPeople, march, marchTest as test } from '../testing/march-business.ts';

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
    const { yardpack, customer, office, wren, walt } = people;
    const theo = await buildOnboardedWorker(yardpack, { firstName: 'Theo', lastName: 'Lunt' });
    const engagement = await buildEngagement(yardpack, customer);
    await claimEngagement(yardpack, wren, engagement, [wednesday]);
    for (const [worker, from] of [
      [walt, 15],
      [theo, 29],
    ] as const) {
      await give(people, engagement, worker, from);
      await advanceFor(yardpack, 'PT61S', [office, walt, theo, wren]);
    }
    const keeper = async (worker: Person) =>
      (await decline(people, engagement, worker)).body.engagement.worker?.displayName;
    expect(await keeper(theo)).toBe('Walt B.');
    await yardpack.advance(pause);
    expect(await keeper(walt)).toBe('Wren O.');
  },
);

const keeper = async (people: MarchPeople, engagement: Engagement, worker: Person) => {
  const { status, body } = await decline(people, engagement, worker);
  return [status, body.engagement.worker?.displayName, body.engagement.baseCost];
};

test('who declines before a visit of theirs has come gives the service back to who had it, though that one has none left before', async ({
  people,
}) => {
  const { yardpack, customer, office, wren, walt } = people;
  const theo = await buildOnboardedWorker(yardpack, { firstName: 'Theo', lastName: 'Lunt' });
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, engagement, [wednesday]);
  // It is Monday: Wren has no visit before.
  for (const worker of [walt, theo]) {
    await give(people, engagement, worker, 9);
    await yardpack.advance('PT61S');
  }
  expect(await keeper(people, engagement, theo)).toEqual([200, 'Walt B.', engagement.baseCost]);
  await yardpack.advance('PT61S');
  expect(await keeper(people, engagement, walt)).toEqual([200, 'Wren O.', engagement.baseCost]);
  await yardpack.advance('PT61S');
  const { body } = await yardpack.call('listVisits', {
    as: customer.accessToken,
    params: { engagementId: engagement.id },
  });
  expect([body.upcoming[0], body.moved]).toEqual([march(10), []]);
  const [mail] = await mailsTo(yardpack, customer, /^Your visits/);
  expect(mail?.text).toContain('Wren O. comes to 100 Main St on Wednesday');
  // From today, in the evening before and on the day itself, too.
  await give(people, engagement, walt, 12);
  await advanceFor(yardpack, '2027-03-12T10:00:00-06:00', [office, wren, walt, theo, customer]);
  expect(await keeper(people, engagement, walt)).toEqual([200, 'Wren O.', engagement.baseCost]);
  await give(people, engagement, walt, 12);
  // Nobody has come on a day of theirs, which is over: the service has begun.
  await advanceFor(yardpack, '2027-03-19T21:30:00-05:00', [office, wren, walt, theo, customer]);
  expect((await keeper(people, engagement, walt))[1]).toBeUndefined();
});

test('who declines what was open before leaves it open', async ({ people }) => {
  const { yardpack, customer, wren, walt } = people;
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, engagement, [wednesday]);
  expect((await keeper(people, engagement, wren))[1]).toBeUndefined();
  await give(people, engagement, walt, 9);
  await yardpack.advance('PT61S');
  expect((await keeper(people, engagement, walt))[1]).toBeUndefined();
});

const told = ({ yardpack, customer, office, wren, walt }: MarchPeople, time: string) =>
  advanceFor(yardpack, time, [customer, office, wren, walt]);
const visits = async ({ yardpack, customer }: MarchPeople, { id: engagementId }: Engagement, worker: Person) => {
  const { upcoming, moved } = (
    await yardpack.call('listVisits', { as: customer.accessToken, params: { engagementId } })
  ).body;
  const [first] = upcoming;
  const work = await yardpack.call('getItinerary', {
    as: worker.accessToken,
    params: { workerProfileId: worker.profileId },
    query: weekQuery(yardpack),
  });
  return {
    first: first?.day,
    moved: moved.length,
    jobs: work.body.jobs.map(({ scheduleInstance: { date } }) => date.day),
  };
};

test('who was told last to have a service gets it back, not who makes its visits until then', async ({ people }) => {
  const { yardpack, customer, wren, walt } = people;
  const june = await buildOnboardedWorker(yardpack, { firstName: 'June', lastName: 'Abbott' });
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, engagement, [wednesday]);
  await give(people, engagement, june, 22);
  await told(people, 'PT61S');
  await give(people, engagement, walt, 22);
  await told(people, 'PT61S');
  expect((await decline(people, engagement, walt)).body.engagement.worker?.displayName).toBe('June A.');
});

test('a single visit that staff gave by itself stays with its worker, who declines the service', async ({ people }) => {
  const { yardpack, customer, office, wren, walt } = people;
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, engagement, [thursday]);
  const moved = await yardpack.call('moveVisit', {
    as: office.accessToken,
    params: { engagementId: engagement.id },
    body: {
      date: march(11),
      workerProfileId: wren.profileId,
      toDate: march(12),
      toWorkerProfileId: walt.profileId,
      reason: '',
    },
  });
  expect(moved.status).toBe(200);
  await told(people, 'PT61S');
  await give(people, engagement, walt, 19);
  await told(people, 'PT61S');
  expect((await decline(people, engagement, walt)).body.engagement.worker?.displayName).toBe('Wren O.');
  await told(people, 'PT61S');
  expect(await visits(people, engagement, walt)).toMatchObject({ first: 12, jobs: [12] });
  expect((await visits(people, engagement, wren)).jobs).toEqual([]);
  const letters = [
    ...(await mailsTo(yardpack, walt, /Mar 1[12]/)),
    ...(await mailsTo(yardpack, customer, /Mar 1[12]/)),
  ];
  // Once each, when it was moved.
  expect(letters.map(({ subject }) => subject)).toEqual([
    'A visit more on Fri, Mar 12: 100 Main St',
    'Your visit on Thu, Mar 11 is moved to Fri, Mar 12',
  ]);
});

test.for([
  ['was told of each', 'PT61S', 'PT61S', 'PT61S'],
  ['was not told of the service', 'PT61S', 'PT1S', 'PT61S'],
  ['was told of nothing', 'PT1S', 'PT1S', 'PT61S'],
] as const)(
  'a single visit that staff gave on its own day stays with its worker, who declines the service and %s',
  async ([, afterMove, afterGift, afterAll], { people }) => {
    const { yardpack, customer, office, wren, walt } = people;
    const engagement = await buildEngagement(yardpack, customer);
    await claimEngagement(yardpack, wren, engagement, [thursday]);
    await told(people, 'PT61S');
    const params = { engagementId: engagement.id };
    const body = {
      ...{ date: march(18), workerProfileId: wren.profileId },
      ...{ toDate: march(18), toWorkerProfileId: walt.profileId },
    };
    expect((await yardpack.call('moveVisit', { as: office.accessToken, params, body })).status).toBe(200);
    await told(people, afterMove);
    await give(people, engagement, walt, 26);
    await told(people, afterGift);
    expect((await decline(people, engagement, walt)).body.engagement.worker?.displayName).toBe('Wren O.');
    await told(people, afterAll);
    const page = await yardpack.call('listVisits', { as: customer.accessToken, params });
    expect(page.body.upcoming.slice(0, 3)).toEqual([march(11), march(18), march(25)]);
    expect(page.body.moved.map(({ date, workerName }) => [date.day, workerName])).toEqual([[18, 'Walt B.']]);
    // Once each, when it was given.
    for (const [person, subject] of [
      [customer, 'Walt B. makes your visit on Thu, Mar 18'],
      [walt, 'A visit more on Thu, Mar 18: 100 Main St'],
      [wren, 'A visit less on Thu, Mar 18: 100 Main St'],
    ] as const)
      expect((await mailsTo(yardpack, person, /Mar 18/)).map((mail) => mail.subject)).toEqual([subject]);
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
