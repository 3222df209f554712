import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/**
 * A promise that is begun now and awaited later, after another one, has nobody who takes its rejection meanwhile: that
 * ends the process. Promises that are begun together are awaited together (`Promise.all`), or are handed on as
 * functions. Those here are no such promises, because they never reject, or whoever begins them takes that.
 */
const neverUnheard: Record<string, string[]> = {
  'sandbox/clock.ts': ['reading'],
  'sandbox/stripe/server.ts': ['closed'],
  'sandbox/stripe/webhooks.ts': ['running'],
  'server/database/embedded.ts': ['life'],
  'server/database/standby.ts': ['known'],
  'server/jobs/jobs.ts': ['waiting', 'own'],
  'server/secrets.ts': ['unknownUsers'],
  'server/staff-desk/visit-counts.ts': ['other'],
  'server/start.ts': ['postgres', 'toldOfStandby'],
};

const root = fileURLToPath(new URL('../src', import.meta.url));

/** @returns what is awaited by its name alone, and what takes a promise that somebody else began */
function begunElsewhere(text: string): string[] {
  const awaited = [
    ...text.matchAll(/\bawait\s+(?!new\b|import\b)([A-Za-z_$][\w$]*)(?!\?\.)(?=\s*[;,)}\]:?]|\s*\n\s*[^.\s])/g),
  ];
  const taken = [...text.matchAll(/[(,]\s*(\w+)\??:\s*Promise</g)];
  return [...awaited, ...taken].map(([, name = '']) => name);
}

function serverSources(): string[] {
  return ['server', 'sandbox'].flatMap((area) =>
    readdirSync(join(root, area), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.ts$/.test(name) && !/\.test\.ts$|(^|[\\/])testing/.test(name))
      .map((name) => `${area}/${name.split(sep).join('/')}`),
  );
}

test('no promise of the server is begun first and awaited later', () => {
  const files = serverSources();
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    begunElsewhere(readFileSync(join(root, file), 'utf8'))
      .filter((name) => !neverUnheard[file]?.includes(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(found, 'Await it where it is begun, or with Promise.all').toEqual([]);
});

test('the ways of awaiting late are found, and others are not', () => {
  const late = [
    'return { count: await count, rows: await rows };',
    'async function section(count: Promise<number>) {',
    'await saving;',
    'if (await saving) go();',
  ];
  expect(late.map((line) => begunElsewhere(line).length)).toEqual([2, 1, 1, 1]);
  const good = [
    'await save();',
    'const [a, b] = await Promise.all([one(), two()]);',
    'const rows = await database\n    .select()',
    'const close: () => Promise<void> = end;',
    'await own?.stop();',
    "const { x } = await import('./x.ts');",
    'await new Promise<void>((resolve) => resolve());',
  ];
  expect(good.flatMap(begunElsewhere)).toEqual([]);
});
