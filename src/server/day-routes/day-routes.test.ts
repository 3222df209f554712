import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { WeekDay } from '#domain/calendar.ts';
import { addresses } from '../database/schema/profiles.ts';
import {
  buildEngagement,
  buildOnboardedWorker,
  buildProduct,
  claimEngagement,
  place,
} from '../testing/engagement-factories.ts';
import { buildCustomer, type Person } from '../testing/factories.ts';
import { buildCard } from '../testing/payment-factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

const monday = 'DAY_OF_WEEK_MONDAY';

const routeOf = (yardpack: TestWorld, worker: Person, dayOfWeek: WeekDay = monday) =>
  yardpack.call('getDayRoute', { as: worker.accessToken, params: { workerProfileId: worker.profileId, dayOfWeek } });

async function putAt(yardpack: TestWorld, addressId: string, fields: Partial<typeof addresses.$inferInsert>) {
  await yardpack.world.database.update(addresses).set(fields).where(eq(addresses.id, addressId));
}

/** A customer with engagements at the address of the sign-up. */
async function buildCustomerWith(yardpack: TestWorld, pinned: boolean[]) {
  const customer = await buildCustomer(yardpack, { firstName: 'Dana', lastName: 'Field' });
  const stripePaymentMethodId = await buildCard(yardpack, customer);
  const { id: productId } = await buildProduct(yardpack);
  const engagements = [];
  for (const isPinned of pinned) {
    engagements.push(await buildEngagement(yardpack, customer, { productId, stripePaymentMethodId, isPinned }));
  }
  return { customer, engagements };
}

test('the stops of a weekday come in the order of the plan, with where they lie and whether they are pinned', async ({
  yardpack,
}) => {
  const worker = await buildOnboardedWorker(yardpack);
  const { customer, engagements } = await buildCustomerWith(yardpack, [false, true, false]);
  const [first, pinned, tuesdays] = engagements;
  if (!first || !pinned || !tuesdays) throw new Error('Three engagements');
  await yardpack.call('createScheduleTemplateDays', {
    as: worker.accessToken,
    body: { scheduleTemplateDays: [place(first, monday, 1), place(pinned, monday, 0)] },
  });
  await claimEngagement(yardpack, worker, tuesdays, ['DAY_OF_WEEK_TUESDAY']);
  await putAt(yardpack, customer.addressId, { latitude: 36.4, longitude: -94.2 });
  await putAt(yardpack, worker.addressId, { latitude: 36.3, longitude: -94.1, label: 'My place' });

  const { status, body } = await routeOf(yardpack, worker);
  expect(status).toBe(200);
  expect(body.start).toEqual({ label: 'My place', latitude: 36.3, longitude: -94.1 });
  expect(body.stops.map(({ engagementId, isPinned }) => [engagementId, isPinned])).toEqual([
    [pinned.id, true],
    [first.id, false],
  ]);
  expect(body.stops[0]).toMatchObject({
    customerName: 'Dana Field',
    street: '100 Main St',
    latitude: 36.4,
    longitude: -94.2,
  });
  expect((await routeOf(yardpack, worker, 'DAY_OF_WEEK_SUNDAY')).body.stops).toEqual([]);
});

test('what is paused is no stop; an address that nobody can place has no coordinates', async ({ yardpack }) => {
  const worker = await buildOnboardedWorker(yardpack);
  const { customer, engagements } = await buildCustomerWith(yardpack, [false, false]);
  const [kept, paused] = engagements;
  if (!kept || !paused) throw new Error('Two engagements');
  await claimEngagement(yardpack, worker, kept, [monday]);
  await claimEngagement(yardpack, worker, paused, [monday]);
  await yardpack.call('updateEngagement', {
    as: customer.accessToken,
    params: { engagementId: paused.id },
    body: { status: 'ENGAGEMENT_STATUS_PAUSED' },
  });
  await putAt(yardpack, customer.addressId, { latitude: null, longitude: null, zipCode: '00000' });

  const { body } = await routeOf(yardpack, worker);
  expect(body.stops).toMatchObject([{ engagementId: kept.id, latitude: null, longitude: null }]);
});

test('without a primary address there is no start', async ({ yardpack }) => {
  const worker = await buildOnboardedWorker(yardpack);
  await putAt(yardpack, worker.addressId, { primaryAddress: false });
  expect((await routeOf(yardpack, worker)).body).toEqual({ start: null, stops: [] });
});

test("a worker sees the own route only; another's is not there", async ({ yardpack }) => {
  const [ada, bob] = [await buildOnboardedWorker(yardpack), await buildOnboardedWorker(yardpack)];
  const { engagements, customer } = await buildCustomerWith(yardpack, [false]);
  if (!engagements[0]) throw new Error('One engagement');
  await claimEngagement(yardpack, ada, engagements[0], [monday]);
  expect((await routeOf(yardpack, bob)).body.stops).toEqual([]);
  const params = { workerProfileId: ada.profileId, dayOfWeek: monday } as const;
  expect((await yardpack.call('getDayRoute', { as: bob.accessToken, params })).status).toBe(404);
  expect((await yardpack.call('getDayRoute', { as: customer.accessToken, params })).status).toBe(403);
});
