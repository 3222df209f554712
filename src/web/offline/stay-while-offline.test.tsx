// @vitest-environment happy-dom
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '#web/api/api.ts';
import { sessionOffline, sessionReset, sessionRestored } from '#web/api/session.ts';
import { alertDismissed } from '#web/app/alerts.ts';
import { store } from '#web/app/store.ts';
import { noteConnection } from '#web/ui/connection.ts';
import '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { useStayWhileOffline } from './stay-while-offline.ts';

function Itinerary() {
  useStayWhileOffline();
  return <Outlet />;
}

let router: ReturnType<typeof createMemoryRouter>;
const session = sessionOf('wren');

beforeEach(() => {
  unpack();
  store.dispatch(sessionRestored(session));
  noteConnection(true);
  router = createMemoryRouter(
    [
      { path: '/itinerary', element: <Itinerary /> },
      { path: '/plan', element: <h1>Plan</h1> },
    ],
    { initialEntries: ['/itinerary'] },
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
const stays = ['There is no connection. That page opens once it is back; your itinerary works without it.'];

test('with a network a link is followed, and nothing is asked', async () => {
  await follow('/plan');
  expect([path(), phone.calls, alerts()]).toEqual(['/plan', [], []]);
});

test('without a network the itinerary stays, and says why; another week of it opens', async () => {
  phone.isOnline = false;
  act(() => noteConnection(false));
  await follow('/itinerary?week=48');
  expect([path(), alerts()]).toEqual(['/itinerary?week=48', []]);
  await follow('/plan');
  await waitFor(() => expect(alerts()).toEqual(stays));
  expect([path(), phone.calls]).toEqual(['/itinerary?week=48', []]);
});

test('a link is followed when the server answers after all, and not when it does not', async () => {
  act(() => noteConnection(false));
  phone.farEnd = () => 'lost';
  await follow('/plan');
  await waitFor(() => expect(alerts()).toEqual(stays));
  expect(path()).toBe('/itinerary');
  phone.farEnd = () => ({ body: { status: 'ok' } });
  await follow('/plan');
  await waitFor(() => expect(path()).toBe('/plan'));
});

test('who works with the kept route follows a link once the session is back', async () => {
  const { user, profiles } = session;
  act(() => void store.dispatch(sessionOffline({ user, profiles, workerProfileId: 'wren' })));
  phone.farEnd = () => 'lost';
  await follow('/plan');
  await waitFor(() => expect(alerts()).toEqual(stays));
  phone.farEnd = () => ({ body: session });
  await follow('/plan');
  await waitFor(() => expect(path()).toBe('/plan'));
  expect(store.getState().session.status).toBe('signed-in');
});
