// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let router: ReturnType<typeof createBrowserRouter>;
/** The app's module, as a page that was just loaded has it. */
let app: typeof import('./visited-paths.ts');

function Page() {
  app.useRememberPaths();
  return (
    <button type="button" onClick={app.useGoBack()}>
      Back
    </button>
  );
}

/** The app, opened by a link from outside. */
async function open(path: string): Promise<void> {
  history.pushState(null, '', path);
  await load();
}

/** The app, just loaded: paths that it showed before are forgotten. */
async function load(): Promise<void> {
  vi.resetModules();
  app = await import('./visited-paths.ts');
  router = createBrowserRouter([{ path: '*', element: <Page /> }]);
  render(<RouterProvider router={router} />);
}
afterEach(() => {
  cleanup();
  router.dispose();
});

const goTo = (path: string) => act(() => router.navigate(path));
async function back(): Promise<void> {
  const from = path();
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Back' })));
  await waitFor(() => expect(path()).not.toBe(from));
}
const path = () => router.state.location.pathname;

beforeEach(() => open('/addresses'));

test('the page before is the last one with another path, and none on the first', async () => {
  expect(app.previousPath('/dashboard')).toBe('/dashboard');
  await goTo('/coupons?token=secret');
  await goTo('/coupons?page=2');
  expect(app.previousPath('/dashboard')).toBe('/addresses');
  await goTo('/coupons/1');
  expect(app.previousPath('/dashboard')).toBe('/coupons');
});

test('Back leads to the page before, also after a reload', async () => {
  await goTo('/coupons');
  await goTo('/coupons/1');
  await back();
  expect(path()).toBe('/coupons');

  cleanup();
  router.dispose();
  await load();
  await back();
  expect(path()).toBe('/addresses');
});

test('with no page before, Back leads to the page that this one belongs to, which takes its place', async () => {
  cleanup();
  await open('/customers/c/billing/b');
  await back();
  expect([path(), router.state.historyAction]).toEqual(['/customers/c/billing', 'REPLACE']);
  await back();
  expect([path(), router.state.historyAction]).toEqual(['/dashboard', 'REPLACE']);
});

test('who came back to the first page is not led out of the site', async () => {
  cleanup();
  await open('/customers/c/billing/b');
  await goTo('/coupons');
  await back();
  await back();
  expect(path()).toBe('/customers/c/billing');
});
