import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Asks as the build does, which is plain JavaScript. @returns a line for each page that is too heavy */
function overBudget(client: string): string[] {
  const script = `import { overBudget } from './scripts/lib/budgets.js'; console.log(JSON.stringify(overBudget(process.argv[1])))`;
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', script, client], { cwd, encoding: 'utf8' }),
  );
}

const route = (id: string, module: string, more = {}) => ({ [id]: { id, module, imports: [], css: [], ...more } });

/** A built site of two pages, whose scripts the server sends as they are. */
function site(scripts: Record<string, string>): string {
  const client = mkdtempSync(join(tmpdir(), 'yardpack-site-'));
  mkdirSync(join(client, 'assets'));
  const routes = {
    ...route('root', '/assets/root.js'),
    ...route('itineraries/itinerary-page', '/assets/itinerary.js', { parentId: 'root', path: 'itinerary' }),
    ...route('plan/plan-page', '/assets/plan.js', { parentId: 'root', path: 'plan' }),
  };
  const files = { 'root.js': '', 'plan.js': '', ...scripts };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(client, 'assets', name), text);
  writeFileSync(join(client, 'assets', 'manifest-1.js'), `window.manifest=${JSON.stringify({ routes })};`);
  writeFileSync(join(client, '__spa-fallback.html'), '<link rel="modulepreload" href="/assets/manifest-1.js"/>');
  return client;
}

const weighing = (kilobytes: number) => `/*${randomBytes(kilobytes * 500).toString('hex')}*/`;

test('a page that fetches more than its budget is named, with its size; what it may fetch later does not count', () => {
  const later = 'import("./later.js");';
  const client = site({
    'itinerary.js': `import{a}from"./shared.js";${later}`,
    'shared.js': weighing(194),
    'later.js': weighing(900),
  });
  expect(overBudget(client)).toEqual([
    expect.stringMatching(/^itineraries\/itinerary-page: its first open is 194\.\d kB, the budget \d{3}(?:\.\d)? kB/),
  ]);
  writeFileSync(join(client, 'assets', 'shared.js'), weighing(170));
  expect(overBudget(client)).toEqual([]);
  rmSync(client, { recursive: true });
});
