import { eq } from 'drizzle-orm';
import { test as base, expect } from 'vitest';
import { engagements } from '../database/schema/engagements.ts';
import {
  advanceFor,
  buildEngagement,
  buildOnboardedWorker,
  buildProduct,
  claimEngagement,
  workUntil,
} from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, type Person } from '../testing/factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';
import { pauseForNonPayment } from './service.ts';

const test = base.extend<{ yardpack: TestWorld }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest asks for the pattern
  yardpack: async ({}, use) => {
    const world = await createTestWorld();
    await use(world);
    await world.close();
  },
});

const move = (yardpack: TestWorld, person: Person, engagementId: string, to: string) =>
  yardpack.call('updateEngagement', {
    as: person.accessToken,
    params: { engagementId },
    body: { status: `ENGAGEMENT_STATUS_${to}` },
  });
const read = async (yardpack: TestWorld, person: Person, engagementId: string) =>
  (await yardpack.call('getEngagement', { as: person.accessToken, params: { engagementId } })).body.engagement;

/** @returns the subjects of the mails that a person got since the last time, oldest first */
function reader(yardpack: TestWorld) {
  const read = new Map<string, number>();
  return async (person: Person): Promise<string[]> => {
    await yardpack.drain();
    const mails = (await yardpack.messages()).filter(({ channel, to }) => channel === 'email' && to === person.email);
    const fresh = mails.slice(0, mails.length - (read.get(person.email) ?? 0));
    read.set(person.email, mails.length);
    return fresh.map(({ subject }) => subject).reverse();
  };
}

test('the others are told, once, of a pause, a resume, a release and an end', async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack);
  const employee = await buildEmployee(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_MONDAY']);
  const mailsTo = reader(yardpack);
  // One after the other: of two that drain at once, one may return while the other still sends.
  await mailsTo(customer);
  await mailsTo(worker);
  const told = async (person: Person, to: string) => {
    // Twice: what is so already is no news.
    for (const { status } of [
      await move(yardpack, person, engagement.id, to),
      await move(yardpack, person, engagement.id, to),
    ]) {
      expect(status).toBe(200);
    }
    return [await mailsTo(customer), await mailsTo(worker)];
  };

  expect(await told(customer, 'PAUSED')).toEqual([[], ['Paused: 100 Main St']]);
  expect(await told(customer, 'ACCEPTED')).toEqual([['Your visits go on'], ['On again: 100 Main St']]);
  expect(await told(employee, 'PAUSED')).toEqual([['Your visits are paused'], ['Paused: 100 Main St']]);
  expect(await told(employee, 'ACCEPTED')).toEqual([['Your visits go on'], ['On again: 100 Main St']]);
  expect(await move(yardpack, worker, engagement.id, 'PROPOSED')).toMatchObject({ status: 200 });
  expect([await mailsTo(customer), await mailsTo(worker)]).toEqual([['We are looking for another keeper'], []]);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_MONDAY']);
  await mailsTo(customer);
  expect(await told(employee, 'PROPOSED')).toEqual([
    ['We are looking for another keeper'],
    ['You no longer have 100 Main St'],
  ]);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_MONDAY']);
  await mailsTo(customer);
  const { world } = yardpack;
  for (const _ of [1, 2]) {
    await world.database.transaction((transaction) => pauseForNonPayment(world, transaction, engagement.id));
  }
  // What the customer is told of it is the bill's letter.
  expect([await mailsTo(customer), await mailsTo(worker)]).toEqual([[], ['Paused: 100 Main St']]);
  expect(await told(employee, 'CANCELLED')).toEqual([['Your service is cancelled'], ['Cancelled: 100 Main St']]);

  const second = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, second, ['DAY_OF_WEEK_MONDAY']);
  await mailsTo(customer);
  await move(yardpack, customer, second.id, 'CANCELLED');
  expect([await mailsTo(customer), await mailsTo(worker)]).toEqual([[], ['Cancelled: 100 Main St']]);
});

test('each is offered what they may ask for, and a resume leads to where the engagement was', async ({ yardpack }) => {
  await yardpack.advance('2027-03-10T09:00:00-06:00');
  const customer = await buildCustomer(yardpack);
  const employee = await buildEmployee(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  const offered = async () =>
    await Promise.all(
      [customer, worker, employee].map(async (person) =>
        (await read(yardpack, person, engagement.id)).moves.map((to) => to.replace('ENGAGEMENT_STATUS_', '')),
      ),
    );
  const statusAfter = async (person: Person, to: string) =>
    (await move(yardpack, person, engagement.id, to)).body.engagement.status;

  expect(await offered()).toEqual([['CANCELLED'], ['ACCEPTED'], ['CANCELLED']]);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  expect(await offered()).toEqual([
    ['PAUSED', 'CANCELLED'],
    ['PROPOSED'],
    ['RUNNING', 'PROPOSED', 'PAUSED', 'CANCELLED'],
  ]);
  await move(yardpack, customer, engagement.id, 'PAUSED');
  expect(await offered()).toEqual([['ACCEPTED', 'CANCELLED'], [], ['ACCEPTED', 'PROPOSED', 'CANCELLED']]);
  expect(await statusAfter(customer, 'RUNNING')).toBe('ENGAGEMENT_STATUS_ACCEPTED');

  await workUntil(yardpack, worker, engagement, 'WORK_STATUS_PENDING');
  await move(yardpack, customer, engagement.id, 'PAUSED');
  expect(await offered()).toEqual([['RUNNING', 'CANCELLED'], [], ['RUNNING', 'PROPOSED', 'CANCELLED']]);
  expect(await statusAfter(customer, 'ACCEPTED')).toBe('ENGAGEMENT_STATUS_RUNNING');

  await move(yardpack, customer, engagement.id, 'PAUSED');
  // As when the worker's account is closed.
  await yardpack.world.database
    .update(engagements)
    .set({ workerProfileId: null })
    .where(eq(engagements.id, engagement.id));
  expect(await statusAfter(customer, 'RUNNING')).toBe('ENGAGEMENT_STATUS_PROPOSED');
  await move(yardpack, customer, engagement.id, 'CANCELLED');
  expect((await read(yardpack, customer, engagement.id)).moves).toEqual([]);
});

test('what is open is said before a cancellation, and collected after it', async ({ yardpack }) => {
  await yardpack.advance('2027-03-10T09:00:00-06:00');
  const customer = await buildCustomer(yardpack);
  const employee = await buildEmployee(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const product = await buildProduct(yardpack, { billingCycle: 'BILLING_CYCLE_WEEKLY' });
  const engagement = await buildEngagement(yardpack, customer, { productId: product.id });
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  const open = async (person: Person) => {
    const call = { as: person.accessToken, params: { engagementId: engagement.id } };
    return (await yardpack.call('listVisits', call)).body.openAmount;
  };
  expect(await open(customer)).toBe(0);
  await workUntil(yardpack, worker, engagement, 'WORK_STATUS_WORK_COMPLETED');
  await yardpack.drain();
  expect([await open(customer), await open(employee), await open(worker)]).toEqual([1500, 1500, null]);
  expect((await move(yardpack, customer, engagement.id, 'CANCELLED')).status).toBe(200);
  expect(await open(customer)).toBe(1500);
  await advanceFor(yardpack, '2027-03-15T01:00:00-05:00', [customer]);
  await yardpack.drain();
  expect(await open(customer)).toBe(0);
});
