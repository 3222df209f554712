import { randomUUIDv7 } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type * as z from 'zod/mini';
import type { ProductForm } from '#contract/products.ts';
import { calendarDay } from '#domain/calendar.ts';
import { firstDayToBegin } from '#domain/visit-class.ts';
import { products } from '../database/schema/catalog.ts';
import { buildEngagement, engagementBody, today } from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee } from '../testing/factories.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';
import { createProduct } from './service.ts';

const form: z.output<typeof ProductForm> = {
  name: 'Yard cleanup',
  description: 'Every week.',
  billingCycle: 'BILLING_CYCLE_WEEKLY',
  baseCostRetentionPeriod: 60,
  baseCostMultiplier: 2,
};

test('staff add and change a product, and anybody signed in reads it', async ({ yardpack }) => {
  const employee = await buildEmployee(yardpack);
  const customer = await buildCustomer(yardpack);
  const created = await yardpack.call('createProduct', { as: employee.accessToken, body: form });
  expect(created.body.product).toMatchObject(form);
  const params = { productId: created.body.product.id };
  const changed = { ...form, name: 'Deep cleanup', baseCostMultiplier: 3 };
  await yardpack.call('updateProduct', { as: employee.accessToken, params, body: changed });
  const read = await yardpack.call('getProduct', { as: customer.accessToken, params });
  expect(read.body.product).toEqual({ id: params.productId, ...changed, isArchived: false, version: 2 });
  const list = await yardpack.call('listProducts', { as: customer.accessToken });
  expect(list.body).toEqual({
    products: [read.body.product],
    baseRates: { standard: 1500, large: 2500 },
    today: today(yardpack),
    firstVisitDay: calendarDay(firstDayToBegin(yardpack.world.clock.now())),
  });
});

test('only staff add and change products, and the forms have bounds', async ({ yardpack }) => {
  const employee = await buildEmployee(yardpack);
  const customer = await buildCustomer(yardpack);
  expect((await yardpack.call('createProduct', { as: customer.accessToken, body: form })).status).toBe(403);
  const params = { productId: randomUUIDv7() };
  expect((await yardpack.call('updateProduct', { as: customer.accessToken, params, body: form })).status).toBe(403);
  expect((await yardpack.call('updateProduct', { as: employee.accessToken, params, body: form })).status).toBe(404);
  expect((await yardpack.call('getProduct', { as: employee.accessToken, params })).status).toBe(404);
  const wrong = { ...form, name: ' ', baseCostRetentionPeriod: 525_601, baseCostMultiplier: 0 };
  const { status, error } = await yardpack.call('createProduct', { as: employee.accessToken, body: wrong });
  expect(status).toBe(400);
  expect(error.fields?.map((field) => field.path).sort()).toEqual([
    'body.baseCostMultiplier',
    'body.baseCostRetentionPeriod',
    'body.name',
  ]);
});

test('a changed product leaves what was agreed with a customer', async ({ yardpack }) => {
  const employee = await buildEmployee(yardpack);
  const customer = await buildCustomer(yardpack);
  const { product } = (await yardpack.call('createProduct', { as: employee.accessToken, body: form })).body;
  const engagement = await buildEngagement(yardpack, customer, { productId: product.id });
  await yardpack.call('updateProduct', {
    as: employee.accessToken,
    params: { productId: product.id },
    body: { ...form, baseCostMultiplier: 9, billingCycle: 'BILLING_CYCLE_YEARLY' },
  });
  const params = { engagementId: engagement.id };
  const after = (await yardpack.call('getEngagement', { as: customer.accessToken, params })).body.engagement;
  expect(after.baseCost).toBe(3000);
  expect(after.product.billingCycle).toBe('BILLING_CYCLE_WEEKLY');
});

test('an edit of what somebody else changed in the meantime is refused, and neither is lost', async ({ yardpack }) => {
  const as = (await buildEmployee(yardpack)).accessToken;
  const { product } = (await yardpack.call('createProduct', { as, body: form })).body;
  const params = { productId: product.id };
  const edit = (name: string, version?: number) =>
    yardpack.call('updateProduct', { as, params, body: { ...form, name, version } });

  const answers = await Promise.all(['First', 'Second'].map((name) => edit(name, product.version)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.error).toMatchObject({
    errorCode: 'CONFLICT',
    message: expect.stringContaining('This product was changed by somebody else in the meantime.'),
  });
  const saved = answers.find(({ status }) => status === 200)?.body.product;
  expect((await yardpack.call('getProduct', { as, params })).body.product).toEqual(saved);

  expect((await edit('Third', saved?.version)).status).toBe(200);
  // Who names no version edits whatever is there.
  expect((await edit('Fourth')).body.product).toMatchObject({ name: 'Fourth', version: 4 });
  // No row can have this version.
  expect((await edit('Fifth', 2_147_483_648)).error.fields?.[0]?.path).toBe('body.version');
  expect((await edit('Fifth', 2_147_483_647)).status).toBe(409);
  expect((await edit('Fifth', 99)).status).toBe(409);
});

const required = 'This field is required.';
const retention = 'Please give a whole number from 0 to 525600.';
const multiplier = 'Please give a whole number from 1 to 525600.';
const tooDear = 'Please give at most 39,999: with more, a visit costs more than one payment can be.';
const noName = 'Product name is required.';

const forms: [field: string, value: unknown, message: string | null][] = [
  ['name', 'n'.repeat(200), null],
  ['name', 'n'.repeat(201), 'Please use at most 200 characters.'],
  ['name', undefined, noName],
  ['name', ' \t ', noName],
  ['name', '\u200b', noName],
  ['description', 'd'.repeat(2000), null],
  ['description', 'd'.repeat(2001), 'Please use at most 2000 characters.'],
  ['description', 'Two\nlines.', null],
  ['description', '', noName],
  ['billingCycle', 'BILLING_CYCLE_YEARLY', null],
  ['billingCycle', 'BILLING_CYCLE_UNKNOWN', required],
  ['billingCycle', 'BILLING_CYCLE_HOURLY', required],
  ['billingCycle', undefined, required],
  ['baseCostRetentionPeriod', -1, retention],
  ['baseCostRetentionPeriod', 0, null],
  ['baseCostRetentionPeriod', 525_600, null],
  ['baseCostRetentionPeriod', 525_601, retention],
  ['baseCostRetentionPeriod', 1.5, retention],
  ['baseCostRetentionPeriod', undefined, required],
  ['baseCostMultiplier', 0, multiplier],
  ['baseCostMultiplier', 1, null],
  // A large yard's visit is $25.00 times this.
  ['baseCostMultiplier', 39_999, null],
  ['baseCostMultiplier', 40_000, tooDear],
  ['baseCostMultiplier', 525_600, tooDear],
  ['baseCostMultiplier', 525_601, multiplier],
  ['baseCostMultiplier', '2', required],
];

test('a product form is held to every rule, and each broken one is told', async ({ yardpack }) => {
  const as = (await buildEmployee(yardpack)).accessToken;
  for (const [index, [field, value, message]] of forms.entries()) {
    const body = { ...form, name: `Product ${index}`, [field]: value };
    const answer = await yardpack.call('createProduct', { as, body });
    expect.soft({ status: answer.status, fields: answer.error.fields }, `${field} = ${JSON.stringify(value)}`).toEqual({
      status: message === null ? 200 : 400,
      fields: message === null ? undefined : [{ path: `body.${field}`, message }],
    });
    if (message === null) expect.soft(answer.body.product).toMatchObject(body);
  }
});

test('a long list is listed whole, each product once, by name without regard to case', async ({ yardpack }) => {
  const as = (await buildEmployee(yardpack)).accessToken;
  const names = Array.from(
    { length: 205 },
    (_, index) => (index % 2 ? 'product ' : 'Product ') + String(index).padStart(3, '0'),
  );
  await Promise.all(names.map((name) => createProduct(yardpack.world, { ...form, name })));
  const { products: all } = (await yardpack.call('listProducts', { as })).body;
  expect(new Set(all.map(({ id }) => id)).size).toBe(205);
  const read = all.map(({ name }) => name.toLowerCase());
  expect(read).toEqual(read.toSorted((a, b) => a.localeCompare(b, 'en-US')));
});

test('an archived product is asked for no more and stays with who has it, until it is offered again', async ({
  yardpack,
}) => {
  const employee = await buildEmployee(yardpack);
  const customer = await buildCustomer(yardpack);
  const as = employee.accessToken;
  const { product } = (await yardpack.call('createProduct', { as, body: form })).body;
  const engagement = await buildEngagement(yardpack, customer, { productId: product.id });
  const params = { productId: product.id };
  const names = async (person: string, list?: 'in-use' | 'archived') =>
    (await yardpack.call('listProducts', { as: person, query: list ? { list } : {} })).body.products.map(
      ({ name }) => name,
    );
  const ask = async () => {
    const body = await engagementBody(yardpack, customer, { productId: product.id });
    const customerProfileId = { customerProfileId: customer.profileId };
    return await yardpack.call('createEngagement', { as: customer.accessToken, params: customerProfileId, body });
  };

  const archived = await yardpack.call('archiveProduct', { as, params });
  expect(archived.body.product).toMatchObject({ isArchived: true, version: 2 });
  expect((await yardpack.call('archiveProduct', { as, params })).body.product.version).toBe(2);
  expect([await names(customer.accessToken), await names(as), await names(as, 'in-use')]).toEqual([[], [], []]);
  expect([await names(as, 'archived'), await names(customer.accessToken, 'archived')]).toEqual([[form.name], []]);
  const quote = { body: { productId: product.id, yardSize: 'YARD_SIZE_STANDARD' } };
  for (const refused of [await ask(), await yardpack.call('createQuote', { as: customer.accessToken, ...quote })]) {
    expect(refused.error.fields).toEqual([{ path: 'body.productId', message: 'This service is not offered anymore.' }]);
  }
  const own = { as: customer.accessToken, params: { engagementId: engagement.id } };
  expect((await yardpack.call('getEngagement', own)).body.engagement.product.name).toBe(form.name);

  // Its name is free, and then there is no way back beside the other.
  const { product: other } = (await yardpack.call('createProduct', { as, body: form })).body;
  expect((await yardpack.call('restoreProduct', { as, params })).error.errorCode).toBe('ALREADY_EXISTS');
  await yardpack.call('archiveProduct', { as, params: { productId: other.id } });
  expect((await yardpack.call('restoreProduct', { as, params })).body.product.isArchived).toBe(false);
  expect((await ask()).status).toBe(200);
});

test('one name is one product, whatever its case and whoever adds it at once', async ({ yardpack }) => {
  const as = (await buildEmployee(yardpack)).accessToken;
  const answers = await Promise.all(
    ['Deep', 'DEEP', ' deep '].map((name) => yardpack.call('createProduct', { as, body: { ...form, name } })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const message = 'There is a product with this name already.';
  expect(answers.find(({ status }) => status === 409)?.error.fields).toEqual([{ path: 'body.name', message }]);
  const { product } = (await yardpack.call('createProduct', { as, body: form })).body;
  const params = { productId: product.id };
  const renamed = await yardpack.call('updateProduct', { as, params, body: { ...form, name: 'dEEp' } });
  expect(renamed.error.fields).toEqual([{ path: 'body.name', message }]);
});

test('one that has come to cost more than a payment can be is not offered in any yard size; staff see and mend it', async ({
  yardpack,
}) => {
  const as = (await buildEmployee(yardpack)).accessToken;
  const dear = await createProduct(yardpack.world, { ...form, name: 'Dear', baseCostMultiplier: 39_999 });
  const tooDear = await createProduct(yardpack.world, { ...form, name: 'Too dear' });
  // $750,000.00 in a standard yard could be paid, $1,250,000.00 in a large one could not.
  const { id } = tooDear;
  await yardpack.world.database.update(products).set({ baseCostMultiplier: 50_000 }).where(eq(products.id, id));
  const names = async (list?: 'in-use') =>
    (await yardpack.call('listProducts', { as, query: list ? { list } : {} })).body.products.map(({ name }) => name);
  expect([await names(), await names('in-use')]).toEqual([['Dear'], ['Dear', 'Too dear']]);
  const quote = (productId: string) =>
    yardpack.call('createQuote', { as, body: { productId, yardSize: 'YARD_SIZE_STANDARD' } });
  expect((await quote(dear.id)).body.baseCost).toBe(39_999 * 1500);
  expect((await quote(id)).error.fields).toEqual([
    { path: 'body.productId', message: 'A visit of this service costs more than $999,999.99.' },
  ]);
  const save = (baseCostMultiplier: number) =>
    yardpack.call('updateProduct', {
      as,
      params: { productId: id },
      body: { ...form, name: 'Too dear', baseCostMultiplier },
    });
  expect((await save(50_000)).error.fields?.[0]?.path).toBe('body.baseCostMultiplier');
  expect((await save(2)).status).toBe(200);
  expect(await names()).toEqual(['Dear', 'Too dear']);
});
