import { randomUUIDv7 } from 'node:crypto';
import { expect, test } from 'vitest';
import { looksRight, type Visitor } from './browser.ts';
import { caseysHome, choose, demo, enter, field, openArea } from './people.ts';
import { openYardpack } from './yardpack.ts';

const { browser } = await openYardpack({ demo: true });

test('a customer adds a yard, changes it in two tabs, keeps the one in use and archives the other', async () => {
  const customer = await browser.visitor(360);
  await enter(customer.page, demo.casey);
  await addAYard(customer);
  await keepsWhatWasTypedWhenTheNetworkFails(customer);
  await isToldOfTheOtherTab(customer);
  await mayNotArchiveTheHome(customer);
  await archivesTheYard(customer);
  await isToldThatThereIsNoSuchAddress(customer);
  await addsOneWhileAskingForAService(customer);
  expect(browser.faults).toEqual([]);
});

async function addAYard(customer: Visitor): Promise<void> {
  const { page } = customer;
  await openArea(page, 'Addresses');
  await page.getByText(caseysHome).first().waitFor();
  await page.getByText('Bentonville, United States').waitFor();
  await looksRight(customer, 'addresses-list');
  await page.getByRole('link', { name: 'New address' }).click();

  await field(page, 'City').focus();
  await field(page, 'Zip Code').focus();
  await page.getByText('City is required', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Create' }).click();
  for (const message of ['Address is required', 'City is required', 'State is required.', 'Zip Code is required.']) {
    await page.getByText(message, { exact: true }).waitFor();
  }
  await page.waitForFunction(() => document.activeElement?.getAttribute('autocomplete') === 'address-line1');
  await looksRight(customer, 'addresses-errors');

  await field(page, 'Street Address 1').fill('12 Lake Rd');
  await field(page, 'City').fill('Rogers');
  await field(page, 'State').selectOption('Missouri');
  await field(page, 'Zip Code').fill('72756');
  const warnings = page.getByRole('status').getByRole('paragraph');
  await warnings.getByText('72756 is a zip code of Rogers, Arkansas. Please check zip code and state.').waitFor();
  await field(page, 'State').selectOption('Arkansas');
  await field(page, 'Zip Code').fill('72712');
  await warnings.getByText('72712 is usually Bentonville.').waitFor();
  await field(page, 'Zip Code').fill('72701');
  await warnings.getByText('72701 is usually Fayetteville.').waitFor();
  await field(page, 'Zip Code').fill('10001');
  await warnings.getByText('10001 lies outside our service area.').waitFor();
  await looksRight(customer, 'addresses-warnings');
  await field(page, 'Zip Code').fill('00000');
  await warnings.getByText('We do not know the zip code 00000.').waitFor();
  await field(page, 'Zip Code').fill('72756');
  await warnings.first().waitFor({ state: 'detached' });

  await field(page, 'Gate notes').fill('Left of the garage.\nLift, then push.');
  await field(page, 'Dog notes').fill('Biscuit barks and means nothing by it.');
  await page.getByRole('checkbox', { name: 'Primary address' }).check({ force: true });
  await page.getByRole('button', { name: 'Create' }).click();
  const row = page.getByRole('link', { name: /12 Lake Rd/ });
  await row.getByText('Primary').waitFor();
  expect(await page.getByRole('main').getByText('Primary').count()).toBe(1);
  await row.click();
  await page.getByText('Left of the garage.').waitFor();
  await page.getByText('Biscuit barks').waitFor();
  await looksRight(customer, 'addresses-view');
}

async function keepsWhatWasTypedWhenTheNetworkFails({ page }: Visitor): Promise<void> {
  await page.getByRole('button', { name: 'Edit' }).click();
  await field(page, 'Label').fill('Lake house');
  await page.route('**/v1/addresses/*', (route) => route.abort('internetdisconnected'));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Network error. Please check your internet connection.').waitFor();
  await page.unroute('**/v1/addresses/*');
  expect(await field(page, 'Label').inputValue()).toBe('Lake house');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Lake house' }).waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await field(page, 'Label').fill('Nothing');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { level: 1, name: 'Lake house' }).waitFor();
}

async function isToldOfTheOtherTab(customer: Visitor): Promise<void> {
  const { page, context } = customer;
  await page.getByRole('button', { name: 'Edit' }).click();
  await field(page, 'Label').fill('Cabin');
  const secondTab = await context.newPage();
  await secondTab.goto(page.url());
  await secondTab.getByRole('button', { name: 'Edit' }).click();
  await field(secondTab, 'Gate notes').fill('The code is 2468.');
  await secondTab.getByRole('button', { name: 'Save' }).click();
  // The field has this text before it is saved, so only the end of the form says that the server has it.
  await secondTab.getByRole('button', { name: 'Edit' }).waitFor();
  await secondTab.getByText('The code is 2468.').waitFor();
  await secondTab.close();

  const save = page.getByRole('button', { name: 'Save' });
  await save.click();
  const changed = page.getByRole('region', { name: 'Changed in the meantime' });
  await changed.getByText('The code is 2468.').waitFor();
  await changed.getByText('Lake house').waitFor();
  expect(await field(page, 'Label').inputValue()).toBe('Cabin');
  await page.getByRole('region', { name: 'Alerts' }).getByText('This address was changed').waitFor({ state: 'hidden' });
  await looksRight(customer, 'addresses-changed');
  await changed.getByRole('button', { name: 'Use what is saved' }).click();
  await changed.waitFor({ state: 'detached' });
  expect(await field(page, 'Gate notes').inputValue()).toBe('The code is 2468.');
  await field(page, 'Label').fill('Cabin');
  await save.click();
  await page.getByRole('heading', { level: 1, name: 'Cabin' }).waitFor();
  await page.getByText('The code is 2468.').waitFor();
}

async function mayNotArchiveTheHome(customer: Visitor): Promise<void> {
  const { page } = customer;
  await page.getByRole('link', { name: 'All addresses' }).click();
  await page.getByRole('link', { name: new RegExp(caseysHome) }).click();
  await page.getByRole('heading', { level: 1, name: caseysHome }).waitFor();
  await page.getByRole('button', { name: 'Archive' }).click();
  const dialog = page.getByRole('dialog', { name: 'This address is in use' });
  await dialog
    .getByRole('link', { name: /served here/ })
    .first()
    .waitFor();
  await looksRight(customer, 'addresses-in-use');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await dialog.waitFor({ state: 'detached' });
}

async function archivesTheYard(customer: Visitor): Promise<void> {
  const { page } = customer;
  await page.getByRole('link', { name: 'All addresses' }).click();
  await page.getByRole('link', { name: /Cabin/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Cabin' }).waitFor();
  await archive(customer);
  await page.getByText('Address archived.').waitFor();
  const home = page.getByRole('link', { name: new RegExp(caseysHome) });
  await home.getByText('Primary').waitFor();
  expect(await page.getByText('Cabin').count()).toBe(0);
  expect(await page.getByText('Address not found').count()).toBe(0);
}

async function isToldThatThereIsNoSuchAddress({ page }: Visitor): Promise<void> {
  const list = page.url();
  for (const id of [randomUUIDv7(), 'mine']) {
    await page.goto(`${list.replace(/addresses$/, 'address')}/${id}`);
    await page.getByText('Address not found').waitFor();
    await page.getByRole('heading', { name: 'Addresses' }).waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).first().click();
  }
}

async function addsOneWhileAskingForAService(customer: Visitor): Promise<void> {
  const { page } = customer;
  await openArea(page, 'Engagements');
  await page
    .getByRole('link', { name: /new engagement/i })
    .first()
    .click();
  await choose(page, 'Service Address', /new address/i);
  const dialog = page.getByRole('dialog', { name: 'New Address' });
  await field(dialog, 'Street Address 1').fill('3 Barn Rd');
  await field(dialog, 'City').fill('Lowell');
  await field(dialog, 'State').selectOption('Arkansas');
  await field(dialog, 'Zip Code').fill('72701');
  await dialog.getByText('72701 is usually Fayetteville.').waitFor();
  await field(dialog, 'Zip Code').fill('72745');
  await field(dialog, 'Gate notes').fill('No gate.');
  await looksRight(customer, 'addresses-modal');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page
    .getByRole('button', { name: /Service Address/ })
    .getByText('3 Barn Rd')
    .waitFor();
}

async function archive(customer: Visitor): Promise<void> {
  const { page } = customer;
  await page.getByRole('button', { name: 'Archive' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Archive address?' });
  await dialog.waitFor();
  await looksRight(customer, 'addresses-archive');
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Goes to one of the areas of the account menu. */
