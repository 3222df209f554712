import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import routes from '#web/routes.ts';

/** Who may open which page, as the description's tables have it. */
const expected: Record<string, string[]> = {
  anyone: [
    '/',
    '/terms',
    '/disclaimer',
    '/privacy',
    '/inquiry',
    '/sign-up',
    '/confirm-inquiry',
    '/confirm-sign-up',
    '/stop-email-change',
    '/set-new-password',
    // They show what the token in them was made for, or what who is signed in may see.
    '/card-link',
    '/setup',
    '/forbidden',
    '/*',
  ],
  'layouts/signed-in.tsx': [
    '/dashboard',
    '/profiles/:profileId',
    '/profiles/:profileId/addresses',
    '/profiles/:profileId/addresses/new',
    '/profiles/:profileId/address/:addressId',
    '/stripe/onboarding',
    '/users/:userId/payment-methods',
    '/users/:userId/payment-methods/new',
    '/customers/:customerId/engagements',
    '/customers/:customerId/engagements/new',
    '/customers/:customerId/engagements/:engagementId',
    '/workers/:workerId/engagements',
    '/workers/:workerId/earnings',
  ],
  'layouts/employee-only.tsx': [
    '/products',
    '/products/new',
    '/products/:productId',
    '/coupons',
    '/coupons/new',
    '/coupons/:couponId',
    '/money',
    '/money/entries',
  ],
  'layouts/worker-only.tsx': [
    '/worker/:workerId/itinerary',
    '/worker/:workerId/plan',
    '/worker/:workerId/plan/engagements/:engagementId',
  ],
};

const guards = Object.keys(expected).filter((guard) => guard !== 'anyone');

function pagesOf(entries: RouteConfigEntry[], guard = 'anyone'): { path: string; guard: string }[] {
  return entries.flatMap(({ file, path = '', children }) =>
    children ? pagesOf(children, guards.includes(file) ? file : guard) : [{ path: `/${path}`, guard }],
  );
}

test('every page of the description is there, behind the guard that it asks for', async () => {
  const pages = pagesOf(await routes);
  for (const [guard, paths] of Object.entries(expected)) {
    for (const path of paths) {
      expect(pages.filter((page) => page.path === path)).toEqual([{ path, guard }]);
    }
  }
});

test('no page for anyone is there by mistake', async () => {
  const open = pagesOf(await routes).filter(({ guard }) => guard === 'anyone');
  expect(open.map(({ path }) => path).sort()).toEqual((expected.anyone ?? []).toSorted());
});
