import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { businessDay } from '#domain/calendar.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/postgres.ts';
import { type RunningServer, runServer } from '../running-server.ts';
import { openBrowser, scrollsSideways, type TestBrowser, takePicture, type Visitor } from './browser.ts';
import { choose, confirmByMail, field, type Newcomer, sentMessages, signIn, signUp, waitForMessage } from './people.ts';

const run = promisify(execFile);

let database: TestDatabase;
let server: RunningServer;
let browser: TestBrowser;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await runServer({ DATABASE_URL: database.url, DEMO_DATA: '0' });
  browser = await openBrowser(server.url);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await database.drop();
});

const carla: Newcomer = {
  type: 'Customer',
  username: 'carla',
  password: 'bones4all!',
  firstName: 'Carla',
  lastName: 'Nguyen',
  email: 'carla@example.com',
  phone: '4795550111',
  street: '42 Dogwood Ln',
};
const wes: Newcomer = {
  type: 'Worker',
  username: 'wes',
  password: 'bones4all!',
  firstName: 'Wes',
  lastName: 'Abara',
  email: 'wes@example.com',
  phone: '4795550122',
  street: '7 Quarry Rd',
};

test('a customer signs up and asks for a service, a worker takes it and does it, and the card is charged once', async () => {
  await offerAProduct();

  const customer = await browser.visitor(360);
  await signUp(customer.page, carla);
  await confirmByMail(customer.page, server.url, carla.email);
  await signIn(customer.page, carla);
  await looksRight(customer, 'customer-dashboard');
  await saveACard(customer);
  await addAServiceAddress(customer);
  await askForAService(customer);
});

/** What the first employee does before opening day; the screens for it come with a later issue. */
async function offerAProduct(): Promise<void> {
  const code = await inviteStaff();
  const email = 'erin@example.com';
  const person = {
    username: 'erin',
    password: 'bones4all!',
    profileType: 'PROFILE_TYPE_EMPLOYEE',
    joinCode: code,
    firstName: 'Erin',
    lastName: 'Moss',
    email,
    phone: '4795550100',
    notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL',
    agreedToTerms: true,
    streetAddress1: '220 NW A St',
    city: 'Bentonville',
    state: 'AR',
    zipCode: '72712',
    country: 'US',
  };
  await post('/v1/sign-up', person);
  const mail = await waitForMessage(server.url, (message) => message.to === email, 'The link for the employee');
  const token = /token=([\w-]+)/.exec(mail.text)?.[1];
  await post('/v1/confirm-sign-up', { token });
  const { accessToken } = await post('/v1/sign-in', { username: person.username, password: person.password });
  const product = {
    name: 'Weekly Yard Cleanup',
    description: 'We clear the yard and spray a pet-safe deodorizer.',
    billingCycle: 'BILLING_CYCLE_IMMEDIATE',
    baseCostRetentionPeriod: 10_080,
    baseCostMultiplier: 1,
  };
  await post('/v1/products', product, accessToken);
}

/** The command line's way to the first join code, beside the running server. */
async function inviteStaff(): Promise<string> {
  const { stdout } = await run(process.execPath, ['src/server/staff-invite.ts'], {
    env: { PATH: process.env.PATH, DATABASE_URL: database.url },
  });
  const code = /^[\w-]{40,}$/m.exec(stdout)?.[0];
  if (!code) throw new Error(`No join code in: ${stdout}`);
  return code;
}

async function saveACard({ page }: Visitor): Promise<void> {
  await openArea(page, 'Payment methods');
  await page.getByText('No Payment Methods').waitFor();
  await page.getByRole('link', { name: 'Create', exact: true }).click();
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('ZIP').fill('72712');
  await takePicture(page, 'customer-new-card');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Visa (4242)').waitFor();
}

async function addAServiceAddress({ page }: Visitor): Promise<void> {
  await openArea(page, 'Addresses');
  await page.getByRole('link', { name: /new address/i }).click();
  await field(page, 'Street Address 1').fill('900 Orchard Way');
  await field(page, 'City').fill('Rogers');
  await choose(page, 'State', 'Arkansas');
  await field(page, 'Zip Code').fill('72756');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('900 Orchard Way').first().waitFor();
}

async function askForAService(customer: Visitor): Promise<void> {
  const { page } = customer;
  await openArea(page, 'Engagements');
  await page.getByText('Create a new engagement to get started.').waitFor();
  await page
    .getByRole('link', { name: /new engagement/i })
    .first()
    .click();
  await choose(page, 'Service Address', /900 Orchard Way/);
  await page.getByText('< 2000 sq ft').click();
  await field(page, 'Start Date').fill(businessToday());
  await choose(page, 'Payment Method', 'Visa (4242)');
  await choose(page, 'Billing Address', /42 Dogwood Ln/);
  // One product is chosen by itself, and its price shows before anything is agreed.
  await page.getByText('$15.00').first().waitFor();
  await looksRight(customer, 'customer-new-engagement');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Proposed').first().waitFor();
  await looksRight(customer, 'customer-engagement-proposed');
}

/** Goes to one of the areas of the account menu. */
async function openArea(page: Page, area: string): Promise<void> {
  await page.getByRole('button', { name: /account$/ }).click();
  await page.getByRole('menuitem', { name: area, exact: true }).click();
}

/** Keeps a picture, and holds the screen to the width of its window. */
async function looksRight({ page }: Visitor, name: string): Promise<void> {
  await takePicture(page, name);
  expect(await scrollsSideways(page), `${name} scrolls sideways`).toBe(false);
}

function businessToday(): string {
  return businessDay(Temporal.Now.instant()).toString();
}

async function post(path: string, body: object, accessToken?: string) {
  const response = await fetch(new URL(path, server.url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(accessToken ? { authorization: `Bearer ${accessToken}` } : {}),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return await response.json();
}
