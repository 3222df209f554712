import { expect } from 'vitest';
import { businessDay, weekDayOf } from '#domain/calendar.ts';
import { coupons } from '../database/schema/catalog.ts';
import { moveEngagement, putEngagement } from '../testing/engagement-calls.ts';
import {
  buildCoupon,
  buildEngagement,
  buildOnboardedWorker,
  buildProduct,
  claimEngagement,
  engagementBody,
  workUntil,
} from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, type Person } from '../testing/factories.ts';
import { buildCard } from '../testing/payment-factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

const ask = async (yardpack: TestWorld, customer: Person, details: Parameters<typeof engagementBody>[2] = {}) => {
  const { call } = yardpack;
  const body = await engagementBody(yardpack, customer, { couponName: 'WELCOME', ...details });
  const params = { customerProfileId: customer.profileId };
  return await call('createEngagement', { as: customer.accessToken, params, body });
};
const redemptions = async ({ world }: TestWorld) => {
  const [coupon] = await world.database.select().from(coupons);
  return coupon?.redemptions;
};
const usedByYou = [
  {
    path: 'body.couponName',
    message: 'You have used this coupon already: it is good for one service of each customer.',
  },
];

test('a customer uses a coupon once, however many services are asked for at once', async ({ yardpack }) => {
  await buildCoupon(yardpack);
  const customer = await buildCustomer(yardpack);
  const same = {
    productId: (await buildProduct(yardpack)).id,
    stripePaymentMethodId: await buildCard(yardpack, customer),
  };
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(yardpack, customer, same)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ error }) => error.fields)).toEqual(refused.map(() => usedByYou));
  expect(await redemptions(yardpack)).toBe(1);

  // The price says so before anything is asked for; another customer has it still.
  const quote = (person: Person) =>
    yardpack.call('createQuote', {
      as: person.accessToken,
      body: { productId: same.productId, yardSize: 'YARD_SIZE_STANDARD', couponName: 'welcome' },
    });
  expect((await quote(customer)).error.fields).toEqual(usedByYou);
  const other = await buildCustomer(yardpack);
  expect((await quote(other)).body).toMatchObject({ discount: 300, couponTerm: 'TERM_ONCE' });
  expect((await ask(yardpack, other)).status).toBe(200);
  expect(await redemptions(yardpack)).toBe(2);
});

test('a coupon that says so may be used by a customer as often as there are redemptions', async ({ yardpack }) => {
  const employee = await buildEmployee(yardpack);
  const made = await yardpack.call('createCoupon', {
    as: employee.accessToken,
    body: { name: 'WELCOME', term: 'TERM_ONCE', maxRedemptions: 2, percentOff: 20, oncePerCustomer: false },
  });
  expect(made.body.coupon.oncePerCustomer).toBe(false);
  const customer = await buildCustomer(yardpack);
  const statuses = [];
  for (let turn = 0; turn < 3; turn += 1) statuses.push((await ask(yardpack, customer)).status);
  expect(statuses).toEqual([200, 200, 400]);
});

test('a redemption is given back, once, when the engagement ends before its first visit', async ({ yardpack }) => {
  await buildCoupon(yardpack, { maxRedemptions: 1 });
  const [customer, other] = [await buildCustomer(yardpack), await buildCustomer(yardpack)];
  const { body } = await ask(yardpack, customer);
  expect((await ask(yardpack, other)).status).toBe(400);
  const answers = await Promise.all(
    [1, 2, 3].map(() => moveEngagement(yardpack, customer, body.engagement.id, 'CANCELLED')),
  );
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  expect(await redemptions(yardpack)).toBe(0);
  // The one that had it can use it again.
  expect((await ask(yardpack, customer)).status).toBe(200);
  expect(await redemptions(yardpack)).toBe(1);
});

test('one that has begun keeps it', async ({ yardpack }) => {
  await buildCoupon(yardpack);
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer, { couponName: 'WELCOME' });
  await claimEngagement(yardpack, worker, engagement, [weekDayOf(businessDay(yardpack.world.clock.now()))]);
  await workUntil(yardpack, worker, engagement, 'WORK_STATUS_TRAVEL_STARTED');
  expect((await moveEngagement(yardpack, customer, engagement.id, 'CANCELLED')).status).toBe(200);
  expect(await redemptions(yardpack)).toBe(1);
  expect((await ask(yardpack, customer)).error.fields).toEqual(usedByYou);
});

test('several that end together give back all, whoever else does so in another order', async ({ yardpack }) => {
  await buildCoupon(yardpack);
  await buildCoupon(yardpack, { name: 'SPRING' });
  const employee = await buildEmployee(yardpack);
  const pairs = [];
  for (let turn = 0; turn < 4; turn += 1) {
    const customer = await buildCustomer(yardpack);
    const asked = [
      await buildEngagement(yardpack, customer, { couponName: turn % 2 ? 'WELCOME' : 'SPRING' }),
      await buildEngagement(yardpack, customer, { couponName: turn % 2 ? 'SPRING' : 'WELCOME' }),
    ];
    pairs.push(asked.map(({ id }) => ({ id, status: 'ENGAGEMENT_STATUS_CANCELLED' })));
  }
  const answers = await Promise.all(
    pairs.map((engagements) => yardpack.call('updateEngagements', { as: employee.accessToken, body: { engagements } })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const rows = await yardpack.world.database.select().from(coupons);
  expect(rows.map((row) => row.redemptions)).toEqual([0, 0]);
  expect((await putEngagement(yardpack, employee, pairs[0]?.[0]?.id ?? '', {})).status).toBe(200);
});
