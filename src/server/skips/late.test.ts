import { expect } from 'vitest';
import type { Engagement } from '#contract/engagements.ts';
import type { CalendarDay, WeekDay } from '#domain/calendar.ts';
import { moveEngagement, startWork, stepWork } from '../testing/engagement-calls.ts';
import { advanceFor, buildEngagement, claimEngagement } from '../testing/engagement-factories.ts';
import { mailsTo, type Person } from '../testing/factories.ts';
import { type MarchPeople, march, marchTest as test } from '../testing/march-business.ts';

/** What becomes of a day's visit once the work of its day is over, at 21:00: who did not come has missed it. */

const monday: WeekDay = 'DAY_OF_WEEK_MONDAY';

async function serve({ yardpack, customer, wren }: MarchPeople, day = monday): Promise<Engagement> {
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, engagement, [day]);
  await yardpack.drain();
  return engagement;
}

const at = ({ yardpack, customer, wren, walt, office }: MarchPeople, time: string) =>
  advanceFor(yardpack, `2027-03-${time}-06:00`, [customer, wren, walt, office]);

const skipsOf = async ({ yardpack, customer }: MarchPeople, { id: engagementId }: Engagement) => {
  const { body } = await yardpack.call('listVisits', { as: customer.accessToken, params: { engagementId } });
  return body.skips.map(({ date, kind }) => `${date.day} ${kind}`);
};
const desk = async ({ yardpack, office }: MarchPeople, seen: 'seen' | 'unseen' = 'unseen') => {
  const { body } = await yardpack.call('listMissedVisits', { as: office.accessToken, query: { seen } });
  return body.rows.map(({ date }) => date.day);
};
const subjects = async ({ yardpack }: MarchPeople, person: Person) =>
  (await mailsTo(yardpack, person, /Mar (8|9)/)).map(({ subject }) => subject);

const skip = ({ yardpack }: MarchPeople, as: Person, { id: engagementId }: Engagement, more: object = {}) =>
  yardpack.call('createSkip', {
    as: as.accessToken,
    params: { engagementId },
    body: { date: march(8), reason: 'No time', cause: 'other', ...more },
  });
const pauseAndResume = async ({ yardpack, customer }: MarchPeople, { id }: Engagement) => {
  await moveEngagement(yardpack, customer, id, 'PAUSED');
  await moveEngagement(yardpack, customer, id, 'ACCEPTED');
};
const setHoliday = ({ yardpack, office }: MarchPeople, body: { day?: CalendarDay; movedTo?: CalendarDay }) =>
  yardpack.call('setHoliday', {
    as: office.accessToken,
    body: { day: march(8), name: 'Storm', ...body },
  });

test.for([
  ['nobody has written down yet', () => Promise.resolve()],
  ['is written down already', pauseAndResume],
] as const)(
  'in the evening a worker does not take off a visit that was never begun, and %s',
  async ([, before], { people }) => {
    const service = await serve(people);
    await at(people, '08T21:30:00');
    await before(people, service);
    for (const more of [{}, { cause: 'no-access', reason: 'Gate locked' }]) {
      const { status, error } = await skip(people, people.wren, service, more);
      expect([status, error.message]).toEqual([409, expect.stringMatching(/^The work of this day is over/)]);
      expect(error.fields).toMatchObject([{ path: 'body.date' }]);
    }
    await at(people, '09T09:00:00');
    expect([await skipsOf(people, service), await desk(people)]).toEqual([['8 missed'], [8]]);
    expect(await subjects(people, people.customer)).toEqual(['We missed your visit on Mon, Mar 8']);
  },
);

test('what a worker said before the evening counts, also where it arrives when the visit is written down as missed', async ({
  people,
}) => {
  const [early, late] = [await serve(people), await serve(people)];
  await at(people, '08T20:59:00');
  expect((await skip(people, people.wren, early)).status).toBe(200);
  await at(people, '08T22:00:00');
  await pauseAndResume(people, late);
  expect(await skipsOf(people, late)).toEqual(['8 missed']);
  expect((await skip(people, people.wren, late, { tappedAt: '2027-03-08T20:10:00-06:00' })).status).toBe(200);
  expect([await skipsOf(people, early), await skipsOf(people, late)]).toEqual([['8 skipped'], ['8 skipped']]);
});

test('who comes in the evening after all and stands at a locked gate begins the visit and gives it up; who only began it has missed it', async ({
  people,
}) => {
  const { yardpack, wren } = people;
  const [came, began] = [await serve(people), await serve(people)];
  await at(people, '08T21:30:00');
  const work = (await startWork(yardpack, wren, came.id)).body.work;
  await stepWork(yardpack, wren, work.id, 'WORK_STATUS_TRAVEL_STARTED');
  expect((await skip(people, wren, came, { cause: 'no-access' })).body.skip.kind).toBe('could-not');
  await startWork(yardpack, wren, began.id);
  expect((await skip(people, wren, began)).body.skip).toMatchObject({ kind: 'missed', skippedBy: null });
  await at(people, '09T09:00:00');
  expect([await skipsOf(people, came), await skipsOf(people, began)]).toEqual([['8 could-not'], ['8 missed']]);
  expect((await subjects(people, people.customer)).sort()).toEqual([
    'We could not do your visit on Mon, Mar 8',
    'We missed your visit on Mon, Mar 8',
  ]);
});

test.for([
  ['nobody has written down yet', () => Promise.resolve()],
  ['is written down already', pauseAndResume],
] as const)(
  'the office’s skip of a missed visit that %s lets it go: it stays missed',
  async ([, before], { people }) => {
    const service = await serve(people);
    await at(people, '08T21:30:00');
    await before(people, service);
    for (const _ of [1, 2]) {
      const { status, body } = await skip(people, people.office, service, { reason: 'Ill' });
      expect([status, body.skip.kind]).toEqual([200, 'missed']);
    }
    expect([await skipsOf(people, service), await desk(people), await desk(people, 'seen')]).toEqual([
      ['8 missed'],
      [],
      [8],
    ]);
    const { body } = await people.yardpack.call('listChanges', {
      as: people.office.accessToken,
      query: { subjectId: service.id, kind: 'missed-visit-seen' },
    });
    expect(body.changes).toHaveLength(1);
    await at(people, '09T09:00:00');
    expect(await subjects(people, people.customer)).toEqual(['We missed your visit on Mon, Mar 8']);
    expect(await subjects(people, people.wren)).toEqual([]);
  },
);

test('in the evening the office does not put a visit of the day back that it has taken off', async ({ people }) => {
  const { yardpack, office } = people;
  const service = await serve(people);
  await at(people, '08T15:00:00');
  expect((await skip(people, office, service)).status).toBe(200);
  await at(people, '08T21:30:00');
  const params = { engagementId: service.id };
  const { body } = await yardpack.call('listVisits', { as: office.accessToken, params });
  expect(body.skips.map(({ mayUndo }) => mayUndo)).toEqual([false]);
  const undone = await yardpack.call('deleteSkip', {
    as: office.accessToken,
    params: { ...params, date: '2027-03-08' },
  });
  expect(undone.status).toBe(409);
  await at(people, '09T09:00:00');
  expect(await skipsOf(people, service)).toEqual(['8 skipped']);
});

test('a day whose work is over is not made a day off, and no visits are moved to it', async ({ people }) => {
  const service = await serve(people);
  await at(people, '08T21:30:00');
  const today = await setHoliday(people, {});
  expect([today.status, today.error.fields]).toEqual([
    400,
    [{ path: 'body.day', message: 'The work of this day is over. Please pick another day.' }],
  ]);
  const there = await setHoliday(people, { day: march(9), movedTo: march(8) });
  expect([there.status, there.error.fields?.[0]?.path]).toEqual([400, 'body.movedTo']);
  await at(people, '09T09:00:00');
  expect(await skipsOf(people, service)).toEqual(['8 missed']);
  expect(await subjects(people, people.customer)).toEqual(['We missed your visit on Mon, Mar 8']);
});

test('by day it is made one, and in the evening it stays one', async ({ people }) => {
  const { yardpack, office } = people;
  const service = await serve(people);
  await at(people, '08T20:50:00');
  const { status, body } = await setHoliday(people, {});
  expect([status, body.effect.leftOut]).toEqual([200, 1]);
  await at(people, '08T21:30:00');
  const params = { holidayId: body.holiday.id };
  expect((await yardpack.call('takeBackHoliday', { as: office.accessToken, params })).status).toBe(409);
  await at(people, '09T09:00:00');
  expect(await skipsOf(people, service)).toEqual([]);
});

test('a visit of another day that a day off moved to this one is missed, though the day off is taken back in the evening', async ({
  people,
}) => {
  const { yardpack, office } = people;
  const service = await serve(people, 'DAY_OF_WEEK_TUESDAY');
  const { body } = await setHoliday(people, { day: march(9), movedTo: march(8) });
  await at(people, '08T21:30:00');
  const params = { holidayId: body.holiday.id };
  expect((await yardpack.call('takeBackHoliday', { as: office.accessToken, params })).status).toBe(200);
  await at(people, '09T09:00:00');
  expect(await skipsOf(people, service)).toEqual(['8 missed']);
});

const moveVisit = (
  { yardpack, office, wren }: MarchPeople,
  { id: engagementId }: Engagement,
  toDate: CalendarDay,
  to: Person,
) =>
  yardpack.call('moveVisit', {
    as: office.accessToken,
    params: { engagementId },
    body: { date: march(8), workerProfileId: wren.profileId, toDate, toWorkerProfileId: to.profileId, reason: '' },
  });

test('in the evening the office does not give a visit of the day to somebody else, and what it moves is missed and made up', async ({
  people,
}) => {
  const { yardpack, customer, wren, walt } = people;
  const service = await serve(people);
  await at(people, '08T21:30:00');
  const given = await moveVisit(people, service, march(8), walt);
  expect([given.status, given.error.fields]).toEqual([
    400,
    [{ path: 'body.toDate', message: 'The work of this day is over.' }],
  ]);
  expect((await moveVisit(people, service, march(10), walt)).status).toBe(200);
  expect([await skipsOf(people, service), await desk(people), await desk(people, 'seen')]).toEqual([
    ['8 missed'],
    [],
    [8],
  ]);
  await at(people, '09T09:00:00');
  const all = async (person: Person) =>
    (await mailsTo(yardpack, person, /Mar (8|9|10)/)).map(({ subject }) => subject).sort();
  expect(await all(customer)).toEqual(['We missed your visit on Mon, Mar 8', expect.stringMatching(/Mar 10/)]);
  expect([await all(wren), await all(walt)]).toEqual([[], [expect.stringMatching(/^A visit more on Wed, Mar 10/)]]);
});

test('in the evening a worker does not put a visit of the day back either, and reads why; nobody is told at night', async ({
  people,
}) => {
  const { yardpack, customer, wren } = people;
  const service = await serve(people);
  await at(people, '08T15:00:00');
  expect((await skip(people, wren, service)).status).toBe(200);
  await at(people, '08T15:02:00');
  await at(people, '08T21:30:00');
  const params = { engagementId: service.id };
  const undo = () => yardpack.call('deleteSkip', { as: wren.accessToken, params: { ...params, date: '2027-03-08' } });
  const undone = await undo();
  expect([undone.status, undone.error.message]).toEqual([
    409,
    'The work of this day is over, so this visit stays off.',
  ]);
  await at(people, '09T09:00:00');
  expect((await undo()).error.message).toBe('This skip cannot be taken back anymore, or not by you.');
  expect(await skipsOf(people, service)).toEqual(['8 skipped']);
  expect(await subjects(people, customer)).toEqual(['No visit on Mon, Mar 8']);
});

test('what was put back in the last minute of the work of a day is told to nobody: it was missed', async ({
  people,
}) => {
  const { yardpack, customer, wren, office } = people;
  const [ofWorker, ofOffice] = [await serve(people), await serve(people)];
  await at(people, '08T15:00:00');
  expect((await skip(people, wren, ofWorker)).status).toBe(200);
  expect((await skip(people, office, ofOffice)).status).toBe(200);
  await at(people, '08T20:59:30');
  for (const [by, { id: engagementId }] of [
    [wren, ofWorker],
    [office, ofOffice],
  ] as const) {
    const call = { as: by.accessToken, params: { engagementId, date: '2027-03-08' } };
    expect((await yardpack.call('deleteSkip', call)).status).toBe(200);
  }
  const before = (await yardpack.messages()).length;
  await at(people, '08T21:05:00');
  await at(people, '09T07:59:00');
  const atNight = (await yardpack.messages()).slice(0, -before || undefined);
  expect(atNight.filter(({ text }) => text.includes('Mar 8'))).toEqual([]);
  await at(people, '09T09:00:00');
  expect((await mailsTo(yardpack, customer, /^We missed/)).map(({ subject }) => subject)).toEqual([
    'We missed 2 of your visits',
  ]);
});

test('what was taken off in the last minute of the work of a day is told to who waited, by text in the morning', async ({
  people,
}) => {
  const { yardpack, customer, office, wren } = people;
  const service = await serve(people);
  await at(people, '08T20:59:30');
  expect((await skip(people, office, service)).status).toBe(200);
  await at(people, '08T21:05:00');
  const texts = async () =>
    (await yardpack.messages({ to: customer.phone })).filter(({ text }) => text.includes('visit on Mon, Mar 8'));
  expect(await texts()).toEqual([]);
  await at(people, '09T08:01:00');
  expect(await texts()).toHaveLength(1);
  expect(await subjects(people, customer)).toEqual(['No visit on Mon, Mar 8']);
  expect(await subjects(people, wren)).toEqual([]);
});
