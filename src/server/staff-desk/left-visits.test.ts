import { expect } from 'vitest';
import {
  advanceFor,
  buildEngagement,
  buildOnboardedWorker,
  claimEngagement,
  workUntil,
} from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, mailsTo, type Person } from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

/** Two visits of Wednesday, 10 March 2027: one that its worker left at a step, and one that nobody began. */
async function buildWednesday(yardpack: TestWorld) {
  await yardpack.advance('2027-03-10T09:00:00-06:00');
  const customer = await buildCustomer(yardpack, { firstName: 'Casey', lastName: 'Rivera' });
  const worker = await buildOnboardedWorker(yardpack);
  const employee = await buildEmployee(yardpack);
  const engagements = [await buildEngagement(yardpack, customer), await buildEngagement(yardpack, customer)] as const;
  for (const one of engagements) await claimEngagement(yardpack, worker, one, ['DAY_OF_WEEK_WEDNESDAY']);
  const [left, missed] = engagements;
  const workId = await workUntil(yardpack, worker, left, 'WORK_STATUS_WORK_STARTED');
  const desk = async () => (await yardpack.call('getStaffDesk', { as: employee.accessToken })).body;
  const finish = (as: Person = employee) => yardpack.call('finishVisit', { as: as.accessToken, params: { workId } });
  return { yardpack, customer, worker, employee, left, missed, workId, desk, finish };
}

test('staff see what was missed and what was left at a step, and finish it: charged once, told as of its day', async ({
  yardpack,
}) => {
  const { customer, worker, employee, left, missed, workId, desk, finish } = await buildWednesday(yardpack);
  expect(await desk()).toMatchObject({ missedVisits: { count: 0 }, unfinishedVisits: { count: 0 } });
  expect((await finish()).status).toBe(409);
  await advanceFor(yardpack, '2027-03-11T09:00:00-06:00', [employee, worker, customer]);
  const date = { year: 2027, month: 3, day: 10 };
  const person = { customer: { profileId: customer.profileId, name: 'Casey Rivera' }, date };
  expect(await desk()).toMatchObject({
    missedVisits: { count: 1, rows: [{ ...person, engagementId: missed.id, streetAddress1: '100 Main St' }] },
    unfinishedVisits: {
      count: 1,
      rows: [{ ...person, id: workId, engagementId: left.id, status: 'WORK_STATUS_WORK_STARTED' }],
    },
  });
  for (const list of ['listMissedVisits', 'listUnfinishedVisits'] as const) {
    const { rows, next } = (await yardpack.call(list, { as: employee.accessToken })).body;
    expect([rows.length, next]).toEqual([1, null]);
    const after = `2027-03-10_${rows[0]?.id}`;
    const behind = await yardpack.call(list, { as: employee.accessToken, query: { after } });
    expect([behind.status, behind.body.rows]).toEqual([200, []]);
  }
  for (const stranger of [customer, worker]) expect((await finish(stranger)).status).toBe(403);
  const answers = await Promise.all([finish(), finish(), finish()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await desk()).unfinishedVisits).toEqual({ count: 0, rows: [] });
  await yardpack.advance('PT61S');
  const { rows: payments } = await yardpack.world.database.$client.query('select amount, status from payments');
  expect(payments).toEqual([{ amount: 1500, status: 'paid' }]);
  const as = employee.accessToken;
  const params = { customerProfileId: customer.profileId };
  const [bill] = (await yardpack.call('listBills', { as, params })).body.bills;
  const { visits } = (await yardpack.call('getBill', { as, params: { ...params, billId: bill?.id ?? '' } })).body;
  expect(visits).toMatchObject([
    { finishedBy: 'Pat L.', formula: { yardSize: 'YARD_SIZE_STANDARD', multiplier: 1 }, amount: 1500 },
  ]);
  const done = await mailsTo(yardpack, customer, /^Your yard is done$/);
  expect(done.map(({ text }) => text)).toEqual([expect.stringContaining('the visit of Wed, Mar 10')]);
});

test('what was left at a step is closed without a charge, and is missed after a week', async ({ yardpack }) => {
  const { customer, employee, left, workId, desk, finish } = await buildWednesday(yardpack);
  await advanceFor(yardpack, '2027-03-17T09:00:00-05:00', [employee]);
  expect((await desk()).unfinishedVisits.count).toBe(1);
  const params = { engagementId: left.id };
  const body = { date: { year: 2027, month: 3, day: 10 } };
  expect((await yardpack.call('createSkip', { as: employee.accessToken, params, body })).status).toBe(200);
  expect((await desk()).unfinishedVisits.count).toBe(0);
  expect((await finish()).status).toBe(409);
  await yardpack.call('deleteSkip', { as: employee.accessToken, params: { ...params, date: '2027-03-10' } });
  expect((await desk()).unfinishedVisits.count).toBe(1);
  const told = await mailsTo(yardpack, customer);
  await advanceFor(yardpack, '2027-03-18T09:00:00-05:00', [employee]);
  expect((await finish()).error.message).toBe('A visit can be finished for a week.');
  const { unfinishedVisits, missedVisits } = await desk();
  expect(unfinishedVisits.count).toBe(0);
  type Row = (typeof missedVisits.rows)[number];
  const isLate = ({ engagementId, date }: Row) => engagementId === left.id && date.day === 10;
  const [skipId = ''] = missedVisits.rows.filter(isLate).map(({ id }) => id);
  expect(skipId).not.toBe('');
  // Only of the visits of yesterday, which nobody made.
  const since = (await mailsTo(yardpack, customer)).length - told.length;
  expect([since, (await mailsTo(yardpack, customer, /^We missed /))[0]?.text]).toEqual([
    1,
    expect.not.stringContaining('Mar 10'),
  ]);
  await yardpack.call('seeMissedVisit', {
    as: employee.accessToken,
    params: { skipId },
    body: { isSeen: true },
  });
  expect((await desk()).missedVisits.rows.filter(isLate)).toEqual([]);
  const { rows } = await yardpack.world.database.$client.query('select step as status from visits where id = $1', [
    workId,
  ]);
  expect(rows).toEqual([{ status: 'WORK_STATUS_WORK_STARTED' }]);
});

test('a missed visit is put aside as seen, by whom and when, and back', async ({ yardpack }) => {
  const { employee, worker, customer, desk } = await buildWednesday(yardpack);
  const other = await buildEmployee(yardpack, { firstName: 'Erin' });
  await advanceFor(yardpack, '2027-03-11T09:00:00-06:00', [employee, other, worker, customer]);
  const skipId = (await desk()).missedVisits.rows[0]?.id ?? '';
  const see = (person: Person, isSeen = true) =>
    yardpack.call('seeMissedVisit', { as: person.accessToken, params: { skipId }, body: { isSeen } });
  const seen = async () =>
    (await yardpack.call('listMissedVisits', { as: employee.accessToken })).body.rows.map((row) => row.seen);
  for (const stranger of [customer, worker]) expect((await see(stranger)).status).toBe(403);
  for (const person of [employee, other]) expect((await see(person)).status).toBe(200);
  expect((await desk()).missedVisits).toEqual({ count: 0, rows: [] });
  expect(await seen()).toEqual([{ by: 'Pat Lee', at: expect.stringMatching(/^2027-03-11T15:00/) }]);
  const only = async (which: 'seen' | 'unseen') =>
    (await yardpack.call('listMissedVisits', { as: employee.accessToken, query: { seen: which } })).body.rows.length;
  expect([await only('seen'), await only('unseen')]).toEqual([1, 0]);
  expect((await see(other, false)).status).toBe(200);
  expect([await only('seen'), await only('unseen')]).toEqual([0, 1]);
  expect([await seen(), (await desk()).missedVisits.count]).toEqual([[null], 1]);
});
