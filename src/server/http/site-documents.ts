import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { conditionAttribute, type DocumentFacts } from '#contract/document-facts.ts';
import { escapeHtml } from '#domain/escape-html.ts';
import { dialLink, moneyLabel, phoneLabel } from '#domain/labels.ts';
import { areaOf, cityNames } from '#domain/service-cities.ts';
import { logoPath, type Settings, shownOfBusiness } from '#domain/settings.ts';
import { stateName } from '#domain/us-states.ts';
import type { Config } from '../config.ts';
import { localBusinessJson } from './local-business.ts';
import { noticePage, rehearsalBanner } from './notice-page.ts';
import { pagePolicy } from './site-policy.ts';

/** A document as it is sent. */
export type SiteDocument = {
  type: string;
  body: (encoding: Encoding) => Promise<Buffer>;
  etag: string;
  policy?: string;
  isIndexed: boolean;
};

export type Encoding = 'br' | 'gzip' | 'identity';

export type SiteDocuments = {
  /** By the path of the request. */
  byPath: Map<string, SiteDocument>;
  /** For every page that has no document of its own, by the list of its files, which it names: they load while it starts. */
  app: (files: readonly string[]) => SiteDocument;
  /** For every other path. */
  notFound: SiteDocument;
  /** In the place of what search engines find, before the business is set up. */
  openingSoon: SiteDocument;
  /** The web manifest until then. */
  openingManifest: SiteDocument;
};

/** What the documents say about the running business. */
export type SiteSettings = {
  publicUrl: string;
  config: Config;
  /** What the office has set. */
  office: Settings;
  /** Whether visitors see the business yet. */
  isOpen: boolean;
  /** Where the browser uploads and fetches files, when that is another server. */
  files: { readonly origin: string | undefined };
};

const fallback = '__spa-fallback.html';
const notFoundPath = '/not-found';

const manifestFile = 'site.webmanifest';
/** What the server fills in, and so does not send as it was built. */
export const documentFiles = ['**/*.html', 'robots.txt', manifestFile];
export const manifestPath = `/${manifestFile}`;

/**
 * Reads the built documents.
 * @param folder where the site was built to
 * @returns what fills in what the build did not know
 * @throws Error when no site is there
 */
export async function loadDocuments(folder: string): Promise<(settings: SiteSettings) => SiteDocuments> {
  const built = new Map<string, string>();
  for await (const name of glob(documentFiles, { cwd: folder })) {
    built.set(name.replaceAll('\\', '/'), await readFile(join(folder, name), 'utf8'));
  }
  return (settings) => {
    const byPath = new Map<string, SiteDocument>();
    for (const [file, text] of built) byPath.set(pathOf(file), toDocument(file, text, settings));
    const [app, notFound] = [built.get(fallback), byPath.get(notFoundPath)];
    if (!app || !notFound) throw new Error(`${folder} holds no built site`);
    const ofPage = new Map<readonly string[], SiteDocument>();
    const indexed = [...byPath].flatMap(([path, { isIndexed }]) => (isIndexed ? [path] : []));
    for (const path of [pathOf(fallback), notFoundPath]) byPath.delete(path);
    byPath.set('/sitemap.xml', toSend(sitemap(indexed.sort(), settings.publicUrl), 'application/xml'));
    return {
      byPath,
      app: (files) => {
        const made = ofPage.get(files) ?? toDocument(fallback, withFiles(app, files), settings);
        ofPage.set(files, made);
        return made;
      },
      notFound,
      openingSoon: openingSoon(settings),
      openingManifest: openingManifest(built.get(manifestFile) ?? '{}', settings),
    };
  };
}

/**
 * The browser would ask for them only when the app's start has run, one import after the other. The marks are for the
 * service worker, which keeps one document for all pages.
 */
const withFiles = (html: string, files: readonly string[]): string => {
  const links = files.map((file) => `<link ${late} href="${file}"/>`).join('');
  return html.replace('</body>', () => `<!--page-->${links}<!--/page--></body>`);
};

const late = 'rel="modulepreload" fetchpriority="low"';

/** Lets a document's text, and the calls of the head start, come before its code: a slow line would share itself among them. */
export function codeLast(html: string): string {
  const early = /<link rel="modulepreload" (href="[^"]*"\/>)/g;
  const links = [...html.matchAll(early)].map(([, rest]) => `<link ${late} ${rest}`);
  return html.replace(early, '').replace('</body>', () => `${links.join('')}</body>`);
}

function pathOf(file: string): string {
  return `/${file}`.replace(/\/index\.html$/, '') || '/';
}

function toDocument(file: string, built: string, settings: SiteSettings): SiteDocument {
  const { config, office, files } = settings;
  const facts = documentFacts(file === fallback ? 'app' : 'public', settings);
  if (file === manifestFile) {
    const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
    const named: Record<string, string> = facts;
    const manifest = built.replaceAll(/%(\w+)%/g, (found, name) => inJson(named[name] ?? found));
    const icons = [{ src: facts.logo, sizes: '192x192', type: 'image/png' }];
    return toSend(office.logo ? JSON.stringify({ ...JSON.parse(manifest), icons }) : manifest, manifestType);
  }
  const filled = fill(built, facts, office);
  // Before the business is set up there is no sitemap.
  if (!file.endsWith('.html'))
    return toSend(settings.isOpen ? filled : filled.replace(/^Sitemap:.*/m, ''), 'text/plain');

  // Style sheets are built files; the one value that differs goes over theirs.
  const styled = filled.replace(
    '<html ',
    () => `<html data-time-zone="${office.timeZone}" style="--marigold:${office.accentColor}" `,
  );
  const page = codeLast(styled);
  const isIndexed = /<link[^>]*rel="canonical"/.test(filled);
  // Analytics runs only on pages whose addresses hold nothing private.
  const analyticsUrl = isIndexed ? config.ANALYTICS_URL : undefined;
  const html = analyticsUrl
    ? page.replace('</head>', () => `<script async src="${escapeHtml(analyticsUrl)}"></script></head>`)
    : page;
  const policy = pagePolicy({
    html,
    loadsPayments: facts.documentKind === 'app',
    photos: facts.documentKind === 'app' ? files : undefined,
    frameUrls: [facts.termsUrl, facts.privacyUrl, facts.disclaimerUrl],
    pictureUrls: config.KEEPERS.flatMap(({ pictureUrl }) => pictureUrl ?? []),
    analyticsUrl,
  });
  return { ...toSend(html, 'text/html'), policy, isIndexed };
}

function documentFacts(
  documentKind: DocumentFacts['documentKind'],
  { publicUrl, config, office, isOpen }: SiteSettings,
): DocumentFacts {
  const area = areaOf(office);
  return {
    publicUrl,
    legalName: office.legalName,
    ...shownOfBusiness(office, area),
    headerName: office.shortName || office.businessName,
    touchIcon: office.logo ? logoPath(office.logo) : '/apple-touch-icon.png',
    serviceRegion: area.region,
    serviceState: stateName(area.state),
    serviceCities: cityNames(area),
    documentKind,
    supportPhone: phoneLabel(office.supportPhone),
    supportPhoneUrl: office.supportPhone && dialLink(office.supportPhone),
    contactEmail: office.contactEmail,
    billingPortalUrl: office.billingPortalUrl,
    termsUrl: office.termsUrl,
    privacyUrl: office.privacyUrl,
    disclaimerUrl: office.disclaimerUrl,
    analyticsHost: config.ANALYTICS_URL ? new URL(config.ANALYTICS_URL).host : '',
    supportHours: office.supportHours,
    rainPolicy: office.rainPolicy,
    wasteDisposal: office.wasteDisposal,
    lockedGateFee: office.lockedGateFee > 0 ? moneyLabel(office.lockedGateFee) : '',
    rehearsal: config.REHEARSAL ? '1' : '',
    opening: isOpen ? '' : '1',
  };
}

const conditional = new RegExp(`(<(\\w+) ${conditionAttribute}="(!?)(\\w+)"[^>]*>)(.*?)(</\\2>)`, 'gs');

/** React's own mark between two texts: without it they would merge, and hydration would find another document. */
const textEnd = '<!-- -->';

/** Removes the elements whose condition does not hold, and fills in the facts (src/contract/document-facts.ts). */
function fill(text: string, facts: DocumentFacts, office: Settings): string {
  const social = [office.facebookUrl, office.instagramUrl, office.reviewsUrl].filter((url) => url !== '');
  const values = new Map([
    ...Object.entries(facts).map(([name, value]): [string, string] => [name, escapeHtml(value)]),
    ['facts', escapeHtml(JSON.stringify(facts))],
    ['localBusiness', localBusinessJson(facts, areaOf(office), social)],
  ]);
  const keep = (part: string): string =>
    part.replace(conditional, (_, open, _tag, not, name, inside, close) =>
      Boolean(values.get(name)) === (not === '') ? open + keep(inside) + close : textEnd,
    );
  return keep(text).replace(/%(\w+)%/g, (found, name) => values.get(name) ?? found);
}

function sitemap(paths: readonly string[], publicUrl: string): string {
  const urls = paths.map((path) => `  <url><loc>${escapeHtml(publicUrl + path)}</loc></url>`);
  const open = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">';
  return `${open}\n${urls.join('\n')}\n</urlset>\n`;
}

const manifestType = 'application/manifest+json';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

const packers: Record<Encoding, (text: Buffer) => Promise<Buffer>> = {
  // Quality 9 of 11, because somebody waits for it: the last two steps save 3 % and take ten times as long.
  br: (text) => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (text) => deflate(text, { level: 9 }),
  identity: async (text) => text,
};

/** What the notice and the web manifest are called before the business is set up: of it they say what it is called only. */
const openingTitle = ({ office: { businessName } }: SiteSettings) => `${businessName}: Opening soon`;

function openingSoon(settings: SiteSettings): SiteDocument {
  const html = noticePage({
    ...{ title: 'Opening soon', heading: escapeHtml(openingTitle(settings)) },
    icon: shownOfBusiness(settings.office, areaOf(settings.office)).logo,
    body: `<p>We’re getting ready for our first customers. Please check back soon.</p><p><a href="/dashboard">Sign in</a></p>${rehearsalBanner(settings.config)}`,
  });
  const policy = pagePolicy({ html, loadsPayments: false, photos: undefined, frameUrls: [], pictureUrls: [] });
  return { ...toSend(html, 'text/html'), policy };
}

function openingManifest(built: string, settings: SiteSettings): SiteDocument {
  const named = { name: openingTitle(settings), short_name: 'Opening soon', description: undefined };
  return toSend(JSON.stringify({ ...JSON.parse(built), ...named }), manifestType);
}

/** Packs a document when it is first asked for: all of them in both ways would take a quarter of a start. */
function toSend(text: string, type: string): SiteDocument {
  const identity = Buffer.from(text);
  const packed: Partial<Record<Encoding, Promise<Buffer>>> = {};
  return {
    type: `${type}; charset=utf-8`,
    body: (encoding) => (packed[encoding] ??= packers[encoding](identity)),
    etag: `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    isIndexed: false,
  };
}
