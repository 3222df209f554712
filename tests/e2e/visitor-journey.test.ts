import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { signUpByApi } from './api.ts';
import { looksRight } from './browser.ts';
import { carla, demo, enter, field, fillInSignIn, openArea, signIn } from './people.ts';
import { openYardpack } from './yardpack.ts';

const { server, browser } = await openYardpack({
  demo: true,
  settings: { SUPPORT_HOURS: 'Monday to Friday, 8 am to 6 pm', WASTE_DISPOSAL: 'Into your own bin.', KEEPERS: 'Ada' },
});

test('a visitor finds prices, hours, keepers and what the business has said, and nothing that it has not', async () => {
  const visitor = await browser.visitor(1280);
  const { page } = visitor;
  await page.goto('/');
  await page.getByText('Monday to Friday, 8 am to 6 pm').first().waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Prices' }).click();
  const row = page.getByRole('row', { name: /^Yard Cleanup/ });
  await row.getByText('$15.00').waitFor();
  await row.getByText('$25.00').waitFor();
  await page.getByText('Where does the waste go?').click();
  await page.getByText('Into your own bin.').waitFor();
  expect(await page.getByText('What if it rains?').count()).toBe(0);
  await page.getByRole('list', { name: 'Our keepers' }).getByText('Ada').waitFor();
  await page.getByLabel('Your zip code').fill('72712');
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('Good news: we serve Bentonville. Prices start at $15.00 a visit.').waitFor();
  await looksRight(visitor, 'landing-desk');
  await visitor.context.close();
  expect(browser.faults).toEqual([]);
});

test('the landing page comes with 125 kB of scripts at most, packed by gzip', async () => {
  const read = async (path: string) => Buffer.from(await (await fetch(`${server.url}${path}`)).arrayBuffer());
  const scripts = new Set((await read('/')).toString().match(/\/assets\/[\w.-]+\.js/g));
  const sizes = await Promise.all([...scripts].map(async (path) => gzipSync(await read(path), { level: 9 }).length));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  // Less would be no page of ours.
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(125_000);
});

test('without JavaScript each form says so with the number to call, and an unknown path says 404', async () => {
  const visitor = await browser.visitor(360);
  const context = await visitor.context.browser()?.newContext({ javaScriptEnabled: false, baseURL: server.url });
  const page = await context?.newPage();
  if (!context || !page) throw new Error('The browser has gone');
  for (const path of ['/inquiry', '/sign-up', '/set-new-password', '/dashboard']) {
    await page.goto(path);
    // By selector: Playwright finds no text inside of `noscript`.
    const words = page.locator('noscript p');
    await words.waitFor();
    expect(await words.textContent()).toMatch(/works with JavaScript.*call us: \(800\) 555-0142/);
    expect(
      await page
        .getByText(/loading/i)
        .filter({ visible: true })
        .count(),
    ).toBe(0);
  }
  const answer = await page.goto('/no-such-page');
  expect(answer?.status()).toBe(404);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await page.goto('/');
  await page.locator('#prices noscript p').waitFor();
  await context.close();
});

test('an unknown path is a page of its own, whose support link names it', async () => {
  const { page, context } = await browser.visitor(360);
  const answer = await page.goto('/no-such-page?token=secret');
  expect(answer?.status()).toBe(404);
  const support = page.getByRole('link', { name: 'Contact Support' });
  await expect.poll(() => support.getAttribute('href')).toMatch(/subject=404%20%2Fno-such-page%20/);
  await page.getByRole('link', { name: 'Go back home' }).click();
  await page.getByRole('heading', { level: 1, name: /yard you can/ }).waitFor();
  await context.close();
  expect(browser.faults).toEqual([]);
});

test('a form that waits for its code says that it is loading', async () => {
  const { page, context } = await browser.visitor(360);
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/assets/*fields*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/inquiry', { waitUntil: 'commit' });
  const note = page.getByText('This form is loading. You can type in a moment.');
  await note.waitFor();
  goOn();
  await note.waitFor({ state: 'hidden' });
  await page.getByLabel('First Name').fill('Vera');
  await context.close();
});

test('the legal pages are text of their own, printed whole, without a word to the business', async () => {
  const visitor = await browser.visitor(360);
  const { page } = visitor;
  for (const path of ['/terms', '/privacy', '/disclaimer']) {
    // Asked for once the page has come alive, which a document that is not as expected shows as a fault.
    await Promise.all([page.waitForResponse('**/v1/client-config'), page.goto(path)]);
    await page.getByRole('heading', { name: 'How to reach us' }).waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    expect(await page.getByText(/to the business|lawyer/i).count()).toBe(0);
  }
  await looksRight(visitor, 'disclaimer');
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('banner').isVisible()).toBe(false);
  await visitor.context.close();
  expect(server.output()).toContain('Have a lawyer check them before you go live.');
  expect(browser.faults).toEqual([]);
});

test('Pay Your Bill asks to sign in, says why, and leads to the bills', async () => {
  const { page, context } = await browser.visitor(360);
  await page.goto('/');
  const home = Promise.withResolvers<void>();
  await context.route('**/landing-route-*', async (route) => {
    await home.promise;
    await route.continue();
  });
  const [tab, dialogCode] = await Promise.all([
    context.waitForEvent('page'),
    context.waitForEvent('requestfinished', (request) => request.url().includes('/sign-in-dialog-')),
    page.getByRole('link', { name: 'Pay Your Bill' }).click(),
  ]);
  await tab.evaluate(`import('${dialogCode.url()}')`);
  await tab.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  // A dialog over the page that goes would take with it what is typed.
  expect(await tab.getByRole('dialog').count()).toBe(0);
  home.resolve();
  await tab.getByRole('dialog').getByText('Sign in to see and pay your bills.').waitFor();
  await fillInSignIn(tab, demo.casey);
  await tab.waitForURL(/\/customers\/[^/]+\/billing$/);
  await context.close();
});

test('a browser that has lost everything but its cookies knows a signed-in person', async () => {
  const { page, context } = await browser.visitor(360);
  await page.goto('/');
  await signIn(page, demo.casey);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/');
  await openArea(page, 'Sign out');
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['device']);
  await context.close();
});

test('the first slide has a way back, and the slides hold for those who listen', async () => {
  const visitor = await browser.visitor(360);
  const { page } = visitor;
  await signUpByApi(server.url, carla);
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await fillInSignIn(page, carla);
  await page.getByRole('dialog', { name: 'Welcome to the pack' }).waitFor();
  await looksRight(visitor, 'slide-1');
  await page.getByRole('button', { name: 'Back to the home page' }).click();
  await page.getByRole('heading', { level: 1, name: /yard you can/ }).waitFor();
  await openArea(page, 'Dashboard');
  for (const slide of ['2', '3', '4']) {
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('heading', { name: new RegExp(`^Step ${slide} of 4`) }).waitFor();
    await looksRight(visitor, `slide-${slide}`);
  }
  await visitor.context.close();
  expect(browser.faults).toEqual([]);
});

test('a plan’s address that names no engagement is an invalid one', async () => {
  const { page, context } = await browser.visitor(1280);
  await enter(page, demo.walt);
  await openArea(page, 'Plan');
  await page.getByRole('heading', { level: 1, name: 'Plan' }).waitFor();
  await page.goto(`${new URL(page.url()).pathname}/engagements/undefined`);
  await page.getByText('Invalid URL.').waitFor();
  await page.waitForURL((url) => !url.pathname.endsWith('undefined'));
  await context.close();
});

test('an alert has a place of its own, and goes when what had failed succeeds', async () => {
  const { page, context } = await browser.visitor(360);
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
  await alert.waitFor({ state: 'detached' });

  await page.unroute('**/v1/sign-in');
  await signIn(page, demo.casey);

  await page.route('**/v1/customer/*/engagements*', (route) => route.abort('connectionreset'));
  await openArea(page, 'Engagements');
  await alert.waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  await expect
    .poll(async () => {
      const [box, title] = [await alert.boundingBox(), await page.getByRole('heading', { level: 1 }).boundingBox()];
      return box && title && box.y + box.height <= title.y;
    })
    .toBe(true);
  await page.unroute('**/v1/customer/*/engagements*');
  await page.waitForURL('**/dashboard');
  await openArea(page, 'Engagements');
  await alert.waitFor({ state: 'detached' });
  await context.close();
});
