import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { businessDay, calendarDay, weekDayOf } from '#domain/calendar.ts';
import { enumLabel } from '#domain/labels.ts';
import { askForVisits, moveClock, planVisits, signInByApi } from './api.ts';
import { now } from './clock.ts';
import {
  carla,
  caseysHome,
  choose,
  confirmByMail,
  demo,
  enter,
  field,
  fillInSignIn,
  openArea,
  signIn,
  signUp,
} from './people.ts';
import { openYardpack } from './yardpack.ts';

const { server, browser } = await openYardpack({ demo: true });

/** Somebody whose browser translates all that it shows. */
const reader = async (width: number) => (await browser.visitor(width, false, true)).page;
const press = (where: Locator | Page, name: string | RegExp) => where.getByRole('button', { name }).click();
const cardAt = (page: Page, street: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }), hasText: street });
const stands = async (where: Locator | Page, text: string | RegExp) =>
  await where.getByText(text, { exact: true }).first().waitFor();

test('in a browser that translates, a visitor asks, signs up, signs in, saves a card and asks for a service', async () => {
  const page = await reader(360);
  await page.goto('/');
  await page.locator('h1 font').first().waitFor();
  await asks(page);
  await signUp(page, carla);
  await confirmByMail(page, server.url, carla.email);
  await press(page, 'Sign in');
  await fillInSignIn(page, { username: carla.username, password: 'wrong4you!' });
  await stands(page, 'The username or the password is wrong.');
  await page.keyboard.press('Escape');
  await signIn(page, carla);
  await savesACard(page);
  await asksForAService(page);
  expect(browser.faults).toEqual([]);
});

test('in a browser that translates, a worker does a day: steps, undo, photo, skip, and back; and changes the plan', async () => {
  const today = businessDay(now());
  await moveClock(server.url, { to: `${today.add({ days: 1 })}T10:00:00-06:00` });
  await asksForYards();
  const page = await reader(360);
  await enter(page, demo.wren);
  await openArea(page, 'Itinerary');
  await page.locator('h1 font').first().waitFor();
  await doesAVisit(page);
  await skipsAVisit(page);
  await changesThePlan(page);
  expect(await page.getByText('Something went wrong').count()).toBe(0);
  expect(browser.faults).toEqual([]);
});

test('a page whose words were translated before its code was there comes to life', async () => {
  const { page } = await browser.visitor(360);
  const { promise: isTranslated, resolve: letTheCodeCome } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await isTranslated;
    await route.continue();
  });
  await page.goto('/inquiry', { waitUntil: 'commit' });
  await stands(page, 'Send');
  await page.evaluate(() => {
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (words.nextNode()) texts.push(words.currentNode as Text);
    for (const text of texts) {
      const isWords = /\w/.test(text.data) && !text.parentElement?.closest('script, style, noscript, option, textarea');
      if (!isWords) continue;
      const font = document.createElement('font');
      font.textContent = `¡${text.data.trim()}!`;
      text.replaceWith(font);
    }
  });
  await stands(page, '¡Send!');
  letTheCodeCome();
  await page.locator('fieldset[role=presentation]:disabled').first().waitFor({ state: 'detached' });
  await press(page, /Send/);
  await stands(page, 'First name is required');
  expect(await page.getByText('Something went wrong').count()).toBe(0);
  // React says that it drew the page anew, which nobody sees.
  expect(browser.faults.filter((fault) => !/React error #418/.test(fault))).toEqual([]);
});

async function asks(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Join The Pack' }).first().click();
  await press(page, 'Send');
  await stands(page, 'First name is required');
  await field(page, 'First Name').fill('Vera');
  await page.getByText('First name is required', { exact: true }).waitFor({ state: 'detached' });
  await field(page, 'Last Name').fill('Ortiz');
  await page.getByRole('textbox', { name: 'Email' }).fill('vera@example.com');
  await field(page, 'Phone').fill('(479) 555-0199');
  await field(page, 'Street Address 1').fill('5 Maple Ct');
  await choose(page, 'City', 'Rogers');
  await choose(page, 'Zip/Postal', '72758');
  await field(page, 'How did you hear about us\\?').fill('A neighbor');
  await press(page, 'Send');
  await stands(page, 'Please describe the entrance to your yard.');
  await field(page, 'Details').first().fill('White gate on the left.');
  await page.getByRole('combobox', { name: 'Breed' }).fill('Beagl');
  await page.getByRole('option', { name: 'Beagle', exact: true }).click();
  await press(page, 'Send');
  await stands(page, 'A member of our team will wag their way to you in the next 2 business days.');
  await press(page, 'Got It!');
  await page.getByRole('heading', { level: 1, name: /yard you can/ }).waitFor();
}

async function savesACard(page: Page): Promise<void> {
  await openArea(page, 'Payment methods');
  await page.getByRole('link', { name: 'Create', exact: true }).click();
  await page.getByLabel('Expiry').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('ZIP').fill('72712');
  // One that the bank refuses first: the words change, and the form goes on.
  await page.getByLabel('Card number').fill('4000000000000002');
  await press(page, 'Create');
  await page
    .getByText(/declined/)
    .first()
    .waitFor();
  await page.getByLabel('Card number').fill('4242424242424242');
  await press(page, 'Create');
  await stands(page, 'Visa (4242)');
}

async function asksForAService(page: Page): Promise<void> {
  await openArea(page, 'Engagements');
  await page
    .getByRole('link', { name: /new engagement/i })
    .first()
    .click();
  await choose(page, 'Service Address', /42 Dogwood Ln/);
  await page.getByText('Yard Cleanup', { exact: true }).click();
  await page.getByText('< 2000 sq ft').click();
  await field(page, 'Start Date').fill(businessDay(now()).add({ days: 7 }).toString());
  await choose(page, 'Payment Method', 'Visa (4242)');
  await choose(page, 'Billing Address', /42 Dogwood Ln/);
  await page.getByText('$15.00').first().waitFor();
  await press(page, 'Create');
  await page.getByText('Proposed').first().waitFor();
}

/** Casey has two more yards: one on wren's plan for today, one that nobody has taken. */
async function asksForYards(): Promise<void> {
  const day = businessDay(now()).add({ days: 1 });
  const casey = await signInByApi(server.url, demo.casey);
  const [planned] = await askForVisits(
    casey,
    [
      { streetAddress1: '2 Lowell Ln', city: 'Lowell', zipCode: '72745' },
      { streetAddress1: '3 Pine St', city: 'Rogers', zipCode: '72756' },
    ],
    calendarDay(day),
  );
  if (planned) await planVisits(await signInByApi(server.url, demo.wren), planned, [weekDayOf(day)], 1);
}

async function doesAVisit(page: Page): Promise<void> {
  const job = cardAt(page, caseysHome);
  await stands(job, 'not started');
  await press(job, /^Start,/);
  await stands(job, '1 of 5 steps taken');
  await press(job, /^Undo Start,/);
  await stands(job, 'not started');
  for (const [taken, action] of ['Start', 'Start Travel', 'Complete Travel', 'Start Work'].entries()) {
    await press(job, new RegExp(`^${action},`));
    await stands(job, `${taken + 1} of 5 steps taken`);
  }
  await bringsAPhoto(page, job);
  await press(job, /^Complete Work,/);
  await stands(job, 'Done');
  await press(job, /^Undo Complete Work,/);
  await stands(job, '4 of 5 steps taken');
  await press(job, /^Complete Work,/);
  await stands(job, 'Done');
}

async function bringsAPhoto(page: Page, job: Locator): Promise<void> {
  const picture = await page.evaluate(
    () => document.createElement('canvas').toDataURL('image/png').split(',')[1] ?? '',
  );
  const chooser = page.waitForEvent('filechooser');
  await press(job, /^Add photo/);
  await (await chooser).setFiles({ name: 'gate.png', mimeType: 'image/png', buffer: Buffer.from(picture, 'base64') });
  await job.getByRole('button', { name: /^Photo of the visit/ }).waitFor();
}

async function skipsAVisit(page: Page): Promise<void> {
  const job = cardAt(page, '2 Lowell Ln');
  await press(job, /^Skip,/);
  const dialog = page.getByRole('dialog', { name: 'Skip this visit?' });
  await press(dialog, 'Skip visit');
  await stands(dialog, 'Please give a reason.');
  await press(dialog, 'The gate is locked');
  await dialog.getByText('Please give a reason.').waitFor({ state: 'detached' });
  await press(dialog, 'Skip visit');
  await stands(job, 'Skipped by you: The gate is locked');
  await press(job, /^Take the skip back/);
  await stands(job, 'not started');
}

async function changesThePlan(page: Page): Promise<void> {
  const weekday = enumLabel(weekDayOf(businessDay(now()).add({ days: 1 })));
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Plan' }).click();
  const row = page.getByRole('listitem').filter({ hasText: '3 Pine St' });
  await row.getByText('Proposed').waitFor();
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Assign To' }).click();
  await page.getByRole('button', { name: weekday, exact: true }).click();
  await press(page, 'Done (1/1)');
  await stands(page, 'Not saved yet');
  await press(page, 'Save');
  await page.getByText('Not saved yet').waitFor({ state: 'detached' });
  await row.getByText('Accepted').first().waitFor();
}
