import { expect } from 'vitest';
import type { Engagement } from '#contract/engagements.ts';
import { plainDate, type WeekDay } from '#domain/calendar.ts';
import { jobsOf, moveEngagement, startWork } from '../testing/engagement-calls.ts';
import { advanceFor, buildEngagement, claimEngagement } from '../testing/engagement-factories.ts';
import { mailsTo, type Person } from '../testing/factories.ts';
import { type MarchPeople, march, marchTest as test } from '../testing/march-business.ts';

const monday: WeekDay = 'DAY_OF_WEEK_MONDAY';
const tuesday: WeekDay = 'DAY_OF_WEEK_TUESDAY';
const thursday: WeekDay = 'DAY_OF_WEEK_THURSDAY';
type Service = { engagement: Engagement; planned: Awaited<ReturnType<typeof claimEngagement>> };

async function serve({ yardpack, customer, wren }: MarchPeople, day: WeekDay = monday): Promise<Service> {
  const engagement = await buildEngagement(yardpack, customer);
  return { engagement, planned: await claimEngagement(yardpack, wren, engagement, [day]) };
}

const at = ({ yardpack, customer, wren, walt, office }: MarchPeople, time: string) =>
  advanceFor(yardpack, `2027-03-${time}-06:00`, [customer, wren, walt, office]);

async function missed({ yardpack, wren, walt }: MarchPeople): Promise<string[]> {
  const { rows } = await yardpack.world.database.$client.query(
    'select missed_on::text as date, missed_worker_profile_id as worker from visits where missed_on is not null order by missed_on',
  );
  const name = (id: string) => (id === wren.profileId ? 'Wren' : id === walt.profileId ? 'Walt' : id);
  return rows.map(({ date, worker }) => `${date} ${name(worker)}`);
}

const release = ({ yardpack, wren }: MarchPeople, { engagement: { id } }: Service) =>
  moveEngagement(yardpack, wren, id, 'PROPOSED');
const changeDay = ({ yardpack, wren }: MarchPeople, { planned }: Service, dayOfWeek: WeekDay) =>
  yardpack.call('updateScheduleTemplateDays', {
    as: wren.accessToken,
    body: { scheduleTemplateDays: planned.map((one) => ({ ...one, dayOfWeek })) },
  });
async function assign({ yardpack, office, walt }: MarchPeople, { engagement: { id: engagementId } }: Service) {
  const { version } = (await yardpack.call('getEngagement', { as: office.accessToken, params: { engagementId } })).body
    .engagement;
  const body = { workerProfileId: walt.profileId, weekDays: [monday], from: march(9), version };
  return await yardpack.call('assignWorker', { as: office.accessToken, params: { engagementId }, body });
}

type Act = (people: MarchPeople, service: Service) => Promise<{ status: number }>;
const acts: [string, Act][] = [
  ['its worker releases the service', release],
  ['its worker changes the weekday', (people, service) => changeDay(people, service, tuesday)],
  ['staff give the service to another worker', assign],
  [
    'its customer pauses it',
    ({ yardpack, customer }, { engagement }) => moveEngagement(yardpack, customer, engagement.id, 'PAUSED'),
  ],
  [
    'its customer cancels it',
    ({ yardpack, customer }, { engagement }) => moveEngagement(yardpack, customer, engagement.id, 'CANCELLED'),
  ],
  [
    "its worker's account is closed",
    ({ yardpack, office, wren }) =>
      yardpack.call('closeAccount', { as: office.accessToken, params: { profileId: wren.profileId } }),
  ],
  [
    'its customer wants no visits from tomorrow on',
    ({ yardpack, customer }, { engagement: { id: engagementId } }) =>
      yardpack.call('createHold', {
        as: customer.accessToken,
        params: { engagementId },
        body: { firstDay: march(9), lastDay: march(20) },
      }),
  ],
];

test.for(acts)('whom nobody came to is told so, though in the evening %s', async ([, act], { people }) => {
  const { yardpack, customer, wren } = people;
  const service = await serve(people);
  await at(people, '08T22:00:00');
  expect((await act(people, service)).status).toBe(200);
  await yardpack.advance('2027-03-09T00:05:00-06:00');
  expect(await missed(people)).toEqual(['2027-03-08 Wren']);
  await yardpack.advance('2027-03-09T09:00:00-06:00');
  expect(await mailsTo(yardpack, customer, /^We missed your visit on Mon, Mar 8$/)).toHaveLength(1);
  // Of the visit that was missed nobody reads that it is off.
  const others = [...(await mailsTo(yardpack, customer, /./)), ...(await mailsTo(yardpack, wren, /./))];
  expect(others.filter(({ subject }) => /Mar 8/.test(subject) && !/missed/.test(subject))).toEqual([]);
});

// What staff give from tomorrow on leaves the visit of today where it is.
test.for(acts.filter(([, act]) => act !== assign).slice(0, 4))(
  'by day nothing is missed yet when %s',
  async ([, act], { people }) => {
    const service = await serve(people);
    await at(people, '08T20:59:00');
    expect((await act(people, service)).status).toBe(200);
    await at(people, '09T00:05:00');
    expect(await missed(people)).toEqual([]);
  },
);

test('what another worker was to make is missed by that one, who reads of no visit less', async ({ people }) => {
  const { yardpack, customer, office, wren, walt } = people;
  const { engagement } = await serve(people);
  const moved = await yardpack.call('moveVisit', {
    as: office.accessToken,
    params: { engagementId: engagement.id },
    body: {
      date: march(8),
      workerProfileId: wren.profileId,
      toDate: march(8),
      toWorkerProfileId: walt.profileId,
      reason: '',
    },
  });
  expect(moved.status).toBe(200);
  await at(people, '08T22:00:00');
  await moveEngagement(yardpack, customer, engagement.id, 'PAUSED');
  await at(people, '09T09:00:00');
  expect(await missed(people)).toEqual(['2027-03-08 Walt']);
  expect(await mailsTo(yardpack, walt, /less/)).toEqual([]);
});

test('what was written down as missed in the evening is begun all the same by its worker, who comes late', async ({
  people,
}) => {
  const { yardpack, wren } = people;
  const service = await serve(people);
  await at(people, '08T22:00:00');
  await changeDay(people, service, thursday);
  expect(await missed(people)).toEqual(['2027-03-08 Wren']);
  const { status } = await startWork(yardpack, wren, service.engagement.id);
  expect([status, await missed(people)]).toEqual([200, []]);
});

test('an itinerary has no visit of a day on which its worker did not have the service, or not on that weekday', async ({
  people,
}) => {
  const { yardpack, walt, wren } = people;
  const daysOf = async (worker: Person) =>
    (await jobsOf(yardpack, worker)).map(
      ({ skip, scheduleInstance: { date } }) => `${plainDate(date).day}${skip ? ` ${skip.kind}` : ''}`,
    );
  const [released, other] = [await serve(people), await serve(people, thursday)];
  await at(people, '08T22:00:00');
  await release(people, released);
  await claimEngagement(yardpack, walt, released.engagement, [monday]);
  expect(await daysOf(walt)).toEqual([]);
  expect(await daysOf(wren)).toEqual(['8 missed', '11']);
  await at(people, '11T08:00:00');
  await changeDay(people, other, tuesday);
  expect(await daysOf(wren)).toEqual(['8 missed', '11']);
});
