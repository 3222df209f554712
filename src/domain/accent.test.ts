import { expect, test } from 'vitest';
import { firstAccent, isReadableAccent } from './accent.ts';

test('an accent is light enough for what stands on it and behind it', () => {
  expect([firstAccent, '#ffffff', '#ffd1dc', '#9bd1ff'].filter((color) => !isReadableAccent(color))).toEqual([]);
  expect(['#000000', '#1c4f3d', '#d33a2c', '#808080', '#17332a'].filter(isReadableAccent)).toEqual([]);
});
