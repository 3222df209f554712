import { eq, like } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Engagement } from '#contract/engagements.ts';
import type { WeekDay } from '#domain/calendar.ts';
import { charges } from '../database/schema/billing.ts';
import { engagements } from '../database/schema/engagements.ts';
import { messages } from '../database/schema/messages.ts';
import { profiles } from '../database/schema/profiles.ts';
import { plans } from '../database/schema/visits.ts';
import { revokeConsents } from '../messages/consents.ts';
import { jobsOf, startWork } from '../testing/engagement-calls.ts';
import {
  advanceFor,
  buildEngagement,
  buildOnboardedWorker,
  claimEngagement,
  workUntil,
} from '../testing/engagement-factories.ts';
import { buildCustomer, buildWorker, mailsTo, type Person } from '../testing/factories.ts';
import { type MarchPeople, march, marchTest } from '../testing/march-business.ts';

type Business = MarchPeople;

/** It is Monday, 8 March 2027, in the morning. */
const test = marchTest.extend<{ business: Business }>({
  business: async ({ people }, use) => {
    await use(people);
  },
});

const wednesday: WeekDay = 'DAY_OF_WEEK_WEDNESDAY';
const friday: WeekDay = 'DAY_OF_WEEK_FRIDAY';
type How = { worker: Person; weekDays?: WeekDay[]; from?: number; version: number };
const assign = (
  { yardpack, office }: Business,
  engagement: Engagement,
  { worker, weekDays = [wednesday], from = 8, version }: How,
) =>
  yardpack.call('assignWorker', {
    as: office.accessToken,
    params: { engagementId: engagement.id },
    body: { workerProfileId: worker.profileId, weekDays, from: march(from), version },
  });
const seen = async ({ yardpack, office }: Business, { id }: Engagement) =>
  (await yardpack.call('getEngagement', { as: office.accessToken, params: { engagementId: id } })).body.engagement;
const upcoming = async ({ yardpack, customer }: Business, { id }: Engagement) =>
  (await yardpack.call('listVisits', { as: customer.accessToken, params: { engagementId: id } })).body.upcoming.map(
    ({ day }) => day,
  );
const jobDays = async ({ yardpack }: Business, worker: Person) =>
  (await jobsOf(yardpack, worker)).map(({ scheduleInstance }) => scheduleInstance.date.day);
const later = ({ yardpack, customer, wren, walt, office }: Business, to: string) =>
  advanceFor(yardpack, to, [customer, wren, walt, office]);
const refusal = ({
  status,
  error,
}: {
  status: number;
  error: { errorCode: string; message: string; fields?: { path: string; message: string }[] };
}) => [status, error.errorCode, ...(error.fields ?? [error]).map(({ message }) => message)];

test('a proposal is given to a worker, who is told and may give it back', async ({ business }) => {
  const { yardpack, customer, wren } = business;
  const proposal = await buildEngagement(yardpack, customer);
  const given = await assign(business, proposal, { worker: wren, version: proposal.version });
  expect([given.status, given.body.told.map(({ role, words }) => [role, words])]).toEqual([
    200,
    [
      ['customer', 'Wren O. will take care of your yard'],
      ['worker', 'Casey at 100 Main St: Wednesday from Wed, Mar 10 on'],
    ],
  ]);
  const query = { subjectId: proposal.id } as const;
  const { changes } = (await yardpack.call('listChanges', { as: business.office.accessToken, query })).body;
  const byWhom = (kind: string) => changes.find((change) => change.kind === kind)?.by;
  expect(byWhom('status-changed')).toEqual(byWhom('worker-assigned'));
  expect(await seen(business, proposal)).toMatchObject({
    status: 'ENGAGEMENT_STATUS_ACCEPTED',
    worker: { displayName: 'Wren O.' },
    baseCost: proposal.baseCost,
  });
  expect(await upcoming(business, proposal)).toEqual([10, 17, 24, 31, 7]);
  // The answer was lost: the same again changes nothing, and says again who is told.
  const again = await assign(business, proposal, { worker: wren, version: proposal.version });
  expect([again.status, again.body]).toEqual([200, given.body]);
  await yardpack.advance('PT61S');
  expect(await mailsTo(yardpack, wren, /^Casey at 100 Main St: Wednesday/)).toHaveLength(1);
  const [mail] = await mailsTo(yardpack, customer, /will take care of your yard/);
  // Nobody has asked Wren yet.
  expect(mail?.text).toContain('Wren O. takes care of');
  expect(mail?.text).not.toContain('accepted');
  const released = await yardpack.call('updateEngagement', {
    as: wren.accessToken,
    params: { engagementId: proposal.id },
    body: { status: 'ENGAGEMENT_STATUS_PROPOSED' },
  });
  expect([released.status, await upcoming(business, proposal)]).toEqual([200, []]);
});

test('a service of two visits a week is given on two weekdays, unless it was on fewer before', async ({ business }) => {
  const { yardpack, customer, wren, walt } = business;
  const two = await buildEngagement(yardpack, customer, { frequency: 2 });
  const fewer = await assign(business, two, { worker: wren, weekDays: [wednesday], version: two.version });
  expect(refusal(fewer).slice(1)).toEqual([
    'INVALID_INPUT',
    'The customer asked for 2 days a week. Please pick as many.',
  ]);
  await claimEngagement(yardpack, wren, two, [wednesday]);
  await yardpack.drain();
  const given = await assign(business, two, {
    worker: walt,
    weekDays: [wednesday, friday],
    version: (await seen(business, two)).version,
  });
  expect(given.status).toBe(200);
  // Taken back within the minute, it is as it was.
  const back = await assign(business, two, { worker: wren, weekDays: [wednesday], version: given.body.version });
  expect(back.status).toBe(200);
  expect((await seen(business, two)).worker?.displayName).toBe('Wren O.');
});

test('a proposal that is given from a day on has its first visit then, and none before', async ({ business }) => {
  const { yardpack, customer, wren, office } = business;
  const proposal = await buildEngagement(yardpack, customer, { interval: 2 });
  const how = { worker: wren, from: 13, version: proposal.version };
  expect(refusal(await assign(business, proposal, { ...how, from: 7 }))[2]).toBe('This day is over.');
  const { body } = await yardpack.call('previewAssignment', {
    as: office.accessToken,
    params: { engagementId: proposal.id },
    body: { workerProfileId: wren.profileId, weekDays: [wednesday], from: march(13), version: proposal.version },
  });
  expect(body.told.map(({ words }) => words)).toContain('Casey at 100 Main St: Wednesday from Wed, Mar 24 on');
  expect((await assign(business, proposal, how)).status).toBe(200);
  expect(await upcoming(business, proposal)).toEqual([24, 7, 21, 5, 19]);
  await yardpack.advance('PT61S');
  const [mail] = await mailsTo(yardpack, customer, /will take care of your yard/);
  expect(mail?.text).toContain('for the first time on Wed, Mar 24');
  expect(await mailsTo(yardpack, customer, /Mar 10/)).toEqual([]);
  // What nobody begins with is as it was for the next one.
  await decline(business, wren, proposal);
  const taken = { worker: wren, version: (await seen(business, proposal)).version };
  expect((await assign(business, proposal, taken)).status).toBe(200);
  expect(await upcoming(business, proposal)).toEqual([10, 24, 7, 21, 5]);
});

test('a claim at night is told by mail at once, and by text in the morning, whoever made it', async ({ business }) => {
  const { yardpack, customer, wren } = business;
  const texted = await buildCustomer(yardpack, { notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL_TEXT' });
  const [given, taken] = [await buildEngagement(yardpack, texted), await buildEngagement(yardpack, texted)];
  await advanceFor(yardpack, '2027-03-08T23:30:00-06:00', [texted, wren, business.office, customer]);
  await assign(business, given, { worker: wren, from: 9, version: given.version });
  await claimEngagement(yardpack, wren, taken, [friday]);
  const told = async () =>
    (await yardpack.messages())
      .filter(({ to, text }) => [texted.email, texted.phone].includes(to) && /take care? of|takes care of/.test(text))
      .map(({ channel }) => channel)
      .sort();
  await yardpack.advance('2027-03-09T07:59:00-06:00');
  expect(await told()).toEqual(['email', 'email']);
  await yardpack.advance('2027-03-09T08:00:00-06:00');
  expect(await told()).toEqual(['email', 'email', 'text', 'text']);
});

test('a proposal that is given to a worker is taken back within a minute, and nobody hears of it', async ({
  business,
}) => {
  const { yardpack, customer, wren, office } = business;
  const proposal = await buildEngagement(yardpack, customer);
  await assign(business, proposal, { worker: wren, version: proposal.version });
  const takeBack = async () =>
    await yardpack.call('updateEngagement', {
      as: office.accessToken,
      params: { engagementId: proposal.id },
      body: { status: 'ENGAGEMENT_STATUS_PROPOSED', version: (await seen(business, proposal)).version },
    });
  await yardpack.advance('PT50S');
  expect((await takeBack()).status).toBe(200);
  await yardpack.advance('PT61S');
  expect([await mailsTo(yardpack, customer, /yard|worker|keeper/), await mailsTo(yardpack, wren, /Casey/)]).toEqual([
    [],
    [],
  ]);
  expect(await jobDays(business, wren)).toEqual([]);

  // Once they were told, they hear of the end, too.
  await assign(business, proposal, { worker: wren, version: (await seen(business, proposal)).version });
  await yardpack.advance('PT61S');
  expect((await takeBack()).status).toBe(200);
  await yardpack.advance('PT61S');
  expect(await mailsTo(yardpack, customer, /will take care of your yard/)).toHaveLength(1);
  expect(await mailsTo(yardpack, wren, /^You no longer have 100 Main St$/)).toHaveLength(1);
});

test('of two changes within a minute the last one is told, and each visit before it by itself', async ({
  business,
}) => {
  const { yardpack, customer, wren, walt } = business;
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, engagement, [friday]);
  const theo = await buildOnboardedWorker(yardpack, { firstName: 'Theo', lastName: 'Lund' });
  const first = await assign(business, engagement, {
    worker: theo,
    weekDays: [wednesday],
    from: 15,
    version: (await seen(business, engagement)).version,
  });
  const second = await assign(business, engagement, {
    worker: walt,
    weekDays: ['DAY_OF_WEEK_MONDAY'],
    from: 22,
    version: first.body.version,
  });
  expect(second.body.told.map(({ name, words }) => `${name}: ${words}`)).toEqual([
    'Casey: Your visits from Mon, Mar 22 on',
    'Walt B.: Casey at 100 Main St: Monday from Mon, Mar 22 on',
    'Wren O.: Another worker visits Casey from Mon, Mar 22 on',
    'Casey: Your visit on Fri, Mar 19 is moved to Wed, Mar 17',
    'Wren O.: A visit less on Fri, Mar 19: 100 Main St',
    'Theo L.: A visit more on Wed, Mar 17: 100 Main St',
  ]);
  expect(await upcoming(business, engagement)).toEqual([12, 17, 22, 29, 5]);
  await yardpack.advance('PT61S');
  const [moved] = await mailsTo(yardpack, customer, /is moved to Wed, Mar 17/);
  expect(moved?.text).toContain('Instead of Wren O. comes Theo L.');
  const [goodbye] = await mailsTo(yardpack, wren, /^Another worker visits .* from Mon, Mar 22 on/);
  expect(goodbye?.text).toContain('You still make your visits before that day.');
  expect(await mailsTo(yardpack, theo, /A visit more on Wed, Mar 17/)).toHaveLength(1);
});

test('other weekdays count from a day on; the visits before stay', async ({ business }) => {
  const { yardpack, customer, wren } = business;
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, engagement, [wednesday]);
  const { version } = await seen(business, engagement);
  // That of Wednesday, March 10 is the visit of its week.
  const mixed = await yardpack.call('previewAssignment', {
    as: business.office.accessToken,
    params: { engagementId: engagement.id },
    body: { workerProfileId: wren.profileId, weekDays: [friday], from: march(11), version },
  });
  expect(mixed.body.told.map(({ words }) => words)).toContain('Your visits from Mon, Mar 15 on');
  const moved = await assign(business, engagement, { worker: wren, weekDays: [friday], from: 22, version });
  expect(moved.body.told.map(({ words }) => words)).toEqual([
    'Your visits from Mon, Mar 22 on',
    'Casey at 100 Main St: Friday from Mon, Mar 22 on',
  ]);
  expect(await upcoming(business, engagement)).toEqual([10, 17, 26, 2, 9]);
  await later(business, '2027-03-10T09:00:00-06:00');
  await workUntil(yardpack, wren, engagement, 'WORK_STATUS_WORK_COMPLETED');
  // The Friday of that week has no second visit.
  expect(await jobDays(business, wren)).toEqual([10]);
  await later(business, '2027-03-12T09:00:00-06:00');
  expect((await startWork(yardpack, wren, engagement.id)).status).toBe(409);
});

test('another worker takes over from a day on; until then, the visits and their pay are as before', async ({
  business,
}) => {
  const { yardpack, customer, wren, walt } = business;
  const engagement = await buildEngagement(yardpack, customer, { frequency: 2 });
  await claimEngagement(yardpack, wren, engagement, ['DAY_OF_WEEK_TUESDAY', friday]);
  const { version } = await seen(business, engagement);
  const handed = await assign(business, engagement, {
    worker: walt,
    weekDays: ['DAY_OF_WEEK_TUESDAY', friday],
    from: 11,
    version,
  });
  expect(handed.body.told.map(({ role, name }) => [role, name])).toEqual([
    ['customer', 'Casey'],
    ['worker', 'Walt B.'],
    ['worker', 'Wren O.'],
  ]);
  expect([await jobDays(business, wren), await jobDays(business, walt)]).toEqual([[9], [12]]);
  await yardpack.advance('PT61S');
  const [goodbye] = await mailsTo(yardpack, wren, /^Another worker visits/);
  expect(goodbye?.text).toContain('You still make your visits before that day.');
  await later(business, '2027-03-09T09:00:00-06:00');
  expect((await startWork(yardpack, walt, engagement.id)).status).toBe(409);
  await workUntil(yardpack, wren, engagement, 'WORK_STATUS_WORK_COMPLETED');
  await later(business, '2027-03-12T09:00:00-06:00');
  // It is Wren's no more.
  expect((await startWork(yardpack, wren, engagement.id)).error.message).toBe('Another worker makes this visit.');
  await workUntil(yardpack, walt, engagement, 'WORK_STATUS_WORK_COMPLETED');
  expect(await upcoming(business, engagement)).toEqual([16, 19, 23, 26, 30]);
});

test('a worker who has no visit left is not told of any, also where that of today is made', async ({ business }) => {
  const { yardpack, customer, wren, walt } = business;
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, engagement, [friday]);
  const goodbye = async (from: number) => {
    const { version } = await seen(business, engagement);
    await assign(business, engagement, { worker: walt, weekDays: [friday], from, version });
    await yardpack.advance('PT61S');
    return (await mailsTo(yardpack, wren, /^Another worker visits/))[0]?.text;
  };
  expect(await goodbye(12)).not.toContain('before that day');
  const { version } = await seen(business, engagement);
  await assign(business, engagement, { worker: wren, weekDays: [friday], from: 12, version });
  await later(business, '2027-03-12T10:00:00-06:00');
  await workUntil(yardpack, wren, engagement, 'WORK_STATUS_WORK_COMPLETED');
  expect(await goodbye(15)).not.toContain('before that day');
});

test('a visit that was moved keeps its day and its worker when the weekdays change', async ({ business }) => {
  const { yardpack, customer, wren, walt, office } = business;
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, engagement, [wednesday]);
  await yardpack.call('moveVisit', {
    as: office.accessToken,
    params: { engagementId: engagement.id },
    body: {
      date: march(10),
      workerProfileId: wren.profileId,
      toDate: march(11),
      toWorkerProfileId: wren.profileId,
    },
  });
  const { version } = await seen(business, engagement);
  await assign(business, engagement, { worker: walt, weekDays: [friday], from: 15, version });
  expect([await jobDays(business, wren), await jobDays(business, walt)]).toEqual([[11], []]);
  expect(await upcoming(business, engagement)).toEqual([11, 19, 26, 2, 9]);
});

test('what is not possible is refused at its field, and of two at once one is told', async ({ business }) => {
  const { yardpack, customer, wren, walt, office } = business;
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, engagement, [wednesday]);
  const { version } = await seen(business, engagement);
  const fresh = await buildWorker(yardpack, { firstName: 'Fresh' });
  expect(refusal(await assign(business, engagement, { worker: fresh, version }))[2]).toMatch(/cannot be paid yet/);
  expect(
    refusal(await assign(business, engagement, { worker: wren, weekDays: [wednesday, friday], version })).slice(1),
  ).toEqual(['INVALID_INPUT', 'The customer asked for one day a week. Please pick as many.']);
  expect(refusal(await assign(business, engagement, { worker: walt, from: 7, version }))[2]).toBe('This day is over.');
  expect(refusal(await assign(business, engagement, { worker: walt, version: version - 1 }))[1]).toBe('CONFLICT');
  const two = await Promise.all([
    assign(business, engagement, { worker: walt, weekDays: [friday], version }),
    assign(business, engagement, { worker: wren, weekDays: [friday], version }),
  ]);
  expect(two.map(({ status }) => status).sort()).toEqual([200, 409]);
  const paused = await yardpack.call('updateEngagement', {
    as: office.accessToken,
    params: { engagementId: engagement.id },
    body: { status: 'ENGAGEMENT_STATUS_PAUSED' },
  });
  expect(paused.status).toBe(200);
  const now = await seen(business, engagement);
  expect(refusal(await assign(business, engagement, { worker: wren, version: now.version }))[1]).toBe(
    'NOT_ALLOWED_NOW',
  );
});

test('a preview tells who would hear what, and changes nothing', async ({ business }) => {
  const { yardpack, customer, wren, office } = business;
  const proposal = await buildEngagement(yardpack, customer);
  const { body } = await yardpack.call('previewAssignment', {
    as: office.accessToken,
    params: { engagementId: proposal.id },
    body: { workerProfileId: wren.profileId, weekDays: [wednesday], from: march(8), version: proposal.version },
  });
  expect(body.told.map(({ name }) => name)).toEqual(['Casey', 'Wren O.']);
  expect((await seen(business, proposal)).status).toBe('ENGAGEMENT_STATUS_PROPOSED');
});

test('who wants no mails about visits hears all the same whose service is theirs, and a preview says how each is reached', async ({
  business,
}) => {
  const { yardpack, customer, wren, office } = business;
  const { world } = yardpack;
  const proposal = await buildEngagement(yardpack, customer);
  await world.database.update(profiles).set({ notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL' });
  const none = { channel: 'email', purposes: ['service'], source: 'mail-link', word: 'List-Unsubscribe' } as const;
  await world.database.transaction(async (transaction) => {
    for (const { email } of [wren, customer]) await revokeConsents(world, transaction, { ...none, address: email });
  });
  const { body } = await yardpack.call('previewAssignment', {
    as: office.accessToken,
    params: { engagementId: proposal.id },
    body: { workerProfileId: wren.profileId, weekDays: [wednesday], from: march(8), version: proposal.version },
  });
  expect(body.told.map(({ role, by }) => [role, by])).toEqual([
    ['customer', 'nothing'],
    ['worker', 'email'],
  ]);
  await assign(business, proposal, { worker: wren, from: 8, version: proposal.version });
  await yardpack.advance('PT90S');
  const mails = await world.database.select().from(messages).where(like(messages.dedupeKey, 'visit-told:%:plan:%'));
  expect(mails.map(({ recipient, outcome, class: kind }) => [recipient, outcome, kind]).toSorted()).toEqual(
    [
      [customer.email, 'dropped', 'service'],
      [wren.email, 'sent', 'security'],
    ].toSorted(),
  );
  // Nor are they left waiting for a customer who pauses, or wants something else.
  const params = { engagementId: proposal.id };
  const wish = { frequency: 2, interval: 1, startDay: march(22) };
  expect((await yardpack.call('askRhythm', { as: customer.accessToken, params, body: wish })).status).toBe(200);
  await yardpack.advance('PT61S');
  expect(await mailsTo(yardpack, wren, /^Another rhythm at/)).toHaveLength(1);
  const paused = { as: customer.accessToken, params, body: { status: 'ENGAGEMENT_STATUS_PAUSED' } } as const;
  expect((await yardpack.call('updateEngagement', paused)).status).toBe(200);
  await yardpack.advance('PT61S');
  expect(await mailsTo(yardpack, wren, /paused/i)).toHaveLength(1);
});

test('more weekdays count from their day, and so do fewer when that is taken back: nothing is lost, nothing comes early', async ({
  business,
}) => {
  const { yardpack, customer, wren } = business;
  const monday: WeekDay = 'DAY_OF_WEEK_MONDAY';
  const thursday: WeekDay = 'DAY_OF_WEEK_THURSDAY';
  const engagement = await buildEngagement(yardpack, customer, { frequency: 2 });
  await claimEngagement(yardpack, wren, engagement, [thursday]);
  await yardpack.advance('PT61S');
  const { version } = await seen(business, engagement);
  const both = { worker: wren, weekDays: [monday, thursday], from: 22 };
  const more = await assign(business, engagement, { ...both, version });
  expect([more.status, await upcoming(business, engagement)]).toEqual([200, [11, 18, 22, 25, 29]]);
  const one = { worker: wren, weekDays: [thursday], from: 22 };
  const back = await assign(business, engagement, { ...one, version: more.body.version });
  expect([back.status, await upcoming(business, engagement)]).toEqual([200, [11, 18, 25, 1, 8]]);
  await yardpack.advance('PT61S');
  expect(await mailsTo(yardpack, customer, /No visit on|Your visits from/)).toEqual([]);
  const last = await seen(business, engagement);
  await assign(business, engagement, { ...both, from: 29, version: last.version });
  expect(await upcoming(business, engagement)).toEqual([11, 18, 25, 29, 1]);
  await yardpack.advance('PT61S');
  // By now both are known.
  const fewer = await assign(business, engagement, { ...one, version: (await seen(business, engagement)).version });
  expect(fewer.error.fields?.map(({ path }) => path)).toEqual(['body.weekDays']);
  await later(business, '2027-03-23T09:00:00-05:00');
  expect(await upcoming(business, engagement)).toEqual([25, 29, 1, 5, 8]);
});

test('visits that stay with the worker before are charged with the fee that was agreed with that one', async ({
  business,
}) => {
  const { yardpack, customer, wren, walt } = business;
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, engagement, [wednesday]);
  const feesOf = async () =>
    (await yardpack.world.database.select({ fee: charges.fee }).from(charges)).map(({ fee }) => fee);
  await yardpack.world.database
    .update(engagements)
    .set({ agreedFeePercent: 10 })
    .where(eq(engagements.id, engagement.id));
  // Each version of the plan has the part that was agreed with its worker.
  const isOne = eq(plans.engagementId, engagement.id);
  await yardpack.world.database.update(plans).set({ feePercent: 10 }).where(isOne);
  const { version } = await seen(business, engagement);
  await assign(business, engagement, { worker: walt, from: 17, version });
  await later(business, '2027-03-10T09:00:00-06:00');
  await workUntil(yardpack, wren, engagement, 'WORK_STATUS_WORK_COMPLETED');
  expect(await feesOf()).toEqual([150]);
  // Also what each reads of the pay is what they get.
  const params = { workerProfileId: wren.profileId };
  const lists = [
    [
      (await yardpack.call('getEngagement', { as: wren.accessToken, params: { engagementId: engagement.id } })).body
        .engagement,
    ],
    (await yardpack.call('listWorkerEngagements', { as: wren.accessToken, params })).body.engagements,
    (await jobsOf(yardpack, wren)).map((job) => job.engagement),
  ];
  expect(lists.map(([one]) => one?.pay)).toEqual([1350, 1350, 1350]);
  const ofWalt = await yardpack.call('getEngagement', {
    as: walt.accessToken,
    params: { engagementId: engagement.id },
  });
  expect(ofWalt.body.engagement.pay).toBe(1200);
  await later(business, '2027-03-17T09:00:00-05:00');
  await workUntil(yardpack, walt, engagement, 'WORK_STATUS_WORK_COMPLETED');
  expect(await feesOf()).toEqual([150, 300]);
});

test('a worker who plans another weekday leaves a visit that was moved where it is, and no second one comes', async ({
  business,
}) => {
  const { yardpack, customer, wren, office } = business;
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, engagement, [wednesday]);
  await yardpack.call('moveVisit', {
    as: office.accessToken,
    params: { engagementId: engagement.id },
    body: {
      date: march(17),
      workerProfileId: wren.profileId,
      toDate: march(20),
      toWorkerProfileId: wren.profileId,
    },
  });
  const plan = async () => (await seen(business, engagement)).scheduleTemplate.scheduleTemplateDays.map(({ id }) => id);
  const [place = ''] = await plan();
  const moved = await yardpack.call('updateScheduleTemplateDays', {
    as: wren.accessToken,
    body: {
      scheduleTemplateDays: [
        {
          id: place,
          scheduleTemplateId: engagement.scheduleTemplate.id,
          dayOfWeek: 'DAY_OF_WEEK_THURSDAY',
          sequence: 0,
        },
      ],
    },
  });
  expect(moved.status).toBe(200);
  expect(await upcoming(business, engagement)).toEqual([11, 20, 25, 1, 8]);
});

const decline = async ({ yardpack }: Business, worker: Person, engagement: Engagement) => {
  const released = await yardpack.call('updateEngagement', {
    as: worker.accessToken,
    params: { engagementId: engagement.id },
    body: { status: 'ENGAGEMENT_STATUS_PROPOSED' },
  });
  expect(released.status).toBe(200);
};

test('who is given a service and declines it before it begins gives it back to who has it until then', async ({
  business,
}) => {
  const { yardpack, customer, wren, walt, office } = business;
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, engagement, [wednesday]);
  await yardpack.drain();
  const { version } = await seen(business, engagement);
  await assign(business, engagement, { worker: walt, weekDays: [friday], from: 22, version });
  await yardpack.advance('PT61S');
  expect(await mailsTo(yardpack, wren, /^Another worker visits/)).toHaveLength(1);
  expect(await upcoming(business, engagement)).toEqual([10, 17, 26, 2, 9]);
  await decline(business, walt, engagement);
  expect(await upcoming(business, engagement)).toEqual([10, 17, 24, 31, 7]);
  await yardpack.advance('PT61S');
  expect(await mailsTo(yardpack, wren, /^Casey at 100 Main St: Wednesday from Wed, Mar 24 on/)).toHaveLength(1);
  expect(await mailsTo(yardpack, wren, /^A visit less/)).toEqual([]);
  expect(await mailsTo(yardpack, customer, /^Your visits from Wed, Mar 24 on/)).toHaveLength(1);
  expect(await mailsTo(yardpack, customer, /looking for another keeper/)).toEqual([]);
  expect(await mailsTo(yardpack, walt, /^Another worker visits/)).toEqual([]);
  const { body } = await yardpack.call('listChanges', {
    as: office.accessToken,
    query: { kind: 'worker-assigned' },
  });
  expect(body.changes[0]?.fields).toEqual([{ name: 'worker', from: 'Walt B.', to: 'Wren O.' }]);
});

test('of an assignment that is declined before anybody was told nobody hears, whoever declines or is closed', async ({
  business,
}) => {
  const { yardpack, customer, wren, walt, office } = business;
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, engagement, [wednesday]);
  await yardpack.drain();
  const told = async () =>
    (await mailsTo(yardpack, customer, /./)).length + (await mailsTo(yardpack, wren, /./)).length;
  const before = await told();
  // Its first visit is the worker's at once.
  await assign(business, engagement, {
    worker: walt,
    weekDays: [friday],
    from: 8,
    version: (await seen(business, engagement)).version,
  });
  await decline(business, walt, engagement);
  expect(await upcoming(business, engagement)).toEqual([10, 17, 24, 31, 7]);
  await assign(business, engagement, {
    worker: walt,
    weekDays: [friday],
    from: 22,
    version: (await seen(business, engagement)).version,
  });
  await yardpack.call('closeAccount', { as: office.accessToken, params: { profileId: walt.profileId } });
  expect(await upcoming(business, engagement)).toEqual([10, 17, 24, 31, 7]);
  await yardpack.advance('PT61S');
  expect(await told()).toBe(before);
});

test('what nobody was told of falls away when its worker is closed, also where the worker before begins later', async ({
  business,
}) => {
  const { yardpack, customer, wren, walt, office } = business;
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, engagement, [wednesday]);
  await yardpack.drain();
  const version = async () => (await seen(business, engagement)).version;
  await assign(business, engagement, { worker: walt, weekDays: [friday], from: 22, version: await version() });
  await yardpack.advance('PT61S');
  const [theo, theo2] = [await buildOnboardedWorker(yardpack), await buildOnboardedWorker(yardpack)];
  const told = async () =>
    (await Promise.all([customer, wren, walt].map((person) => mailsTo(yardpack, person, /./)))).flat().length;
  const before = await told();
  await assign(business, engagement, {
    worker: theo,
    weekDays: ['DAY_OF_WEEK_TUESDAY'],
    from: 15,
    version: await version(),
  });
  await yardpack.call('closeAccount', { as: office.accessToken, params: { profileId: theo.profileId } });
  expect(await upcoming(business, engagement)).toEqual([10, 17, 26, 2, 9]);
  await yardpack.advance('PT61S');
  expect(await told()).toBe(before);
  // Told of all three, the one before begins after the last visit of the one before that.
  await assign(business, engagement, {
    worker: theo2,
    weekDays: ['DAY_OF_WEEK_TUESDAY'],
    from: 29,
    version: await version(),
  });
  await yardpack.advance('PT61S');
  await decline(business, theo2, engagement);
  expect(await upcoming(business, engagement)).toEqual([10, 17, 26, 2, 9]);
});

test('who has many visits until a hand-over reads of all at once when the service rests and when it goes on', async ({
  business,
}) => {
  const { yardpack, customer, wren, walt } = business;
  const engagement = await buildEngagement(yardpack, customer, { frequency: 2 });
  await claimEngagement(yardpack, wren, engagement, [wednesday, friday]);
  const { version } = await seen(business, engagement);
  await assign(business, engagement, { worker: walt, weekDays: [wednesday, friday], from: 29, version });
  await yardpack.advance('PT61S');
  for (const status of ['ENGAGEMENT_STATUS_PAUSED', 'ENGAGEMENT_STATUS_RUNNING']) {
    await yardpack.call('updateEngagement', {
      as: customer.accessToken,
      params: { engagementId: engagement.id },
      body: { status } as never,
    });
    await yardpack.advance('PT61S');
  }
  const [less, ...others] = await mailsTo(yardpack, wren, /visits? less/);
  const [more] = await mailsTo(yardpack, wren, /visits? more/);
  expect([less?.subject, more?.subject, others]).toEqual([
    '6 visits less: 100 Main St',
    '6 visits more: 100 Main St',
    [],
  ]);
  expect(less?.text).toContain(
    'the visits on Wed, Mar 10; Fri, Mar 12; Wed, Mar 17; Fri, Mar 19; Wed, Mar 24; and Fri, Mar 26 at 100 Main St',
  );
});

test('an assignment that is taken back within the minute is told to nobody, and all is as it was', async ({
  business,
}) => {
  const { yardpack, customer, wren, walt } = business;
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, engagement, [wednesday]);
  await yardpack.drain();
  const first = await seen(business, engagement);
  await assign(business, engagement, { worker: walt, weekDays: [friday], from: 22, version: first.version });
  await yardpack.advance('PT20S');
  const { version } = await seen(business, engagement);
  const back = await assign(business, engagement, { worker: wren, version });
  expect([back.status, back.body.told]).toEqual([200, []]);
  expect(await upcoming(business, engagement)).toEqual([10, 17, 24, 31, 7]);
  const { body } = await yardpack.call('listVisits', {
    as: customer.accessToken,
    params: { engagementId: engagement.id },
  });
  expect(body.moved).toEqual([]);
  await yardpack.advance('PT2M');
  for (const person of [customer, wren, walt]) expect(await mailsTo(yardpack, person, /Mar 22/)).toEqual([]);
  // Once they were told, they are told of the way back.
  const next = await seen(business, engagement);
  await assign(business, engagement, { worker: walt, weekDays: [friday], from: 22, version: next.version });
  await yardpack.advance('PT2M');
  const last = await seen(business, engagement);
  const late = await assign(business, engagement, { worker: wren, version: last.version });
  expect(late.body.told.map(({ name }) => name)).toEqual(['Casey', 'Wren O.', 'Walt B.']);
});

test('of two assignments within a minute the second one is told, to who had the service when they were told last', async ({
  business,
}) => {
  const { yardpack, customer, wren, walt } = business;
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, engagement, [wednesday]);
  const nora = await buildOnboardedWorker(yardpack, { firstName: 'Nora', lastName: 'Diaz' });
  const { version } = await seen(business, engagement);
  await assign(business, engagement, { worker: walt, from: 22, version });
  const { version: next } = await seen(business, engagement);
  const told = await assign(business, engagement, { worker: nora, from: 22, version: next });
  expect(told.body.told.map(({ name }) => name)).toEqual(['Casey', 'Nora D.', 'Wren O.']);
  await yardpack.advance('PT2M');
  expect(await mailsTo(yardpack, walt, /Mar 22/)).toEqual([]);
  expect(await mailsTo(yardpack, customer, /^Your visits from Mon, Mar 22 on/)).toHaveLength(1);
});

test('the same again for another day is refused at its field', async ({ business }) => {
  const { yardpack, customer, wren, walt } = business;
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, engagement, [wednesday]);
  const { version } = await seen(business, engagement);
  await assign(business, engagement, { worker: walt, from: 22, version });
  const { version: now } = await seen(business, engagement);
  const other = await assign(business, engagement, { worker: walt, from: 24, version: now });
  expect([other.status, other.error.fields?.map(({ path }) => path)]).toEqual([400, ['body.from']]);
});

test('who makes visits until a hand-over may open the service as long, with the way in and no bills', async ({
  business,
}) => {
  const { yardpack, customer, wren, walt } = business;
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, engagement, [wednesday]);
  const { version } = await seen(business, engagement);
  await assign(business, engagement, { worker: walt, from: 15, version });
  const open = (worker: Person) =>
    yardpack.call('getEngagement', { as: worker.accessToken, params: { engagementId: engagement.id } });
  const page = await open(wren);
  expect([page.status, page.body.engagement.nextStatuses, page.body.engagement.billingAddress]).toEqual([
    200,
    [],
    null,
  ]);
  const visits = await yardpack.call('listVisits', {
    as: wren.accessToken,
    params: { engagementId: engagement.id },
  });
  expect([visits.status, visits.body.skippable, visits.body.openAmount]).toEqual([200, [], null]);
  const nora = await buildOnboardedWorker(yardpack, { firstName: 'Nora' });
  expect((await open(nora)).status).toBe(404);
  await later(business, '2027-03-12T09:00:00-06:00');
  expect((await open(wren)).status).toBe(404);
  expect((await open(walt)).status).toBe(200);
});
