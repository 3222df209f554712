import { expect, test } from 'vitest';
import { looksRight } from './browser.ts';
import { field } from './people.ts';
import { openYardpack } from './yardpack.ts';

const { server, browser } = await openYardpack({ demo: false });

const link = () => /http\S+\/setup\?token=[\w-]+/.exec(server.output())?.[0] ?? '';

test('the first owner opens the link of the start, sets the business up, and the link ends', async () => {
  const owner = await browser.visitor(360);
  const { page } = owner;
  await page.goto('/setup');
  await page.getByText('Open the link that the server printed').waitFor();
  await looksRight(owner, 'setup-no-link');

  await page.goto(link());
  await page.getByRole('button', { name: 'Open my account' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  await page.getByRole('button', { name: 'Open my account' }).click();
  await page.getByText('This field is required.').first().waitFor();
  await looksRight(owner, 'setup-owner');
  await field(page, 'First Name').fill('Olive');
  await field(page, 'Last Name').fill('Park');
  await field(page, 'E-mail').fill('olive@example.com');
  await field(page, 'Phone').fill('(479) 555-0188');
  await field(page, 'Password').fill('bones4all!');
  await page.getByRole('button', { name: 'Open my account' }).click();

  await page.getByText('7 of 7 things are not done yet.').waitFor();
  await looksRight(owner, 'setup-steps');
  await page.getByRole('button', { name: 'Look over : The business' }).click();
  await field(page, 'Business name').fill('Scoop & Sons');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Looked over').waitFor();
  for (const what of ['Payments', 'What Stripe tells us', 'Mail', 'Texts']) {
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
