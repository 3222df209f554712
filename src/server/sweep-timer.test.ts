import { afterEach, expect, test, vi } from 'vitest';
import { type SweepTimer, startSweeping } from './sweep-timer.ts';

let timer: SweepTimer | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await timer?.stop();
});
const untold = (error: unknown) => expect.unreachable(String(error));

test.each([-2, 2])('sweeps go on when the clock is set %i hours ahead', async (hours) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  let sweeps = 0;
  const sweep = async () => {
    sweeps += 1;
  };
  timer = startSweeping(sweep, untold, 5);
  await expect.poll(() => sweeps).toBeGreaterThan(1);
  vi.setSystemTime(Date.now() + hours * 3_600_000);
  const before = sweeps;
  await expect.poll(() => sweeps).toBeGreaterThan(before + 2);
  expect(timer.sinceLast()).toBeLessThan(60_000);
});

test('one that fails or hangs is told of, and does not keep the next from being made', async () => {
  const failures: unknown[] = [];
  let sweeps = 0;
  const hangs = Promise.withResolvers<void>();
  const sweep = async () => {
    sweeps += 1;
    if (sweeps === 1) await hangs.promise;
    if (sweeps === 2) throw new Error('a part failed');
  };
  timer = startSweeping(sweep, (error) => failures.push(error), 5);
  await expect.poll(() => sweeps).toBeGreaterThan(3);
  expect(failures).toEqual([new Error('a part failed')]);
  hangs.resolve();
});

test('when all of them hang there is no heap of them, and it shows', async () => {
  let sweeps = 0;
  const hangs = Promise.withResolvers<void>();
  const sweep = () => {
    sweeps += 1;
    return hangs.promise;
  };
  timer = startSweeping(sweep, untold, 5);
  await expect.poll(() => timer?.sinceLast()).toBeGreaterThan(200);
  expect(sweeps).toBe(3);
  hangs.resolve();
  await expect.poll(() => sweeps).toBeGreaterThan(3);
});
