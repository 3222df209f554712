import { beforeEach, expect, test, vi } from 'vitest';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';

let app: Awaited<ReturnType<typeof openApp>>;

/** The app as it is after a page was loaded, with what this browser keeps. */
async function openApp(pathname = '/worker/wren/itinerary') {
  vi.resetModules();
  location.pathname = pathname;
  const [restoring, { addMiddleware, store }, { api }, hint, { saveRoute, loadRoutes }, { isTooOld }, kept, shown] =
    await Promise.all([
      import('./session-restore.ts'),
      import('./store.ts'),
      import('#web/api/api.ts'),
      import('#web/api/session-hint.ts'),
      import('#web/offline/phone-store.ts'),
      import('#web/offline/stored-route.ts'),
      import('#web/offline/keep-route.ts'),
      import('#web/offline/show-route.ts'),
    ]);
  addMiddleware(kept.keepRouteOnPhone);
  const routeOf = (workerProfileId: string, week: number) => ({
    workerProfileId,
    ...sessionOf(workerProfileId),
    accessToken: '',
    week: { year: 2026, week },
    answer: { jobs: [], unfinished: [], today: { year: 2026, month: 11, day: 20 }, now: '2026-11-20T15:00:00Z' },
    savedAt: Date.now(),
  });
  return {
    ...restoring,
    restore: () => restoring.restore(shown.goByPhone),
    ...hint,
    keep: (worker: string, week: number) => {
      // As the app notes whose it is.
      phone.kept.set('offline-route', worker);
      return saveRoute(routeOf(worker, week), (kept) => isTooOld(kept, Date.now()));
    },
    routes: async () => (await loadRoutes()).map(({ workerProfileId, week }) => `${workerProfileId} ${week.week}`),
    state: () => store.getState().session,
    dialog: () => store.getState().dialog,
    itinerary: (week: number) =>
      api.endpoints.getItinerary.select({
        params: { workerProfileId: 'wren' },
        query: { year: '2026', week: String(week) },
      })(store.getState()).data,
  };
}

beforeEach(async () => {
  unpack();
  phone.kept.set('selected-profile', 'wren');
  app = await openApp();
});

const refusal = { status: 401, body: { message: 'No.', errorCode: 'TOKEN_REFRESH_FAILED', traceId: 't' } };
const paths = () => phone.calls.map(({ path }) => path.replace('/v1/', ''));

test('who has a session is signed in; who has none is asked to sign in', async () => {
  phone.farEnd = () => ({ body: sessionOf('wren') });
  await app.restore();
  expect([app.state().status, app.dialog()]).toEqual(['signed-in', 'none']);

  app = await openApp();
  phone.farEnd = () => refusal;
  await app.restore();
  expect([app.state().status, app.dialog(), phone.kept.has('selected-profile')]).toEqual([
    'signed-out',
    'sign-in',
    false,
  ]);
});

test('on a public page nobody is asked, and without a sign of a session the server is not either', async () => {
  app = await openApp('/inquiry/');
  phone.farEnd = () => refusal;
  await app.restore();
  expect([app.state().status, app.dialog(), paths()]).toEqual(['signed-out', 'none', ['refresh-token']]);
  app = await openApp('/inquiry/');
  await app.restore();
  expect(paths()).toEqual(['refresh-token']);
});

test('without an answer a worker goes by the route of the present week, until the server can say more', async () => {
  await app.keep('wren', 47);
  await app.keep('wren', 48);
  phone.farEnd = () => 'lost';
  await app.restore();
  expect([app.state().status, app.state().user?.id, app.dialog()]).toEqual(['offline', 'wren', 'none']);
  expect(app.itinerary(47)).toBeDefined();

  phone.farEnd = () => ({ body: sessionOf('wren') });
  expect(await app.resumeSession()).toBe(true);
  expect(app.state().status).toBe('signed-in');
});

test('somebody else’s session, or none, ends what a phone went by without a network', async () => {
  await app.keep('wren', 47);
  phone.farEnd = () => 'lost';
  await app.restore();
  phone.farEnd = () => ({ body: sessionOf('walt') });
  expect(await app.resumeSession()).toBe(false);
  expect(app.state().status).toBe('signed-out');
  await vi.waitFor(async () => expect(await app.routes()).toEqual([]));
});

test('without an answer and without a route nobody knows, and the choice of a profile stays', async () => {
  phone.farEnd = () => 'lost';
  await app.restore();
  expect([app.state().status, app.dialog(), phone.kept.has('selected-profile')]).toEqual([
    'signed-out',
    'sign-in',
    true,
  ]);
});

test('who signed out without a network is signed out at every load, and on the server at the first word with it', async () => {
  await app.keep('wren', 47);
  phone.farEnd = () => 'lost';
  await app.restore();
  app.oweSignOut();
  expect(await app.endOwedSession()).toBe(false);
  app.forgetSession();
  expect([app.state().status, app.itinerary(47)]).toEqual(['signed-out', undefined]);
  await vi.waitFor(async () => expect(await app.routes()).toEqual([]));

  app = await openApp();
  await app.restore();
  expect([app.state().status, app.dialog(), app.needsSessionCode()]).toEqual(['signed-out', 'sign-in', true]);
  expect(await app.resumeSession()).toBe(false);

  phone.calls = [];
  phone.farEnd = () => ({});
  app = await openApp('/');
  await app.restore();
  expect([paths(), app.isSignOutOwed(), app.dialog()]).toEqual([['sign-out'], false, 'none']);
  // The server is told once.
  expect(await app.endOwedSession()).toBe(true);
  expect(paths()).toEqual(['sign-out']);
});
