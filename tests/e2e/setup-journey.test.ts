import { expect, test } from 'vitest';
import { looksRight } from './browser.ts';
import { field, sentMessages } from './people.ts';
import { openYardpack } from './yardpack.ts';

const { server, browser } = await openYardpack({
  demo: false,
  settings: { BUSINESS_NAME: 'Scoop & Sons', MAIL_FROM: 'office@scoop.example', CONTACT_EMAIL: 'office@scoop.example' },
});

const link = () => /http\S+\/setup\?token=[\w-]+/.exec(server.output())?.[0] ?? '';

test('the first owner opens the link of the start, sets the business up, and the link ends', async () => {
  const owner = await browser.visitor(360);
  const { page } = owner;
  await page.goto('/setup');
  await page.getByText('Open the link that the server printed').waitFor();
  await looksRight(owner, 'setup-no-link');

  await page.goto('/setup?token=cut');
  await page.getByText('This link is not valid').waitFor();
  await looksRight(owner, 'setup-wrong-link');

  await page.goto(link());
  await page.getByRole('button', { name: 'Open my account' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  await page.getByRole('button', { name: 'Open my account' }).click();
  await page.getByText('This field is required.').first().waitFor();
  await looksRight(owner, 'setup-owner');
  await field(page, 'First Name').fill('Olive');
  await field(page, 'Last Name').fill('Park');
  await field(page, 'Email').fill('olive@example.com');
  await field(page, 'Phone').fill('(479) 555-0188');
  await field(page, 'Password').fill('bones4all!');
  await page.getByRole('button', { name: 'Open my account' }).click();

  await page.getByText(/^Your account is open\. (7 of 7|8 of 8) things are not done yet\.$/).waitFor();
  await looksRight(owner, 'setup-steps');
  await page.getByRole('button', { name: 'Look over : The business' }).click();
  await field(page, 'Legal name').fill('Scoop and Sons LLC');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Looked over').waitFor();
  for (const what of ['Payments', 'What Stripe tells us', 'Email', 'Texts']) {
    await page.getByRole('button', { name: `Try it : ${what}` }).click();
    await page.getByRole('button', { name: `Try again : ${what}` }).waitFor();
  }
  // Stripe's stand-in has told us.
  await expect.poll(() => page.getByText('Stand-in', { exact: true }).count()).toBe(4);
  await looksRight(owner, 'setup-tried');
  await page.getByRole('link', { name: 'Add a product' }).click();
  await page.getByRole('button', { name: 'I Accept!' }).click();
  await page.getByRole('heading', { name: 'New Product' }).waitFor();

  const late = await browser.visitor(1280);
  await late.page.goto(link());
  await late.page.getByText('This link has ended').waitFor();
  await looksRight(late, 'setup-ended');
  expect(browser.faults).toEqual([]);
});

test('a business that is called otherwise finds no trace of the product’s name', async () => {
  const paths = [
    '/',
    '/inquiry',
    '/sign-up',
    '/terms',
    '/privacy',
    '/disclaimer',
    '/confirm-sign-up',
    '/set-new-password',
  ];
  const files = ['/dashboard', '/nowhere/at/all', '/site.webmanifest', '/robots.txt', '/sitemap.xml', '/favicon.svg'];
  for (const path of [...paths, ...files, '/docs', '/v1/openapi.json', '/v1/nothing']) {
    const text = await (await fetch(server.url + path)).text();
    expect(text, path).not.toMatch(/yardpack/i);
  }
  const visitor = await browser.visitor(1280);
  for (const path of paths) {
    await visitor.page.goto(path);
    await visitor.page.getByRole('heading', { level: 1 }).first().waitFor();
    const shown = `${await visitor.page.title()} ${await visitor.page.locator('body').textContent()}`;
    expect(shown, path).not.toMatch(/yardpack/i);
    expect(shown, path).toContain('Scoop & Sons');
  }
  const sent = await sentMessages(server.url);
  expect(sent.length).toBeGreaterThan(0);
  expect(JSON.stringify(sent)).not.toMatch(/yardpack/i);
  await visitor.context.close();
});
