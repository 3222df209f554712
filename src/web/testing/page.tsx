import { configure } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { store } from '#web/app/store.ts';

// A busy machine takes its time. What has come is not waited for.
configure({ asyncUtilTimeout: 10_000 });

/** Part of a page for tests, with the app's store and a router around it. */
export const onPage = (part: ReactNode) => (
  <Provider store={store}>
    <MemoryRouter>{part}</MemoryRouter>
  </Provider>
);
