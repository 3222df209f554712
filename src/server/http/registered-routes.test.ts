import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { createApp } from '../app.ts';
import { createHandlers } from '../handlers.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';
import { unhandledEndpoints } from './route.ts';

/**
 * What the server answers besides its contract. Nobody asks here who is calling, so each of them must be harmless to
 * show to anybody, or prove by itself that the caller may.
 */
const openToAnybody = {
  'GET /v1/openapi.json': 'the contract, for machines',
  'GET /docs': 'the contract, for people',
  'POST /webhooks/stripe': 'proves itself by Stripe’s signature',
  'POST /webhooks/texts/twilio': 'proves itself by Twilio’s signature',
  'POST /webhooks/texts/twilio/status': 'proves itself by Twilio’s signature',
  'POST /webhooks/texts/sns': 'proves itself by Amazon’s signature',
  'POST /webhooks/mail/ses': 'proves itself by Amazon’s signature',
  'POST /webhooks/mail/postmark': 'proves itself by a name and a password',
  'POST /webhooks/mail/mailgun': 'proves itself by Mailgun’s signature',
  'POST /webhooks/mail/reports': 'proves itself by a token',
  'PUT /files/:fileId': 'proves itself by the address, which is signed',
  'GET /files/:fileId': 'proves itself by the address, which is signed',
  'GET /v1/calendar-feeds/:token.ics': 'proves itself by the address, which is secret',
  'GET /v1/personal-data/:token.zip': 'an export; proves itself by the address, which is secret and good for minutes',
  'GET /p/:token': 'the photo of a visit; proves itself by the address, which is secret',
  'GET /p/:token.jpg': 'the picture on that page',
  'GET /unsubscribe/:token': 'asks; proves itself by the address, which is secret and in a mail',
  'POST /unsubscribe/:token': 'ends mails to that address; proves itself likewise',
  'POST /csp-reports': 'counts what browsers keep out of pages; limited by address and size, and keeps nothing',
  'GET /logos/:hash.png': 'the picture that each page and mail shows',
  'GET *': 'the pages of the built site',
  'GET /a.txt': 'a file of the built site',
};

let yardpack: TestWorld;
let folder: string;
beforeAll(async () => {
  yardpack = await createTestWorld();
  folder = await mkdtemp(join(tmpdir(), 'routes-'));
  const page = '<!DOCTYPE html><html><head></head><body></body></html>';
  await writeFile(join(folder, 'index.html'), page);
  await writeFile(join(folder, '__spa-fallback.html'), page);
  await mkdir(join(folder, 'not-found'));
  await writeFile(join(folder, 'not-found', 'index.html'), page);
  await writeFile(join(folder, 'robots.txt'), '');
  await writeFile(join(folder, 'routes.json'), '{"":[]}');
  await writeFile(join(folder, 'a.txt'), 'a');
});
afterAll(async () => {
  await yardpack.close();
  await rm(folder, { recursive: true });
});

test('every route is an endpoint of the contract, or one of the few that are open to anybody', async () => {
  const app = await createApp(yardpack.world, { site: folder });
  await app.ready();
  const routes = routesOf(app.printRoutes({ commonPrefix: false }));
  await app.close();
  const endpoints = Object.values(contract as Record<string, Endpoint>).map(
    ({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
  );
  expect(endpoints.filter((endpoint) => !routes.includes(endpoint))).toEqual([]);
  const strays = routes.filter((route) => !endpoints.includes(route) && !Object.keys(openToAnybody).includes(route));
  expect(
    strays,
    'These routes are in no contract, so nobody has said who may call them. Declare them in src/contract, or name them ' +
      'in src/server/http/registered-routes.test.ts with the reason why anybody may call them.',
  ).toEqual([]);
});

test('every endpoint has a handler, so that none answers 501', () => {
  expect(unhandledEndpoints(createHandlers(yardpack.world))).toEqual([]);
});

/** @returns `METHOD /path` of every route in Fastify's drawing of its tree; HEAD goes with GET */
function routesOf(drawing: string): string[] {
  const above: string[] = [];
  return drawing.split('\n').flatMap((line) => {
    const [, indent = '', path = '', methods = ''] =
      /^((?:[│ ] {3})*[├└]── )(\S+)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    if (path === '') return [];
    const depth = indent.length / 4;
    above.splice(depth - 1);
    above.push(path);
    return methods
      .split(', ')
      .filter((method) => method !== '' && method !== 'HEAD')
      .map((method) => `${method} ${above.join('')}`);
  });
}
