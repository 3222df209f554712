// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useScrollOnNavigation } from './scroll.ts';

function Shell({ useScroll = useScrollOnNavigation }) {
  useScroll();
  return <Outlet />;
}

let router: ReturnType<typeof createMemoryRouter>;
/** How far the page on the screen can be scrolled: happy-dom lays nothing out. */
let longest: number;
let grow: () => void;

beforeEach(() => {
  longest = 5_000;
  vi.stubGlobal('scrollY', 0);
  vi.stubGlobal('scrollTo', ({ top }: { top: number }) => scroll(Math.min(top, longest)));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(told: () => void) {
        grow = told;
      }
      observe() {}
      disconnect() {
        grow = () => undefined;
      }
    },
  );
  Element.prototype.scrollIntoView = () => scroll(900);
  const list = { path: '/list', element: <p>List</p> };
  const thing = { path: '/thing', element: <h2 id="part">Thing</h2> };
  router = createMemoryRouter([{ element: <Shell />, children: [list, thing] }], { initialEntries: ['/list'] });
  render(<RouterProvider router={router} />);
});
afterEach(() => {
  cleanup();
  router.dispose();
  vi.unstubAllGlobals();
});

function scroll(top: number): void {
  vi.stubGlobal('scrollY', top);
  dispatchEvent(new Event('scroll'));
}
const goTo = (to: string | number) => act(async () => void (await router.navigate(to as string)));

test('a page begins at its top, and is where it was on the way back and forth', async () => {
  scroll(1_200);
  await goTo('/thing');
  expect(scrollY).toBe(0);
  scroll(300);
  await goTo(-1);
  expect(scrollY).toBe(1_200);
  await goTo(1);
  expect(scrollY).toBe(300);
  // The same page, come to anew.
  await goTo('/list');
  expect(scrollY).toBe(0);
});

test('it is known in the next document of the tab too: pages that take payments are one of their own', async () => {
  await goTo('/thing');
  await goTo('/list');
  scroll(1_200);
  await goTo('/thing');
  dispatchEvent(new Event('pagehide'));
  cleanup();
  vi.resetModules();
  const { useScrollOnNavigation: useNext } = await import('./scroll.ts');
  const [list, thing] = ['/list', '/thing'].map((path) => ({ path, element: <p>{path}</p> }));
  const entries = ['/list', '/thing'];
  await act(async () => void (await router.navigate(-1)));
  const { key } = router.state.location;
  const next = createMemoryRouter([{ element: <Shell useScroll={useNext} />, children: [list ?? {}, thing ?? {}] }], {
    initialEntries: [{ pathname: entries[0], key }],
  });
  scroll(0);
  render(<RouterProvider router={next} />);
  expect(scrollY).toBe(1_200);
  next.dispose();
});

test('a hash is scrolled to, and a change of the query alone moves nothing', async () => {
  scroll(1_200);
  await goTo('/list?page=2');
  expect(scrollY).toBe(1_200);
  await goTo('/thing#part');
  expect(scrollY).toBe(900);
  await goTo('/thing#');
  scroll(0);
  await goTo(-1);
  expect(scrollY).toBe(900);
});

test('a page that is still loading is scrolled as it grows, unless the person goes elsewhere', async () => {
  scroll(1_200);
  await goTo('/thing');
  longest = 100;
  await goTo(-1);
  expect(scrollY).toBe(100);
  longest = 5_000;
  grow();
  expect(scrollY).toBe(1_200);

  await goTo('/thing');
  longest = 100;
  await goTo(-1);
  dispatchEvent(new Event('wheel'));
  longest = 5_000;
  grow();
  expect(scrollY).toBe(100);
});
