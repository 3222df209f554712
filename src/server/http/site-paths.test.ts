import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { unchangedSettings } from '../settings-book.ts';
import { registerErrors } from './errors.ts';
import { registerSite } from './site.ts';

let app: FastifyInstance;
let above: string;
let folder: string;
const gitFolder = '.git';
const hidden = 'nobody’s business';
let port: number;
beforeAll(async () => {
  above = await mkdtemp(join(tmpdir(), 'yardpack-site-'));
  folder = join(above, 'client');
  await mkdir(folder);
  await writeFile(join(folder, '__spa-fallback.html'), 'the app');
  await writeFile(join(folder, 'routes.json'), '{"sign-up":[],"dashboard":[]}');
  await mkdir(join(folder, 'not-found'));
  await writeFile(join(folder, 'not-found', 'index.html'), 'page not found');
  await mkdir(join(folder, 'sign-up'));
  await writeFile(join(folder, 'sign-up', 'index.html'), 'the sign-up page');
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets', 'a-1.js'), 'a script');
  // What somebody has left in the folder of the site, and what lies beside it.
  for (const place of [folder, join(folder, '..')]) {
    await mkdir(join(place, gitFolder, 'refs'), { recursive: true });
    for (const name of ['HEAD', 'config.txt']) await writeFile(join(place, gitFolder, name), hidden);
  }
  await writeFile(join(folder, '.env'), hidden);
  await writeFile(join(folder, '.env.local'), hidden);
  app = Fastify();
  registerErrors(app);
  const config = readConfig({});
  await registerSite(app, folder, {
    publicUrl: 'http://localhost:3000',
    config,
    settings: unchangedSettings(config),
    files: { origin: undefined },
  });
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(async () => {
  await app.close();
  await rm(above, { recursive: true });
});

/** Asks for a path exactly as written; `fetch` and `inject` would normalise it. */
async function get(path: string): Promise<[number | undefined, string]> {
  const [response]: IncomingMessage[] = await once(request({ port, host: '127.0.0.1', path }).end(), 'response');
  if (!response) throw new Error('No answer');
  return [response.statusCode, await text(response)];
}

test('a page is served by its path, whatever its query', async () => {
  expect(await get('/sign-up')).toEqual([200, 'the sign-up page']);
  expect(await get('/sign-up?from=/v1/x?y')).toEqual([200, 'the sign-up page']);
  expect(await get('/dashboard?a=//[')).toEqual([200, 'the app']);
});

test.each(['//', '//[', '//%5B', '/\\', '//?a=//['])(
  'the odd path %s is answered with the page that says 404',
  async (path) => {
    expect(await get(path)).toEqual([404, 'page not found']);
  },
);

test.each([
  '/.git/HEAD',
  '/.git/config.txt',
  '/.git/',
  '/.git',
  '/.env',
  '/.env.local',
  '/%2egit/HEAD',
  '/../.git/HEAD',
  '/..%2f.git/config.txt',
  '/assets/../../.git/config.txt',
  '/assets/..%2f..%2f.git/config.txt',
])('%s is not served, whatever was left there', async (path) => {
  const [status, body] = await get(path);
  expect([status, body.includes(hidden)]).toEqual([404, false]);
});

test.each(['/assets', '/assets/', '/assets/.', '/sign-up/..%2fassets/', '/not-found/'])(
  'the folder %s has no list of what is in it',
  async (path) => {
    const [status, body] = await get(path);
    expect([status, body.includes('a-1')]).toEqual([404, false]);
  },
);

test('a file is served by its name', async () => {
  expect(await get('/assets/a-1.js')).toEqual([200, 'a script']);
});
