import { randomUUIDv7 } from 'node:crypto';
import { expect } from 'vitest';
import { calendarDay, plainDate } from '#domain/calendar.ts';
import { moveEngagement, putEngagement, readEngagement } from '../testing/engagement-calls.ts';
import {
  advanceFor,
  buildCoupon,
  buildEngagement,
  buildOnboardedWorker,
  buildProduct,
  claimEngagement,
  engagementBody,
  today,
} from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, buildWorker, mailsTo, type Person } from '../testing/factories.ts';
import { buildCard } from '../testing/payment-factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';
import { pauseForNonPayment } from './paying.ts';

const ask = (yardpack: TestWorld, customer: Person, body: object) =>
  yardpack.call('createEngagement', {
    as: customer.accessToken,
    params: { customerProfileId: customer.profileId },
    body,
  });
const readStatus = async (yardpack: TestWorld, person: Person, engagementId: string) =>
  (await yardpack.call('getEngagement', { as: person.accessToken, params: { engagementId } })).status;

test('nothing is agreed at another price than the customer was shown', async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack);
  const employee = await buildEmployee(yardpack);
  const { id: productId, ...form } = await buildProduct(yardpack);
  await buildCoupon(yardpack, { maxRedemptions: 1 });
  const body = {
    ...(await engagementBody(yardpack, customer, { productId, couponName: 'welcome' })),
    quotedBaseCost: 1500,
  };
  await yardpack.call('updateProduct', {
    as: employee.accessToken,
    params: { productId },
    body: { ...form, baseCostMultiplier: 2 },
  });
  const { status, error } = await ask(yardpack, customer, body);
  expect([status, error.errorCode]).toEqual([409, 'PRICE_CHANGED']);
  expect(error.message).toContain('A visit costs $30.00 now.');
  const accepted = await ask(yardpack, customer, { ...body, quotedBaseCost: 3000 });
  expect(accepted.body.engagement).toMatchObject({ baseCost: 3000, couponName: 'WELCOME' });
});

test('the server sets the price, and the quote says it before', async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack);
  const product = await buildProduct(yardpack, { baseCostMultiplier: 2, baseCostRetentionPeriod: 30 });
  await buildCoupon(yardpack);
  const quote = await yardpack.call('createQuote', {
    as: customer.accessToken,
    body: { productId: product.id, yardSize: 'YARD_SIZE_LARGE', couponName: 'welcome' },
  });
  expect(quote.body).toEqual({
    baseCost: 5000,
    discount: 1000,
    total: 4000,
    couponMessage: '20% off your first visit.',
    couponTerm: 'TERM_ONCE',
  });
  const body = await engagementBody(yardpack, customer, {
    productId: product.id,
    yardSize: 'YARD_SIZE_LARGE',
    couponName: 'welcome',
  });
  const before = yardpack.world.clock.now();
  const { status, body: answer } = await ask(yardpack, customer, { ...body, baseCost: 1, status: 'ACCEPTED' });
  expect(status).toBe(200);
  expect(answer.engagement).toMatchObject({
    status: 'ENGAGEMENT_STATUS_PROPOSED',
    baseCost: 5000,
    worker: null,
    couponName: 'WELCOME',
    stripePaymentMethodId: body.stripePaymentMethodId,
    billingAddress: { id: customer.addressId },
    scheduleTemplate: { frequency: 1, interval: 1, startDay: today(yardpack), scheduleTemplateDays: [] },
  });
  const heldFor = Temporal.Instant.from(String(answer.engagement.baseCostHeldUntil)).since(before).total('minutes');
  expect(heldFor).toBeGreaterThanOrEqual(30);
  expect(heldFor).toBeLessThan(31);
});

test("a product, address, card or coupon that is not there or not the customer's is refused by name", async ({
  yardpack,
}) => {
  const customer = await buildCustomer(yardpack);
  const other = await buildCustomer(yardpack);
  const body = await engagementBody(yardpack, customer);
  const foreignCard = await buildCard(yardpack, other);
  const yesterday = calendarDay(plainDate(today(yardpack)).subtract({ days: 1 }));
  const wrong: [string, object][] = [
    ['body.productId', { productId: randomUUIDv7() }],
    ['body.serviceAddressId', { serviceAddressId: other.addressId }],
    ['body.billingAddressId', { billingAddressId: randomUUIDv7() }],
    ['body.stripePaymentMethodId', { stripePaymentMethodId: foreignCard }],
    ['body.couponName', { couponName: 'NOSUCH' }],
    ['body.scheduleTemplate.startDay', { scheduleTemplate: { ...body.scheduleTemplate, startDay: yesterday } }],
    [
      'body.scheduleTemplate.startDay',
      { scheduleTemplate: { ...body.scheduleTemplate, startDay: { year: 2199, month: 1, day: 1 } } },
    ],
    [
      'body.scheduleTemplate.period',
      { scheduleTemplate: { ...body.scheduleTemplate, period: 'PERIOD_DAILY', frequency: 24 } },
    ],
    ['body.scheduleTemplate.frequency', { scheduleTemplate: { ...body.scheduleTemplate, frequency: 8 } }],
  ];
  for (const [path, change] of wrong) {
    const { status, error } = await ask(yardpack, customer, { ...body, ...change });
    expect([status, error.fields?.[0]?.path]).toEqual([400, path]);
  }
  const foreignList = { as: other.accessToken, params: { customerProfileId: customer.profileId } };
  expect((await yardpack.call('createEngagement', { ...foreignList, body })).status).toBe(404);
  expect((await yardpack.call('listCustomerEngagements', foreignList)).status).toBe(404);
});

test('a coupon is redeemed no more often than it may be, however many ask at once', async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack);
  await buildCoupon(yardpack, { maxRedemptions: 2, oncePerCustomer: false });
  const body = await engagementBody(yardpack, customer, { couponName: 'WELCOME' });
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask(yardpack, customer, body)));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(2);
  const refused = answers.filter((answer) => answer.status === 400);
  expect(refused).toHaveLength(4);
  expect(refused[0]?.error.fields?.[0]).toEqual({
    path: 'body.couponName',
    message: 'This coupon has been used up.',
  });
});

test('what is asked for again with its id, also at once, is one engagement', async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack);
  await buildCoupon(yardpack, { maxRedemptions: 1 });
  const engagementId = randomUUIDv7();
  const body = { ...(await engagementBody(yardpack, customer, { couponName: 'WELCOME' })), engagementId };
  const answers = await Promise.all(Array.from({ length: 4 }, () => ask(yardpack, customer, body)));
  answers.push(await ask(yardpack, customer, body));
  for (const { status, body } of answers) expect([status, body.engagement.id]).toEqual([200, engagementId]);
  const { body: list } = await yardpack.call('listCustomerEngagements', {
    as: customer.accessToken,
    params: { customerProfileId: customer.profileId },
  });
  expect(list.engagements).toHaveLength(1);

  const other = await buildCustomer(yardpack);
  const others = await ask(yardpack, other, { ...(await engagementBody(yardpack, other)), engagementId });
  expect([others.status, others.error.errorCode]).toEqual([404, 'NOT_FOUND']);
});

test('who sees which engagement, and what of it', async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack);
  const stranger = await buildCustomer(yardpack);
  const employee = await buildEmployee(yardpack);
  const [ada, bob] = [await buildOnboardedWorker(yardpack), await buildOnboardedWorker(yardpack)];
  const newcomer = await buildWorker(yardpack);
  const { id } = await buildEngagement(yardpack, customer);
  const statuses = async (people: Person[]) =>
    await Promise.all(people.map((person) => readStatus(yardpack, person, id)));
  const pool = async (worker: Person, as = worker) => {
    const params = { workerProfileId: worker.profileId };
    const { body } = await yardpack.call('listWorkerEngagements', { as: as.accessToken, params });
    return body.engagements.map((engagement) => engagement.id);
  };

  expect(await statuses([customer, employee, ada, bob, newcomer, stranger])).toEqual([200, 200, 200, 200, 404, 404]);
  expect(await Promise.all([pool(ada), pool(newcomer), pool(ada, employee)])).toEqual([[id], [], [id]]);

  const claimed = await putEngagement(yardpack, ada, id, { status: 'ENGAGEMENT_STATUS_ACCEPTED' });
  expect(claimed.body.engagement).toMatchObject({
    status: 'ENGAGEMENT_STATUS_ACCEPTED',
    worker: { id: ada.profileId, displayName: 'Pat L.' },
    billingAddress: null,
    stripePaymentMethodId: null,
  });
  expect(await statuses([customer, employee, ada, bob, newcomer, stranger])).toEqual([200, 200, 200, 404, 404, 404]);
  expect(await Promise.all([pool(ada), pool(bob)])).toEqual([[id], []]);
  const seenByCustomer = await readEngagement(yardpack, customer, id);
  expect(seenByCustomer.billingAddress?.id).toBe(customer.addressId);
  expect(seenByCustomer.stripePaymentMethodId).toMatch(/^pm_/);
});

test('a price that is held stays; one held no longer becomes that of the acceptance', async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const employee = await buildEmployee(yardpack);
  const product = await buildProduct(yardpack, { baseCostRetentionPeriod: 60, baseCostMultiplier: 2 });
  const held = await buildEngagement(yardpack, customer, { productId: product.id });
  const late = await buildEngagement(yardpack, customer, { productId: product.id });
  const { id: productId, ...form } = product;
  await yardpack.call('updateProduct', {
    as: employee.accessToken,
    params: { productId },
    body: { ...form, baseCostMultiplier: 1, billingCycle: 'BILLING_CYCLE_MONTHLY' },
  });

  await claimEngagement(yardpack, worker, held, ['DAY_OF_WEEK_MONDAY']);
  const kept = await readEngagement(yardpack, customer, held.id);
  expect([kept.baseCost, kept.product.billingCycle]).toEqual([3000, 'BILLING_CYCLE_IMMEDIATE']);

  await advanceFor(yardpack, 'PT2H', [worker, customer]);
  await claimEngagement(yardpack, worker, late, ['DAY_OF_WEEK_TUESDAY']);
  const changed = await readEngagement(yardpack, customer, late.id);
  expect([changed.baseCost, changed.product.billingCycle]).toEqual([1500, 'BILLING_CYCLE_MONTHLY']);

  await yardpack.drain();
  const mails = await mailsTo(yardpack, customer);
  const about = (engagementId: string, word: string) =>
    mails.filter(({ text, subject }) => text.includes(engagementId) && subject.includes(word));
  expect(about(held.id, 'will take care').map((mail) => mail.text)).toEqual([
    expect.stringContaining(`Your day is Monday.`),
  ]);
  const { publicUrl } = yardpack.world;
  expect(about(late.id, 'will take care')[0]?.text).toContain(
    `${publicUrl}/customers/${customer.profileId}/engagements/${late.id}`,
  );
});

test('two workers who accept at once: one has it, the other is told', async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack);
  const workers = [await buildOnboardedWorker(yardpack), await buildOnboardedWorker(yardpack)];
  const { id } = await buildEngagement(yardpack, customer);
  const answers = await Promise.all(
    workers.map((worker) => putEngagement(yardpack, worker, id, { status: 'ENGAGEMENT_STATUS_ACCEPTED' })),
  );
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  const loser = answers.find((answer) => answer.status === 409);
  expect(loser?.error).toMatchObject({
    errorCode: 'ALREADY_CLAIMED',
    message: 'Another worker has already taken this engagement.',
  });
  const winner = workers[answers.findIndex((answer) => answer.status === 200)];
  expect((await readEngagement(yardpack, customer, id)).worker?.id).toBe(winner?.profileId);
});

test('customer, worker and staff move an engagement only as they may', async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack);
  const employee = await buildEmployee(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const newcomer = await buildWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  const move = async (person: Person, to: string) => (await moveEngagement(yardpack, person, engagement.id, to)).status;

  expect(await move(customer, 'ACCEPTED')).toBe(409);
  expect(await move(employee, 'ACCEPTED')).toBe(409);
  expect(await move(newcomer, 'ACCEPTED')).toBe(404);
  expect(await move(worker, 'CANCELLED')).toBe(409);
  expect(await move(worker, 'ACCEPTED')).toBe(200);
  expect(await move(worker, 'ACCEPTED')).toBe(200);
  expect(await move(worker, 'PAUSED')).toBe(409);
  expect(await move(customer, 'RUNNING')).toBe(409);
  expect(await move(customer, 'PAUSED')).toBe(200);
  expect(await move(worker, 'ACCEPTED')).toBe(409);
  expect(await move(customer, 'ACCEPTED')).toBe(200);
  expect(await move(customer, 'COMPLETED')).toBe(409);
  expect(await move(employee, 'RUNNING')).toBe(200);
  expect(await move(worker, 'ACCEPTED')).toBe(200);
  expect((await readEngagement(yardpack, worker, engagement.id)).status).toBe('ENGAGEMENT_STATUS_RUNNING');
  expect(await move(customer, 'CANCELLED')).toBe(200);
  expect(await move(employee, 'RUNNING')).toBe(409);
});

test('a release takes the engagement out of the plan and puts it back to the pool', async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack);
  const [ada, bob] = [await buildOnboardedWorker(yardpack), await buildOnboardedWorker(yardpack)];
  const released = await buildEngagement(yardpack, customer, { frequency: 2 });
  const kept = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, ada, released, ['DAY_OF_WEEK_MONDAY', 'DAY_OF_WEEK_FRIDAY']);
  await claimEngagement(yardpack, ada, kept, ['DAY_OF_WEEK_MONDAY']);
  const { body } = await putEngagement(yardpack, ada, released.id, { status: 'ENGAGEMENT_STATUS_PROPOSED' });
  expect(body.engagement).toMatchObject({
    status: 'ENGAGEMENT_STATUS_PROPOSED',
    worker: null,
    scheduleTemplate: { scheduleTemplateDays: [] },
  });
  const after = await readEngagement(yardpack, ada, kept.id);
  expect(after.scheduleTemplate.scheduleTemplateDays).toMatchObject([{ sequence: 0 }]);
  await claimEngagement(yardpack, bob, released, ['DAY_OF_WEEK_TUESDAY']);
  // Its page, open still where it was released, says what became of it for a day, and no way in.
  const seen = await readEngagement(yardpack, ada, released.id);
  expect([seen.worker?.id, seen.nextStatuses, seen.serviceAddress.gateNotes]).toEqual([bob.profileId, [], null]);
  await advanceFor(yardpack, 'PT48H', [ada]);
  expect(await readStatus(yardpack, ada, released.id)).toBe(404);
});

test('what was agreed cannot be changed, and the rest only by the customer and staff', async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack);
  const other = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  const refused = async (person: Person, body: object) => {
    const { status, error } = await putEngagement(yardpack, person, engagement.id, body);
    return [status, error.fields?.[0]?.path];
  };
  expect(await refused(customer, { baseCost: 1 })).toEqual([400, 'body.baseCost']);
  expect(await refused(customer, { productId: randomUUIDv7() })).toEqual([400, 'body.productId']);
  expect(await refused(customer, { customerProfileId: other.profileId })).toEqual([400, 'body.customerProfileId']);
  expect(await refused(customer, { serviceAddressId: other.addressId })).toEqual([400, 'body.serviceAddressId']);
  const foreignCard = await buildCard(yardpack, other);
  const withForeignCard = { stripePaymentMethodId: foreignCard };
  expect(await refused(customer, withForeignCard)).toEqual([400, 'body.stripePaymentMethodId']);
  expect(await refused(worker, { yardSize: 'YARD_SIZE_LARGE' })).toEqual([403, undefined]);
  expect(await refused(other, { yardSize: 'YARD_SIZE_LARGE' })).toEqual([404, undefined]);

  const card = await buildCard(yardpack, customer);
  const same = { customerProfileId: customer.profileId, baseCost: 1500, productId: engagement.product.id };
  const { body } = await putEngagement(yardpack, customer, engagement.id, {
    ...same,
    yardSize: 'YARD_SIZE_LARGE',
    stripePaymentMethodId: card,
  });
  expect(body.engagement).toMatchObject({ baseCost: 2500, yardSize: 'YARD_SIZE_LARGE', stripePaymentMethodId: card });

  await putEngagement(yardpack, worker, engagement.id, { status: 'ENGAGEMENT_STATUS_ACCEPTED' });
  expect(await refused(customer, { yardSize: 'YARD_SIZE_STANDARD' })).toEqual([409, 'body.yardSize']);
  await putEngagement(yardpack, customer, engagement.id, { status: 'ENGAGEMENT_STATUS_CANCELLED' });
  expect(await refused(customer, { billingAddressId: other.addressId })).toEqual([409, undefined]);
});

test('an engagement that is not paid is paused, once it is active', async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  const pause = async () => {
    await yardpack.world.database.transaction((transaction) =>
      pauseForNonPayment(yardpack.world, transaction, engagement.id),
    );
    return (await readEngagement(yardpack, customer, engagement.id)).status;
  };
  expect(await pause()).toBe('ENGAGEMENT_STATUS_PROPOSED');
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_MONDAY']);
  expect(await pause()).toBe('ENGAGEMENT_STATUS_PAUSED');
});
