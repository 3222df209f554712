import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildCustomer } from '../testing/factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';
import { demoSignIns, seedDemo } from './demo.ts';
import type { DemoTools } from './tools.ts';

let yardpack: TestWorld;
beforeEach(async () => {
  yardpack = await createTestWorld();
});
afterEach(() => yardpack.close());

const seed = async (changes: Partial<DemoTools> = {}, size: Parameters<typeof seedDemo>[2] = 'small') => {
  const { sandbox, world } = yardpack;
  await seedDemo(world, { ...sandbox, ...sandbox.stripe, ...changes }, size);
  return await demoSignIns(yardpack.world);
};

/** @returns what the demo's worker sees */
async function worksWeek() {
  const { body } = await yardpack.call('signIn', { body: { username: 'wren', password: 'bones4all!' } });
  const workerProfileId = body.profiles[0]?.id ?? '';
  const answer = await yardpack.call('listWorkerEngagements', { as: body.accessToken, params: { workerProfileId } });
  return answer.body.engagements.map(({ status, scheduleTemplate }) => [
    status,
    scheduleTemplate.scheduleTemplateDays.length,
  ]);
}
const wholeDemo = [
  ['ENGAGEMENT_STATUS_ACCEPTED', 7],
  ['ENGAGEMENT_STATUS_PROPOSED', 0],
];

test('an empty business gets people, products and a week of engagements', async () => {
  expect((await seed()).map(({ username }) => username)).toEqual(['casey', 'wren', 'walt', 'erin']);
  expect(await worksWeek()).toEqual(wholeDemo);
});

test("the demo's people have gone through the slides of a new profile", async () => {
  for (const { username, password } of await seed()) {
    const { body } = await yardpack.call('signIn', { body: { username, password } });
    expect(body.profiles.map(({ onboardingComplete }) => onboardingComplete)).toEqual([true]);
  }
});

test('a seeding that was cut short is made whole by the next start, which then changes nothing', async () => {
  await expect(seed({ completeOnboarding: () => Promise.reject(new Error('the power went')) })).rejects.toThrow(
    'the power went',
  );
  await seed();
  expect(await worksWeek()).toEqual(wholeDemo);
  await seed();
  expect(await worksWeek()).toEqual(wholeDemo);
});

test("somebody's own business is left alone", async () => {
  await buildCustomer(yardpack);
  expect(await seed()).toEqual([]);
  const erin = await yardpack.call('signIn', { body: { username: 'erin', password: 'bones4all!' } });
  expect(erin.status).toBe(401);
});

test('a whole business agrees with Stripe', async () => {
  const started = performance.now();
  await seed({}, 10);
  console.log('took', performance.now() - started);
  const { rows } = await yardpack.world.database.$client.query(`select
    (select count(*) from works) works, (select count(*) from files) files, (select count(*) from messages) messages,
    (select count(*) from payments) payments, (select json_agg(f) from findings f) findings,
    (select count(*) from reconciliations where finished_at is not null and failure is null) checks,
    (select json_agg(distinct message.outcome) from messages message) outcomes`);
  console.log(rows);
}, 120_000);
