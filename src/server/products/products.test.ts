import { randomUUIDv7 } from 'node:crypto';
import { test as base, expect } from 'vitest';
import { buildEngagement } from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee } from '../testing/factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

const test = base.extend<{ yardpack: TestWorld }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest asks for the pattern
  yardpack: async ({}, use) => {
    const world = await createTestWorld();
    await use(world);
    await world.close();
  },
});

const form = {
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
  expect(read.body.product).toEqual({ id: params.productId, ...changed });
  const list = await yardpack.call('listProducts', { as: customer.accessToken });
  expect(list.body.products).toEqual([read.body.product]);
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
