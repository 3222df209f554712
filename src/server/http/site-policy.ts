import { createHash } from 'node:crypto';
import { policyReports } from './policy-reports.ts';

/** What Stripe's scripts need: https://docs.stripe.com/security/guide#content-security-policy */
const paymentSources = {
  scripts: ['https://*.js.stripe.com', 'https://js.stripe.com', 'https://connect-js.stripe.com'],
  frames: [
    'https://*.js.stripe.com',
    'https://js.stripe.com',
    'https://hooks.stripe.com',
    'https://connect-js.stripe.com',
  ],
  connections: ['https://api.stripe.com'],
  images: ['https://*.stripe.com'],
};

type PagePolicy = {
  /** The page. The policy allows its inline scripts by their hashes. */
  html: string;
  loadsPayments: boolean;
  /** For a page with photos; `origin` when they are uploaded to and fetched from another server. */
  photos: { readonly origin: string | undefined } | undefined;
  /** Addresses of documents that the page embeds, absolute or paths of our own. */
  frameUrls: readonly string[];
  /** Addresses of pictures that the page shows, absolute or paths of our own. */
  pictureUrls: readonly string[];
  /** The analytics script, when the page has it. */
  analyticsUrl?: string;
};

/** @returns the Content-Security-Policy of one page of the site */
export function pagePolicy({ html, loadsPayments, photos, frameUrls, pictureUrls, analyticsUrl }: PagePolicy): string {
  const payments = loadsPayments ? paymentSources : { scripts: [], frames: [], connections: [], images: [] };
  const analytics = originsOf(analyticsUrl ? [analyticsUrl] : []);
  const files = originsOf(photos?.origin ? [photos.origin] : []);
  // A page shows a photo before it sends it.
  const ownPhotos = photos ? ['blob:'] : [];
  return toHeader({
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scriptHashes(html), ...analytics, ...payments.scripts],
    // React Aria and Stripe's scripts set style attributes.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', ...originsOf(pictureUrls), ...ownPhotos, ...analytics, ...payments.images, ...files],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...analytics, ...payments.connections, ...files],
    'frame-src': ["'self'", ...originsOf(frameUrls), ...payments.frames],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    // Every browser takes it, also without https; with a report-to beside it Chrome would not.
    'report-uri': [policyReports.path],
  });
}

function toHeader(directives: Record<string, readonly string[]>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** @returns the origins of absolute addresses; 'self' covers our own paths */
function originsOf(urls: readonly string[]): string[] {
  return [...new Set(urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin))];
}

function scriptHashes(html: string): string[] {
  // A script element that holds JSON is data, and needs no permission.
  const inline = html.matchAll(/<script(?![^>]*\s(?:src|type="application\/[^"]*json")=?)[^>]*>([\s\S]*?)<\/script>/g);
  return [...new Set([...inline].map(([, script = '']) => script))].map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}
