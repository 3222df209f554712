import { expect, test } from 'vitest';
import { partsOf } from './text-parts.ts';

test.each([
  ['160 letters', 'a'.repeat(160), 1],
  ['161 letters', 'a'.repeat(161), 2],
  ['306 letters', 'a'.repeat(306), 2],
  ['307 letters', 'a'.repeat(307), 3],
  ['80 brackets, which take two places each', '['.repeat(80), 1],
  ['81 brackets', '['.repeat(81), 2],
  ['one euro sign among 158 letters', `€${'a'.repeat(158)}`, 1],
  ['one euro sign among 159 letters', `€${'a'.repeat(159)}`, 2],
  ['each of the extension', '[]{}~^|\\€'.repeat(8), 1],
  // 76 brackets take 152 of the 153 places: the 77th goes to the next part whole.
  ['153 brackets', '['.repeat(153), 3],
  ['70 letters of another alphabet', 'ж'.repeat(70), 1],
  ['71 letters of another alphabet', 'ж'.repeat(71), 2],
  ['35 emoji of two units each', '🐶'.repeat(35), 1],
  ['36 emoji', '🐶'.repeat(36), 2],
])('%s go as the right number of parts', (_, text, parts) => {
  expect(partsOf(text)).toBe(parts);
});
