// Keeps one whole release of the app, so that a worker's page opens without a network. It keeps only code: calls to the
// server, photos and everything private pass through.
declare const self: ServiceWorkerGlobalScope;

/** The build writes this in: the files that a worker's itinerary needs, and the paths of public pages. */
declare const RELEASE: { id: string; assets: string[]; entry: string; publicPaths: string[] };
const release = RELEASE;

const cachePrefix = 'release-';
const cacheName = cachePrefix + release.id;
/** All paths for signed-in people share one document but for the list of their files, so any of them will do. */
const appDocument = '/dashboard';
/** Where a page leads that is not kept; the app then says so. */
const withoutNetwork = `${appDocument}#no-connection`;
/** The pages whose code is kept. */
const keptPages = /^\/(dashboard|worker\/[^/]+\/itinerary)\/?$/;
/** A line that is slower than this is a poor one: what is kept opens sooner, and is as new as the last visit. */
const patienceMs = 200;

/** What every page shows as the logo: the product's own, or the business's, whose address names its content. */
const isLogo = /^\/(favicon\.svg|logos\/\w+\.png)$/;

/** Calls and files, which are no pages of the app. */
const notPages = /^\/(v1|webhooks|sandbox|assets|files|docs)(\/|$)|\.\w+$/;

self.addEventListener('install', (event) => {
  event.waitUntil(install());
});

/** Keeps the whole release or nothing: when one file is missing, the release before stays. */
async function install(): Promise<void> {
  const isNew = !(await caches.has(cacheName));
  try {
    const cache = await caches.open(cacheName);
    const [document] = await Promise.all([fetch(appDocument, { cache: 'no-cache' }), cache.addAll(release.assets)]);
    await keepDocument(document, true);
  } catch (error) {
    if (isNew) await caches.delete(cacheName);
    throw error;
  }
  await self.skipWaiting();
}

self.addEventListener('activate', (event) => {
  event.waitUntil(activate());
});

/** Keeps the release before too, because open pages may still ask for its files. Older ones go. */
async function activate(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(cachePrefix) && name !== cacheName);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (pathname.startsWith('/assets/') || isLogo.test(pathname)) event.respondWith(answerAsset(request));
  else if (request.mode === 'navigate' && !notPages.test(pathname)) event.respondWith(answerPage(request, pathname));
});

async function answerAsset(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? (await fetch(request));
}

/** Answers from the network when that is quick, otherwise with the app that is kept here. */
async function answerPage(request: Request, pathname: string): Promise<Response> {
  const isPublic = release.publicPaths.includes(pathname.replace(/(.)\/$/, '$1'));
  const asking = fetch(request);
  if (isPublic) {
    // Without a network, a visit to the site's name leads to the app that is kept here.
    return pathname === '/' ? await asking.catch(() => Response.redirect(appDocument)) : await asking;
  }
  let isLost = false;
  const noteLoss = () => {
    isLost = true;
    return undefined;
  };
  const answer = await Promise.race([asking.catch(noteLoss), pause(patienceMs)]);
  if (answer && answer.status < 500) {
    if (answer.ok) void keepDocument(answer.clone(), false).catch(() => undefined);
    return answer;
  }
  const kept = await caches.open(cacheName).then((cache) => cache.match(appDocument));
  if (!kept) return answer ?? (await asking);
  // Without a network the code of other pages is missing, for which the router would load them anew without an end.
  return isLost && !keptPages.test(pathname) ? Response.redirect(withoutNetwork) : kept;
}

/**
 * Keeps the app's document with its headers, because their security policy names the scripts inside it. A document of
 * another release is not kept: without a network its files would be missing.
 * @throws Error when a document is required and it is another release's
 */
async function keepDocument(response: Response, isRequired: boolean): Promise<void> {
  const text = await response.text();
  if (response.ok && !response.redirected && text.includes(release.entry)) {
    const ofAnyPage = text.replace(/<!--page-->.*<!--\/page-->/s, '');
    const cache = await caches.open(cacheName);
    const [logo] = /\/(favicon\.svg|logos\/\w+\.png)/.exec(text) ?? [];
    if (logo && !(await cache.match(logo))) await cache.add(logo).catch(() => undefined);
    await cache.put(appDocument, new Response(ofAnyPage, { headers: response.headers }));
  } else if (isRequired) throw new Error('The server has another release by now');
}

const pause = (ms: number) => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms));

export {};
