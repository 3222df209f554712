import { expect, test } from 'vitest';
import { demo, field, openArea, signIn } from './people.ts';
import { openYardpack } from './yardpack.ts';

const { browser } = await openYardpack({ demo: true });

test('an alert has a place of its own, and goes when what had failed succeeds', async () => {
  const { page } = await browser.visitor(360);
  await page.goto('/sign-up');
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await page.route('**/v1/sign-in', (route) => route.abort('connectionreset'));
  const dialog = page.getByRole('dialog', { name: 'Sign in to your account' });
  await field(dialog, 'Username').fill(demo.casey.username);
  await field(dialog, 'Password').fill(demo.casey.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  const alert = page.getByText('Network error. Please check your internet connection.');
  await alert.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect
    .poll(
      async () => {
        const [box, title] = [await alert.boundingBox(), await page.getByRole('heading', { level: 1 }).boundingBox()];
        return box && title && box.y + box.height <= title.y;
      },
      { timeout: 5_000 },
    )
    .toBe(true);

  await page.unroute('**/v1/sign-in');
  await signIn(page, demo.casey);
  await alert.waitFor({ state: 'detached' });

  await page.route('**/v1/customer/*/engagements*', (route) => route.abort('connectionreset'));
  await openArea(page, 'Engagements');
  await alert.waitFor();
  await page.unroute('**/v1/customer/*/engagements*');
  await page.waitForURL('**/dashboard');
  await openArea(page, 'Engagements');
  await alert.waitFor({ state: 'detached' });
});
