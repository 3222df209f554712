import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { jobOf } from '#web/testing/engagements.ts';
import { breakStorage, type Call, comeOnline, type FarEnd, phone, sessionOf, unpack } from '#web/testing/phone.ts';
import type { VisitChange } from './outbox-entry.ts';

const start: VisitChange = { kind: 'start' };
const travel: VisitChange = { kind: 'step', status: 'WORK_STATUS_TRAVEL_STARTED' };
const arrive: VisitChange = { kind: 'step', status: 'WORK_STATUS_TRAVEL_COMPLETED' };
const photo = (fileId: string): VisitChange => ({
  kind: 'photo',
  fileId,
  fileName: 'gate.jpg',
  contentType: 'image/jpeg',
  bytes: new Blob(['gate']),
});

let app: Awaited<ReturnType<typeof openApp>>;
let stop = () => {};
let mend = () => {};

/** The app as it is after it was opened, on a phone that keeps what it kept. */
async function openApp(userId = 'wren', now?: string) {
  vi.resetModules();
  const [outbox, { store }, session, { visitOf }, { noteServerTime }] = await Promise.all([
    import('./outbox.ts'),
    import('#web/app/store.ts'),
    import('#web/api/session.ts'),
    import('./outbox-entry.ts'),
    import('./server-clock.ts'),
  ]);
  if (now) noteServerTime(now);
  store.dispatch(session.sessionRestored(sessionOf(userId)));
  const tap = (engagementId: string, change: VisitChange) =>
    outbox.enqueue({ visit: visitOf(jobOf(engagementId), userId), change });
  return {
    ...outbox,
    store,
    session,
    tap,
    visitOf,
    alerts: () => store.getState().alerts.map(({ data }) => data.message),
  };
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.parse('2026-11-20T15:00:00Z') });
  unpack();
  started = [];
  phone.farEnd = server;
  app = await openApp('wren', '2026-11-20T15:00:00Z');
});
afterEach(() => {
  stop();
  mend();
  vi.useRealTimers();
});

const { setTimeout: setTimeoutOfMachine } = globalThis;

/** Waits while no time goes by on the phone. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeoutOfMachine(resolve));
}

/** A server that takes everything, and knows which visits were started. */
const server: FarEnd = ({ path, body }) => {
  const { engagementId = '', status = 'WORK_STATUS_PENDING', fileId = '' } = body ?? {};
  if (path.endsWith('/itineraries')) {
    const jobs = started.map((id) => ({ ...jobOf(id), work: { id: `work of ${id}`, status } }));
    return { body: { jobs, today: jobOf('casey').scheduleInstance.date, now: '2026-11-20T15:00:00Z' } };
  }
  if (path.endsWith('/works')) started.push(engagementId);
  if (path.includes('/works'))
    return { body: { work: { id: path.split('/')[6] ?? `work of ${engagementId}`, status } } };
  if (path.endsWith('pre-signed-url')) return { body: { uploadUrl: `/put/${fileId}`, fileId } };
  if (path.endsWith('complete-upload')) return { body: { photo: { id: 'gate' } } };
  return {};
};
let started: string[] = [];
const refusing =
  (status: number, isIt: (call: Call) => boolean): FarEnd =>
  (call) =>
    isIt(call) ? { status, body: { message: 'No.', errorCode: 'X', traceId: 't' } } : server(call);

/** What the far end was asked to change, in order. */
const sent = () =>
  phone.calls
    .filter(({ method }) => method !== 'GET')
    .map(({ path, body }) => String(body?.status ?? body?.engagementId ?? body?.fileId ?? path.split('/').at(-1)));
const waiting = () => app.outboxState().entries.map(({ change }) => change.kind);
const settled = () => until(() => waiting().length === 0);

test('what was tapped without a network is sent in the order of the taps, each with its moment', async () => {
  phone.isOnline = false;
  stop = app.startOutbox();
  await app.tap('casey', start);
  vi.setSystemTime('2026-11-20T15:05:00Z');
  await app.tap('robin', start);
  await app.tap('casey', travel);
  await app.tap('casey', photo('gate'));
  expect(sent()).toEqual([]);
  expect(app.outboxState().entries.map(({ tappedAt }) => tappedAt.slice(11, 16))).toEqual([
    '15:00',
    '15:05',
    '15:05',
    '15:05',
  ]);
  comeOnline();
  await settled();
  expect(sent()).toEqual(['casey', 'robin', 'WORK_STATUS_TRAVEL_STARTED', 'gate', 'gate', 'complete-upload']);
  expect(phone.calls.find(({ method }) => method === 'PATCH')?.path).toMatch(/works.work%20of%20casey$/);
});

test('a start and a skip name their visit, but not those that were kept before visits had ids', async () => {
  phone.isOnline = false;
  stop = app.startOutbox();
  await app.tap('casey', start);
  await app.tap('robin', { kind: 'skip', reason: 'A dog.' });
  const { visitId: _, ...kept } = app.visitOf(jobOf('sam'), 'wren');
  await app.enqueue({ visit: kept, change: start });
  comeOnline();
  await settled();
  const named = phone.calls.filter(({ method }) => method === 'POST').map(({ body }) => body?.visitId);
  expect(named).toEqual(['visit of casey', 'visit of robin', undefined]);
});

test('a note of a visit that is not begun is kept without a network, and sent once with its own id', async () => {
  phone.isOnline = false;
  stop = app.startOutbox();
  const note = { kind: 'note', noteId: 'n1', reader: 'customer', text: 'The gate was open.' } as const;
  await app.tap('casey', note);
  await app.tap('casey', note);
  expect(waiting()).toEqual(['note']);
  comeOnline();
  await settled();
  const calls = phone.calls.filter(({ path }) => path.endsWith('/itinerary/notes'));
  expect(calls.map(({ body }) => body)).toMatchObject([{ id: 'n1', engagementId: 'casey', reader: 'customer' }]);
});

test('a photo whose answer was lost is not sent twice, and one that was sent before is completed', async () => {
  let uploadUrl: string | null = '/put/gate';
  phone.farEnd = (call) => {
    if (call.path.endsWith('pre-signed-url')) return { body: { uploadUrl, fileId: 'gate' } };
    return call.method === 'PUT' ? { status: 412 } : server(call);
  };
  await app.tap('casey', start);
  await app.tap('casey', photo('gate'));
  await settled();
  expect(sent()).toEqual(['casey', 'gate', 'gate', 'complete-upload']);
  uploadUrl = null;
  await app.tap('casey', photo('fence'));
  await settled();
  expect(sent().slice(4)).toEqual(['fence', 'complete-upload']);
});

test('the moment of a tap is the server’s, and never before the tap before it', async () => {
  phone.isOnline = false;
  const { noteServerTime } = await import('./server-clock.ts');
  noteServerTime('2026-11-20T17:00:10Z');
  await app.tap('casey', start);
  // A slow answer tells the time late.
  noteServerTime('2026-11-20T17:00:02Z');
  await app.tap('casey', travel);
  noteServerTime('2026-11-20T15:00:00Z');
  await app.tap('casey', arrive);
  expect(app.outboxState().entries.map(({ tappedAt }) => tappedAt)).toEqual([
    '2026-11-20T17:00:10.000Z',
    '2026-11-20T17:00:10.000Z',
    '2026-11-20T15:00:00.000Z',
  ]);
});

test('what was tapped on a phone with a slow clock keeps its moment, also when the app is opened anew', async () => {
  phone.isOnline = false;
  const { noteServerTime } = await import('./server-clock.ts');
  noteServerTime('2026-11-21T17:00:00Z');
  await app.tap('casey', start);
  await until(() => app.outboxState().isStuck);
  phone.isOnline = true;
  app = await openApp();
  stop = app.startOutbox();
  await until(() => started.length > 0);
  await settled();
  expect(phone.calls.find(({ body }) => body?.tappedAt)?.body?.tappedAt).toBe('2026-11-21T17:00:00.000Z');
});

test('an answer that was lost is asked for again after a pause, and nothing overtakes', async () => {
  let isLost = true;
  phone.farEnd = (call) => {
    if (call.method !== 'PATCH' || !isLost) return server(call);
    isLost = false;
    return 'lost';
  };
  phone.isOnline = false;
  for (const change of [start, travel, arrive]) await app.tap('casey', change);
  phone.isOnline = true;
  await app.flush();
  expect(app.outboxState().isStuck).toBe(true);
  await vi.advanceTimersByTimeAsync(3_000);
  await settled();
  expect(sent()).toEqual([
    'casey',
    'WORK_STATUS_TRAVEL_STARTED',
    'WORK_STATUS_TRAVEL_STARTED',
    'WORK_STATUS_TRAVEL_COMPLETED',
  ]);
});

test('a refused step holds what follows at its visit, keeps the reason, and goes again or is given up with it', async () => {
  phone.isOnline = false;
  for (const change of [start, travel, arrive]) await app.tap('casey', change);
  await app.tap('robin', start);
  phone.isOnline = true;
  phone.farEnd = refusing(409, ({ method }) => method === 'PATCH');
  await app.flush();
  expect(sent()).toEqual(['casey', 'WORK_STATUS_TRAVEL_STARTED', 'robin']);
  const [refused] = app.outboxState().entries;
  expect(refused).toMatchObject({ state: 'refused', refusal: { message: 'No.', isFinal: false } });
  expect(waiting()).toEqual(['step', 'step']);

  phone.farEnd = server;
  if (refused) await app.tryAgain(refused);
  await settled();
  expect(sent().slice(3)).toEqual(['WORK_STATUS_TRAVEL_STARTED', 'WORK_STATUS_TRAVEL_COMPLETED']);

  phone.farEnd = refusing(404, ({ method }) => method === 'PATCH');
  await app.tap('casey', { kind: 'step', status: 'WORK_STATUS_WORK_STARTED' });
  await until(() => app.outboxState().entries[0]?.state === 'refused');
  expect(app.outboxState().entries[0]?.refusal?.isFinal).toBe(true);
  expect(await app.discard(app.outboxState().entries)).toBe(true);
  expect(waiting()).toEqual([]);
});

test('what waits outlives the app, belongs to whom tapped it, and can be undone until it was sent', async () => {
  phone.isOnline = false;
  await app.tap('casey', start);
  await app.tap('casey', travel);
  const [, last] = app.outboxState().entries;
  expect(last && (await app.undoUnsent(last))).toBe(true);

  app = await openApp('walt');
  phone.isOnline = true;
  await app.flush();
  expect([sent(), waiting()]).toEqual([[], []]);

  app = await openApp('wren');
  phone.farEnd = () => 'lost';
  await app.flush();
  const [first] = app.outboxState().entries;
  // It was sent, and nobody knows whether it has arrived.
  expect(first && (await app.undoUnsent(first))).toBe(false);
  expect(waiting()).toEqual(['start']);
});

test('a storage that broke while the app slept is opened anew', async () => {
  await app.tap('casey', start);
  await settled();
  breakStorage(true);
  await app.tap('casey', travel);
  await settled();
  expect(sent()).toEqual(['casey', 'WORK_STATUS_TRAVEL_STARTED']);
});

test('with a broken storage what waits is sent all the same, once, and forgotten when the storage is back', async () => {
  phone.isOnline = false;
  await app.tap('casey', start);
  await app.tap('casey', travel);
  mend = breakStorage();
  phone.isOnline = true;
  await app.flush();
  await settled();
  mend();
  await app.flush();
  expect(sent()).toEqual(['casey', 'WORK_STATUS_TRAVEL_STARTED']);
  app = await openApp();
  await app.flush();
  expect(sent()).toHaveLength(2);
});

test('with a broken storage a tap is sent at once, after those before it; when it cannot be, that is said', async () => {
  phone.isOnline = false;
  await app.tap('casey', start);
  mend = breakStorage();
  await app.tap('casey', travel);
  expect(sent()).toEqual([]);
  expect(app.alerts()).toEqual([
    'There is no connection, and this phone has no room to keep the change. Please try again.',
  ]);
  phone.isOnline = true;
  await app.tap('casey', travel);
  expect(sent()).toEqual(['casey', 'WORK_STATUS_TRAVEL_STARTED']);
});

test('when a refusal cannot be written down it is asked for again later, and no button waits for ever', async () => {
  phone.isOnline = false;
  await app.tap('casey', start);
  phone.isOnline = true;
  phone.farEnd = refusing(409, () => true);
  mend = breakStorage();
  await app.flush();
  expect(sent()).toEqual(['casey']);
  expect(app.outboxState().isStuck).toBe(true);
  const [entry] = app.outboxState().entries;
  if (!entry) throw new Error('It is shown still');
  await app.tryAgain(entry);
  expect(await app.undoUnsent(entry)).toBe(false);
  expect(await app.discard([entry])).toBe(false);
  expect(app.alerts()).toEqual(['This phone’s storage could not be reached. Please try again.']);
  mend();
  await vi.advanceTimersByTimeAsync(60_000);
  await until(() => app.outboxState().entries[0]?.state === 'refused');
});

test('the browser is asked to keep what is on the phone once something is not sent, and once only', async () => {
  let asked = 0;
  const storage = { persist: async () => ++asked > 0 };
  Object.defineProperty(navigator, 'storage', { value: storage, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'storage'));
  stop = app.startOutbox();
  await app.tap('casey', start);
  await until(() => app.outboxState().entries.length === 0);
  expect(asked).toBe(0);
  phone.isOnline = false;
  await app.tap('casey', travel);
  await until(() => app.outboxState().isStuck);
  await app.tap('casey', arrive);
  await until(() => app.outboxState().entries.length === 2);
  expect(asked).toBe(1);
});
