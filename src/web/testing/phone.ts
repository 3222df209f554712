import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { onTestFinished } from 'vitest';
import type { Session } from '#contract/session-shapes.ts';
import type { StaffRole } from '#domain/rights.ts';
import { noteServerTime } from '#web/offline/server-clock.ts';

/** A phone for tests: its storage, its network and what a browser says of the page; the code in it is the real one. */

/** A call as it leaves the phone; `step` is the status that a step asks for. */
export type Call = {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Record<string, string> | undefined;
};
type Answer = { status?: number; body?: object } | 'lost';
/** What the far end does with a call: answers with status and body, or lets it or its answer get lost. */
export type FarEnd = (call: Call) => Answer | Promise<Answer>;

type Phone = { calls: Call[]; farEnd: FarEnd; isOnline: boolean; kept: Map<string, string> };

/** The network and the local storage of the phone that the test is about. */
export const phone: Phone = { calls: [], farEnd: () => ({}), isOnline: true, kept: new Map() };

class PhoneRequest extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, 'http://phone.test') : input, init);
  }
}

/** A page asks for it once and keeps it, and the tests of one process share a page: so all of them get the same. */
const clientConfig: Answer = { body: { paymentScripts: [], stripePublishableKey: 'pk_test_1' } };

/** Ends the calls that wait for an answer, as when a page is left. */
let line = Promise.withResolvers<'lost'>();

/** @returns what the far end says, if the phone has a network and is not put away before */
async function answerTo(call: Call): Promise<Answer> {
  if (!phone.isOnline) return 'lost';
  return await (call.path === '/v1/client-config' ? clientConfig : Promise.race([phone.farEnd(call), line.promise]));
}

async function phoneFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = input instanceof Request ? input : new PhoneRequest(input, init);
  const text = await request.text();
  const { pathname, searchParams } = new URL(request.url);
  const call = {
    method: request.method,
    path: pathname,
    query: searchParams,
    body: text ? JSON.parse(text) : undefined,
  };
  phone.calls.push(call);
  const answer = await answerTo(call);
  if (answer === 'lost') throw new TypeError('Failed to fetch');
  return Response.json(answer.body ?? {}, { status: answer.status ?? 200 });
}

/** A PUT of a photo, which goes by XMLHttpRequest. */
class PhoneUpload {
  upload = {};
  status = 0;
  onload?: () => void;
  onerror?: () => void;
  url = '';
  open(_: string, url: string) {
    this.url = url;
  }
  setRequestHeader() {}
  async send() {
    const call = { method: 'PUT', path: this.url, query: new URLSearchParams(), body: undefined };
    phone.calls.push(call);
    const answer = await answerTo(call);
    if (answer === 'lost') return this.onerror?.();
    this.status = answer.status ?? 200;
    this.onload?.();
  }
}

Object.assign(globalThis, { Request: PhoneRequest, fetch: phoneFetch, XMLHttpRequest: PhoneUpload });
// A test of what is on the screen brings a page of its own.
if (!('document' in globalThis)) {
  const listeners = new EventTarget();
  Object.assign(globalThis, {
    window: globalThis,
    document: Object.assign(new EventTarget(), { cookie: '' }),
    location: { pathname: '/worker/wren/itinerary' },
    addEventListener: listeners.addEventListener.bind(listeners),
    removeEventListener: listeners.removeEventListener.bind(listeners),
    dispatchEvent: listeners.dispatchEvent.bind(listeners),
  });
}
Object.defineProperty(globalThis, 'localStorage', {
  value: {
    getItem: (key: string) => phone.kept.get(key) ?? null,
    setItem: (key: string, value: string) => void phone.kept.set(key, value),
    removeItem: (key: string) => void phone.kept.delete(key),
  },
});
Object.defineProperty(navigator, 'onLine', { get: () => phone.isOnline, configurable: true });

/**
 * A phone as it comes out of the box, for one test: nothing kept, and a network whose far end answers everything with nothing.
 * What a test leaves behind would reach the next one, of another file as well: they share the app's modules.
 */
export function unpack(): void {
  Object.assign(phone, { calls: [], farEnd: () => ({}), isOnline: true, kept: new Map() });
  onTestFinished(putAway);
}

async function putAway(): Promise<void> {
  line.resolve('lost');
  line = Promise.withResolvers();
  // What the head start has noted for the app, and the server's clock, which another test may have set to its day.
  Object.assign(globalThis, { earlyServerTime: undefined, earlyAnswers: undefined });
  noteServerTime(new Date().toISOString());
  // The app goes on with the connection that it has.
  for (const { name = '' } of await indexedDB.databases()) await empty(name);
}

/** Removes what a database keeps, but not the numbers that it has given. */
async function empty(name: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const opened = indexedDB.open(name);
  opened.onerror = reject;
  opened.onsuccess = () => {
    const database = opened.result;
    const clearing = database.transaction([...database.objectStoreNames], 'readwrite');
    for (const store of database.objectStoreNames) clearing.objectStore(store).clear();
    clearing.onerror = reject;
    clearing.oncomplete = () => {
      database.close();
      resolve();
    };
  };
  await promise;
}

/** The network comes back, and the browser says so. */
export function comeOnline(): void {
  phone.isOnline = true;
  dispatchEvent(new Event('online'));
}

/**
 * Has the phone's storage refuse everything from now on.
 * @param isWellWhenOpened whether it is only cut off, as after a long sleep
 * @returns a function that mends it
 */
export function breakStorage(isWellWhenOpened = false): () => void {
  const { transaction } = IDBDatabase.prototype;
  const { open } = IDBFactory.prototype;
  const mend = () => {
    IDBDatabase.prototype.transaction = transaction;
    IDBFactory.prototype.open = open;
  };
  const refuse = () => {
    throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
  };
  IDBDatabase.prototype.transaction = refuse;
  IDBFactory.prototype.open = function (...args) {
    if (!isWellWhenOpened) refuse();
    mend();
    return open.apply(this, args);
  };
  return mend;
}

/** @returns the session of a worker as the server answers it */
export function sessionOf(userId: string): Session {
  return {
    accessToken: `token of ${userId}`,
    user: { id: userId, userId, username: userId },
    profiles: [
      {
        id: userId,
        userId,
        type: 'PROFILE_TYPE_WORKER',
        label: 'Worker',
        firstName: 'Wren',
        lastName: 'Lee',
        displayName: 'Wren L.',
        email: 'wren@example.com',
        phone: '4795550100',
        agreedToTerms: true,
        isDefault: true,
        onboardingComplete: true,
        notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL',
        visitReminders: true,
        version: 1,
      },
    ],
  };
}

/** @returns a session of an employee with this role */
export function staffSessionOf(userId: string, staffRole: StaffRole): Session {
  const { profiles, ...session } = sessionOf(userId);
  return { ...session, profiles: profiles.map((one) => ({ ...one, type: 'PROFILE_TYPE_EMPLOYEE', staffRole })) };
}
