import { eq, like } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Engagement } from '#contract/engagements.ts';
import type { Product } from '#contract/products.ts';
import { businessDay, weekDayOf } from '#domain/calendar.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { messages } from '../database/schema/messages.ts';
import { profiles } from '../database/schema/profiles.ts';
import { sweep } from '../sweep.ts';
import { moveEngagement, putEngagement, readEngagement, startWork, stepWork } from '../testing/engagement-calls.ts';
import {
  advanceFor,
  buildEngagement,
  buildOnboardedWorker,
  buildProduct,
  claimEngagement,
  place,
} from '../testing/engagement-factories.ts';
import { agreeToAll, buildCustomer, buildEmployee, mailsTo, type Person } from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

async function people(yardpack: TestWorld) {
  const [customer, worker] = [await buildCustomer(yardpack), await buildOnboardedWorker(yardpack)];
  const employee = await buildEmployee(yardpack);
  const product = await buildProduct(yardpack, { baseCostRetentionPeriod: 60, baseCostMultiplier: 2 });
  const all = [customer, worker, employee];
  return { customer, worker, employee, product, all };
}

async function setMultiplier({ call }: TestWorld, employee: Person, product: Product, baseCostMultiplier: number) {
  const { id: productId, version: _, ...form } = product;
  await call('updateProduct', {
    as: employee.accessToken,
    params: { productId },
    body: { ...form, baseCostMultiplier },
  });
}

const agree = ({ call }: TestWorld, person: Person, engagementId: string, baseCost: number) =>
  call('agreeToPrice', { as: person.accessToken, params: { engagementId }, body: { baseCost } });
const listed = async ({ call }: TestWorld, worker: Person) => {
  const { body } = await call('listWorkerEngagements', {
    as: worker.accessToken,
    params: { workerProfileId: worker.profileId },
  });
  return body.engagements.map(({ id }) => id);
};
const pricesOf = async (yardpack: TestWorld, person: Person, { id }: Engagement) => {
  const { baseCost, agreedBaseCost } = await readEngagement(yardpack, person, id);
  return [baseCost, agreedBaseCost];
};
const claim = async ({ call }: TestWorld, worker: Person, engagement: Engagement) => {
  const { status, error } = await call('createScheduleTemplateDays', {
    as: worker.accessToken,
    body: { scheduleTemplateDays: [place(engagement, 'DAY_OF_WEEK_MONDAY')] },
  });
  return [status, error.errorCode];
};
const told = async (yardpack: TestWorld, customer: Person) => {
  await yardpack.drain();
  return (await mailsTo(yardpack, customer, /price/i)).map(({ text }) => text);
};

test('a proposal whose price has risen waits for its customer, who is told once and agrees in one tap', async ({
  yardpack,
}) => {
  const { customer, worker, employee, product, all } = await people(yardpack);
  const engagement = await buildEngagement(yardpack, customer, { productId: product.id });
  await setMultiplier(yardpack, employee, product, 4);
  // The price is held: nothing happens before it is held no longer.
  await sweep(yardpack.world);
  expect(await pricesOf(yardpack, customer, engagement)).toEqual([3000, 3000]);

  await advanceFor(yardpack, 'PT61M', all);
  await sweep(yardpack.world);
  await Promise.all([sweep(yardpack.world), sweep(yardpack.world)]);
  expect(await pricesOf(yardpack, customer, engagement)).toEqual([6000, 3000]);
  expect(await told(yardpack, customer)).toEqual([expect.stringMatching(/\$60\.00.*\$30\.00.*engagements\//s)]);
  expect(await listed(yardpack, worker)).toEqual([]);
  expect(await claim(yardpack, worker, engagement)).toEqual([409, 'PRICE_CHANGED']);
  expect((await moveEngagement(yardpack, worker, engagement.id, 'ACCEPTED')).error.errorCode).toBe('PRICE_CHANGED');
  expect((await readEngagement(yardpack, worker, engagement.id)).nextStatuses).toEqual([]);

  // What is agreed to is what was shown, by whose engagement it is; twice is once.
  const stranger = await buildCustomer(yardpack);
  expect((await agree(yardpack, stranger, engagement.id, 6000)).status).toBe(404);
  expect((await agree(yardpack, employee, engagement.id, 6000)).status).toBe(403);
  const stale = await agree(yardpack, customer, engagement.id, 4500);
  expect([stale.status, stale.error.errorCode, stale.error.message]).toEqual([
    409,
    'PRICE_CHANGED',
    'A visit costs $60.00 now. Please look at the new price.',
  ]);
  const answers = await Promise.all([1, 2].map(() => agree(yardpack, customer, engagement.id, 6000)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[0]?.body.engagement).toMatchObject({ baseCost: 6000, agreedBaseCost: 6000 });

  expect(await listed(yardpack, worker)).toEqual([engagement.id]);
  // It is held anew.
  await setMultiplier(yardpack, employee, product, 5);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_MONDAY']);
  expect(await pricesOf(yardpack, customer, engagement)).toEqual([6000, 6000]);
  const late = await agree(yardpack, customer, engagement.id, 7500);
  expect([late.status, late.error.errorCode]).toEqual([409, 'NOT_ALLOWED_NOW']);
  // The answer to what was agreed may come late, after a worker has accepted.
  expect((await agree(yardpack, customer, engagement.id, 6000)).status).toBe(200);
  expect(await told(yardpack, customer)).toHaveLength(1);
});

test('a price that rises again counts at that moment, before any sweep', async ({ yardpack }) => {
  const { customer, worker, employee, product, all } = await people(yardpack);
  const engagement = await buildEngagement(yardpack, customer, { productId: product.id });
  await setMultiplier(yardpack, employee, product, 4);
  await advanceFor(yardpack, 'PT61M', all);
  expect(await told(yardpack, customer)).toHaveLength(1);
  const { version: _, ...risen } = product;
  const body = { ...risen, baseCostMultiplier: 5 };
  const raised = await yardpack.call('updateProduct', {
    as: employee.accessToken,
    params: { productId: product.id },
    body,
  });
  expect(raised.status).toBe(200);
  expect(await pricesOf(yardpack, customer, engagement)).toEqual([7500, 3000]);
  expect((await readEngagement(yardpack, employee, engagement.id)).baseCost).toBe(7500);
  const before = await agree(yardpack, customer, engagement.id, 6000);
  expect([before.status, before.error.message]).toEqual([
    409,
    'A visit costs $75.00 now. Please look at the new price.',
  ]);
  expect((await agree(yardpack, customer, engagement.id, 7500)).status).toBe(200);
  expect(await pricesOf(yardpack, customer, engagement)).toEqual([7500, 7500]);
  expect(await listed(yardpack, worker)).toEqual([engagement.id]);
});

test('a lower price is simply used, and one that rises again only up to what was agreed', async ({ yardpack }) => {
  const { customer, worker, employee, product, all } = await people(yardpack);
  const engagement = await buildEngagement(yardpack, customer, { productId: product.id });
  const second = await buildEngagement(yardpack, customer, { productId: product.id, yardSize: 'YARD_SIZE_LARGE' });
  await setMultiplier(yardpack, employee, product, 1);
  await advanceFor(yardpack, 'PT61M', all);
  expect(await pricesOf(yardpack, customer, engagement)).toEqual([1500, 3000]);
  expect(await pricesOf(yardpack, customer, second)).toEqual([2500, 5000]);
  await setMultiplier(yardpack, employee, product, 2);
  await sweep(yardpack.world);
  expect(await pricesOf(yardpack, customer, engagement)).toEqual([3000, 3000]);
  // A worker need not wait for the sweep to accept at the lower price.
  await setMultiplier(yardpack, employee, product, 1);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_MONDAY']);
  expect(await pricesOf(yardpack, customer, engagement)).toEqual([1500, 3000]);
  expect(await told(yardpack, customer)).toEqual([]);
  // Nor may one accept at a higher one before the sweep has seen it.
  await setMultiplier(yardpack, employee, product, 3);
  expect(await claim(yardpack, worker, second)).toEqual([409, 'PRICE_CHANGED']);
});

test('a larger yard is agreed to by who chooses it; chosen by staff, it waits for the customer', async ({
  yardpack,
}) => {
  const { customer, worker, employee, product } = await people(yardpack);
  const engagement = await buildEngagement(yardpack, customer, { productId: product.id });
  const chosen = await putEngagement(yardpack, customer, engagement.id, { yardSize: 'YARD_SIZE_LARGE' });
  expect(chosen.body.engagement).toMatchObject({ baseCost: 5000, agreedBaseCost: 5000 });
  const stale = await putEngagement(yardpack, customer, engagement.id, {
    yardSize: 'YARD_SIZE_STANDARD',
    quotedBaseCost: 2900,
  });
  expect([stale.status, stale.error.errorCode]).toEqual([409, 'PRICE_CHANGED']);

  const other = await buildEngagement(yardpack, customer, { productId: product.id });
  await putEngagement(yardpack, employee, other.id, { yardSize: 'YARD_SIZE_LARGE' });
  expect(await pricesOf(yardpack, customer, other)).toEqual([5000, 3000]);
  expect(await told(yardpack, customer)).toHaveLength(1);
  expect(await claim(yardpack, worker, other)).toEqual([409, 'PRICE_CHANGED']);
  await agree(yardpack, customer, other.id, 5000);
  expect((await claim(yardpack, worker, other))[0]).toBe(200);
});

test.for(['dearer', 'cheaper'])(
  'a service whose worker leaves stays as it was agreed, also where it is %s by now',
  async (by, { yardpack }) => {
    const { customer, worker, employee, product, all } = await people(yardpack);
    const engagement = await buildEngagement(yardpack, customer, { productId: product.id });
    await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_MONDAY']);
    await setMultiplier(yardpack, employee, product, by === 'dearer' ? 4 : 1);
    await advanceFor(yardpack, 'PT61M', all);
    await moveEngagement(yardpack, worker, engagement.id, 'PROPOSED');
    await sweep(yardpack.world);
    expect(await readEngagement(yardpack, customer, engagement.id)).toMatchObject({
      baseCost: 3000,
      agreedBaseCost: 3000,
      baseCostHeldUntil: null,
      isPriceHeld: true,
    });
    expect(await told(yardpack, customer)).toEqual([]);
    expect((await claim(yardpack, worker, engagement))[0]).toBe(200);
    expect(await pricesOf(yardpack, customer, engagement)).toEqual([3000, 3000]);
  },
);

test('a visit that was under way when its engagement was released is charged as agreed', async ({ yardpack }) => {
  const { customer, worker, employee, product, all } = await people(yardpack);
  const engagement = await buildEngagement(yardpack, customer, { productId: product.id });
  await claimEngagement(yardpack, worker, engagement, [weekDayOf(businessDay(yardpack.world.clock.now()))]);
  const { work } = (await startWork(yardpack, worker, engagement.id)).body;
  await setMultiplier(yardpack, employee, product, 4);
  await moveEngagement(yardpack, worker, engagement.id, 'PROPOSED');
  // What is told a minute later has the service for a moment, and who finds it taken leaves it to the next sweep.
  await yardpack.advance('PT58M');
  await advanceFor(yardpack, 'PT3M', all);
  expect(await pricesOf(yardpack, customer, engagement)).toEqual([3000, 3000]);
  for (const step of ['TRAVEL_STARTED', 'TRAVEL_COMPLETED', 'WORK_STARTED', 'WORK_COMPLETED'] as const) {
    expect((await stepWork(yardpack, worker, work.id, `WORK_STATUS_${step}`)).status).toBe(200);
  }
  const { body } = await yardpack.call('listVisits', {
    as: customer.accessToken,
    params: { engagementId: engagement.id },
  });
  expect(body.visits.map(({ charge }) => charge?.amount)).toEqual([3000]);
});

test.for(['agreed to', 'the one before again'] as const)(
  'a letter of the night that asks for a price which is %s by the morning is never read',
  async (what, { yardpack }) => {
    const { customer, employee, product, all } = await people(yardpack);
    const { database } = yardpack.world;
    await agreeToAll(yardpack.world, customer);
    await database
      .update(profiles)
      .set({ notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT' })
      .where(eq(profiles.id, customer.profileId));
    const engagement = await buildEngagement(yardpack, customer, { productId: product.id });
    await setMultiplier(yardpack, employee, product, 4);
    const night = businessDay(yardpack.world.clock.now()).add({ days: 1 });
    const at = (hour: number, days = 0) =>
      night.add({ days }).toZonedDateTime({ timeZone: businessTimeZone, plainTime: { hour } }).toInstant().toString();
    await advanceFor(yardpack, at(23), all);
    await sweep(yardpack.world);
    await yardpack.drain();
    const asking = await database.select().from(messages).where(like(messages.dedupeKey, 'price-rise:%'));
    expect(asking.map(({ channel, outcome }) => [channel, outcome])).toEqual([['text', null]]);
    if (what === 'agreed to') {
      expect((await agree(yardpack, customer, engagement.id, 6000)).status).toBe(200);
    } else {
      await setMultiplier(yardpack, employee, product, 2);
      await sweep(yardpack.world);
      expect(await pricesOf(yardpack, customer, engagement)).toEqual([3000, 3000]);
    }
    await yardpack.advance(at(9, 1));
    expect((await yardpack.messages()).filter(({ text }) => /until you agree/.test(text))).toEqual([]);
  },
);
