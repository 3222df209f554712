import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type ApiCaller, signUpByApi } from './api.ts';
import { looksRight, loseAnswers, type Visitor } from './browser.ts';
import { carla, choose, enter, field, openArea } from './people.ts';
import { erin, hireErin } from './staff.ts';
import { openYardpack } from './yardpack.ts';

const { database, server, browser } = await openYardpack({ demo: false });

test('staff keep the products and coupons that customers see, and two who edit at once lose nothing', async () => {
  await hireErin(server.url, database.url);
  const staff = await browser.visitor(1280);
  await enter(staff.page, erin);

  await makesAProduct(staff);
  await editsItInTwoTabs(staff);
  await makesACoupon(staff);
  await isToldThatTheNameIsTaken(staff.page);
  await renamesIt(staff);

  const customer = await signUpByApi(server.url, carla);
  expect(await quote(customer, 'Spring20')).toMatchObject({ baseCost: 3000, discount: 600, total: 2400 });
  await deletesIt(staff);
  await expect(quote(customer, 'Spring20')).rejects.toThrow('We do not know this coupon.');
  expect(browser.faults).toEqual([]);
});

async function makesAProduct(staff: Visitor): Promise<void> {
  const { page } = staff;
  await openArea(page, 'Products');
  await page.getByText('No Products').waitFor();
  await page.getByText('Create a new product to get started.').waitFor();
  await looksRight(staff, 'products-empty');
  await page.getByRole('link', { name: 'Create', exact: true }).click();

  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('This field is required.').nth(2).waitFor();
  expect(await page.getByText('Product name is required.').count()).toBe(2);
  expect(await hasFocus(page, 'name')).toBe(true);
  await looksRight(staff, 'product-errors');
  await field(page, 'Name').fill('Yard Cleanup');
  await field(page, 'Description').fill('Every corner, every week.\nRain or shine.');
  await choose(page, 'Billing Cycle', /^Weekly/);
  await number(page, 'How long a price is held').fill('525601');
  await number(page, 'Price multiplier').fill('0');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Please give a whole number from 0 to 525600.').waitFor();
  await page.getByText('Please give a whole number from 1 to 525600.').waitFor();
  await number(page, 'How long a price is held').fill('90');
  await number(page, 'Price multiplier').fill('2');
  await scrollsOver(page, 'Price multiplier');
  await number(page, 'Price multiplier').blur();
  await page.getByText('$30.00 standard yard, $50.00 large yard').waitFor();
  await page.getByRole('button', { name: 'Create' }).click();

  await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
  await page.getByRole('link', { name: /^Yard Cleanup.*Rain or shine/s }).click();
  await page.getByText('90 minutes (1 hour 30 minutes)').waitFor();
  // The word of the link stands at the card's edge, and the buttons beside the title.
  const link = page.getByRole('link', { name: 'All products' });
  const start = await link.evaluate(
    (element) => element.getBoundingClientRect().x + Number.parseFloat(getComputedStyle(element).paddingLeft),
  );
  const title = await page.getByRole('heading', { level: 1 }).boundingBox();
  expect(Math.round(start)).toBe(Math.round(title?.x ?? 0));
  await looksRight(staff, 'product');
}

async function editsItInTwoTabs({ page, context }: Visitor): Promise<void> {
  const second = await context.newPage();
  await second.goto(page.url());
  await second.getByRole('button', { name: 'Edit' }).click();
  await field(second, 'Description').fill('What the second tab typed.');

  await page.getByRole('button', { name: 'Edit' }).click();
  await field(page, 'Name').fill('Yard Cleanup Plus');
  // The answer is lost. Saving again finds it saved, and nobody is told of somebody else's change.
  await loseAnswers(page, '**/v1/products/*', 1);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Network error. Please check your internet connection.').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Yard Cleanup Plus' }).waitFor();
  expect(await page.getByText('Error', { exact: true }).count()).toBe(0);

  await second.setViewportSize({ width: 360, height: 740 });
  await second.getByRole('button', { name: 'Save', exact: true }).click();
  const notice = second.getByRole('region', { name: 'Changed in the meantime' });
  await notice.getByText('Yard Cleanup Plus').waitFor();
  // It is told once.
  await second.getByText('This product was changed').waitFor({ state: 'hidden' });
  await looksRight({ page: second, context }, 'product-conflict');
  expect(await field(second, 'Description').inputValue()).toBe('What the second tab typed.');
  // Saving once more would still overwrite unseen: it takes a choice.
  await second.getByRole('button', { name: 'Save', exact: true }).click();
  await notice.waitFor();
  await notice.getByRole('button', { name: 'Use what is saved' }).click();
  expect(await field(second, 'Name').inputValue()).toBe('Yard Cleanup Plus');
  expect(await field(second, 'Description').inputValue()).toBe('Every corner, every week.\nRain or shine.');
  await field(second, 'Description').fill('Now from both.');
  await second.getByRole('button', { name: 'Save', exact: true }).click();
  await second.getByRole('heading', { level: 1, name: 'Yard Cleanup Plus' }).waitFor();
  await second.getByText('Now from both.').waitFor();
  await second.close();
}

async function makesACoupon(staff: Visitor): Promise<void> {
  const { page } = staff;
  await openArea(page, 'Coupons');
  await page.getByText('No Coupons').waitFor();
  await page.getByText('Create a new coupon to get started.').waitFor();
  await page.getByRole('link', { name: 'Create', exact: true }).click();

  const create = () => page.getByRole('button', { name: 'Create' }).click();
  await create();
  // At the radios without a full stop.
  await page.getByText('This field is required').nth(2).waitFor();
  await page.getByText('Either percentage or amount is required.').waitFor();
  await page.getByText('Either amount or percentage is required.').waitFor();
  await looksRight(staff, 'coupon-errors');
  expect(await page.getByRole('radio').count()).toBe(2);
  await field(page, 'Name').fill('S'.repeat(41));
  await page.getByText('Once', { exact: true }).click();
  await number(page, 'Max Redemptions').fill('0');
  await number(page, 'Amount Off').fill('5.50');
  await number(page, 'Percent Off').fill('101');
  await create();
  await page.getByText('Please use at most 40 characters.').waitFor();
  await page.getByText('Please give a whole number from 1 to 1,000,000.').waitFor();
  await page.getByText('Please give a whole percentage from 0 to 100.').waitFor();
  await field(page, 'Name').fill('SPRING');
  await number(page, 'Max Redemptions').fill('1000');
  await number(page, 'Percent Off').fill('20');
  await create();
  await page.getByText('If setting percentage you cannot set amount.').waitFor();
  await page.getByText('If setting amount you cannot set percentage.').waitFor();
  await expect.poll(() => number(page, 'Amount Off').evaluate((input) => input === document.activeElement)).toBe(true);
  await number(page, 'Amount Off').fill('');
  await create();

  await page.getByRole('heading', { level: 1, name: 'Coupons' }).waitFor();
  await page.getByText('20% off · Once').waitFor();
  await page.getByText('0 of 1,000 used').waitFor();
  await looksRight(staff, 'coupons');
}

async function isToldThatTheNameIsTaken(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'New coupon' }).click();
  await field(page, 'Name').fill('spring');
  await page.getByText('Forever', { exact: true }).click();
  await number(page, 'Max Redemptions').fill('1');
  await number(page, 'Amount Off').fill('5.50');
  await page.getByRole('button', { name: 'Create' }).click();
  const form = page.locator('form');
  await form.getByText('There is a coupon with this name already.').waitFor();
  expect(await hasFocus(page, 'name')).toBe(true);
  await field(page, 'Name').fill('FIVER');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('$5.50 off · Forever').waitFor();
}

async function renamesIt(staff: Visitor): Promise<void> {
  const { page, context } = staff;
  await page.getByRole('link', { name: /^SPRING/ }).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect.poll(() => page.getByRole('textbox').count()).toBe(1);
  await field(page, 'Name').fill('Nothing of this');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { level: 1, name: 'SPRING' }).waitFor();
  const second = await context.newPage();
  await second.goto(page.url());
  await second.getByRole('button', { name: 'Edit' }).click();
  await field(second, 'Name').fill('SPRING21');
  await page.getByRole('button', { name: 'Edit' }).click();
  await field(page, 'Name').fill('SPRING20');
  const changes: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && changes.push(request.url()));
  // As Enter does in a form's only text field, however often it is pressed.
  await page.locator('form').evaluate((form: HTMLFormElement) => {
    form.requestSubmit();
    form.requestSubmit();
  });
  await page.getByRole('heading', { level: 1, name: 'SPRING20' }).waitFor();
  expect(changes).toHaveLength(1);
  await looksRight(staff, 'coupon');

  await second.getByRole('button', { name: 'Save' }).click();
  const notice = second.getByRole('region', { name: 'Changed in the meantime' });
  await notice.getByText('SPRING20').waitFor();
  await notice.getByRole('button', { name: 'Use what is saved' }).click();
  expect(await field(second, 'Name').inputValue()).toBe('SPRING20');
  await second.close();
}

async function deletesIt(staff: Visitor): Promise<void> {
  const { page } = staff;
  const address = page.url();
  const dialog = page.getByRole('alertdialog', { name: 'Delete this coupon?' });
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Delete' }).click();
  await looksRight(staff, 'coupon-delete');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { level: 1, name: 'Coupons' }).waitFor();
  await page.getByText('The coupon SPRING20 is deleted.').waitFor();
  await page.getByRole('link', { name: /^SPRING20/ }).waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: /^FIVER/ }).waitFor();
  expect(await page.getByText('Coupon not found').count()).toBe(0);

  // By its old address it is told to be gone, and the way leads back.
  await page.goto(address);
  await page.getByText('Coupon not found').waitFor();
  await page.waitForURL('**/coupons');
  await page.goto(`${server.url}/products/nonsense`);
  await page.getByText('Invalid URL.').waitFor();
  await page.waitForURL('**/products');
}

/** What a visit of the one product costs a customer who types in a coupon. */
async function quote(customer: ApiCaller, couponName: string) {
  const { products } = await customer.get('/v1/products');
  return await customer.post('/v1/quotes', {
    productId: products[0].id,
    yardSize: 'YARD_SIZE_STANDARD',
    couponName,
  });
}

const number = (page: Page, label: string) => page.getByRole('textbox', { name: label });

/** The wheel over a number that has the focus moves the page, and leaves the number as it is. */
async function scrollsOver(page: Page, label: string): Promise<void> {
  const value = await number(page, label).inputValue();
  await page.setViewportSize({ width: 1280, height: 400 });
  await number(page, label).hover();
  const before = await page.evaluate(() => scrollY);
  for (const deltaY of [-120, 120, 120]) await page.mouse.wheel(0, deltaY);
  await expect.poll(() => page.evaluate(() => scrollY)).not.toBe(before);
  expect(await number(page, label).inputValue()).toBe(value);
  await page.setViewportSize({ width: 1280, height: 900 });
}

/** Waits out the frame after which a refused form gives focus to its first fault. */
async function hasFocus(page: Page, name: string): Promise<boolean> {
  await page.waitForFunction((name) => document.activeElement?.getAttribute('name') === name, name);
  return true;
}
