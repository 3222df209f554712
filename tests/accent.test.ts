import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { firstAccent } from '#domain/accent.ts';

test('the first accent is that of the style sheet', () => {
  const tokens = readFileSync(new URL('../src/web/styles/tokens.css', import.meta.url), 'utf8');
  for (const line of [`--marigold: ${firstAccent};`, '--on-marigold: #17332a;', '--evergreen: light-dark(#1c4f3d,']) {
    expect(tokens).toContain(line);
  }
});
