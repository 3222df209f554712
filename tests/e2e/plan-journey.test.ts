import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { businessDay, calendarDay } from '#domain/calendar.ts';
import { looksRight, type Visitor } from './browser.ts';
import { type Newcomer, signIn } from './people.ts';
import { openYardpack } from './yardpack.ts';

const { server, browser } = await openYardpack({ demo: true });

/** The demo's workers, who are both onboarded. */
const worker = (username: 'wren' | 'walt'): Newcomer => ({
  type: 'Worker',
  username,
  password: 'bones4all!',
  firstName: username,
  lastName: '',
  email: `${username}@demo.example`,
  phone: '4795550100',
  street: '',
});
/** From north to south, as a drive from Bentonville passes them. */
const yards = [
  { street: '1 Rogers Rd', city: 'Rogers', zipCode: '72756' },
  { street: '2 Lowell Ln', city: 'Lowell', zipCode: '72745' },
  { street: '3 Springdale St', city: 'Springdale', zipCode: '72764' },
  { street: '4 Fayetteville Ave', city: 'Fayetteville', zipCode: '72701' },
] as const;
const [rogers, lowell, springdale, fayetteville] = yards.map(({ street }) => street) as [
  string,
  string,
  string,
  string,
];
const atHome = '108 SW 8th St';

test('a worker plans by week form, drag and drop, menus and arrow keys, takes the best order, and is beaten to a claim', async () => {
  await asksForYards();
  const wren = await browser.visitor(1280);
  await opensThePlan(wren, 'wren');
  await assignsByWeekForm(wren);
  await dragsAndDrops(wren);
  await movesByMenuAndArrowKeys(wren);
  await isAskedBeforeLeaving(wren);
  await isToldToSaveBeforeTheBestOrder(wren);
  await savesAndReloads(wren, [fayetteville, atHome, springdale, rogers]);
  await takesTheBestOrder(wren);
  await isBeatenToAClaim(wren);
  await onAPhone();
  expect(browser.faults).toEqual([]);
});

test('a worker looks through more proposals than one page has, and takes the newest', async () => {
  const far = { street: '60 Last Ln', city: 'Rogers', zipCode: '72758' };
  const many = Array.from({ length: 51 }, (_, index) => ({ ...far, street: `${index} Long Way` }));
  await asksForYards([...many, far]);
  const walt = await browser.visitor(1280);
  const { page } = walt;
  await page.goto('/');
  await signIn(page, worker('walt'));
  await page.getByRole('button', { name: /account$/ }).click();
  await page.getByRole('menuitem', { name: 'Plan', exact: true }).click();
  await row(page, 'Unscheduled', '3 Long Way').first().waitFor();
  expect(await row(page, 'Unscheduled', far.street).count()).toBe(0);
  await page.getByRole('button', { name: 'Show more proposals' }).click();
  await schedule(page, 'Unscheduled', far.street, 'Assign To');
  await page.getByRole('button', { name: 'Sunday', exact: true }).click();
  await page.getByRole('button', { name: 'Done (1/1)' }).click();
  expect(await page.getByRole('button', { name: 'Show more proposals' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Save' }).click();
  await row(page, 'Sunday', far.street).getByText('Accepted').waitFor();
  expect(browser.faults).toEqual([]);
});

type Yard = { street: string; city: string; zipCode: string };

/** What casey, the demo's customer, asks for: a weekly visit at each of the yards. */
async function asksForYards(asked: readonly Yard[] = yards): Promise<void> {
  const casey = await byApi('casey');
  const { products } = await casey('GET', '/v1/products');
  const [customer] = (await casey('GET', `/v1/users/${casey.userId}/profiles`)).profiles;
  const { creditCardPaymentMethods } = await casey('GET', `/v1/users/${casey.userId}/payment-methods`);
  const [home] = (await casey('GET', `/v1/profiles/${customer.id}/addresses`)).addresses;
  for (const { street, city, zipCode } of asked) {
    const { address } = await casey('POST', `/v1/profiles/${customer.id}/addresses`, {
      streetAddress1: street,
      city,
      state: 'AR',
      zipCode,
      country: 'US',
    });
    await casey('POST', `/v1/customer/${customer.id}/engagements`, {
      productId: products[0].id,
      serviceAddressId: address.id,
      billingAddressId: home.id,
      stripePaymentMethodId: creditCardPaymentMethods[0].id,
      yardSize: 'YARD_SIZE_STANDARD',
      scheduleTemplate: {
        period: 'PERIOD_WEEKLY',
        frequency: 1,
        interval: 1,
        startDay: calendarDay(businessDay(Temporal.Now.instant())),
      },
    });
  }
}

async function opensThePlan({ page }: Visitor, username: 'wren' | 'walt'): Promise<void> {
  await page.goto('/');
  await signIn(page, worker(username));
  await page.getByRole('button', { name: /account$/ }).click();
  await page.getByRole('menuitem', { name: 'Plan', exact: true }).click();
  await row(page, 'Unscheduled', lowell).waitFor();
}

async function assignsByWeekForm(wren: Visitor): Promise<void> {
  const { page } = wren;
  await schedule(page, 'Unscheduled', springdale, 'Assign To');
  await page.getByRole('button', { name: 'Tuesday', exact: true }).click();
  // One day was asked for, so the others are shut.
  expect(await page.getByRole('button', { name: 'Friday', exact: true }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Done (1/1)' }).click();
  expect(await streets(page, 'Tuesday')).toEqual([atHome, springdale]);
}

async function dragsAndDrops(wren: Visitor): Promise<void> {
  const { page } = wren;
  // All days at once, as at a desk.
  await page.setViewportSize({ width: 1280, height: 2400 });
  // The code of drag and drop comes after the plan.
  await page.waitForFunction(() => document.querySelectorAll('li[draggable="true"]').length > 0);
  // Onto the day itself: behind all.
  await drag(handle(page, 'Unscheduled', fayetteville), page.getByRole('heading', { name: 'Tuesday' }));
  expect(await streets(page, 'Tuesday')).toEqual([atHome, springdale, fayetteville]);
  // Onto the upper half of a row: before it.
  const upperHalf = 5;
  await drag(handle(page, 'Unscheduled', rogers), row(page, 'Tuesday', atHome), upperHalf);
  expect(await streets(page, 'Tuesday')).toEqual([rogers, atHome, springdale, fayetteville]);
  await drag(handle(page, 'Tuesday', fayetteville), row(page, 'Tuesday', rogers), upperHalf);
  expect(await streets(page, 'Tuesday')).toEqual([fayetteville, rogers, atHome, springdale]);
  // The demo's engagement stands on every day already, so it cannot go to another.
  await drag(handle(page, 'Tuesday', atHome), page.getByRole('heading', { name: 'Wednesday' }));
  expect(await streets(page, 'Tuesday')).toEqual([fayetteville, rogers, atHome, springdale]);
  expect(await streets(page, 'Wednesday')).toEqual([atHome]);
  // To another day and back, and off the plan.
  await drag(handle(page, 'Tuesday', springdale), page.getByRole('heading', { name: 'Thursday' }));
  expect(await streets(page, 'Thursday')).toEqual([atHome, springdale]);
  await announced(page, 'Casey Rivera is on Thursday, 2 of 2.');
  await drag(handle(page, 'Thursday', springdale), page.getByRole('heading', { name: 'Unscheduled' }));
  await row(page, 'Unscheduled', springdale).waitFor();
  expect(await streets(page, 'Thursday')).toEqual([atHome]);
}

async function movesByMenuAndArrowKeys(wren: Visitor): Promise<void> {
  const { page } = wren;
  await schedule(page, 'Tuesday', rogers, 'Move down');
  expect(await streets(page, 'Tuesday')).toEqual([fayetteville, atHome, rogers]);
  await announced(page, 'Casey Rivera is on Tuesday, 3 of 3.');

  await handle(page, 'Unscheduled', springdale).focus();
  await page.keyboard.press('ArrowRight');
  await announced(page, 'Casey Rivera is on Monday, 2 of 2.');
  await page.keyboard.press('ArrowRight');
  await announced(page, 'Casey Rivera is on Tuesday, 4 of 4.');
  await page.keyboard.press('ArrowUp');
  await announced(page, 'Casey Rivera is on Tuesday, 3 of 4.');
  expect(await streets(page, 'Tuesday')).toEqual([fayetteville, atHome, springdale, rogers]);
  const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  expect(focused).toBe(`Move Casey Rivera, ${springdale}`);
  await looksRight(wren, 'plan-edited');
}

async function isAskedBeforeLeaving({ page }: Visitor): Promise<void> {
  await row(page, 'Tuesday', rogers).getByRole('link', { name: 'Details of Casey Rivera' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await streets(page, 'Tuesday')).toEqual([fayetteville, atHome, springdale, rogers]);
}

async function isToldToSaveBeforeTheBestOrder({ page }: Visitor): Promise<void> {
  await page.getByRole('button', { name: 'Best order of Tuesday' }).click();
  await page.getByText(/^Save your plan first/).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
}

async function savesAndReloads(wren: Visitor, tuesday: string[]): Promise<void> {
  const { page } = wren;
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Not saved yet').waitFor({ state: 'detached' });
  await page.reload();
  await row(page, 'Tuesday', rogers).getByText('Accepted').waitFor();
  expect(await streets(page, 'Tuesday')).toEqual(tuesday);
}

async function takesTheBestOrder(wren: Visitor): Promise<void> {
  const { page } = wren;
  await page.getByRole('button', { name: 'Best order of Tuesday' }).click();
  await page.getByText(/^About \d+ of \d+ miles less\. Estimated from straight lines; roads differ\.$/).waitFor();
  await looksRight(wren, 'plan-best-order');
  await page.emulateMedia({ colorScheme: 'dark' });
  await looksRight(wren, 'plan-best-order-dark');
  await page.getByRole('button', { name: 'Use this order' }).click();
  const best = [atHome, rogers, springdale, fayetteville];
  expect(await streets(page, 'Tuesday')).toEqual(best);
  await looksRight(wren, 'plan-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await savesAndReloads(wren, best);
  await page.getByRole('button', { name: 'Best order of Tuesday' }).click();
  await page.getByText(/^Your order is already the best\./).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
}

/** Walt takes the yard in the moment between wren's look at what is open and wren's claim. */
async function isBeatenToAClaim(wren: Visitor): Promise<void> {
  const { page } = wren;
  await drag(handle(page, 'Tuesday', fayetteville), page.getByRole('heading', { name: 'Friday' }));
  await schedule(page, 'Unscheduled', lowell, 'Assign To');
  await page.getByRole('button', { name: 'Friday', exact: true }).click();
  await page.getByRole('button', { name: 'Done (1/1)' }).click();
  const firstCall = { times: 1 };
  await page.route(
    '**/v1/schedule-template-days',
    async (route) => {
      await claimsByApi(lowell);
      await route.continue();
    },
    firstCall,
  );
  await page.getByRole('button', { name: 'Save' }).click();
  await page
    .getByText('No longer open: Casey Rivera. Another worker was faster, or the engagement has ended.', {
      exact: false,
    })
    .waitFor();
  await row(page, 'Unscheduled', lowell).waitFor({ state: 'detached' });
  expect(await streets(page, 'Friday')).toEqual([atHome, fayetteville]);
  await page.getByText('Not saved yet').waitFor();
  await looksRight(wren, 'plan-beaten');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Not saved yet').waitFor({ state: 'detached' });
  await page.reload();
  await row(page, 'Friday', fayetteville).waitFor();
  expect(await streets(page, 'Friday')).toEqual([atHome, fayetteville]);
  expect(await streets(page, 'Tuesday')).toEqual([atHome, rogers, springdale]);
}

/** On a phone the same is in one menu; walt sees what is walt's and what is open. */
async function onAPhone(): Promise<void> {
  const walt = await browser.visitor(360);
  const { page } = walt;
  await page.goto('/');
  await signIn(page, worker('walt'));
  await page.getByRole('button', { name: /account$/ }).click();
  await page.getByRole('menuitem', { name: 'Plan', exact: true }).click();
  await row(page, 'Monday', lowell).getByRole('button', { name: 'Actions for Casey Rivera' }).click();
  await page.getByRole('menuitem', { name: 'Assign To' }).click();
  await page.getByRole('button', { name: 'Monday', exact: true }).click();
  await page.getByRole('button', { name: 'Wednesday', exact: true }).click();
  await page.getByRole('button', { name: 'Done (1/1)' }).click();
  await row(page, 'Unscheduled', atHome).getByRole('button', { name: 'Actions for Casey Rivera' }).click();
  await page.getByRole('menuitem', { name: 'Assign To' }).click();
  await page.getByRole('button', { name: 'Wednesday', exact: true }).click();
  await page.getByRole('button', { name: 'Done (1/1)' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Not saved yet').waitFor({ state: 'detached' });
  await row(page, 'Wednesday', lowell).getByRole('button', { name: 'Actions for Casey Rivera' }).click();
  await page.getByRole('menuitem', { name: 'Move down' }).click();
  expect(await streets(page, 'Wednesday')).toEqual([atHome, lowell]);
  // Where the bar with Save lies behind the days, and covers none of them.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await looksRight(walt, 'plan-phone');
  await page.getByRole('button', { name: 'Best order of Wednesday' }).click();
  await page.getByText(/^Your order is already the best\./).waitFor();
  await looksRight(walt, 'plan-best-order-phone');
}

async function claimsByApi(street: string): Promise<void> {
  const walt = await byApi('walt');
  const [profile] = (await walt('GET', `/v1/users/${walt.userId}/profiles`)).profiles;
  const { engagements } = await walt('GET', `/v1/worker/${profile.id}/engagements`);
  const wanted = engagements.find(
    ({ serviceAddress }: { serviceAddress: { streetAddress1: string } }) => serviceAddress.streetAddress1 === street,
  );
  const day = { dayOfWeek: 'DAY_OF_WEEK_MONDAY', sequence: 0, scheduleTemplateId: wanted.scheduleTemplate.id };
  await walt('POST', '/v1/schedule-template-days', { scheduleTemplateDays: [{ id: randomUUID(), ...day }] });
}

/** Signs one of the demo's people in as a program would. @returns calls in that person's name */
async function byApi(username: string) {
  const session = await callApi('POST', '/v1/sign-in', { username, password: 'bones4all!' });
  const call = (method: string, path: string, body?: object) => callApi(method, path, body, session.accessToken);
  return Object.assign(call, { userId: String(session.user.id) });
}

async function callApi(method: string, path: string, body?: object, accessToken?: string) {
  const response = await fetch(new URL(path, server.url), {
    method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(accessToken ? { authorization: `Bearer ${accessToken}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return await response.json();
}

const group = (page: Page, day: string): Locator => page.getByRole('region', { name: new RegExp(`^${day}`) });
const row = (page: Page, day: string, street: string): Locator =>
  group(page, day).getByRole('listitem').filter({ hasText: street });
const handle = (page: Page, day: string, street: string): Locator =>
  row(page, day, street).getByRole('button', { name: /^Move / });

/**
 * Drags with the mouse, slowly enough for the page to follow.
 * @param below how far below the target's upper edge it is let go; its middle unless given
 */
async function drag(from: Locator, to: Locator, below?: number): Promise<void> {
  const page = from.page();
  await from.hover();
  await page.mouse.down();
  const box = await to.boundingBox();
  if (!box) throw new Error('There is nothing to drop on');
  const x = box.x + Math.min(200, box.width / 2);
  const y = box.y + (below ?? box.height / 2);
  await page.mouse.move(x, y - 3, { steps: 5 });
  await page.mouse.move(x, y, { steps: 2 });
  await page.mouse.up();
}

async function schedule(page: Page, day: string, street: string, entry: string): Promise<void> {
  await row(page, day, street).getByRole('button', { name: 'Schedule Casey Rivera' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

/** @returns the streets of a day, in the order of the screen */
async function streets(page: Page, day: string): Promise<string[]> {
  const texts = await group(page, day).getByRole('listitem').allInnerTexts();
  return texts.map(
    (text) => [...yards.map(({ street }) => street), atHome].find((street) => text.includes(street)) ?? '',
  );
}

async function announced(page: Page, text: string): Promise<void> {
  await page.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' });
}
