import { beforeEach, expect, test, vi } from 'vitest';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';

let app: Awaited<ReturnType<typeof openApp>>;

/** The app with Wren signed in. */
async function openApp() {
  vi.resetModules();
  const [{ store }, { api }, session, hint] = await Promise.all([
    import('#web/app/store.ts'),
    import('./api.ts'),
    import('./session.ts'),
    import('./session-hint.ts'),
  ]);
  store.dispatch(session.sessionRestored(sessionOf('wren')));
  const ask = (workerProfileId: string) =>
    store.dispatch(
      api.endpoints.listWorkerEngagements.initiate({ params: { workerProfileId } }, { forceRefetch: true }),
    );
  const signIn = () =>
    store.dispatch(api.endpoints.signIn.initiate({ body: { username: 'walt', password: 'bones4all!' } }));
  const [{ documentFacts }, { serviceArea }] = await Promise.all([
    import('#web/ui/document-facts.ts'),
    import('#web/ui/service-area.ts'),
  ]);
  const { failureAlert } = await import('#web/app/alerts.ts');
  const told = (error: unknown) => store.dispatch(failureAlert(error));
  const alerts = () => store.getState().alerts.map(({ data }) => data.message);
  return { ask, signIn, told, alerts, ...hint, session: () => store.getState().session, documentFacts, serviceArea };
}

beforeEach(async () => {
  unpack();
  app = await openApp();
});

const refusal = { status: 401, body: { message: 'No.', errorCode: 'UNAUTHENTICATED', traceId: 't' } };
const paths = () => phone.calls.map(({ path }) => path.replace('/v1/', ''));
const engagements = { body: { engagements: [], next: null } };

/** Takes the newer token only; the refresh answers with this. */
function serverWith(refresh: () => ReturnType<typeof phone.farEnd>): void {
  let isFresh = false;
  phone.farEnd = ({ path }) => {
    if (path === '/v1/refresh-token') {
      isFresh = true;
      return refresh();
    }
    return isFresh ? engagements : refusal;
  };
}

test('calls whose token has run out refresh the session once, and are sent once more', async () => {
  serverWith(() => ({ body: { ...sessionOf('wren'), accessToken: 'newer' } }));
  const answers = await Promise.all([app.ask('a'), app.ask('b'), app.ask('c')]);
  expect(answers.map(({ isSuccess }) => isSuccess)).toEqual([true, true, true]);
  expect(paths().filter((path) => path === 'refresh-token')).toHaveLength(1);
  expect(phone.calls).toHaveLength(7);
  expect(app.session().accessToken).toBe('newer');
});

test('a page that stays open learns with its next token what the business is called and where it works', async () => {
  expect(app.serviceArea().cities.length).toBeGreaterThan(1);
  const area = { state: 'AR', region: 'the north', cities: [{ id: 'lowell', name: 'Lowell', zipCodes: ['72745'] }] };
  const business = {
    businessName: 'Scoop & Co',
    shortName: 'Scoop',
    logo: '/logos/a.png',
    serviceArea: JSON.stringify(area),
  };
  serverWith(() => ({ body: { ...sessionOf('wren'), accessToken: 'newer', business } }));
  await app.ask('a');
  expect(app.documentFacts).toMatchObject({ businessName: 'Scoop & Co', logo: '/logos/a.png' });
  expect(app.serviceArea()).toEqual(area);
});

test('a refresh that is refused ends the session but not whose page it is; one without an answer leaves both', async () => {
  serverWith(() => 'lost');
  expect((await app.ask('a')).error).toMatchObject({ status: 'FETCH_ERROR' });
  expect(app.session().status).toBe('signed-in');
  serverWith(() => ({ status: 503 }));
  expect((await app.ask('a')).error).toMatchObject({ status: 503 });
  expect(app.session().status).toBe('signed-in');
  serverWith(() => refusal);
  expect((await app.ask('a')).error).toMatchObject({ status: 401, message: 'No.', isSessionEnd: true });
  expect(app.session()).toMatchObject({ status: 'expired', accessToken: undefined, user: { id: 'wren' } });
  // The same person has signed in in another tab.
  serverWith(() => ({ body: { ...sessionOf('wren'), accessToken: 'newer' } }));
  expect((await app.ask('a')).isSuccess).toBe(true);
  expect(app.session()).toMatchObject({ status: 'signed-in', accessToken: 'newer' });
});

test('what one person asked for is not sent as another who has signed in meanwhile', async () => {
  serverWith(() => ({ body: sessionOf('walt') }));
  expect((await app.ask('a')).error).toMatchObject({ errorCode: 'TOKEN_REFRESH_FAILED' });
  expect(paths()).toEqual(['worker/a/engagements', 'refresh-token']);
  expect(app.session().status).toBe('signed-out');
});

test('a session that was ended without a network is not refreshed, and ended before another begins', async () => {
  serverWith(() => ({ body: sessionOf('wren') }));
  expect(app.oweSignOut()).toBe(true);
  expect((await app.ask('a')).error).toMatchObject({ status: 401 });
  expect(paths()).toEqual(['worker/a/engagements']);
  expect(app.session().status).toBe('signed-out');

  phone.farEnd = () => 'lost';
  await app.signIn();
  expect([paths().slice(1), app.isSignOutOwed()]).toEqual([['sign-out', 'sign-in'], true]);

  // The server ends the session that a new one takes the place of.
  phone.farEnd = ({ path }) => (path === '/v1/sign-in' ? { body: sessionOf('walt') } : 'lost');
  await app.signIn();
  expect([paths().slice(3), app.isSignOutOwed()]).toEqual([['sign-out', 'sign-in'], false]);
});

test('that a call got no answer is told until the same is asked again of whatever it is about, or tried again', async () => {
  phone.farEnd = () => 'lost';
  app.told((await app.ask('a')).error);
  expect(app.alerts()).toEqual(['Network error. Please check your internet connection.']);
  phone.farEnd = ({ path }) => (path.includes('/b/') ? engagements : 'lost');
  await app.ask('b');
  expect(app.alerts()).toEqual([]);
  app.told((await app.signIn()).error);
  await app.ask('b');
  expect(app.alerts()).toHaveLength(1);
  phone.farEnd = () => ({ status: 409, body: { message: 'No.', errorCode: 'CONFLICT', traceId: 't' } });
  app.told((await app.signIn()).error);
  expect(app.alerts()).toEqual(['No.']);
});
