import { afterAll, beforeAll, expect, test } from 'vitest';
import { sayStarted } from './start-words.ts';
import { createTestWorld, type TestWorld } from './testing/world.ts';

let yardpack: TestWorld;
beforeAll(async () => {
  yardpack = await createTestWorld();
});
afterAll(() => yardpack.close());

test.each([
  ['smtp://relay.example', true],
  ['smtp://relay.example?requireTLS=true', false],
  ['smtps://relay.example', false],
])('a start in production with %s says that email goes without TLS: %s', async (SMTP_URL, isSaid) => {
  const { world } = yardpack;
  const config = { ...world.config, NODE_ENV: 'production', SMTP_URL, SMTP_INSECURE: true } as const;
  const lines: string[] = [];
  await sayStarted({ ...world, config }, { hasSandbox: false, hasDemo: false }, (line) => lines.push(line));
  expect(lines.some((line) => /without checked TLS, as SMTP_INSECURE=1 allows/.test(line))).toBe(isSaid);
});
