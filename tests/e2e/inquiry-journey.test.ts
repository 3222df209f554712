import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { looksRight, loseAnswers, type Visitor } from './browser.ts';
import { choose, enter, field, openArea, sentMessages, waitForMessage } from './people.ts';
import { erin, hireErin } from './staff.ts';
import { openYardpack } from './yardpack.ts';

const { database, server, browser } = await openYardpack({
  demo: false,
  settings: { CONTACT_EMAIL: 'desk@yardpack.example' },
});

test('a visitor asks, an answer that was lost is sent again, and staff get one inquiry and mark it answered', async () => {
  const visitor = await browser.visitor(360);
  await findsTheWay(visitor);
  await seesNothingMove(visitor);
  await isToldWhatIsMissing(visitor);
  await fillsInTheForm(visitor);
  await surviveAReload(visitor);
  await sendsItThoughTheAnswerIsLost(visitor);

  await waitForMessage(server.url, ({ to }) => to === 'desk@yardpack.example', 'The mail to the business');
  const toBusiness = (await sentMessages(server.url)).filter(({ to }) => to === 'desk@yardpack.example');
  expect(toBusiness.map(({ subject }) => subject)).toEqual(['Sign Up Request [Vera Ortiz]']);
  expect(toBusiness[0]?.text).toContain('Beagle');
  await waitForMessage(server.url, ({ to }) => to === 'vera@example.com', 'The confirmation to the visitor');

  await staffAnswer();
  expect(browser.faults).toEqual([]);
});

const firstNameHasFocus = () => document.activeElement?.getAttribute('autocomplete') === 'given-name';

async function findsTheWay(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await page.goto('/');
  await looksRight(visitor, 'landing-phone');
  await page.getByRole('link', { name: 'Join The Pack' }).first().click();
  await page.getByText('Provide service address and your contact details.').waitFor();
  await page.waitForFunction(firstNameHasFocus);
  // And when the page is opened by its address, before its code is there.
  await page.reload();
  await page.waitForFunction(firstNameHasFocus);
}

/** The living form takes the place of what the build drew, headings and fields where they were. */
async function seesNothingMove({ page }: Visitor): Promise<void> {
  const reader = await browser.visitor(360);
  await reader.page.route('**/assets/*.js', (route) => route.abort());
  await reader.page.goto('/inquiry');
  await page.locator('fieldset[role=presentation]:disabled').first().waitFor({ state: 'detached' });
  expect(await placesOf(page)).toEqual(await placesOf(reader.page));
  await reader.context.close();
}

/** @returns each heading, label and control of the form, with its place */
async function placesOf(page: Page): Promise<string[]> {
  const parts = page.locator('form h2, form label, form input:visible, form textarea:visible, form button:visible');
  return await parts.evaluateAll((elements) =>
    elements
      .filter((element) => !element.closest('[aria-hidden=true]'))
      .map((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const box = [left, top + scrollY, width, height].map(Math.round).join(' ');
        return `${element.tagName} ${element.textContent} ${box}`;
      }),
  );
}

/** The first faulty section is where Send leads, with its messages and nothing sent. */
async function isToldWhatIsMissing(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await page.getByRole('button', { name: 'Send' }).click();
  for (const message of [
    'First name is required',
    'Last name is required',
    'Invalid email address',
    'Invalid phone number',
    'Street address is required',
    'City is required',
    'Invalid zip code',
    'Please tell us how you found out about us.',
  ]) {
    await page.getByText(message, { exact: true }).waitFor();
  }
  expect(new URL(page.url()).hash).toBe('#personal-information');
  await page.waitForFunction(firstNameHasFocus);
  await looksRight(visitor, 'inquiry-errors');
}

async function fillsInTheForm({ page }: Visitor): Promise<void> {
  await field(page, 'First Name').fill('Vera');
  await field(page, 'Last Name').fill('Ortiz');
  await page.getByRole('textbox', { name: 'Email' }).fill('vera@example.com');
  await field(page, 'Phone').fill('(479) 555-0199');
  await field(page, 'Street Address 1').fill('5 Maple Ct');
  await choose(page, 'City', 'Rogers');
  await choose(page, 'Zip/Postal', '72758');
  await field(page, 'How did you hear about us\\?').fill('A neighbour');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Please describe the entrance to your yard.').waitFor();
  await field(page, 'Details').first().fill('White gate on the left.\nMind the cat.');
  await page.getByRole('combobox', { name: 'Breed' }).fill('lab');
  expect(await page.getByRole('option').first().textContent()).toBe('Labrador Retriever');
  await page.getByRole('combobox', { name: 'Breed' }).fill('Beagl');
  await page.getByRole('option', { name: 'Beagle', exact: true }).click();
}

async function surviveAReload({ page }: Visitor): Promise<void> {
  await page.reload();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('input')].some((input) => input.value === 'vera@example.com'),
  );
}

async function sendsItThoughTheAnswerIsLost({ page }: Visitor): Promise<void> {
  const endLosing = await loseAnswers(page, '**/v1/send-inquiry');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('alertdialog', { name: 'Paw-lease Forgive Us!' }).waitFor();
  endLosing();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('A member of our team will wag their way to you in the next 2 business days.').waitFor();
  await page.getByRole('button', { name: 'Got It!' }).click();
  await page.getByRole('heading', { level: 1, name: /yard you can/ }).waitFor();
}

async function staffAnswer(): Promise<void> {
  await hireErin(server.url, database.url);
  const staff = await browser.visitor(1280);
  const { page } = staff;
  await enter(page, erin);
  await openArea(page, 'Inquiries');
  await page.getByText('Vera Ortiz').first().waitFor();
  await looksRight(staff, 'staff-inquiries');
  await page.getByRole('button', { name: /Vera Ortiz/ }).click();
  await page.getByText('White gate on the left.').waitFor();
  await page.getByRole('button', { name: /Mark answered/ }).click();
  await page.getByText('No Inquiries').waitFor();
}
