import { expect, test } from 'vitest';
import { moveClock, signInByApi } from './api.ts';
import { looksRight, loseAnswers, takePicture } from './browser.ts';
import { visitWithDeclinedCard } from './declined-visit.ts';
import { choose, demo, enter, openArea, signIn, waitForMessage } from './people.ts';
import { openYardpack } from './yardpack.ts';

// The demo has a customer with a good card and a worker who comes every day.
const { server, browser } = await openYardpack({ demo: true, byDay: true });

/** The page of the bill that the first customer has paid. */
let paidBill = '';

test('a customer whose card was declined pays with another one on the engagement’s page, which follows to Paid by itself', async () => {
  const visitor = await browser.visitor(360);
  const { page } = visitor;
  const { customer, engagementId } = await visitWithDeclinedCard(server.url, page);

  await page.goto('/dashboard');
  await page.getByText(/^\$[\d.]+ for visits already made could not be charged/).waitFor();
  await looksRight(visitor, 'dashboard-overdue');
  await page.getByRole('link', { name: /^Pay \$[\d.]+$/ }).click();
  await page.getByRole('heading', { name: 'Your payment did not go through' }).waitFor();
  await page.getByRole('heading', { name: /^\$[\d.]+ is open$/ }).waitFor();
  await page
    .getByText(/^Your card was declined\. We will try again on /)
    .first()
    .waitFor();
  await looksRight(visitor, 'billing-overdue');
  await page.goto(`/users/${customer.userId}/payment-methods`);
  await page.getByRole('heading', { name: 'Your payment did not go through' }).waitFor();
  await looksRight(visitor, 'payment-methods-overdue');
  for (const wait of ['P1D', 'P3D', 'P5D']) await moveClock(server.url, { advance: wait });
  await waitForMessage(server.url, ({ subject }) => subject === 'Your visits are paused', 'The word of the pause');
  await page.goto(`/customers/${customer.profileId}/engagements/${engagementId}`);
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('alertdialog', { name: 'There is something to pay first' }).waitFor();
  await page.getByRole('link', { name: /^Pay \$[\d.]+$/ }).waitFor();
  await looksRight(visitor, 'engagement-resume-overdue');
  await page.getByRole('button', { name: 'Not now' }).click();
  await page.getByText('Declined', { exact: true }).waitFor();
  await looksRight(visitor, 'engagement-overdue');
  await page.setViewportSize({ width: 1280, height: 900 });
  await looksRight(visitor, 'engagement-overdue-wide');

  // The card that was declined is not the one that is offered first.
  await choose(page, 'Pay with', 'Visa (0341)');
  await page.getByRole('button', { name: /^Pay \$[\d.]+ now$/ }).click();
  await page.getByText('Your payment was declined. Nothing was taken: please try another payment method.').waitFor();
  await choose(page, 'Pay with', 'Visa (4242)');
  // Without its answer the page looks what has become of it, and nobody is told to try again.
  await loseAnswers(page, '**/overdue/collect', 1);
  await page.getByRole('button', { name: /^Pay \$[\d.]+ now$/ }).click();
  await page.getByText(/is paid\. Thank you\./).waitFor();
  expect(await page.getByText('Network error').count()).toBe(0);
  await page
    .getByText(/^Paid on /)
    .first()
    .waitFor();
  await looksRight(visitor, 'engagement-paid');

  await openArea(page, 'Billing');
  await page.getByRole('heading', { name: 'Nothing to pay' }).waitFor();
  await looksRight(visitor, 'billing-wide');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('link', { name: /^Y-\d{4}-\d{6} Paid .*\$[\d.]+/ }).click();
  await page.getByRole('heading', { name: /^Bill Y-\d{4}-\d{6}$/ }).waitFor();
  await page.locator('summary').click();
  await page.getByText(/^Message sent /).waitFor();
  expect(await page.getByText('Your card was declined.').count()).toBeGreaterThan(0);
  await looksRight(visitor, 'bill');
  await page.setViewportSize({ width: 1280, height: 900 });
  await looksRight(visitor, 'bill-wide');
  paidBill = new URL(page.url()).pathname;
  await page.emulateMedia({ media: 'print' });
  await takePicture(page, 'bill-printed');
  for (const gone of ['button', 'link', 'navigation', 'banner'] as const) {
    expect(await page.getByRole(gone).count(), gone).toBe(0);
  }
  expect(browser.faults).toEqual([]);
});

test('staff see what a refund does before they press, and it is done once though its answer is lost', async () => {
  const visitor = await browser.visitor(360);
  const { page } = visitor;
  await page.goto('/');
  await signIn(page, demo.erin);
  await page.goto(paidBill);
  await page.getByText('No changes yet.').waitFor();
  await page.getByRole('button', { name: 'Refund…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund' });
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('3.33');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByText('Please give a reason.').waitFor();
  await looksRight(visitor, 'refund-without-reason');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The dog was out.');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByText('The worker gives back').waitFor();
  await looksRight(visitor, 'refund-shown');
  await loseAnswers(page, '**/refunds', 1);
  await dialog.getByRole('button', { name: 'Refund $3.33' }).click();
  await dialog.getByText(/We do not know yet whether it was done\./).waitFor();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Sent back', { exact: true }).waitFor();
  await page.getByText('Paid, $3.33 sent back', { exact: true }).waitFor();
  expect(await page.getByText(/^Erin .* refunded \$3\.33$/).count()).toBe(1);
  await looksRight(visitor, 'bill-refunded');
  await page.setViewportSize({ width: 1280, height: 900 });
  await looksRight(visitor, 'bill-refunded-wide');
  const word = ({ subject }: { subject: string }) => subject === 'We sent back $3.33';
  await waitForMessage(server.url, word, 'The word of the refund');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/sandbox');
  await page.getByText('$3.33 of $15.00 refunded').waitFor();
  await looksRight(visitor, 'sandbox');
  expect(browser.faults).toEqual([]);
});

test('a customer tips for a visit once, though an answer is lost, and its worker reads it', async () => {
  const visitor = await browser.visitor(360);
  const { page } = visitor;
  const customer = await signInByApi(server.url, demo.casey);
  const { engagements } = await customer.get(`/v1/customer/${customer.profileId}/engagements`);
  const { id: engagementId } = engagements.find((one: { worker: unknown }) => one.worker !== null);
  await enter(page, demo.casey);
  await page.goto(`/customers/${customer.profileId}/engagements/${engagementId}`);
  await page.getByRole('button', { name: 'Leave a tip' }).first().click();
  const dialog = page.getByRole('dialog', { name: /^Leave a tip for / });
  await dialog.getByText(/^All of it goes to .* It is charged to your Visa \(4242\) now\.$/).waitFor();
  await looksRight(visitor, 'tip-dialog');
  await dialog.getByText('Other amount').click();
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('0.50');
  await dialog.getByRole('button', { name: 'Leave $0.50' }).click();
  await dialog.getByText('Please give at least $1.00.').waitFor();
  await looksRight(visitor, 'tip-too-small');
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('7.50');
  await loseAnswers(page, '**/tip', 1);
  await dialog.getByRole('button', { name: 'Leave $7.50' }).click();
  await dialog.getByText(/^We do not know yet whether it was charged\./).waitFor();
  await dialog.getByRole('button', { name: 'Leave $7.50' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('You tipped $7.50', { exact: true }).waitFor();
  await looksRight(visitor, 'tip-left');
  await page.setViewportSize({ width: 1280, height: 900 });
  await looksRight(visitor, 'tip-left-wide');
  await openArea(page, 'Billing');
  await page.getByRole('link', { name: /Tip for the visit on/ }).click();
  await page.getByRole('heading', { name: /^Bill Y-/ }).waitFor();
  await page.getByText(/^Tip for /).waitFor();
  await looksRight(visitor, 'tip-bill-wide');

  const worker = await browser.visitor(360);
  await enter(worker.page, demo.wren);
  const { profileId } = await signInByApi(server.url, demo.wren);
  await worker.page.goto(`/workers/${profileId}/earnings`);
  await worker.page.getByText('and $7.50 tip', { exact: true }).waitFor();
  await looksRight(worker, 'earnings-with-tip');
  await worker.page.getByRole('button', { name: 'Show my payouts' }).click();
  await worker.page.getByText('$16.84 on its way to your bank account.').waitFor();
  await worker.page.getByText('Nothing was paid out yet.').waitFor();
  await looksRight(worker, 'earnings-payouts');
  await waitForMessage(server.url, ({ subject }) => / left you \$7\.50$/.test(subject), 'The word of the tip');
  expect(browser.faults).toEqual([]);
});

test('a payment that the bank wanted confirmed is called what it is, and once confirmed the page goes on by itself', async () => {
  const { page } = await browser.visitor(360);
  const { customer, engagementId } = await visitWithDeclinedCard(server.url, page, '4000002760003184');
  // In hours: three days in which clocks go forward have 71, and a payment waits 72.
  await moveClock(server.url, { advance: 'PT72H' });
  await page.goto(`/customers/${customer.profileId}/engagements/${engagementId}`);
  await page.getByText('Not confirmed').first().waitFor();
  await page.getByText(/was not confirmed in time, as your bank wanted/).waitFor();
  for (const days of [1, 3, 3, 3, 5, 3]) await moveClock(server.url, { advance: `PT${24 * days}H` });
  await page.reload();
  const resume = page.getByRole('button', { name: 'Resume' });
  await resume.waitFor();
  await page.getByRole('button', { name: /^Pay \$[\d.]+ now$/ }).click();
  await page.getByRole('button', { name: 'Confirm payment' }).click();
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await resume.waitFor({ state: 'detached' });
  expect(browser.faults).toEqual([]);
});
