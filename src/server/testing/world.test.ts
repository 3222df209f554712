import { expect, TestRunner, test } from 'vitest';
import { buildCustomer } from './factories.ts';
import { buildCard, setStripeFaults } from './payment-factories.ts';
import { createTestWorld, type TestWorld } from './world.ts';

test('a world that somebody has used before is as new: nobody there, nothing sent or paid, its first time', async () => {
  const first = await createTestWorld();
  const begin = first.world.clock.now();
  const customer = await buildCustomer(first);
  await buildCard(first, customer);
  await setStripeFaults(first, { match: {}, kind: 'error-before-acting' });
  await first.advance('P40D');
  await first.close();

  const second = await createTestWorld();
  expect(second.app).toBe(first.app);
  expect(begin.until(second.world.clock.now()).total('hours')).toBeLessThan(1);
  expect(await second.messages()).toEqual([]);
  expect((await second.world.stripe.customers.list()).data).toEqual([]);
  const { rows } = await second.world.database.$client.query('select 1 from users union all select 1 from jobs.job');
  expect(rows).toEqual([]);
  await buildCustomer(second);
  await second.close();
});

const resultOfTest = () => TestRunner.getCurrentTest()?.result;

test.each([
  ['changed', (world: TestWorld) => world.spoil()],
  ['listening no more', ({ app }: TestWorld) => app.server.close()],
  ['of a test that failed, and may still be going on', () => Object.assign(resultOfTest() ?? {}, { state: 'fail' })],
])('a world that is %s is given to no other test', async (_, change) => {
  const first = await createTestWorld();
  change(first);
  await first.close();
  Object.assign(resultOfTest() ?? {}, { state: 'run' });
  const second = await createTestWorld();
  expect(second.app).not.toBe(first.app);
  await second.close();
});
