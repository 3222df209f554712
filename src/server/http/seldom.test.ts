import { expect, test } from 'vitest';
import { openSeldom } from './seldom.ts';

test('a line is let through at once, and then every ten seconds', () => {
  let now = 0;
  const isDue = openSeldom(() => now);
  const seen = [0, 1, 9999, 10_000, 10_001, 30_000].map((moment) => {
    now = moment;
    return isDue();
  });
  expect(seen).toEqual([true, false, false, true, false, true]);
});
