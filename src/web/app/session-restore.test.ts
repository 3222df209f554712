import { beforeEach, expect, test, vi } from 'vitest';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';

let app: Awaited<ReturnType<typeof openApp>>;

/** The app as it is after a page was loaded, with what this browser keeps. */
async function openApp(pathname = '/worker/wren/itinerary') {
  vi.resetModules();
  location.pathname = pathname;
  const [
    restoring,
    { addMiddleware, store },
    { api },
    hint,
    { saveRoute, loadRoutes },
    { isTooOld },
    kept,
    keptFor,
    shown,
  ] = await Promise.all([
    import('./session-restore.ts'),
    import('./store.ts'),
    import('#web/api/api.ts'),
    import('#web/api/session-hint.ts'),
    import('#web/offline/phone-store.ts'),
    import('#web/offline/stored-route.ts'),
    import('#web/offline/keep-route.ts'),
    import('#web/offline/kept-for.ts'),
    import('#web/offline/show-route.ts'),
  ]);
  addMiddleware(kept.keepRouteOnPhone);
  const answer = { jobs: [], unfinished: [], today: { year: 2026, month: 11, day: 20 }, now: '2026-11-20T15:00:00Z' };
  const routeOf = (workerProfileId: string, week: number) => ({
    workerProfileId,
    ...sessionOf(workerProfileId),
    accessToken: '',
    week: { year: 2026, week },
    answer,
    savedAt: Date.now(),
  });
  return {
    ...restoring,
    restore: () => restoring.restore({ isOf: keptFor.mayKeepRouteOf, show: shown.goByPhone }),
    ...hint,
    answer,
    keep: (worker: string, week: number) => {
      // As the app notes whose it is.
      phone.kept.set('offline-route', worker);
      return saveRoute(routeOf(worker, week), (kept) => isTooOld(kept, Date.now()));
    },
    routes: async () => (await loadRoutes()).map(({ workerProfileId, week }) => `${workerProfileId} ${week.week}`),
    state: () => store.getState().session,
    dialog: () => store.getState().dialog,
    load: (week: number) =>
      store.dispatch(
        api.endpoints.getItinerary.initiate(
          { params: { workerProfileId: 'wren' }, query: { year: '2026', week: String(week) } },
          { forceRefetch: true },
        ),
      ),
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

test('a worker’s own itinerary is shown as the phone keeps it before the server answers, and its calls wait', async () => {
  await app.keep('wren', 47);
  const { promise: answer, resolve } = Promise.withResolvers<{ status?: number; body: object }>();
  phone.farEnd = ({ path }) => (path === '/v1/refresh-token' ? answer : { body: app.answer });
  const restoring = app.restore();
  await vi.waitFor(() => expect(app.state().status).toBe('offline'), 30_000);
  expect(app.itinerary(47)).toBeDefined();
  const loading = app.load(47);
  expect(paths()).toEqual(['refresh-token']);

  resolve({ body: sessionOf('wren') });
  await Promise.all([restoring, loading]);
  expect(app.state().status).toBe('signed-in');
  // Asked for once.
  expect(paths().slice(0, 2)).toEqual(['refresh-token', 'workers/wren/itineraries']);
  expect(phone.calls.filter(({ query }) => query.get('week') === '47')).toHaveLength(1);
  await vi.waitFor(async () => expect(await app.routes()).toEqual(['wren 47', 'wren 48']), 30_000);
});

test('an ended session takes the route that was shown off the screen and off the phone', async () => {
  await app.keep('wren', 47);
  const { promise: answer, resolve } = Promise.withResolvers<{ status: number; body: object }>();
  phone.farEnd = () => answer;
  const restoring = app.restore();
  await vi.waitFor(() => expect(app.itinerary(47)).toBeDefined(), 30_000);
  resolve(refusal);
  await restoring;
  expect([app.state().status, app.itinerary(47)]).toEqual(['signed-out', undefined]);
  await vi.waitFor(async () => expect(await app.routes()).toEqual([]), 30_000);
});

test('no other page, and no other profile, gives way to the kept route while the server may answer', async () => {
  for (const [path, profile] of [
    ['/dashboard', 'wren'],
    ['/worker/walt/itinerary', 'wren'],
    ['/worker/wren/itinerary', 'casey'],
  ] as const) {
    app = await openApp(path);
    await app.keep('wren', 47);
    phone.kept.set('selected-profile', profile);
    phone.farEnd = async () => {
      expect([path, app.state().status]).toEqual([path, 'restoring']);
      return { body: sessionOf('wren') };
    };
    await app.restore();
    expect([app.state().status, app.itinerary(47)]).toEqual(['signed-in', undefined]);
  }
});

test('somebody else’s session, or none, ends what a phone went by without a network', async () => {
  await app.keep('wren', 47);
  phone.farEnd = () => 'lost';
  await app.restore();
  phone.farEnd = () => ({ body: sessionOf('walt') });
  expect(await app.resumeSession()).toBe(false);
  expect(app.state().status).toBe('signed-out');
  await vi.waitFor(async () => expect(await app.routes()).toEqual([]), 30_000);
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

test('who could not be asked goes on once the server answers, and asks no more when it says that there is no session', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    for (const [farEnd, status] of [
      [() => ({ body: sessionOf('wren') }), 'signed-in'],
      [() => ({ status: 401, body: {} }), 'signed-out'],
    ] as const) {
      phone.farEnd = () => ({ status: 503, body: { message: 'Later.', errorCode: 'UNAVAILABLE' } });
      app = await openApp('/plan');
      await app.restore();
      expect([app.state().status, app.dialog()]).toEqual(['signed-out', 'sign-in']);
      const later = app.restoreLater();
      await vi.advanceTimersByTimeAsync(10_100);
      phone.farEnd = farEnd;
      await vi.advanceTimersByTimeAsync(5_000);
      await later;
      expect([app.state().status, app.dialog()]).toEqual([status, status === 'signed-in' ? 'none' : 'sign-in']);
    }
  } finally {
    vi.useRealTimers();
  }
});

test('who met too many calls of others at their address goes on when the minute is over', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    phone.farEnd = () => ({ status: 429, body: { message: 'Too many.', errorCode: 'TOO_MANY_REQUESTS' } });
    app = await openApp('/plan');
    await app.restore();
    expect([app.state().status, app.dialog()]).toEqual(['signed-out', 'sign-in']);
    const later = app.restoreLater();
    await vi.advanceTimersByTimeAsync(5_100);
    phone.calls = [];
    await vi.advanceTimersByTimeAsync(59_000);
    expect(paths()).toEqual([]);
    phone.farEnd = () => ({ body: sessionOf('wren') });
    await vi.advanceTimersByTimeAsync(1_000);
    await later;
    expect([app.state().status, app.dialog()]).toEqual(['signed-in', 'none']);
  } finally {
    vi.useRealTimers();
  }
});

test('who signed out without a network is signed out at every load, and on the server at the first word with it', async () => {
  await app.keep('wren', 47);
  phone.farEnd = () => 'lost';
  await app.restore();
  app.oweSignOut();
  expect(await app.endOwedSession()).toBe(false);
  app.forgetSession();
  expect([app.state().status, app.itinerary(47)]).toEqual(['signed-out', undefined]);
  await vi.waitFor(async () => expect(await app.routes()).toEqual([]), 30_000);

  app = await openApp();
  // The guard sends people without a session home, unless it knows that there is no network.
  phone.calls = [];
  const lost = Promise.withResolvers<'lost'>();
  phone.farEnd = () => lost.promise;
  const restored = app.restore();
  await vi.waitFor(() => expect(paths()).toContain('sign-out'), 30_000);
  expect(app.state().status).toBe('restoring');
  lost.resolve('lost');
  await restored;
  phone.farEnd = () => 'lost';
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
