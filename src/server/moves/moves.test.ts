import { and, eq, like } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Engagement } from '#contract/engagements.ts';
import { holidays } from '../database/schema/calendar.ts';
import { engagements } from '../database/schema/engagements.ts';
import { messages } from '../database/schema/messages.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { jobsOf, startWork } from '../testing/engagement-calls.ts';
import { advanceFor, buildEngagement, claimEngagement, workUntil } from '../testing/engagement-factories.ts';
import { buildCustomer, buildNewWorker, buildWorker, mailsTo, type Person } from '../testing/factories.ts';
import { type MarchPeople, march, marchTest } from '../testing/march-business.ts';
import { tellOfChanges } from './tell.ts';

type Business = MarchPeople & { engagement: Engagement };

/** It is Monday, 8 March 2027, in the morning; Wren's visits are on Wednesdays. */
const test = marchTest.extend<{ business: Business }>({
  business: async ({ people }, use) => {
    const { yardpack, customer, wren } = people;
    await yardpack.world.database.update(addresses).set({ gateNotes: 'Code 4711' });
    const engagement = await buildEngagement(yardpack, customer);
    await claimEngagement(yardpack, wren, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
    await yardpack.drain();
    await use({ ...people, engagement });
  },
});

type Move = { day: number; worker?: Person; toDay: number; toWorker?: Person; reason?: string };
const bodyOf = ({ wren }: Business, { day, worker = wren, toDay, toWorker = worker, reason }: Move) => ({
  date: march(day),
  workerProfileId: worker.profileId,
  toDate: march(toDay),
  toWorkerProfileId: toWorker.profileId,
  reason,
});
const move = (business: Business, how: Move, as = business.office) =>
  business.yardpack.call('moveVisit', {
    as: as.accessToken,
    params: { engagementId: business.engagement.id },
    body: bodyOf(business, how),
  });
const preview = (business: Business, how: Move) =>
  business.yardpack.call('previewMove', {
    as: business.office.accessToken,
    params: { engagementId: business.engagement.id },
    body: bodyOf(business, how),
  });
const visitsOf = async ({ yardpack, customer, engagement }: Business) =>
  (await yardpack.call('listVisits', { as: customer.accessToken, params: { engagementId: engagement.id } })).body;
const upcoming = async (business: Business) => (await visitsOf(business)).upcoming.map(({ day }) => day);
const jobDays = async ({ yardpack }: Business, worker: Person) =>
  (await jobsOf(yardpack, worker)).map(({ scheduleInstance }) => scheduleInstance.date.day);
const later = ({ yardpack, customer, wren, walt, office }: Business, to: string) =>
  advanceFor(yardpack, to, [customer, wren, walt, office]);
const refusal = ({
  status,
  error,
}: {
  status: number;
  error: { errorCode: string; fields?: { path: string; message: string }[] };
}) => [status, error.errorCode, ...(error.fields ?? []).map(({ path, message }) => `${path}: ${message}`)];
/** After the minute in which nobody hears of what is taken back. */
const mails = async ({ yardpack }: Business, person: Person, subject: RegExp) => {
  await yardpack.advance('PT61S');
  return await mailsTo(yardpack, person, subject);
};

test('a visit is on its new day for everybody, once, and nobody else’s', async ({ business }) => {
  const { customer, wren } = business;
  const moved = await move(business, { day: 10, toDay: 11, reason: 'Storm' });
  expect([moved.status, moved.body]).toMatchObject([
    200,
    {
      date: march(11),
      told: [
        {
          name: 'Casey',
          role: 'customer',
          by: 'email and text',
          words: 'Your visit on Wed, Mar 10 is moved to Thu, Mar 11',
        },
        { role: 'worker', words: 'Moved: 100 Main St to Thu, Mar 11' },
      ],
    },
  ]);
  expect(await upcoming(business)).toEqual([11, 17, 24, 31, 7]);
  expect(await jobDays(business, wren)).toEqual([11]);
  // The answer was lost: the same again changes nothing, and says again who is told.
  const again = await move(business, { day: 10, toDay: 11 });
  expect([again.status, again.body]).toEqual([200, moved.body]);
  expect(await mails(business, customer, /is moved to Thu, Mar 11/)).toHaveLength(1);
  expect(await mails(business, wren, /^Moved: 100 Main St to Thu, Mar 11/)).toHaveLength(1);
});

test('it is started on its new day, not on the old one, and fills the week of its old one', async ({ business }) => {
  const { yardpack, wren, engagement } = business;
  await move(business, { day: 10, toDay: 15 });
  await later(business, '2027-03-10T09:00:00-06:00');
  expect((await startWork(yardpack, wren, engagement.id)).status).toBe(409);
  await later(business, '2027-03-15T09:00:00-05:00');
  await workUntil(yardpack, wren, engagement, 'WORK_STATUS_WORK_COMPLETED');
  // The visit of this week is still to come.
  await later(business, '2027-03-17T09:00:00-05:00');
  await workUntil(yardpack, wren, engagement, 'WORK_STATUS_WORK_COMPLETED');
  expect((await visitsOf(business)).visits.map(({ date, charge }) => [date.day, charge?.amount])).toEqual([
    [17, 1500],
    [15, 1500],
  ]);
  await later(business, '2027-03-22T09:00:00-05:00');
  expect((await visitsOf(business)).skips).toEqual([]);
});

test('another worker makes one visit, is paid for it, and the worker’s own are as they were', async ({ business }) => {
  const { yardpack, wren, walt, customer, engagement } = business;
  const given = await move(business, { day: 10, toDay: 10, toWorker: walt });
  expect(given.body.told.map(({ role, words }) => [role, words])).toEqual([
    ['customer', 'Walt B. makes your visit on Wed, Mar 10'],
    ['worker', 'A visit less on Wed, Mar 10: 100 Main St'],
    ['worker', 'A visit more on Wed, Mar 10: 100 Main St'],
  ]);
  expect([await jobDays(business, wren), await jobDays(business, walt)]).toEqual([[], [10]]);
  const [job] = await jobsOf(yardpack, walt);
  // Who has to get into the yard reads how.
  expect(job?.engagement.serviceAddress).toMatchObject({ gateNotes: 'Code 4711' });
  await later(business, '2027-03-10T09:00:00-06:00');
  expect((await startWork(yardpack, wren, engagement.id)).status).toBe(409);
  await workUntil(yardpack, walt, engagement, 'WORK_STATUS_WORK_COMPLETED');
  expect((await visitsOf(business)).visits).toMatchObject([{ workerName: 'Walt B.', charge: { amount: 1500 } }]);
  expect(await upcoming(business)).toEqual([17, 24, 31, 7, 14]);
  const earned = await yardpack.call('getEarnings', {
    as: walt.accessToken,
    params: { workerProfileId: walt.profileId },
  });
  expect(earned.status).toBe(200);
  expect(await mails(business, customer, /Walt B\. makes your visit/)).toHaveLength(1);
});

test('back within the minute nobody hears of it, and a chain tells only where it ended', async ({ business }) => {
  const { customer, wren } = business;
  await move(business, { day: 10, toDay: 11 });
  const back = await move(business, { day: 11, toDay: 10 });
  expect([back.status, back.body.told]).toEqual([200, []]);
  expect(await upcoming(business)).toEqual([10, 17, 24, 31, 7]);
  await move(business, { day: 10, toDay: 11 });
  await move(business, { day: 11, toDay: 12 });
  expect((await mails(business, customer, /is moved/)).map(({ subject }) => subject)).toEqual([
    'Your visit on Wed, Mar 10 is moved to Fri, Mar 12',
  ]);
  // Once they were told, they are told of every change.
  const home = await move(business, { day: 12, toDay: 10 });
  expect(home.body.told[0]?.words).toBe('Your visit on Fri, Mar 12 is moved to Wed, Mar 10');
  expect(await mails(business, wren, /^Moved: /)).toHaveLength(2);
});

test('of twenty who move one visit at once, one wins and the others are told where it is', async ({ business }) => {
  const days = [11, 12, 13, 15, 16, 18, 19, 20, 22, 23];
  const answers = await Promise.all([...days, ...days].map((toDay) => move(business, { day: 10, toDay })));
  const won = answers.filter(({ status }) => status === 200);
  const where = new Set(won.map(({ body }) => body.date.day));
  // Two of them asked for the same day, and both have it.
  expect([won.length, where.size]).toEqual([2, 1]);
  const lost = answers.filter(({ status }) => status !== 200);
  for (const answer of lost) {
    expect(refusal(answer)).toEqual([
      409,
      'CONFLICT',
      expect.stringMatching(/^body\.date: This visit was moved meanwhile: Wren O\. makes it on .*\.$/),
    ]);
  }
  expect(await upcoming(business)).toContain([...where][0]);
});

test('a day or a worker that is not possible is refused at its field', async ({ business }) => {
  const { yardpack, customer, wren, engagement } = business;
  const fresh = await buildWorker(yardpack, { firstName: 'Fresh' });
  const [holiday] = [Temporal.PlainDate.from('2027-03-12')];
  await yardpack.world.database
    .insert(holidays)
    .values({ day: holiday, name: 'Founders’ Day', createdAt: yardpack.world.clock.now() });
  const refused = async (how: Move) => refusal(await move(business, how)).slice(1);
  expect(await refused({ day: 10, toDay: 7 })).toEqual([
    'INVALID_INPUT',
    'body.toDate: A visit cannot be moved to the past.',
  ]);
  expect(await refused({ day: 10, toDay: 12 })).toEqual([
    'INVALID_INPUT',
    'body.toDate: Nobody works on this day: Founders’ Day.',
  ]);
  expect(await refused({ day: 10, toDay: 17 })).toEqual([
    'INVALID_INPUT',
    'body.toDate: This service has a visit on that day already.',
  ]);
  const takenOff = { as: business.office.accessToken, params: { engagementId: engagement.id } };
  await yardpack.call('createSkip', { ...takenOff, body: { date: march(17) } });
  expect(await refused({ day: 10, toDay: 17 })).toEqual([
    'INVALID_INPUT',
    'body.toDate: The visit of this service on that day was taken off. Put that one back instead.',
  ]);
  expect(await refused({ day: 11, toDay: 12 })).toEqual([
    'NOT_ALLOWED_NOW',
    'body.date: No visit is due on this day anymore.',
  ]);
  expect(await refused({ day: 10, toDay: 10, toWorker: customer })).toEqual([
    'INVALID_INPUT',
    'body.toWorkerProfileId: Please choose a worker.',
  ]);
  expect((await refused({ day: 10, toDay: 10, toWorker: fresh }))[1]).toMatch(/cannot be paid yet/);
  const unknown = await buildNewWorker(yardpack);
  expect((await refused({ day: 10, toDay: 10, toWorker: unknown }))[1]).toMatch(/is not approved/);
  const far = { date: march(10), workerProfileId: wren.profileId, toWorkerProfileId: wren.profileId };
  const tooFar = await yardpack.call('moveVisit', {
    as: business.office.accessToken,
    params: { engagementId: engagement.id },
    body: { ...far, toDate: { year: 2027, month: 6, day: 1 } },
  });
  expect(refusal(tooFar)[2]).toBe(
    'body.toDate: A visit can be moved by 60 days at most; this one was planned for Mar 10, 2027.',
  );
  await later(business, '2027-03-10T09:00:00-06:00');
  await startWork(yardpack, wren, engagement.id);
  expect(await refused({ day: 10, toDay: 11 })).toEqual([
    'NOT_ALLOWED_NOW',
    'body.date: This visit has begun already.',
  ]);
});

test('a preview tells who would hear what, and changes nothing', async ({ business }) => {
  const { walt, customer } = business;
  const { status, body } = await preview(business, { day: 10, toDay: 11, toWorker: walt });
  expect([status, body.told.map(({ role }) => role)]).toEqual([200, ['customer', 'worker', 'worker']]);
  expect(await upcoming(business)).toEqual([10, 17, 24, 31, 7]);
  expect(await mails(business, customer, /moved/)).toEqual([]);
});

test('a tap that was made before the visit was moved counts, and the visit is not due again', async ({ business }) => {
  const { yardpack, wren, customer, engagement } = business;
  await later(business, '2027-03-10T09:00:00-06:00');
  const tappedAt = yardpack.world.clock.now().toString();
  await later(business, 'PT1H');
  expect((await move(business, { day: 10, toDay: 11 })).status).toBe(200);
  const late = await yardpack.call('createWork', {
    as: wren.accessToken,
    params: { workerProfileId: wren.profileId },
    body: { engagementId: engagement.id, date: march(10), tappedAt },
  });
  expect(late.status).toBe(200);
  expect(await upcoming(business)).toEqual([17, 24, 31, 7, 14]);
  // Nothing was told of the move, and nothing will be.
  expect(await mails(business, customer, /moved/)).toEqual([]);
});

test('a missed visit is made up on another day, and stands on no list of missed ones anymore', async ({ business }) => {
  const { yardpack, office, wren, engagement } = business;
  await later(business, '2027-03-11T09:00:00-06:00');
  const missed = async () =>
    (await yardpack.call('listMissedVisits', { as: office.accessToken, query: {} })).body.rows.filter(
      ({ seen }) => !seen,
    );
  expect(await missed()).toHaveLength(1);
  const madeUp = await move(business, { day: 10, toDay: 12 });
  expect([madeUp.status, madeUp.body.told.map(({ role }) => role)]).toEqual([200, ['customer', 'worker']]);
  // The answer was lost.
  expect(await move(business, { day: 10, toDay: 12 })).toMatchObject({ status: 200, body: madeUp.body });
  expect(await missed()).toEqual([]);
  // Somebody else has the list of before on the screen.
  const other = await move(business, { day: 10, toDay: 13 });
  expect([other.status, other.error.message]).toEqual([
    409,
    expect.stringMatching(/moved meanwhile: .* on Fri, Mar 12/),
  ]);
  expect(await upcoming(business)).toEqual([12, 17, 24, 31, 7]);
  // What was missed stands on its day for the office as for its worker.
  const { body: week } = await yardpack.call('getCalendar', {
    as: office.accessToken,
    query: { from: '2027-03-08', days: '7' },
  });
  const states = week.cells.flatMap(({ date, visits }) => visits.map(({ state }) => [date.day, state]));
  expect(states).toEqual([
    [10, 'missed'],
    [12, 'not-started'],
  ]);
  expect(await jobDays(business, wren)).toEqual([10, 12]);
  await later(business, '2027-03-12T09:00:00-06:00');
  await workUntil(yardpack, wren, engagement, 'WORK_STATUS_WORK_COMPLETED');
  await later(business, '2027-03-18T09:00:00-05:00');
  // Of the week after, the visit was missed again.
  expect((await visitsOf(business)).skips.map(({ date, kind }) => [date.day, kind])).toEqual([
    [17, 'missed'],
    [10, 'missed'],
  ]);
});

test('nobody comes on a holiday, nobody is missed on it, and what was moved there is not due', async ({ business }) => {
  const { yardpack, wren, office, engagement } = business;
  await move(business, { day: 10, toDay: 11 });
  for (const day of [11, 17]) {
    const body = { day: { year: 2027, month: 3, day }, name: 'Storm' };
    expect((await yardpack.call('setHoliday', { as: office.accessToken, body })).status).toBe(200);
  }
  expect(await upcoming(business)).toEqual([24, 31, 7, 14, 21]);
  expect(await jobDays(business, wren)).toEqual([]);
  await later(business, '2027-03-11T09:00:00-06:00');
  expect((await startWork(yardpack, wren, engagement.id)).status).toBe(409);
  await later(business, '2027-03-18T09:00:00-05:00');
  expect((await visitsOf(business)).skips).toEqual([]);
});

test('a service that is released forgets where its visits were moved; a worker who leaves gives covers back', async ({
  business,
}) => {
  const { yardpack, wren, walt, office, engagement } = business;
  await move(business, { day: 10, toDay: 11 });
  await move(business, { day: 17, toDay: 17, toWorker: walt });
  const closed = await yardpack.call('closeAccount', {
    as: office.accessToken,
    params: { profileId: walt.profileId },
  });
  expect(closed.status).toBe(200);
  const week = (worker: Person) =>
    yardpack.call('getItinerary', {
      as: worker.accessToken,
      params: { workerProfileId: worker.profileId },
      query: { year: '2027', week: '11' },
    });
  const { body } = await week(wren);
  expect(body.jobs.map(({ scheduleInstance }) => scheduleInstance.date.day)).toEqual([17]);
  await yardpack.call('updateEngagement', {
    as: office.accessToken,
    params: { engagementId: engagement.id },
    body: { status: 'ENGAGEMENT_STATUS_PROPOSED' },
  });
  await claimEngagement(yardpack, wren, engagement, ['DAY_OF_WEEK_FRIDAY']);
  expect(await upcoming(business)).toEqual([12, 19, 26, 2, 9]);
});

test('a worker reads on the itinerary which day a visit was moved from, and for whom', async ({ business }) => {
  const { yardpack, wren, walt } = business;
  await move(business, { day: 10, toDay: 11, toWorker: walt });
  await move(business, { day: 17, toDay: 17, toWorker: walt });
  const week = async (worker: Person, number: string) =>
    (
      await yardpack.call('getItinerary', {
        as: worker.accessToken,
        params: { workerProfileId: worker.profileId },
        query: { year: '2027', week: number },
      })
    ).body.jobs.map(({ engagement, scheduleInstance: { date, movedFrom } }) => [
      date.day,
      movedFrom?.day,
      engagement.worker?.displayName,
    ]);
  expect(await week(walt, '10')).toEqual([[11, 10, 'Wren O.']]);
  expect(await week(walt, '11')).toEqual([[17, undefined, 'Wren O.']]);
  expect(await week(wren, '10')).toEqual([]);
});

test('staff alone move visits, and what they do stands in the record', async ({ business }) => {
  const { yardpack, customer, wren, walt, office } = business;
  for (const person of [customer, wren, walt]) {
    expect((await move(business, { day: 10, toDay: 11 }, person)).status).toBe(403);
  }
  await move(business, { day: 10, toDay: 11, toWorker: walt, reason: 'A storm is coming' });
  const { body } = await yardpack.call('listChanges', { as: office.accessToken, query: { kind: 'visit-moved' } });
  expect(body.changes).toMatchObject([
    {
      kind: 'visit-moved',
      fields: [
        { name: 'date', from: '2027-03-10', to: '2027-03-11' },
        { name: 'worker', from: 'Wren O.', to: 'Walt B.' },
        { name: 'why', from: null, to: 'A storm is coming' },
      ],
    },
  ]);
  await yardpack.advance('PT61S');
  await yardpack.drain();
  expect((await mailsTo(yardpack, customer))[0]?.text).toContain('Why: A storm is coming');
});

test('the reason of a move is corrected alone; the letter has the newest, and nobody is told twice', async ({
  business,
}) => {
  const { customer } = business;
  const reasons = async () => (await visitsOf(business)).moved.map(({ reason }) => reason);
  await move(business, { day: 10, toDay: 11, reason: 'Storm' });
  const corrected = await move(business, { day: 11, toDay: 11, reason: 'A flood' });
  expect([corrected.status, corrected.body.told.length]).toEqual([200, 2]);
  expect((await mails(business, customer, /is moved/)).map(({ text }) => text)).toEqual([
    expect.stringContaining('Why: A flood'),
  ]);
  const again = await move(business, { day: 11, toDay: 11, reason: 'High water' });
  expect([again.status, again.body.told]).toEqual([200, []]);
  // A repeat of the first move changes nothing.
  await move(business, { day: 10, toDay: 11, reason: 'Storm' });
  expect(await reasons()).toEqual(['High water']);
  // What nobody has moved has no reason.
  await move(business, { day: 17, toDay: 17, reason: 'None' });
  expect(await reasons()).toEqual(['High water']);
  expect(await mails(business, customer, /Mar 1[17]/)).toHaveLength(1);
});

test('a visit that a day off has moved says which one, until staff move it', async ({ business }) => {
  const { yardpack, office } = business;
  const body = { day: march(10), name: 'Storm', movedTo: march(11) };
  expect((await yardpack.call('setHoliday', { as: office.accessToken, body })).status).toBe(200);
  const first = async () => {
    const [next] = (await visitsOf(business)).moved;
    return [next?.date.day, next?.originalDay.day, next?.reason];
  };
  expect(await first()).toEqual([11, 10, 'Storm']);
  await move(business, { day: 11, toDay: 12 });
  expect(await first()).toEqual([12, 10, null]);
});

const startTapped = ({ yardpack, engagement }: Business, worker: Person, day: number, tappedAt: string) =>
  yardpack.call('createWork', {
    as: worker.accessToken,
    params: { workerProfileId: worker.profileId },
    body: { engagementId: engagement.id, date: march(day), tappedAt },
  });
const now = ({ yardpack }: Business) => yardpack.world.clock.now().toString();

test('who was to make a visit until it was given away does not make it after that, whenever it was tapped', async ({
  business,
}) => {
  const { wren, walt } = business;
  await move(business, { day: 10, toDay: 10, toWorker: walt });
  await later(business, '2027-03-10T09:00:00-06:00');
  // Every tap of the phone says when it was made.
  expect((await startTapped(business, wren, 10, now(business))).error).toMatchObject({
    errorCode: 'NOT_ALLOWED_NOW',
    message: 'Another worker makes this visit.',
  });
  expect((await startTapped(business, walt, 10, now(business))).status).toBe(200);
});

test('a tap before the visit was given to another worker on the same day counts, and that one need not come', async ({
  business,
}) => {
  const { wren, walt, customer } = business;
  await later(business, '2027-03-10T09:00:00-06:00');
  const tappedAt = now(business);
  await later(business, 'PT1H');
  await move(business, { day: 10, toDay: 10, toWorker: walt });
  // The letters are out before the phone is back.
  await later(business, 'PT2M');
  expect(await mails(business, walt, /^A visit more on Wed, Mar 10/)).toHaveLength(1);
  expect((await startTapped(business, wren, 10, tappedAt)).status).toBe(200);
  expect(await mails(business, walt, /^A visit less on Wed, Mar 10/)).toHaveLength(1);
  expect((await startTapped(business, walt, 10, now(business))).status).toBe(409);
  // The customer reads of one after the other; the newest is first.
  const read = (await mails(business, customer, /makes your visit/)).map(({ subject }) => subject);
  expect(read).toEqual(['Wren O. makes your visit on Wed, Mar 10', 'Walt B. makes your visit on Wed, Mar 10']);
});

test('a cover that was taken back after the tap counts all the same', async ({ business }) => {
  const { wren, walt } = business;
  await move(business, { day: 10, toDay: 10, toWorker: walt });
  await later(business, '2027-03-10T09:00:00-06:00');
  const tappedAt = now(business);
  await later(business, 'PT1H');
  await move(business, { day: 10, worker: walt, toDay: 10, toWorker: wren });
  expect((await startTapped(business, walt, 10, tappedAt)).status).toBe(200);
  // A tap of now is told why not.
  expect((await startTapped(business, wren, 10, now(business))).error.message).toBe(
    'Another worker has already started this visit.',
  );
});

test('a visit that was moved twice is made where it was when it was tapped', async ({ business }) => {
  const { wren } = business;
  await move(business, { day: 10, toDay: 11 });
  await later(business, '2027-03-11T09:00:00-06:00');
  const tappedAt = now(business);
  await later(business, 'PT1H');
  await move(business, { day: 11, toDay: 12 });
  expect((await startTapped(business, wren, 11, tappedAt)).status).toBe(200);
  expect(await upcoming(business)).toEqual([17, 24, 31, 7, 14]);
});

test('a tap before the day became a day off, or the customer went away, counts', async ({ business }) => {
  const { yardpack, wren, office, engagement } = business;
  await later(business, '2027-03-10T09:00:00-06:00');
  const tappedAt = now(business);
  await later(business, 'PT1H');
  const storm = await yardpack.call('setHoliday', {
    as: office.accessToken,
    body: { day: march(10), name: 'Storm' },
  });
  expect(storm.status).toBe(200);
  expect((await startTapped(business, wren, 10, now(business))).status).toBe(409);
  expect((await startTapped(business, wren, 10, tappedAt)).status).toBe(200);
  await later(business, '2027-03-17T09:00:00-05:00');
  const next = now(business);
  await later(business, 'PT1H');
  const away = await yardpack.call('createHold', {
    as: office.accessToken,
    params: { engagementId: engagement.id },
    body: { firstDay: march(17), lastDay: march(20) },
  });
  expect(away.status).toBe(200);
  expect((await startTapped(business, wren, 17, next)).status).toBe(200);
});

test('who makes a visit for another hears when it is off, and who gets it back hears of that', async ({ business }) => {
  const { yardpack, customer, wren, walt, office, engagement } = business;
  const setStatus = (status: string) =>
    yardpack.call('updateEngagement', {
      as: customer.accessToken,
      params: { engagementId: engagement.id },
      body: { status } as never,
    });
  await move(business, { day: 10, toDay: 10, toWorker: walt });
  expect(await mails(business, walt, /^A visit more/)).toHaveLength(1);
  expect((await setStatus('ENGAGEMENT_STATUS_PAUSED')).status).toBe(200);
  expect(await mails(business, walt, /^A visit less on Wed, Mar 10/)).toHaveLength(1);
  expect((await setStatus('ENGAGEMENT_STATUS_RUNNING')).status).toBe(200);
  expect(await mails(business, walt, /^A visit more/)).toHaveLength(2);
  await yardpack.call('closeAccount', { as: office.accessToken, params: { profileId: walt.profileId } });
  expect(await mails(business, wren, /^A visit more on Wed, Mar 10/)).toHaveLength(1);
  expect(await mails(business, customer, /^Wren O\. makes your visit on Wed, Mar 10/)).toHaveLength(1);
  expect(await mails(business, walt, /^A visit less/)).toHaveLength(1);
});

test('who makes a visit for another hears when its service is released or canceled', async ({ business }) => {
  const { yardpack, walt, office, engagement } = business;
  await move(business, { day: 10, toDay: 10, toWorker: walt });
  expect(await mails(business, walt, /^A visit more/)).toHaveLength(1);
  await yardpack.call('updateEngagement', {
    as: office.accessToken,
    params: { engagementId: engagement.id },
    body: { status: 'ENGAGEMENT_STATUS_PROPOSED' },
  });
  await yardpack.drain();
  expect(await mails(business, walt, /^A visit less on Wed, Mar 10/)).toHaveLength(1);
});

test('what makes up for a missed visit can be taken back, and who was told of it hears that', async ({ business }) => {
  const { yardpack, customer, wren, walt, office } = business;
  const undecided = async () =>
    (
      await yardpack.call('getCalendar', { as: office.accessToken, query: { from: '2027-03-11', days: '1' } })
    ).body.undecided.map(({ date }) => date.day);
  await later(business, '2027-03-11T09:00:00-06:00');
  await move(business, { day: 10, toDay: 12 });
  expect(await undecided()).toEqual([]);
  const back = await move(business, { day: 12, toDay: 10 });
  expect([back.status, back.body.told]).toEqual([200, []]);
  // The answer was lost; somebody else wants another day.
  expect((await move(business, { day: 12, toDay: 10 })).status).toBe(200);
  expect(refusal(await move(business, { day: 12, toDay: 14 }))).toEqual([
    ...[409, 'CONFLICT', 'body.date: This visit was missed on Wed, Mar 10.'],
  ]);
  expect(await undecided()).toEqual([10]);
  await move(business, { day: 10, toDay: 13 });
  expect(await mails(business, customer, /is moved to Sat, Mar 13/)).toHaveLength(1);
  // It was missed by its worker, whoever is named.
  const late = await move(business, { day: 13, toDay: 10, toWorker: walt });
  expect(late.body.told.map(({ words }) => words)).toEqual([
    'No visit on Sat, Mar 13',
    'A visit less on Sat, Mar 13: 100 Main St',
  ]);
  expect(await mails(business, customer, /^No visit on Sat, Mar 13/)).toHaveLength(1);
  expect(await mails(business, wren, /^A visit less on Sat, Mar 13/)).toHaveLength(1);
  expect(await undecided()).toEqual([10]);
});

test('a visit that had been moved before it was missed is decided on once too, and stands as decided until that is taken back', async ({
  business,
}) => {
  const { yardpack, office } = business;
  await move(business, { day: 10, toDay: 11 });
  await later(business, '2027-03-12T09:00:00-06:00');
  const listed = async () =>
    (await yardpack.call('listMissedVisits', { as: office.accessToken, query: {} })).body.rows.map(
      ({ id, date, seen }) => ({ id, day: date.day, isSeen: seen !== null }),
    );
  const [{ id: skipId = '', ...missed } = {}] = await listed();
  expect(missed).toEqual({ day: 11, isSeen: false });
  expect((await move(business, { day: 11, toDay: 13 })).status).toBe(200);
  const other = await move(business, { day: 11, toDay: 14 });
  expect(refusal(other).slice(0, 2)).toEqual([409, 'CONFLICT']);
  expect(await upcoming(business)).toEqual([13, 17, 24, 31, 7]);
  const unsee = () =>
    yardpack.call('seeMissedVisit', { as: office.accessToken, params: { skipId }, body: { isSeen: false } });
  const refused = await unsee();
  expect([refused.status, refused.error.message]).toEqual([
    409,
    'This visit is made up for on Sat, Mar 13. Take that back in the calendar first.',
  ]);
  expect(await listed()).toMatchObject([{ day: 11, isSeen: true }]);
  expect((await move(business, { day: 13, toDay: 11 })).status).toBe(200);
  expect(await listed()).toMatchObject([{ day: 11, isSeen: false }]);
  expect((await unsee()).status).toBe(200);
});

test('a missed visit of a service that rests is not made up for; after a hand-over it is', async ({ business }) => {
  const { yardpack, customer, wren, walt, office, engagement } = business;
  await later(business, '2027-03-11T09:00:00-06:00');
  const setStatus = (status: string) =>
    yardpack.call('updateEngagement', {
      as: customer.accessToken,
      params: { engagementId: engagement.id },
      body: { status } as never,
    });
  await setStatus('ENGAGEMENT_STATUS_PAUSED');
  expect(refusal(await move(business, { day: 10, toDay: 12 }))[1]).toBe('NOT_ALLOWED_NOW');
  await setStatus('ENGAGEMENT_STATUS_RUNNING');
  const { body } = await yardpack.call('getEngagement', {
    as: office.accessToken,
    params: { engagementId: engagement.id },
  });
  const given = await yardpack.call('assignWorker', {
    as: office.accessToken,
    params: { engagementId: engagement.id },
    body: {
      version: body.engagement.version,
      workerProfileId: walt.profileId,
      weekDays: ['DAY_OF_WEEK_WEDNESDAY'],
      from: march(12),
    },
  });
  expect(given.status).toBe(200);
  expect((await move(business, { day: 10, worker: wren, toDay: 13, toWorker: walt })).status).toBe(200);
});

test('the letter about a visit that was made for another says nothing of a change', async ({ business }) => {
  const { yardpack, customer, walt, engagement } = business;
  await move(business, { day: 10, toDay: 10, toWorker: walt });
  await later(business, '2027-03-10T09:00:00-06:00');
  await workUntil(yardpack, walt, engagement, 'WORK_STATUS_WORK_COMPLETED');
  const [done] = await mails(business, customer, /done/i);
  expect(done?.text).not.toMatch(/before your service was changed/);
});

test('who takes a visit off that was another’s can put it back, and nobody else’s worker can', async ({ business }) => {
  const { yardpack, wren, walt, engagement } = business;
  await move(business, { day: 10, toDay: 10, toWorker: walt });
  await later(business, '2027-03-10T09:00:00-06:00');
  const skip = (worker: Person) =>
    yardpack.call('createSkip', {
      as: worker.accessToken,
      params: { engagementId: engagement.id },
      body: { date: march(10), reason: 'The van broke down' },
    });
  const undo = (worker: Person) =>
    yardpack.call('deleteSkip', {
      as: worker.accessToken,
      params: { engagementId: engagement.id, date: '2027-03-10' },
    });
  expect((await skip(wren)).error.message).toBe('Another worker makes this visit.');
  expect((await skip(walt)).status).toBe(200);
  expect((await undo(wren)).status).toBe(409);
  expect((await undo(walt)).status).toBe(200);
  expect(await jobDays(business, walt)).toEqual([10]);
});

test('the way into a yard is shown to who makes a visit for another until it is over', async ({ business }) => {
  const { yardpack, walt } = business;
  await move(business, { day: 10, toDay: 10, toWorker: walt });
  await later(business, '2027-03-10T09:00:00-06:00');
  await workUntil(yardpack, walt, business.engagement, 'WORK_STATUS_WORK_COMPLETED');
  const notes = async () => (await jobsOf(yardpack, walt)).map((job) => job.engagement.serviceAddress.gateNotes);
  expect(await notes()).toEqual(['Code 4711']);
  await later(business, '2027-03-12T09:00:00-06:00');
  expect(await notes()).toEqual([null]);
});

test('a visit that was moved into the week before is missed there, whatever that week has besides', async ({
  business,
}) => {
  const { yardpack, customer, wren, office } = business;
  const often = await buildEngagement(yardpack, customer, { frequency: 2 });
  await claimEngagement(yardpack, wren, often, ['DAY_OF_WEEK_TUESDAY', 'DAY_OF_WEEK_SATURDAY']);
  await move({ ...business, engagement: often }, { day: 16, toDay: 12 });
  await later(business, '2027-03-13T09:00:00-06:00');
  const { body } = await yardpack.call('listMissedVisits', { as: office.accessToken, query: {} });
  expect(body.rows.map(({ date }) => date.day).sort()).toContain(12);
});

test('two processes that tell at once tell once, and nothing is dropped', async ({ business }) => {
  const { yardpack, customer } = business;
  await yardpack.world.database.update(profiles).set({ notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT' });
  await move(business, { day: 24, toDay: 25 });
  // It is told at night, so the text waits for the morning.
  await yardpack.world.database.update(engagements).set({ tellAfter: yardpack.world.clock.now() });
  await Promise.all([tellOfChanges(yardpack.world), tellOfChanges(yardpack.world), tellOfChanges(yardpack.world)]);
  const rows = await yardpack.world.database
    .select({ outcome: messages.outcome })
    .from(messages)
    .where(
      and(eq(messages.recipient, customer.phone), like(messages.dedupeKey, `visit-told:%:${customer.profileId}:text`)),
    );
  expect(rows).toEqual([{ outcome: null }]);
});

test('who was to make a missed visit hears nothing of a day that is over, when another worker makes it up', async ({
  business,
}) => {
  const { wren, walt } = business;
  await later(business, '2027-03-11T09:00:00-06:00');
  await move(business, { day: 10, toDay: 12, toWorker: walt });
  expect(await mails(business, walt, /^A visit more on Fri, Mar 12/)).toHaveLength(1);
  expect(await mails(business, wren, /^A visit less/)).toEqual([]);
});

test('a visit that a worker makes for another stands where it is on the way, and the order of the plan stays', async ({
  business,
}) => {
  const { yardpack, customer, walt } = business;
  const standAt = ({ profileId }: Person, tenths: number) =>
    yardpack.world.database
      .update(addresses)
      .set({ latitude: 36 + tenths / 10, longitude: -94 })
      .where(eq(addresses.profileId, profileId));
  const [near, far] = [await buildCustomer(yardpack), await buildCustomer(yardpack)];
  for (const [person, tenths] of [
    [walt, 0],
    [near, 1],
    [customer, 2],
    [far, 3],
  ] as const) {
    await standAt(person, tenths);
  }
  const [first, last] = [await buildEngagement(yardpack, near), await buildEngagement(yardpack, far)];
  // Each new one comes first.
  for (const engagement of [last, first]) await claimEngagement(yardpack, walt, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  await move(business, { day: 10, toDay: 10, toWorker: walt });
  const order = async () =>
    (await jobsOf(yardpack, walt))
      .filter(({ scheduleInstance }) => scheduleInstance.date.day === 10)
      .map(({ engagement, scheduleInstance }) => [engagement.id, scheduleInstance.sequence]);
  expect(await order()).toEqual([
    [first.id, 0],
    [business.engagement.id, 0],
    [last.id, 1],
  ]);
  await standAt(customer, 5);
  expect((await order()).map(([id]) => id)).toEqual([first.id, last.id, business.engagement.id]);
  // What the worker has begun is behind them.
  await standAt(customer, 2);
  await later(business, '2027-03-10T09:00:00-06:00');
  await startWork(yardpack, walt, last.id);
  expect((await order()).map(([id]) => id)).toEqual([first.id, last.id, business.engagement.id]);
  const home = await yardpack.call('getWorkerHome', {
    as: walt.accessToken,
    params: { workerProfileId: walt.profileId },
  });
  expect(home.body.left.stops).toBe(3);
  // Three tenths of a degree, a fifth longer than the straight line: no way is driven twice.
  expect(home.body.left.miles).toBeCloseTo(0.3 * 69.09 * 1.2, 1);
});
