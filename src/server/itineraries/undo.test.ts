import { randomUUIDv7 } from 'node:crypto';
import fc from 'fast-check';
import { test as base, expect } from 'vitest';
import type { Engagement } from '#contract/engagements.ts';
import { businessDay, weekDayOf } from '#domain/calendar.ts';
import { type WorkStatus, workStatuses } from '#domain/enums.ts';
import { takeUpCharges } from '../charges/take-up.ts';
import { files } from '../database/schema/files.ts';
import { findLedgerFaults } from '../ledger/proof-store.ts';
import { deliverDueMessages } from '../messages/deliver.ts';
import { sweep } from '../sweep.ts';
import { jobsOf, startWork, stepWork } from '../testing/engagement-calls.ts';
import {
  advanceFor,
  buildEngagement,
  buildOnboardedWorker,
  claimEngagement,
  today,
} from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, mailsTo, type Person } from '../testing/factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';
import { fillAll } from '../visits/ahead.ts';

type Business = { yardpack: TestWorld; customer: Person; worker: Person; engagement: Engagement };

/** It is Wednesday, 10 March 2027, in the morning, and a visit is due. */
const test = base.extend<{ business: Business }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest asks for the pattern
  business: async ({}, use) => {
    const yardpack = await createTestWorld();
    await yardpack.advance('2027-03-10T09:00:00-06:00');
    const customer = await buildCustomer(yardpack);
    const worker = await buildOnboardedWorker(yardpack, { firstName: 'Wren', lastName: 'Okafor' });
    const engagement = await buildEngagement(yardpack, customer);
    await claimEngagement(yardpack, worker, engagement, [weekDayOf(businessDay(yardpack.world.clock.now()))]);
    await yardpack.drain();
    await use({ yardpack, customer, worker, engagement });
    await yardpack.close();
  },
});

const steps = workStatuses.slice(workStatuses.indexOf('WORK_STATUS_TRAVEL_STARTED'));

const start = ({ yardpack, worker, engagement }: Business) => startWork(yardpack, worker, engagement.id);
const step = ({ yardpack, worker }: Business, workId: string, status: WorkStatus) =>
  stepWork(yardpack, worker, workId, status);
const undo = ({ yardpack, worker }: Business, workId: string, status: WorkStatus) =>
  yardpack.call('undoWork', {
    as: worker.accessToken,
    params: { workerProfileId: worker.profileId, workId },
    body: { status },
  });
/** Takes today's visit to a status with no time passing. @returns the work's id */
async function goTo(business: Business, until: WorkStatus): Promise<string> {
  const { id } = (await start(business)).body.work;
  for (const status of steps.slice(0, steps.indexOf(until) + 1)) {
    expect((await step(business, id, status)).status).toBe(200);
  }
  return id;
}
const jobOf = async ({ yardpack, worker }: Business) => (await jobsOf(yardpack, worker))[0];
const rows = async <Row>({ yardpack }: Business, query: string): Promise<Row[]> =>
  (await yardpack.world.database.$client.query(query)).rows;
const charges = (business: Business) => rows(business, 'select work_id, amount, payment_id from charges');
const payments = (business: Business) => rows(business, 'select amount, status from payments');
const subjects = async ({ yardpack, customer }: Business, subject: RegExp) =>
  (await mailsTo(yardpack, customer, subject)).length;
const refusal = ({ status, error }: { status: number; error: { message: string } }) => [status, error.message];

test('a start that was a mistake is as if it had never been', async ({ business }) => {
  const { yardpack, customer, engagement } = business;
  const workId = await goTo(business, 'WORK_STATUS_PENDING');
  expect((await jobOf(business))?.work).toMatchObject({
    id: workId,
    undoUntil: expect.stringMatching(/^2027-03-10T15:01:/),
  });
  expect((await undo(business, workId, 'WORK_STATUS_PENDING')).body).toEqual({ work: null });
  expect(await jobOf(business)).toMatchObject({ work: null, engagement: { status: 'ENGAGEMENT_STATUS_ACCEPTED' } });
  // The answer was lost: there is nothing left to undo, and the itinerary says so.
  expect((await undo(business, workId, 'WORK_STATUS_PENDING')).status).toBe(404);

  const again = await start(business);
  expect([again.status, again.body.work.id]).toEqual([200, workId]);
  const seen = await yardpack.call('getEngagement', {
    as: customer.accessToken,
    params: { engagementId: engagement.id },
  });
  expect(seen.body.engagement.status).toBe('ENGAGEMENT_STATUS_RUNNING');
});

test('each step is undone once, however often that is asked, and told or charged to nobody', async ({ business }) => {
  const { yardpack } = business;
  const workId = await goTo(business, 'WORK_STATUS_PENDING');
  for (const [index, status] of steps.entries()) {
    const before = index === 0 ? 'WORK_STATUS_PENDING' : steps[index - 1];
    for (let round = 0; round < 2; round += 1) {
      // Sent twice, as by a phone that lost the first answer.
      for (const _ of [1, 2]) expect((await step(business, workId, status)).body.work.status).toBe(status);
      for (const _ of [1, 2]) expect((await undo(business, workId, status)).body.work?.status).toBe(before);
    }
    await yardpack.drain();
    expect([await charges(business), await subjects(business, /on the way|done/)]).toEqual([[], 0]);
    expect((await step(business, workId, status)).status).toBe(200);
  }
  await yardpack.drain();
  expect(await charges(business)).toMatchObject([{ work_id: workId, amount: 1500, payment_id: null }]);
  expect(await payments(business)).toEqual([]);
  await yardpack.advance('PT1M');
  expect(await payments(business)).toEqual([{ amount: 1500, status: 'paid' }]);
  expect([await subjects(business, /on the way/), await subjects(business, /Your yard is done/)]).toEqual([0, 1]);
  await yardpack.advance('P1D');
  expect(await payments(business)).toHaveLength(1);
});

test('a visit that staff keep off the bill can be undone, and is not charged when it is completed again', async ({
  business,
}) => {
  const { yardpack } = business;
  const workId = await goTo(business, 'WORK_STATUS_WORK_COMPLETED');
  const { accessToken: as } = await buildEmployee(yardpack);
  const body = { requestId: randomUUIDv7(), isPreview: false, reason: 'Our gift.' };
  expect((await yardpack.call('doNotBill', { as, params: { workId }, body })).status).toBe(200);
  const lastStep = 'WORK_STATUS_WORK_COMPLETED';
  expect((await undo(business, workId, lastStep)).status).toBe(200);
  expect((await step(business, workId, lastStep)).status).toBe(200);
  expect(await rows(business, 'select is_not_billed from charges')).toEqual([{ is_not_billed: true }]);
  // Down to its start, after which it is another visit.
  for (const status of [...steps].reverse()) expect((await undo(business, workId, status)).status).toBe(200);
  expect((await undo(business, workId, 'WORK_STATUS_PENDING')).body).toEqual({ work: null });
  await yardpack.advance('P1D');
  expect([await charges(business), await payments(business)]).toEqual([[], []]);
  expect(await findLedgerFaults(yardpack.world.database)).toEqual([]);
});

test('after a minute or out of turn nothing is undone', async ({ business }) => {
  const { yardpack } = business;
  const workId = await goTo(business, 'WORK_STATUS_TRAVEL_COMPLETED');
  expect(refusal(await undo(business, workId, 'WORK_STATUS_TRAVEL_STARTED'))).toEqual([
    409,
    'This visit is at “Travel Completed” by now, so this step cannot be undone.',
  ]);
  expect((await undo(business, workId, 'WORK_STATUS_NOT_STARTED')).status).toBe(409);
  await yardpack.advance('PT60S');
  expect((await jobOf(business))?.work?.undoUntil).toBeNull();
  expect(refusal(await undo(business, workId, 'WORK_STATUS_TRAVEL_COMPLETED'))).toEqual([
    409,
    'It is too late to undo this: a step can be undone for a minute.',
  ]);
});

test('a minute to undo goes on after midnight, and the visit is still that of the day before', async ({ business }) => {
  const { yardpack, worker } = business;
  const workId = await goTo(business, 'WORK_STATUS_WORK_STARTED');
  await advanceFor(yardpack, '2027-03-10T23:59:40-06:00', [worker]);
  await step(business, workId, 'WORK_STATUS_WORK_COMPLETED');
  await advanceFor(yardpack, '2027-03-11T00:00:10-06:00', [worker]);
  const undone = await undo(business, workId, 'WORK_STATUS_WORK_COMPLETED');
  expect(undone.body.work).toMatchObject({ id: workId, status: 'WORK_STATUS_WORK_STARTED' });
  await yardpack.advance('PT5M');
  expect([await payments(business), await subjects(business, /Your yard is done/)]).toEqual([[], 0]);
  expect((await step(business, workId, 'WORK_STATUS_WORK_COMPLETED')).status).toBe(200);
  await yardpack.advance('PT1M');
  expect([await payments(business), await subjects(business, /Your yard is done/)]).toEqual([
    [{ amount: 1500, status: 'paid' }],
    1,
  ]);
});

test('what was told or is being collected is not undone, whatever the clock says', async ({ business }) => {
  const { yardpack } = business;
  const ahead = { ...yardpack.world, clock: { now: () => yardpack.world.clock.now().add({ minutes: 2 }) } };
  const workId = await goTo(business, 'WORK_STATUS_TRAVEL_STARTED');
  await deliverDueMessages(ahead);
  expect(refusal(await undo(business, workId, 'WORK_STATUS_TRAVEL_STARTED'))).toEqual([
    409,
    'It is too late to undo this: the customer has been told.',
  ]);
  for (const status of steps.slice(1)) await step(business, workId, status);
  await takeUpCharges(ahead);
  expect(refusal(await undo(business, workId, 'WORK_STATUS_WORK_COMPLETED'))).toEqual([
    409,
    'It is too late to undo this: the customer is being charged.',
  ]);
  expect((await jobOf(business))?.work?.status).toBe('WORK_STATUS_WORK_COMPLETED');
  await yardpack.advance('PT5M');
  expect(await payments(business)).toEqual([{ amount: 1500, status: 'paid' }]);
  expect(await subjects(business, /Your yard is done/)).toBe(1);
});

test('of an undo and the collection at once one happens', async ({ business }) => {
  const { yardpack } = business;
  const ahead = { ...yardpack.world, clock: { now: () => yardpack.world.clock.now().add({ minutes: 2 }) } };
  const workId = await goTo(business, 'WORK_STATUS_WORK_STARTED');
  for (let round = 0; round < 12; round += 1) {
    expect((await step(business, workId, 'WORK_STATUS_WORK_COMPLETED')).status).toBe(200);
    const [undone] = await Promise.all([
      undo(business, workId, 'WORK_STATUS_WORK_COMPLETED'),
      sweep(ahead),
      undo(business, workId, 'WORK_STATUS_WORK_COMPLETED'),
    ]);
    const made = await payments(business);
    const told = await rows(
      business,
      `select 1 from messages where dedupe_key like 'work-completed:%' and attempts > 0`,
    );
    if (undone.status === 200) {
      expect([made, told, await charges(business)]).toEqual([[], [], []]);
      continue;
    }
    expect(undone.status).toBe(409);
    expect((await jobOf(business))?.work?.status).toBe('WORK_STATUS_WORK_COMPLETED');
    break;
  }
  await step(business, workId, 'WORK_STATUS_WORK_COMPLETED');
  await yardpack.advance('PT5M');
  expect(await payments(business)).toEqual([{ amount: 1500, status: 'paid' }]);
  expect(await subjects(business, /Your yard is done/)).toBe(1);
});

test('whatever is tapped in whatever order, a visit is charged and told at most once', async ({ business }) => {
  const { yardpack, worker } = business;
  const told = "select 1 from messages where dedupe_key like 'work-completed:%:email' and outcome = 'sent'";
  const action = fc.oneof(
    { weight: 6, arbitrary: fc.constant('next' as const) },
    { weight: 3, arbitrary: fc.constant('undo' as const) },
    { weight: 2, arbitrary: fc.constant('both' as const) },
    { weight: 1, arbitrary: fc.constant('wait' as const) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 8, maxLength: 24 }), async (taps) => {
      let waits = 0;
      for (const tap of taps) {
        const work = (await jobOf(business))?.work;
        const next = work ? steps[steps.indexOf(work.status) + 1] : undefined;
        const forward = async () => {
          if (!work) await start(business);
          else if (next) await step(business, work.id, next);
        };
        const back = async () => work && (await undo(business, work.id, work.status));
        if (tap === 'next') await forward();
        if (tap === 'undo') await back();
        if (tap === 'both') await Promise.all([forward(), back(), sweep(yardpack.world)]);
        // An access token is good for a quarter of an hour.
        if (tap === 'wait' && ++waits <= 5) await yardpack.advance('PT61S');
        expect((await charges(business)).length).toBeLessThanOrEqual(1);
      }
      await advanceFor(yardpack, 'PT2M', [worker]);
      const isDone = (await jobOf(business))?.work?.status === 'WORK_STATUS_WORK_COMPLETED';
      const one = isDone ? 1 : 0;
      expect([(await charges(business)).length, (await payments(business)).length]).toEqual([one, one]);
      expect(await rows(business, told)).toHaveLength(one);
      await rows(business, 'truncate visits, charges, payments, messages cascade');
      await fillAll(yardpack.world);
    }),
    { numRuns: 12, endOnFailure: true },
  );
});

test("another worker's visit cannot be undone, and one with a photo keeps its start", async ({ business }) => {
  const { yardpack, worker } = business;
  const bob = await buildOnboardedWorker(yardpack);
  const workId = await goTo(business, 'WORK_STATUS_TRAVEL_STARTED');
  for (const status of ['WORK_STATUS_PENDING', 'WORK_STATUS_TRAVEL_STARTED'] as const) {
    expect((await undo({ ...business, worker: bob }, workId, status)).status).toBe(404);
    expect((await undo(business, randomUUIDv7(), status)).status).toBe(404);
  }
  await undo(business, workId, 'WORK_STATUS_TRAVEL_STARTED');
  await yardpack.world.database.insert(files).values({
    workId,
    fileName: 'gate.jpg',
    contentType: 'image/jpeg',
    createdBy: worker.profileId,
    createdAt: yardpack.world.clock.now(),
  });
  expect(refusal(await undo(business, workId, 'WORK_STATUS_PENDING'))).toEqual([
    409,
    'This visit has a photo, so its start cannot be undone.',
  ]);
});

test('a skip that was sent twice is one, and a visit skipped after its start was undone stays skipped', async ({
  business,
}) => {
  const { yardpack, worker, engagement } = business;
  const workId = await goTo(business, 'WORK_STATUS_PENDING');
  await undo(business, workId, 'WORK_STATUS_PENDING');
  const skip = () =>
    yardpack.call('createSkip', {
      as: worker.accessToken,
      params: { engagementId: engagement.id },
      body: { date: today(yardpack), reason: 'Thunder' },
    });
  for (const _ of [1, 2]) expect((await skip()).status).toBe(200);
  expect(await jobOf(business)).toMatchObject({ work: null, skip: { reason: 'Thunder', skippedBy: 'worker' } });
  expect((await start(business)).status).toBe(409);
  expect(await rows(business, 'select 1 from visits where off_id is not null')).toHaveLength(1);
});
