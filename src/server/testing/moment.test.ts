import { expect } from 'vitest';
import { testMoment } from './moment.ts';
import { yardpackTest as test } from './yardpack-test.ts';

test('time begins at the moment of the tests, and goes on by looks, however long they take', async ({ yardpack }) => {
  const { clock } = yardpack.world;
  const first = clock.now();
  expect(testMoment.until(first).total('seconds')).toBeLessThan(1);
  const begun = performance.now();
  while (performance.now() - begun < 20);
  expect(first.until(clock.now()).total('milliseconds')).toBe(1);
});

test('days that a test names are right whenever tests begin, and from the first one on time only goes forward', async ({
  yardpack,
}) => {
  const now = () => yardpack.world.clock.now().toString();
  const named = testMoment.subtract({ hours: 24 * 400 });
  await yardpack.advance(named.toString());
  expect(Temporal.Instant.from(now()).since(named).total('minutes')).toBeLessThan(1);
  await yardpack.advance('P1D');
  await expect(yardpack.advance(named.toString())).rejects.toThrow('The clock only goes forward');
});
