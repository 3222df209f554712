import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { moveClock } from './api.ts';
import { looksRight, type Visitor } from './browser.ts';
import { confirmByMail, field, fillInSignIn, type Newcomer, openArea, passOnboarding, signUp } from './people.ts';
import { openYardpack } from './yardpack.ts';

const { server, browser } = await openYardpack({ demo: false });

const pia: Newcomer = {
  type: 'Customer',
  username: 'pia',
  password: 'bones4all!',
  firstName: 'Pia',
  lastName: 'Lund',
  email: 'pia@example.com',
  phone: '4795550177',
  street: '3 Clover Ct',
};

test('a person is shown around, becomes a worker too, switches between both, and stays signed in in two tabs', async () => {
  const visitor = await browser.visitor(360);
  const { page } = visitor;
  await signUp(page, pia);
  await confirmByMail(page, server.url, pia.email);
  await signsIn(page);
  await isShownAround(visitor);
  await mayNotOpenWhatIsForOthers(visitor);
  await addsAWorkerProfile(visitor);
  await actsAsAWorker(visitor);
  await editsTheProfile(visitor);
  await switchesBack(visitor);
  await staysSignedInInTwoTabs(visitor);
  expect(browser.faults).toEqual([]);
});

async function signsIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await fillInSignIn(page, pia);
}

/** Four slides, back and forth; Escape does not skip them, and an answer that is lost does not either. */
async function isShownAround(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  const slide = (title: string) => page.getByRole('dialog', { name: title });
  await slide('Welcome to the pack').waitFor();
  await page.keyboard.press('Escape');
  await looksRight(visitor, 'onboarding-customer');
  for (const title of ['Fill out an engagement and pay', 'Wait for a worker to accept']) {
    await page.getByRole('button', { name: 'Next' }).click();
    await slide(title).waitFor();
    await looksRight(visitor, `onboarding-${title.split(' ')[0]?.toLowerCase()}`);
  }
  // Each slide is read out: its heading has focus.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Step 3 of 4');
  await page.getByLabel('Back', { exact: true }).click();
  await slide('Fill out an engagement and pay').waitFor();
  // Every signed-in page has them in front.
  await page.goto('/sign-up');
  await openArea(page, 'Addresses');
  await slide('Welcome to the pack').waitFor();
  for (let step = 0; step < 3; step += 1) await page.getByRole('button', { name: 'Next' }).click();
  await slide('Receive your service').waitFor();
  await page.route('**/v1/profiles/*', (route) => route.abort('connectionreset'));
  await page.getByRole('button', { name: 'Let me in!' }).click();
  await page.getByText('Network error. Please check your internet connection.').waitFor();
  await slide('Receive your service').waitFor();
  await page.unroute('**/v1/profiles/*');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Let me in!' }).click();
  await page.getByRole('heading', { level: 1, name: 'Addresses' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  await page.reload();
  await page.getByText(pia.street).first().waitFor();
}

async function mayNotOpenWhatIsForOthers(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await page.goto('/products');
  await page.waitForURL('**/forbidden');
  await page.getByRole('heading', { name: 'Forbidden' }).waitFor();
  await page.goto('/stripe/onboarding');
  await page.getByText('For workers only').waitFor();
  await looksRight(visitor, 'stripe-onboarding-customer');
  await page.getByRole('link', { name: 'To the dashboard' }).click();
  await page.getByRole('heading', { name: 'Customer Dashboard' }).waitFor();
}

async function addsAWorkerProfile(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await openProfiles(page);
  await looksRight(visitor, 'profile-selector');
  await page.getByRole('button', { name: 'Add profile' }).click();
  await page.getByRole('dialog', { name: 'Create Profile' }).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label')?.endsWith('account'));
  await openProfiles(page);
  await page.getByRole('button', { name: 'Add profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Profile' });
  await looksRight(visitor, 'new-profile');
  expect(await dialog.getByRole('radio', { name: /^Customer/ }).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Create' }).click();
  for (const message of [
    'Profile type is required.',
    'Address is required',
    'State is required.',
    'Zip Code is required.',
    'You must agree to our Privacy Policy.',
    'You must agree to our Terms of Service.',
    'You must agree to our Disclaimer.',
    'Notification preference is required.',
  ]) {
    await dialog.getByText(message, { exact: true }).waitFor();
  }
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'profileType');
  await looksRight(visitor, 'new-profile-errors');
  await dialog.getByText('Worker', { exact: true }).click();
  await field(dialog, 'Month').fill('2');
  await field(dialog, 'Day').fill('28');
  await field(dialog, 'Year').fill('1990');
  await field(dialog, 'Street Address 1').fill(pia.street);
  await field(dialog, 'City').fill('Bentonville');
  await field(page, 'State').selectOption('Arkansas');
  await field(dialog, 'Zip Code').fill('72712');
  for (const document of ['Privacy Policy', 'Terms of Service', 'Disclaimer']) {
    await dialog.getByRole('checkbox', { name: document }).check({ force: true });
  }
  await dialog.getByText('Email', { exact: true }).last().click();
  await dialog.getByRole('button', { name: 'Create' }).click();
}

/** The new profile is there to be chosen, and starts with what a worker agrees to. */
async function actsAsAWorker(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  const profiles = page.getByRole('dialog', { name: 'Profiles' });
  // Arrow keys only move; nobody is taken away by looking.
  await profiles.getByRole('radio', { name: /^Customer/ }).focus();
  await page.keyboard.press('ArrowDown');
  await profiles.waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: /Keep yards/ }).waitFor();
  expect(await page.getByRole('button', { name: 'Next' }).count()).toBe(0);
  await looksRight(visitor, 'onboarding-worker');
  await page.getByRole('button', { name: 'I Accept!' }).click();
  await page.getByRole('heading', { name: 'Worker Dashboard' }).waitFor();
  await openArea(page, 'Plan');
  await page.getByRole('heading', { level: 1, name: 'Plan' }).waitFor();
}

async function editsTheProfile(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await openArea(page, 'Profile');
  await page.getByText('(479) 555-0177').waitFor();
  await looksRight(visitor, 'profile');
  await page.getByRole('button', { name: 'Edit' }).click();
  await field(page, 'Display Name').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This field is required.').waitFor();
  await looksRight(visitor, 'profile-edit');
  await field(page, 'Display Name').fill('Pia the Keeper');
  // Without a connection nothing is lost: what was typed is still there.
  await page.route('**/v1/profiles/*', (route) => route.abort('connectionreset'));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Network error. Please check your internet connection.').waitFor();
  await page.unroute('**/v1/profiles/*');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  expect(await field(page, 'Display Name').inputValue()).toBe('Pia the Keeper');
  await page.getByRole('checkbox', { name: 'Default profile' }).check({ force: true });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 2, name: 'Pia the Keeper' }).waitFor();
  await page.getByText('Default', { exact: true }).waitFor();
  // The session knows it too.
  await page.getByRole('button', { name: 'Pia the Keeper Worker, account' }).waitFor();
}

async function switchesBack({ page }: Visitor): Promise<void> {
  const workersPage = page.url();
  // From a page that only a worker may open: it is not what the customer meets.
  await openArea(page, 'Plan');
  await page.getByRole('heading', { level: 1, name: 'Plan' }).waitFor();
  await openProfiles(page);
  await page.getByRole('dialog', { name: 'Profiles' }).getByText('Customer', { exact: true }).click();
  await page.getByRole('heading', { name: 'Customer Dashboard' }).waitFor();
  await passOnboarding(page);
  await page.reload();
  await page.getByRole('heading', { name: 'Customer Dashboard' }).waitFor();
  // A worker's area is not a customer's; the own other profile may be read.
  const [, , , , workerId] = workersPage.split('/');
  await page.goto(`/worker/${workerId}/plan`);
  await page.getByRole('heading', { name: 'Forbidden' }).waitFor();
  await page.goto(workersPage);
  await page.getByRole('heading', { level: 2, name: 'Pia the Keeper' }).waitFor();
  await page.goto('/profiles/0199a0a0-0000-7000-8000-000000000000');
  await page.getByText('Profile not found').waitFor();
}

/** When the access token has run out, both tabs go on at once; signing out in one ends the other. */
async function staysSignedInInTwoTabs({ page, context }: Visitor): Promise<void> {
  await page.goto('/dashboard');
  const other = await context.newPage();
  await other.goto('/dashboard');
  await other.getByRole('heading', { name: 'Customer Dashboard' }).waitFor();
  // The other tab acts as the worker from here on; the first one stays what it is.
  await openProfiles(other);
  await other.getByRole('dialog', { name: 'Profiles' }).getByText('Worker', { exact: true }).click();
  await other.getByRole('heading', { name: 'Worker Dashboard' }).waitFor();

  const refreshes: number[] = [];
  context.on('response', (response) => {
    if (response.url().endsWith('/v1/refresh-token')) refreshes.push(response.status());
  });
  for (let round = 0; round < 3; round += 1) {
    await moveClock(server.url, { advance: 'PT20M' });
    await Promise.all([page, other].map(looksAtAddresses));
    for (const tab of [page, other]) await tab.getByRole('heading', { name: /Dashboard$/ }).waitFor();
  }
  expect(new Set(refreshes)).toEqual(new Set([200]));
  await page.getByRole('heading', { name: 'Customer Dashboard' }).waitFor();
  await other.getByRole('heading', { name: 'Worker Dashboard' }).waitFor();

  await page.getByRole('button', { name: /account$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).first().waitFor();
  await other.getByRole('dialog', { name: 'Sign in to your account' }).waitFor();
  expect(new URL(other.url()).pathname).toBe('/');
  // Who signs out is not asked to sign in, also not a moment later.
  expect(await page.getByRole('dialog').count()).toBe(0);
}

/** Goes to the addresses, has them loaded anew, and goes back to the dashboard. */
async function looksAtAddresses(page: Page): Promise<void> {
  await openArea(page, 'Addresses');
  await page.getByText(pia.street).first().waitFor();
  // The clock must not move again while an answer is on its way: its token would run out a second time.
  const answer = page.waitForResponse((response) => response.url().endsWith('/addresses') && response.ok());
  await page.getByRole('button', { name: 'Refresh' }).click();
  await answer;
  await page.goBack();
}

async function openProfiles(page: Page): Promise<void> {
  await page.getByRole('button', { name: /account$/ }).click();
  await page.getByRole('menuitem', { name: 'Switch profile' }).click();
  await page.getByRole('dialog', { name: 'Profiles' }).waitFor();
}
