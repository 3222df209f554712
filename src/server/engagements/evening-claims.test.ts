import { expect } from 'vitest';
import { type WeekDay, weekDayOf } from '#domain/calendar.ts';
import { jobsOf, putEngagement, weekQuery } from '../testing/engagement-calls.ts';
import { advanceFor, buildEngagement, claimEngagement } from '../testing/engagement-factories.ts';
import { mailsTo } from '../testing/factories.ts';
import { type MarchPeople, march, marchTest as test } from '../testing/march-business.ts';

/** A claim in the last hour of a day's work promises no visit on that day: nobody could make it. */

const monday: WeekDay = 'DAY_OF_WEEK_MONDAY';

const goTo = ({ yardpack, customer, wren, office }: MarchPeople, at: string) =>
  advanceFor(yardpack, at, [customer, wren, office]);
const upcoming = async ({ yardpack, customer }: MarchPeople, engagementId: string) =>
  (await yardpack.call('listVisits', { as: customer.accessToken, params: { engagementId } })).body.upcoming.slice(0, 2);
const firstVisitDay = async ({ yardpack, wren }: MarchPeople) =>
  (await yardpack.call('listProducts', { as: wren.accessToken, query: {} })).body.firstVisitDay;

test.for([
  ['19:59', 8, 'Mon, Mar 8'],
  ['20:30', 9, 'Mon, Mar 15'],
  ['21:05', 9, 'Mon, Mar 15'],
  ['23:59', 9, 'Mon, Mar 15'],
] as const)(
  'what a worker claims at %s has its first visit when it can be made',
  async ([time, day, label], { people }) => {
    const { yardpack, customer, wren } = people;
    const engagement = await buildEngagement(yardpack, customer);
    await goTo(people, `2027-03-08T${time}:00-06:00`);
    expect(await firstVisitDay(people)).toEqual(march(day));
    await claimEngagement(yardpack, wren, engagement, [monday]);
    await yardpack.drain();
    const [letter] = await mailsTo(yardpack, customer, /will take care/);
    expect(letter?.text).toContain(`Wren O. comes for the first time on ${label}.`);
    const days = (await jobsOf(yardpack, wren, weekQuery(yardpack))).map(
      ({ scheduleInstance }) => scheduleInstance.date,
    );
    expect(days).toEqual(day === 8 ? [march(8)] : []);
    if (day === 8) return;
    expect(await upcoming(people, engagement.id)).toEqual([march(15), march(22)]);

    await goTo(people, '2027-03-09T09:00:00-06:00');
    expect(await mailsTo(yardpack, customer, /missed/)).toEqual([]);
    const missed = await yardpack.call('listMissedVisits', {
      as: people.office.accessToken,
      query: { seen: 'unseen' },
    });
    expect(missed.body.rows).toEqual([]);
  },
);

test.for([
  ['on a Sunday night', '2027-03-14', '-05:00', [march(28)]],
  ['within the week', '2027-03-10', '-06:00', [march(24)]],
] as const)('every other week stays in its weeks when it is claimed %s', async ([, day, offset, first], { people }) => {
  const { yardpack, customer, wren } = people;
  await goTo(people, `${day}T09:00:00${offset}`);
  const engagement = await buildEngagement(yardpack, customer, { interval: 2 });
  await goTo(people, `${day}T20:30:00${offset}`);
  await claimEngagement(yardpack, wren, engagement, [weekDayOf(Temporal.PlainDate.from(day))]);
  expect((await upcoming(people, engagement.id)).slice(0, 1)).toEqual(first);
});

test('what staff give to a worker in the last hour begins on the next day, too', async ({ people }) => {
  const { yardpack, customer, wren, office } = people;
  const engagement = await buildEngagement(yardpack, customer);
  await goTo(people, '2027-03-08T20:30:00-06:00');
  const { status } = await yardpack.call('assignWorker', {
    as: office.accessToken,
    params: { engagementId: engagement.id },
    body: { workerProfileId: wren.profileId, weekDays: [monday], from: march(8), version: engagement.version },
  });
  expect(status).toBe(200);
  expect(await upcoming(people, engagement.id)).toEqual([march(15), march(22)]);
  await goTo(people, '2027-03-09T09:00:00-06:00');
  expect((await mailsTo(yardpack, customer, /missed/)).length).toBe(0);
});

test('who claims first and picks the weekday afterwards has none tonight either', async ({ people }) => {
  const { yardpack, customer, wren } = people;
  const engagement = await buildEngagement(yardpack, customer);
  await goTo(people, '2027-03-08T20:30:00-06:00');
  const claimed = await putEngagement(yardpack, wren, engagement.id, { status: 'ENGAGEMENT_STATUS_ACCEPTED' });
  expect(claimed.status).toBe(200);
  await claimEngagement(yardpack, wren, engagement, [monday]);
  expect(await upcoming(people, engagement.id)).toEqual([march(15), march(22)]);
});
