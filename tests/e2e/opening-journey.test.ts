import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { openSettings } from '#server/settings-book.ts';
import { createTestWorld } from '#server/testing/world.ts';
import { publicPages } from '#web/app/public-pages.ts';
import { looksRight, openBrowser } from './browser.ts';

const { world, close } = await createTestWorld();
const config = { ...world.config, NODE_ENV: 'production' as const };
const settings = await openSettings(config, world.database, world.clock);
const site = fileURLToPath(new URL('../../build/client', import.meta.url));
const app = await createApp({ ...world, config, settings }, { site });
const browser = await openBrowser(await app.listen({ host: '127.0.0.1', port: 0 }));
afterAll(async () => {
  await browser.close();
  await app.close();
  await close();
});

test('before the business is set up, every page comes alive as it was sent, and staff who sign in find no way to a membership', async () => {
  expect(settings.isOpen()).toBe(false);
  const visitor = await browser.visitor(1280);
  const { page } = visitor;
  for (const { path } of [...publicPages, { path: '/forbidden' }]) {
    await page.goto(path, { waitUntil: 'networkidle' });
    expect([path, await page.getByRole('link', { name: 'Prices' }).count()]).toEqual([path, 0]);
  }
  expect(browser.faults).toEqual([]);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Have a join code?' }).waitFor();
  expect(await page.getByText('Not a member?').count()).toBe(0);
  await looksRight(visitor, 'opening-sign-in');
  expect(browser.faults).toEqual([]);
});
