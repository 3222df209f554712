import { expect, test } from 'vitest';
import { moveClock } from './api.ts';
import { looksRight } from './browser.ts';
import { demo, enter, openArea } from './people.ts';
import { openYardpack } from './yardpack.ts';

const { server, browser } = await openYardpack({ demo: true });

test('the owner reads the report, opens a figure down to a customer, goes back, and saves a table', async () => {
  // The sweep of the next day counts what was made.
  await moveClock(server.url, { advance: 'P1D' });
  const owner = await browser.visitor(1280);
  const { page } = owner;
  await enter(page, demo.erin);
  await openArea(page, 'Reports');
  const table = page.getByRole('table', { name: 'Recurring revenue by month' });
  const added = table.getByRole('row', { name: /^All of it/ }).getByRole('link', { name: /^\+\$/ });
  await added.waitFor();
  await looksRight(owner, 'reports');
  await added.click();
  await page.getByRole('heading', { name: 'Recurring revenue: New' }).waitFor();
  await page.getByRole('link', { name: 'Casey Rivera' }).first().waitFor();
  await looksRight(owner, 'reports-rows');
  await page.goBack();
  await table.waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).first().click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^Recurring revenue by month, \d{4}-01-01 to \d{4}-\d\d-\d\d\.csv$/);
  const phone = await browser.visitor(360);
  await enter(phone.page, demo.erin);
  await phone.page.goto('/reports');
  await phone.page.getByRole('table', { name: 'Recurring revenue by month' }).waitFor();
  await looksRight(phone, 'reports-phone');
  expect(browser.faults).toEqual([]);
});
