import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { store } from '#web/app/store.ts';

/**
 * Part of a page for tests, with the app's store and a router around it.
 * @param route the page's path, as web/routes.ts has it
 * @param path where it is open
 */
export const onPage = (part: ReactNode, route = '*', path = '/') => (
  <Provider store={store}>
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path={route} element={part} />
      </Routes>
    </MemoryRouter>
  </Provider>
);

/**
 * Pages for tests that are about what stands in the address, which `address` reads; any other path shows nothing.
 * @param pages by their paths, as web/routes.ts has them
 * @param at where they are open
 */
export const onPages = (pages: Record<string, ReactNode>, at: string) => (
  <Provider store={store}>
    <MemoryRouter initialEntries={[at]}>
      <Address />
      <Routes>
        {Object.entries({ ...pages, '*': null }).map(([path, page]) => (
          <Route key={path} path={path} element={page} />
        ))}
      </Routes>
    </MemoryRouter>
  </Provider>
);

function Address() {
  const { pathname, search } = useLocation();
  return <p data-testid="address">{pathname + search}</p>;
}

/** @returns the path and query where `onPages` is */
export const address = () => screen.getByTestId('address').textContent;
