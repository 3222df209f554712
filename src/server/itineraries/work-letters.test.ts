import { expect, test } from 'vitest';
import { businessDay, weekDayOf } from '#domain/calendar.ts';
import { moveEngagement } from '../testing/engagement-calls.ts';
import {
  advanceFor,
  buildEngagement,
  buildOnboardedWorker,
  claimEngagement,
  workUntil,
} from '../testing/engagement-factories.ts';
import { buildCustomer, mailsTo } from '../testing/factories.ts';
import { createTestWorld } from '../testing/world.ts';

test('the customer reads who came, though the engagement is another worker’s by then', async ({ onTestFinished }) => {
  const yardpack = await createTestWorld();
  onTestFinished(() => yardpack.close());
  const customer = await buildCustomer(yardpack);
  const ada = await buildOnboardedWorker(yardpack, { firstName: 'Ada', lastName: 'Love' });
  const bob = await buildOnboardedWorker(yardpack, { firstName: 'Bob', lastName: 'Hope' });
  const engagement = await buildEngagement(yardpack, customer);
  const weekDay = weekDayOf(businessDay(yardpack.world.clock.now()));
  await claimEngagement(yardpack, ada, engagement, [weekDay]);
  await workUntil(yardpack, ada, engagement, 'WORK_STATUS_PENDING');
  await moveEngagement(yardpack, ada, engagement.id, 'PROPOSED');
  await claimEngagement(yardpack, bob, engagement, [weekDay]);
  await workUntil(yardpack, ada, engagement, 'WORK_STATUS_TRAVEL_STARTED');
  await yardpack.advance('PT1M');
  await workUntil(yardpack, ada, engagement, 'WORK_STATUS_WORK_COMPLETED');
  await yardpack.drain();
  const told = await mailsTo(yardpack, customer);
  expect(told.find(({ subject }) => subject.includes('on the way'))?.subject).toBe('Ada L. is on the way');
  expect(told.find(({ subject }) => subject === 'Your yard is done')?.text).toContain('Ada L. has just finished');
});

test('nobody reads “on the way” once the visit is done, or hours after it was', async ({ onTestFinished }) => {
  const yardpack = await createTestWorld();
  onTestFinished(() => yardpack.close());
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const engagements = [await buildEngagement(yardpack, customer), await buildEngagement(yardpack, customer)] as const;
  const weekDay = weekDayOf(businessDay(yardpack.world.clock.now()));
  for (const engagement of engagements) await claimEngagement(yardpack, worker, engagement, [weekDay]);
  await workUntil(yardpack, worker, engagements[0], 'WORK_STATUS_WORK_COMPLETED');
  await workUntil(yardpack, worker, engagements[1], 'WORK_STATUS_TRAVEL_STARTED');
  // Nothing is swept in between, as in an outage.
  await yardpack.advance('PT3H');
  const subjects = (await mailsTo(yardpack, customer)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes('on the way'))).toEqual([]);
  expect(subjects.filter((subject) => subject === 'Your yard is done')).toHaveLength(1);
  // They have two services there: the text says of which this is.
  const texts = (await yardpack.messages({ to: customer.phone })).map(({ text }) => text);
  expect(texts.find((text) => text.includes('has just finished'))).toMatch(
    /has just finished today's visit at 100 Main St \(Yard cleanup.*\)\. Enjoy/,
  );
});

test('of a visit that ends at midnight the customer reads its day', async ({ onTestFinished }) => {
  const yardpack = await createTestWorld();
  onTestFinished(() => yardpack.close());
  await yardpack.advance('2027-03-08T09:00:00-06:00');
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_MONDAY']);
  await advanceFor(yardpack, '2027-03-08T23:59:30-06:00', [worker]);
  await workUntil(yardpack, worker, engagement, 'WORK_STATUS_WORK_COMPLETED');
  await yardpack.drain();
  const [mail] = await mailsTo(yardpack, customer, /Your yard is done/);
  expect(mail?.text).toContain('has finished the visit of Mon, Mar 8');
});
