// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { errorsDismissed } from './alerts.ts';
import { PagedList } from './paged-list.tsx';

function List() {
  const loaded = api.useListMissedVisitsInfiniteQuery({}, { refetchOnMountOrArgChange: true });
  const rows = loaded.currentData?.pages.flatMap((page) => page.rows);
  return (
    <PagedList what="visits" loaded={loaded} rows={rows} keyOf={({ id }) => id} empty="Nothing">
      {({ id }) => id}
    </PagedList>
  );
}

let router: ReturnType<typeof createMemoryRouter>;
const pages = ['a', 'b', 'c', 'd'];

beforeEach(async () => {
  unpack();
  phone.farEnd = ({ query }) => {
    const at = query.has('after') ? pages.indexOf(query.get('after') ?? '') + 1 : 0;
    return { body: { rows: [{ id: pages[at] }], next: at < pages.length - 1 ? pages[at] : null, now: '' } };
  };
  store.dispatch(sessionRestored(sessionOf('wren')));
  const routes = [
    { path: '/list', element: <List /> },
    { path: '/one', element: <h1>One</h1> },
  ];
  router = createMemoryRouter(routes, { initialEntries: ['/list'] });
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  for (const next of ['b', 'c']) {
    fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));
    await screen.findByText(next);
  }
});
afterEach(() => {
  cleanup();
  router.dispose();
  store.dispatch(errorsDismissed());
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

/** Leaves the list for longer than what is loaded is kept. */
async function leave(): Promise<void> {
  await act(() => router.navigate('/one'));
  store.dispatch(api.util.resetApiState());
}
const shown = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

test('on the way back as many pages are open as before, and no more', async () => {
  await leave();
  await act(() => router.navigate(-1));
  await screen.findByText('c');
  expect(shown()).toEqual(['a', 'b', 'c']);
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText('d');

  await leave();
  await act(() => router.navigate('/list'));
  await screen.findByText('a');
  expect(shown()).toEqual(['a']);
});

test('a page that cannot be loaded is not asked for again and again', async () => {
  await leave();
  const { farEnd } = phone;
  phone.farEnd = (call) => (call.query.get('after') === 'a' ? 'lost' : farEnd(call));
  await act(() => router.navigate(-1));
  await waitFor(() => expect(store.getState().alerts).toHaveLength(1));
  const before = phone.calls.length;
  await act(async () => undefined);
  expect([shown(), phone.calls.length]).toEqual([['a'], before]);
});
