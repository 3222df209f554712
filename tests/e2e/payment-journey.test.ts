import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type ApiCaller, moveClock, signInByApi } from './api.ts';
import { looksRight } from './browser.ts';
import { choose, demo, signIn, waitForMessage } from './people.ts';
import { openYardpack } from './yardpack.ts';

// The demo has a customer with a good card and a worker who comes every day.
const { server, browser } = await openYardpack({ demo: true });

test('a customer whose card was declined pays with another one on the engagement’s page, which follows to Paid by itself', async () => {
  const customer = await signInByApi(server.url, demo.casey);
  const { engagements } = await customer.get(`/v1/customer/${customer.profileId}/engagements`);
  const daily: { id: string } = engagements.find((one: { worker: unknown }) => one.worker !== null);
  const visitor = await browser.visitor(360);
  const { page } = visitor;
  await page.goto('/');
  await signIn(page, demo.casey);
  const stripePaymentMethodId = await saveDeclinedCard(page, customer);
  await customer.put(`/v1/engagements/${daily.id}`, { stripePaymentMethodId });
  await makeTheVisit(daily.id);
  await moveClock(server.url, { advance: 'PT2M' });
  await waitForMessage(server.url, ({ subject }) => /declined/i.test(subject), 'The word of the declined card');

  await page.goto('/dashboard');
  await page.getByText(/^\$[\d.]+ for visits already made could not be charged/).waitFor();
  await looksRight(visitor, 'dashboard-overdue');
  await page.getByRole('link', { name: /^Pay \$[\d.]+$/ }).click();
  await page.getByRole('heading', { name: 'Your payment did not go through' }).waitFor();
  await looksRight(visitor, 'payment-methods-overdue');
  for (const wait of ['P1D', 'P3D', 'P5D']) await moveClock(server.url, { advance: wait });
  await waitForMessage(server.url, ({ subject }) => subject === 'Your visits are paused', 'The word of the pause');
  await page.goto(`/customers/${customer.profileId}/engagements/${daily.id}`);
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('alertdialog', { name: 'There is something to pay first' }).waitFor();
  await page.getByRole('link', { name: /^Pay \$[\d.]+$/ }).waitFor();
  await looksRight(visitor, 'engagement-resume-overdue');
  await page.getByRole('button', { name: 'Not now' }).click();
  await page.getByText('Declined').waitFor();
  await looksRight(visitor, 'engagement-overdue');
  await page.setViewportSize({ width: 1280, height: 900 });
  await looksRight(visitor, 'engagement-overdue-wide');

  await page.getByRole('button', { name: /^Pay \$[\d.]+ now$/ }).click();
  await page.getByText('Your card was declined. Nothing was taken: please try another card.').waitFor();
  await choose(page, 'Pay with', 'Visa (4242)');
  await page.getByRole('button', { name: /^Pay \$[\d.]+ now$/ }).click();
  await page.getByText(/is paid\. Thank you\./).waitFor();
  await page
    .getByText(/^Paid on /)
    .first()
    .waitFor();
  await looksRight(visitor, 'engagement-paid');
  expect(browser.faults).toEqual([]);
});

/** A card that can be saved and is declined when it is charged: https://docs.stripe.com/testing */
async function saveDeclinedCard(page: Page, { userId, get }: ApiCaller): Promise<string> {
  await page.goto(`/users/${userId}/payment-methods/new`);
  await page.getByLabel('Card number').fill('4000000000000341');
  await page.getByLabel('Expiry').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('ZIP').fill('72712');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Visa (0341)').waitFor();
  const { creditCardPaymentMethods } = await get(`/v1/users/${userId}/payment-methods`);
  return creditCardPaymentMethods.find((one: { card: { last4: string } }) => one.card.last4 === '0341').id;
}

/** The worker's steps of today's visit. */
async function makeTheVisit(engagementId: string): Promise<void> {
  const { profileId, post, patch } = await signInByApi(server.url, demo.wren);
  const { work } = await post(`/v1/workers/${profileId}/itinerary/works`, { engagementId });
  for (const step of ['TRAVEL_STARTED', 'TRAVEL_COMPLETED', 'WORK_STARTED', 'WORK_COMPLETED']) {
    await patch(`/v1/worker/${profileId}/itinerary/works/${work.id}`, { status: `WORK_STATUS_${step}` });
  }
}
