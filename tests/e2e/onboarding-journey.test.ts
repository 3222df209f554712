import { expect, test } from 'vitest';
import { demo, fillInSignIn } from './people.ts';
import { openYardpack } from './yardpack.ts';

const { browser } = await openYardpack({ demo: true });

test('a worker sees that Connect is fetched until its form can be used', async () => {
  const { page } = await browser.visitor(360);
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await fillInSignIn(page, demo.wren);
  await page.getByRole('heading', { name: 'Worker Dashboard' }).waitFor();
  const { promise: isAllowed, resolve: allow } = Promise.withResolvers<void>();
  await page.route('**/account-session*', async (route) => {
    await isAllowed;
    await route.continue();
  });
  await page.goto('/stripe/onboarding');
  const fetching = page.getByRole('alertdialog', { name: 'Fetching' });
  await fetching.waitFor();
  await page.locator('stripe-connect-account-onboarding').waitFor({ state: 'attached' });
  // It says that it starts in a task after this one.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  expect(await fetching.count()).toBe(1);
  allow();
  await fetching.waitFor({ state: 'detached' });
  await page.getByText('Your details are in').waitFor();
  expect(browser.faults).toEqual([]);
});
