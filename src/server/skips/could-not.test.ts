import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { WorkStatus } from '#domain/enums.ts';
import { findLedgerFaults } from '../ledger/proof-store.ts';
import { jobsOf, moveEngagement, readEngagement, stepWork } from '../testing/engagement-calls.ts';
import {
  advanceFor,
  buildCoupon,
  buildEngagement,
  buildOnboardedWorker,
  claimEngagement,
  today,
  workUntil,
} from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, mailsTo, type Person } from '../testing/factories.ts';
import { createTestWorld } from '../testing/world.ts';

/** It is Wednesday, 10 March 2027, in the morning; a visit is due on Wednesdays. */
async function buildBusiness(settings: Record<string, string> = {}) {
  const yardpack = await createTestWorld(settings);
  await yardpack.advance('2027-03-10T09:00:00-06:00');
  const customer = await buildCustomer(yardpack, { firstName: 'Casey' });
  const worker = await buildOnboardedWorker(yardpack, { firstName: 'Wren', lastName: 'Okafor' });
  await buildCoupon(yardpack);
  const engagement = await buildEngagement(yardpack, customer, { couponName: 'WELCOME' });
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  await yardpack.drain();
  const date = today(yardpack);
  const params = { engagementId: engagement.id };
  return {
    yardpack,
    customer,
    worker,
    engagement,
    until: (status: WorkStatus) => workUntil(yardpack, worker, engagement, status),
    skip: (as: Person, body: object = {}) =>
      yardpack.call('createSkip', {
        as: as.accessToken,
        params,
        body: { date, reason: 'The gate is locked', ...body },
      }),
    undoSkip: (as: Person) =>
      yardpack.call('deleteSkip', { as: as.accessToken, params: { ...params, date: '2027-03-10' } }),
    visits: async () => (await yardpack.call('listVisits', { as: customer.accessToken, params })).body,
    rows: async (query: string) => (await yardpack.world.database.$client.query(query)).rows,
    status: async () => (await readEngagement(yardpack, customer, engagement.id)).status,
    mails: async (subject: RegExp) => await mailsTo(yardpack, customer, subject),
  };
}

test('at a locked gate a worker gives up until the work is done; it stands as a skip and costs nothing', async ({
  onTestFinished,
}) => {
  const business = await buildBusiness();
  const { yardpack, worker, customer, until, skip, undoSkip } = business;
  onTestFinished(() => yardpack.close());
  const workId = await until('WORK_STATUS_WORK_STARTED');
  expect((await skip(worker, { reason: '' })).status).toBe(400);
  for (const _ of [1, 2]) {
    expect((await skip(worker)).body.skip).toMatchObject({ kind: 'could-not', skippedBy: 'worker' });
  }
  // No visit was ever made.
  expect(await business.status()).toBe('ENGAGEMENT_STATUS_ACCEPTED');
  expect((await jobsOf(yardpack, worker))[0]).toMatchObject({
    work: { id: workId, status: 'WORK_STATUS_WORK_STARTED' },
    skip: { kind: 'could-not', reason: 'The gate is locked' },
  });
  expect((await stepWork(yardpack, worker, workId, 'WORK_STATUS_WORK_COMPLETED')).status).toBe(409);
  expect((await undoSkip(customer)).status).toBe(409);

  // Within the minute nobody hears of it.
  expect((await undoSkip(worker)).status).toBe(200);
  expect(await business.status()).toBe('ENGAGEMENT_STATUS_RUNNING');
  await yardpack.advance('PT2M');
  expect(await business.mails(/could not|On again/)).toEqual([]);

  await skip(worker);
  await yardpack.advance('PT61S');
  const [told, ...more] = await business.mails(/^We could not do your visit on Wed, Mar 10$/);
  expect(more).toEqual([]);
  expect(told?.text).toContain('The reason: The gate is locked');
  expect(told?.text).toContain('Nothing is charged for it.');
  const texts = (await yardpack.messages()).filter(({ channel, text }) => channel === 'text' && /could not/.test(text));
  expect(texts.map(({ text }) => text)).toEqual([expect.stringContaining('Reason: The gate is locked.')]);
  expect(await business.mails(/is on the way/)).toEqual([]);
  expect(await business.visits()).toMatchObject({
    visits: [{ work: { id: workId }, charge: null }],
    skips: [{ kind: 'could-not', reason: 'The gate is locked' }],
    openAmount: 0,
  });
  expect(await business.rows('select 1 from charges')).toEqual([]);
});

test('what a locked gate costs is a setting; the coupon is kept for a visit', async ({ onTestFinished }) => {
  const business = await buildBusiness({ LOCKED_GATE_FEE: '700' });
  const { yardpack, worker, until, skip, undoSkip } = business;
  onTestFinished(() => yardpack.close());
  const workId = await until('WORK_STATUS_TRAVEL_STARTED');
  // The worker had not arrived, so no locked gate was the reason.
  await skip(worker);
  expect(await business.rows('select 1 from charges')).toEqual([]);
  await undoSkip(worker);
  await stepWork(yardpack, worker, workId, 'WORK_STATUS_TRAVEL_COMPLETED');
  await skip(worker, { reason: 'Hail', cause: 'other' });
  expect(await business.rows('select 1 from charges')).toEqual([]);
  await undoSkip(worker);

  await skip(worker);
  await undoSkip(worker);
  expect(await business.rows('select 1 from charges')).toEqual([]);
  await skip(worker);
  await yardpack.advance('PT61S');
  expect((await business.mails(/^We could not/))[0]?.text).toContain('$7.00 is charged for the way.');
  expect(await business.rows('select amount, status from payments')).toEqual([{ amount: 700, status: 'paid' }]);
  const [receipt] = await business.mails(/receipt/);
  expect(receipt?.text).toContain('for coming to your yard on Wed, Mar 10, when the visit could not be done.');
  const { visits, nextDiscount } = await business.visits();
  expect(visits[0]?.charge).toMatchObject({ amount: 700, discount: 0, status: 'paid' });
  expect(nextDiscount).toBe(300);
  expect((await undoSkip(worker)).error.message).toMatch(/too late/);
});

test('a way that staff did not want billed is undone with its skip, and the visit is charged when it is made', async ({
  onTestFinished,
}) => {
  const business = await buildBusiness({ LOCKED_GATE_FEE: '700' });
  const { yardpack, worker, until, skip, undoSkip } = business;
  onTestFinished(() => yardpack.close());
  const workId = await until('WORK_STATUS_TRAVEL_COMPLETED');
  await skip(worker);
  const { accessToken: as } = await buildEmployee(yardpack);
  const body = { requestId: randomUUID(), isPreview: false, reason: 'Our mistake.' };
  const answer = await yardpack.call('doNotBill', { as, params: { workId }, body });
  expect(answer.body).toMatchObject({ effect: { customer: 700 }, isDone: true });
  expect((await business.visits()).visits[0]?.charge).toMatchObject({ amount: 700, status: 'not-billed' });
  expect((await undoSkip(worker)).status).toBe(200);
  expect(await business.rows('select 1 from charges')).toEqual([]);
  expect(await business.rows('select sum(amount) from entries')).toEqual([{ sum: '0' }]);
  for (const step of ['WORK_STATUS_WORK_STARTED', 'WORK_STATUS_WORK_COMPLETED'] as const) {
    await stepWork(yardpack, worker, workId, step);
  }
  expect((await business.visits()).visits[0]?.charge).toMatchObject({ amount: 1200, status: 'open' });
  expect(await findLedgerFaults(yardpack.world.database)).toEqual([]);
});

test('a first visit that is skipped leaves the engagement as if it had not begun', async ({ onTestFinished }) => {
  const business = await buildBusiness();
  onTestFinished(() => business.yardpack.close());
  await business.until('WORK_STATUS_PENDING');
  expect(await business.status()).toBe('ENGAGEMENT_STATUS_RUNNING');
  expect((await business.skip(business.worker)).body.skip.kind).toBe('skipped');
  expect(await business.status()).toBe('ENGAGEMENT_STATUS_ACCEPTED');
});

test('a visit that was left at a step is closed by staff for a week, by its worker on the next day', async ({
  onTestFinished,
}) => {
  const business = await buildBusiness({ LOCKED_GATE_FEE: '700' });
  const { yardpack, worker, customer, skip, undoSkip } = business;
  onTestFinished(() => yardpack.close());
  const employee = await buildEmployee(yardpack);
  await business.until('WORK_STATUS_WORK_STARTED');
  expect((await skip(employee)).status).toBe(409);
  await advanceFor(yardpack, '2027-03-11T09:00:00-06:00', [worker, employee, customer]);
  expect((await skip(customer)).status).toBe(409);
  expect((await skip(worker, { cause: 'other' })).body.skip).toMatchObject({ kind: 'could-not', skippedBy: 'worker' });
  await yardpack.advance('PT2M');
  expect((await undoSkip(worker)).status).toBe(200);
  await yardpack.drain();
  const [told] = await business.mails(/^Not given up: the visit on Wed, Mar 10$/);
  expect(told?.text).toContain('only then it is charged');
  expect(await business.mails(/^On again/)).toEqual([]);
  await skip(worker);
  expect((await undoSkip(employee)).status).toBe(200);
  await advanceFor(yardpack, '2027-03-17T09:00:00-05:00', [worker, employee]);
  expect((await skip(worker)).status).toBe(409);
  expect((await skip(employee, { reason: '' })).body.skip).toMatchObject({ kind: 'could-not', skippedBy: 'employee' });
  expect((await undoSkip(employee)).status).toBe(200);
  await advanceFor(yardpack, '2027-03-18T09:00:00-05:00', [employee]);
  expect((await skip(employee)).status).toBe(409);
  expect(await business.rows('select 1 from payments')).toEqual([]);
});

test('who gave a visit up can undo that when the engagement is no longer theirs', async ({ onTestFinished }) => {
  const business = await buildBusiness();
  const { yardpack, worker, engagement, skip, undoSkip } = business;
  onTestFinished(() => yardpack.close());
  await business.until('WORK_STATUS_WORK_STARTED');
  const release = await yardpack.call('updateEngagement', {
    as: worker.accessToken,
    params: { engagementId: engagement.id },
    body: { status: 'ENGAGEMENT_STATUS_PROPOSED' },
  });
  expect(release.status).toBe(200);
  const successor = await buildOnboardedWorker(yardpack);
  await claimEngagement(yardpack, successor, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  expect((await skip(worker)).status).toBe(200);
  expect((await undoSkip(successor)).status).toBe(409);
  expect((await undoSkip(worker)).status).toBe(200);
  expect((await business.visits()).skips).toEqual([]);
});

test('a visit that was given up is its worker’s after a release too, and nobody else’s to give up', async ({
  onTestFinished,
}) => {
  const business = await buildBusiness();
  const { yardpack, customer, worker, engagement, skip } = business;
  onTestFinished(() => yardpack.close());
  const params = { engagementId: engagement.id };
  // The customer has taken another day off, which is no affair of a worker who has left.
  await yardpack.call('createSkip', {
    as: customer.accessToken,
    params,
    body: { date: { year: 2027, month: 3, day: 17 } },
  });
  await business.until('WORK_STATUS_WORK_STARTED');
  await skip(worker);
  await moveEngagement(yardpack, worker, engagement.id, 'PROPOSED');
  const { visits, skips } = (await yardpack.call('listVisits', { as: worker.accessToken, params })).body;
  expect(visits).toHaveLength(1);
  expect(skips).toMatchObject([{ date: { day: 10 }, reason: 'The gate is locked', mayUndo: true }]);

  const successor = await buildOnboardedWorker(yardpack);
  await claimEngagement(yardpack, successor, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  const { status, error } = await skip(successor, { reason: 'A dog' });
  expect([status, error.message]).toEqual([409, 'This visit was another worker’s, and does not take place.']);
  const repeats = [await skip(worker), await skip(customer)];
  expect(repeats.map(({ body }) => body.skip.reason)).toEqual(['The gate is locked', 'The gate is locked']);
});
