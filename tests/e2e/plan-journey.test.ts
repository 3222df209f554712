import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { businessDay, calendarDay } from '#domain/calendar.ts';
import { askForVisits, planVisits, signInByApi, signUpByApi } from './api.ts';
import { looksRight, type Visitor } from './browser.ts';
import { now } from './clock.ts';
import { saveCard } from './declined-visit.ts';
import { carla, caseysHome, demo, enter, openArea } from './people.ts';
import { openYardpack } from './yardpack.ts';

const { server, browser } = await openYardpack({ demo: true });

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

test('a worker plans by week form, drag and drop, menus and arrow keys, takes the best order, and is beaten to a claim', async () => {
  await asksForYards();
  const wren = await browser.visitor(1280);
  await opensThePlan(wren, 'wren');
  await assignsByWeekForm(wren);
  await dragsAndDrops(wren);
  await movesByMenuAndArrowKeys(wren);
  await isAskedBeforeLeaving(wren);
  await isToldToSaveBeforeTheBestOrder(wren);
  await savesAndReloads(wren, [fayetteville, caseysHome, springdale, rogers]);
  await takesTheBestOrder(wren);
  await isBeatenToAClaim(wren);
  await onAPhone();
  expect(browser.faults).toEqual([]);
});

test('a worker looks through more proposals than one page has, and takes the newest', async () => {
  const far = { street: '60 Last Ln', city: 'Rogers', zipCode: '72758' };
  const many = Array.from({ length: 51 }, (_, index) => ({ ...far, street: `${index} Long Way` }));
  // One customer may have twenty that wait for a worker.
  for (const first of [0, 17, 34]) await newcomerAsksForYards(first, many.slice(first, first + 17));
  await asksForYards([far]);
  const walt = await browser.visitor(1280);
  const { page } = walt;
  await enter(page, demo.walt);
  await openArea(page, 'Plan');
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

async function asksForYards(asked: readonly Yard[] = yards): Promise<void> {
  const today = calendarDay(businessDay(now()));
  const places = asked.map(({ street, ...place }) => ({ streetAddress1: street, ...place }));
  await askForVisits(await signInByApi(server.url, demo.casey), places, today);
}

async function newcomerAsksForYards(nth: number, asked: readonly Yard[]): Promise<void> {
  const name = `landlord${nth}`;
  const landlord = { ...carla, username: name, email: `${name}@example.com`, phone: `47955502${10 + nth}` };
  const caller = await signUpByApi(server.url, landlord);
  const { page, context } = await browser.visitor(1280);
  await enter(page, landlord);
  await saveCard(page, caller, '4242424242424242');
  await context.close();
  const places = asked.map(({ street, ...place }) => ({ streetAddress1: street, ...place }));
  await askForVisits(caller, places, calendarDay(businessDay(now())));
}

async function opensThePlan({ page }: Visitor, username: 'wren' | 'walt'): Promise<void> {
  await enter(page, demo[username]);
  await openArea(page, 'Plan');
  await row(page, 'Unscheduled', lowell).waitFor();
}

async function assignsByWeekForm(wren: Visitor): Promise<void> {
  const { page } = wren;
  await schedule(page, 'Unscheduled', springdale, 'Assign To');
  await page.getByRole('button', { name: 'Tuesday', exact: true }).click();
  // One day was asked for, so the others are shut.
  expect(await page.getByRole('button', { name: 'Friday', exact: true }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Done (1/1)' }).click();
  expect(await streets(page, 'Tuesday')).toEqual([caseysHome, springdale]);
}

async function dragsAndDrops(wren: Visitor): Promise<void> {
  const { page } = wren;
  // All days at once, as at a desk.
  await page.setViewportSize({ width: 1280, height: 2400 });
  // The code of drag and drop comes after the plan.
  await page.waitForFunction(() => document.querySelectorAll('li[draggable="true"]').length > 0);
  // Onto the day itself: behind all.
  await drag(handle(page, 'Unscheduled', fayetteville), page.getByRole('heading', { name: 'Tuesday' }));
  expect(await streets(page, 'Tuesday')).toEqual([caseysHome, springdale, fayetteville]);
  // Onto the upper half of a row: before it.
  const upperHalf = 5;
  await drag(handle(page, 'Unscheduled', rogers), row(page, 'Tuesday', caseysHome), upperHalf);
  expect(await streets(page, 'Tuesday')).toEqual([rogers, caseysHome, springdale, fayetteville]);
  await drag(handle(page, 'Tuesday', fayetteville), row(page, 'Tuesday', rogers), upperHalf);
  expect(await streets(page, 'Tuesday')).toEqual([fayetteville, rogers, caseysHome, springdale]);
  // The demo's engagement stands on every day already, so it cannot go to another.
  await drag(handle(page, 'Tuesday', caseysHome), page.getByRole('heading', { name: 'Wednesday' }));
  expect(await streets(page, 'Tuesday')).toEqual([fayetteville, rogers, caseysHome, springdale]);
  expect(await streets(page, 'Wednesday')).toEqual([caseysHome]);
  // To another day and back, and off the plan.
  await drag(handle(page, 'Tuesday', springdale), page.getByRole('heading', { name: 'Thursday' }));
  expect(await streets(page, 'Thursday')).toEqual([caseysHome, springdale]);
  await announced(page, 'Casey Rivera is on Thursday, 2 of 2.');
  await drag(handle(page, 'Thursday', springdale), page.getByRole('heading', { name: 'Unscheduled' }));
  await row(page, 'Unscheduled', springdale).waitFor();
  expect(await streets(page, 'Thursday')).toEqual([caseysHome]);
}

async function movesByMenuAndArrowKeys(wren: Visitor): Promise<void> {
  const { page } = wren;
  await schedule(page, 'Tuesday', rogers, 'Move down');
  expect(await streets(page, 'Tuesday')).toEqual([fayetteville, caseysHome, rogers]);
  await announced(page, 'Casey Rivera is on Tuesday, 3 of 3.');

  await handle(page, 'Unscheduled', springdale).focus();
  await page.keyboard.press('ArrowRight');
  await announced(page, 'Casey Rivera is on Monday, 2 of 2.');
  await page.keyboard.press('ArrowRight');
  await announced(page, 'Casey Rivera is on Tuesday, 4 of 4.');
  await page.keyboard.press('ArrowUp');
  await announced(page, 'Casey Rivera is on Tuesday, 3 of 4.');
  expect(await streets(page, 'Tuesday')).toEqual([fayetteville, caseysHome, springdale, rogers]);
  const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  expect(focused).toBe(`Move Casey Rivera, ${springdale}, Tuesday`);
  await looksRight(wren, 'plan-edited');
}

async function isAskedBeforeLeaving({ page }: Visitor): Promise<void> {
  await row(page, 'Tuesday', rogers).getByRole('link', { name: 'Details of Casey Rivera' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await streets(page, 'Tuesday')).toEqual([fayetteville, caseysHome, springdale, rogers]);
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
  // The thread that looks for it cannot be loaded at first, as without a network.
  await page.route('**/order-worker*', (route) => route.abort());
  await page.getByRole('button', { name: 'Best order of Tuesday' }).click();
  await page.getByText('We could not look for the best order. Check your connection and try again.').waitFor();
  await looksRight(wren, 'plan-best-order-failed');
  await page.unroute('**/order-worker*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText(/^About \d+ of \d+ miles less\. Estimated from straight lines; roads differ\.$/).waitFor();
  await looksRight(wren, 'plan-best-order');
  await page.emulateMedia({ colorScheme: 'dark' });
  await looksRight(wren, 'plan-best-order-dark');
  await page.getByRole('button', { name: 'Use this order' }).click();
  const best = [caseysHome, rogers, springdale, fayetteville];
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
    .getByText(`No longer open: Casey Rivera, ${lowell}. Another worker was faster, or the engagement has ended.`, {
      exact: false,
    })
    .waitFor();
  await row(page, 'Unscheduled', lowell).waitFor({ state: 'detached' });
  expect(await streets(page, 'Friday')).toEqual([caseysHome, fayetteville]);
  // Everything else is saved.
  await page.getByText('Not saved yet').waitFor({ state: 'detached' });
  await looksRight(wren, 'plan-beaten');
  await page.reload();
  await row(page, 'Friday', fayetteville).waitFor();
  expect(await streets(page, 'Friday')).toEqual([caseysHome, fayetteville]);
  expect(await streets(page, 'Tuesday')).toEqual([caseysHome, rogers, springdale]);
}

/** On a phone the same is in one menu; walt sees what is walt's and what is open. */
async function onAPhone(): Promise<void> {
  const walt = await browser.visitor(360);
  const { page } = walt;
  await enter(page, demo.walt);
  await openArea(page, 'Plan');
  await row(page, 'Monday', lowell).getByRole('button', { name: 'Actions for Casey Rivera' }).click();
  await page.getByRole('menuitem', { name: 'Assign To' }).click();
  await page.getByRole('button', { name: 'Monday', exact: true }).click();
  await page.getByRole('button', { name: 'Wednesday', exact: true }).click();
  await page.getByRole('button', { name: 'Done (1/1)' }).click();
  await row(page, 'Unscheduled', caseysHome).getByRole('button', { name: 'Actions for Casey Rivera' }).click();
  await page.getByRole('menuitem', { name: 'Assign To' }).click();
  await page.getByRole('button', { name: 'Wednesday', exact: true }).click();
  await page.getByRole('button', { name: 'Done (1/1)' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Not saved yet').waitFor({ state: 'detached' });
  await row(page, 'Wednesday', lowell).getByRole('button', { name: 'Actions for Casey Rivera' }).click();
  await page.getByRole('menuitem', { name: 'Move down' }).click();
  expect(await streets(page, 'Wednesday')).toEqual([caseysHome, lowell]);
  // Where the bar with Save lies behind the days, and covers none of them.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await looksRight(walt, 'plan-phone');
  await saysOnPaperWhose(page);
  await page.getByRole('button', { name: 'Best order of Wednesday' }).click();
  await page.getByText(/^Your order is already the best\./).waitFor();
  await looksRight(walt, 'plan-best-order-phone');
}

/** Paper is carried around: it says whose plan it is and of which week, and an address in place of what is pressed. */
async function saysOnPaperWhose(page: Page): Promise<void> {
  const email = page.getByText('casey@demo.example').first();
  expect(await email.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  await page.getByText(/^Walt J[^,]*, .*, 20\d\d$/).waitFor();
  await email.waitFor();
  expect(await page.getByText('Email', { exact: true }).first().isVisible()).toBe(false);
  await page.emulateMedia({ media: null });
}

async function claimsByApi(street: string): Promise<void> {
  const walt = await signInByApi(server.url, demo.walt);
  const { engagements } = await walt.get(`/v1/worker/${walt.profileId}/engagements`);
  const wanted = engagements.find(
    ({ serviceAddress }: { serviceAddress: { streetAddress1: string } }) => serviceAddress.streetAddress1 === street,
  );
  await planVisits(walt, wanted, ['DAY_OF_WEEK_MONDAY'], 0);
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
    (text) => [...yards.map(({ street }) => street), caseysHome].find((street) => text.includes(street)) ?? '',
  );
}

async function announced(page: Page, text: string): Promise<void> {
  await page.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' });
}
