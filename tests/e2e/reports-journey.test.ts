import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { businessDay } from '#domain/calendar.ts';
import { inquiryData } from '#server/testing/inquiry-factories.ts';
import { testMoment } from '#server/testing/moment.ts';
import { call, moveClock } from './api.ts';
import { looksRight } from './browser.ts';
import { demo, enter, openArea } from './people.ts';
import { openYardpack } from './yardpack.ts';

const { server, browser, now } = await openYardpack({ demo: true, byDay: true });
/** From the year in which the demo's services began. */
const report = `/reports?by=month&from=${businessDay(testMoment).year}-01-01&to=${businessDay(now()).add({ days: 1 })}`;

/** Somebody asks, and says how they found the business. */
async function ask(referral: string) {
  const data = inquiryData({ referral });
  await call(server.url, 'POST', '/v1/send-inquiry', { from: data.personal.email, subject: 'Hi', message: 'Hi', data });
}

/** @returns how wide each plot is drawn, and how many explanations stand open: on the screen, while the page is printed, and afterwards */
async function drawnAndPrinted(page: Page): Promise<{ plots: number[]; explained: number }[]> {
  await page.locator('main svg rect').first().waitFor();
  const seen = await page.evaluateHandle(() => {
    const drawn = () => ({
      plots: [...document.querySelectorAll<SVGSVGElement>('main svg:has(rect)')].map(
        (plot) => plot.viewBox.baseVal.width,
      ),
      explained: document.querySelectorAll('main details[open]').length,
    });
    const seen = [drawn()];
    addEventListener('beforeprint', () => seen.push(drawn()), { once: true });
    addEventListener('afterprint', () => seen.push(drawn()), { once: true });
    return seen;
  });
  await page.pdf();
  return await seen.jsonValue();
}

test('the owner reads the report, opens a figure down to a customer, goes back, and saves a table', async () => {
  // The sweep of the next day counts what was made.
  await moveClock(server.url, { advance: 'P1D' });
  await ask('A sign\non  the road');
  await ask(`W${'o'.repeat(398)}w`);
  const owner = await browser.visitor(1280);
  const { page } = owner;
  await enter(page, demo.erin);
  await openArea(page, 'Reports');
  await page.goto(report);
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
  await phone.page.goto(report);
  await phone.page.getByRole('table', { name: 'Recurring revenue by month' }).waitFor();
  await looksRight(phone, 'reports-phone');
  // A sheet of paper is wider than a phone.
  const [onScreen, onPaper, after] = await drawnAndPrinted(phone.page);
  for (const width of onScreen?.plots ?? []) expect(width).toBeLessThan(360);
  expect(onScreen?.explained).toBe(0);
  // What opens only once the browser has counted the sheets pushes the end off the last one.
  expect(onPaper).toEqual({ plots: onScreen?.plots.map(() => 680), explained: 3 });
  expect(after).toEqual(onScreen);
  // The lines between rows go on below the first column, which stays in its place on a screen only.
  await phone.page.emulateMedia({ media: 'print' });
  const fills = await phone.page
    .locator('main th:first-child')
    .evaluateAll((cells) => [...new Set(cells.map((cell) => getComputedStyle(cell).backgroundColor))]);
  expect(fills).toEqual(['rgba(0, 0, 0, 0)']);
  await phone.page.emulateMedia({ media: null });
  // A word that is wider than its column wraps within it; the column is not narrowed for it, so that others stay whole.
  const longWord = phone.page.getByRole('rowheader', { name: /^Wo+w$/ });
  expect(await longWord.evaluate((cell) => [cell.scrollWidth, cell.clientWidth])).toEqual([160, 160]);
  const written = phone.page.getByRole('row', { name: /^A sign on the road/ });
  await written.getByRole('link', { name: '1', exact: true }).first().click();
  await phone.page.getByRole('heading', { name: 'Heard about us: A sign on the road' }).waitFor();
  await phone.page.getByText('Vera Visitor').waitFor();
  expect(browser.faults).toEqual([]);
});
