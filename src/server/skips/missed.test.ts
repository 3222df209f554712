import { test as base, expect } from 'vitest';
import type { Engagement } from '#contract/engagements.ts';
import { calendarDay, type WeekDay } from '#domain/calendar.ts';
import { profiles } from '../database/schema/profiles.ts';
import { sweep } from '../sweep.ts';
import { jobsOf, moveEngagement, putEngagement } from '../testing/engagement-calls.ts';
import {
  advanceFor,
  buildEngagement,
  buildOnboardedWorker,
  claimEngagement,
  workUntil,
} from '../testing/engagement-factories.ts';
import { agreeToAll, buildCustomer, mailsTo, type Person } from '../testing/factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

type Business = { yardpack: TestWorld; customer: Person; worker: Person };

/** It is Wednesday, 10 March 2027, in the morning. */
const test = base.extend<{ business: Business }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest asks for the pattern
  business: async ({}, use) => {
    const yardpack = await createTestWorld();
    await yardpack.advance('2027-03-10T09:00:00-06:00');
    const customer = await buildCustomer(yardpack, { firstName: 'Casey' });
    const worker = await buildOnboardedWorker(yardpack, { firstName: 'Wren', lastName: 'Okafor' });
    await use({ yardpack, customer, worker });
    await yardpack.close();
  },
});

type Details = Parameters<typeof buildEngagement>[2];
async function plan({ yardpack, customer, worker }: Business, days: WeekDay[], details: Details = {}) {
  const engagement = await buildEngagement(yardpack, customer, { frequency: days.length, ...details });
  await claimEngagement(yardpack, worker, engagement, days);
  return engagement;
}
const wednesday: WeekDay[] = ['DAY_OF_WEEK_WEDNESDAY'];
const march = (day: number) => calendarDay(new Temporal.PlainDate(2027, 3, day));
const missed = async ({ yardpack }: Business, { id }: Engagement): Promise<string[]> => {
  const { rows } = await yardpack.world.database.$client.query(
    'select missed_on::text as date from visits where engagement_id = $1 and missed_on is not null order by missed_on',
    [id],
  );
  return rows.map(({ date }) => date);
};
const letters = ({ yardpack, customer }: Business) => mailsTo(yardpack, customer, /^We missed /);
const start = ({ yardpack, worker }: Business, engagementId: string, day: number, tappedAt: string) =>
  yardpack.call('createWork', {
    as: worker.accessToken,
    params: { workerProfileId: worker.profileId },
    body: { engagementId, date: march(day), tappedAt },
  });

test('a visit that nobody made is written down at the end of its day, and told once, in the morning', async ({
  business,
}) => {
  const { yardpack, customer, worker } = business;
  const [forgotten, made, skipped] = [
    await plan(business, wednesday),
    await plan(business, wednesday),
    await plan(business, wednesday),
  ];
  await workUntil(yardpack, worker, made, 'WORK_STATUS_PENDING');
  await yardpack.call('createSkip', {
    as: worker.accessToken,
    params: { engagementId: skipped.id },
    body: { date: march(10), reason: 'Ice' },
  });
  await yardpack.advance('2027-03-10T23:59:59-06:00');
  expect(await missed(business, forgotten)).toEqual([]);
  await advanceFor(yardpack, '2027-03-11T00:01:00-06:00', [customer, worker]);
  expect(await missed(business, forgotten)).toEqual(['2027-03-10']);
  expect([await missed(business, made), await missed(business, skipped)]).toEqual([[], []]);
  expect(await letters(business)).toEqual([]);
  const seen = await yardpack.call('listVisits', {
    as: customer.accessToken,
    params: { engagementId: forgotten.id },
  });
  expect(seen.body.skips).toMatchObject([
    { date: march(10), kind: 'missed', skippedBy: null, reason: null, mayUndo: false },
  ]);
  const jobs = (await jobsOf(yardpack, worker)).filter(({ engagement }) => engagement.id === forgotten.id);
  expect(jobs).toMatchObject([{ work: null, skip: { kind: 'missed' } }]);

  await yardpack.advance('2027-03-11T08:00:00-06:00');
  await Promise.all([sweep(yardpack.world), sweep(yardpack.world)]);
  await yardpack.advance('PT1H');
  const [letter, ...more] = await letters(business);
  expect([letter?.subject, more]).toEqual(['We missed your visit on Wed, Mar 10', []]);
  expect(letter?.text).toContain('Nothing is charged for it.');
  expect((await yardpack.world.database.$client.query('select 1 from charges')).rows).toEqual([]);
});

test('who reads texts only hears by mail, once and within two days, of what was missed while no text went out for weeks', async ({
  business,
}) => {
  const { yardpack, customer, worker } = business;
  await agreeToAll(yardpack.world, customer);
  await yardpack.world.database.update(profiles).set({ notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT' });
  await plan(business, wednesday);
  const fail = async () => {
    throw new Error('The provider does not answer.');
  };
  // No other test gets a world without texts.
  yardpack.spoil();
  Object.assign(yardpack.world, { sendText: fail });
  const read: string[][] = [];
  for (let day = 11; day <= 31; day += 1) {
    await advanceFor(yardpack, `2027-03-${day}T12:00:00-05:00`, [customer, worker]);
    read.push((await letters(business)).map(({ subject }) => subject));
  }
  // By Saturday: it was written on Thursday.
  expect(read[2]).toEqual(['We missed your visit on Wed, Mar 10']);
  const last = read.at(-1)?.toSorted();
  expect(last).toEqual([
    'We missed your visit on Wed, Mar 10',
    'We missed your visit on Wed, Mar 17',
    'We missed your visit on Wed, Mar 24',
  ]);
});

test('one letter a morning names all that a customer has missed, however many services and days', async ({
  business,
}) => {
  const { yardpack, customer } = business;
  await plan(business, wednesday);
  await plan(business, wednesday);
  await plan(business, ['DAY_OF_WEEK_THURSDAY']);
  // The sweep runs on Friday only, and one letter tells of both days.
  const { clock } = yardpack.world;
  const ahead = { ...yardpack.world, clock: { now: () => clock.now().add({ hours: 48 }) } };
  await sweep(ahead);
  await yardpack.advance('2027-03-12T10:00:00-06:00');
  const found = await letters(business);
  expect(found.map(({ subject }) => subject)).toEqual(['We missed 3 of your visits']);
  expect(found[0]?.text).toContain('we missed 3 of your visits on Wed, Mar 10 and Thu, Mar 11');
  expect(found[0]?.text.match(/Wed, Mar 10: “/g)).toHaveLength(2);
  expect(found[0]?.text).toContain('Nothing is charged for them.');
  expect(found[0]?.text).toContain(`/customers/${customer.profileId}/engagements`);
});

test('only what was due is missed: by state, claim, plan, start and interval of that day', async ({ business }) => {
  const { yardpack, customer, worker } = business;
  const both: WeekDay[] = ['DAY_OF_WEEK_WEDNESDAY', 'DAY_OF_WEEK_THURSDAY'];
  const paused = await plan(business, wednesday);
  await moveEngagement(yardpack, customer, paused.id, 'PAUSED');
  const later = await plan(business, wednesday, { startDay: march(11) });
  const biWeekly = await plan(business, wednesday, { interval: 2 });
  const open = await buildEngagement(yardpack, customer, { frequency: 2 });
  const growing = await plan(business, ['DAY_OF_WEEK_THURSDAY'], { frequency: 2 });
  await advanceFor(yardpack, '2027-03-11T00:00:01-06:00', [customer, worker]);
  await claimEngagement(yardpack, worker, open, both);
  await claimEngagement(yardpack, worker, growing, wednesday);
  await moveEngagement(yardpack, customer, paused.id, 'ACCEPTED');
  await advanceFor(yardpack, '2027-03-18T00:01:00-05:00', [customer, worker]);
  expect(await missed(business, paused)).toEqual(['2027-03-17']);
  expect(await missed(business, later)).toEqual(['2027-03-17']);
  expect(await missed(business, biWeekly)).toEqual(['2027-03-10']);
  expect(await missed(business, open)).toEqual(['2027-03-11', '2027-03-17']);
  expect(await missed(business, growing)).toEqual(['2027-03-11', '2027-03-17']);
});

test('after an outage of days each of them is caught up, once, though two processes do it', async ({ business }) => {
  const { yardpack } = business;
  const engagement = await plan(business, ['DAY_OF_WEEK_WEDNESDAY', 'DAY_OF_WEEK_FRIDAY', 'DAY_OF_WEEK_SUNDAY']);
  // The clock moves without a sweep.
  const { clock } = yardpack.world;
  const ahead = { ...yardpack.world, clock: { now: () => clock.now().add({ hours: 24 * 6 }) } };
  await Promise.all([sweep(ahead), sweep(ahead), sweep(ahead)]);
  expect(await missed(business, engagement)).toEqual(['2027-03-10', '2027-03-12', '2027-03-14']);
  const { rows } = await yardpack.world.database.$client.query('select day::text from closed_days order by day');
  expect(rows.map(({ day }) => day)).toEqual([10, 11, 12, 13, 14, 15].map((day) => `2027-03-${day}`));
});

test('steps that come on the next day make good what was missed, though the engagement is paused or gone by then', async ({
  business,
}) => {
  const { yardpack, customer, worker } = business;
  const [paused, released, skipped, late] = [
    await plan(business, wednesday),
    await plan(business, wednesday),
    await plan(business, wednesday),
    await plan(business, wednesday),
  ];
  await advanceFor(yardpack, '2027-03-11T07:00:00-06:00', [customer, worker]);
  await moveEngagement(yardpack, customer, paused.id, 'PAUSED');
  await putEngagement(yardpack, worker, released.id, { status: 'ENGAGEMENT_STATUS_PROPOSED' });
  const tappedAt = '2027-03-10T15:00:00-06:00';
  for (const { id } of [paused, released]) expect((await start(business, id, 10, tappedAt)).status).toBe(200);
  const skip = await yardpack.call('createSkip', {
    as: worker.accessToken,
    params: { engagementId: skipped.id },
    body: { date: march(10), reason: 'Ice', tappedAt },
  });
  expect(skip.body.skip).toMatchObject({ kind: 'skipped', skippedBy: 'worker' });
  for (const engagement of [paused, released, skipped]) expect(await missed(business, engagement)).toEqual([]);
  await advanceFor(yardpack, '2027-03-11T08:30:00-06:00', [worker]);
  expect(await letters(business)).toHaveLength(1);

  // The letter has gone out; the message about the visit says yesterday.
  const { id } = (await start(business, late.id, 10, tappedAt)).body.work;
  for (const status of [
    'WORK_STATUS_TRAVEL_STARTED',
    'WORK_STATUS_TRAVEL_COMPLETED',
    'WORK_STATUS_WORK_STARTED',
    'WORK_STATUS_WORK_COMPLETED',
  ]) {
    await yardpack.call('updateWork', {
      as: worker.accessToken,
      params: { workerProfileId: worker.profileId, workId: id },
      body: { status, tappedAt },
    });
  }
  expect(await missed(business, late)).toEqual([]);
  await yardpack.advance('PT61S');
  const [done] = await mailsTo(yardpack, customer, /^Your yard is done$/);
  expect(done?.text).toContain('Wren O. has finished the visit of Wed, Mar 10');
  expect(done?.text).toContain('We told you that this visit was missed.');
  expect(await mailsTo(yardpack, customer, /on the way/)).toEqual([]);
});

test('who was not told yet that a visit was missed reads nothing of it once it is finished late', async ({
  business,
}) => {
  const { yardpack, customer, worker } = business;
  const { id: engagementId } = await plan(business, wednesday);
  await advanceFor(yardpack, '2027-03-11T07:00:00-06:00', [customer, worker]);
  const tappedAt = '2027-03-10T15:00:00-06:00';
  const { id } = (await start(business, engagementId, 10, tappedAt)).body.work;
  for (const status of ['TRAVEL_STARTED', 'TRAVEL_COMPLETED', 'WORK_STARTED', 'WORK_COMPLETED'] as const) {
    await yardpack.call('updateWork', {
      as: worker.accessToken,
      params: { workerProfileId: worker.profileId, workId: id },
      body: { status: `WORK_STATUS_${status}`, tappedAt },
    });
  }
  await yardpack.advance('2027-03-11T09:00:00-06:00');
  const [done, ...more] = await letters(business);
  expect([more, done]).toEqual([[], undefined]);
  const [finished] = await mailsTo(yardpack, customer, /^Your yard is done$/);
  expect(finished?.text).toContain('Wren O. has finished the visit of Wed, Mar 10');
  expect(finished?.text).not.toContain('missed');
});

test('a weekly bill that is paid on Monday has Sunday’s visit in it, though its steps come on Monday', async ({
  business,
}) => {
  const { yardpack, worker } = business;
  const engagement = await plan(business, ['DAY_OF_WEEK_SUNDAY']);
  await yardpack.world.database.$client.query("update engagements set billing_cycle = 'BILLING_CYCLE_WEEKLY'");
  await advanceFor(yardpack, '2027-03-14T23:00:00-05:00', [worker]);
  await workUntil(yardpack, worker, engagement, 'WORK_STATUS_WORK_STARTED');
  await advanceFor(yardpack, '2027-03-15T09:00:00-05:00', [worker]);
  const unfinished = await yardpack.call('getItinerary', {
    as: worker.accessToken,
    params: { workerProfileId: worker.profileId },
    query: { year: '2027', week: '11' },
  });
  expect(unfinished.body.unfinished).toMatchObject([
    { engagement: { id: engagement.id }, scheduleInstance: { date: march(14) } },
  ]);
  const workId = unfinished.body.unfinished[0]?.work?.id ?? '';
  const done = await yardpack.call('updateWork', {
    as: worker.accessToken,
    params: { workerProfileId: worker.profileId, workId },
    body: { status: 'WORK_STATUS_WORK_COMPLETED' },
  });
  expect(done.status).toBe(200);
  await yardpack.advance('PT61S');
  const { rows } = await yardpack.world.database.$client.query('select amount, status from payments');
  expect(rows).toEqual([{ amount: 1500, status: 'paid' }]);
});
