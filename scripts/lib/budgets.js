import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { filesOfRoute, readSite } from './site-files.js';

/**
 * How much the first open of a page may fetch before it can be drawn, in kB (1,000 bytes) as the server sends it: the
 * document, the scripts that the page imports, and what the document preloads. The answers of calls come on top.
 * A budget is what the page weighed, one kB more, rounded up: a few words more are no failure, a library is.
 */
const usual = 191;
const budgets = {
  'landing/landing-route': 132,
  'inquiries/inquiry-page': 144,
  'itineraries/itinerary-page': 184,
  'dashboard/dashboard-page': 176,
  // Pages that begin with a form, or with a list to choose from.
  'engagements/new/new-engagement-page': 280,
  'products/new-product-page': 256,
  'addresses/new-address-page': 195,
  'reports/reports-page': 195,
  'calendar/calendar-page': 241,
  'changes/changes-page': 193,
  'team/team-page': 230,
  'coupons/new-coupon-page': 218,
  'customers/customer-page': 199,
  'correspondence/messages-page': 197,
  'correspondence/inbound-page': 197,
  'accounts/set-new-password-page': 202,
  'engagements/page/engagement-page': 201,
  'money/money-page': 192,
};

/**
 * @param {string} client the folder of the built site, with its packed files
 * @returns {{ page: string, kilobytes: number, budget: number }[]} every page, the heaviest first
 */
export function weighPages(client) {
  const { routes } = readSite(client, '__spa-fallback.html');
  const parents = new Set(Object.values(routes).map(({ parentId }) => parentId));
  return Object.keys(routes)
    .filter((id) => !parents.has(id))
    .map((page) => ({ page, kilobytes: weigh(client, routes, page) / 1000, budget: budgets[page] ?? usual }))
    .sort((a, b) => b.kilobytes - a.kilobytes);
}

/** @returns {string[]} a line for each page that is over its budget */
export function overBudget(client) {
  return weighPages(client)
    .filter(({ kilobytes, budget }) => kilobytes > budget)
    .map(({ page, kilobytes, budget }) => {
      return `${page}: its first open is ${kilobytes.toFixed(1)} kB, the budget ${budget} kB (scripts/lib/budgets.js)`;
    });
}

function weigh(client, routes, page) {
  const own = join(routes[page].path ?? '', 'index.html');
  const isPrerendered = routes[page].index || (routes[page].path && existsSync(join(client, own)));
  const { html, manifestPath } = readSite(client, isPrerendered ? own : '__spa-fallback.html');
  const preloaded = [...html.matchAll(/<link rel="(?:module)?preload" href="([^"]+)"/g)].map(([, path]) => path);
  const found = new Set([manifestPath, ...preloaded, ...filesOfRoute(routes, page)]);
  // The set grows during this loop, so it also visits the imports of imports.
  for (const path of found) {
    if (path === manifestPath || !path.endsWith('.js')) continue;
    const script = readFileSync(join(client, path), 'utf8');
    for (const [, name] of script.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
      found.add(`/assets/${name}`);
  }
  // The server names the files of a page in its document.
  const links = isPrerendered
    ? []
    : filesOfRoute(routes, page).map((path) => `<link rel="modulepreload" href="${path}"/>`);
  return [...found].reduce((sum, path) => sum + sizeOf(join(client, path)), packed(html + links.join('')));
}

const sizeOf = (file) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
/** As the server packs documents. */
const packed = (html) => brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length;
