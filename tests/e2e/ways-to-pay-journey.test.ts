import { expect, test } from 'vitest';
import { moveClock, signInByApi } from './api.ts';
import { looksRight } from './browser.ts';
import { visit } from './declined-visit.ts';
import { demo, enter } from './people.ts';
import { openYardpack } from './yardpack.ts';

const { server, browser } = await openYardpack({
  demo: true,
  byDay: true,
  settings: { PAYMENT_METHOD_TYPES: 'card,link,us_bank_account,cashapp,paypal' },
});

test('a customer saves PayPal and a bank account, and a visit that the bank pays is on its way for days', async () => {
  const visitor = await browser.visitor(360);
  const { page } = visitor;
  await enter(page, demo.casey);
  const customer = await signInByApi(server.url, demo.casey);
  await page.goto(`/users/${customer.userId}/payment-methods/new`);
  await page.getByRole('radio', { name: 'PayPal' }).check();
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Sandbox: PayPal would ask you to approve this on a page of its own.').waitFor();
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await page.getByText('buyer@example.com').waitFor();
  await page.goto(`/users/${customer.userId}/payment-methods/new`);
  await page.getByRole('radio', { name: 'US bank account' }).check();
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Your routing number is incomplete.').waitFor();
  await page.getByLabel('Routing number').fill('110000000');
  await page.getByLabel('Account number').fill('000123456789');
  await looksRight(visitor, 'bank-account');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('STRIPE TEST BANK (6789)').waitFor();
  await looksRight(visitor, 'ways-to-pay');

  const { usBankPaymentMethods: banks } = await customer.get(`/v1/users/${customer.userId}/payment-methods`);
  const { engagements } = await customer.get(`/v1/customer/${customer.profileId}/engagements`);
  const { id } = engagements.find((one: { worker: unknown }) => one.worker !== null);
  await customer.put(`/v1/engagements/${id}`, { stripePaymentMethodId: banks[0].id });
  await visit(server.url, id, ['TRAVEL_STARTED', 'TRAVEL_COMPLETED', 'WORK_STARTED', 'WORK_COMPLETED']);
  await moveClock(server.url, { advance: 'PT2M' });
  await page.goto(`/customers/${customer.profileId}/billing`);
  await page
    .getByText(/(It|for visits) is on its way from your bank\. That takes up to five business days\./)
    .first()
    .waitFor();
  await looksRight(visitor, 'billing-on-its-way');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await looksRight(visitor, 'billing-on-its-way-dark');
  expect(browser.faults).toEqual([]);
});
