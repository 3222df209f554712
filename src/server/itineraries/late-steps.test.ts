import { expect } from 'vitest';
import type { Engagement } from '#contract/engagements.ts';
import type { EngagementStatus, WorkStatus } from '#domain/enums.ts';
import { moveEngagement } from '../testing/engagement-calls.ts';
import { advanceFor, buildEngagement, buildOnboardedWorker, claimEngagement } from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, mailsTo, type Person } from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

/** It is Wednesday, 10 March 2027, in the morning; a visit is due on Wednesdays. */
async function buildBusiness(yardpack: TestWorld) {
  await yardpack.advance('2027-03-10T09:00:00-06:00');
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack, { firstName: 'Wren', lastName: 'Okafor' });
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  await yardpack.drain();
  return { yardpack, customer, worker, engagement };
}
type Business = { yardpack: TestWorld; worker: Person; engagement: Engagement };

const wednesday = { year: 2027, month: 3, day: 10 };
const at = (time: string) => `2027-03-${time}-06:00`;
const start = ({ yardpack, worker, engagement }: Business, tappedAt?: string) =>
  yardpack.call('createWork', {
    as: worker.accessToken,
    params: { workerProfileId: worker.profileId },
    body: { engagementId: engagement.id, date: wednesday, tappedAt },
  });
const step = ({ yardpack, worker }: Business, workId: string, status: WorkStatus, tappedAt?: string) =>
  yardpack.call('updateWork', {
    as: worker.accessToken,
    params: { workerProfileId: worker.profileId, workId },
    body: { status, tappedAt },
  });
const undo = ({ yardpack, worker }: Business, workId: string, status: WorkStatus) =>
  yardpack.call('undoWork', {
    as: worker.accessToken,
    params: { workerProfileId: worker.profileId, workId },
    body: { status },
  });
const rows = async <Row>({ yardpack }: Business, query: string): Promise<Row[]> =>
  (await yardpack.world.database.$client.query(query)).rows;

const day: [WorkStatus, string][] = [
  ['WORK_STATUS_TRAVEL_STARTED', at('10T09:10:00')],
  ['WORK_STATUS_TRAVEL_COMPLETED', at('10T09:30:00')],
  ['WORK_STATUS_WORK_STARTED', at('10T09:35:00')],
  ['WORK_STATUS_WORK_COMPLETED', at('10T10:00:00')],
];

test('a whole day without signal, sent the next evening, stands as it was tapped and is charged once', async ({
  yardpack,
}) => {
  const business = await buildBusiness(yardpack);
  const { worker, customer, engagement } = business;
  await advanceFor(yardpack, at('11T21:00:00'), [worker, customer]);
  expect((await start(business)).status).toBe(409);
  const started = await start(business, at('10T09:05:00'));
  expect(started.status).toBe(200);
  const { id } = started.body.work;
  for (const [status, tappedAt] of day) {
    for (const _ of [1, 2]) expect((await step(business, id, status, tappedAt)).body.work.status).toBe(status);
  }
  // The minute in which it can be undone is that of its arrival.
  expect((await undo(business, id, 'WORK_STATUS_WORK_COMPLETED')).body.work?.status).toBe('WORK_STATUS_WORK_STARTED');
  expect((await undo(business, id, 'WORK_STATUS_WORK_STARTED')).status).toBe(409);
  expect((await step(business, id, 'WORK_STATUS_WORK_COMPLETED', at('10T10:00:00'))).status).toBe(200);
  expect(await rows(business, 'select 1 from payments')).toEqual([]);
  await yardpack.advance('PT1M');
  expect(await rows(business, 'select amount, status from payments')).toEqual([{ amount: 1500, status: 'paid' }]);
  const { visits } = (
    await yardpack.call('listVisits', { as: customer.accessToken, params: { engagementId: engagement.id } })
  ).body;
  expect(visits).toMatchObject([
    { date: wednesday, startedAt: '2027-03-10T15:35:00Z', completedAt: '2027-03-10T16:00:00Z' },
  ]);
});

test('what was tapped on another day, in the future or before the step before is refused', async ({ yardpack }) => {
  const business = await buildBusiness(yardpack);
  const refused = async (answer: Promise<{ status: number; error: { errorCode: string; message: string } }>) => {
    const { status, error } = await answer;
    expect([status, error.errorCode]).toEqual([409, 'NOT_ALLOWED_NOW']);
    return error.message;
  };
  expect(await refused(start(business, at('09T23:00:00')))).toMatch(/^Only today/);
  expect(await refused(start(business, at('10T09:05:00')))).toMatch(/not happened yet/);
  const { id } = (await start(business, at('10T08:00:00'))).body.work;
  const travel = 'WORK_STATUS_TRAVEL_STARTED';
  expect(await refused(step(business, id, travel, at('10T07:00:00')))).toMatch(/before the step before/);
  expect(await refused(step(business, id, travel, at('10T09:05:00')))).toMatch(/not happened yet/);
  expect((await start(business, 'yesterday')).status).toBe(400);
  expect((await step(business, id, travel, at('10T08:30:00'))).status).toBe(200);

  await advanceFor(yardpack, at('12T00:00:00'), [business.worker]);
  expect(await refused(step(business, id, 'WORK_STATUS_TRAVEL_COMPLETED', at('10T09:00:00')))).toMatch(/^This day is/);
});

test('a visit left at a step at midnight is finished the next day by its worker', async ({ yardpack }) => {
  const business = await buildBusiness(yardpack);
  const { id } = (await start(business)).body.work;
  await step(business, id, 'WORK_STATUS_TRAVEL_STARTED');
  await advanceFor(yardpack, at('11T07:00:00'), [business.worker]);
  for (const [status] of day.slice(1)) expect((await step(business, id, status)).status).toBe(200);
  expect(await rows(business, 'select amount from charges')).toEqual([{ amount: 1500 }]);
});

test('a skip tapped without signal is taken the next day, and no later', async ({ yardpack }) => {
  const business = await buildBusiness(yardpack);
  const { worker, engagement } = business;
  const skip = (tappedAt?: string) =>
    yardpack.call('createSkip', {
      as: worker.accessToken,
      params: { engagementId: engagement.id },
      body: { date: wednesday, reason: 'Thunder', tappedAt },
    });
  await advanceFor(yardpack, at('11T07:00:00'), [worker]);
  expect((await skip()).error.message).toBe('Only today’s visit can be skipped.');
  expect((await skip(at('11T06:00:00'))).status).toBe(409);
  expect((await skip(at('10T09:30:00'))).body.skip).toMatchObject({ date: wednesday, reason: 'Thunder' });
});

test.for([
  ['PAUSED', 409],
  ['CANCELLED', 409],
  ['PROPOSED', 409],
  ['claimed by another', 409],
  ['skipped by the office', 409],
] as const)(
  'a visit that was begun without signal before it was %s is kept, charged and seen',
  async ([to, refusal], { yardpack }) => {
    const business = await buildBusiness(yardpack);
    const { worker, customer, engagement } = business;
    const other = await buildOnboardedWorker(yardpack);
    const employee = await buildEmployee(yardpack);
    const params = { engagementId: engagement.id };
    await advanceFor(yardpack, at('10T10:30:00'), [worker, customer, other, employee]);
    if (to === 'skipped by the office') {
      await yardpack.call('createSkip', { as: employee.accessToken, params, body: { date: wednesday } });
    } else if (to === 'claimed by another') {
      await moveEngagement(yardpack, worker, engagement.id, 'PROPOSED');
      await claimEngagement(yardpack, other, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
    } else {
      await moveEngagement(yardpack, to === 'PROPOSED' ? worker : customer, engagement.id, to);
    }
    await advanceFor(yardpack, at('11T08:00:00'), [worker, customer, other, employee]);
    expect((await start(business, at('10T10:31:00'))).status).toBe(refusal);
    const started = await start(business, at('10T09:05:00'));
    expect(started.status).toBe(200);
    const { id } = started.body.work;
    for (const [status, tappedAt] of day) expect((await step(business, id, status, tappedAt)).status).toBe(200);
    const photo = { workId: id, contentType: 'image/png', contentLength: 1000 };
    const upload = (as: Person) => yardpack.call('generatePreSignedUrl', { as: as.accessToken, body: photo });
    expect([(await upload(worker)).status, (await upload(other)).status]).toEqual([200, 404]);
    await yardpack.advance('PT61S');
    expect(await rows(business, 'select amount, status from payments')).toEqual([{ amount: 1500, status: 'paid' }]);
    for (const { accessToken: as } of [customer, employee]) {
      const { visits, skips } = (await yardpack.call('listVisits', { as, params })).body;
      expect([visits.map(({ work }) => work.id), skips]).toEqual([[id], []]);
    }
    const [done, ...more] = await mailsTo(yardpack, customer, /^Your yard is done$/);
    expect(more).toEqual([]);
    expect(done?.text.includes('begun before your service was changed')).toBe(!to.startsWith('skipped'));
  },
);

type Change =
  | 'put on Fridays by the office'
  | 'moved to Friday'
  | 'moved to Friday for Theo'
  | 'given to Theo'
  | 'sent to Friday by a day off'
  | 'taken away by a hold'
  | 'skipped by the office';
async function change({ yardpack, worker, engagement }: Business, employee: Person, to: Change, theo = worker) {
  const { id: engagementId, version } = engagement;
  const friday = { ...wednesday, day: 12 };
  const params = { engagementId };
  const { profileId: workerProfileId } = worker;
  const { accessToken: as } = employee;
  const answer =
    to === 'put on Fridays by the office'
      ? await yardpack.call('assignWorker', {
          ...{ as, params },
          body: { workerProfileId, weekDays: ['DAY_OF_WEEK_FRIDAY'], from: wednesday, version: version + 1 },
        })
      : to === 'moved to Friday' || to === 'moved to Friday for Theo' || to === 'given to Theo'
        ? await yardpack.call('moveVisit', {
            ...{ as, params },
            body: {
              ...{ date: wednesday, workerProfileId, toWorkerProfileId: theo.profileId },
              toDate: to === 'given to Theo' ? wednesday : friday,
            },
          })
        : to === 'sent to Friday by a day off'
          ? await yardpack.call('setHoliday', { as, body: { day: wednesday, name: 'Storm', movedTo: friday } })
          : to === 'skipped by the office'
            ? await yardpack.call('createSkip', { as, params, body: { date: wednesday, reason: 'Storm' } })
            : await yardpack.call('createHold', { as, params, body: { firstDay: wednesday, lastDay: friday } });
  expect(answer.error?.message).toBeUndefined();
}

test.for([
  'put on Fridays by the office',
  'moved to Friday',
  'sent to Friday by a day off',
  'taken away by a hold',
] as const)(
  'a visit that was begun without signal before it was %s is the one of its week',
  async (to, { yardpack }) => {
    const business = await buildBusiness(yardpack);
    const { worker, customer, engagement } = business;
    const employee = await buildEmployee(yardpack);
    const params = { engagementId: engagement.id };
    await advanceFor(yardpack, at('10T10:30:00'), [worker, customer, employee]);
    await change(business, employee, to);
    await advanceFor(yardpack, at('11T08:00:00'), [worker, customer, employee]);
    const started = await start(business, at('10T09:05:00'));
    expect(started.status).toBe(200);
    const { upcoming, visits } = (await yardpack.call('listVisits', { as: customer.accessToken, params })).body;
    expect(visits.map(({ work, date }) => [work.id, date.day])).toEqual([[started.body.work.id, 10]]);
    expect(upcoming[0]?.day).toBe(to === 'put on Fridays by the office' ? 19 : 17);
  },
);

test.for([
  ['put on Fridays by the office', 'is begun', true],
  ['moved to Friday', 'is begun', true],
  ['moved to Friday for Theo', 'is begun', true],
  ['given to Theo', 'is begun', true],
  ['sent to Friday by a day off', 'is begun', true],
  ['skipped by the office', 'is begun', true],
  ['moved to Friday', 'is on its way', false],
  ['skipped by the office', 'is undone', false],
] as const)(
  'of a visit that was begun without signal before it was %s, of which they have read, the customer reads whether it takes place today: it %s',
  async ([to, how, isTold], { yardpack }) => {
    const business = await buildBusiness(yardpack);
    const { worker, customer } = business;
    const theo = await buildOnboardedWorker(yardpack, { firstName: 'Theo', lastName: 'Lund' });
    const employee = await buildEmployee(yardpack);
    await advanceFor(yardpack, at('10T10:30:00'), [worker, customer, theo, employee]);
    await change(business, employee, to, /Theo/.test(to) ? theo : worker);
    await advanceFor(yardpack, at('10T10:40:00'), [worker, customer, theo, employee]);
    const [last] = await mailsTo(yardpack, customer);
    expect(last?.text).toContain('Mar 1');
    const isGiven = to === 'given to Theo';
    const started = await start(business, at('10T09:05:00'));
    expect(started.status).toBe(200);
    const { id } = started.body.work;
    if (how === 'is on its way') await step(business, id, 'WORK_STATUS_TRAVEL_STARTED', at('10T09:10:00'));
    if (how === 'is undone') await undo(business, id, 'WORK_STATUS_PENDING');
    await yardpack.advance('PT61S');
    const again = await mailsTo(yardpack, customer, /^On again: the visit on Wed, Mar 10$/);
    expect(again.map(({ text }) => text)).toEqual(
      isTold && !isGiven
        ? [expect.stringContaining('the visit today, Wed, Mar 10, at 100 Main St takes place after all')]
        : [],
    );
    if (isGiven)
      expect((await mailsTo(yardpack, customer, /^Wren O. makes your visit on Wed, Mar 10$/)).length).toBe(1);
    expect((await mailsTo(yardpack, customer, /is on the way$/)).length).toBe(how === 'is on its way' ? 1 : 0);
    if (to !== 'moved to Friday for Theo') return;
    const [toTheo] = await mailsTo(yardpack, theo);
    expect(toTheo?.text).toContain('Fri, Mar 12');
    expect(toTheo?.text).not.toContain('nother worker');
  },
);

test('a skip tapped before a pause is kept; what was tapped before the claim is not due', async ({ yardpack }) => {
  const business = await buildBusiness(yardpack);
  const { worker, customer, engagement } = business;
  await advanceFor(yardpack, at('10T10:30:00'), [worker, customer]);
  await moveEngagement(yardpack, worker, engagement.id, 'PROPOSED');
  expect((await start(business, at('10T08:00:00'))).status).toBe(409);
  const body = { date: wednesday, reason: 'Thunder', tappedAt: at('10T10:00:00') };
  const params = { engagementId: engagement.id };
  const { body: answer } = await yardpack.call('createSkip', { as: worker.accessToken, params, body });
  expect(answer.skip).toMatchObject({ kind: 'skipped', skippedBy: 'worker', reason: 'Thunder' });
});

test.for(['is not begun', 'is begun'] as const)(
  'a start without signal after the visit became another worker’s, which %s by them, is refused, and the office reads it once',
  async (how, { yardpack }) => {
    const business = await buildBusiness(yardpack);
    const { worker, customer, engagement } = business;
    const theo = await buildOnboardedWorker(yardpack, { firstName: 'Theo', lastName: 'Lund' });
    const employee = await buildEmployee(yardpack);
    const give = (from: Person, to: Person) =>
      yardpack.call('moveVisit', {
        as: employee.accessToken,
        params: { engagementId: engagement.id },
        body: {
          date: wednesday,
          workerProfileId: from.profileId,
          toDate: wednesday,
          toWorkerProfileId: to.profileId,
        },
      });
    const notes = async () =>
      (await yardpack.call('getStaffDesk', { as: employee.accessToken })).body.unreadNotes.rows.map(({ text }) => text);
    expect((await give(worker, theo)).status).toBe(200);
    if (how === 'is begun') await start({ ...business, worker: theo });
    await advanceFor(yardpack, at('10T11:00:00'), [worker, customer, theo, employee]);
    // Whoever has signal reads at once that it is another's, and does not begin.
    expect((await start(business, at('10T10:59:00'))).status).toBe(409);
    expect(await notes()).toEqual([]);
    for (let time = 0; time < 2; time += 1) {
      const refused = await start(business, at('10T09:30:00'));
      expect([refused.status, refused.error.message]).toEqual([
        409,
        how === 'is begun' ? 'Another worker has already started this visit.' : 'Another worker makes this visit.',
      ]);
    }
    expect(await notes()).toEqual([expect.stringContaining('Started at 9:30 AM without signal')]);
    if (how === 'is begun') return;
    // The office gives it back, and the phone sends the same again.
    expect((await give(theo, worker)).status).toBe(200);
    const started = await start(business, at('10T09:30:00'));
    expect(started.status).toBe(200);
    for (const [index, [status]] of day.entries()) {
      const tappedAt = at(`10T09:${40 + index * 5}:00`);
      expect((await step(business, started.body.work.id, status, tappedAt)).status).toBe(200);
    }
    await yardpack.advance('PT61S');
    expect(await rows(business, 'select amount, status from payments')).toEqual([{ amount: 1500, status: 'paid' }]);
  },
);

const ofService = ({ engagement }: Business) => ({ engagementId: engagement.id });
const refusedStarts = [
  {
    after: 'the visit was taken off',
    act: (business: Business, as: string) =>
      business.yardpack.call('createSkip', {
        ...{ as, params: ofService(business), body: { date: wednesday, reason: 'Storm' } },
      }),
    back: (business: Business, as: string) =>
      business.yardpack.call('deleteSkip', { as, params: { ...ofService(business), date: '2027-03-10' } }),
    message: "Today's visit is skipped.",
    said: 'the visit had been taken off, so it is not recorded and not paid. Put the visit back today',
  },
  {
    after: 'its service was paused',
    act: (business: Business, as: string) => setStatus(business, as, 'ENGAGEMENT_STATUS_PAUSED'),
    back: (business: Business, as: string) => setStatus(business, as, 'ENGAGEMENT_STATUS_ACCEPTED'),
    message: 'This engagement is paused, so no visit is due.',
    said: 'the service is paused, so it is not recorded and not paid. Resume the service today',
  },
];
const setStatus = (business: Business, as: string, status: EngagementStatus) =>
  business.yardpack.call('updateEngagement', { as, params: ofService(business), body: { status } });

test.for(refusedStarts)(
  'a start without signal after $after is refused, and the office reads what it can do',
  async ({ act, back, message, said }, { yardpack }) => {
    const business = await buildBusiness(yardpack);
    const { worker, customer } = business;
    const employee = await buildEmployee(yardpack);
    expect((await act(business, employee.accessToken)).status).toBe(200);
    await advanceFor(yardpack, at('10T11:00:00'), [worker, customer, employee]);
    const refused = await start(business, at('10T09:30:00'));
    expect([refused.status, refused.error.message]).toEqual([409, message]);
    const { unreadNotes } = (await yardpack.call('getStaffDesk', { as: employee.accessToken })).body;
    expect(unreadNotes.rows.map(({ text }) => text)).toEqual([
      `Started at 9:30 AM without signal, but ${said}, and the phone can send it again; else please call.`,
    ]);
    expect((await back(business, employee.accessToken)).status).toBe(200);
    expect((await start(business, at('10T09:30:00'))).status).toBe(200);
  },
);
