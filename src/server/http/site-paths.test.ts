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
let folder: string;
let port: number;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yardpack-site-'));
  await writeFile(join(folder, '__spa-fallback.html'), 'the app');
  await writeFile(join(folder, 'routes.json'), '{"sign-up":[],"dashboard":[]}');
  await mkdir(join(folder, 'not-found'));
  await writeFile(join(folder, 'not-found', 'index.html'), 'page not found');
  await mkdir(join(folder, 'sign-up'));
  await writeFile(join(folder, 'sign-up', 'index.html'), 'the sign-up page');
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
  await rm(folder, { recursive: true });
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
