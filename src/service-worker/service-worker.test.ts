import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** A browser around the service worker; the code in it is the real one. */

const origin = 'http://phone.test';
const release = {
  id: 'two',
  assets: ['/assets/entry-two.js', '/assets/itinerary.js'],
  entry: '/assets/entry-two.js',
  publicPaths: ['/', '/terms'],
};
const pageOf = (entry: string) => `<script src="${entry}"></script>`;
const newPage = pageOf(release.entry);

/** What the server answers by path; it answers 404 for others, and nothing without a network. */
let server: Record<string, () => Response | Promise<Response>>;
let isOnline: boolean;

async function fetchFromServer(asked: string | { url: string }): Promise<Response> {
  if (!isOnline) throw new TypeError('Failed to fetch');
  const { pathname } = new URL(typeof asked === 'string' ? asked : asked.url, origin);
  return (await server[pathname]?.()) ?? new Response('', { status: 404 });
}

const pathOf = (asked: string | { url: string }) =>
  new URL(typeof asked === 'string' ? asked : asked.url, origin).pathname;

class KeptFiles {
  files = new Map<string, Response>();
  async match(asked: string | { url: string }) {
    return this.files.get(pathOf(asked))?.clone();
  }
  async put(path: string, response: Response) {
    this.files.set(path, response);
  }
  async addAll(paths: string[]) {
    const answers = await Promise.all(paths.map(fetchFromServer));
    if (answers.some(({ ok }) => !ok)) throw new TypeError('Request failed');
    for (const [index, path] of paths.entries()) this.files.set(path, answers[index] as Response);
  }
}

let kept: Map<string, KeptFiles>;
const open = async (name: string) => {
  const files = kept.get(name) ?? new KeptFiles();
  kept.set(name, files);
  return files;
};

type Listener = (event: object) => void;
let listeners: Record<string, Listener>;
const done: string[] = [];

/** Tells the worker of something. @returns once all is over that it wants to be waited for */
async function happens(name: 'install' | 'activate'): Promise<void> {
  let waited: Promise<void> | undefined;
  listeners[name]?.({
    waitUntil: (work: Promise<void>) => {
      waited = work;
    },
  });
  await waited;
}

/** @returns the worker's answer; undefined when it lets the browser ask by itself */
function asks(path: string, { method = 'GET', mode = 'navigate' } = {}): Promise<Response> | undefined {
  let answer: Promise<Response> | undefined;
  const respondWith = (given: Promise<Response>) => {
    answer = given;
  };
  listeners.fetch?.({ request: { url: new URL(path, origin).href, method, mode }, respondWith });
  return answer;
}
const text = async (answer: Promise<Response> | undefined) => await (await answer)?.text();

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  [isOnline, kept, listeners] = [true, new Map(), {}];
  done.length = 0;
  server = {
    '/dashboard': () => new Response(newPage),
    '/assets/entry-two.js': () => new Response('entry'),
    '/assets/itinerary.js': () => new Response('itinerary'),
  };
  vi.stubGlobal('RELEASE', release);
  vi.stubGlobal('fetch', fetchFromServer);
  vi.stubGlobal('caches', {
    open,
    has: async (name: string) => kept.has(name),
    delete: async (name: string) => kept.delete(name),
    keys: async () => [...kept.keys()],
    match: async (request: { url: string }) => {
      for (const files of kept.values()) {
        const found = await files.match(request);
        if (found) return found;
      }
      return undefined;
    },
  });
  vi.stubGlobal('self', {
    location: { origin },
    addEventListener: (name: string, listener: Listener) => {
      listeners[name] = listener;
    },
    skipWaiting: async () => void done.push('skipWaiting'),
    clients: { claim: async () => void done.push('claim') },
  });
  // Outside of a worker there is no page that a path could begin at.
  vi.spyOn(Response, 'redirect').mockImplementation(
    (to) => new Response(null, { status: 302, headers: { location: String(to) } }),
  );
  await import('./service-worker.ts');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const ownName = 'release-two';
const keptFiles = (name = ownName) => [...(kept.get(name)?.files.keys() ?? [])].sort();
const keptPage = async () => (await kept.get(ownName)?.match('/dashboard'))?.text();

test('a release is kept whole, with the document that names its files, and takes over at once', async () => {
  await happens('install');
  expect([keptFiles(), done]).toEqual([
    ['/assets/entry-two.js', '/assets/itinerary.js', '/dashboard'],
    ['skipWaiting'],
  ]);
});

test.each([
  ['a file is missing', '/assets/itinerary.js', () => new Response('', { status: 404 })],
  ['the server has another release by now', '/dashboard', () => new Response(pageOf('/assets/entry-three.js'))],
  ['the document is none', '/dashboard', () => new Response('', { status: 503 })],
])('nothing is kept when %s, and the release before stays', async (_, path, answer) => {
  server[path] = answer;
  await (await open('release-one')).put('/dashboard', new Response('one'));
  await expect(happens('install')).rejects.toThrow();
  expect([[...kept.keys()], done]).toEqual([['release-one'], []]);
});

test('the release before is kept for pages that are open, older ones are not, and other caches are none of ours', async () => {
  for (const name of ['other', 'release-zero', 'release-one', ownName]) await open(name);
  await happens('activate');
  expect([[...kept.keys()], done]).toEqual([['other', 'release-one', ownName], ['claim']]);
});

test('files come from what is kept, others from the server; calls, uploads and other sites pass through', async () => {
  await happens('install');
  isOnline = false;
  expect(await text(asks('/assets/itinerary.js', { mode: 'cors' }))).toBe('itinerary');
  isOnline = true;
  server['/assets/later.js'] = () => new Response('later');
  expect(await text(asks('/assets/later.js', { mode: 'cors' }))).toBe('later');
  for (const path of ['/v1/profiles', '/files/photo', '/docs', '/icon.svg', 'http://elsewhere.test/dashboard']) {
    expect([path, asks(path)]).toEqual([path, undefined]);
  }
  expect([asks('/dashboard', { method: 'POST' }), asks('/plan', { mode: 'cors' })]).toEqual([undefined, undefined]);
});

test('a page comes from the server when that is quick, and the newest document is kept', async () => {
  await happens('install');
  const newer = `${newPage}<!-- newer -->`;
  server['/worker/wren/itinerary'] = () => new Response(newer);
  expect(await text(asks('/worker/wren/itinerary'))).toBe(newer);
  await vi.waitFor(async () => expect(await keptPage()).toBe(newer), 30_000);
  // Without a network its files would be missing.
  server['/worker/wren/itinerary'] = () => new Response(pageOf('/assets/entry-three.js'));
  expect(await text(asks('/worker/wren/itinerary'))).toContain('three');
  expect(await keptPage()).toBe(newer);
});

test('without a network, with a server in trouble, and after a fifth of a second, the kept app opens', async () => {
  await happens('install');
  server['/plan'] = () => new Response('Trouble', { status: 503 });
  expect(await text(asks('/plan'))).toBe(newPage);
  server['/plan'] = () => new Promise(() => {});
  const slow = text(asks('/plan'));
  await vi.advanceTimersByTimeAsync(199);
  expect(await Promise.race([slow, 'waits'])).toBe('waits');
  await vi.advanceTimersByTimeAsync(1);
  expect(await slow).toBe(newPage);
  isOnline = false;
  expect(await text(asks('/worker/wren/itinerary'))).toBe(newPage);
  expect(await text(asks('/dashboard'))).toBe(newPage);
});

test('without a network a page whose code is not kept leads home, with a word that there is none', async () => {
  await happens('install');
  isOnline = false;
  expect((await asks('/worker/wren/plan'))?.headers.get('location')).toBe('/dashboard#no-connection');
});

test('with nothing kept, the server’s answer counts, however late and whatever it is', async () => {
  server['/plan'] = () => new Response('Trouble', { status: 503 });
  expect(await text(asks('/plan'))).toBe('Trouble');
  isOnline = false;
  await expect(asks('/plan')).rejects.toThrow('Failed to fetch');
});

test('public pages come from the server only; without a network the site’s name leads to the app', async () => {
  await happens('install');
  server['/terms'] = () => new Response('Terms');
  expect([await text(asks('/terms')), await text(asks('/terms/'))]).toEqual(['Terms', '']);
  isOnline = false;
  await expect(asks('/terms')).rejects.toThrow('Failed to fetch');
  expect((await asks('/'))?.headers.get('location')).toBe('/dashboard');
});
