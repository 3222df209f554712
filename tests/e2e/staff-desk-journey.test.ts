import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { testDay } from '#server/testing/moment.ts';
import { call, moveClock, signInByApi, signUpByApi } from './api.ts';
import { looksRight, type Visitor } from './browser.ts';
import { visit, visitWithDeclinedCard } from './declined-visit.ts';
import { carla, demo, enter, openArea } from './people.ts';
import { openYardpack } from './yardpack.ts';

// The demo has a worker who comes every day, and a proposal that nobody has claimed.
const { server, browser } = await openYardpack({ demo: true, byDay: true });

test('staff see what waits for them, open it, and find anybody by phone, street, email and name', async () => {
  await makeTrouble();
  const staff = await browser.visitor(1280);
  const { page } = staff;
  await enter(page, demo.erin);
  await seesTheDesk(staff);
  await opensWhatIsOnTheDesk(staff);
  await seesWholeLists(staff);
  await finds(staff);
  await looksAtThePagesOfOthers(staff);
  await seesTheMoney(staff);
  await readsLongAddresses(staff);

  const onPhone = await browser.visitor(320);
  await enter(onPhone.page, demo.erin);
  await onPhone.page.getByRole('heading', { name: 'Failed payments' }).waitFor();
  await looksRight(onPhone, 'staff-desk-phone');
  await readsLongAddresses(onPhone);
  await hasNoBlankSheet(onPhone.page);
  await onPhone.page.goto('/search?q=rivera');
  await onPhone.page.getByRole('heading', { name: 'Casey Rivera' }).first().waitFor();
  await looksRight(onPhone, 'search-phone');
  await onPhone.page.goto('/money');
  await onPhone.page.getByRole('table', { name: 'Money by day' }).waitFor();
  await looksRight(onPhone, 'money-phone');
  expect(browser.faults).toEqual([]);
});

/** Whether nothing but the margin of the sheet is below the last line on paper: it could be on a sheet of its own. */
async function hasNoBlankSheet(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  const below = await page
    .getByRole('main')
    .evaluate((main) =>
      [...main.querySelectorAll('.content-width')].map((part) => getComputedStyle(part).paddingBottom),
    );
  expect([...new Set(below)]).toEqual(['0px']);
  await page.emulateMedia({ media: null });
}

test.for([
  ['a name of 20 letters has two lines', 'Rogers Yard Cleaners', 'erin', 1024, '16px', 2],
  ['a short name has the account beside it, also with large letters', 'Yardpack', 'casey', 360, '24px', 1],
] as const)('%s in the header of who is signed in', async ([, name, who, width, letters, lines]) => {
  const { page } = await browser.visitor(width);
  await enter(page, demo[who]);
  await page.getByRole('navigation', { name: 'Places' }).waitFor();
  const header = page.getByRole('banner');
  const seen = await header.evaluate(
    (element, { name, letters }) => {
      document.documentElement.style.fontSize = letters;
      const shown = element.querySelector('a span');
      if (!shown) throw new Error('No name');
      shown.textContent = name;
      const line = document.createRange();
      line.selectNodeContents(shown);
      const { bottom } = shown.getBoundingClientRect();
      const account = element.querySelector('#account')?.getBoundingClientRect();
      return { lines: line.getClientRects().length, isBeside: account !== undefined && account.top < bottom };
    },
    { name, letters },
  );
  expect(seen).toEqual({ lines, isBeside: true });
});

/** 82 characters, at none of which a browser breaks a line by itself. */
const longEmail = `${'carla'.repeat(12)}@exampleexample.example`;

/** Wherever staff read of an address, it has room. */
async function readsLongAddresses(staff: Visitor): Promise<void> {
  const { page } = staff;
  for (const path of ['/dashboard', '/search?q=nguyen', '/customers?q=nguyen', '/messages?q=nguyen', longRecord]) {
    await page.goto(path);
    await page
      .getByText(/carlacarla/)
      .first()
      .waitFor();
    await looksRight(staff, `long-address${path.replaceAll(/\W/g, '-')}`);
  }
}
let longRecord = '';

/** Two days on: a visit whose card was declined, one that is under way, and a proposal that still waits. */
async function makeTrouble(): Promise<void> {
  const { page } = await browser.visitor(1280);
  const { engagementId } = await visitWithDeclinedCard(server.url, page);
  const { profileId } = await signUpByApi(server.url, { ...carla, email: longEmail });
  longRecord = `/customers/${profileId}`;
  const office = await signInByApi(server.url, demo.erin);
  await office.put(`/v1/profiles/${profileId}/email-works`, { email: longEmail, works: false });
  await call(server.url, 'POST', '/v1/send-inquiry', {
    from: 'vera@example.com',
    subject: 'Do you come to us?',
    message: 'We live in Rogers.',
  });
  await moveClock(server.url, { advance: 'P2D' });
  await visit(server.url, engagementId, ['TRAVEL_STARTED']);
}

const section = (page: Page, name: string) => page.getByRole('region', { name });

async function seesTheDesk(staff: Visitor): Promise<void> {
  const { page } = staff;
  const inquiries = section(page, 'Inquiries waiting');
  await inquiries.getByText('vera@example.com').waitFor();
  // By the business's clock, which was moved.
  await inquiries.getByText('Received 2 days ago', { exact: true }).waitFor();
  await section(page, 'Proposals that need a worker')
    .getByText(/Deep Cleanup · Bentonville/)
    .waitFor();
  const payments = section(page, 'Failed payments');
  await payments.getByText('Trying again').waitFor();
  await payments.getByText(/\$15\.00 · The customer’s card was declined\. 2 attempts\./).waitFor();
  const visits = section(page, 'Today’s visits');
  await visits.getByText('Show the visits').click();
  await visits.getByText('Under way', { exact: true }).waitFor();
  await visits.getByText('108 SW 8th St, Bentonville').waitFor();
  await looksRight(staff, 'staff-desk');
}

async function opensWhatIsOnTheDesk({ page }: Visitor): Promise<void> {
  for (const [name, row, title] of [
    ['Inquiries waiting', /vera@example\.com/, 'Inquiries'],
    ['Proposals that need a worker', /Casey Rivera/, 'Deep Cleanup'],
    ['Failed payments', /Casey Rivera/, /^Bill Y-\d{4}-\d{6}$/],
    ['Today’s visits', /Casey Rivera/, 'Yard Cleanup'],
  ] as const) {
    if (name === 'Today’s visits') await section(page, name).getByText('Show the visits').click();
    await section(page, name).getByRole('link', { name: row }).click();
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    if (title.toString().endsWith('Cleanup')) await page.getByText('(479) 555-0100').waitFor();
    await page.goBack();
  }
}

async function seesWholeLists(staff: Visitor): Promise<void> {
  const { page } = staff;
  await page.goto('/failed-payments');
  await page.getByText('Casey Rivera').waitFor();
  await looksRight(staff, 'failed-payments');
  await page.goto('/unclaimed-proposals');
  await page.getByText('Casey Rivera').waitFor();
  await page.goto('/todays-visits');
  await page.getByText('Casey Rivera').waitFor();
  await page.getByLabel('Show').selectOption('Skipped');
  await page.getByText('No Visits').waitFor();
  await page.getByLabel('Show').selectOption('Under way');
  await page.waitForURL(/filter=under-way/);
  await page.reload();
  await page.getByText('Casey Rivera').waitFor();
  await looksRight(staff, 'todays-visits');
}

/** What was charged, down to the visit it was charged for. */
async function seesTheMoney(staff: Visitor): Promise<void> {
  const { page } = staff;
  await openArea(page, 'Money');
  await page.getByRole('heading', { level: 1, name: 'Money' }).waitFor();
  // Days around those of the visits, in whatever month this begins.
  await page.goto(`/money?from=${testDay.subtract({ days: 9 })}&to=${testDay.add({ days: 9 })}&by=day`);
  const table = page.getByRole('table', { name: 'Money by day' });
  await table.getByRole('columnheader', { name: 'Declined attempts' }).waitFor();
  await page.locator('svg .visx-bar').first().waitFor({ state: 'attached' });
  await looksRight(staff, 'money');
  await table.getByRole('row', { name: 'Total' }).getByRole('link', { name: '$15.00' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Charged', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Casey Rivera' }).first().waitFor();
  await looksRight(staff, 'money-entries');
}

async function finds(staff: Visitor): Promise<void> {
  const { page } = staff;
  await openArea(page, 'Search');
  const box = page.getByRole('searchbox', { name: 'Search' });
  for (const typed of ['(479) 555-01', '108 sw 8', 'casey@dem', 'riv cas']) {
    await box.fill(typed);
    await page.waitForURL((url) => url.searchParams.get('q') === typed);
    await page.getByRole('heading', { name: 'Casey Rivera' }).first().waitFor();
    await page.getByRole('link', { name: /Yard Cleanup.*worker Wren Okafor/ }).waitFor();
    await box.fill('nobody at all');
    await page.getByText('Nobody and nothing matches “nobody at all”.').waitFor();
  }
  await box.fill('okafor');
  await page.getByRole('heading', { name: 'Wren Okafor' }).waitFor();
  await looksRight(staff, 'search');
}

/** The pages that the customer and the worker see. */
async function looksAtThePagesOfOthers(staff: Visitor): Promise<void> {
  const { page } = staff;
  for (const [whose, shown] of [
    ['Engagements of Wren Okafor', '108 SW 8th St'],
    ['Profile of Wren Okafor', 'wren@demo.example'],
    ['Addresses of Wren Okafor', '3201 SE Moberly Ln'],
  ] as const) {
    await page.getByRole('link', { name: whose }).click();
    await page.getByRole('heading', { level: 1, name: whose, exact: true }).waitFor();
    await page.getByText(shown).first().waitFor();
    await page.goBack();
    // The search is as it was.
    await page.getByRole('heading', { name: 'Wren Okafor' }).waitFor();
  }
  await page.getByRole('searchbox', { name: 'Search' }).fill('casey');
  await page.getByRole('link', { name: 'Engagements of Casey Rivera' }).click();
  await page.getByRole('link', { name: /Deep Cleanup/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Deep Cleanup', exact: true }).waitFor();
  await looksRight(staff, 'staff-engagement');
}
