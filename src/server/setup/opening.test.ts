import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { DocumentFactName } from '#contract/document-facts.ts';
import { createApp } from '../app.ts';
import { issueJoinCode } from '../join-codes/service.ts';
import { tryLetter } from '../messages/letters/mail-try.ts';
import { writtenOut } from '../messages/write-out.ts';
import { openSettings } from '../settings-book.ts';
import { buildEmployee, signUpBody } from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';
import type { World } from '../world.ts';

/** The same business as production runs it, at an address of its own. */
async function live({ world }: TestWorld): Promise<World> {
  const publicUrl = 'https://www.wags.example';
  const config = { ...world.config, NODE_ENV: 'production' as const, PUBLIC_URL: publicUrl };
  return { ...world, config, publicUrl, settings: await openSettings(config, world.database, world.clock) };
}

const own = { businessName: 'Scoop & Sons', supportPhone: '(479) 555-0188' };
const nobodys = /Yardpack|555-?0142|Arkansas|Bentonville|72712/;

const save = ({ world }: TestWorld, values: object) =>
  world.database.$client.query(
    `insert into settings (id, "from", "values", saved_at, saved_by)
     values (gen_random_uuid(), $2::timestamptz - interval '1 minute', $1, $2::timestamptz - interval '2 minutes', gen_random_uuid())`,
    [JSON.stringify(values), world.clock.now().toString()],
  );

test('visitors see a site of production once its owner has set name, phone and area', async ({ yardpack }) => {
  expect(yardpack.world.settings.isOpen()).toBe(true);
  const world = await live(yardpack);
  const { settings } = world;
  const app = await createApp(world);
  const { accessToken } = await buildEmployee(yardpack);
  const lookOver = async (check: string) => {
    const headers = { authorization: `Bearer ${accessToken}` };
    const { statusCode } = await app.inject({ method: 'POST', url: `/v1/setup/checks/${check}`, headers });
    return statusCode;
  };
  const reloaded = async () => {
    await settings.reload();
    return settings.isOpen();
  };
  expect(settings.isOpen()).toBe(false);
  // Whoever looks the business over and leaves what is nobody's has not named it.
  expect(await lookOver('business')).toBe(409);
  await save(yardpack, { businessName: own.businessName });
  expect([await reloaded(), await lookOver('business')]).toEqual([false, 409]);
  await save(yardpack, { supportPhone: own.supportPhone });
  expect([await reloaded(), await lookOver('business'), settings.now().businessAddress]).toEqual([false, 409, '']);
  await save(yardpack, { businessAddress: '12 Pine St, Seattle, WA 98101' });
  expect([await reloaded(), await lookOver('business')]).toEqual([false, 200]);
  expect(settings.area()).toEqual({ state: '', region: '', cities: [] });
  expect(await lookOver('area')).toBe(200);
  expect([settings.isOpen(), settings.area().state, settings.now().businessName]).toEqual([true, 'AR', 'Scoop & Sons']);
  expect(settings.now()).toBe(settings.now());
  await app.close();
});

test('a business that is called as the product opens once its owner has looked over what it is called', async ({
  yardpack,
}) => {
  const world = await live(yardpack);
  const { settings } = world;
  const app = await createApp(world);
  const { accessToken } = await buildEmployee(yardpack);
  const headers = { authorization: `Bearer ${accessToken}` };
  const lookOver = async (check: string) =>
    (await app.inject({ method: 'POST', url: `/v1/setup/checks/${check}`, headers })).statusCode;
  await save(yardpack, { supportPhone: own.supportPhone, businessAddress: '12 Pine St, Seattle, WA 98101' });
  await settings.reload();
  expect(await lookOver('area')).toBe(200);
  expect([settings.isOpen(), settings.now().businessName]).toEqual([false, 'wags.example']);
  expect(await lookOver('business')).toBe(200);
  expect([settings.isOpen(), settings.now().businessName]).toEqual([true, 'Yardpack']);
  // Another process, and the next start, find it set up.
  expect((await live(yardpack)).settings.isOpen()).toBe(true);
  await app.close();
});

test('an area that was changed counts as well, in each process that looks for changes', async ({ yardpack }) => {
  const books = [(await live(yardpack)).settings, (await live(yardpack)).settings];
  await save(yardpack, { ...own, serviceRegion: 'Austin' });
  for (const book of books) {
    expect(book.isOpen()).toBe(false);
    await book.reload();
    expect([book.isOpen(), book.area().region]).toEqual([true, 'Austin']);
  }
});

/** A page that says all that the server tells a document, as each page of the site does in its data. */
const facts: DocumentFactName[] = [
  ...(['businessName', 'shortName', 'headerName', 'serviceRegion', 'serviceState', 'serviceCities'] as const),
  ...(['serviceArea', 'supportPhone', 'supportPhoneUrl', 'publicUrl'] as const),
];
const page = `<!DOCTYPE html><html data-facts="%facts%"><head><title>%businessName%</title></head><body>${facts
  .map((name) => `<p>%${name}%</p>`)
  .join('')}<p data-if="supportPhone">or call us: %supportPhone%</p></body></html>`;

async function buildSite(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'opening-'));
  const listed = page.replace('</head>', '<link rel="canonical" href="%publicUrl%/"/></head>');
  const pages = ['confirm-sign-up', 'set-new-password', 'stop-email-change', 'not-found'];
  for (const name of pages) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'index.html'), page);
  }
  const routes = ['dashboard', 'setup', 'card-link', 'customers', 'pay-your-bill'];
  await writeFile(join(folder, 'index.html'), listed);
  await writeFile(join(folder, '__spa-fallback.html'), page);
  await copyFile('public/favicon.svg', join(folder, 'favicon.svg'));
  await writeFile(join(folder, 'robots.txt'), 'Sitemap: %publicUrl%/sitemap.xml');
  await writeFile(join(folder, 'site.webmanifest'), '{"name":"%businessName%","short_name":"%shortName%"}');
  await writeFile(join(folder, 'routes.json'), JSON.stringify(Object.fromEntries(routes.map((route) => [route, []]))));
  return folder;
}

test('before the business is set up, no page, call or letter says what is nobody’s', async ({ yardpack }) => {
  const world = await live(yardpack);
  const site = await buildSite();
  const app = await createApp(world, { site });
  const pages = [
    ...['/', '/about', '/dashboard', '/setup', '/card-link', '/confirm-sign-up', '/set-new-password'],
    ...['/stop-email-change', '/customers', '/pay-your-bill', '/unsubscribe/x', '/p/x', '/docs'],
  ];
  for (const path of [...pages, '/v1/client-config', '/v1/openapi.json', '/site.webmanifest', '/robots.txt']) {
    const { statusCode, headers, body } = await app.inject(path);
    expect([path, statusCode < 500, nobodys.exec(body)?.[0]]).toEqual([path, true, undefined]);
    expect([path, /\b(call|write to) us(?! at )/i.exec(body)?.[0]]).toEqual([path, undefined]);
    if (pages.includes(path)) expect([path, headers['x-robots-tag']]).toEqual([path, 'noindex']);
  }
  // In the place of each stands what is known: the site's own address, and no phone.
  expect((await app.inject('/dashboard')).body).toContain('<title>wags.example</title>');
  expect((await app.inject('/dashboard')).body).not.toMatch(/or call us|&quot;AR\b/);
  expect((await app.inject('/dashboard')).body).toContain('opening&quot;:&quot;1&quot;');
  expect((await app.inject('/p/x')).body).toContain('<p class="mark">wags.example</p>');
  expect((await app.inject('/v1/client-config')).json().supportPhone).toBe('');
  expect((await app.inject('/')).body).toContain('wags.example: Opening soon');
  // Every file that such a page names is there, and it names its icon: else a browser asks for /favicon.ico.
  for (const path of ['/', '/no-such-page', '/p/x', '/unsubscribe/x']) {
    const named = [...(await app.inject(path)).body.matchAll(/<link rel="(\w+)" href="([^"]+)"/g)];
    expect([path, named.map(([, what]) => what)]).toEqual([path, ['icon']]);
    for (const [, , url = ''] of named) expect([url, (await app.inject(url)).statusCode]).toEqual([url, 200]);
  }
  const letter = writtenOut(world, tryLetter('https://www.wags.example/settings'), {});
  for (const words of [letter.subject, letter.text, letter.html, letter.short]) {
    expect(words).not.toMatch(nobodys);
    expect(words).not.toMatch(/Call\b/);
  }
  expect(letter.short).toContain('wags.example: texts work.');
  // Who sets it up finds in the form what the business began with.
  const { accessToken, userId } = await buildEmployee(yardpack);
  const headers = { authorization: `Bearer ${accessToken}` };
  const form = await app.inject({ url: '/v1/settings', headers });
  expect(form.json().settings).toMatchObject({ businessName: 'Yardpack', serviceState: 'AR' });
  // A code app and a passkey keep for good the name under which they were made.
  for (const kind of ['code-app', 'passkey']) {
    const url = `/v1/users/${userId}/second-factors/begin`;
    const begun = await app.inject({ method: 'POST', url, headers, payload: { kind } });
    expect([kind, begun.statusCode, nobodys.exec(begun.body)?.[0]]).toEqual([kind, 200, undefined]);
    expect(begun.body).toContain('wags.example');
  }
  await app.close();
  await rm(site, { recursive: true });
});

test('before the business is set up only employees sign up, who bring a join code', async ({ yardpack }) => {
  const app = await createApp(await live(yardpack));
  const signUp = async (body: object) => {
    const answer = await app.inject({ method: 'POST', url: '/v1/sign-up', payload: body });
    const { errorCode, message } = answer.json();
    return [answer.statusCode, errorCode, message];
  };
  for (const type of ['PROFILE_TYPE_CUSTOMER', 'PROFILE_TYPE_WORKER']) {
    expect(await signUp(signUpBody(type, { birthdate: { year: 1990, month: 2, day: 28 } })), type).toEqual([
      ...[409, 'NOT_ALLOWED_NOW', 'We’re getting ready for our first customers. Please check back soon.'],
    ]);
  }
  const joinCode = await issueJoinCode(yardpack.world, null);
  expect((await signUp(signUpBody('PROFILE_TYPE_EMPLOYEE', { joinCode })))[0]).toBe(200);
  await app.close();
});
