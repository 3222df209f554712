import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { screens } from './gallery/screens.ts';

test('every page of the site hangs in the gallery', () => {
  const routes = readFileSync(new URL('../src/web/routes.ts', import.meta.url), 'utf8');
  const paths = [...routes.matchAll(/\broute\(\s*'([^']+)'/g)].map(([, path]) => `/${path}`);
  const hung = new Set(Object.keys(screens).map((name) => name.replace(/ \(.*\)$/, '')));
  expect([...hung].sort()).toEqual(['/', ...paths].sort());
});
