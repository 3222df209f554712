// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '#web/api/api.ts';
import { sessionOffline, sessionReset, sessionRestored } from '#web/api/session.ts';
import { alertDismissed } from '#web/app/alerts.ts';
import { store } from '#web/app/store.ts';
import { LeaveDialog } from '#web/plan/leave-dialog.tsx';
import { SearchResults } from '#web/search/search-results.tsx';
import { noteConnection } from '#web/ui/connection.ts';
import '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import WithoutNetwork from './without-network.tsx';

function Page() {
  return (
    <>
      <WithoutNetwork />
      <Outlet />
    </>
  );
}

function Plan() {
  return (
    <>
      <h1>Plan</h1>
      <LeaveDialog hasEdits />
    </>
  );
}

let router: ReturnType<typeof createMemoryRouter>;
const session = sessionOf('wren');
const none = { rows: [], hasMore: false };

beforeEach(() => {
  unpack();
  store.dispatch(sessionRestored(session));
  noteConnection(true);
  router = createMemoryRouter(
    [
      {
        element: <Page />,
        children: [
          { path: '/worker/wren/itinerary', element: <h1>Itinerary</h1> },
          { path: '/plan', element: <Plan /> },
          { path: '/bills', element: <h1>Bills</h1> },
          { path: '/search', element: <SearchResults q="casey" /> },
        ],
      },
    ],
    { initialEntries: ['/worker/wren/itinerary'] },
  );
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
});
afterEach(() => {
  cleanup();
  router.dispose();
  for (const { id } of store.getState().alerts) store.dispatch(alertDismissed(id));
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
  vi.restoreAllMocks();
});

const follow = (path: string) => act(async () => void (await router.navigate(path)));
const path = () => router.state.location.pathname + router.state.location.search;
const alerts = () => store.getState().alerts.map(({ data }) => data.message);
const stays = ['There is no connection. That page opens once it is back; leave this one open until then.'];
const works = ['There is no connection. That page opens once it is back; your itinerary works without it.'];

test('with a network a link is followed, and nothing is asked', async () => {
  await follow('/plan');
  expect([path(), phone.calls, alerts()]).toEqual(['/plan', [], []]);
});

test('without a network the itinerary stays, and says why; another week of it opens', async () => {
  phone.isOnline = false;
  act(() => noteConnection(false));
  await follow('/worker/wren/itinerary?week=48');
  expect([path(), alerts()]).toEqual(['/worker/wren/itinerary?week=48', []]);
  await follow('/plan');
  await waitFor(() => expect(alerts()).toEqual(stays));
  expect([path(), phone.calls]).toEqual(['/worker/wren/itinerary?week=48', []]);
});

test('a link is followed when the server answers after all, and not when it does not', async () => {
  act(() => noteConnection(false));
  phone.farEnd = () => 'lost';
  await follow('/plan');
  await waitFor(() => expect(alerts()).toEqual(stays));
  expect(path()).toBe('/worker/wren/itinerary');
  phone.farEnd = () => ({ body: { status: 'ok' } });
  await follow('/plan');
  await waitFor(() => expect(path()).toBe('/plan'));
});

test('who works with the kept route follows a link once the session is back', async () => {
  const { user, profiles } = session;
  act(() => void store.dispatch(sessionOffline({ user, profiles, workerProfileId: 'wren' })));
  phone.farEnd = () => 'lost';
  await follow('/plan');
  await waitFor(() => expect(alerts()).toEqual(works));
  phone.farEnd = () => ({ body: session });
  await follow('/plan');
  await waitFor(() => expect(path()).toBe('/plan'));
  expect(store.getState().session.status).toBe('signed-in');
});

test('a page with changes that are not saved asks before it is left for a link that is reached after all', async () => {
  await follow('/plan');
  act(() => noteConnection(false));
  phone.farEnd = () => ({ body: { status: 'ok' } });
  await follow('/bills');
  await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  expect(path()).toBe('/plan');
});

test('any page says that the network is gone, and the itinerary in its own words', async () => {
  await follow('/plan');
  expect(screen.queryByText(/You are offline/)).toBeNull();
  // The phone has a network, and we are silent.
  act(() => noteConnection(false));
  await screen.findByText('We cannot be reached right now. This is as of when it was loaded.');
  act(() => noteConnection(true));
  phone.isOnline = false;
  act(() => noteConnection(false));
  await screen.findByText('You are offline. This is as of when it was loaded.');
  phone.isOnline = true;
  act(() => noteConnection(true));
  await waitFor(() => expect(screen.queryByText(/You are offline/)).toBeNull());
});

test('what a page could not load is asked for again once there is a network', async () => {
  phone.farEnd = () => 'lost';
  await follow('/search');
  await screen.findByText('The search failed');
  act(() => noteConnection(false));
  await screen.findByText('We cannot be reached right now. This is as of when it was loaded.');
  phone.farEnd = () => ({ body: { people: none, engagements: none, bills: none, inquiries: none } });
  act(() => noteConnection(true));
  await screen.findByText('Nothing Found');
});

test('nobody but a worker is told of an itinerary', async () => {
  const [profile] = session.profiles;
  if (!profile) throw new Error('No profile');
  store.dispatch(sessionRestored({ ...session, profiles: [{ ...profile, type: 'PROFILE_TYPE_CUSTOMER' }] }));
  phone.isOnline = false;
  act(() => noteConnection(false));
  await follow('/bills');
  await waitFor(() => expect(alerts()).toEqual(stays));
});

test('a worker’s own itinerary opens without a network when this phone keeps it', async () => {
  const { user, profiles } = session;
  await follow('/bills');
  phone.isOnline = false;
  act(() => noteConnection(false));
  await follow('/worker/wren/itinerary');
  // Nor is it called one that works while this phone does not keep it yet.
  await waitFor(() => expect(alerts()).toEqual(stays));
  for (const { id } of store.getState().alerts) store.dispatch(alertDismissed(id));
  localStorage.setItem('offline-route', user.id);
  localStorage.setItem('selected-profile', profiles[0]?.id ?? '');
  vi.stubGlobal('navigator', Object.assign(navigator, { serviceWorker: { controller: {} } }));
  await follow('/worker/wren/itinerary');
  expect([path(), alerts()]).toEqual(['/worker/wren/itinerary', []]);
  // From then on it is said of it that it works.
  await follow('/bills');
  await waitFor(() => expect(alerts()).toEqual(works));
});
