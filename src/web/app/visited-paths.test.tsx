// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let router: ReturnType<typeof createMemoryRouter>;
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

/** The app, just loaded: paths that it showed before are forgotten. */
async function open(path: string): Promise<void> {
  vi.resetModules();
  app = await import('./visited-paths.ts');
  router = createMemoryRouter([{ path: '*', element: <Page /> }], { initialEntries: [path] });
  render(<RouterProvider router={router} />);
}
afterEach(() => {
  cleanup();
  router.dispose();
});

const goTo = (path: string) => act(() => router.navigate(path));
const back = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Back' })));
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

test('Back leads to the page before, and from the first page to the dashboard, which takes its place', async () => {
  await goTo('/coupons');
  await back();
  expect(path()).toBe('/addresses');

  cleanup();
  await open('/engagements/1');
  await back();
  expect([path(), router.state.historyAction]).toEqual(['/dashboard', 'REPLACE']);
});
