// Keeps one release of the app, whole, so that a worker's page opens without a network. It holds code and nothing else:
// calls to the server, photos and everything private pass it by.
declare const self: ServiceWorkerGlobalScope;

/** Written in by the build: the files that a worker's itinerary consists of, and the paths of public pages. */
declare const RELEASE: { id: string; assets: string[]; entry: string; publicPaths: string[] };
const release = RELEASE;

const cachePrefix = 'yardpack-release-';
const cacheName = cachePrefix + release.id;
/** Any path that only signed-in people open is answered with the app's document, which all of them share. */
const appDocument = '/dashboard';
const patienceMs = 3_000;

/** What is answered by programs or shown as it is; no page of the app. */
const notPages = /^\/(v1|webhooks|sandbox|assets|files|docs)(\/|$)|\.\w+$/;

self.addEventListener('install', (event) => {
  event.waitUntil(install());
});

/** All of a release or nothing of it: when one file is missing, the release before stays. */
async function install(): Promise<void> {
  const isNew = !(await caches.has(cacheName));
  try {
    const cache = await caches.open(cacheName);
    const document = await fetch(appDocument, { cache: 'no-cache' });
    await Promise.all([cache.addAll(release.assets), keepDocument(document, true)]);
  } catch (error) {
    if (isNew) await caches.delete(cacheName);
    throw error;
  }
  await self.skipWaiting();
}

self.addEventListener('activate', (event) => {
  event.waitUntil(activate());
});

/** Pages that are open may still ask for files of the release before; older ones go. */
async function activate(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(cachePrefix) && name !== cacheName);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(fromCache(request));
  else if (request.mode === 'navigate' && !notPages.test(pathname)) event.respondWith(page(request, pathname));
});

async function fromCache(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? (await fetch(request));
}

/** From the network when it answers soon; otherwise the app that is kept here. */
async function page(request: Request, pathname: string): Promise<Response> {
  const isPublic = release.publicPaths.includes(pathname.replace(/(.)\/$/, '$1'));
  const asking = fetch(request);
  if (isPublic) {
    // The installed app, or a visit by the site's name, ends where the worker can go on.
    return pathname === '/' ? await asking.catch(() => Response.redirect(appDocument)) : await asking;
  }
  const answer = await Promise.race([asking.catch(() => undefined), pause(patienceMs)]);
  if (answer && answer.status < 500) {
    if (answer.ok) void keepDocument(answer.clone(), false).catch(() => undefined);
    return answer;
  }
  const kept = await caches.open(cacheName).then((cache) => cache.match(appDocument));
  return kept ?? answer ?? (await asking);
}

/**
 * Keeps the app's document with its headers, whose security policy belongs to the scripts inside it. Only one that
 * starts this very release: with another's, a file would be missing as soon as the network is.
 * @throws Error when it must be kept and is another release's
 */
async function keepDocument(response: Response, isRequired: boolean): Promise<void> {
  const text = await response.clone().text();
  if (response.ok && !response.redirected && text.includes(release.entry)) {
    await (await caches.open(cacheName)).put(appDocument, response);
  } else if (isRequired) throw new Error('The server has another release by now');
}

const pause = (ms: number) => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms));

export {};
