// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { isSignOutOwed, oweSignOut } from '#web/api/session-hint.ts';
import { noteConnection, useIsOffline } from '#web/ui/connection.ts';
import '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { alertDismissed, errorAlert } from './alerts.ts';
import { dialogClosed } from './dialogs.ts';
import { restore } from './session-restore.ts';
import { useEndSession, useSignOut } from './sign-out.ts';
import { store } from './store.ts';

let router: ReturnType<typeof createMemoryRouter>;
let endSession: () => Promise<void>;
let signOut: () => void;
let isOffline: boolean;

function Page() {
  endSession = useEndSession();
  signOut = useSignOut();
  isOffline = useIsOffline();
  return null;
}

const person = sessionOf('casey');
const customer = {
  ...person,
  profiles: person.profiles.map((one) => ({ ...one, type: 'PROFILE_TYPE_CUSTOMER' as const })),
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  unpack();
  store.dispatch(sessionRestored(customer));
  router = createMemoryRouter([{ path: '*', element: <Page /> }], { initialEntries: ['/profile'] });
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
});
afterEach(() => {
  cleanup();
  router.dispose();
  store.dispatch(dialogClosed());
  for (const { id } of store.getState().alerts) store.dispatch(alertDismissed(id));
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
  vi.useRealTimers();
});

const state = () => [store.getState().session.status, router.state.location.pathname, isSignOutOwed()];
const alerts = () => store.getState().alerts.map(({ data }) => data.message);
const calls = () => phone.calls.map(({ path }) => path);

test('signing out ends the session at the server, forgets the person and goes home', async () => {
  store.dispatch(errorAlert('Wrong'));
  await act(endSession);
  expect([...state(), calls(), alerts()]).toEqual(['signed-out', '/', false, ['/v1/sign-out'], []]);
});

const onlyHere = 'You are signed out on this device. The server is told as soon as there is a connection.';

test('without a network this device forgets the person where it stands, and the server is told later', async () => {
  phone.isOnline = false;
  await act(endSession);
  expect([...state(), alerts()]).toEqual(['signed-out', '/profile', true, [onlyHere]]);
});

test('a server that does not answer is waited for four seconds', async () => {
  // Time goes by only as the test says, however slow the machine is.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  phone.farEnd = () => new Promise(() => {});
  const ending = endSession();
  await act(() => vi.advanceTimersByTimeAsync(3_900));
  expect(state()[0]).toBe('signed-in');
  await act(() => vi.advanceTimersByTimeAsync(200));
  await ending;
  expect([...state(), alerts().at(-1)]).toEqual(['signed-out', '/profile', true, onlyHere]);
});

test('a browser that cannot note it stays signed in until the server has ended the session', async () => {
  phone.kept.set = () => {
    throw new DOMException('Full', 'QuotaExceededError');
  };
  phone.farEnd = () => 'lost';
  await act(endSession);
  expect([...state(), alerts()]).toEqual([
    'signed-in',
    '/profile',
    false,
    ['Network error. Please check your internet connection.'],
  ]);
  phone.farEnd = () => ({});
  await act(endSession);
  expect(state()).toEqual(['signed-out', '/', false]);
});

test('who has a worker profile is asked first what becomes of unsent changes', async () => {
  await act(async () => void store.dispatch(sessionRestored(sessionOf('wren'))));
  await act(async () => signOut());
  expect([store.getState().dialog, calls()]).toEqual(['sign-out', []]);
  await act(async () => {
    store.dispatch(dialogClosed());
    store.dispatch(sessionRestored(customer));
  });
  await act(async () => signOut());
  expect([store.getState().dialog, calls()]).toEqual(['none', ['/v1/sign-out']]);
});

test('a page that is opened while a sign-out is owed waits four seconds for a word, and then knows that there is no network', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  history.replaceState(null, '', '/profile');
  noteConnection(true);
  oweSignOut();
  const silent = Promise.withResolvers<'lost'>();
  phone.farEnd = () => silent.promise;
  const restored = restore({ isOf: () => false, show: async () => false });
  await act(() => vi.advanceTimersByTimeAsync(3_900));
  // The guard would send who has no session to a home page that this phone may not keep.
  expect(state()[0]).toBe('signed-in');
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect([state()[0], isOffline]).toEqual(['signed-out', true]);
  silent.resolve('lost');
  await act(() => restored);
  expect(isSignOutOwed()).toBe(true);
});
