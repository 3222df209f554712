import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Settings } from '#domain/settings.ts';
import { readConfig } from '../config.ts';
import { firstSettings, type SettingsBook, unchangedSettings } from '../settings-book.ts';
import { registerErrors } from './errors.ts';
import { registerSecurityHeaders } from './security-headers.ts';
import { registerSite } from './site.ts';
import { codeLast } from './site-documents.ts';

const page = (inside: string, head = '') =>
  `<!DOCTYPE html><html data-facts="%facts%"><head>${head}</head><body>${inside}<script>start(${inside.length})</script><script src="/assets/a-1.js"></script></body></html>`;
const listed = '<link rel="canonical" href="%publicUrl%/"/>';
const legal = (fact: string) =>
  `<article data-if="${fact}" class="a"><iframe src="%${fact}%"></iframe></article>` +
  `<article data-if="!${fact}">Our own text <p data-if="analyticsHost">Counted at %analyticsHost%</p></article>` +
  '<span data-if="supportHours">Call %supportHours%</span>';
const code = 'console.log("x");'.repeat(100);
const secret = 'outside of the site';

let folder: string;
let app: FastifyInstance;
let measured: FastifyInstance;

async function serve(
  settings: Record<string, string> = {},
  filesOrigin?: string,
  book?: Partial<SettingsBook>,
): Promise<FastifyInstance> {
  const server = Fastify();
  registerErrors(server);
  registerSecurityHeaders(server, 'https://yardpack.test', settings.HSTS_SUBDOMAINS === '1');
  const config = readConfig({ SUPPORT_PHONE: '8005550142', ...settings });
  await registerSite(server, join(folder, 'client'), {
    publicUrl: 'https://yardpack.test',
    config,
    settings: { ...unchangedSettings(config), ...book },
    files: { origin: filesOrigin },
  });
  return server;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-'));
  const site = join(folder, 'client');
  await mkdir(join(site, 'assets'), { recursive: true });
  for (const name of ['sign-up', 'forbidden', 'not-found', 'terms', 'privacy']) await mkdir(join(site, name));
  const business = '<script type="application/ld+json">%localBusiness%</script>';
  await Promise.all([
    writeFile(join(site, 'index.html'), page(`<a href="%supportPhoneUrl%">%supportPhone%</a>100%${business}`, listed)),
    writeFile(join(site, 'sign-up', 'index.html'), page('Sign up', listed.replace('/"', '/sign-up"'))),
    writeFile(
      join(site, 'forbidden', 'index.html'),
      page('<p data-if="rehearsal" class="a">Not real</p><b>%headerName%</b>Forbidden'),
    ),
    writeFile(join(site, 'not-found', 'index.html'), page('Page not found')),
    writeFile(join(site, 'terms', 'index.html'), page(legal('termsUrl'))),
    writeFile(join(site, 'privacy', 'index.html'), page(legal('privacyUrl'))),
    writeFile(join(site, '__spa-fallback.html'), page('Loading puppies...')),
    writeFile(
      join(site, 'routes.json'),
      JSON.stringify({
        '': [],
        'sign-up': ['/assets/sign-up.js'],
        'profiles/:profileId/addresses': ['/assets/addresses.js'],
      }),
    ),
    writeFile(join(site, 'assets', 'a-1.js'), code),
    writeFile(join(site, 'service-worker.js'), code),
    writeFile(join(site, 'service-worker.js.gz'), gzipSync(code)),
    writeFile(join(site, 'assets', 'a-1.js.gz'), gzipSync(code)),
    writeFile(join(folder, 'secret.txt'), secret),
    cp(fileURLToPath(new URL('../../../public', import.meta.url)), site, { recursive: true }),
  ]);
  app = await serve();
  measured = await serve({
    TERMS_URL: 'https://legal.test/terms/1',
    ANALYTICS_URL: 'https://count.test/script.js?a=1&b=2',
    CONTACT_EMAIL: "o'hara@yardpack.test",
    SUPPORT_HOURS: '8 to 6 & Saturdays',
    KEEPERS: 'Ada=https://pictures.test/ada.jpg?size=1, Grace',
  });
});

afterAll(async () => {
  await app.close();
  await measured.close();
  await rm(folder, { recursive: true });
});

function directive(policy: unknown, name: string): string[] {
  const found = String(policy)
    .split('; ')
    .find((one) => one.startsWith(`${name} `));
  return found?.split(' ').slice(1) ?? [];
}

test('the document of a page names the files of that page, and of no other', async () => {
  const { body } = await app.inject('/profiles/1/addresses');
  expect(body).toContain('<link rel="modulepreload" fetchpriority="low" href="/assets/addresses.js"/>');
  expect(body).not.toContain('sign-up.js');
  expect((await app.inject('/profiles/2/addresses')).body).toBe(body);
});

test('a public page may load nothing of Stripe, the app page may', async () => {
  const home = (await app.inject('/')).headers['content-security-policy'];
  const addresses = (await app.inject('/profiles/1/addresses')).headers['content-security-policy'];
  expect(String(home)).not.toContain('stripe');
  expect(directive(addresses, 'script-src')).toContain('https://js.stripe.com');
  expect(directive(addresses, 'frame-src')).toContain('https://hooks.stripe.com');
});

test('browsers are told where to report what a page’s policy keeps out', async () => {
  for (const path of ['/', '/profiles/1/addresses', '/nowhere']) {
    const policy = (await app.inject(path)).headers['content-security-policy'];
    expect(directive(policy, 'report-uri'), path).toEqual(['/csp-reports']);
  }
});

test('inline scripts are allowed by hash only, each page its own', async () => {
  const home = directive((await app.inject('/')).headers['content-security-policy'], 'script-src');
  const signUp = directive((await app.inject('/sign-up')).headers['content-security-policy'], 'script-src');
  expect(home).toEqual(["'self'", expect.stringMatching(/^'sha256-.{44}'$/)]);
  expect(signUp).toHaveLength(2);
  expect(signUp).not.toEqual(home);
});

test('every answer says how browsers are to treat it, a refused one too', async () => {
  for (const path of ['/', '/v1/nothing-here']) {
    expect((await app.inject(path)).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    });
  }
});

test('names below the site are asked for https only where a setting says so', async () => {
  const whole = await serve({ HSTS_SUBDOMAINS: '1' });
  const { headers } = await whole.inject('/');
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  await whole.close();
});

test.each(['/', '/sign-up', '/no-such-page', '/profiles/1/addresses', '/robots.txt', '/sitemap.xml', '/assets/a-1.js'])(
  '%s says in which letters it is written',
  async (path) => {
    expect((await app.inject(path)).headers['content-type']).toMatch(/^(text|application)\/[\w+-]+; charset=utf-8$/);
  },
);

test('a picture that is text says so as well', async () => {
  expect((await app.inject('/favicon.svg')).headers['content-type']).toBe('image/svg+xml; charset=utf-8');
});

test('pages cannot be framed', async () => {
  const home = (await app.inject('/')).headers['content-security-policy'];
  expect(directive(home, 'frame-ancestors')).toEqual(["'none'"]);
});

test('a page has the business’s own document or hours where they are set, and otherwise nothing of them', async () => {
  const own = await app.inject('/terms');
  expect(own.body).toContain('Our own text');
  expect(own.body).not.toContain('iframe');
  expect(own.body).not.toContain('Call ');
  expect(own.body).not.toContain('Counted');
  const { body } = await measured.inject('/terms');
  expect(body).not.toContain('Our own text');
  expect(body).toContain('<iframe src="https://legal.test/terms/1">');
  expect(body).toContain('Call 8 to 6 &amp; Saturdays');
  const privacy = await measured.inject('/privacy');
  expect(privacy.body).toContain('Our own text <p data-if="analyticsHost">Counted at count.test</p>');
});

test('keepers’ pictures may be shown from where they lie', async () => {
  const policy = (await measured.inject('/')).headers['content-security-policy'];
  expect(directive(policy, 'img-src')).toContain('https://pictures.test');
});

test('a legal document elsewhere may be embedded, and nothing else from there', async () => {
  const policy = (await measured.inject('/')).headers['content-security-policy'];
  expect(directive(policy, 'frame-src')).toEqual(["'self'", 'https://legal.test']);
  expect(directive(policy, 'script-src')).not.toContain('https://legal.test');
});

test('facts are written into the documents, escaped', async () => {
  const { body } = await measured.inject('/');
  const facts = /data-facts="([^"]*)"/.exec(body)?.[1] ?? '';
  const read = JSON.parse(facts.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'));
  expect(read).toMatchObject({
    documentKind: 'public',
    contactEmail: "o'hara@yardpack.test",
    publicUrl: 'https://yardpack.test',
  });
  expect(body).toContain('<a href="tel:8005550142">(800) 555-0142</a>100%');
  expect((await app.inject('/profiles/1/addresses')).body).toContain('&quot;documentKind&quot;:&quot;app&quot;');
});

test('the documents say what the office has set since, and have another tag', async ({ onTestFinished }) => {
  const first = unchangedSettings(readConfig({})).now();
  let now = first;
  const site = await serve({}, undefined, { now: () => now });
  onTestFinished(() => site.close());
  const before = await site.inject('/');
  expect(before.body).toContain('(800) 555-0142</a>');
  now = { ...first, supportPhone: '(479) 555-0100', businessName: 'Scoop "Best" & Sons', shortName: 'Scoop "Best"' };
  now = {
    ...now,
    serviceState: 'MO',
    accentColor: '#ffd1dc',
    logo: 'f'.repeat(64),
    serviceRegion: 'the Ozarks',
    serviceCities: 'Joplin: 64801\nO’Fallon: 63366',
  };
  const after = await site.inject({ url: '/', headers: { 'if-none-match': String(before.headers.etag) } });
  expect(after.statusCode).toBe(200);
  expect(after.body).toContain('(479) 555-0100</a>');
  expect(after.body).toContain('"name":"Scoop \\"Best\\" & Sons"');
  expect(after.body).toContain('<html data-time-zone="America/Chicago" style="--marigold:#ffd1dc" data-facts=');
  expect(after.body).toContain('{"@type":"City","name":"Joplin, MO"}');
  const logo = `/logos/${now.logo}.png`;
  expect(after.body).toContain(`"logo":"https://yardpack.test${logo}"`);
  expect(after.body).toContain(`&quot;touchIcon&quot;:&quot;${logo}&quot;`);
  const manifest = await site.inject('/site.webmanifest');
  expect(manifest.json().icons).toMatchObject([{ src: logo }]);
  expect(manifest.headers['content-type']).toContain('application/manifest+json');
  expect(manifest.json()).toMatchObject({ name: 'Scoop "Best" & Sons', short_name: 'Scoop "Best"' });
});

test('search engines are told about the business', async () => {
  const { body } = await app.inject('/');
  const json = /ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? '';
  expect(JSON.parse(json)).toMatchObject({
    '@type': 'LocalBusiness',
    url: 'https://yardpack.test/',
    telephone: '(800) 555-0142',
    areaServed: expect.arrayContaining([{ '@type': 'City', name: 'Bentonville, AR' }]),
  });
});

test.each([
  ['/', true],
  ['/sign-up', true],
  // Google's calendar reads a feed as its search engine reads a page: what is forbidden it does not fetch.
  ['/v1/calendar-feeds/abc.ics', true],
  ['/v1/customers', false],
  ['/sandbox', false],
])('robots.txt lets programs read %s: %s', async (path, isAllowed) => {
  const text = await readFile(new URL('../../../public/robots.txt', import.meta.url), 'utf8');
  const rules = [...text.matchAll(/^(Allow|Disallow): (\S+)$/gm)].map(([, kind, prefix = '']) => ({ kind, prefix }));
  // RFC 9309: the longest rule that fits counts.
  const [rule] = rules
    .filter(({ prefix }) => path.startsWith(prefix))
    .toSorted((one, other) => other.prefix.length - one.prefix.length);
  expect(rule?.kind === 'Allow').toBe(isAllowed);
});

test('a rehearsal says so on its pages, and a long name is whole in the header', async () => {
  const bookOf = (settings: Partial<Settings>) => {
    const office = { ...firstSettings(readConfig({})), ...settings };
    return { now: () => office };
  };
  const businessName = 'Müller & Søn Pet Care';
  const rehearsal = await serve({ REHEARSAL: '1' }, undefined, bookOf({ businessName }));
  const named = await serve({}, undefined, bookOf({ businessName, shortName: 'M & S' }));
  const whole = (await rehearsal.inject('/forbidden')).body;
  expect(whole).toContain('<p data-if="rehearsal" class="a">Not real</p><b>Müller &amp; Søn Pet Care</b>');
  const short = (await named.inject('/forbidden')).body;
  expect(short).not.toContain('Not real');
  expect(short).toContain('<b>M &amp; S</b>');
  await Promise.all([rehearsal.close(), named.close()]);
});

test('robots.txt and the sitemap carry the public address; the sitemap has what has a canonical address', async () => {
  expect((await app.inject('/robots.txt')).body).toContain('Sitemap: https://yardpack.test/sitemap.xml');
  const sitemap = await app.inject('/sitemap.xml');
  expect(sitemap.headers['content-type']).toContain('application/xml');
  expect([...sitemap.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)).toEqual([
    'https://yardpack.test/',
    'https://yardpack.test/sign-up',
  ]);
});

test('before the business is set up, visitors and search engines find nothing of it but a notice; staff find their pages', async () => {
  const opening = { isOpen: false };
  const businessName = 'Müller & Søn Pet Care';
  const server = await serve({ BUSINESS_NAME: businessName }, undefined, { isOpen: () => opening.isOpen });
  for (const path of ['/', '/sign-up']) {
    const { statusCode, headers, body } = await server.inject(path);
    expect([statusCode, headers['x-robots-tag']]).toEqual([200, 'noindex']);
    expect(body).toContain('<meta name="robots" content="noindex">');
    expect(body).toContain('Müller &amp; Søn Pet Care: Opening soon');
    expect(body).not.toMatch(/Bentonville|555-0142|Yardpack/);
    expect(headers['content-security-policy']).toContain("default-src 'self'");
  }
  for (const path of ['/about', '/index.html', '/sitemap.xml']) {
    const { statusCode, headers, body } = await server.inject(path);
    expect([path, statusCode, headers['x-robots-tag']]).toEqual([path, 404, 'noindex']);
    expect(body).toContain('Opening soon');
    expect(body).not.toMatch(/Bentonville|555-0142|Yardpack/);
  }
  const manifest = await server.inject('/site.webmanifest');
  expect(manifest.headers['x-robots-tag']).toBe('noindex');
  expect(manifest.json()).toMatchObject({ name: 'Müller & Søn Pet Care: Opening soon', short_name: 'Opening soon' });
  expect(manifest.body).not.toMatch(/Arkansas|Yardpack/);
  expect((await server.inject('/profiles/1/addresses')).body).toContain('Loading puppies');
  expect((await server.inject('/robots.txt')).body).not.toContain('Sitemap');
  opening.isOpen = true;
  const { headers, body } = await server.inject('/');
  expect(headers['x-robots-tag']).toBeUndefined();
  expect(body).toContain('(800) 555-0142');
  expect((await server.inject('/sitemap.xml')).statusCode).toBe(200);
  expect((await server.inject('/site.webmanifest')).json().name).toBe('Müller & Søn Pet Care');
  await server.close();
});

test('the measuring script is on listed pages only, and only when it is configured', async () => {
  const script = '<script async src="https://count.test/script.js?a=1&amp;b=2"></script></head>';
  const home = await measured.inject('/');
  expect(home.body).toContain(script);
  expect(directive(home.headers['content-security-policy'], 'script-src')).toContain('https://count.test');
  expect(directive(home.headers['content-security-policy'], 'connect-src')).toEqual(["'self'", 'https://count.test']);
  for (const path of ['/forbidden', '/profiles/1/addresses']) {
    const { body, headers } = await measured.inject(path);
    expect(body).not.toContain('count.test/script');
    expect(String(headers['content-security-policy'])).not.toContain('count.test');
  }
  expect((await app.inject('/')).body).not.toContain('async');
});

test('signed-in pages may bring photos to the file store and show them; public pages may not', async () => {
  const bucket = 'https://photos.s3.us-east-1.amazonaws.com';
  const server = await serve({}, bucket);
  const policyOf = async (path: string) => String((await server.inject(path)).headers['content-security-policy']);
  const signedIn = await policyOf('/profiles/1/addresses');
  expect(directive(signedIn, 'connect-src')).toContain(bucket);
  expect(directive(signedIn, 'img-src')).toEqual(expect.arrayContaining([bucket, 'blob:']));
  const home = await policyOf('/');
  expect(home).not.toContain(bucket);
  expect(directive(home, 'img-src')).not.toContain('blob:');
  await server.close();
});

test.each(['/v1/nothing', '/webhooks/x', '/sandbox', '/assets/gone-2.js', '/files/1'])(
  '%s is a 404 for programs',
  async (path) => {
    const { statusCode, headers } = await app.inject(path);
    expect(statusCode).toBe(404);
    expect(headers['content-type']).toContain('application/json');
  },
);

test.each(['/no-such-page', '/profiles/1', '/favicon.ico', '//evil.test/x', '/not-found'])(
  '%s is a 404 that shows a page',
  async (path) => {
    const { statusCode, headers, body } = await app.inject(path);
    expect(statusCode).toBe(404);
    expect(headers['x-robots-tag']).toBe('noindex');
    expect(body).toContain('Page not found');
  },
);

test.each(['/profiles/1/addresses', '/profiles/1/addresses/', '/sign-up/', '/sign-up?a=1'])(
  '%s is a page',
  async (path) => {
    expect((await app.inject(path)).statusCode).toBe(200);
  },
);

test.each([
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/assets/../../secret.txt',
  '/assets/%2e%2e/%2e%2e/secret.txt',
  '/assets/..\\..\\secret.txt',
  '/__spa-fallback.html',
  '/routes.json',
])('%s shows nothing that is not of the site', async (path) => {
  const { statusCode, body } = await app.inject(path);
  expect(statusCode).toBe(404);
  expect(body).not.toContain(secret);
});

test('documents come packed as the browser likes it', async () => {
  const plain = await app.inject('/');
  const brotli = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } });
  const gzip = await app.inject({ url: '/', headers: { 'accept-encoding': 'br;q=0, gzip' } });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(brotli.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
  expect(plain.headers.vary).toContain('accept-encoding');
});

test('an unchanged document is not sent again', async () => {
  const { headers } = await app.inject('/');
  const again = await app.inject({ url: '/', headers: { 'if-none-match': String(headers.etag) } });
  expect(again.statusCode).toBe(304);
  expect(again.body).toBe('');
  expect(again.headers['content-security-policy']).toBe(headers['content-security-policy']);
});

test('hashed assets are kept for good and come packed; other files for an hour', async () => {
  const asset = await app.inject({ url: '/assets/a-1.js', headers: { 'accept-encoding': 'gzip' } });
  expect(asset.headers).toMatchObject({
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringContaining('javascript'),
  });
  expect(gunzipSync(asset.rawPayload).toString()).toBe(code);
  expect((await app.inject('/assets/a-1.js')).body).toBe(code);
  expect((await app.inject('/favicon.svg')).headers['cache-control']).toBe('public, max-age=3600');
  // A cached one would hide a new release for an hour.
  for (const encoding of ['gzip', 'identity']) {
    const worker = await app.inject({ url: '/service-worker.js', headers: { 'accept-encoding': encoding } });
    expect(worker.headers).toMatchObject({
      'content-type': expect.stringMatching(/javascript/),
      'cache-control': 'no-cache',
    });
  }
  expect((await app.inject('/assets/a-1.js.gz')).statusCode).toBe(404);
});

test('a document names its code last, behind its text and the calls of the head start', () => {
  const link = '<link rel="modulepreload" href="/assets/a-1.js"/>';
  const start = '<script type="module" async="">import "/assets/a-1.js"</script>';
  expect(codeLast(`<head>${link}<title>Home</title></head><body><p>Text</p>${start}</body>`)).toBe(
    `<head><title>Home</title></head><body><p>Text</p>${start}${link.replace('"modulepreload"', '"modulepreload" fetchpriority="low"')}</body>`,
  );
});

test('the logo is shown in a mail, wherever that is read; nothing else of the site may be used by other sites', async () => {
  const policy = async (path: string) => (await app.inject(path)).headers['cross-origin-resource-policy'];
  expect([await policy('/icon-192.png'), await policy('/icon-512.png')]).toEqual(['cross-origin', 'same-origin']);
});
