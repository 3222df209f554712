import { randomUUIDv7 } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { addresses } from '../database/schema/profiles.ts';
import { putEngagement, readEngagement } from '../testing/engagement-calls.ts';
import { buildEngagement, buildOnboardedWorker, claimEngagement, workUntil } from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, type Person } from '../testing/factories.ts';
import { buildCard } from '../testing/payment-factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

const putAll = (yardpack: TestWorld, person: Person, engagements: object[]) =>
  yardpack.call('updateEngagements', { as: person.accessToken, body: { engagements } });

const meanwhile = 'This engagement was changed by somebody else in the meantime. What you typed is still here.';

test('of two who edit the same version one is told; what is so already can be said again', async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack);
  const { id, version } = await buildEngagement(yardpack, customer);
  const cards = [await buildCard(yardpack, customer), await buildCard(yardpack, customer)];
  const answers = await Promise.all(
    cards.map((stripePaymentMethodId) => putEngagement(yardpack, customer, id, { version, stripePaymentMethodId })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.error).toMatchObject({
    errorCode: 'CONFLICT',
    message: meanwhile,
    fields: [{ path: 'body.version', message: meanwhile }],
  });
  const after = await readEngagement(yardpack, customer, id);
  expect(after.version).toBe(version + 1);
  const again = await putEngagement(yardpack, customer, id, {
    version,
    stripePaymentMethodId: after.stripePaymentMethodId,
  });
  expect([again.status, again.body.engagement.version]).toEqual([200, version + 1]);
  const stale = await putEngagement(yardpack, customer, id, { version: 2 ** 31 - 1, yardSize: 'YARD_SIZE_LARGE' });
  expect(stale.status).toBe(409);
});

test('what others do to an engagement makes an open form stale', async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  const versions = [engagement.version];
  const next = async () => versions.push((await readEngagement(yardpack, customer, engagement.id)).version);
  await putEngagement(yardpack, customer, engagement.id, { scheduleTemplate: { isPinned: true } });
  await next();
  await putEngagement(yardpack, customer, engagement.id, { yardSize: 'YARD_SIZE_LARGE' });
  await next();
  const stale = { version: engagement.version, status: 'ENGAGEMENT_STATUS_ACCEPTED' };
  expect((await putEngagement(yardpack, worker, engagement.id, stale)).error.message).toBe(meanwhile);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_MONDAY']);
  await next();
  expect(versions.every((version, index) => index === 0 || version > (versions[index - 1] ?? 0))).toBe(true);
});

test('a place is pinned by the customer and staff only, at the start or later', async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack);
  const employee = await buildEmployee(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const pinned = await buildEngagement(yardpack, customer, { isPinned: true });
  expect(pinned.scheduleTemplate.isPinned).toBe(true);
  const pin = async (person: Person, isPinned: boolean) =>
    (await putEngagement(yardpack, person, pinned.id, { scheduleTemplate: { isPinned } })).status;
  expect(await pin(worker, false)).toBe(403);
  expect(await pin(customer, false)).toBe(200);
  expect((await readEngagement(yardpack, customer, pinned.id)).scheduleTemplate.isPinned).toBe(false);
  expect(await pin(employee, true)).toBe(200);
  await claimEngagement(yardpack, worker, pinned, ['DAY_OF_WEEK_MONDAY']);
  expect(await pin(worker, false)).toBe(403);
  expect((await readEngagement(yardpack, worker, pinned.id)).scheduleTemplate.isPinned).toBe(true);
});

test('the notes on gate and dogs are for the customer, staff and the worker who holds the engagement', async ({
  yardpack,
}) => {
  const customer = await buildCustomer(yardpack);
  const employee = await buildEmployee(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const notes = { gateNotes: 'Code 4711', dogNotes: 'Rex bites' };
  await yardpack.world.database.update(addresses).set(notes).where(eq(addresses.id, customer.addressId));
  const engagement = await buildEngagement(yardpack, customer);
  const seen = async (person: Person) => {
    const { serviceAddress, billingAddress } = await readEngagement(yardpack, person, engagement.id);
    return [serviceAddress.gateNotes, serviceAddress.dogNotes, billingAddress?.gateNotes ?? null];
  };
  const all = ['Code 4711', 'Rex bites', null];
  const none = [null, null, null];
  expect(await Promise.all([customer, employee, worker].map(seen))).toEqual([all, all, none]);
  const list = { as: worker.accessToken, params: { workerProfileId: worker.profileId } };
  expect(JSON.stringify((await yardpack.call('listWorkerEngagements', list)).body)).not.toContain('4711');
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_MONDAY']);
  expect(await seen(worker)).toEqual(all);
  await putEngagement(yardpack, customer, engagement.id, { status: 'ENGAGEMENT_STATUS_CANCELLED' });
  expect(await Promise.all([customer, worker].map(seen))).toEqual([all, none]);
});

test('several are changed at once, all or none, and each error names its item', async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack);
  const stranger = await buildCustomer(yardpack);
  const one = await buildEngagement(yardpack, customer);
  const details = { productId: one.product.id, stripePaymentMethodId: one.stripePaymentMethodId ?? '' };
  const two = await buildEngagement(yardpack, customer, details);
  const three = await buildEngagement(yardpack, customer, details);
  const foreign = await buildEngagement(yardpack, stranger, { productId: one.product.id });
  const large = { yardSize: 'YARD_SIZE_LARGE' };
  const cancel = { status: 'ENGAGEMENT_STATUS_CANCELLED' };

  const refusals: [object, number, string, string][] = [
    [{ id: foreign.id, ...large }, 404, 'NOT_FOUND', 'body.engagements.2.id'],
    [{ id: randomUUIDv7(), ...large }, 404, 'NOT_FOUND', 'body.engagements.2.id'],
    [{ id: one.id, ...large }, 400, 'INVALID_INPUT', 'body.engagements.2.id'],
    [{ id: three.id, status: 'ENGAGEMENT_STATUS_RUNNING' }, 409, 'NOT_ALLOWED_NOW', 'body.engagements.2.status'],
    [{ id: three.id, baseCost: 1 }, 400, 'INVALID_INPUT', 'body.engagements.2.baseCost'],
    [{ id: three.id, version: 99, ...large }, 409, 'CONFLICT', 'body.engagements.2.version'],
    [
      { id: three.id, serviceAddressId: stranger.addressId },
      400,
      'INVALID_INPUT',
      'body.engagements.2.serviceAddressId',
    ],
    [
      { id: three.id, stripePaymentMethodId: foreign.stripePaymentMethodId },
      400,
      'INVALID_INPUT',
      'body.engagements.2.stripePaymentMethodId',
    ],
    [{ id: three.id, yardSize: 'HUGE' }, 400, 'INVALID_INPUT', 'body.engagements.2.yardSize'],
  ];
  for (const [item, status, errorCode, path] of refusals) {
    const refused = await putAll(yardpack, customer, [{ id: one.id, ...large }, { id: two.id, ...cancel }, item]);
    expect([refused.status, refused.error.errorCode, refused.error.fields?.[0]?.path]).toEqual([
      status,
      errorCode,
      path,
    ]);
    expect(refused.error.fields?.[0]?.message).not.toBe('');
  }
  expect(await readEngagement(yardpack, customer, one.id)).toMatchObject({
    version: 1,
    yardSize: 'YARD_SIZE_STANDARD',
  });
  expect(await readEngagement(yardpack, customer, two.id)).toMatchObject({
    version: 1,
    status: 'ENGAGEMENT_STATUS_PROPOSED',
  });
  expect((await putAll(yardpack, customer, [])).status).toBe(400);

  const card = await buildCard(yardpack, customer);
  const done = await putAll(yardpack, customer, [
    { id: three.id, version: 1, stripePaymentMethodId: card },
    { id: one.id, version: 1, ...large },
    { id: two.id, ...cancel },
  ]);
  expect(done.body.engagements).toMatchObject([
    { id: three.id, version: 2, stripePaymentMethodId: card },
    { id: one.id, version: 2, yardSize: 'YARD_SIZE_LARGE', baseCost: 2500 },
    { id: two.id, version: 2, status: 'ENGAGEMENT_STATUS_CANCELLED' },
  ]);
});

test('a worker takes several proposals at once, or none; staff release several from their plans', async ({
  yardpack,
}) => {
  const customer = await buildCustomer(yardpack);
  const employee = await buildEmployee(yardpack);
  const [ada, bob] = [await buildOnboardedWorker(yardpack), await buildOnboardedWorker(yardpack)];
  const one = await buildEngagement(yardpack, customer);
  const details = { productId: one.product.id, stripePaymentMethodId: one.stripePaymentMethodId ?? '' };
  const two = await buildEngagement(yardpack, customer, details);
  const three = await buildEngagement(yardpack, customer, details);
  const accept = (...ids: string[]) => ids.map((id) => ({ id, status: 'ENGAGEMENT_STATUS_ACCEPTED' }));

  const answers = await Promise.all([
    putAll(yardpack, ada, accept(one.id, two.id)),
    putAll(yardpack, bob, accept(three.id, two.id, one.id)),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const loser = answers.find(({ status }) => status === 409);
  expect(loser?.error.errorCode).toBe('ALREADY_CLAIMED');
  expect(loser?.error.fields?.[0]?.path).toMatch(/^body\.engagements\.[012]\.id$/);
  const holders = await Promise.all(
    [one, two, three].map(async ({ id }) => (await readEngagement(yardpack, customer, id)).worker),
  );
  expect([holders[0]?.id, holders[2]?.id ?? null]).toEqual(
    answers[0]?.status === 200 ? [ada.profileId, null] : [bob.profileId, bob.profileId],
  );

  const winner = answers[0]?.status === 200 ? ada : bob;
  await claimEngagement(yardpack, winner, one, ['DAY_OF_WEEK_MONDAY']);
  await claimEngagement(yardpack, winner, two, ['DAY_OF_WEEK_MONDAY']);
  const released = await putAll(
    yardpack,
    employee,
    [one, two].map(({ id }) => ({ id, status: 'ENGAGEMENT_STATUS_PROPOSED' })),
  );
  expect(released.body.engagements).toMatchObject([
    { worker: null, scheduleTemplate: { scheduleTemplateDays: [] } },
    { worker: null, scheduleTemplate: { scheduleTemplateDays: [] } },
  ]);
});

test('the first visit that starts makes an open form stale', async ({ yardpack }) => {
  await yardpack.advance('2027-03-10T09:00:00-06:00');
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  const { version } = await readEngagement(yardpack, customer, engagement.id);
  await workUntil(yardpack, worker, engagement, 'WORK_STATUS_PENDING');
  const stale = await putEngagement(yardpack, customer, engagement.id, { version, status: 'ENGAGEMENT_STATUS_PAUSED' });
  expect(stale.error.message).toBe(meanwhile);
});
