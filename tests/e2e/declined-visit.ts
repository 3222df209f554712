import type { Page } from 'playwright-core';
import { type ApiCaller, moveClock, signInByApi } from './api.ts';
import { demo, enter, waitForMessage } from './people.ts';

/**
 * Lets the worker visit the demo's customer today; the customer's card is then declined, or asks for a confirmation.
 * @param page the customer's page, not signed in yet
 * @param number a test card of https://docs.stripe.com/testing: the default one is saved and then declined;
 *   4000002760003184 asks for a confirmation
 */
export async function visitWithDeclinedCard(
  site: string,
  page: Page,
  number = '4000000000000341',
): Promise<{ customer: ApiCaller; engagementId: string }> {
  const customer = await signInByApi(site, demo.casey);
  const { engagements } = await customer.get(`/v1/customer/${customer.profileId}/engagements`);
  const { id: engagementId } = engagements.find((one: { worker: unknown }) => one.worker !== null);
  await enter(page, demo.casey);
  const stripePaymentMethodId = await saveCard(page, customer, number);
  await customer.put(`/v1/engagements/${engagementId}`, { stripePaymentMethodId });
  await visit(site, engagementId, ['TRAVEL_STARTED', 'TRAVEL_COMPLETED', 'WORK_STARTED', 'WORK_COMPLETED']);
  // The charge is due a minute later, when the worker can no longer undo the last step.
  await moveClock(site, { advance: 'PT2M' });
  await waitForMessage(
    site,
    ({ subject }) => /declined|confirm your payment/i.test(subject),
    'The message about the declined card',
  );
  return { customer, engagementId };
}

/** Saves a card on its page. @returns the id of the payment method */
export async function saveCard(page: Page, { userId, get }: ApiCaller, number: string): Promise<string> {
  await page.goto(`/users/${userId}/payment-methods/new`);
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('ZIP').fill('72712');
  await page.getByRole('button', { name: 'Create' }).click();
  if (number.endsWith('3184')) await page.getByRole('button', { name: 'Complete authentication' }).click();
  await page.getByText(`Visa (${number.slice(-4)})`).waitFor();
  const { creditCardPaymentMethods } = await get(`/v1/users/${userId}/payment-methods`);
  return creditCardPaymentMethods.find((one: { card: { last4: string } }) => one.card.last4 === number.slice(-4)).id;
}

/** Begins today's visit and taps the steps, as its worker. */
export async function visit(site: string, engagementId: string, steps: string[]): Promise<void> {
  const { profileId, post, patch } = await signInByApi(site, demo.wren);
  const { work } = await post(`/v1/workers/${profileId}/itinerary/works`, { engagementId });
  for (const step of steps) {
    await patch(`/v1/worker/${profileId}/itinerary/works/${work.id}`, { status: `WORK_STATUS_${step}` });
  }
}
