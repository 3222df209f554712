import { beforeEach, expect, test, vi } from 'vitest';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';

beforeEach(() => unpack());

test('the present week brings the next one along, once an hour, and both go with the session', async () => {
  vi.resetModules();
  const [{ addMiddleware, store }, { api }, session, { loadRoutes }, { keepRouteOnPhone }] = await Promise.all([
    import('#web/app/store.ts'),
    import('#web/api/api.ts'),
    import('#web/api/session.ts'),
    import('./phone-store.ts'),
    import('./keep-route.ts'),
  ]);
  addMiddleware(keepRouteOnPhone);
  phone.farEnd = () => ({ body: { jobs: [], today: { year: 2026, month: 11, day: 20 }, now: '2026-11-20T15:00:00Z' } });
  store.dispatch(session.sessionRestored(sessionOf('wren')));
  const open = (week: number) =>
    store.dispatch(
      api.endpoints.getItinerary.initiate(
        { params: { workerProfileId: 'wren' }, query: { year: '2026', week: String(week) } },
        { forceRefetch: true },
      ),
    );
  const weeks = async () => (await loadRoutes()).map(({ week }) => week.week);
  const asked = () => phone.calls.map(({ query }) => query.get('week'));

  await open(47);
  await vi.waitFor(async () => expect(await weeks()).toEqual([47, 48]), 30_000);
  await open(47);
  // Neither the past nor what is far ahead is for a day without a network.
  await open(46);
  await open(50);
  await open(47);
  expect(await weeks()).toEqual([47, 48]);
  expect(asked()).toEqual(['47', '48', '47', '46', '50', '47']);

  // A session that was ended on another device, as for a phone that is lost.
  store.dispatch(session.sessionExpired());
  await vi.waitFor(async () => expect(await weeks()).toEqual([]), 30_000);
  store.dispatch(session.sessionRefreshed(sessionOf('wren')));
  await open(47);
  await vi.waitFor(async () => expect(await weeks()).toEqual([47, 48]), 30_000);
  store.dispatch(session.sessionReset());
  await vi.waitFor(async () => expect(await weeks()).toEqual([]), 30_000);
});
