import { randomUUIDv7 } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { products } from '../database/schema/catalog.ts';
import { engagements } from '../database/schema/engagements.ts';
import { moveEngagement, putEngagement, readEngagement } from '../testing/engagement-calls.ts';
import {
  advanceFor,
  buildEngagement,
  buildOnboardedWorker,
  buildProduct,
  claimEngagement,
} from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, buildWorker, mailsTo } from '../testing/factories.ts';
import { untilStatementsWait } from '../testing/lock-waits.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

test('an acceptance during a change of the yard size takes the new price', async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const { id } = await buildEngagement(yardpack, customer);
  const { database } = yardpack.world;
  const { accepted } = await database.transaction(async (transaction) => {
    await transaction
      .update(engagements)
      .set({ yardSize: 'YARD_SIZE_LARGE', baseCost: 2500, agreedBaseCost: 2500 })
      .where(eq(engagements.id, id));
    const pending = moveEngagement(yardpack, worker, id, 'ACCEPTED');
    await untilStatementsWait(yardpack);
    return { accepted: pending };
  });
  expect((await accepted).status).toBe(200);
  expect(await readEngagement(yardpack, customer, id)).toMatchObject({
    status: 'ENGAGEMENT_STATUS_ACCEPTED',
    yardSize: 'YARD_SIZE_LARGE',
    baseCost: 2500,
  });
});

test('an acceptance of the version that was looked at is refused when a change comes first', async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const { id, version } = await buildEngagement(yardpack, customer);
  const { asked } = await yardpack.world.database.transaction(async (transaction) => {
    await transaction
      .update(engagements)
      .set({ stripePaymentMethodId: 'pm_other', version: version + 1 })
      .where(eq(engagements.id, id));
    // It has read the old version by the time it waits for the change to end.
    const pending = putEngagement(yardpack, worker, id, { status: 'ENGAGEMENT_STATUS_ACCEPTED', version });
    await untilStatementsWait(yardpack);
    return { asked: pending };
  });
  const { status, error } = await asked;
  expect([status, error.errorCode]).toEqual([409, 'CONFLICT']);
  expect(await readEngagement(yardpack, customer, id)).toMatchObject({
    status: 'ENGAGEMENT_STATUS_PROPOSED',
    worker: null,
  });
});

test('a visit that has come to cost more than can be paid cannot be accepted', async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const { id: productId } = await buildProduct(yardpack, { baseCostRetentionPeriod: 1 });
  const { id } = await buildEngagement(yardpack, customer, { productId });
  // As it may be after the rates were raised.
  const { database } = yardpack.world;
  await database.update(products).set({ baseCostMultiplier: 525_600 }).where(eq(products.id, productId));
  await advanceFor(yardpack, 'PT2M', [customer, worker]);
  const { status, error } = await moveEngagement(yardpack, worker, id, 'ACCEPTED');
  expect([status, error.errorCode, error.message]).toEqual([
    409,
    'NOT_ALLOWED_NOW',
    'A visit of this service costs more than $999,999.99.',
  ]);
  expect(await readEngagement(yardpack, customer, id)).toMatchObject({
    status: 'ENGAGEMENT_STATUS_PROPOSED',
    baseCost: 1500,
  });
});

test('the customer is told of each acceptance, also of the second by the same worker', async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_MONDAY']);
  await yardpack.drain();
  expect((await moveEngagement(yardpack, worker, engagement.id, 'PROPOSED')).status).toBe(200);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_FRIDAY']);
  await yardpack.drain();
  const told = await mailsTo(yardpack, customer, /will take care/);
  expect(told.map(({ text }) => /Your day is (\w+)/.exec(text)?.[1]).sort()).toEqual(['Friday', 'Monday']);
});

test('a worker who is not onboarded cannot tell an accepted engagement from one that is not there', async ({
  yardpack,
}) => {
  const customer = await buildCustomer(yardpack);
  const newcomer = await buildWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, await buildOnboardedWorker(yardpack), engagement, ['DAY_OF_WEEK_MONDAY']);
  const answer = async (id: string) => {
    const { status, error } = await moveEngagement(yardpack, newcomer, id, 'ACCEPTED');
    return [status, error.errorCode, error.message];
  };
  const unknown = await answer(randomUUIDv7());
  expect(unknown).toEqual([404, 'NOT_FOUND', 'Engagement not found']);
  expect(await answer(engagement.id)).toEqual(unknown);
});

test('what staff release while it is paused another worker finds once its customer resumes it', async ({
  yardpack,
}) => {
  const customer = await buildCustomer(yardpack);
  const employee = await buildEmployee(yardpack);
  const [ada, bob] = [await buildOnboardedWorker(yardpack), await buildOnboardedWorker(yardpack)];
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, ada, engagement, ['DAY_OF_WEEK_MONDAY']);
  await moveEngagement(yardpack, customer, engagement.id, 'PAUSED');
  expect((await moveEngagement(yardpack, ada, engagement.id, 'PROPOSED')).status).toBe(409);
  expect((await moveEngagement(yardpack, employee, engagement.id, 'PROPOSED')).body.engagement).toMatchObject({
    worker: null,
    scheduleTemplate: { scheduleTemplateDays: [] },
  });
  expect((await moveEngagement(yardpack, customer, engagement.id, 'RUNNING')).status).toBe(200);
  await claimEngagement(yardpack, bob, engagement, ['DAY_OF_WEEK_TUESDAY']);
  expect((await readEngagement(yardpack, customer, engagement.id)).worker?.id).toBe(bob.profileId);
});
