import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keptOrCounted } from './visit-counts.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const today = Temporal.PlainDate.from('2027-03-10');
const tomorrow = today.add({ days: 1 });

/** Reads the counts of a business with that many visits, all done; each time it counts the answer is one more. */
function readerOf(visits: number) {
  const owner = {};
  let counted = 0;
  const read = async (day = today, wait?: Promise<void>) => {
    const answer = await keptOrCounted(owner, day, async () => {
      counted += 1;
      const done = visits + counted;
      await wait;
      return {
        counts: { 'not-started': 0, 'under-way': 0, done, skipped: 0 },
        countedAt: Temporal.Instant.from('2027-03-10T15:00:00Z'),
      };
    });
    return answer.counts.done - visits;
  };
  return read;
}

test('few visits are counted each time, also by several at once', async () => {
  const read = readerOf(50);
  await read();
  expect(await Promise.all([read(), read(), read()])).toEqual([2, 3, 4]);
});

test('many are counted again after a time that grows with their number, and on another day', async () => {
  const read = readerOf(10_000);
  expect([await read(), await read()]).toEqual([1, 1]);
  vi.advanceTimersByTime(5000);
  expect(await read()).toBe(1);
  vi.advanceTimersByTime(1);
  expect([await read(), await read()]).toEqual([2, 2]);
  expect([await read(tomorrow), await read(tomorrow)]).toEqual([3, 3]);
});

test('a count that fails fails for all who waited for it, and the next reader counts', async () => {
  const owner = {};
  const answered = {
    counts: { 'not-started': 0, 'under-way': 0, done: 7, skipped: 0 },
    countedAt: Temporal.Instant.from('2027-03-10T15:00:00Z'),
  };
  const fail = () => Promise.reject(new Error('no database'));
  const readers = [1, 2, 3].map(() => keptOrCounted(owner, today, fail));
  for (const { status } of await Promise.allSettled(readers)) expect(status).toBe('rejected');
  expect(await keptOrCounted(owner, today, async () => answered)).toBe(answered);
});

test('one reader counts at a time; others are shown what was counted last, unless that is twice as old', async () => {
  const read = readerOf(10_000);
  expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1]);
  vi.advanceTimersByTime(6000);
  const { promise, resolve } = Promise.withResolvers<void>();
  const counting = read(today, promise);
  expect(await read()).toBe(1);
  vi.advanceTimersByTime(6000);
  const waiting = read();
  resolve();
  expect(await Promise.all([counting, waiting])).toEqual([2, 3]);
});

test('a count that fails fails those who wait for it, and the next reader counts', async () => {
  const owner = {};
  const broken = () => Promise.reject(new Error('the database is away'));
  const both = [keptOrCounted(owner, today, broken), keptOrCounted(owner, today, broken)];
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const counts = { 'not-started': 1, 'under-way': 0, done: 0, skipped: 0 };
  const countedAt = Temporal.Instant.from('2027-03-10T15:00:00Z');
  expect(await keptOrCounted(owner, today, async () => ({ counts, countedAt }))).toMatchObject({ counts });
});
