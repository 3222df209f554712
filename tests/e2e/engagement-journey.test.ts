import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { businessDay, weekDayOf } from '#domain/calendar.ts';
import { tinyPicture } from '#server/testing/pictures.ts';
import { moveClock, planVisits, signInByApi } from './api.ts';
import { looksRight, loseAnswers, takePicture, type Visitor } from './browser.ts';
import { named } from './day-names.ts';
import { caseysHome, choose, demo, enter, field, openArea } from './people.ts';
import { openYardpack } from './yardpack.ts';

const { server, browser, now } = await openYardpack({ demo: true, byDay: true, settings: { LOCKED_GATE_FEE: '500' } });

/** The device's own clock stays behind: which day it is, is the business's to say. */
const daysAhead = 3;
const today = () => businessDay(now()).add({ days: daysAhead });
const nextVisit = () => today().add({ days: 2 });

test('a customer asks for a service, skips a visit, pauses, resumes, changes the card in two tabs and cancels', async () => {
  await moveTheClock();
  await offerACoupon();
  const customer = await browser.visitor(360);
  await enter(customer.page, demo.casey);
  await isToldWhatIsMissing(customer);
  await asksForADeepCleanup(customer);
  const worker = await takesItByApi(customer.page.url());
  await seesWhoComesAndWhen(customer);
  await skipsAndTakesItBack(customer);
  await changesTheNotes(customer);
  await pausesAndResumes(customer);
  await isToldOfTheOtherTab(customer);
  await worker.doesTodaysVisit();
  await seesTheVisitAndItsPhoto(customer);
  await cancelsKnowingWhatItCosts(customer);
  expect(browser.faults).toEqual([]);
});

const lockedGate = 'When we come and cannot get into the yard, $5.00 is charged for the way.';

async function moveTheClock(): Promise<void> {
  await moveClock(server.url, { advance: `PT${daysAhead * 24}H` });
}

async function offerACoupon(): Promise<void> {
  const erin = await signInByApi(server.url, demo.erin);
  await erin.post('/v1/coupons', { name: 'WELCOME', term: 'TERM_ONCE', maxRedemptions: 10, percentOff: 20 });
}

async function isToldWhatIsMissing(customer: Visitor): Promise<void> {
  const { page } = customer;
  await openArea(page, 'Engagements');
  await page.getByRole('link', { name: /Yard Cleanup.* every week, on Monday.* from \w+ \d+, \d{4}/ }).waitFor();
  await looksRight(customer, 'engagement-list');
  await page.getByRole('link', { name: 'New engagement' }).click();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  for (const message of ['Start date is required.', 'Payment method is required.']) {
    await page.getByText(message, { exact: true }).waitFor();
  }
  // The primary address is chosen already.
  for (const name of [/Service Address/, /Billing Address/]) {
    await page.getByRole('button', { name }).getByText(caseysHome).waitFor();
  }
  await page.getByRole('checkbox', { name: 'Same as the service address' }).uncheck({ force: true });
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('Billing address is required', { exact: true }).waitFor();
  await looksRight(customer, 'engagement-errors');
}

async function asksForADeepCleanup(customer: Visitor): Promise<void> {
  const { page } = customer;
  await page.getByText('Deep Cleanup', { exact: true }).click();
  await choose(page, 'Service Address', new RegExp(caseysHome));
  await page.getByText('< 2000 sq ft').click();
  await field(page, 'Gate notes').fill('Left of the garage.\nLift, then push.');
  await field(page, 'Dog notes').fill('Biscuit barks and means nothing by it.');
  await page.getByRole('textbox', { name: 'How many times?' }).fill('2');
  const start = field(page, 'Start Date');
  expect(await start.getAttribute('min')).toBe(today().toString());
  await start.fill(today().toString());
  await page.getByRole('checkbox', { name: 'Keep my place in the day’s route' }).check({ force: true });
  await choose(page, 'Payment Method', 'Visa (4242)');
  await choose(page, 'Billing Address', new RegExp(caseysHome));
  await field(page, 'Coupon').fill('NOSUCH');
  await page.keyboard.press('Enter');
  await page.getByText('We do not know this coupon.').waitFor();
  await field(page, 'Coupon').fill('WELCOME');
  await page.keyboard.press('Enter');
  await page.getByText('$24.00').waitFor();
  await page.getByText(lockedGate).waitFor();
  await looksRight(customer, 'engagement-new');

  // The answer is lost on the way. What was typed stays, and asking again asks for no second one.
  const casey = await signInByApi(server.url, demo.casey);
  const askedFor = async () => (await casey.get(`/v1/customer/${casey.profileId}/engagements`)).engagements.length;
  const before = await askedFor();
  const endLosing = await loseAnswers(page, '**/v1/customer/*/engagements');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('Network error. Please check your internet connection.').waitFor();
  endLosing();
  expect(await field(page, 'Gate notes').inputValue()).toContain('Lift, then push.');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('Waiting for somebody to accept.').waitFor();
  expect(await askedFor()).toBe(before + 1);
  await page.getByText('Lift, then push.').waitFor();
  await page.getByText('$24.00 for the next visit: $6.00 off with coupon “WELCOME”').waitFor();
  await page.getByText(lockedGate).waitFor();
  await looksRight(customer, 'engagement-proposed');
}

/** Puts it on today's weekday and the one after the next, as the demo's worker. */
async function takesItByApi(engagementUrl: string) {
  const engagementId = new URL(engagementUrl).pathname.split('/').at(-1) ?? '';
  const wren = await signInByApi(server.url, demo.wren);
  const { engagement } = await wren.get(`/v1/engagements/${engagementId}`);
  await planVisits(wren, engagement, [today(), nextVisit()].map(weekDayOf), 1);

  async function doesTodaysVisit(): Promise<void> {
    const { work } = await wren.post(`/v1/workers/${wren.profileId}/itinerary/works`, { engagementId });
    const step = (status: string) =>
      wren.patch(`/v1/worker/${wren.profileId}/itinerary/works/${work.id}`, { status: `WORK_STATUS_${status}` });
    for (const status of ['TRAVEL_STARTED', 'TRAVEL_COMPLETED', 'WORK_STARTED']) await step(status);
    const file = { workId: work.id, contentType: 'image/png', contentLength: tinyPicture.length };
    const { fileId, uploadUrl } = await wren.post('/v1/generate-pre-signed-url', file);
    const headers = { 'content-type': 'image/png' };
    await fetch(new URL(uploadUrl, server.url), { method: 'PUT', headers, body: tinyPicture });
    await wren.post(`/v1/files/${fileId}/complete-upload`);
    await step('WORK_COMPLETED');
  }
  return { doesTodaysVisit };
}

async function seesWhoComesAndWhen(customer: Visitor): Promise<void> {
  const { page } = customer;
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByText('Wren O. has this service. The first visit is still to come.').waitFor();
  await page.getByRole('button', { name: named('Skip ', nextVisit()) }).waitFor();
  // Today's visit can no longer be skipped.
  expect(await page.getByRole('button', { name: named('Skip ', today()) }).count()).toBe(0);
  await looksRight(customer, 'engagement-accepted');
}

async function skipsAndTakesItBack(customer: Visitor): Promise<void> {
  const { page } = customer;
  const day = nextVisit();
  await page.getByRole('button', { name: named('Skip ', day) }).click();
  const dialog = page.getByRole('dialog', { name: 'Skip this visit?' });
  await dialog.getByText(new RegExp(`, \\w+ ${day.day}$`)).waitFor();
  await looksRight(customer, 'engagement-skip');
  await dialog.getByRole('button', { name: 'Skip visit' }).click();
  await page.getByText('Skipped by you').waitFor();
  await looksRight(customer, 'engagement-skipped');
  await page.getByRole('button', { name: named('Take back the skip of ', day) }).click();
  await page.getByRole('button', { name: named('Skip ', day) }).waitFor();
  await expect.poll(() => page.getByText('Skipped by you').count()).toBe(0);
}

async function changesTheNotes(customer: Visitor): Promise<void> {
  const { page } = customer;
  await page.getByRole('button', { name: 'Edit notes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Gate and dog notes' });
  await field(dialog, 'Gate notes').fill('The code is 2468.');
  await looksRight(customer, 'engagement-notes');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The code is 2468.').waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === 'Edit notes');
  const keepsPlace = page.getByRole('checkbox', { name: 'Keep my place in the day’s route' });
  expect(await keepsPlace.isChecked()).toBe(true);
  await keepsPlace.press('Space');
  await page.getByText('Your stop may move to where it fits the route best.').waitFor();
}

async function pausesAndResumes(customer: Visitor): Promise<void> {
  const { page } = customer;
  await confirm(page, 'Pause');
  await page.getByText('No visits are made while it is paused.').waitFor();
  await page.getByText('No visits are planned.').waitFor();
  await looksRight(customer, 'engagement-paused');
  await confirm(page, 'Resume');
  await page.getByText('Wren O. has this service. The first visit is still to come.').waitFor();
}

/** One tab adds a card and chooses it; the other, opened before, must not undo that. */
async function isToldOfTheOtherTab(customer: Visitor): Promise<void> {
  const { page, context } = customer;
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: /Billing Address/ }).waitFor();
  const secondTab = await context.newPage();
  await secondTab.goto(page.url());
  await secondTab.getByRole('button', { name: 'Edit', exact: true }).click();
  await choose(secondTab, 'Payment Method', 'New payment method');
  const dialog = secondTab.getByRole('dialog', { name: 'Payment Method' });
  await dialog.getByLabel('Card number').fill('5555555555554444');
  await dialog.getByLabel('Expiry').fill('12 / 34');
  await dialog.getByLabel('CVC').fill('123');
  await dialog.getByLabel('ZIP').fill('72712');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await secondTab
    .getByRole('button', { name: /Payment Method/ })
    .getByText('Mastercard (4444)')
    .waitFor();
  await looksRight({ page: secondTab, context }, 'engagement-edit');
  await secondTab.getByRole('button', { name: 'Save' }).click();
  await secondTab.getByText('Engagement saved.').waitFor();
  await secondTab.getByText('Mastercard (4444)').waitFor();
  await secondTab.close();

  await choose(page, 'Billing Address', 'New address');
  const modal = page.getByRole('dialog', { name: 'New Address' });
  await field(modal, 'Street Address 1').fill('12 Lake Rd');
  await field(modal, 'City').fill('Rogers');
  await field(modal, 'State').selectOption('Arkansas');
  await field(modal, 'Zip Code').fill('72756');
  await modal.getByRole('button', { name: 'Create' }).click();
  await page
    .getByRole('button', { name: /Billing Address/ })
    .getByText('12 Lake Rd')
    .waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  const changed = page.getByRole('region', { name: 'Changed in the meantime' });
  await changed.getByText('Mastercard (4444)').waitFor();
  const alert = page.getByRole('region', { name: 'Alerts' }).getByText('This engagement was changed');
  while (await alert.isVisible()) await page.getByRole('button', { name: 'Dismiss' }).last().click();
  await looksRight(customer, 'engagement-changed');
  await changed.getByRole('button', { name: 'Keep what I typed' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Engagement saved.').waitFor();
  await page.getByText('12 Lake Rd').waitFor();
  await page.getByText('Mastercard (4444)').waitFor();
}

async function seesTheVisitAndItsPhoto(customer: Visitor): Promise<void> {
  const { page } = customer;
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByText('after $6.00 off with your coupon').waitFor();
  await page.getByText('Payment open').waitFor();
  await page.getByRole('button', { name: /^Photo of the visit on .*: open large$/ }).click();
  const dialog = page.getByRole('dialog');
  const large = dialog.getByRole('img', { name: /^Photo of the visit on/ });
  await large.waitFor();
  await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const link = dialog.getByRole('link', { name: /Download/ });
  expect(await bottomOf(large), 'the photo lies over Download').toBeLessThanOrEqual((await link.boundingBox())?.y ?? 0);
  const download = page.waitForEvent('download');
  await link.click();
  expect((await download).suggestedFilename()).toMatch(/^visit-\d{4}-\d{2}-\d{2}-[0-9a-f]{6}\.jpg$/);
  await looksRight(customer, 'engagement-photo');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await looksRight(customer, 'engagement-running');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await looksRight(customer, 'engagement-running-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 360, height: 740 });
}

async function bottomOf(shown: Locator): Promise<number> {
  const { y = 0, height = 0 } = (await shown.boundingBox()) ?? {};
  return y + height;
}

async function cancelsKnowingWhatItCosts(customer: Visitor): Promise<void> {
  const { page } = customer;
  await page.getByRole('button', { name: 'Cancel engagement' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Cancel this engagement?' });
  await dialog.getByText('$24.00 for visits already done will still be charged.').waitFor();
  await dialog.getByLabel(/^Why/).selectOption('Moving away');
  await dialog.getByLabel(/^Anything to add/).fill('To Tulsa.');
  await looksRight(customer, 'engagement-cancel');
  await dialog.getByRole('button', { name: 'Cancel engagement' }).click();
  await page.getByText('Cancelled', { exact: true }).waitFor();
  await page.getByText('No visits are planned.').waitFor();
  await page.getByText('Why it was canceled: Moving away').waitFor();
  expect(await page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
  await takePicture(page, 'engagement-canceled');
}

async function confirm(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: label, exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: label, exact: true }).click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
}
