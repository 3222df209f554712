import { configure } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, Route, Routes } from 'react-router';
import { store } from '#web/app/store.ts';

// A busy machine takes its time. What has come is not waited for.
configure({ asyncUtilTimeout: 10_000 });

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
